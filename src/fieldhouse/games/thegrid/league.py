"""The Grid's own competitions: the World Tournament (DC-11) and its tie-breakers (DC-13)."""

from __future__ import annotations

from fieldhouse.football.competition.format import (
    Entry,
    Fixture,
    Format,
    KnockoutGames,
    LeagueGames,
    Lots,
    RankEntries,
    SeasonProgress,
    Steps,
)
from fieldhouse.football.competition.tie_breakers import Criterion, Measure, Scope, TieBreakers
from fieldhouse.kernel.errors import BadOptions

GROUPS = "ABCD"
DC_11 = TieBreakers(
    (
        Criterion(Measure.POINTS),
        Criterion(Measure.POINTS, Scope.AMONG, only_two=True),
        Criterion(Measure.DIFFERENCE),
        Criterion(Measure.SCORED),
    )
)


TIE_BREAKERS = TieBreakers(
    (
        Criterion(Measure.POINTS),
        Criterion(Measure.SCORED, Scope.AMONG, only_two=True),
        Criterion(Measure.DIFFERENCE),
        Criterion(Measure.SCORED),
    )
)
"""DC-13, for any league of The Grid."""


class WorldTournament(Format, frozen=True, tag=True):
    """DC-11, for twelve teams. The first-named team is home."""

    def __post_init__(self) -> None:
        if len(self.names) != 12:
            raise BadOptions(f"a World Tournament needs 12 teams, not {len(self.names)} (DC-11)")

    @property
    def title(self) -> str:
        return "World Tournament (DC-11)"

    def steps(self, c: SeasonProgress) -> Steps:
        drawn = yield Lots("group draw", range(12), "the next team of the group draw")
        for number, name in enumerate(GROUPS):
            c.groups[name] = drawn[3 * number : 3 * number + 3]
        yield LeagueGames([game for name in GROUPS for game in group_games(name, c.groups[name])])
        for name in GROUPS:
            c.tables[f"Group {name}"] = yield RankEntries(f"Group {name}", c.groups[name], DC_11)
        a, b, c_, d = (c.tables[f"Group {name}"] for name in GROUPS)
        pairs = ((a[0], b[1]), (b[0], a[1]), (c_[0], d[1]), (d[0], c_[1]))
        c.reached["quarter-finals"] = [team for pair in pairs for team in pair]
        ab, ba, cd, dc = yield KnockoutGames(knockout_stage("quarter-final", *pairs))
        c.reached["semi-finals"] = [ab, ba, cd, dc]
        first, second = yield KnockoutGames(knockout_stage("semi-final", (ab, cd), (ba, dc)))
        c.reached["final"] = [first, second]
        (c.champion,) = yield KnockoutGames([Fixture("final", "final", first, second, knockout=True)])


def group_games(name: str, group: list[Entry]) -> list[Fixture]:
    """By order of draw: 1-2, 2-3, 3-1; ordinary games."""
    places = ((0, 1), (1, 2), (2, 0))
    return [
        Fixture(f"group {name}, {h + 1}-{v + 1}", f"group {name}", group[h], group[v], week)
        for week, (h, v) in enumerate(places, start=1)
    ]


def knockout_stage(name: str, *pairs: tuple[Entry, Entry]) -> list[Fixture]:
    """The knockout games of one stage."""
    return [Fixture(f"{name} {n}", name, *pair, knockout=True) for n, pair in enumerate(pairs, start=1)]


FORMS = {
    "world": (
        "World Tournament: its 12 teams in four groups, then quarterfinals, semifinals and a final",
        WorldTournament,
    )
}
