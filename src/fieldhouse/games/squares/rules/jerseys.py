"""Positions and numbers on the pieces' jerseys, for people: the rules know only who has the ball.

A player keeps his jersey from the lineup to the end of the series. Older states have no jerseys.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fieldhouse.games.squares.rules.grid import FILE_OF, NAME, RANK_OF, each_square
from fieldhouse.games.squares.rules.turn import BLOCK, PASS, TACKLE, Action, Turn, push_squares

Jerseys = Mapping[str, str]
"""Square to shirt, `k9` to `WR 81`."""

OFFENSE = ("WR 81", "WR 84", "TE 88", "G 66", "RB 33", "G 64", "RB 22", "T 72", "C 55", "T 77")
DEFENSE = ("S 31", "S 27", "CB 24", "CB 21", "LB 52", "LB 55", "DE 91", "DE 98", "DT 95", "DT 93", "LB 50")
ROLES = {
    "QB": "halfback",  # whoever has the ball is the quarterback; he wears this number at the lineup
    "WR": "receiver",
    "TE": "tight end",
    "G": "guard",
    "RB": "back",
    "S": "safety",
    "CB": "corner",
    "LB": "linebacker",
    "DE": "end",
    "T": "tackle",
    "C": "center",
    "DT": "defensive tackle",
}


def assign_jerseys(turn: Turn) -> dict[str, str]:
    """Shirts at a lineup: wide players are receivers and corners, the deepest defenders safeties."""
    others = sorted(each_square(turn.off & ~turn.qb), key=_wide)
    men = {NAME[turn.qb]: "QB 12", **_shirts(others, OFFENSE)}
    goal = 14 if turn.up else 1
    deep = sorted(each_square(turn.dfn), key=lambda piece: (abs(goal - RANK_OF[piece]), -_wide(piece)))
    return {**men, **_shirts([*deep[:2], *sorted(deep[2:], key=_wide)], DEFENSE)}


def _wide(piece: int) -> int:
    """Sort key: pieces nearest the sidelines come first."""
    return -abs(FILE_OF[piece] - 5)


def _shirts(pieces: Iterable[int], shirts: tuple[str, ...]) -> dict[str, str]:
    return {NAME[piece]: shirt for piece, shirt in zip(pieces, shirts, strict=False)}


def move_jerseys(men: Jerseys, action: Action) -> dict[str, str]:
    """Where everybody stands after the action."""
    after = dict(men)
    if action.kind in (PASS, TACKLE):  # the ball moves, or the series is over
        return after
    walker = after.pop(NAME[action.start], "")
    blocked = after.pop(NAME[action.target], "") if action.kind == BLOCK else ""
    if blocked:
        after[NAME[push_squares(action)[-1]]] = blocked
    if walker:
        after[NAME[action.end]] = walker
    return after


def piece_name(men: Jerseys, square: int, qb: int = 0) -> str:
    """The player there as people call him: `receiver 81`; the one with the ball (`qb`) is the quarterback."""
    shirt = men.get(NAME[square], "")
    if not shirt:
        return f"the {'quarterback' if square == qb else 'piece'} on {NAME[square]}"
    return jersey_words(shirt, has_ball=square == qb)


def jersey_words(shirt: str, *, has_ball: bool = False) -> str:
    """`WR 81` as `receiver 81`; with the ball `quarterback 81`."""
    if not shirt:
        return "quarterback" if has_ball else "player"
    role, number = shirt.split()
    return f"{'quarterback' if has_ball else ROLES[role]} {number}"


def role_letters(shirt: str, *, has_ball: bool = False) -> str:
    """The position on a jersey: `WR`; QB for whoever has the ball, and for nobody else."""
    role = shirt.partition(" ")[0]
    return "QB" if has_ball else "HB" if role == "QB" else role
