"""A table that nobody keeps, shown as a table page is: for lessons and drills."""

from __future__ import annotations

from typing import Any

import msgspec

from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.kernel.table import Table
from fieldhouse.web.present.page import Chair, facts
from fieldhouse.web.present.picture import ShownPart, parts
from fieldhouse.web.present.question import QuestionForm, as_pictures, ask, offered
from fieldhouse.web.present.told import Line, beats_of, line, sentence


class OnStage(msgspec.Struct):
    """What a seat sees of such a table."""

    game: str
    title: str
    head: Scoreboard
    chairs: list[Chair]
    parts: list[ShownPart]
    facts: list[tuple[str, str]]
    ask: QuestionForm | None
    lines: list[Line]
    event: str
    """The last play as one sentence."""
    beats: str
    """What a page plays of the latest events, as at a table."""
    told: int
    """The number of the last event."""


def shown(folder: Folder, table: Table[Any], seat: Seat, rival: str, last: int = 6) -> OnStage:
    """The table for the seat; `rival` is who plays the other side, `last` the lines of play-by-play."""
    head, view, told = table.head(seat), table.view(seat), table.events_for(seat)
    request = table.asked(seat)
    question = ask(folder, request, 0, head) if request is not None else None
    drawn = parts(folder, view, offered(question) if question else (), told)
    if question is not None:
        as_pictures(question, drawn)
    lines = [line(folder, event, n) for n, event in enumerate(told) if not event.quiet]
    return OnStage(
        folder.name,
        folder.meta.title,
        head,
        chairs(table, head, seat, rival),
        drawn,
        facts(view) if not drawn else [],
        question,
        lines[-last:],
        sentence(folder, told, lines),
        beats_of(folder, told, view),
        len(told) - 1,
    )


def chairs(table: Table[Any], head: Scoreboard, mine: Seat, rival: str) -> list[Chair]:
    """The scoreboard: the learner on one side."""
    return [
        Chair(
            seat=seat,
            side=side,
            name=rival,
            score=head.scores[seat],
            asked=seat in table.waiting,
            ball=head.ball == seat,
            mine=seat == mine,
            kind="person" if seat == mine else "coach",
            present=True,
            team=head.teams[seat],
        )
        for seat, side in enumerate(table.game.seats)
    ]
