"""A table for lessons and drills: shown like any other, but not saved."""

from __future__ import annotations

from typing import Any

import msgspec

from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.kernel.table import Table
from fieldhouse.web.filters import home_color
from fieldhouse.web.table_page.board import ShownPart, board_parts
from fieldhouse.web.table_page.panels import BoardPanel, board_panel
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
from fieldhouse.web.table_page.scoreboard import ScoreboardPanel, ScoreboardSeat, scoreboard_panel


class PracticeTable(msgspec.Struct, kw_only=True):
    """What a seat sees of such a table."""

    game: str
    title: str
    home_ink: str
    status: str
    scoreboard: ScoreboardPanel
    parts: list[ShownPart]
    board: BoardPanel
    ask: QuestionForm | None
    lines: list[PlayByPlayLine]
    """The latest play-by-play, newest first."""
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
    parts = board_parts(folder, view, offered_keys(question) if question else (), told)
    if question is not None:
        use_board_answers(question, parts)
    lines = [log_line(folder, event, n) for n, event in enumerate(told) if not event.quiet]
    return PracticeTable(
        game=folder.name,
        title=folder.meta.title,
        home_ink=home_color(folder.name),
        status=head.status,
        scoreboard=scoreboard_panel(practice_seats(table, head, seat, rival), head),
        parts=parts,
        board=board_panel(parts, view),
        ask=question,
        lines=lines[-last:][::-1],
        event=last_play_sentence(folder, told, lines),
        beats=encode_beats(folder, told, view),
        told=len(told) - 1,
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
