"""Backward induction against games small enough to work out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from fieldhouse.solve.compiler import A_WINS, B_WINS, NOWHERE, TIE, Lands
from fieldhouse.solve.induction import Sweep, better_mixes
from fieldhouse.solve.tables import Tables, decision_arrays, leaf_arrays, row_arrays
from fieldhouse.solve.templates import TOGETHER, Decision, Row


def tables(
    rows: list[Row],
    leaves: list[Lands],
    decisions: list[Decision] | None = None,
    *,
    roots: list[int],
    slots: int,
    limit: int = 3,
    played_at_zero: dict[int, int] | None = None,
) -> Tables:
    """Cores by number: `roots` while there is time, at the last slot the lead decides.

    `played_at_zero` gives cores that are still played then, with their row.
    """
    lead = np.arange(-limit, limit + 1)
    kind_of = np.zeros((1, slots, len(lead)), np.int32)
    kind_of[0, -1] = np.where(lead > 0, 1, np.where(lead < 0, 3, 2))
    entry = np.full((len(roots), 4), NOWHERE, np.int32)
    entry[:, 0], entry[:, 1], entry[:, 2], entry[:, 3] = roots, A_WINS, TIE, B_WINS
    for core, row in (played_at_zero or {}).items():
        entry[core, 1:] = row
    parts: dict[str, Any] = {**leaf_arrays(leaves), **row_arrays(rows), **decision_arrays(decisions or [])}
    return Tables(
        limit=limit, slots=slots, cores=list(range(len(roots))), families=[None],
        family=np.zeros(len(roots), np.int32), kind_of=kind_of, entry=entry,
        stop=np.full(slots, slots - 1, np.int32), start=0, **parts,
    )  # fmt: skip


def win_probability(t: Tables, slot: int, core: int = 0, limit: int = 0) -> dict[int, float]:
    sweep = Sweep(t, limit)
    leads = range(-sweep.limit, sweep.limit + 1)
    found = sweep.values([(slot, core, lead) for lead in leads])
    return {lead: found[slot, core, lead].win_probability for lead in leads}


def shot(points: int, time: int = 1) -> Lands:
    """The mover scores and the other side moves."""
    return Lands(0, True, time, points, 0)


def test_the_mover_takes_the_better_chance() -> None:
    """A sure point or a coin for three; afterwards the other side moves, and the game lasts one step."""
    rows = [Row((0,), (1,), 1), Row((1, 2), (1, 1), 2), Row((-1,), (1,), 1)]
    choice = [Decision(0, "c", ("sure", "coin"), (0, 1))]
    by_lead = win_probability(tables(rows, [shot(1), shot(3), shot(0)], choice, roots=[2], slots=2), 0)
    assert by_lead[0] == 1.0, "the sure point wins"
    assert by_lead[-1] == 0.5, "the sure point ties, the coin wins half the time"
    assert by_lead[-2] == 0.5, "only three points help"
    assert by_lead[-3] == 0.25, "heads ties"


def test_the_other_side_takes_what_is_worst_for_the_mover() -> None:
    rows = [Row((0,), (1,), 1), Row((1,), (1,), 1), Row((-1,), (1,), 1)]
    choice = [Decision(1, "c", ("good", "bad"), (0, 1))]
    assert win_probability(tables(rows, [shot(3), shot(0)], choice, roots=[2], slots=2), 0)[0] == 0.5


def test_turned_sides_see_the_lead_from_the_other_end() -> None:
    """Two steps: each side in turn scores one point for sure, so a lead of one before is kept."""
    by_lead = win_probability(tables([Row((0,), (1,), 1)], [shot(1)], roots=[0], slots=3), 0)
    assert (by_lead[1], by_lead[0], by_lead[-1]) == (1.0, 0.5, 0.0)


def test_win_tie_and_loss_add_up() -> None:
    t = tables([Row((0, 1), (1, 3), 4)], [shot(1), shot(0)], roots=[0], slots=2)
    chances = Sweep(t).values([(0, 0, 0)])[0, 0, 0]
    assert chances == pytest.approx((0.25, 0.75, 0.0))
    assert chances.from_other_side() == pytest.approx((0.0, 0.75, 0.25))


def test_plays_without_time_are_solved_as_a_circle() -> None:
    """A coin that gives a point or another try at once: the point comes in the end."""
    rows = [Row((0, 1), (1, 1), 2)]
    by_lead = win_probability(tables(rows, [shot(1), Lands(0, False, 0, 0, 0)], roots=[0], slots=2), 0)
    assert by_lead[0] == pytest.approx(1.0, abs=1e-13)


def test_a_circle_of_two_places_is_a_geometric_series() -> None:
    """Both sides in turn throw for a point that ends it, in no time: one in six, then five sixths on.

    Who begins wins 1/6 * (1 + 25/36 + ...) = 6/11.
    """
    leaves = [Lands(0, True, 0, 0, 0), Lands(1, False, 1, 1, 0)]
    rows = [Row((0, 1), (5, 1), 6), Row((2,), (1,), 1)]
    leaves.append(Lands(1, False, 1, 0, 0))
    by_lead = win_probability(tables(rows, leaves, roots=[0, 1], slots=2), 0)
    assert by_lead[0] == pytest.approx(float(Fraction(6, 11)), abs=1e-13)


def test_an_overtime_that_begins_again_is_a_fixed_point() -> None:
    """Each period the mover scores with chance 1/3 and has won; else a new period, the sides turned.

    x = 1/3 + 2/3 * (1 - x), so x = 3/5; the slots of the period come round and round.
    """
    leaves = [Lands(1, False, 1, 1, 0), Lands(0, True, 1, 0, 0), Lands(0, False, -1, 0, 0)]
    rows = [Row((0, 1), (1, 2), 3), Row((2,), (1,), 1)]
    t = tables(rows, leaves, roots=[0, 0], slots=2)
    t.entry[0, 2] = 1  # level at the end: once more
    assert win_probability(t, 0)[0] == pytest.approx(0.6, abs=1e-12)


def test_situations_that_are_played_at_zero() -> None:
    """Like a try: it is settled after the time is up."""
    leaves = [Lands(1, False, 1, 0, 0), Lands(0, True, 0, 1, 0)]
    rows = [Row((0,), (1,), 1), Row((1,), (1,), 1)]
    t = tables(rows, leaves, roots=[0, 1], slots=2, played_at_zero={1: 1})
    assert win_probability(t, 0)[0] == 1.0


def test_leads_beyond_the_limit_are_bounded_for_certain() -> None:
    """Four steps of a coin for one point: from a lead of 3 the truth is 1, and limit 3 leaves a doubt."""
    rows = [Row((0, 1), (1, 1), 2)]
    t = tables(rows, [shot(1), shot(0)], roots=[0], slots=5)
    near = Sweep(t)
    low, high = near.bounds([(0, 0, 3)])[0, 0, 3]
    assert low < 1.0 <= high
    wide = Sweep(t, 9)
    assert wide.bounds([(0, 0, 3)])[0, 0, 3] == (1.0, 1.0)
    low, high = near.bounds([(0, 0, 0)])[0, 0, 0]
    assert low <= wide.values([(0, 0, 0)])[0, 0, 0].win_probability <= high


def test_a_play_that_uses_time_must_move_the_clock() -> None:
    t = tables([Row((0,), (1,), 1)], [shot(1)], roots=[0], slots=2, played_at_zero={0: 0})
    with pytest.raises(ArithmeticError, match="does not move the clock"):
        Sweep(t).values([(0, 0, 0)])


def test_choices_made_together_get_the_value_of_the_matrix_game() -> None:
    """Matching pennies for a point: half."""
    win, lose = shot(1), Lands(0, True, 1, 0, 1)
    rows = [Row((0,), (1,), 1), Row((1,), (1,), 1), Row((-1,), (1,), 1)]
    keys = (("a", "a"), ("a", "b"), ("b", "a"), ("b", "b"))
    again = Lands(0, False, 0, 0, 0)  # hot, as pre-snap penalties are
    rows += [Row((0, 2), (9, 1), 10), Row((1, 2), (9, 1), 10)]
    choice = [Decision(TOGETHER, "c", keys, (3, 4, 4, 3))]
    t = tables(rows, [win, lose, again], choice, roots=[2], slots=2)
    assert win_probability(t, 0)[0] == pytest.approx(0.5, abs=1e-4)


def test_mixes_of_an_uneven_game() -> None:
    """Rows (3, -1) and (-1, 1): the value is 1/3, both sides mix one to two."""
    game = np.array([[3.0, -1.0], [-1.0, 1.0]])
    p, q = np.full(2, 0.5), np.full(2, 0.5)
    better_mixes(game, p, q, 3000)
    assert p == pytest.approx([1 / 3, 2 / 3], abs=0.01)
    assert q == pytest.approx([1 / 3, 2 / 3], abs=0.01)
    assert p @ game @ q == pytest.approx(1 / 3, abs=0.01)
