"""Tables that share their dice: those of a daily drive.

Whoever saw another's table, its record or its secret could foresee his own rolls. So until the day is over
nobody but its own seat looks at such a table, by any door, and nothing is handed out that tells dice.
"""

from __future__ import annotations

from datetime import date

import msgspec

from fieldhouse.kernel.errors import NotYourTurn
from fieldhouse.store import timepiece
from fieldhouse.store.layout import DAILY, TableRow
from fieldhouse.web.engine.live import Live, NotYourSeat

PRACTICE = ":practice"


def mark_of(day: date, *, practice: bool = False) -> str:
    """What `kept_for` says of such a table."""
    return f"{DAILY}{day}{PRACTICE if practice else ''}"


def day_of(row: TableRow) -> date | None:
    """The day whose dice this table plays with; None for an ordinary table."""
    if not row.kept_for.startswith(DAILY):
        return None
    return date.fromisoformat(row.kept_for[len(DAILY) :].removesuffix(PRACTICE))


def scored(row: TableRow) -> bool:
    """Does this table count for its day?"""
    return day_of(row) is not None and not row.kept_for.endswith(PRACTICE)


def veiled(row: TableRow) -> bool:
    """Are others still playing with these dice?"""
    day = day_of(row)
    return day is not None and day >= timepiece.today()


def unaided(row: TableRow) -> bool:
    """Is this a try that counts, being played: without hints and chances, since decisions are compared?"""
    return scored(row) and veiled(row) and row.status != "over"


class SharedDice(msgspec.Struct):
    """What a page says of such a table."""

    day: date
    scored: bool
    veiled: bool
    unaided: bool


def shared_of(row: TableRow) -> SharedDice | None:
    """The same in one; None for an ordinary table."""
    day = day_of(row)
    return None if day is None else SharedDice(day, scored(row), veiled(row), unaided(row))


def check_seen(live: Live, holder: str | None) -> None:
    """NotYourSeat for whoever may not look at this table today."""
    if veiled(live.row) and not live.held_by(holder):
        raise NotYourSeat(
            "this is somebody's daily drive: others play the same dice today, so it can be watched tomorrow"
        )


def check_open(live: Live) -> None:
    """NotYourTurn while what is asked for would tell the dice of the day."""
    if veiled(live.row):
        raise NotYourTurn(
            "others play with these dice until midnight (universal time): records, branches and "
            "the same dice once more are for tomorrow"
        )


def check_unaided(live: Live) -> None:
    """NotYourTurn where help is asked for in a try that counts."""
    if unaided(live.row):
        raise NotYourTurn("there are no hints in the daily drive: your decisions are compared with others'")
