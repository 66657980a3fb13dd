"""The closed-form chances of `odds` and `outlook` against the rules themselves, run along every branch."""

from __future__ import annotations

import ast
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest
from tests.games.thegrid.helpers import BRE, CAN, at, grid

from fieldhouse.games.thegrid.charts.cards import DEFENSE, OFFENSE
from fieldhouse.games.thegrid.coaches.evaluation import Evaluation, sample
from fieldhouse.games.thegrid.coaches.play_odds import lower_of, result_odds
from fieldhouse.games.thegrid.coaches.value_table import SITUATIONS, Values, situation_index
from fieldhouse.games.thegrid.rules import scrimmage
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.kernel.requests import Choose
from fieldhouse.solve.matrix import gap
from fieldhouse.solve.play_tree import explore, leaf_distribution


class Invented:
    """Worths that tell every position from every other; fewer cards are better, so two are always flipped."""

    def value(
        self, half: int, cards: int, diff: int, place: int, mine: int, theirs: int, right: int = 0
    ) -> float:
        box, down, marker = SITUATIONS[place]
        return 0.3 + 0.01 * box + 0.003 * diff - 0.002 * down + 0.001 * (12 - marker) + 0.02 * (3 - cards)


WORTH = cast(Values, Invented())


def worth_of(game: TheGrid, s: Grid, side: int) -> float:
    """The invented worth of a whistle state for that side, as the rules left it."""
    now = Evaluation(game, s, WORTH, game.half_cards)
    diff = s.scores[side] - s.scores[1 - side]
    if s.phase in ("over", "break"):
        return now.end(diff, 0, 0, offense=side == s.offense)
    if s.phase == "kickoff":
        value = now.kickoff(s.left, s.scores[s.offense] - s.scores[1 - s.offense], 0, 0, offense=True)
    else:
        value = WORTH.value(
            2,
            s.left,
            s.scores[s.offense] - s.scores[1 - s.offense],
            situation_index(s.box, s.down, s.marker),
            0,
            0,
        )
    return value if s.offense == side else 1 - value


def expectation(game: TheGrid, start: Grid, calls: tuple[str, str]) -> float:
    """The exact mean worth over every course of the play, by running the rules along each of them."""
    answers = dict(zip(("offense-card", "defense-card"), calls, strict=True)) | {
        "declare": "play",
        "clock": "two",
    }
    side = start.offense
    known: dict[Any, float] = {}

    def worth(s: Grid) -> float:
        place = (s.phase, s.period, s.left, s.offense, s.box, s.down, s.marker, *s.scores)
        if place not in known:  # thousands of courses end in a few places
            known[place] = worth_of(game, s, side)
        return known[place]

    def answer(asked: Choose, _: Any) -> str:
        return answers.get(asked.what, asked.keys[-1])

    ends = leaf_distribution(explore(game, start, worth, policy=answer))
    return float(sum(chance * Fraction(worth) for worth, chance in ends.items()))


SHOWN = ("roll", "total")
"""What lies on the table to be looked at, once the dice have become a result and a gain."""


class Covered(TheGrid):
    """The same rules; positions that differ only in the dice on the table are saved alike, and so are one."""

    def save(self, s: Grid) -> bytes:
        dice = s.roll, s.total
        s.roll, s.total = [], 0
        try:
            return super().save(s)
        finally:
            s.roll, s.total = dice


def test_no_rule_reads_the_dice_that_lie_on_the_table() -> None:
    """Else `Covered` would take two positions for one: they are rolled, told (`s.tell`) and shown."""
    readers = set()
    for file in Path(scrimmage.__file__).parent.glob("*.py"):
        tree = ast.walk(ast.parse(file.read_text()))
        for rule in (node for node in tree if isinstance(node, ast.FunctionDef)):
            for node in ast.walk(rule):
                if not isinstance(node, ast.Attribute) or ast.unparse(node.value) == "self":
                    continue  # an event's own words
                if node.attr in SHOWN and isinstance(node.ctx, ast.Load):
                    readers.add(f"{file.stem}.{rule.name}")
    assert readers == {"scrimmage.play_dice", "scrimmage.play_roll", "scrimmage.terms", "views.view"}


def small_dice() -> TheGrid:
    """Two teams of four-sided men, so that every course of a play can be run."""
    data = TheGrid.read_material("home", TheGrid.material_text("home"))
    for kind in ("qb", "hbe", "ln"):
        for row in data[kind]:
            for key, value in row.items():
                row[key] = "d4" if isinstance(value, str) and value in ("d6", "d8", "d10") else value
            row.update({key: 0 for key in ("run_block", "pass_block") if key in row})
    return Covered(grid(materials={"home": data, "visitor": data}).setup)


