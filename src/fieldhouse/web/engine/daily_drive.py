"""The daily drive: tables that share their dice for a day, and their results.

Somebody who saw another player's table, its record or its secret could foresee their own rolls. So until the
day is over only its own seat sees such a table, and nothing is given out that reveals the dice.
"""

from __future__ import annotations

from datetime import date

import msgspec

from fieldhouse.kernel.errors import NotYourTurn
from fieldhouse.kernel.game import CONCESSION
from fieldhouse.store import server_clock
from fieldhouse.store.daily import DailyResult
from fieldhouse.store.schema import DAILY, TableRow
from fieldhouse.web.engine.live_table import LiveTable, NotYourSeat

PRACTICE = ":practice"


def kept_for_day(day: date, *, practice: bool = False) -> str:
    """The `kept_for` of a table of this day."""
    return f"{DAILY}{day}{PRACTICE if practice else ''}"


def day_of(row: TableRow) -> date | None:
    """The day of a daily drive; None for other tables."""
    if not row.kept_for.startswith(DAILY):
        return None
    return date.fromisoformat(row.kept_for[len(DAILY) :].removesuffix(PRACTICE))


def counts_for_day(row: TableRow) -> bool:
    """Does this table count in the day's ranking?"""
    return day_of(row) is not None and not row.kept_for.endswith(PRACTICE)


def dice_still_secret(row: TableRow) -> bool:
    """Is the day still running, so that others play with the same dice?"""
    day = day_of(row)
    return day is not None and day >= server_clock.today()


def hints_forbidden(row: TableRow) -> bool:
    """Is this a running daily drive that counts? It has no hints, since decisions are compared."""
    return counts_for_day(row) and dice_still_secret(row) and row.status != "over"


class DailyStatus(msgspec.Struct):
    """What a page says about a daily drive."""

    day: date
    counts_for_day: bool
    dice_still_secret: bool
    hints_forbidden: bool


def daily_status(row: TableRow) -> DailyStatus | None:
    """The status of a daily drive; None for other tables."""
    day = day_of(row)
    return (
        None
        if day is None
        else DailyStatus(day, counts_for_day(row), dice_still_secret(row), hints_forbidden(row))
    )


def check_may_watch(live: LiveTable, holder: str | None) -> None:
    """Raise NotYourSeat for visitors who may not see this table today."""
    if dice_still_secret(live.row) and not live.held_by(holder):
        raise NotYourSeat(
            "Everybody plays this daily drive with the same dice today. You can watch it tomorrow."
        )


def check_dice_revealed(live: LiveTable) -> None:
    """Raise NotYourTurn while the answer would reveal the dice of the day."""
    if dice_still_secret(live.row):
        raise NotYourTurn(
            "Everybody plays with these dice until midnight UTC. You can export, replay and share "
            "this game tomorrow."
        )


def check_hints_allowed(live: LiveTable) -> None:
    """Raise NotYourTurn in a daily drive that counts."""
    if hints_forbidden(live.row):
        raise NotYourTurn("There are no hints in the daily drive: decisions are compared.")


ME = 0
"""The player's seat in a daily drive."""
WON, TIED, LOST, GAVE_UP = "won", "tied", "lost", "gave up"


def daily_result(live: LiveTable) -> DailyResult | None:
    """The result of this table; None for practice, unfinished games and games that ended after midnight."""
    day = day_of(live.row)
    if day is None or not counts_for_day(live.row) or live.table is None or live.row.status != "over":
        return None
    if server_clock.day_at(live.row.updated) > day:
        return None
    outcome, chair, story = live.table.outcome, live.seats[ME], live.review.found
    assert outcome is not None and chair.holder is not None
    scores = live.table.scoreboard().scores
    gave_up = outcome.why == CONCESSION
    ended = TIED if outcome.winner is None else WON if outcome.winner == ME else LOST
    if story is not None and story.turn_notes is not None:  # no win probability, so the score decides
        story = None
    if gave_up:  # a game broken off after its best moment is not compared with one played to its end
        story = None
    return DailyResult(
        table_id=live.id,
        day=f"{day}",
        holder=chair.holder,
        name=chair.name,
        points=scores[ME],
        against=scores[1 - ME],
        ended=GAVE_UP if gave_up else ended,
        decisions=story.decisions[ME] if story is not None else None,
        luck=story.dice + story.drift if story is not None else None,
    )
