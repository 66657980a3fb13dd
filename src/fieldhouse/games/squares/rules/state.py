"""The state as plain data, and its conversion to the bitboards of a turn."""

from __future__ import annotations

from fieldhouse.games.squares.rules.grid import NAME, SQUARE, square_names
from fieldhouse.games.squares.rules.turn import Turn
from fieldhouse.kernel.game import State
from fieldhouse.kernel.requests import Seat


class Squares(State):
    """Where the game stands. Squares are names; `changing` asks for a new lineup before the next turn."""

    scores: list[int]
    player_1: Seat = -1
    quarter: int = 1
    series: int = 0
    down: int = 1
    changing: bool = True
    offense_seat: Seat = -1
    up: bool = True
    attack: bool = True
    qb: str = ""
    offense: list[str] = []
    defense: list[str] = []
    acted: list[str] = []
    blocked: list[str] = []
    passer: str = ""
    received: str = ""
    turn: list[str] = []
    said: list[str] = []
    last_turn: str = ""
    last_said: list[str] = []
    last_seat: Seat = -1
    over: str = ""
    men: dict[str, str] = {}

    @property
    def seat(self) -> Seat:
        """The seat that is to act."""
        return self.offense_seat if self.attack else 1 - self.offense_seat

    @property
    def to_goal(self) -> int:
        """Ranks from the ball to the goal line under attack; 0 once it is over it."""
        rank = int(self.qb[1:])
        return max(0, 13 - rank if self.up else rank - 2)


def squares_mask(squares: list[str]) -> int:
    """Names to a set of squares."""
    return sum(SQUARE[name] for name in squares)


def read_turn(s: Squares, ruleset: int) -> Turn:
    """The state's squares as a turn of bitboards."""
    return Turn(
        squares_mask(s.offense),
        squares_mask(s.defense),
        SQUARE[s.qb],
        s.up,
        s.attack,
        squares_mask(s.acted),
        squares_mask(s.blocked),
        SQUARE.get(s.passer, 0),
        SQUARE.get(s.received, 0),
        ruleset,
    )


def write_squares(s: Squares, turn: Turn) -> None:
    """The turn's squares back into the state, as names."""
    s.qb, s.offense, s.defense = NAME[turn.qb], square_names(turn.off), square_names(turn.dfn)
    s.acted, s.blocked = square_names(turn.acted), square_names(turn.blocked)
    s.passer, s.received = NAME.get(turn.passer, ""), NAME.get(turn.received, "")
