"""The world a coach is given: a position that its seat cannot tell from the real one.

It is made where the real position lives, and it is all that leaves: the set-up, another whistle, other
answers since then, and the events the seat has seen. The deal is drawn from what the seat knows and from
nothing else, so that equal knowledge gives equal worlds: whoever holds one can reckon back to no secret.
"""

from __future__ import annotations

from random import Random
from typing import Any

from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.events import visible
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import S
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.walker import Walker


def world_for(table: Table[Any], seat: Seat, tries: int = 64) -> Walker[Any] | None:
    """A world for that seat, or None where no other one was found; never the real one in its place.

    Where a game hides nothing the world is a plain copy.
    """
    here = standing(table, seat)
    if not table.game.meta.hidden:
        return here
    try:
        return here.resample(seat, Random(here.knows_of_play(seat)), tries)
    except NoOtherWorld:
        return None


def standing(table: Table[S], seat: Seat) -> Walker[S]:
    """The table's own position as a walker, secrets and all, from the last whistle on.

    A simultaneous choice is open for everybody: the parts that lie face down already are left out.
    """
    last = table.last_frame
    given = last.given[: len(last.given) - len(table.laid)]
    told = [event for event in table.events[: last.events] if visible(event, seat)]
    return Walker.standing(table.game, Frame(last.snapshot, given, len(told)), given[:], told)
