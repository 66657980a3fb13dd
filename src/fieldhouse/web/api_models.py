"""Requests and responses of the JSON API."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar.params import BodyKwarg

from fieldhouse.kernel.draft_queue import QueuedPick
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.web.engine.seat_snapshot import RequestLine

Head = Annotated[Scoreboard, BodyKwarg(schema_component_key="Head")]
Wanted = Annotated[QueuedPick, BodyKwarg(schema_component_key="Wanted")]
"""Their names in the OpenAPI document, which clients rely on."""


class ErrorLine(msgspec.Struct):
    """What went wrong, and why."""

    error: str
    detail: str = ""


class GameLine(msgspec.Struct):
    """An installed game."""

    name: str
    title: str
    blurb: str
    seats: tuple[str, ...]
    lengths: list[str]
    levels: tuple[str, ...]
    options: list[dict[str, Any]]


class TableLine(msgspec.Struct):
    """One of your tables."""

    id: str
    game: str
    status: str
    seat: int
    your_turn: bool
    summary: dict[str, Any]


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to create; `opponent` is coach:<level>, both, hotseat or link.

    Instead of `opponent` and `seat`, a `plan` has one word for each seat: me, link, coach:<level>, or
    with:<table>:<seat> for the person in that seat at one of your tables.
    """

    game: Annotated[str, msgspec.Meta(max_length=64)]
    opponent: Annotated[str, msgspec.Meta(max_length=64)] = "link"
    length: Annotated[str, msgspec.Meta(max_length=64)] = ""
    options: dict[str, bool | int | str] = {}
    seat: Annotated[str, msgspec.Meta(max_length=8)] = "0"
    plan: Annotated[list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(max_length=32)] = []
    name: Annotated[str, msgspec.Meta(max_length=64)] = ""
    nonce: Annotated[str, msgspec.Meta(max_length=64)] = ""
    token: Annotated[str, msgspec.Meta(max_length=64)] = ""
    deadline: Annotated[int, msgspec.Meta(ge=0, le=43200)] = 0
    on_deadline: Annotated[str, msgspec.Meta(max_length=8)] = "coach"
    pace: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    reserve: Annotated[int, msgspec.Meta(ge=0, le=86400)] = 0


class Seated(msgspec.Struct):
    """Your seat at a table. Save the token: it is shown only once. Invitations are for the free seats."""

    table: str
    token: str
    seats: tuple[int, ...]
    invites: dict[str, str] = {}


class Promise(msgspec.Struct):
    """A commitment to the dice of a table; send the token and your own nonce when you create it."""

    token: str
    commitment: str


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """Your name at the table, and your nonce for the dice."""

    name: Annotated[str, msgspec.Meta(max_length=64)] = ""
    nonce: Annotated[str, msgspec.Meta(max_length=64)] = ""


class TableState(msgspec.Struct):
    """What a seat can see. `tag` changes whenever any of it does."""

    id: str
    game: str
    status: str
    seat: int | None
    tag: str
    view: dict[str, Any]
    request: RequestLine | None
    verbs: tuple[str, ...]
    waiting: tuple[int, ...]
    outcome: dict[str, Any] | None
    events: list[dict[str, Any]]
    next_event: int
    head: Head | None = None
    """The scoreboard: score, ball, clock, down; null before the game starts."""


class Room(msgspec.Struct):
    """The clock of a draft or an auction, and your own draft queue (`wishes`) and autopick.

    `left` and `reserve` are the seconds of the seat on the clock, null if no clock runs.
    """

    paused: bool
    left: float | None
    reserve: float | None
    autopick: str | None
    wishes: list[Wanted] | None


class Instructions(msgspec.Struct, forbid_unknown_fields=True):
    """Your draft queue (`wishes`) or autopick (off, once, on); what you leave out stays as it is."""

    wishes: Annotated[list[Wanted], msgspec.Meta(max_length=200)] | None = None
    autopick: Annotated[str, msgspec.Meta(max_length=8)] | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, le=64)] | None = None


class Command(msgspec.Struct, forbid_unknown_fields=True):
    """A commissioner's command: pause, resume, or more (time for the seat on the clock)."""

    do: Annotated[str, msgspec.Meta(max_length=8)]


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """An answer: one key, or several that count all or not at all. The sequence number is the request's."""

    sequence: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
    key: Annotated[str, msgspec.Meta(max_length=4096)] | None = None
    keys: Annotated[list[Annotated[str, msgspec.Meta(max_length=256)]], msgspec.Meta(max_length=256)] = []
    seat: Annotated[int, msgspec.Meta(ge=0, le=64)] | None = None


class Receipt(msgspec.Struct):
    """The answer is saved. `receipt` is the running hash of the record: save it to verify the game later.

    `state` is what your seat sees now, with the events since your answer.
    """

    receipt: str
    tag: str
    sequence: int
    state: TableState
