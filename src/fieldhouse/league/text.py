"""Tables, results and playoffs as people read them, in at most 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import fill
from typing import TYPE_CHECKING, Any

from fieldhouse.football.box_score import WIDEST, truncate
from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.notebook import Tabular
from fieldhouse.league.season import FormatRunner, Season
from fieldhouse.league.standings import FinalScore

if TYPE_CHECKING:
    from fieldhouse.league.odds import Odds

STAGES = {
    "play-offs": "Playoffs",
    "quarter-final": "Quarterfinals",
    "quarter-finals": "Quarterfinals",
    "semi-final": "Semifinals",
    "semi-finals": "Semifinals",
    "wild card": "Wild card round",
    "divisional": "Divisional round",
    "conference final": "Conference championships",
    "last eight": "Divisional round",
    "last four": "Conference championships",
}
"""Stages as people call them; leagues keep the words on the left."""


def stage_name(stage: str) -> str:
    """`Week 3`, `Semifinals`: a stage of a season as people call it."""
    return STAGES.get(stage, stage[:1].upper() + stage[1:])


def fixture_name(fixture: str) -> str:
    """`Week 3: Geese at Ducks`, `Semifinal 1`: a game as people call it, from the id of its fixture."""
    stage, colon, teams = fixture.partition(": ")
    if colon:
        pair, comma, game = teams.partition(", game ")
        home, dash, visitor = pair.partition(" - ")
        return f"{stage_name(stage)}: {f'{visitor} at {home}' if dash else pair}{comma}{game}"
    for old, new in (("quarter-final", "quarterfinal"), ("semi-final", "semifinal")):
        fixture = fixture.replace(old, new)
    return fixture[:1].upper() + fixture[1:]


def standings_text(season: FormatRunner, name: str, titles: Sequence[str], real: Season | None = None) -> str:
    """The standings: W-L-T, PCT, PF, PA and DIFF, the real record beside it where there is one, and between
    tied neighbors the tie-breaker that decides."""
    placed = season.placed[name]
    heading = "Standings" if name == "Table" else name
    head = f"{truncate(heading, 31):32}{'W':>3}{'L':>4}{'T':>3}{'PCT':>7}{'PF':>6}{'PA':>6}{'DIFF':>6}"
    rows = [head + (f"{'actual':>9}" if real is not None else "")]
    now = isinstance(season, Season) and season.as_it_stands
    for place, team in enumerate(placed.teams):
        line = season.ledger.line(team)
        pct = f"{line.share:.3f}".removeprefix("0")
        row = f"{place + 1:3} {truncate(titles[team], 27):28}{line.won:3}{line.lost:4}{line.drawn:3}{pct:>7}"
        row += f"{line.scored:6}{line.allowed:6}{line.scored - line.allowed:+6d}"
        if real is not None:
            row += f"{real.ledger.line(team).record:>9}"
        rows.append(row)
        if place < len(placed.reasons) and not placed.by_record(place):
            undecided = now and placed.by_lot(place)  # no lot is drawn before the season is over
            rows.append("      tied" if undecided else f"      tiebreaker: {placed.reasons[place]}")
    return "\n".join(rows)


def all_standings_text(season: FormatRunner, titles: Sequence[str], real: Season | None = None) -> str:
    """Every table that is final, in the form's order."""
    return "\n\n".join(standings_text(season, name, titles, real) for name in season.progress.tables)


def score_text(fixture: Fixture, score: FinalScore, titles: Sequence[str]) -> str:
    """`Chicago Bears 21, Miami Dolphins 24`: visitor first, as schedules are read."""
    return f"{titles[fixture.visitor]} {score.visitor}, {titles[fixture.home]} {score.home}"


def playoffs_text(season: FormatRunner, results: Mapping[str, FinalScore], titles: Sequence[str]) -> str:
    """The knockout games played so far, by stage."""
    return "\n".join(_knock_out(season, results, titles))


