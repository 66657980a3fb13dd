"""The worked examples of section 28, on the shipped charts and on those of the first edition."""

from __future__ import annotations

import pytest
from tests.games.fastdrive import worked_examples
from tests.games.fastdrive.sheets import AVERAGE, at, last, opened, run
from tests.games.fastdrive.worked_examples import EXAMPLES

from fieldhouse.games.fastdrive.rules.state import DRIVE, GREAT, KICKOFF, OVER, POOR, TRY

ENDS = {
    "Kickoff": ([0, 0], 20, DRIVE),
    "Half quality, long drive": ([3, 0], 16, KICKOFF),
    "Dot": ([0, 0], 19, DRIVE),
    "2-4-5 re-roll": ([6, 0], 5, KICKOFF),
    "Unusual result": ([7, 0], 17, KICKOFF),
    "Unusual re-roll": ([0, 13], 19, TRY),
    "Cross-era kick": ([0, 0], 18, DRIVE),
    "EFFICIENT saves a score": ([7, 0], 24, KICKOFF),
    "Touchdown becomes a kick": ([23, 20], 0, OVER),
    "Safety and free kick": ([0, 2], 19, DRIVE),
    "Fourth down": ([21, 21], 2, KICKOFF),
    "Desperation": ([23, 21], 0, OVER),
}
"""Score, ticks left and what comes next, worked out by hand."""


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)
def test_every_example_comes_out_on_the_shipped_charts(example: worked_examples.Example) -> None:
    """FD-10.1, FD-3.2: on new charts an example that shows something else fails here."""
    s, _ = example.play()
    assert (s.scores, s.left, s.phase) == ENDS[example.title]


def test_the_catalogue_tells_what_the_rules_do() -> None:
    """Section 28 is written by `python -m tests.games.fastdrive.worked_examples`."""
    assert worked_examples.written() == worked_examples.section()


# The same lessons on the charts of the first edition


def test_1_kickoff() -> None:
    """FD-9.2: 63 is GREAT; no time."""
    s = run(opened(), at(phase=KICKOFF, kicker=1), "63")
    assert (s.start, s.left) == (GREAT, 20)


def test_2_semi_quality_and_a_long_drive() -> None:
    """FD-10.1, FD-3.2, FD-5.2, FD-11.5."""
    s = run(opened(home={"defense": ["INEPT*"]}), at(), "316 4 53")
    assert (last(s), s.left, s.start) == ((0, 4, "PUNT-CO"), 16, AVERAGE)


def test_3_dot() -> None:
    """FD-5.3."""
    s = run(opened({"offense": ["PROLIFIC*"]}), at(), "216 4 24")
    assert (last(s), s.left, s.start) == ((0, 1, "PUNT"), 19, POOR)


def test_4_re_roll() -> None:
    """FD-12.5 to FD-12.8, FD-11.11."""
    s = run(opened({"offense": ["DYNAMIC"]}), at(left=9), "452 654 65", "kick")
    assert (last(s), s.left, s.scores) == ((0, 4, "TD-PASS"), 5, [6, 0])


def test_5_unusual_result() -> None:
    """FD-12.1 to FD-12.3."""
    s = run(opened(), at(), "444 63 11", "kick")
    assert (last(s), s.left, s.scores) == ((0, 3, "TD-PASS"), 17, [7, 0])


def test_6_unusual_re_roll() -> None:
    """FD-12.4, FD-11.2."""
    s = run(opened(), at(), "222 43 515 1 3")
    assert (last(s), s.left, s.scores) == ((0, 1, "INTERCEPTION"), 19, [0, 6])


def test_7_cross_era_kick() -> None:
    """FD-18.3 to FD-18.6, FD-11.9."""
    game = opened({"season": 1985, "fg": "11-52"}, {"season": 2003})
    s = run(game, at(), "443 61")
    assert (game.cards[0].fg, s.scores, s.start) == ("11-56", [0, 0], AVERAGE)


def test_8_efficient_saves_a_score() -> None:
    """FD-8.2, FD-6.4."""
    s = run(opened({"offense": ["EFFICIENT"]}), at(left=2), "364 35", "-1 kick")
    assert (last(s), s.scores, s.half, s.phase) == ((0, 2, "TD-PASS"), [7, 0], 2, KICKOFF)


def test_9_touchdown_becomes_a_kick() -> None:
    """FD-15.1, FD-24.24."""
    s = run(opened(), at(half=2, left=2, scores=[20, 20]), "635 44")
    assert (s.scores, s.phase) == ([23, 20], OVER)


def test_10_safety_and_free_kick() -> None:
    """FD-11.6, FD-11.7."""
    s = run(opened(), at(start=POOR), "121 65 2")
    assert (last(s), s.scores, s.left, s.ball, s.start) == ((0, 1, "SAFETY"), [0, 2], 19, 0, GREAT)


def test_11_fourth_down() -> None:
    """FD-13.1 to FD-13.4."""
    s = run(opened(), at(half=2, left=5, scores=[14, 21]), "253 26 366 52", "go kick")
    assert (s.scores, s.left, s.phase) == ([21, 21], 2, KICKOFF)


def test_12_desperation() -> None:
    """FD-7.17, FD-24.3, FD-24.9."""
    s = run(opened(), at(half=2, left=2, scores=[17, 21]), "433 12", "desperation")
    assert (s.scores, s.phase) == ([23, 21], OVER)
    assert s.phase != DRIVE
