"""The board and the words of a seat, made once for each state of its table.

Whoever watches, loads a page again or opens a second window sees what somebody was shown already: pictures
and play-by-play are half of what a page costs.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from copy import copy
from typing import Any, TypeVar, cast

from fieldhouse.kernel.game import View
from fieldhouse.kernel.requests import Seat
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.present.picture import ShownPart, parts
from fieldhouse.web.present.question import QuestionForm, offered
from fieldhouse.web.present.told import Fallen, Line, beats, fallen, lines

T = TypeVar("T")
TABLES = 64
"""Of so many tables it is kept, those last looked at: a hundred thousand letters each."""
_MADE: OrderedDict[LiveTable, tuple[int, dict[Hashable, Any]]] = OrderedDict()


def _once(live: LiveTable, what: Hashable, make: Callable[[], T]) -> T:
    """What was made of this revision of the table, or is made now."""
    revision, made = _MADE.get(live, (-1, {}))
    if revision != live.row.revision:
        made = {}
        _MADE[live] = live.row.revision, made
    _MADE.move_to_end(live)
    if len(_MADE) > TABLES:
        _MADE.popitem(last=False)
    if what not in made:
        made[what] = make()
    return cast(T, made[what])


def drawn(live: LiveTable, seat: Seat | None, view: View, question: QuestionForm | None) -> list[ShownPart]:
    """The parts of the board as this seat sees them, for the page to draw a hint on."""
    keys = offered(question) if question is not None else set[str]()
    told = live.started.events_for(seat)
    made = _once(live, ("parts", seat, frozenset(keys)), lambda: parts(live.folder, view, keys, told))
    return [copy(part) for part in made]


def log(live: LiveTable, seat: Seat | None, last: int | None) -> tuple[list[Line], int]:
    """The play-by-play for this seat and how many earlier lines were left out."""
    return _once(live, ("lines", seat, last), lambda: lines(live, seat, last))


def played(live: LiveTable, seat: Seat | None, view: View) -> str:
    """What a page may play of the latest events."""
    return _once(live, ("beats", seat), lambda: beats(live, seat, view))


def dice(live: LiveTable, seat: Seat | None) -> list[Fallen]:
    """The rolls and open draws that are news to this seat."""
    return _once(live, ("dice", seat), lambda: fallen(live, seat))
