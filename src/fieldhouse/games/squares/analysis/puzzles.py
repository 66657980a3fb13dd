"""The puzzle set: read it, prove each puzzle by exhaustive search, and judge an answer."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from fieldhouse.games.squares.analysis.claims import (
    PROVED,
    score_forced,
    score_now,
    tackle_forced,
    tackle_now,
)
from fieldhouse.games.squares.rules.formations import CHARTS
from fieldhouse.games.squares.rules.position import BoardPosition
from fieldhouse.games.squares.rules.turn import Action, Turn
from fieldhouse.games.squares.search.exhaustive import all_ends, find_end
from fieldhouse.games.squares.search.goal_search import find_score
from fieldhouse.kernel.position import Position as Place
from fieldhouse.kernel.position import position
from fieldhouse.kernel.position_text import value_text

Goal = Literal[
    "touchdown", "tackle", "no-touchdown", "no-tackle", "forced-tackle", "forced-touchdown", "hold"
]


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, who acts, what is to be found, and a solution where one line shows it."""

    name: str
    position: str
    to_act: Literal["offense", "defense"]
    goal: Goal
    note: str = ""
    solution: str = ""

    @property
    def turn(self) -> Turn:
        """The turn to solve."""
        return BoardPosition.read(self.position).turn(attack=self.to_act == "offense")

    @property
    def place(self) -> Place[Any]:
        """The puzzle as a position of the whole game, to play on from."""
        attack = "" if self.to_act == "offense" else " attack=false"
        return position(f"squares: board={value_text(self.position)}{attack}")

    @property
    def down(self) -> int:
        """The down that the position states."""
        return BoardPosition.read(self.position).down


class _File(msgspec.Struct, forbid_unknown_fields=True):
    puzzle: list[Puzzle]


def puzzles() -> list[Puzzle]:
    """All puzzles of the file."""
    data = tomllib.loads((CHARTS / "puzzles.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data, _File).puzzle


def is_proved(puzzle: Puzzle) -> bool:
    """Exhaustively: is the puzzle's claim true?"""
    turn = puzzle.turn
    match puzzle.goal:
        case "touchdown" | "tackle":
            return find_end(turn, puzzle.goal) is not None
        case "no-touchdown":
            return find_end(turn, "touchdown") is None
        case "no-tackle":
            return find_end(turn, "tackle") is None
        case "forced-tackle":
            claim = tackle_forced(turn, 1.0)
            return claim.holds and claim.proof == PROVED
        case "forced-touchdown":
            claim = score_forced(turn, 1.0)
            return claim.holds and claim.proof == PROVED
        case _:
            return _can_hold(turn)


def _can_hold(turn: Turn) -> bool:
    """Ending the turn at once loses a touchdown, and some other end of it does not, exhaustively."""
    if not score_now(turn.handed_over()).holds:
        return False
    for off, dfn, qb in sorted(all_ends(turn).quiet):
        reply = Turn(off, dfn, qb, turn.up, True)
        if find_score(reply, 2, 500).line is None and find_end(reply, "touchdown") is None:
            return True
    return False


def solves(puzzle: Puzzle, actions: Sequence[Action]) -> bool:
    """Does this turn reach the puzzle's goal? Where nothing can be reached, any turn does."""
    turn = puzzle.turn
    for action in actions:
        turn = turn.after(action)
    match puzzle.goal:
        case "touchdown" | "tackle":
            return turn.over == puzzle.goal
        case "hold":
            return not turn.over and find_end(turn.handed_over(), "touchdown") is None
        case "forced-tackle":
            return tackle_now(turn.handed_over()).holds
        case "forced-touchdown":
            return score_now(turn.handed_over()).holds
        case _:
            return not turn.over
