"""Card Bowl's coaches: rookie, starter and allpro. Each acts on its seat's view alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from fieldhouse.games.cardbowl.policy import policy, rookie, starter
from fieldhouse.games.cardbowl.rules import CardBowl
from fieldhouse.games.cardbowl.search import SEARCHED, search
from fieldhouse.games.cardbowl.state import State
from fieldhouse.kernel.players import Coach, Seen
from fieldhouse.kernel.requests import Choose, Seat


def seen_state(seen: Seen) -> State:
    """The state as the seat sees it: other cards are `??`."""
    return msgspec.convert(seen.view["state"], State)


class PolicyCoach:
    """A coach that answers at once."""

    def __init__(self, level: str, seed: int) -> None:
        self._decide = rookie if level == "rookie" else starter
        self._rng = Random(seed)

    def answer(self, request: Choose, seen: Seen) -> str | Sequence[str]:
        return self._decide(request, seen_state(seen), self._rng)


class AllPro:
    """Searches over re-dealt hands where the play is decided; elsewhere it answers like the starter."""

    def __init__(self, game: CardBowl, seed: int, seconds: float) -> None:
        self._game = game
        self._rng = Random(seed)
        self._seconds = seconds

    def answer(self, request: Choose, seen: Seen) -> str | Sequence[str]:
        s = seen_state(seen)
        if request.what not in SEARCHED or len(request.keys) == 1:
            return starter(request, s, self._rng)
        found = search(self._game, s, request, self._rng, self._seconds)
        return found[0] if len(found) == 1 else found


def coach(level: str, game: CardBowl, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level; only `allpro` needs time, half a second a decision unless told."""
    if level == "allpro":
        return AllPro(game, seed, 0.5 if seconds is None else seconds)
    return PolicyCoach(level, seed)


__all__ = ["coach", "policy"]
