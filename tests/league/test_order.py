"""Standings: declared criteria in their order, applied again as declared, and the reason between
neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldhouse.football.competition.tie_breakers import DEFAULT_TIE_BREAKERS
from fieldhouse.games.thegrid.league import DC_11
from fieldhouse.league import Criterion, FinalScore, Measure, Mode, ResultsLedger, Scope, TieBreakers
from fieldhouse.league.formats.round_robin import DC_13

POINTS = Criterion(Measure.POINTS)
BETWEEN = Criterion(Measure.POINTS, Scope.AMONG)
DIFFERENCE = Criterion(Measure.DIFFERENCE)

Games = dict[tuple[int, int], tuple[int, int]]


def ranked(
    games: Games,
    by: TieBreakers,
    lots: Sequence[Sequence[int]] = (),
    division: Sequence[int] = (),
    teams: Sequence[int] | None = None,
) -> tuple[list[int], list[str], list[list[int]]]:
    """Order, reasons in words, and the sets between which lots were drawn."""
    size = max(team for pair in games for team in pair) + 1
    own = list(division) or [0] * size
    ledger = ResultsLedger(own, [0] * size)
    for (home, visitor), score in games.items():
        ledger.add(home, visitor, FinalScore(*score))
    script, drawn = list(lots), []

    def draw(place: int, level: Sequence[int]) -> Sequence[int]:
        drawn.append(list(level))
        return script.pop(0)

    order, reasons = ledger.rank(list(range(size)) if teams is None else teams, by, draw)
    assert not script
    return order, [by.reason(number) for number in reasons], drawn


# DC-11 and DC-13


@pytest.mark.parametrize(
    ("games", "order"),
    [
        (((7, 0), (7, 0), (0, 3)), [0, 1, 2]),  # 4, 2 and 0 points
        (((7, 7), (0, 3), (3, 20)), [0, 2, 1]),  # 3, 1 and 2 points
        (((0, 3), (3, 3), (30, 0)), [2, 1, 0]),  # 0, 3 and 3 points; 1 and 2 drew, +3 against +30
        (((10, 3), (7, 0), (10, 7)), [0, 1, 2]),  # a ring of wins: +4, 0, -4
        (((10, 3), (17, 10), (14, 7)), [2, 1, 0]),  # equal differences: 24, 20 and 17 scored
    ],
)
def test_a_group_of_three(games: tuple[tuple[int, int], ...], order: list[int]) -> None:
    """DC-11: points; the game between two; difference; scored. Games 0-1, 1-2, 2-0."""
    scores = dict(zip(((0, 1), (1, 2), (2, 0)), games, strict=True))
    assert ranked(scores, DC_11)[0] == order


def test_two_level_teams_look_at_their_own_game_first() -> None:
    """DC-11: 1 beat 0, though 0 has +36 and 1 has -5; 2 beat 3."""
    games = {(0, 1): (0, 3), (1, 2): (1, 7), (0, 2): (40, 0), (2, 3): (5, 1), (3, 0): (1, 0), (3, 1): (2, 0)}
    order, reasons, _ = ranked(games, DC_11)
    assert order == [2, 3, 1, 0]
    assert reasons == [
        "standings points in head-to-head games (two teams only)",
        "standings points",
        "standings points in head-to-head games (two teams only)",
    ]


def test_dc13_counts_the_points_of_both_games_between_two() -> None:
    """DC-13: each won at home, 20-3 and 10-7: 0 scored 27, 1 scored 13; 1's better difference comes
    later."""
    games = {
        (0, 1): (20, 3),
        (1, 0): (10, 7),
        (0, 2): (9, 0),
        (2, 0): (0, 3),
        (1, 2): (40, 0),
        (2, 1): (0, 40),
    }
    order, reasons, _ = ranked(games, DC_13)
    assert order == [0, 1, 2]
    assert reasons[0] == "points scored in head-to-head games (two teams only)"


def test_each_criterion_is_applied_once_to_teams_still_level() -> None:
    """DC-13: three level on points; when the difference has taken one away, the game between the other two
    does not count."""
    games = {(0, 1): (7, 0), (1, 2): (7, 0), (2, 0): (20, 0)}
    order, reasons, drawn = ranked(games, DC_13)
    assert order == [2, 1, 0]  # +13, 0, -13
    assert reasons == ["point differential", "point differential"]
    assert drawn == []


def test_teams_level_in_everything_draw_lots() -> None:
    """TG-C.14: three games of 7-0 in a ring."""
    order, reasons, drawn = ranked({(0, 1): (7, 0), (1, 2): (7, 0), (2, 0): (7, 0)}, DC_11, [[2, 0, 1]])
    assert (order, reasons, drawn) == ([2, 0, 1], ["random draw", "random draw"], [[0, 1, 2]])


# Applied again


RING: Games = {
    (0, 1): (1, 0),
    (1, 2): (5, 0),
    (2, 0): (2, 0),
    (3, 0): (0, 1),
    (3, 1): (0, 1),
    (3, 2): (0, 1),
}
"""0, 1 and 2 have two wins each, in a ring; among them 1 has +4, 0 has -1, 2 has -3. 3 lost to all."""


def test_a_set_that_was_split_begins_again() -> None:
    """Mode AGAIN: after 1 is taken away by difference among them, 0 and 2 look at their own game: 2 beat
    0."""
    criteria = (POINTS, BETWEEN, Criterion(Measure.SCORED, Scope.AMONG))
    games = {(0, 1): (3, 0), (1, 2): (9, 0), (2, 0): (3, 0)}
    once = ranked(games, TieBreakers(criteria), [[0, 2]])
    assert once[0] == [1, 0, 2]
    again = ranked(games, TieBreakers(criteria, Mode.AGAIN))
    assert again[0] == [1, 2, 0]
    assert again[1][1] == "standings points in head-to-head games"


def test_the_best_is_found_and_then_all_that_are_left_begin_again() -> None:
    """Mode BEST: 1 is first by difference; for the second place 2 beat 0, though 0's difference is
    better."""
    by = TieBreakers((POINTS, BETWEEN, Criterion(Measure.DIFFERENCE, Scope.AMONG)), Mode.BEST)
    order, reasons, _ = ranked(RING, by)
    assert order == [1, 2, 0, 3]
    assert reasons == [
        "point differential in head-to-head games",
        "standings points in head-to-head games",
        "standings points",
    ]


def test_of_each_division_only_the_best_left_is_compared() -> None:
    """`heads`: 1 has the best record of all but stands behind 0 in the list of their division."""
    games = {(1, 2): (9, 0), (1, 3): (9, 0), (0, 2): (1, 0), (3, 0): (1, 0), (2, 3): (3, 0)}
    by = TieBreakers((POINTS, DIFFERENCE), Mode.BEST, heads=True)
    order, reasons, _ = ranked(games, by, division=[0, 0, 1, 1], teams=[0, 1, 2, 3])
    assert order == [0, 1, 2, 3]
    assert reasons == ["place in the division", "standings points", "place in the division"]


def test_common_opponents_need_enough_games() -> None:
    """0 and 1 have both met 2 and 3: two games each. With four needed the criterion is passed over."""
    games = {
        (0, 2): (1, 0),
        (0, 3): (1, 0),
        (1, 2): (0, 1),
        (1, 3): (1, 0),
        (5, 0): (2, 0),
        (1, 4): (9, 0),
    }
    common = Criterion(Measure.SHARE, Scope.COMMON)
    assert ranked(games, TieBreakers((POINTS, common, DIFFERENCE)))[0][:2] == [0, 1]
    four = Criterion(Measure.SHARE, Scope.COMMON, least=4)
    order, reasons, _ = ranked(games, TieBreakers((POINTS, four, DIFFERENCE)))
    assert order[:2] == [1, 0]
    assert reasons[0] == "point differential"


@given(
    scores=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=10, max_size=10),
    mode=st.sampled_from(Mode),
)
def test_a_table_is_a_permutation_and_its_first_criterion_never_rises(
    scores: list[tuple[int, int]], mode: Mode
) -> None:
    """Whatever the results: everybody once, points falling, and a reason of "points" exactly where they
    differ."""
    pairs = [(h, v) for h in range(5) for v in range(h)]
    ledger = ResultsLedger([0] * 5, [0] * 5)
    for (home, visitor), score in zip(pairs, scores, strict=True):
        ledger.add(home, visitor, FinalScore(*score))
    by = TieBreakers(DEFAULT_TIE_BREAKERS.criteria, mode)
    order, reasons = ledger.rank(range(5), by, lambda place, level: sorted(level))
    assert sorted(order) == list(range(5))
    points = [ledger.line(team).points for team in order]
    assert points == sorted(points, reverse=True)
    assert [reason == 0 for reason in reasons] == [a > b for a, b in pairwise(points)]