@pytest.mark.parametrize(
    ("calls", "box", "down", "marker", "pool"),
    [
        (("SP-LE", "SP-LE"), 2, 4, 6, ["2C", "2S"]),
        (("LP-RE", "LP-RE"), 1, 2, 5, ["2D", "2S"]),
        (("FP-LE", "FP-HB"), 9, 3, 12, ["2D", "2C", "3C"]),
        (("FP-RE", "FP-RE"), 11, 1, 12, ["2D", "2C", "3C"]),
    ],
)
def test_a_pass_has_the_chances_that_the_rules_give(
    calls: tuple[str, str], box: int, down: int, marker: int, pool: list[str]
) -> None:
    """Sacks, safeties, interceptions, returns, downs, scores and the clock: exact."""
    game = small_dice()
    s = at(game, box, down, marker, left=len(pool), period=2)
    s.pool = pool
    now = Evaluation(game, s, WORTH, game.half_cards)
    assert now.mean(*calls) == pytest.approx(expectation(game, s, calls), abs=1e-12)


@pytest.mark.slow
def test_a_run_has_the_chances_that_the_rules_give() -> None:
    """Gains, losses, fumbles lost and kept, and the clock: exact."""
    game = small_dice()
    s = at(game, 1, 3, 5, left=2, period=2)
    s.pool = ["2C", "2S"]
    calls = ("RO-HB", "RO-HB")
    now = Evaluation(game, s, WORTH, game.half_cards)
    assert now.mean(*calls) == pytest.approx(expectation(game, s, calls), abs=1e-12)


@pytest.mark.slow
def test_every_pair_of_calls_has_the_chances_that_the_rules_give() -> None:
    """All twelve calls of the offense against all twenty of the defense, on the last card of the game.

    The classes of position take turns: backed up at the own goal, midfield, at the goal, on every down, level
    and behind, so that each pair meets one and each class meets sixty pairs.
    """
    game = small_dice()
    places = ((1, 4, 5, 0), (6, 1, 10, -3), (11, 3, 12, -7), (2, 2, 6, 2))
    for number, calls in enumerate(product(OFFENSE, DEFENSE)):
        box, down, marker, lead = places[(number + number // len(DEFENSE)) % len(places)]
        s = at(game, box, down, marker, left=1, period=2)
        s.pool, s.scores[s.offense], s.scores[1 - s.offense] = ["2C"], max(lead, 0), max(-lead, 0)
        now = Evaluation(game, s, WORTH, game.half_cards)
        assert now.mean(*calls) == pytest.approx(expectation(game, s, calls), abs=1e-12), (calls, box, lead)


def test_the_re_roll_is_the_better_of_keeping_and_the_mean() -> None:
    """TG-22.6: by hand for a card with two results: v = 0 or 1 with p, a re-roll makes p + (1 - p) p."""
    game = grid()
    s = at(game, 11, 4, 12, left=1, period=2)
    plain = Evaluation(game, s, WORTH, 52)
    mine = Evaluation(game, s, WORTH, 52, right=1)
    theirs = Evaluation(game, s, WORTH, 52, right=2)
    # Level, last card: a touchdown wins (1), anything else is a tie (1/2).
    chance = 2 * plain.mean("RI-HB", "RO-NK") - 1
    assert chance == pytest.approx(13 / 20)  # d20 - 2 of 6 or more
    call = 0
    assert 2 * mine.entry("RI-HB", call) - 1 == pytest.approx(chance + (1 - chance) * chance)
    assert 2 * theirs.entry("RI-HB", call) - 1 == pytest.approx(chance * chance)


def test_lower_dice_by_hand() -> None:
    """TG-11.13: the lower of d4 and d6: at least 1, 2, 3, 4 with 24, 15, 8, 3 in 24."""
    assert lower_of(4, 6) == pytest.approx((9 / 24, 7 / 24, 5 / 24, 3 / 24))
    assert sum(lower_of(12, 12)) == pytest.approx(1)


def test_results_by_hand() -> None:
    """TG-11.9: RI-HB without modifiers: NG 5, 5 Yds 10, Dice 5 in 20."""
    chances = result_odds(grid().tables["RI-HB"], 4, 4, 0)
    assert chances[1] == pytest.approx(5 / 20)
    assert chances[2] == pytest.approx(10 / 20 + 5 / 20 * 7 / 16)
    assert chances[5] == pytest.approx(5 / 20 * 1 / 16)
    assert sum(chances) == pytest.approx(1)


def test_the_matrix_is_solved_exactly() -> None:
    """Neither side gains by any card against the other's mix."""
    game = grid()
    for offense in (CAN, BRE):
        now = Evaluation(game, at(game, 5, 2, 8, left=20, offense=offense), WORTH, 52)
        assert len(now.matrix) == 12
        assert len(now.matrix[0]) == len(DEFENSE)
        assert gap(now.matrix, now.solution.rows, now.solution.columns) < 1e-9


def test_a_mix_is_sampled_by_its_shares() -> None:
    mix, keys = (0.25, 0.0, 0.75), ("a", "b", "c")
    assert [sample(mix, keys, at) for at in (0.0, 0.24, 0.26, 0.99, 1.0)] == ["a", "a", "c", "c", "c"]
