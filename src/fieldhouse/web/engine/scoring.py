"""What a finished try comes to in the table of its day: by the luck ledger, decisions apart from dice."""

from __future__ import annotations

from fieldhouse.kernel.game import CONCESSION
from fieldhouse.store import timepiece
from fieldhouse.store.daily import DailyResult
from fieldhouse.web.engine.live import Live
from fieldhouse.web.engine.shared import day_of, scored

ME = 0
"""The seat of who plays a daily drive."""
WON, TIED, LOST, GAVE_UP = "won", "tied", "lost", "gave up"


def result_of(live: Live) -> DailyResult | None:
    """The line of this table; None where it does not count: practice, not over, or over after midnight."""
    day = day_of(live.row)
    if day is None or not scored(live.row) or live.table is None or live.row.status != "over":
        return None
    if timepiece.day_at(live.row.updated) > day:
        return None
    outcome, chair, story = live.table.outcome, live.seats[ME], live.story.found
    assert outcome is not None and chair.holder is not None
    scores = live.table.head().scores
    gave_up = outcome.why == CONCESSION
    ended = TIED if outcome.winner is None else WON if outcome.winner == ME else LOST
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
