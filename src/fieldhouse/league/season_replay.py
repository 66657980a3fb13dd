"""A real season replayed: the year's own schedule, teams and format, played week by week and saved in one
file.

The game that brings the teams of a year is the one with a `seasons` part in its folder.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from fieldhouse.football.competition.format import Fixture
from fieldhouse.football.nfl_seasons.format import STAGES, NflSeason, season_format
from fieldhouse.football.nfl_seasons.history import RealSeason, real_season
from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions, BadRecord
from fieldhouse.kernel.registry import Folder
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.formats.custom_schedule import CustomSchedule
from fieldhouse.league.formats.round_robin import RoundRobin
from fieldhouse.league.season import Season, SeasonFacts, knockout_winner
from fieldhouse.league.standings import FinalScore
from fieldhouse.league.teams import GameTeams
from fieldhouse.league.text import Standings

Club: TypeAlias = dict[str, Any]
"""A team card as data; `team` is the full name."""
ReplayFormat: TypeAlias = NflSeason | RoundRobin | CustomSchedule


def season_game() -> Folder:
    """The game that replays real seasons: the first with a `seasons` part; BadOptions if there is none."""
    found = next((folder for folder in registry.list_games().values() if folder.has("seasons")), None)
    if found is None:
        raise BadOptions("no installed game can replay a real season")
    return found


def season_clubs(season: int) -> dict[str, Club]:
    """The cards of a season by name."""
    part = season_game().part("seasons")
    assert part is not None
    found: dict[str, Club] = part.season_clubs(season)
    return found


def season_options(folder: Folder, season: int, fixture: Fixture) -> dict[str, Any]:
    """The options that a game has under the rules of that year; none in a game without real seasons."""
    part = folder.part("seasons")
    found: dict[str, Any] = part.season_options(season, knockout=fixture.knockout) if part is not None else {}
    return found


def slugify(words: str) -> str:
    """Words as they are compared: small letters, hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


class SeasonTeams(GameTeams):
    """Cards of a season, with the overtime of the year unless the options say another."""

    def __init__(
        self, season: int, cards: list[Club], options: Mapping[str, Any], materials: Mapping[str, Any]
    ) -> None:
        super().__init__(season_game().name, cards, options=options, materials=materials)
        self.season = season

    def options_of(self, fixture: Fixture) -> Mapping[str, Any]:
        return {**season_options(self.folder, self.season, fixture), **self.options}


