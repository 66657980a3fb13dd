"""The world a coach is given: a position that its seat cannot tell from the real one.

It is made where the real position is, and nothing else leaves: the set-up, another snapshot, other answers
since then, and the events the seat has seen. The deal is drawn from what the seat knows and from nothing
else: equal knowledge gives equal worlds, so no secret can be worked out from one. The words of what the seat
knows do not count: a reworded play-by-play deals the same worlds.
"""

from __future__ import annotations

from random import Random
from typing import Any

from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import S
from fieldhouse.kernel.observation import PlayObservation
from fieldhouse.kernel.requests import Seat, Together
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.walker import Walker


def world_for(table: Table[Any], seat: Seat, tries: int = 64, *, told: bool = True) -> Walker[Any] | None:
    """A world for that seat, or None where no other one was found; never the real one in its place.

    Where a game hides nothing the world is a plain copy. Without `told` it holds no events from before the
    last whistle: lighter to send, for coaches that read the state alone.
    """
    world = _world(table, seat, tries)
    if world is not None and not told:
        del world.events[: world.frame.events]
        world.frame.events = 0
    return world


def _world(table: Table[Any], seat: Seat, tries: int) -> Walker[Any] | None:
    if not table.game.meta.hidden:
        return table_walker(table, seat)
    frame, told = last_play_frame(table, seat)
    known = observe_table_play(table, seat)
    dice = Random(known.facts())
    try:
        return Walker.from_proposals(table.game, frame, table.state, known, ((), told), seat, dice, tries)
    except NoOtherWorld:
        return None


def table_walker(table: Table[S], seat: Seat) -> Walker[S]:
    """The table's own position as a walker, secrets included, from the last whistle on.

    A simultaneous choice is open for everybody: parts that are face down already are left out.
    """
    frame, told = last_play_frame(table, seat)
    return Walker.at_frame(table.game, frame, frame.given[:], told)


def last_play_frame(table: Table[S], seat: Seat) -> tuple[Frame, list[Event]]:
    """The last frame without face-down answers, and the events the seat saw before it."""
    last, told = table.last_frame, table.events_before_play(seat)
    return Frame(last.snapshot, last.given[: len(last.given) - len(table.face_down_seats)], len(told)), told


def observe_table_play(table: Table[S], seat: Seat) -> PlayObservation:
    """What the seat observes of the running play, as `Walker.observe_play` of `table_walker` has it.

    Lines beside the rules do not belong to it, nor does a face-down part of a simultaneous choice.
    """
    last, run = table.last_frame, table.history.run
    if table.history.quiet:
        return table_walker(table, seat).observe_play(seat)
    aside = {id(one.note) for one in last.said}
    told = [event for event in table.events[last.events :] if id(event) not in aside]
    given = last.given[: len(last.given) - len(run.parts)]
    asks = run.request.parts[0] if isinstance(run.request, Together) else run.request
    outcome = table.game.outcome(run.state) if run.request is None else None
    return PlayObservation(table.game, run.state, asks, outcome, given, told, seat)
