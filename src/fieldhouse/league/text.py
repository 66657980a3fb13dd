"""Tables, results and play-offs as people read them, in at most 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import fill
from typing import TYPE_CHECKING, Any

from fieldhouse.football.competition.format import Fixture
from fieldhouse.football.text_columns import WIDEST, truncate
from fieldhouse.kernel.notebook import Tabular
from fieldhouse.league.season import FormatRunner, Season
from fieldhouse.league.standings import FinalScore

if TYPE_CHECKING:
    from fieldhouse.league.odds import Odds

FIRST = ("share of wins", "points")
"""Reasons that the columns of a table show by themselves."""


def standings_text(season: FormatRunner, name: str, titles: Sequence[str], real: Season | None = None) -> str:
    """A table: record and points, the record of record beside it, and between level neighbours what
    separates them."""
    placed = season.placed[name]
    head = f"{truncate(name, 31):32}{'W':>3}{'L':>4}{'T':>3}{'for':>6}{'against':>9}"
    rows = [head + (f"{'really':>12}" if real is not None else "")]
    for place, (team, reason) in enumerate(zip_longest(placed.teams, placed.reasons), start=1):
        line = season.ledger.line(team)
        row = f"{place:3} {truncate(titles[team], 27):28}{line.won:3}{line.lost:4}{line.drawn:3}"
        row += f"{line.scored:6}{line.allowed:9}"
        if real is not None:
            row += f"{real.ledger.line(team).record:>12}"
        rows.append(row)
        if reason == "lot" and isinstance(season, Season) and season.as_it_stands:
            rows.append("      level")  # no lot is drawn before the season is over
        elif reason is not None and reason not in FIRST:
            rows.append(f"      level; {reason}")
    return "\n".join(rows)


def all_standings_text(season: FormatRunner, titles: Sequence[str], real: Season | None = None) -> str:
    """Every table that is final, in the form's order."""
    return "\n\n".join(standings_text(season, name, titles, real) for name in season.progress.tables)


def score_text(fixture: Fixture, score: FinalScore, titles: Sequence[str]) -> str:
    """`Chicago Bears 21, Miami Dolphins 24`: visitor first, as schedules are read."""
    return f"{titles[fixture.visitor]} {score.visitor}, {titles[fixture.home]} {score.home}"


def playoffs_text(season: FormatRunner, results: Mapping[str, FinalScore], titles: Sequence[str]) -> str:
    """The knock-out games played so far, by stage."""
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
            yield stage[0].upper() + stage[1:]
        for game, score in played:
            yield f"  {score_text(game, score, titles)}"


def seeds_text(season: FormatRunner, titles: Sequence[str]) -> str:
    """Groups as drawn and play-off fields by seed, a line each."""
    lines = (
        f"{name}: " + ", ".join(f"{n} {titles[team]}" for n, team in enumerate(teams, start=1))
        for name, teams in season.progress.groups.items()
    )
    return "\n".join(fill(line, WIDEST, subsequent_indent="  ") for line in lines)


def season_text(season: FormatRunner, results: Mapping[str, FinalScore], titles: Sequence[str]) -> str:
    """A whole competition: title, draw, tables, ordinary and knock-out games, champions."""
    ordinary = [
        f"{fixture.stage}: {score_text(fixture, results[fixture.id], titles)}"
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
    rows = [f"{'Chances':24}" + "".join(f"{stage:>12}" for stage in odds.reached) + f"{'title':>8}"]
    order = sorted(range(len(titles)), key=lambda n: [-odds.champion[n], *(-stage[n] for stage in stages)])
    for team in order:
        cells = "".join(f"{odds.stage_words(stage, team):>12}" for stage in odds.reached)
        rows.append(f"{truncate(titles[team], 23):24}{cells}{odds.stage_words('', team):>8}")
    drawn = (
        f"{odds.seasons} seasons of the games left, good to {100 * odds.error(0.5):.1f} points of a hundred"
    )
    return "\n".join([*rows, "every way counted" if odds.exact else drawn])


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
