"""A seat's draft queue: the picks it wants before it is asked, and the answer that follows from them.

A game with such questions has a part `draft_queue`: `available_players(view)`, all that can be queued,
`answer(request, view, wishes)`, and `PRICED`, whether a pick has a maximum price. Queues are not part of the
game: no state, view or record holds them.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Protocol

import msgspec

from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import View
from fieldhouse.kernel.requests import Choose

MAX_PICKS = 200
"""Players in one queue."""
MAX_DOLLARS = 10_000


class QueuedPick(msgspec.Struct, frozen=True):
    """One pick of a queue; `top` is the most to pay for it, 0 if not set."""

    key: str
    top: int = 0


ON_OFFER = "being auctioned"
"""Where the player is who is being auctioned now."""


class DraftChoice(msgspec.Struct, frozen=True):
    """A player who can be queued, in words."""

    key: str
    label: str
    kind: str
    ratings: str
    where: str
    """`face up`, `in the pile`, `to Bremen for $12`."""
    gone: bool = False

    @property
    def on_offer(self) -> bool:
        """Is this the player who is being auctioned now?"""
        return self.where == ON_OFFER


class DraftQueueRules(Protocol):
    """What a game's part `draft_queue` provides."""

    PRICED: bool

    def available_players(self, view: View) -> list[DraftChoice]: ...

    def answer(self, request: Choose, view: View, wishes: Sequence[QueuedPick]) -> str | None: ...


def read_queue(text: str) -> list[QueuedPick]:
    """Read the queue from its stored text."""
    return msgspec.json.decode(text, type=list[QueuedPick])


def queue_text(wishes: Sequence[QueuedPick]) -> str:
    """The queue as text to store."""
    return msgspec.json.encode(wishes).decode()


def check_queue(wishes: Sequence[QueuedPick], known: Container[str], *, priced: bool) -> list[QueuedPick]:
    """Return the queue if it is valid; BadOptions names the pick that is not."""
    if len(wishes) > MAX_PICKS:
        raise BadOptions(f"a draft queue holds at most {MAX_PICKS} players, and this one has {len(wishes)}")
    seen: set[str] = set()
    for wish in wishes:
        if wish.key not in known:
            raise BadOptions(f"{wish.key!r} is not in the player pool")
        if wish.key in seen:
            raise BadOptions(f"{wish.key!r} is in the queue twice")
        if not 0 <= wish.top <= (MAX_DOLLARS if priced else 0):
            right = f"a whole number of dollars up to {MAX_DOLLARS}" if priced else "no price here"
            raise BadOptions(f"{wish.key!r}: ${wish.top} is not {right}")
        seen.add(wish.key)
    return list(wishes)
