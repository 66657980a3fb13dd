"""The world a coach is given: a position that its seat cannot tell from the real one.

It is made where the real position lives, and it is all that leaves: the set-up, another whistle, other
answers since then, and the events the seat has seen. The deal is drawn from what the seat knows and from
nothing else, so that equal knowledge gives equal worlds: whoever holds one can reckon back to no secret.
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

    Where a game hides nothing the world is a plain copy. Without `told` nothing is in it of what was told
    before the last whistle: for who reads its state alone, and lighter to send.
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
    dice = Random(bytes(known))
    try:
        return Walker.from_proposals(table.game, frame, table.state, known, ((), told), seat, dice, tries)
    except NoOtherWorld:
        return None


def table_walker(table: Table[S], seat: Seat) -> Walker[S]:
    """The table's own position as a walker, secrets and all, from the last whistle on.

    A simultaneous choice is open for everybody: the parts that lie face down already are left out.
    """
    frame, told = last_play_frame(table, seat)
    return Walker.at_frame(table.game, frame, frame.given[:], told)


def last_play_frame(table: Table[S], seat: Seat) -> tuple[Frame, list[Event]]:
    """The whistle and the answers since that do not lie face down; what the seat was told before it."""
    last, told = table.last_frame, table.events_before_play(seat)
    return Frame(last.snapshot, last.given[: len(last.given) - len(table.face_down_seats)], len(told)), told


def observe_table_play(table: Table[S], seat: Seat) -> PlayObservation:
    """What the seat knows of the running play from the rules, as `Walker.observe_play` of `standing` has it.

    Words beside the rules do not belong to it, nor does a part of a simultaneous choice that is laid.
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
