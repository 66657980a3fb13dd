"""Sandlot's coaches: `rookie` plays anything, `starter` plays to the yards it needs."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from fieldhouse.games.sandlot.rules import SandlotGame

from fieldhouse.kernel.players import Coach, RandomCoach, Seen
from fieldhouse.kernel.requests import Choose, Seat


class Starter:
    """Runs when little is needed, passes when much is, and guesses what it would play itself."""

    def __init__(self, game: SandlotGame, seat: Seat, seed: int) -> None:
        self._yards = game.setup.materials["yards"]
        self._rng = Random(seed)

    def answer(self, request: Choose, seen: Seen) -> str | Sequence[str]:
        if request.what == "declare":
            return "kick" if "kick" in request.keys and seen.view["to_go"] > 8 else "play"
        if seen.view["offense"] != seen.seat:
            return self._rng.choice(request.keys)
        wanted = seen.view["to_go"] / max(1, seen.view["plays_left"])
        return min(request.keys, key=lambda card: abs(self._yards[card]["per_pip"] * 3.5 - wanted))


def coach(level: str, game: SandlotGame, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level; none of them needs time to think."""
    return RandomCoach(seed) if level == "rookie" else Starter(game, seat, seed)
