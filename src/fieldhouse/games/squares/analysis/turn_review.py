"""What the turns of a finished game gave away: touchdowns and tackles missed or left open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from fieldhouse.games.squares.coaches.allpro import AllPro
from fieldhouse.games.squares.rules.grid import NAME
from fieldhouse.games.squares.rules.menu import TurnMenu
from fieldhouse.games.squares.rules.notation import END_TURN, split_turn, write_turn
from fieldhouse.games.squares.rules.turn import PASS, Action, Turn
from fieldhouse.games.squares.search.goal_search import find_score, find_tackle
from fieldhouse.kernel.entries import Chosen
from fieldhouse.kernel.record import Record, apply_entries, record_game
from fieldhouse.kernel.requests import Refusal, Seat
from fieldhouse.kernel.table import Table

NODES = 600
SECONDS = 0.1
"""Of the engine's work, to find out whether there was a better turn."""


class PlayedTurn(NamedTuple):
    """A turn as it was played: entries before it, whose it was, the down, the board before and after."""

    entry: int
    seat: Seat
    down: int
    start: Turn
    end: Turn


class GivenAway(NamedTuple):
    """What a turn gave away, in words, and the turn that was there instead."""

    entry: int
    seat: Seat
    words: str
    better: str
    decisive: bool
    """Did the other team take it at once, so that the series was lost by it?"""


def played_turns(record: Record) -> Iterator[PlayedTurn]:
    """The turns of a record in their order; what was taken back is left out."""
    table: Table[Any] = Table(record_game(record))
    start: tuple[int, Turn] | None = None
    for number, entry in enumerate(record.entries):
        asked = table.request_for(entry.seat) if isinstance(entry, Chosen) else None
        down = int(table.view()["down"])
        apply_entries(table, [entry])
        if not isinstance(entry, Chosen) or asked is None or not isinstance(asked.menu, TurnMenu):
            continue
        turn = asked.menu.turn
        if start is None or not turn.acted:
            start = (number, turn)
        played = asked.menu.actions_for(entry.key)
        for action in () if isinstance(played, Refusal) else played:
            turn = turn.after(action)
        if turn.over or entry.key == END_TURN or split_turn(entry.key) is not None:
            yield PlayedTurn(start[0], entry.seat, down, start[1], turn)
            start = None


def given_away(record: Record) -> list[GivenAway]:
    """The turns of both teams that gave something away, in the order of the game."""
    turns = list(played_turns(record))
    found = []
    for place, turn in enumerate(turns):
        judged = judge_turn(turn.start, turn.end, turn.down)
        if judged is not None:
            then = turns[place + 1] if place + 1 < len(turns) else None
            taken = then is not None and then.start.attack != turn.start.attack and bool(then.end.over)
            found.append(GivenAway(turn.entry, turn.seat, *judged, taken and then_follows(turn, then)))
    return found


def then_follows(turn: PlayedTurn, then: PlayedTurn | None) -> bool:
    """Is `then` the answer to this turn, of the same series?"""
    return then is not None and then.start.dfn == turn.end.dfn and then.start.off == turn.end.off


def judge_turn(start: Turn, end: Turn, down: int) -> tuple[str, str] | None:
    """What the turn gave away and the better turn; None where nothing better was found."""
    if end.over:
        return None
    line = (find_score if start.attack else find_tackle)(start, 3, NODES).line
    if line is not None:
        missed = "touchdown" if start.attack else "tackle"
        return f"missed a {missed}", write_turn(start, line)
    if start.attack and down == 4:
        return None
    lost = threat_after(end)
    if lost is None:
        return None
    better = AllPro(0, SECONDS).turn(start, down)
    there = start
    for action in better:
        there = there.after(action)
    if threat_after(there) is not None:
        return None
    what = "left the QB open to a tackle" if start.attack else f"left {goal_words(lost)} open"
    return what, write_turn(start, better)


def threat_after(end: Turn) -> list[Action] | None:
    """The tackle or touchdown that the other team has after this turn, or None."""
    reply = end.handed_over()
    return (find_score if reply.attack else find_tackle)(reply, 3, NODES).line


def goal_words(line: Sequence[Action]) -> str:
    """The action of a line that scores: `the pass from h5 to h13`."""
    last = line[-1]
    kind = "pass" if last.kind == PASS else "run"
    return f"the {kind} from {NAME[last.start]} to {NAME[last.end]}"
