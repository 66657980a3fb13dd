"""`rookie`, the easy coach: overuses the long pass and the blitz and accepts every penalty."""

from __future__ import annotations

from random import Random
from typing import Any

from fieldhouse.games.redboar.coaches import baseline
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel.coaches import Policy
from fieldhouse.kernel.requests import Choose


def rookie(game: GridironGame, rng: Random) -> Policy:
    """Return the easy policy: a beginner's mistakes, the baseline otherwise."""

    def answer(request: Choose, s: Any) -> str:
        if len(request.keys) == 1:
            return request.keys[0]
        match request.what:
            case "declare":
                return _declare(request, s, rng)
            case "card":
                return _card(game, request, s, rng)
            case "penalty":
                return "accept"  # a flag on the other side must be good for us
            case _:
                return "conversion" if rng.random() < 0.3 else "kick"

    return answer


def _declare(request: Choose, s: Gridiron, rng: Random) -> str:
    """Goes for it on a whim, tries any field goal within range, punts as soon as it is fourth down."""
    if s.down < 4 or rng.random() < 0.25:
        return "play"
    if "field-goal" in request.keys:
        return "field-goal"
    return "punt" if "punt" in request.keys else "play"


def _card(game: GridironGame, request: Choose, s: Gridiron, rng: Random) -> str:
    """Half the time the card with the biggest number on it, or the blitz; else anything."""
    if rng.random() < 0.5:
        if request.seat != s.offense and "BZ" in request.keys:
            return "BZ"
        if request.seat == s.offense:
            return max(request.keys, key=lambda card: game.book.calls[card].base or 0)
    return baseline.baseline_card(game, s, request, rng.random())
