"""What the tests of `squares` share: tables from a position, and turns by text."""

from typing import Any

from fieldhouse.games.squares.rules.game import SquaresGame
from fieldhouse.games.squares.rules.position import BoardPosition
from fieldhouse.games.squares.rules.refusals import read_legal_action
from fieldhouse.games.squares.rules.turn import Action, Turn
from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import ScriptedDice
from fieldhouse.kernel.requests import Refusal
from fieldhouse.kernel.table import Table

A = "Qf7 a7 d7 f5 h7 k7 / b8 d8 e8 g8 h8 j8 up 1"
"""Position A of catalogue section 15: the standard formation."""


def open_game(**options: Any) -> SquaresGame:
    """The game with options; the first seat is Player 1 and the formation `standard` unless they say more."""
    game = registry.find("squares").open({"player_1": "first", "formation": "standard", **options})
    assert isinstance(game, SquaresGame)
    return game


def table(**options: Any) -> Table[Any]:
    """A table without dice."""
    return Table(open_game(**options), ScriptedDice([]))


def study(position: str, to_act: str = "offense", **options: Any) -> Table[Any]:
    """A table that plays one series from a position."""
    return table(position=position, to_act=to_act, **options)


def play(table: Table[Any], *turns: str) -> None:
    """Whole turns, each by the seat whose turn it is; a turn of one action gets its end-turn."""
    for text in turns:
        (seat,) = table.pending_seats
        table.answer(seat, text if " " in text or text == "--" else f"{text} end-turn")


def turn_of(position: str, *, attack: bool = True, offense_only: bool = False) -> Turn:
    """A turn from a position text."""
    return BoardPosition.read(position).turn(attack=attack, offense_only=offense_only)


def after(turn: Turn, text: str) -> Turn:
    """The turn after some legal actions."""
    for word in text.split():
        action = read_legal_action(turn, word)
        assert isinstance(action, Action), action
        turn = turn.after(action)
    return turn


def refused(turn: Turn, text: str) -> tuple[str, str]:
    """Reason and rule of the last action of `text`; those before it must be legal."""
    *first, last = text.split()
    found = read_legal_action(after(turn, " ".join(first)), last)
    assert isinstance(found, Refusal), f"{last} is legal"
    return found.reason, found.rule


def shown(turn: Turn) -> str:
    """The squares of a turn as position text without direction and down."""
    return repr(BoardPosition(turn.off, turn.dfn, turn.qb, turn.up)).rsplit(" ", 2)[0]
