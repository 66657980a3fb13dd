"""Runs to try: the cards of a rush, and the play from there to its end."""

from __future__ import annotations

from typing import Any

from tests.games.cardbowl.kit import Course, game, scene

from fieldhouse.games.cardbowl.rules.plays.development import execute_play
from fieldhouse.games.cardbowl.rules.state import Bowl

# The rush of CB-48.22: carrier Q, blocking back 9, RG 8 against DT 7, extra M 10.
CARDS = {"BT": "QH", "BF": "9H", "RG": "8H", "D+2": "7H", "M": "10H", "QB": "5D"}


LANES = {"BF": 2, "RG": 2}


def executed(s: Bowl, draws: str, answers: dict[str, Any] | None = None) -> Course:
    """Resolve the announced play, without fouls and closing."""
    return Course(s, draws, answers).run(execute_play(s))


def whole(s: Bowl, draws: str, answers: dict[str, Any] | None = None) -> Course:
    return Course(s, draws, answers).run(game().play(s))


def rush(call: str = "rush:BT:lane3@end", lanes: dict[str, int] | None = None, **cards: str) -> Bowl:
    return scene(cards={**CARDS, **cards}, lanes=lanes or LANES, call=call)
