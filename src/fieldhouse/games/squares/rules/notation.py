"""Actions and turns as text that reads back as the same (SQ-12)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from fieldhouse.games.squares.rules.grid import SQUARE
from fieldhouse.games.squares.rules.turn import BLOCK, MOVE, PASS, TACKLE, Action, Turn, push_squares

END_TURN = "end-turn"
NONE = "--"

_SQUARE = r"([a-k](?:1[0-4]|[1-9]))"
_STEP = re.compile(rf"{_SQUARE}([-*x]){_SQUARE}\Z")
_PUSH = re.compile(rf"{_SQUARE}(?:-{_SQUARE})?(>+){_SQUARE}\Z")
_KIND = {"-": MOVE, "*": PASS, "x": TACKLE}

HOW = "an action looks like b7-b9, f7>f8, f7>>f8, d7-e8>d8, f5*b5 or e8xf5, with squares a1 to k14"


def read_action(text: str) -> tuple[Action, bool] | None:
    """The action and whether it carries the `+` of a touchdown; None for bad notation."""
    plus = text.endswith("+")
    body = text[:-1] if plus else text
    if match := _STEP.match(body):
        start, sign, end = match.groups()
        return Action(_KIND[sign], SQUARE[start], SQUARE[end]), plus
    if match := _PUSH.match(body):
        start, end, arrows, target = match.groups()
        stands = SQUARE[end] if end else SQUARE[start]
        return _block(SQUARE[start], stands, SQUARE[target], len(arrows), bool(end)), plus
    return None


def _block(start: int, end: int, target: int, push: int, moves: bool) -> Action:
    """`d7-d7>d8` names a move that is none; it keeps its sign by a target that is refused as such."""
    return Action(BLOCK if not moves or start != end else STAYED, start, end, target, push)


STAYED = "stayed"
"""A move-and-block whose move ends where it began: read, and refused by SQ-5.4."""


def write_action(turn: Turn, action: Action) -> str:
    """SQ-12.3: the action as text, with `+` when it scores from `turn`."""
    text = _text(action)
    return f"{text}+" if is_touchdown(turn, action) else text


_text = lru_cache(maxsize=1 << 14)(str)
"""Positions that follow each other have most of their actions in common."""


def is_touchdown(turn: Turn, action: Action) -> bool:
    """SQ-6.1, 8.16, 9.9: does this legal action make a touchdown?"""
    if action.kind == BLOCK:  # SQ-8.16
        return action.target == turn.qb and bool(push_squares(action)[-1] & turn.goal)
    if not turn.attack or (action.kind != PASS and (action.kind != MOVE or action.start != turn.qb)):
        return False
    return bool(action.end & turn.goal)


def write_turn(turn: Turn, actions: Iterable[Action]) -> str:
    """A turn as text: its actions, or `--` for none."""
    words = []
    for action in actions:
        words.append(write_action(turn, action))
        turn = turn.after(action)
    return " ".join(words) or NONE


def turn_key(turn: Turn, actions: Sequence[Action]) -> str:
    """The one answer that plays the rest of a turn and ends it (SQ-11.6)."""
    if not actions:
        return END_TURN
    text, last = write_turn(turn, actions), turn
    for action in actions:
        last = last.after(action)
    return text if last.over else f"{text} {END_TURN}"


def split_turn(text: str) -> list[str] | None:
    """The actions of a whole turn given as one answer; None when `text` is a single action.

    A batch is several words, or `--`. A closing `end-turn` is allowed and says the same, so a batch
    of one action is written with it: `b7-b9 end-turn`.
    """
    words = text.split(" ")
    if text == NONE:
        return []
    if len(words) < 2:
        return None
    return words[:-1] if words[-1] == END_TURN else words
