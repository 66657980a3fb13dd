"""A seat's list of wishes: what it wants before it is asked, and the answer that follows from it.

A game whose questions can be wished ahead has a part `draft_queue`: `available_players(view)`, all
that may be wished for, `answer(request, view, wishes)`, and `PRICED`, whether a wish has a top price.
Wishes are no part of the game: nothing of them stands in a state, a view or a record.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Protocol

import msgspec

from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import View
from fieldhouse.kernel.requests import Choose

MAX_PICKS = 200
"""Wishes on one list."""
MAX_DOLLARS = 10_000


class QueuedPick(msgspec.Struct, frozen=True):
    """One wish; `top` is the most to be paid for it, 0 where nothing was said."""

    key: str
    top: int = 0


ON_OFFER = "being auctioned"
"""Where the player is who is being auctioned now."""


class DraftChoice(msgspec.Struct, frozen=True):
    """Something that may be wished for, in words."""

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
    """A game's part `draft_queue`."""

    PRICED: bool

    def available_players(self, view: View) -> list[DraftChoice]: ...

    def answer(self, request: Choose, view: View, wishes: Sequence[QueuedPick]) -> str | None: ...


def read_queue(text: str) -> list[QueuedPick]:
    """The list as it was kept."""
    return msgspec.json.decode(text, type=list[QueuedPick])


def queue_text(wishes: Sequence[QueuedPick]) -> str:
    """The list to be kept."""
    return msgspec.json.encode(wishes).decode()


def check_queue(wishes: Sequence[QueuedPick], known: Container[str], *, priced: bool) -> list[QueuedPick]:
    """The list if it can be one; BadOptions names the wish that cannot be."""
    if len(wishes) > MAX_PICKS:
        raise BadOptions(f"a list of wishes has at most {MAX_PICKS} names, and this one has {len(wishes)}")
    seen: set[str] = set()
    for wish in wishes:
        if wish.key not in known:
            raise BadOptions(f"wish {wish.key!r}: nobody of that name is in the pool")
        if wish.key in seen:
            raise BadOptions(f"wish {wish.key!r} stands on the list twice")
        if not 0 <= wish.top <= (MAX_DOLLARS if priced else 0):
            right = f"a whole number of dollars up to {MAX_DOLLARS}" if priced else "no price here"
            raise BadOptions(f"wish {wish.key!r}: ${wish.top} is not {right}")
        seen.add(wish.key)
    return list(wishes)
