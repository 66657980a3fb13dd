"""What is certain although much is still to be played: bounds of a table by its first criterion alone.

A team can do no worse than lose all it has left, and no better than win it. Who has more of the first
criterion (points, or share of wins) stands higher whatever the tie-breakers say, so these bounds hold under
any form; they may be wider than they need be. Only tables whose teams do not depend on what is still open
are bounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from fieldhouse.football.competition.format import Fixture, Format, Lots, RankEntries, SeasonProgress
from fieldhouse.football.competition.tie_breakers import Measure, Scope
from fieldhouse.league.season import Season, SeasonFacts


class PlaceBounds(msgspec.Struct, frozen=True):
    """The best and the worst place, from 0, that a team can still come to."""

    best: int
    worst: int


Bounds = dict[str, dict[int, PlaceBounds]]
"""By table and team."""


class _Bounding(Season):
    """The season as it stands, every open question answered one way or (`turned`) the other."""

    def __init__(self, form: Format, known: SeasonFacts, turned: bool) -> None:
        self.turned = turned
        self.left: Counter[int] = Counter()
        self.found: dict[str, tuple[frozenset[int], dict[int, PlaceBounds]]] = {}
        super().__init__(form, known, as_it_stands=True)

    def league(self, fixtures: Sequence[Fixture]) -> None:
        counted = self.ledger
        before = [counted.line(team).games for team in range(len(self.form.names))]
        super().league(fixtures)
        due: Counter[int] = Counter()
        for fixture in fixtures:
            if fixture.id not in self.known.struck:
                due.update((fixture.home, fixture.visitor))
        for team, number in due.items():
            self.left[team] += number - (counted.line(team).games - before[team])

    def lots(self, ask: Lots) -> Sequence[int]:
        drawn = super().lots(ask)
        return drawn if ask.id in self.known.lots or not self.turned else list(drawn)[::-1]

    def table(self, ask: RankEntries) -> list[int]:
        first = ask.by.criteria[0]
        plain = first.scope is Scope.ALL and not (first.only_two or first.least or ask.by.heads)
        if plain and first.measure in (Measure.POINTS, Measure.SHARE):
            teams = frozenset(map(int, ask.entries))
            self.found[ask.name] = teams, self._bounds(teams, first.measure)
        placed = super().table(ask)
        return placed[::-1] if self.turned and not ask.places else placed

    def range_of(self, team: int, measure: Measure) -> tuple[float, float]:
        """The least and the most of points, or of the share of wins, that the team can come to."""
        line, left = self.ledger.line(team), self.left[team]
        games = max(line.games + left, 1) if measure is Measure.SHARE else 1
        return line.points / games, (line.points + 2 * left) / games

    def _bounds(self, teams: frozenset[int], measure: Measure) -> dict[int, PlaceBounds]:
        ranges = {team: self.range_of(team, measure) for team in teams}
        low = {team: least for team, (least, _) in ranges.items()}
        high = {team: most for team, (_, most) in ranges.items()}
        return {
            team: PlaceBounds(
                sum(low[other] > high[team] for other in teams if other != team),
                sum(high[other] >= low[team] for other in teams if other != team),
            )
            for team in teams
        }


def place_bounds(form: Format, known: SeasonFacts) -> Bounds:
    """For every table that can be bounded."""
    one, other = (_Bounding(form, known, turned).found for turned in (False, True))
    return {
        name: bounds for name, (teams, bounds) in one.items() if name in other and other[name][0] == teams
    }


def format_proofs(form: Format, known: SeasonFacts) -> dict[str, list[bool | None]]:
    """What the form itself can prove from the shares of wins that teams can still come to."""
    now = _Bounding(form, known, turned=False)
    ranges = [now.range_of(team, Measure.SHARE) for team in range(len(form.names))]
    return form.sure([least for least, _ in ranges], [most for _, most in ranges])


def combine_proofs(one: Sequence[bool | None], other: Sequence[bool | None]) -> list[bool | None]:
    """Two proofs of the same: each says what the other leaves open."""
    return [first if first is not None else second for first, second in zip(one, other, strict=True)]


def clinch_status(
    progress: SeasonProgress, entries: Sequence[object], bounds: Bounds, teams: int
) -> list[bool | None]:
    """Who is sure to be among these entries of a course (True), who cannot be (False), else None.

    Known only where the entries are, by identity, the first places of tables.
    """
    seats = {
        id(entry): (name, place)
        for name, table in progress.tables.items()
        for place, entry in enumerate(table)
    }
    places: dict[str, set[int]] = {}
    for entry in entries:
        if id(entry) not in seats:
            return [None] * teams
        name, place = seats[id(entry)]
        places.setdefault(name, set()).add(place)
    if any(name not in bounds or found != set(range(len(found))) for name, found in places.items()):
        return [None] * teams
    proved: list[bool | None] = [False] * teams
    for name, found in places.items():
        for team, bound in bounds[name].items():
            proved[team] = True if bound.worst < len(found) else False if bound.best >= len(found) else None
    return proved


def without_eliminated(before: Sequence[bool | None], proved: Sequence[bool | None]) -> list[bool | None]:
    """Who cannot come to one stage comes to none after it."""
    return [False if was is False else now for was, now in zip(before, proved, strict=True)]


def stages_in_order(stages: Mapping[str, list[bool | None]]) -> dict[str, list[bool | None]]:
    """Stages of a course stand in the order in which they are reached."""
    found: dict[str, list[bool | None]] = {}
    before: list[bool | None] | None = None
    for name, proved in stages.items():
        found[name] = before = proved if before is None else without_eliminated(before, proved)
    return found
