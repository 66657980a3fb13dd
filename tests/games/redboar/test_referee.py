"""Faults found by a second, separately written reading of the rules, each kept as its smallest case."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.redboar.helpers import BLUE, RED, at, game, run

BOTH = game(overtime="both")
SUDDEN = game(overtime="sudden")


@pytest.mark.parametrize(
    ("rules", "g", "answers", "scores"),
    [
        (BOTH, 5, ["play", 7, 7, 6, 3], [23, 17]),  # the dive's 5 yards score; no try
        (SUDDEN, 5, ["play", 7, 7, 6, 3], [23, 17]),
        (SUDDEN, 20, ["field-goal", 9], [20, 17]),  # no kickoff
        (SUDDEN, 95, ["play", 7, 7, 5, 3], [17, 19]),  # the sack's safety; no punt
    ],
)
def test_an_overtime_that_is_decided_shows_the_phase_over(
    rules: Any, g: int, answers: list[Any], scores: list[int]
) -> None:
    """RB-18.3, RB-15.5, RB-15.7: the try, kickoff or punt that is not made any more is not shown as due."""
    s = at(g, quarter=5, clock=600, scores=(17, 17), over=[False, True])
    run(rules, s, *answers)
    for seat in (RED, BLUE, None):
        seen = rules.view(s, seat)
        assert (seen["scores"], seen["phase"], seen["status"]) == (scores, "over", "Final")
        assert seen["gain"] is None
