"""Which decisions make drills, and how a drill asks them; exact tables give the answers (`lab/drills.py`)."""

from __future__ import annotations

from fieldhouse.kernel.scoreboard import Scoreboard

OPTIONS = {"mode": "dice", "minutes": 4}
"""Options with which the game has exact tables."""
QUESTIONS = {
    "declare": "Fourth down: what would you do?",
    "try": "Touchdown! One point or two?",
    "penalty": "",
}
"""The rules' questions that make a drill, and what it asks; empty: the rules' own prompt."""


def is_drill_question(scoreboard: Scoreboard, what: str) -> bool:
    """In the second half, where little enough is left to explain; play calls on fourth down only."""
    late = scoreboard.period in ("Q3", "Q4")
    return late and (what != "declare" or "4th" in scoreboard.down)
