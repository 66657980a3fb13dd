"""A table that nobody keeps, shown as a table page is: for lessons and drills."""

from __future__ import annotations

from typing import Any

import msgspec

from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.kernel.table import Table
from fieldhouse.web.table_page.board import ShownPart, board_parts
from fieldhouse.web.table_page.page import ScoreboardSeat, view_facts
from fieldhouse.web.table_page.play_by_play import (
    PlayByPlayLine,
    encode_beats,
    last_play_sentence,
    log_line,
)
from fieldhouse.web.table_page.question import (
    QuestionForm,
    offered_keys,
    question_form,
    use_board_answers,
)


class PracticeTable(msgspec.Struct):
    """What a seat sees of such a table."""

    game: str
    title: str
    head: Scoreboard
    chairs: list[ScoreboardSeat]
    parts: list[ShownPart]
    facts: list[tuple[str, str]]
    ask: QuestionForm | None
    lines: list[PlayByPlayLine]
    event: str
    """The last play as one sentence."""
    beats: str
    """What a page plays of the latest events, as at a table."""
    told: int
    """The number of the last event."""


def practice_table(folder: Folder, table: Table[Any], seat: Seat, rival: str, last: int = 6) -> PracticeTable:
    """The table for the seat; `rival` is who plays the other side, `last` the lines of play-by-play."""
    head, view, told = table.scoreboard(seat), table.view(seat), table.events_for(seat)
    request = table.request_for(seat)
    question = question_form(folder, request, 0, head) if request is not None else None
    drawn = board_parts(folder, view, offered_keys(question) if question else (), told)
    if question is not None:
        use_board_answers(question, drawn)
    lines = [log_line(folder, event, n) for n, event in enumerate(told) if not event.quiet]
    return PracticeTable(
        folder.name,
        folder.meta.title,
        head,
        practice_seats(table, head, seat, rival),
        drawn,
        view_facts(view) if not drawn else [],
        question,
        lines[-last:],
        last_play_sentence(folder, told, lines),
        encode_beats(folder, told, view),
        len(told) - 1,
    )


def practice_seats(table: Table[Any], head: Scoreboard, mine: Seat, rival: str) -> list[ScoreboardSeat]:
    """The scoreboard: the learner on one side."""
    return [
        ScoreboardSeat(
            seat=seat,
            side=side,
            name=rival,
            score=head.scores[seat],
            asked=seat in table.pending_seats,
            ball=head.ball == seat,
            mine=seat == mine,
            kind="person" if seat == mine else "coach",
            present=True,
            team=head.teams[seat],
        )
        for seat, side in enumerate(table.game.seats)
    ]