class SeasonReplay(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A season in play, as it is kept in a file: everything it needs, by value.

    `mine` is the team that a person plays; `by_hand` are the fixtures that were played so.
    """

    kind: Literal["fieldhouse season 1"] = "fieldhouse season 1"
    season: int
    secret: str
    form: ReplayFormat
    cards: list[Club]
    options: dict[str, Any] = {}
    materials: dict[str, Any] = {}
    mine: int = -1
    known: SeasonFacts = msgspec.field(default_factory=SeasonFacts)
    by_hand: list[str] = []

    @property
    def dice(self) -> LeagueDice:
        """The dice of all its games."""
        return LeagueDice(self.secret)

    def teams(self) -> SeasonTeams:
        """The teams, ready to play their games."""
        return SeasonTeams(self.season, self.cards, self.options, self.materials)

    def current_season(self) -> Season:
        """As far as it has come; lots are drawn at once."""
        while (now := Season(self.form, self.known)).lot is not None:
            self.known.lots[now.lot.id] = self.dice.lots(now.lot.id, now.lot.entries)
        return now

    def next_games(self) -> list[Fixture]:
        """The games of the next week, or of the next playoff round; none when the season is over."""
        waiting = self.current_season().waiting
        first = min((fixture.week for fixture in waiting), default=0)
        return [fixture for fixture in waiting if fixture.week == first]

    def own_game(self) -> Fixture | None:
        """The person's game among the next ones."""
        games = (f for f in self.next_games() if self.mine in (f.home, f.visitor))
        return next(games, None) if self.mine >= 0 else None

    def enter(self, fixture: Fixture, score: FinalScore, *, by_hand: bool = False) -> None:
        """A result; a knockout game must have a winner."""
        if fixture.knockout:
            knockout_winner(fixture, score)
        self.known.results[fixture.id] = score
        if by_hand:
            self.by_hand.append(fixture.id)

    def play_week(self, *, own: bool = True) -> list[Fixture]:
        """Simulate the next week or round (without the person's game unless `own`); the games played."""
        teams, dice = self.teams(), self.dice
        games = [f for f in self.next_games() if own or self.mine not in (f.home, f.visitor)]
        for fixture in games:
            self.enter(fixture, teams.play(fixture, dice))
        return games

    # What really happened

    @property
    def real(self) -> RealSeason | None:
        """The year of record, where this is one."""
        return real_season(self.season) if isinstance(self.form, NflSeason) else None

    def real_score(self, fixture: Fixture) -> FinalScore | None:
        """The result of record of a fixture of the schedule, or of a playoff game that was really
        played."""
        if self.real is None:
            return None
        home, visitor = self.form.names[fixture.home], self.form.names[fixture.visitor]
        for game in self.real.games:
            stage = STAGES.get(game.week, f"week {game.week}")
            if stage == fixture.stage and {game.home, game.visitor} == {home, visitor}:
                score = FinalScore(game.home_points, game.visitor_points)
                return score if game.home == home else FinalScore(score.visitor, score.home)
        return None

    def real_season(self, week: int | None = None) -> Season | None:
        """The year of record, to the end of a week or whole, followed by the same form."""
        if self.real is None:
            return None
        assert isinstance(self.form, NflSeason)
        known = SeasonFacts()
        for fixture, game in zip(self.form.fixtures(), self.real.regular, strict=True):
            if week is None or fixture.week <= week:
                known.results[fixture.id] = FinalScore(game.home_points, game.visitor_points)
        return Season(self.form, known, as_it_stands=True)

    # What it shows

    def standings(self) -> Standings:
        """The tables as they stand."""
        return Standings(Season(self.form, self.known, as_it_stands=True), self.titles())

    def _repr_html_(self) -> str:
        return self.standings()._repr_html_()

    def __repr__(self) -> str:
        """Can be pasted back where `fieldhouse.season` plays the very same: the year's own form and cards,
        nothing by hand, to the end of a week or of the season."""
        games = len(self.known.results)
        words = f"{games} game{'' if games == 1 else 's'}"
        weeks = self._simulated_weeks()
        if weeks is None:
            return f"<Replay of {self.season}, seed {self.secret!r}: {words}>"
        given = f", weeks={weeks}" if weeks >= 0 else ""
        given += f", options={self.options!r}" if self.options else ""
        return f"fieldhouse.season({self.season}, seed={self.secret!r}{given})  # {words}"

    def _simulated_weeks(self) -> int | None:
        """How many weeks of the year's own season the machine has played (-1: all of it); None if it is
        another season, or stands in the middle of a week or of the playoffs."""
        if self.by_hand or self.mine >= 0 or not isinstance(self.form, NflSeason):
            return None
        usual = new_season_replay(self.season, self.secret)
        if (self.form, self.cards, self.materials) != (usual.form, usual.cards, {}):
            return None
        now = Season(self.form, self.known)
        if now.over:
            return -1
        played = [fixture.week for fixture in now.fixtures if fixture.id in self.known.results]
        to_come = {fixture.week for fixture in now.waiting}
        last = max(played, default=0)
        middle = now.lot is not None or 0 in played or any(0 < week <= last for week in to_come)
        return None if middle else last

    # Files

    def to_json(self) -> str:
        """The text of the saved file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode() + "\n"

    def rows(self) -> Iterator[dict[str, Any]]:
        """Every game so far, one row each, with the result of record beside it."""
        now = self.current_season()
        names = self.titles()
        for fixture in now.fixtures:
            score = self.known.results.get(fixture.id)
            if score is not None:
                real = self.real_score(fixture)
                yield {
                    "season": self.season,
                    "stage": fixture.stage,
                    "week": fixture.week or "",
                    "visitor": names[fixture.visitor],
                    "home": names[fixture.home],
                    "visitor_points": score.visitor,
                    "home_points": score.home,
                    "how": "played" if fixture.id in self.by_hand else "simulated",
                    "real_visitor_points": "" if real is None else real.visitor,
                    "real_home_points": "" if real is None else real.home,
                }

    def to_csv(self) -> str:
        """The rows as CSV."""
        rows = list(self.rows())
        text = io.StringIO()
        writer = csv.DictWriter(text, list(rows[0]) if rows else ["season"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()

    def titles(self) -> list[str]:
        """Full names of the teams, by number."""
        return [str(card["team"]) for card in self.cards]

    def find_team(self, words: str) -> int:
        """A team by code, full name, city or nickname; BadOptions names those there are."""
        wanted = slugify(words)
        titles = [slugify(title) for title in self.titles()]
        fits = [n for n, code in enumerate(self.form.names) if slugify(code) == wanted or titles[n] == wanted]
        fits = fits or [n for n, title in enumerate(titles) if f"-{wanted}-" in f"-{title}-"]
        if len(fits) == 1:
            return fits[0]
        many = ", ".join(self.titles()[n] for n in fits or range(len(titles)))
        raise BadOptions(f"{'no' if not fits else 'more than one'} team {words!r}; there are {many}")


def new_season_replay(
    season: int,
    secret: str,
    *,
    form: ReplayFormat | None = None,
    cards: list[Club] | None = None,
    options: Mapping[str, Any] | None = None,
    materials: Mapping[str, Any] | None = None,
) -> SeasonReplay:
    """A season from its beginning: the year's form and cards, unless others are given."""
    if form is None:
        form = season_format(real_season(season))
    if cards is None:
        by_team = {card["team"]: card for card in season_clubs(season).values()}
        cards = [by_team[name] for name in real_season(season).teams.values()]
    return SeasonReplay(
        season=season,
        secret=secret,
        form=form,
        cards=cards,
        options=dict(options or {}),
        materials=dict(materials or {}),
    )


def read_season_replay(text: str, where: str = "season") -> SeasonReplay:
    """A season from its file; BadRecord says where it is wrong."""
    try:
        replay = msgspec.json.decode(text, type=SeasonReplay)
    except msgspec.MsgspecError as error:
        raise BadRecord(f"{where}: this isn't a saved season: {error}") from None
    if len(replay.cards) != len(replay.form.names):
        raise BadRecord(f"{where}: {len(replay.cards)} cards for {len(replay.form.names)} teams")
    known = {fixture.id for fixture in replay.current_season().fixtures}
    stray = next((name for name in replay.known.results if name not in known), None)
    if stray is not None:
        raise BadRecord(f"{where}: a result for {stray!r}, which isn't a game of this season")
    return replay
