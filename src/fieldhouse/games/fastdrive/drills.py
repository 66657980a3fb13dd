"""Which decisions make drills, and how a drill asks them; exact tables give the answers (`lab/drills.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldhouse.kernel.scoreboard import Scoreboard

OPTIONS: Mapping[str, Any] = {}
"""Options with which the game has exact tables: it always has them."""
QUESTIONS = {
    "fourth-down": "",
    "settle": "",
    "try": "Touchdown! One point or two?",
    "kickoff": "",
    "clock": "",
    "replace": "",
    "last-play": "",
}
"""The rules' questions that make a drill, and what it asks; empty: the rules' own prompt."""
REASONS = {
    "clock": {
        "+1": "Run the clock: the less time they have left, the better for you.",
        "-1": "Hurry up: you need the time for another drive.",
        "0": "Hurrying and stalling would both cost you more than they gain.",
    }
}
"""Why an answer is the best, where no outcome tells: a drive is over when its time is asked for."""


def is_drill_question(scoreboard: Scoreboard, what: str) -> bool:
    """In the second half, where little enough is left to explain."""
    return scoreboard.period in ("Q3", "Q4")
