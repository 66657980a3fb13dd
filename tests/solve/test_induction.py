"""Backward induction against a game small enough to work out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from fieldhouse.kernel.requests import COIN, Choose, Menu, Option, Roll, Together
from fieldhouse.solve.enumerate import ChanceNode, ChoiceNode, Leaf, Node
from fieldhouse.solve.induction import Lands, Period, Plays, improve

MENU = Menu([Option("a", "a"), Option("b", "b")])


def coin(heads: Node[Lands], tails: Node[Lands]) -> Node[Lands]:
    node: ChanceNode[Lands] = ChanceNode(Roll(COIN, "coin"))
    node.branches = [(1, heads, ("heads",)), (1, tails, ("tails",))]
    return node


def choose(seat: int, a: Node[Lands], b: Node[Lands]) -> Node[Lands]:
    node: ChoiceNode[Lands] = ChoiceNode(Choose(seat, "choice", MENU))
    node.branches = {"a": a, "b": b}
    return node


def ends(period: Period) -> np.ndarray:
    lead = np.tile(np.sign(period.margins), (len(period.plays.situations), 1))
    return (lead + 1) / 2


def solved(tree: Node[Lands], steps: int, limit: int = 3) -> tuple[Period, np.ndarray]:
    plays = Plays().explore(["shot"], lambda _key: tree)
    period = Period(plays, steps, limit)
    return period, period.solve(ends(period), [])


def test_the_mover_takes_the_better_chance() -> None:
    """A sure point or a coin for three; afterwards the other side moves, and the game lasts one step."""
    sure = Leaf(Lands("shot", True, 1, 1))
    risky = coin(Leaf(Lands("shot", True, 1, 3)), Leaf(Lands("shot", True, 1, 0)))
    period, values = solved(choose(0, sure, risky), 1)
    by_lead = dict(zip(period.margins.tolist(), values[1][0].tolist(), strict=True))
    assert by_lead[0] == 1.0, "the sure point wins"
    assert by_lead[-1] == 0.5, "the sure point ties, the coin wins half the time"
    assert by_lead[-2] == 0.5, "only three points help"
    assert by_lead[-3] == 0.25, "heads ties"


def test_the_other_side_takes_what_is_worst_for_the_mover() -> None:
    """The same tree chosen by the other seat."""
    good, bad = Leaf(Lands("shot", True, 1, 3)), Leaf(Lands("shot", True, 1, 0))
    period, values = solved(choose(1, good, bad), 1)
    assert values[1][0][period.limit] == 0.5


def test_turned_sides_see_the_lead_from_the_other_end() -> None:
    """Two steps: each side in turn scores one point for sure, so a lead of one before is kept."""
    period, values = solved(Leaf(Lands("shot", True, 1, 1)), 2)
    by_lead = dict(zip(period.margins.tolist(), values[2][0].tolist(), strict=True))
    assert (by_lead[1], by_lead[0], by_lead[-1]) == (1.0, 0.5, 0.0)


def test_plays_without_time_are_solved_together() -> None:
    """A coin that gives a point or another try at once: the point comes in the end."""
    point, again = Leaf(Lands("shot", True, 1, 1)), Leaf(Lands("shot", False, 0, 0))
    plays = Plays().explore(["shot"], lambda _key: coin(point, again))
    period = Period(plays, 1, 3, sweeps=40)
    values = period.solve(ends(period), [])
    assert values[1][0][period.limit] == pytest.approx(1.0, abs=1e-6)


def test_situations_that_are_played_at_zero() -> None:
    """Like a try: it is settled after the time is up."""
    tree = {"shot": Leaf(Lands("try", False, 1, 0)), "try": Leaf(Lands("shot", True, 1, 1))}
    plays = Plays().explore(["shot"], lambda key: tree[key])
    period = Period(plays, 1, 3)
    values = period.solve(ends(period), [plays.number["try"]])
    assert values[1][plays.number["shot"]][period.limit] == 1.0


def test_choices_made_together_get_the_value_of_the_matrix_game() -> None:
    """Matching pennies for a point: half."""
    node: ChoiceNode[Lands] = ChoiceNode(Together(Choose(0, "c", MENU), Choose(1, "c", MENU)))
    win, lose = Leaf(Lands("shot", True, 1, 1)), Leaf(Lands("shot", True, 1, -1))
    node.branches = {("a", "a"): win, ("a", "b"): lose, ("b", "a"): lose, ("b", "b"): win}
    period, values = solved(node, 1)
    assert values[1][0][period.limit] == pytest.approx(0.5, abs=1e-6)


def test_mixes_of_an_uneven_game() -> None:
    """Rows (3, -1) and (-1, 1): the value is 1/3, both sides mix one to two."""
    games = np.array([[3.0, -1.0], [-1.0, 1.0]]).reshape(1, 2, 2, 1)
    start = np.full((1, 2, 1), 0.5)
    p, q = improve(games, start, start, rounds=3000)
    assert p[0, :, 0] == pytest.approx([1 / 3, 2 / 3], abs=0.01)
    assert q[0, :, 0] == pytest.approx([1 / 3, 2 / 3], abs=0.01)
    value = float(np.einsum("ciml,cil,cml->cl", games, p, q)[0, 0])
    assert value == pytest.approx(1 / 3, abs=0.01)
