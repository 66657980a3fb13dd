"""Sandlot's coaches: `rookie` plays anything, `starter` plays to the yards it needs."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from fieldhouse.games.sandlot.rules import Sandlot, SandlotGame

from fieldhouse.kernel.players import Coach, Policy, RandomCoach, Seen
from fieldhouse.kernel.requests import Choose, Seat


class Starter:
    """Runs when little is needed, passes when much is, and guesses what it would play itself."""

    def __init__(self, game: SandlotGame, seed: int) -> None:
        self._yards = game.setup.materials["yards"]
        self._rng = Random(seed)

    def answer(self, request: Choose, seen: Seen) -> str | Sequence[str]:
        """As a coach: from what its seat sees."""
        view = seen.view
        return self.choose(request, view["offense"], view["to_go"], view["plays_left"])

    def by_state(self, request: Choose, s: Sandlot) -> str:
        """As a policy: the same answer, from the state."""
        return self.choose(request, s.offense, s.to_go, s.plays_left)

    def choose(self, request: Choose, offense: Seat, to_go: int, plays_left: int) -> str:
        """SL-3.1 and SL-4.2: kick when a touchdown is far, else the card whose yards come nearest."""
        if request.what == "declare":
            return "kick" if "kick" in request.keys and to_go > 8 else "play"
        if offense != request.seat:
            return self._rng.choice(request.keys)
        wanted = to_go / max(1, plays_left)
        return min(request.keys, key=lambda card: abs(self._yards[card]["per_pip"] * 3.5 - wanted))


def coach(level: str, game: SandlotGame, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level; none of them needs time to think."""
    return RandomCoach(seed) if level == "rookie" else Starter(game, seed)


def policy(level: str, game: SandlotGame, seed: int) -> Policy:
    """The same players inside playouts, where they answer from the state itself: fast."""
    if level != "rookie":
        return Starter(game, seed).by_state
    rng = Random(seed)
    return lambda request, _: rng.choice(request.keys)
