"""Habits that `fieldhouse exploit` tries against the coaches on squares: opening turns."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any, cast

from fieldhouse.games.squares.coaches.evaluation import after_defense, after_offense, ranks_gained
from fieldhouse.games.squares.coaches.turn_plans import improve_turn
from fieldhouse.games.squares.rules.formations import formation_position
from fieldhouse.games.squares.rules.game import SquaresGame
from fieldhouse.games.squares.rules.grid import FILE_OF, NAME, SQUARE, each_square, rotate_square
from fieldhouse.games.squares.rules.notation import END_TURN, split_turn, write_turn
from fieldhouse.games.squares.rules.refusals import read_legal_action
from fieldhouse.games.squares.rules.state import Squares
from fieldhouse.games.squares.rules.turn import Action, Turn
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.habits import Habit, Pick, Situation, make_habit
from fieldhouse.kernel.requests import Choose

OPENINGS = 40
"""Opening turns of either side that are made for the search."""
KNOWN = ("f4*f7 f7-j7 h5-h9 e4-e8 g4-g8 d5-f7", "g4-g8>f8 h5-h9 f4-h5 d5-d9 e4-d7 f7-e10")
"""Openings that have beaten a coach once."""
_SQUARE = re.compile(r"[a-k]\d+")


def is_first_attack(request: Choose, s: Squares) -> bool:
    """The offense's first turn of a series."""
    return s.attack and s.down == 1 and not s.turn


def is_first_defense(request: Choose, s: Squares) -> bool:
    """The defense's first turn of a series."""
    return not s.attack and s.down == 1 and not s.turn


SITUATIONS: Mapping[str, Situation] = {
    "first-attack": is_first_attack,
    "first-defense": is_first_defense,
}
SKIPPED = frozenset({"action"})
"""An action by its squares is only an opening's; those are habits of their own."""


def opening_turn(game: Game[Any], request: Choose, s: Squares, argument: str) -> str | None:
    """The line as written for a team that attacks up the board, without what is not legal now."""
    line = argument if s.up else _SQUARE.sub(lambda found: rotate_name(found[0]), argument)
    turn, done = cast(SquaresGame, game).turn(s), []
    for text in split_turn(line) or [line]:
        action = read_legal_action(turn, text)
        if isinstance(action, Action):
            done.append(text)
            turn = turn.after(action)
        elif s.attack:
            return None
    return " ".join([*done, END_TURN]) if done else None


def rotate_name(square: str) -> str:
    """The same square seen from the other end."""
    return NAME[rotate_square(SQUARE[square])]


PICKS: Mapping[str, Pick] = {"line": opening_turn}


def own_habits(game: Game[Any], seed: int) -> list[Habit]:
    """Opening turns of the attack, and of the defense against an offense that has not moved."""
    position = formation_position(game.setup.materials["formation"], True)
    start, rng = position.turn(), Random(seed)
    habits = [make_habit(("action", f"@line:{line}", "first-attack")) for line in KNOWN]
    for _ in range(OPENINGS):
        attack, defense = varied_turn(start, rng), varied_turn(start.handed_over(), rng)
        habits.append(make_habit(("action", f"@line:{attack}", "first-attack")))
        habits.append(make_habit(("action", f"@line:{defense}", "first-defense")))
    return habits


def varied_turn(turn: Turn, rng: Random) -> str:
    """A sensible turn for somebody who weighs the ball, the players ahead and the width in his own way."""
    ball, ahead, width, usual = (rng.uniform(-1, 3), rng.uniform(0, 2), rng.uniform(-1, 1), rng.random())

    def value(end: Turn) -> float:
        players = list(each_square(end.mine))
        forward = sum(ranks_gained(square, end.up) for square in players)
        spread = sum(abs(FILE_OF[square] - FILE_OF[end.qb]) for square in players)
        coach = after_offense(end, 3) if end.attack else after_defense(end, 3)
        return usual * coach + ball * ranks_gained(end.qb, end.up) + ahead * forward + width * spread

    return write_turn(turn, improve_turn(turn, value, rng, passes=1).actions)
