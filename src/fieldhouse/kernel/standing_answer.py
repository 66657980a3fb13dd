"""Answers that seats give ahead: a timeout called before the question comes, and questions passed by default.

A question with `Choose.passes` hardly ever gets another answer. A seat is not asked it: it gets that answer,
unless the seat asked for another one ahead, or to be asked (`Game.standing_options`). A question with
`Choose.ahead` is asked unless the seat has chosen that standing option. What a seat has chosen is no part of
the game: no state, view or record holds it until the answer is given.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from typing import Any

from fieldhouse.kernel.requests import Choose, Option, Seat
from fieldhouse.kernel.table import Table

CANCEL = "cancel:"
"""How the key begins that takes a standing answer back."""
ASK = "ask:"
"""How the key of a standing option begins by which a seat is asked a question that it would pass."""

ALWAYS = "always:"
"""How the key of a standing option begins that holds from play to play; it is offered at its question."""

PLAY = "play:"
"""How the key of one begins that holds to the end of the play, and answers a question with `Choose.ahead`."""


def standing_options(table: Table[Any], seat: Seat) -> tuple[Option, ...]:
    """What the seat may ask for ahead in this play."""
    return () if table.outcome is not None else table.game.standing_options(table.state, seat)


def is_standing_key(table: Table[Any], seat: Seat, key: str) -> bool:
    """Does the key ask ahead (or take that back), rather than answer the question to this seat?"""
    wanted = key.removeprefix(CANCEL)
    if all(option.key != wanted for option in standing_options(table, seat)):
        return False
    asked = table.request_for(seat)
    return asked is None or key not in asked.keys


def passing_answer(
    table: Table[Any], seats: Container[Seat], standing: Mapping[Seat, Collection[str]]
) -> tuple[Seat, str] | None:
    """The next answer to a question that these seats are not asked, with its seat; None if there is none."""
    if table.tie_offer is not None:
        return None
    for seat in table.pending_seats:
        asked = table.request_for(seat)
        if seat in seats and asked is not None:
            key = answer_ahead(asked, standing.get(seat, ()))
            if key:
                return seat, key
    return None


def answer_ahead(asked: Choose, chosen: Collection[str]) -> str:
    """The answer that a seat with these standing options need not give itself; empty if it is asked."""
    for option, key in asked.ahead.items():
        if option in chosen:
            return key or asked.keys[0]
    if not asked.passes or f"{ASK}{asked.what}" in chosen:
        return ""
    return next((key for key in chosen if key in asked.keys), asked.passes)
