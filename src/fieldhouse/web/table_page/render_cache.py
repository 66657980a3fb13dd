"""Boards, play-by-play and pages of the tables last looked at, made once for each revision and seat.

Spectators and second windows share them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from copy import copy
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

from fieldhouse.kernel.game import View
from fieldhouse.kernel.requests import Seat
from fieldhouse.store import server_clock
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.table_page.board import ShownPart, board_parts, chart_parts
from fieldhouse.web.table_page.play_by_play import (
    PlayByPlayLine,
    ShownRoll,
    log_lines,
    recent_rolls,
    table_beats,
)
from fieldhouse.web.table_page.question import QuestionForm, offered_keys

T = TypeVar("T")
TABLES = 64
"""Of so many tables it is kept, those last looked at: a hundred thousand letters each."""
_MADE: WeakKeyDictionary[LiveTable, tuple[int, dict[Hashable, Any]]] = WeakKeyDictionary()


def _once(live: LiveTable, what: Hashable, make: Callable[[], T]) -> T:
    """What was made of this revision of the table, or is made now."""
    revision, made = _MADE.pop(live, (-1, {}))
    if revision != live.row.revision:
        made = {}
    _MADE[live] = live.row.revision, made  # those last looked at come last
    if len(_MADE) > TABLES:
        del _MADE[next(iter(_MADE))]
    if what not in made:
        made[what] = make()
    return cast(T, made[what])


def cached_parts(
    live: LiveTable, seat: Seat | None, view: View, question: QuestionForm | None
) -> list[ShownPart]:
    """The parts of the board as this seat sees them, for the page to draw a hint on."""
    keys = offered_keys(question) if question is not None else set[str]()
    told = live.game_table.events_for(seat)

    def make() -> list[ShownPart]:
        return [*board_parts(live.folder, view, keys, told), *chart_parts(live.folder, live.game)]

    made = _once(live, ("parts", seat, view.get("facing", seat), frozenset(keys)), make)
    return [copy(part) for part in made]


def cached_log(live: LiveTable, seat: Seat | None, last: int | None) -> tuple[list[PlayByPlayLine], int]:
    """The play-by-play for this seat and how many earlier lines were left out."""
    return _once(live, ("lines", seat, last), lambda: log_lines(live, seat, last))


def cached_beats(live: LiveTable, seat: Seat | None, view: View) -> str:
    """What a page may play of the latest events."""
    return _once(live, ("beats", seat), lambda: table_beats(live, seat, view))


def cached_page(live: LiveTable, visit: Hashable, make: Callable[[], bytes]) -> bytes:
    """What the script of a page fetches, for this visit.

    Besides the saved table it shows the win probability, which comes when its estimator is there, and whether
    a deadline has passed.
    """
    known, due = live.win_probability, live.row.deadline_at
    now = known.estimator is None, round(100 * known.progress), due is not None and due < server_clock.now()
    return _once(live, ("page", visit, now), make)


def cached_rolls(live: LiveTable, seat: Seat | None) -> list[ShownRoll]:
    """The rolls and open draws that are news to this seat."""
    return _once(live, ("dice", seat), lambda: recent_rolls(live, seat))
