"""Answers that seats give ahead: a timeout called before the question comes, and questions passed by default.

A question with `Choose.passes` hardly ever gets another answer. A seat is not asked it: it gets that answer,
unless the seat asked for another one ahead (`Game.standing_options`). Which one is no part of the game: no
state, view or record holds it until it is given.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from fieldhouse.kernel.requests import Option, Seat
from fieldhouse.kernel.table import Table

CANCEL = "cancel:"
"""How the key begins that takes a standing answer back."""


def standing_options(table: Table[Any], seat: Seat) -> tuple[Option, ...]:
    """What the seat may ask for ahead in this play."""
    return () if table.outcome is not None else table.game.standing_options(table.state, seat)


def is_standing_key(table: Table[Any], seat: Seat, key: str) -> bool:
    """Does the key ask ahead (or take that back), rather than answer the question to this seat?"""
    asked = table.request_for(seat)
    wanted = key.removeprefix(CANCEL)
    return not (asked is not None and key in asked.keys) and any(
        option.key == wanted for option in standing_options(table, seat)
    )


def passing_answer(
    table: Table[Any], seats: Container[Seat], standing: Mapping[Seat, str]
) -> tuple[Seat, str] | None:
    """The next answer to a question that these seats are not asked, with its seat; None if there is none."""
    if table.tie_offer is not None:
        return None
    for seat in table.pending_seats:
        asked = table.request_for(seat)
        if seat in seats and asked is not None and asked.passes:
            key = standing.get(seat, asked.passes)
            return seat, key if key in asked.keys else asked.passes
    return None
