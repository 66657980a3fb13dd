"""The animation of a turn: each action on the board as it was before it."""

from __future__ import annotations

from collections.abc import Sequence

from fieldhouse.football.beats import Beat
from fieldhouse.football.beats import beats as football_beats
from fieldhouse.games.squares.rules.events import Acted, LinedUp, Tackled
from fieldhouse.games.squares.rules.grid import NAME
from fieldhouse.games.squares.rules.notation import read_action
from fieldhouse.games.squares.rules.turn import BLOCK, PASS, push_squares
from fieldhouse.kernel.events import Event


def beats(event: Event) -> Sequence[Beat]:
    """Return one beat per action; a new lineup replaces the board of the last series."""
    match event:
        case Acted():
            return (_action(event),)
        case Tackled():
            return (Beat(banner="Tackled!", words=event.text(), sound="whistle", side=event.side),)
        case LinedUp():
            return (Beat(words=event.text(), side=event.side, anew=True),)
        case _:
            return football_beats(event)


def _action(event: Acted) -> Beat:
    """Animate the player who moves and the one who is pushed (SQ-8.1), or the ball of a pass (SQ-9.1)."""
    found = read_action(event.action)
    assert found is not None, event.action
    action = found[0]
    start, end = NAME[action.start], NAME[action.end]
    if action.kind == PASS:
        return Beat(words=event.text(), sound="snap", side=event.side, throw=(start, end))
    men = [(start, end)] if start != end else []
    if action.kind == BLOCK and (there := push_squares(action)[-1]):
        men.append((NAME[action.target], NAME[there]))
    return Beat(words=event.text(), sound="snap", side=event.side, men=tuple(men))
