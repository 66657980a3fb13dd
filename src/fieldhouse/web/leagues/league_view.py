"""A league as its pages show it, worked out once for every length of its journal."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property

import msgspec

from fieldhouse.football.competition.format import Fixture, Format, RankEntries
from fieldhouse.football.competition.tie_breakers import Measure, TieBreakers
from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import level_name
from fieldhouse.league.journal.league import Member
from fieldhouse.league.journal.league_journal import JournalSeason, LeagueJournal
from fieldhouse.league.journal.results import TERMINAL, Attempt, FixtureResult
from fieldhouse.league.journal.text import act_fixture, journal_entry_text
from fieldhouse.league.season import Season, SeasonFacts
from fieldhouse.league.standings import StandingLine
from fieldhouse.league.text import stage_name

MOST_OPEN = 8
"""A season of more weeks is folded, but for those around today."""
COLORS = 12
"""Colors of teams in the style sheet; the next team begins again."""
KINDS = {
    "played": "Final",
    "simulated": "Final (simulated)",
    "typed": "Final (reported)",
    "conceded": "Final (conceded)",
    "forfeit": "Forfeit",
    "void": "Void",
}
"""How a game was decided, on its page and in lists."""
TABS = (
    ("home", "Home", ""),
    ("schedule", "Schedule", "/schedule"),
    ("teams", "Teams", "/teams"),
    ("leaders", "Leaders", "/leaders"),
    ("odds", "Odds", "/odds"),
    ("audit", "Log", "/audit"),
    ("rules", "Rules", "/rules"),
    ("print", "Print", "/print"),
)


def url_key(name: str) -> str:
    """A fixture or a player in an address: short, and the same on every server."""
    return hashlib.sha256(name.encode()).hexdigest()[:12]


class TeamLabel(msgspec.Struct):
    """A team wherever it is named."""

    number: int
    name: str
    color: int
    record: str
    who: str
    """Who manages it: a name, or the coach."""
    mine: bool = False


class GameLabel(msgspec.Struct):
    """A game wherever it is listed."""

    id: str
    key: str
    stage: str
    home: TeamLabel
    visitor: TeamLabel
    status: str
    """open, live, typed or over."""
    knockout: bool = False
    neutral: bool = False
    home_points: int | None = None
    visitor_points: int | None = None
    lead: int = 0
    kind: str = ""
    waits: list[str] = []
    table: str = ""
    due: str = ""
    typed_by: int = -1
    faults: str = ""
    recorded: bool = False

    @property
    def at_table(self) -> bool:
        """Is there a table in the browser to look at?"""
        return bool(self.table) and self.table != TERMINAL

    @property
    def own(self) -> list[TeamLabel]:
        """The teams of it that the one who looks manages."""
        return [team for team in (self.home, self.visitor) if team.mine]

    @property
    def mine(self) -> bool:
        """Does the one who looks manage one of the teams?"""
        return self.home.mine or self.visitor.mine

    @property
    def outcomes(self) -> list[tuple[str, str]]:
        """How it may end, for the odds page: the key, and what people read."""
        ties = [] if self.knockout else [("draw", "Tie")]
        return [("visitor", self.visitor.name), ("home", self.home.name), *ties, ("", "Open")]

    @property
    def waiting_for(self) -> str:
        """Whom it waits for, in words."""
        return " and ".join(self.waits)


class StandingsRow(msgspec.Struct):
    """A row of the standings; `reason` says which tie-breaker puts it above the next team."""

    place: int
    team: TeamLabel
    line: StandingLine
    reason: str


class LeagueView:
    """The league for one who looks: `me` is a member's number, or None."""

    def __init__(self, journal: LeagueJournal, me: int | None = None) -> None:
        self.journal = journal
        self.me = me
        self.league = journal.league
        self.red: Mapping[str, str] = {}
        """What does not add up, by fixture."""

    def for_member(self, me: int | None, red: Mapping[str, str]) -> LeagueView:
        """The same for another pair of eyes; what was followed is kept."""
        other = LeagueView(self.journal, me)
        other.red = red
        for name in ("season", "standing", "fixtures"):
            other.__dict__[name] = getattr(self, name)
        return other

    @cached_property
    def season(self) -> JournalSeason:
        """What waits to be played."""
        return self.journal.season()

    @cached_property
    def standing(self) -> JournalSeason:
        """Today's tables, and the pairings they would give."""
        return self.journal.season(as_it_stands=True)

    @cached_property
    def fixtures(self) -> dict[str, Fixture]:
        """Every game that the form has asked for, by its key."""
        season, found = self.season, {}
        for fixture in season.fixtures:
            for number in range(1, fixture.best_of + 1):
                game = fixture.game(number)
                if fixture.best_of == 1 or self.journal.current(game) is not None or game in season.waiting:
                    found[url_key(game.id)] = game
        return found

    @property
    def title_of_game(self) -> str:
        """The game that is played."""
        return registry.find(self.league.game).meta.title

    @property
    def is_commissioner(self) -> bool:
        """Is it the commissioner who looks?"""
        return self.me is not None and self.journal.members[self.me].role == "commissioner"

    @property
    def commissioners(self) -> list[Member]:
        """Who commands; all have equal rights."""
        return [member for member in self.journal.members if member.role == "commissioner"]

    def may_confirm(self, game: GameLabel) -> bool:
        """May this person confirm the reported score: the other manager, or a commissioner?"""
        own = [team.number for team in game.own]
        return game.typed_by not in own and (bool(own) or self.is_commissioner)

    def history(self, game: GameLabel) -> list[str]:
        """What was done about the game, by whom and why, newest first."""
        return [
            journal_entry_text(self.journal, entry).strip().partition("  ")[2]
            for entry in reversed(self.journal.entries)
            if act_fixture(entry.act) == game.id
        ]

    @property
    def tabs(self) -> tuple[tuple[str, str, str], ...]:
        """The pages of the league: key, label and path; the commissioner has one more."""
        return (*TABS, ("desk", "Commissioner", "/desk")) if self.is_commissioner else TABS

    @property
    def managed_teams(self) -> list[TeamLabel]:
        """The teams that a member manages."""
        return [mark for mark in self.marks if self.journal.managers[mark.number].member >= 0]

    @property
    def left_this_week(self) -> int:
        """The games of this week that are not over."""
        return sum(game.status != "over" for game in self.this_week)

    def person(self, team: int) -> str:
        """Who plays the team: `you`, a name, or a computer coach."""
        chair = self.journal.managers[team]
        if chair.member < 0:
            return f"{level_name(chair.level)} coach"
        if chair.member == self.me:
            return "you"
        name = self.journal.members[chair.member].name
        return f"{name} (away, {level_name(chair.stand_in)} coach)" if chair.away else name

    @cached_property
    def marks(self) -> list[TeamLabel]:
        """All teams, by number."""
        return [
            TeamLabel(
                number,
                name,
                number % COLORS,
                self.standing.ledger.line(number).record.replace("-", "\N{EN DASH}"),
                self.person(number),
                self.me is not None and self.journal.managers[number].member == self.me,
            )
            for number, name in enumerate(self.league.names)
        ]

    def game(self, fixture: Fixture) -> GameLabel:
        """A fixture as it stands."""
        attempt: Attempt | None = self.journal.current(fixture)
        due = self.journal.due(fixture)
        mark = GameLabel(
            fixture.id,
            url_key(fixture.id),
            fixture.stage,
            self.marks[fixture.home],
            self.marks[fixture.visitor],
            "open",
            fixture.knockout,
            fixture.neutral,
            due=due.at if due is not None else "",
            faults=self.red.get(fixture.id, ""),
        )
        if attempt is not None:
            mark.status, mark.table, mark.typed_by = attempt.status, attempt.table, attempt.typed_by
            result: FixtureResult | None = attempt.result
            if result is not None:
                mark.kind, mark.recorded = result.kind, bool(result.record)
                if result.kind != "void":
                    mark.home_points, mark.visitor_points = result.home_points, result.visitor_points
                    mark.lead = result.score.lead
        if mark.status != "over":
            mark.waits = self._waits(fixture, mark)
        return mark

    def _waits(self, fixture: Fixture, mark: GameLabel) -> list[str]:
        teams = [fixture.home, fixture.visitor]
        if mark.status == "typed":
            teams = [team for team in teams if team != mark.typed_by]
        return [self.marks[team].who for team in teams if self.journal.managers[team].person]

    @cached_property
    def open_games(self) -> list[GameLabel]:
        """The games that can be played now."""
        return [self.game(fixture) for fixture in self.season.waiting]

    @property
    def stage(self) -> str:
        """The week or round that is played now; empty when all is over."""
        return self.open_games[0].stage if self.open_games else ""

    @cached_property
    def stages(self) -> dict[str, list[GameLabel]]:
        """Every game by week or round, in the order of the form."""
        found: dict[str, list[GameLabel]] = {}
        for fixture in self.fixtures.values():
            found.setdefault(fixture.stage, []).append(self.game(fixture))
        return found

    @property
    def this_week(self) -> list[GameLabel]:
        """The games of the week that is played now, those over included."""
        return self.stages.get(self.stage, [])

    @property
    def last_results(self) -> tuple[str, list[GameLabel]]:
        """The last week or round before this one that has results."""
        before: tuple[str, list[GameLabel]] = "", []
        for stage, games in self.stages.items():
            done = [game for game in games if game.status == "over"]
            if stage != self.stage and done:
                before = stage, done
        return before

    @property
    def my_game(self) -> GameLabel | None:
        """The next game of who looks."""
        return next((game for game in self.open_games if game.mine), None)

    @cached_property
    def tables(self) -> dict[str, list[StandingsRow]]:
        """Today's tables with the reasons between neighbors."""
        found = {}
        for name, placed in self.standing.placed.items():
            if name not in self.standing.progress.tables:
                continue
            lines = []
            for number, team in enumerate(placed.teams):
                line = self.standing.ledger.line(team)
                reason = ""
                if number < len(placed.reasons):
                    below = self.standing.ledger.line(placed.teams[number + 1])
                    level = line.share == below.share if self.by_win_pct else line.points == below.points
                    reason = f"Tiebreaker: {placed.reasons[number]}" if level else ""
                    if level and placed.by_lot(number):
                        reason = "Tied"
                lines.append(StandingsRow(number + 1, self.marks[team], line, reason))
            found[name] = lines
        return found

    @cached_property
    def _rankings(self) -> list[TieBreakers]:
        return _Rankings(self.league.form, SeasonFacts()).asked

    @property
    def tie_breakers_text(self) -> str:
        """The tie-breakers of its tables, in words."""
        return self._rankings[0].words if self._rankings else ""

    @property
    def by_win_pct(self) -> bool:
        """Do its tables go by the share of wins, not by points for wins and draws?"""
        return bool(self._rankings) and self._rankings[0].criteria[0].measure is Measure.SHARE

    @property
    def near(self) -> set[str]:
        """The weeks of a long season that lie open: this one, and those beside it."""
        names = list(self.stages)
        at = names.index(self.stage) if self.stage else len(names) - 1
        return set(names if len(names) <= MOST_OPEN else names[max(0, at - 1) : at + 2])

    def fixture_words(self, name: str) -> str:
        """A game as people say it: week and both teams."""
        found = self.fixtures.get(url_key(name))
        if found is None:
            return name
        home, visitor = self.marks[found.home].name, self.marks[found.visitor].name
        return f"{stage_name(found.stage)}: {visitor} {'vs.' if found.neutral else 'at'} {home}"

    @property
    def champion(self) -> TeamLabel | None:
        """Who won it all."""
        return None if self.journal.champion is None else self.marks[self.journal.champion]


class _Rankings(Season):
    """Hears by which criteria tables are ranked."""

    def __init__(self, form: Format, known: SeasonFacts) -> None:
        self.asked: list[TieBreakers] = []
        super().__init__(form, known, as_it_stands=True)

    def table(self, ask: RankEntries) -> list[int]:
        self.asked.append(ask.by)
        return super().table(ask)
