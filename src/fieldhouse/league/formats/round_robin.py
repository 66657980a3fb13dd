"""Round robins: everybody meets everybody, once, twice, or for as many weeks as there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
from fieldhouse.league.schedule import Pair, double_rounds, schedule, weeks_needed


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
