"""`situation` names all that a play's course reads: equal situations give equal distributions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.redboar.helpers import BLUE, DICE, RED, at, game
from tests.games.redboar.situation import situation

from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.solve.play_tree import explore, leaf_distribution


def spread(s: Gridiron, first: str) -> dict[Any, Fraction]:
    """The exact chances of (next situation, who moves, points, time), as the side to move sees them."""
    me, before, clock = s.offense, s.scores[:], s.clock

    def leaf(end: Gridiron) -> Any:
        points = (end.scores[me] - before[me], end.scores[1 - me] - before[1 - me])
        return situation(DICE, end), end.offense == me, points, clock - end.clock

    def mix(node: Any) -> dict[str, int]:
        keys = list(node.branches)
        return {first: 1} if first in keys else {keys[0]: 1, keys[-1]: 1}

    return leaf_distribution(explore(DICE, s, leaf), mix)


spots = st.sampled_from([5, 15, 40, 70, 95])
others = st.tuples(
    st.sampled_from([RED, BLUE]),
    st.sampled_from([40, 400, 900]),
    st.integers(1, 4),
    st.tuples(st.integers(0, 40), st.integers(0, 40)),
)


@given(spots, st.integers(1, 4), st.sampled_from(["play", "punt"]), others)
@settings(max_examples=12)
def test_score_clock_quarter_and_side_do_not_matter_in_a_running_quarter(
    g: int, down: int, first: str, other: tuple[int, int, int, tuple[int, int]]
) -> None:
    """RB-18.4: only phase, spot, marker and down are read (30 seconds or more are left here)."""
    side, clock, quarter, scores = other
    to_go = min(g, 10)
    here = at(g, down, to_go)
    there = at(g, down, to_go, clock=clock, quarter=quarter, scores=scores, offense=side)
    assert situation(DICE, here) == situation(DICE, there)
    assert spread(here, first) == spread(there, first)


@pytest.mark.parametrize(
    "other",
    [
        at(50, 2, 10),
        at(50, 1, 5),
        at(45, 1, 10),
        at(50, 1, 10, phase="kickoff"),
        at(50, 1, 10, clock=0),
        at(50, 1, 10, quarter=5),
    ],
)
def test_what_the_course_reads_makes_another_situation(other: Gridiron) -> None:
    """RB-18.2 to RB-18.7: down, marker, spot, phase, 0:00 and overtime."""
    assert situation(DICE, at(50, 1, 10)) != situation(DICE, other)


def test_the_end_of_a_period_reads_quarter_receiver_and_who_leads() -> None:
    """RB-6.4, RB-6.5: what follows 0:00 depends on them."""
    end = at(50, quarter=4, clock=0)
    assert situation(DICE, end) != situation(DICE, at(50, quarter=4, clock=0, scores=(3, 0)))
    half = at(50, quarter=2, clock=0, receiver=RED)
    assert situation(DICE, half) != situation(DICE, at(50, quarter=2, clock=0, receiver=BLUE))
    assert situation(DICE, half) != situation(DICE, at(50, quarter=1, clock=0, receiver=RED))


def test_card_mode_reads_the_hands_too() -> None:
    """RB-18.5: hands and piles are part of a situation with cards."""
    rules = game("cards")
    one, two = at(50, fresh=False), at(50, fresh=False)
    two.decks[RED].hand = ["DIVE"]
    assert situation(rules, one) != situation(rules, two)
    assert isinstance(hash(situation(rules, two)), int)