def _knock_out(
    season: FormatRunner, results: Mapping[str, FinalScore], titles: Sequence[str]
) -> Iterator[str]:
    stage = ""
    for fixture in season.fixtures:
        games = [fixture.game(n) for n in range(1, fixture.best_of + 1)]
        played = [(game, results[game.id]) for game in games if game.id in results]
        if not fixture.knockout or not played:
            continue
        if fixture.stage != stage:
            stage = fixture.stage
            yield stage_name(stage)
        for game, score in played:
            yield f"  {score_text(game, score, titles)}"


def seeds_text(season: FormatRunner, titles: Sequence[str]) -> str:
    """Groups as drawn and playoff fields by seed, a line each."""
    lines = (
        f"{name}: " + ", ".join(f"{n} {titles[team]}" for n, team in enumerate(teams, start=1))
        for name, teams in season.progress.groups.items()
    )
    return "\n".join(fill(line, WIDEST, subsequent_indent="  ") for line in lines)


def season_text(season: FormatRunner, results: Mapping[str, FinalScore], titles: Sequence[str]) -> str:
    """A whole competition: title, draw, tables, ordinary and knockout games, champions."""
    ordinary = [
        f"{stage_name(fixture.stage)}: {score_text(fixture, results[fixture.id], titles)}"
        for fixture in season.fixtures
        if not fixture.knockout and fixture.id in results
    ]
    parts = [
        season.form.title,
        seeds_text(season, titles),
        "\n".join(ordinary),
        all_standings_text(season, titles),
        playoffs_text(season, results, titles),
    ]
    if season.progress.champion is not None:
        parts.append(f"Champions: {titles[season.progress.champion]}")
    return "\n\n".join(part for part in parts if part)


def odds_text(odds: Odds, titles: Sequence[str]) -> str:
    """Chances of stages and title, the likeliest champions first."""
    stages = list(odds.reached.values())
    rows = [f"{'Odds':24}" + "".join(f"{stage_name(s)[:11]:>12}" for s in odds.reached) + f"{'Title':>9}"]
    order = sorted(range(len(titles)), key=lambda n: [-odds.champion[n], *(-stage[n] for stage in stages)])
    for team in order:
        cells = "".join(f"{odds.stage_words(stage, team):>12}" for stage in odds.reached)
        rows.append(f"{truncate(titles[team], 23):24}{cells}{odds.stage_words('', team):>9}")
    drawn = f"From {odds.seasons:,} simulated seasons (±{100 * odds.error(0.5):.1f}%)"
    return "\n".join([*rows, "Exact: every possible outcome was counted" if odds.exact else drawn])


class Standings(Tabular):
    """Every table of a season, with the teams' names: `Standings(season, names)`."""

    def __init__(self, season: FormatRunner, titles: Sequence[str]) -> None:
        self.season = season
        self.titles = tuple(titles)

    def rows(self) -> list[dict[str, Any]]:
        """One row a team and table, best first; `separated` names what puts it above a level neighbour."""
        found = []
        for name in self.season.progress.tables:
            placed = self.season.placed[name]
            for place, (team, reason) in enumerate(zip_longest(placed.teams, placed.reasons), start=1):
                line = self.season.ledger.line(team)
                games = {"won": line.won, "lost": line.lost, "tied": line.drawn, "share": line.share}
                points = {"scored": line.scored, "allowed": line.allowed, "separated": reason}
                found.append({"table": name, "place": place, "team": self.titles[team], **games, **points})
        return found

    def __str__(self) -> str:
        return all_standings_text(self.season, self.titles)

    def __repr__(self) -> str:
        """What they are; `print` shows them."""
        tables, lines = (
            len(self.season.progress.tables),
            map(self.season.ledger.line, range(len(self.titles))),
        )
        games = sum(line.won + line.lost + line.drawn for line in lines) // 2
        return f"<Standings of {len(self.titles)} teams in {tables} tables after {games} games>"
