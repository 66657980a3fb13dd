"""Gridiron on squares for programs that learn: a man, what he does, where to; the board as planes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from fieldhouse.kernel.game import View
from fieldhouse.kernel.gymspec import STOP, GymSpec, flags, named
from fieldhouse.kernel.requests import Choose, Seat

SQUARES = tuple(f"{file}{rank}" for rank in range(1, 15) for file in "abcdefghijk")
PLACE: dict[str | None, int] = {square: place for place, square in enumerate(SQUARES)}
DEEDS = {"-": "move", "*": "pass", "x": "tackle", ">": "block", ">>": "block two"}
QUESTIONS = ("order", "action")
TOKENS = (STOP, "player-1", "player-2", "end-turn", *DEEDS.values(), *SQUARES)
PLANES = ("mine", "theirs", "quarterback", "acted", "blocked")
FIELDS = (
    "own points / 50",
    "their points / 50",
    "quarter / 8",
    "series / 10",
    *named("down", range(1, 5)),
    "offense",
    "attacks up the board",
    "offense to act",
    *(f"{plane} {square}" for plane in PLANES for square in SQUARES),
)
_SIGN = re.compile(r"(>>|[-*x>])")


def split(game: Any, asked: Choose, key: str) -> tuple[str, ...]:
    """`d7-e8>d8+` is the man on d7, a move to e8, a block to d8; the mark of a touchdown says nothing new."""
    if asked.what == "order" or key == "end-turn":
        return (key,)
    first, *rest = _SIGN.split(key.removesuffix("+"))
    path = [first]
    for sign, square in zip(rest[::2], rest[1::2], strict=True):
        path += [DEEDS[sign], square]
    return tuple(path)


def observe(game: Any, view: View, seat: Seat) -> list[float]:
    """The score and five planes of the board, as this seat sees it."""
    offense = view["offense_seat"] == seat
    mine, theirs = view["offense"], view["defense"]
    if not offense:
        mine, theirs = theirs, mine
    planes = (mine, theirs, (view["qb"],), view["acted"], view["blocked"])
    return [
        view["scores"][seat] / 50,
        view["scores"][1 - seat] / 50,
        view["quarter"] / 8,
        view["series"] / 10,
        *flags(view["down"], range(1, 5)),
        float(offense),
        float(view["up"]),
        float(view["attack"]),
        *_board(planes),
    ]


def _board(planes: Sequence[Iterable[str | None]]) -> list[float]:
    """Every plane's squares, one behind the other; what is on no square is on no plane."""
    found = [0.0] * (len(SQUARES) * len(planes))
    for number, plane in enumerate(planes):
        for square in plane:
            place = PLACE.get(square)
            if place is not None:
                found[number * len(SQUARES) + place] = 1.0
    return found


def longest(game: Any) -> int:
    """SQ-2: every series has at most four downs of two turns with seven actions of five tokens each."""
    series = 8 * int(game.options["quarters"]) + 2 * max(1, int(game.options["overtime_limit"])) + 40
    return series * 4 * 14 * 7 * 5


GYM = GymSpec(TOKENS, split, QUESTIONS, FIELDS, observe, 2, longest)
