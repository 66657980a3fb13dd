"""Round robins: everybody meets everybody, once, twice, or for as many weeks as there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from fieldhouse.football.competition.format import (
    Fixture,
    Format,
    InOrderOf,
    KnockoutGames,
    LeagueGames,
    RankEntries,
    SeasonProgress,
    Steps,
)
from fieldhouse.football.competition.tie_breakers import (
    DEFAULT_TIE_BREAKERS,
    Criterion,
    Measure,
    Scope,
    TieBreakers,
)
from fieldhouse.kernel.errors import BadOptions

Pair = tuple[int, int]
"""Home and visitor."""
TEAMS = range(2, 33)


def schedule(teams: int, weeks: int) -> list[list[Pair]]:
    """The games of each week, by number of team from 0."""
    if teams < 2 or weeks < 1:
        raise BadOptions("a schedule needs at least two teams and one week")
    rounds = teams if teams % 2 else teams - 1
    rest = weeks % rounds
    # In an exchanged round the weeks still to come must be even, too: then the single one comes first.
    single_first = bool(weeks // rounds % 2 and rest % 2)
    once = _alternating(teams) if teams % 2 else _by_rings(teams, single_first)
    return [
        [pair[::-1] if week // rounds % 2 else pair for pair in once[week % rounds]] for week in range(weeks)
    ]


def weeks_needed(teams: int, times: int = 1) -> int:
    """Weeks in which everybody meets everybody so often."""
    return times * (teams if teams % 2 else teams - 1)


def _alternating(teams: int) -> list[list[Pair]]:
    """An odd number of teams, everybody once."""

    def pair(middle: int, k: int) -> Pair:
        above, below = (middle + k) % teams, (middle - k) % teams
        return (above, below) if k % 2 else (below, above)

    return [[pair(middle, k) for k in range(1, teams // 2 + 1)] for middle in range(teams)]


@cache
def _by_rings(teams: int, single_first: bool) -> list[list[Pair]]:
    """An even number of teams, everybody once; rounds two by two, the single one first or last."""
    last = teams - 1
    others = _alternating(last) if last > 1 else [[]]
    rounds = [[(middle, last), *games] for middle, games in enumerate(others)]
    found: list[list[Pair]] = [rounds[0]] if single_first else []
    for number in range(len(found), len(rounds) - 1, 2):
        found += _rings(rounds[number], rounds[number + 1])
    if not single_first:
        found.append(rounds[-1])
    return found


def _rings(one: list[Pair], two: list[Pair]) -> tuple[list[Pair], list[Pair]]:
    """Both rounds, each team once at home and once away: walk each ring, who leaves a game is its home
    team."""
    partners = [{a: b for pair in games for a, b in (pair, pair[::-1])} for games in (one, two)]
    walked: tuple[list[Pair], list[Pair]] = ([], [])
    seen: set[int] = set()
    for start, _ in one:
        team = start
        while team not in seen:
            other = partners[0][team]
            walked[0].append((team, other))
            following = partners[1][other]
            walked[1].append((other, following))
            seen |= {team, other}
            team = following
    return walked


def double_rounds(teams: int) -> list[list[Pair]]:
    """DC-13's rounds, everybody twice, by place in the league's own list."""
    seats: list[int | None] = [*range(teams), *([None] if teams % 2 else [])]
    once: list[list[Pair]] = []
    for number in range(1, len(seats)):
        games: list[Pair] = []
        for first, second in zip(seats[: len(seats) // 2], reversed(seats), strict=False):
            if first is not None and second is not None:
                earlier, later = sorted((first, second))
                games.append((earlier, later) if number % 2 else (later, earlier))
        once.append(games)
        seats.insert(1, seats.pop())
    return once + [[pair[::-1] for pair in games] for games in once]


def scheduled_fixtures(
    names: Sequence[str], rounds: Sequence[Sequence[Pair]], what: str = "week"
) -> Iterator[Fixture]:
    """Fixtures of a schedule. A pair meets once a week at most, so week and names are enough for an id."""
    for week, games in enumerate(rounds, start=1):
        for home, visitor in games:
            label = f"{what} {week}: {names[home]} - {names[visitor]}"
            yield Fixture(label, f"{what} {week}", home, visitor, week)


class RoundRobin(Format, frozen=True, tag=True, kw_only=True):
    """Everybody against everybody: `weeks` of it, or `times` full rounds. The best of the table is
    champion."""

    weeks: int = 0
    times: int = 1
    by: TieBreakers = DEFAULT_TIE_BREAKERS

    def __post_init__(self) -> None:
        if not 2 <= len(self.names) <= 32 or self.weeks < 0 or self.times < 1:
            raise BadOptions("a round robin has 2 to 32 teams and at least one week")

    @property
    def title(self) -> str:
        if self.weeks:
            return f"{len(self.names)}-team round robin, {self.weeks} weeks"
        kind = {1: "round robin", 2: "double round robin"}.get(
            self.times, f"round robin, {self.times} rounds"
        )
        return f"{len(self.names)}-team {kind}"

    def steps(self, c: SeasonProgress) -> Steps:
        weeks = self.weeks or weeks_needed(len(self.names), self.times)
        yield LeagueGames(tuple(scheduled_fixtures(self.names, schedule(len(self.names), weeks))))
        c.tables["Table"] = table = yield RankEntries("Table", range(len(self.names)), self.by)
        c.champion = table[0]


DC_13 = TieBreakers(
    (
        Criterion(Measure.POINTS),
        Criterion(Measure.SCORED, Scope.AMONG, only_two=True),
        Criterion(Measure.DIFFERENCE),
        Criterion(Measure.SCORED),
    )
)


class DoubleRoundRobin(Format, frozen=True, tag="DoubleRoundAndPlayOff"):
    """DC-13: everyone meets everyone twice, once as home team; then semi-finals 1-4 and 2-3, and a
    final."""

    def __post_init__(self) -> None:
        if not 2 <= len(self.names) <= 12:
            raise BadOptions("this format has 2 to 12 teams")

    @property
    def title(self) -> str:
        return f"{len(self.names)}-team double round robin with playoffs"

    def steps(self, c: SeasonProgress) -> Steps:
        size = len(self.names)
        yield LeagueGames(tuple(scheduled_fixtures(self.names, double_rounds(size), "round")))
        c.tables["Table"] = table = yield RankEntries("Table", range(size), DC_13)
        finalists = table[:2]  # with two or three coaches, a final 1-2
        if size >= 4:
            c.reached["play-offs"] = list(table[:4])
            pairs = ((table[0], table[3]), (table[1], table[2]))
            games = [
                Fixture(f"semi-final {n}", "semi-final", *pair, knockout=True)
                for n, pair in enumerate(pairs, start=1)
            ]
            winners = yield KnockoutGames(games)
            finalists = yield InOrderOf(winners, table)  # the higher place is home
        c.reached["final"] = list(finalists)
        (c.champion,) = yield KnockoutGames(
            [Fixture("final", "final", finalists[0], finalists[1], knockout=True)]
        )
