"""Tokens and observations of Gridiron on squares for learning programs; the board as planes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from fieldhouse.games.squares.rules.grid import SQUARE, each_square
from fieldhouse.games.squares.rules.menu import TurnMenu
from fieldhouse.games.squares.rules.moves import can_act, piece_actions
from fieldhouse.games.squares.rules.notation import END_TURN, write_action
from fieldhouse.games.squares.rules.turn import BLOCK, MOVE, PASS, TACKLE, Turn
from fieldhouse.kernel.action_space import STOP, GymSpec, TokenTree, one_hot, one_hot_names
from fieldhouse.kernel.game import View
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
    *one_hot_names("down", range(1, 5)),
    "offense",
    "attacks up the board",
    "offense to act",
    *(f"{plane} {square}" for plane in PLANES for square in SQUARES),
)
_SIGN = re.compile(r"(>>|[-*x>])")
_AT = {SQUARE[name]: TOKENS.index(name) for name in SQUARES}
_DEED = {kind: TOKENS.index(DEEDS[sign]) for kind, sign in ((MOVE, "-"), (PASS, "*"), (TACKLE, "x"))}
_PUSH = {1: TOKENS.index(DEEDS[">"]), 2: TOKENS.index(DEEDS[">>"])}
_MOVE = _DEED[MOVE]
_END = TOKENS.index(END_TURN)


def split(game: Any, asked: Choose, key: str) -> tuple[str, ...]:
    """`d7-e8>d8+` is the player on d7, a move to e8, a block to d8; a touchdown's `+` adds nothing."""
    if asked.what == "order" or key == "end-turn":
        return (key,)
    first, *rest = _SIGN.split(key.removesuffix("+"))
    path = [first]
    for sign, square in zip(rest[::2], rest[1::2], strict=True):
        path += [DEEDS[sign], square]
    return tuple(path)


def grow(game: Any, asked: Choose) -> TokenTree | None:
    """The players who can act, and the end of the turn; what a player can do is listed once he is chosen."""
    menu = asked.menu
    if not isinstance(menu, TurnMenu):
        return None
    turn = menu.turn
    first: TokenTree = {
        _AT[piece]: partial(_deeds, turn, piece) for piece in each_square(turn.able) if can_act(turn, piece)
    }
    first[_END] = END_TURN
    return first


def _deeds(turn: Turn, piece: int) -> TokenTree:
    """All that this player can do, as the tokens behind his own. His moves are listed before his blocks."""
    deeds: dict[int, Any] = {}
    for action in piece_actions(turn, piece):
        kind, start, end, target, push = action
        at = deeds
        if kind == BLOCK:
            deed, square = _PUSH[push], _AT[target]
            if start != end:
                moves = deeds[_MOVE]
                at = moves[_AT[end]]
                if not isinstance(at, dict):
                    at = moves[_AT[end]] = {0: at}
        else:
            deed, square = _DEED[kind], _AT[end]
        where = at.get(deed)
        if where is None:
            where = at[deed] = {}
        where[square] = partial(write_action, turn, action)
    return deeds


def observation_vector(game: Any, view: View, seat: Seat) -> list[float]:
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
        *one_hot(view["down"], range(1, 5)),
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


GYM = GymSpec(TOKENS, split, QUESTIONS, FIELDS, observation_vector, 2, longest, grow)
