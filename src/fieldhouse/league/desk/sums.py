"""Do the sums of a season add up? Every line is made again from its only source, record by record, and added
up without SQL; the store's lines and the store's sums must be the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from fieldhouse.football.contest.asks import Fixture
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.league.book.reading import LeagueBook
from fieldhouse.league.book.results import FixtureResult
from fieldhouse.league.desk.desk import LeagueDesk
from fieldhouse.league.desk.entering import lines_of_result
from fieldhouse.league.desk.tidying import sorted_lines
from fieldhouse.league.statistics.totals import LONGEST, season_totals
from fieldhouse.store.league_layout import LineRow

SumKey = tuple[int, str, str]
"""Team, man ("" is the team itself), and what is counted."""


class Reconciled(msgspec.Struct):
    """Games whose lines were made again, sums that were compared, and what does not agree."""

    games: int = 0
    sums: int = 0
    faults: list[str] = []


def reconciled(
    desk: LeagueDesk, book: LeagueBook, games: Iterable[tuple[Fixture, FixtureResult]]
) -> Reconciled:
    """Record, events, lines, season: each step again, for the results that stand."""
    found = Reconciled()
    kept: dict[str, list[LineRow]] = {}
    for name, line in desk.store.lines(book.id):
        kept.setdefault(name, []).append(line)
    made: list[LineRow] = []
    points: dict[int, int] = {}
    for fixture, result in games:
        try:
            lines = lines_of_result(desk, book, fixture, result).lines
        except FieldhouseError as error:
            found.faults.append(str(error))
            continue
        if sorted_lines(lines) != sorted_lines(kept.pop(fixture.id, [])):
            found.faults.append(f"{fixture.id}: the lines that are kept are not those of its record")
        made += lines
        found.games += 1
        for team, scored in ((result.home, result.home_points), (result.visitor, result.visitor_points)):
            points[team] = points.get(team, 0) + scored
    found.faults += [f"{name}: lines are kept of a game that does not count" for name in kept]
    ours, theirs = added_up(made), sums_of_store(desk, book)
    found.sums = len(ours)
    found.faults += [
        f"season, {book.league.names[team]}, {player or 'team'}, {what}: the store says "
        f"{theirs.get((team, player, what))}, the records {ours.get((team, player, what))}"
        for team, player, what in sorted(ours.keys() | theirs.keys())
        if ours.get((team, player, what)) != theirs.get((team, player, what))
    ]
    found.faults += [
        f"season, {book.league.names[team]}: its results add up to {scored} points, its lines to "
        f"{ours.get((team, '', 'points'))}"
        for team, scored in points.items()
        if ours.get((team, "", "points")) != scored
    ]
    return found


def added_up(lines: Sequence[LineRow]) -> dict[SumKey, int]:
    """The sums, line by line; of the longest the greatest. What is unknown adds nothing."""
    found: dict[SumKey, int] = {}
    for line in lines:
        if line.value is not None:
            key, value = (line.team, line.player, line.what), int(line.value)
            before = found.get(key)
            longest = line.what.startswith(LONGEST) and before is not None
            found[key] = max(before or 0, value) if longest else (before or 0) + value
    return found


def sums_of_store(desk: LeagueDesk, book: LeagueBook) -> dict[SumKey, int]:
    """The same, as SQL adds it up for the pages."""
    lines = [one for men in (False, True) for one in season_totals(desk.store, book.id, men=men)]
    return {(one.team, one.player, what): value for one in lines for what, value in one.stats.items()}
