"""A table to look at: what may be read of it, and nothing that changes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fieldhouse.kernel.entries import Entry
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import Game, Outcome, S
from fieldhouse.kernel.requests import Chance, Choose, Seat
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.kernel.session.ties import TieOffers


class TableView(Protocol[S]):
    """What observation, verbs and pages read of a table. `Table` has it all; nothing here changes a game."""

    @property
    def game(self) -> Game[S]: ...

    @property
    def state(self) -> S: ...

    @property
    def entries(self) -> Sequence[Entry]: ...

    @property
    def last_frame(self) -> Frame: ...

    @property
    def ties(self) -> TieOffers: ...

    @property
    def outcome(self) -> Outcome | None: ...

    @property
    def chance(self) -> Chance | None: ...

    @property
    def pending_seats(self) -> tuple[Seat, ...]: ...

    def request_for(self, seat: Seat) -> Choose | None: ...

    def scoreboard(self, seat: Seat | None) -> Scoreboard: ...

    def events_for(self, seat: Seat | None) -> Sequence[Event]: ...

    def events_digest(self, seat: Seat | None) -> str: ...

    def log_digest(self, seat: Seat | None) -> str: ...

    def sequence(self, seat: Seat) -> int: ...

    def verbs(self, seat: Seat) -> tuple[str, ...]: ...

    def can_undo(self, seat: Seat) -> bool: ...
