"""What a table consists of, and what can be read of it: requests, views, events, log, verbs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic

import msgspec

from fieldhouse.kernel.dice import Dice
from fieldhouse.kernel.entries import Entry
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import Game, Outcome, S, View
from fieldhouse.kernel.requests import Chance, Choose, Request, Seat, Together
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.kernel.session.event_log import EventLog
from fieldhouse.kernel.session.history import GameHistory
from fieldhouse.kernel.session.redacted_log import OpenSpan
from fieldhouse.kernel.session.table_view import TieOffers, tie_question
from fieldhouse.kernel.session.undo import answers_to_undo, rolls_to_undo
from fieldhouse.kernel.session.verbs import available_verbs


class TableSession(Generic[S]):
    """The mutable parts of a table and everything read from them. `Table` and `table_actions` change it."""

    dice: Dice | None
    history: GameHistory[S]
    """The inside, for the kernel alone."""
    from_start: bool
    ties: TieOffers
    sequences: list[int]
    """How many answers each seat has given."""
    before_choice: Callable[[Any, Seat, str], None] | None
    """Called with table, seat and key before each answer to the rules, whoever gives it; not in copies."""

    def _sit_down(self, history: GameHistory[S], *, from_start: bool) -> None:
        """Start without dice and without answers."""
        seats = len(history.game.seats)
        self.dice = None
        self.history = history
        self.from_start = from_start
        self.ties = TieOffers((None,) * seats)
        self.sequences = [0] * seats
        self.before_choice = None

    @property
    def game(self) -> Game[S]:
        """The game with its options and charts."""
        return self.history.game

    @property
    def entries(self) -> list[Entry]:
        """The log: every roll, draw and answer, in order. Read it, never change it."""
        return self.history.entries

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once it has."""
        return self.history.outcome

    @property
    def tie_offer(self) -> Seat | None:
        """Who offers a tie now and waits for the others."""
        return self.ties.offer

    @property
    def state(self) -> S:
        """The present state. Read it, never change it: change comes from `answer` alone."""
        return self.history.run.state

    @property
    def request(self) -> Request | None:
        """What the rules ask now; None once the game is over."""
        return None if self.outcome is not None else self.history.run.request

    @property
    def pending_seats(self) -> tuple[Seat, ...]:
        """The seats that have something to answer now."""
        if self.outcome is not None:
            return ()
        if self.tie_offer is not None:
            return self.ties.pending_seats
        return self.history.run.pending_seats

    @property
    def seats(self) -> range:
        """The seats at this table."""
        return range(len(self.sequences))

    @property
    def together(self) -> bool:
        """True while a simultaneous choice is open. Coaches answer their part of it after the people."""
        return self.tie_offer is None and isinstance(self.request, Together)

    @property
    def face_down_seats(self) -> tuple[Seat, ...]:
        """The seats whose part of an open simultaneous choice lies on the table, face down."""
        return self.history.face_down_seats

    def request_for(self, seat: Seat) -> Choose | None:
        """What this seat is asked now, if anything."""
        if seat not in self.pending_seats:
            return None
        if self.tie_offer is not None:
            return tie_question(seat, self.game.seats[self.tie_offer])
        return self.history.run.request_for(seat)

    @property
    def chance(self) -> Chance | None:
        """The roll or draw that waits to be typed in, if there is one."""
        request = self.request
        return request if isinstance(request, Chance) else None

    def sequence(self, seat: Seat) -> int:
        """How many answers this seat has given: the number its next answer carries."""
        return self.sequences[seat]

    def view(self, seat: Seat | None = None) -> View:
        """What that seat (None: a spectator) may see of the state: JSON-ready data of the caller's own."""
        view: View = msgspec.to_builtins(self.game.view(self.state, seat))
        return view

    def scoreboard(self, seat: Seat | None = None) -> Scoreboard:
        """Score, ball, clock, down and the seat's hand, as that seat may see them."""
        return self.game.scoreboard(self.state, seat)

    def svg(self, seat: Seat | None = None) -> str:
        """The game's own picture of what that seat may see."""
        if self.game.folder is None:
            raise FieldhouseError(f"{self.game.meta.title} has no board: open the game by its name")
        drawn: str = self.game.folder.board.svg(self.view(seat))
        return drawn

    def _repr_svg_(self) -> str:
        """What a notebook shows: a spectator's view."""
        return self.svg()

    @property
    def last_frame(self) -> Frame:
        """The last whistle and the answers since. Read it, never change it."""
        return self.history.frames[-1]

    @property
    def events(self) -> Sequence[Event]:
        """All events, secret ones too: for a record, never for a seat."""
        return self._event_log.events

    def events_for(self, seat: Seat | None = None) -> Sequence[Event]:
        """The events this seat (None: a spectator) may see, in order. The list runs on with the game."""
        return self._event_log.visible_to(seat)

    def events_before_play(self, seat: Seat | None) -> list[Event]:
        """Those that the seat may see and that were told before the last whistle."""
        return self._event_log.visible_before(seat, self.last_frame.events)

    def events_digest(self, seat: Seat | None) -> str:
        """A digest of the events this seat has seen."""
        return self._event_log.digest(seat)

    @property
    def _event_log(self) -> EventLog:
        _ = self.history.run  # a copy tells again what was told since the whistle
        return self.history.event_log

    def log_for(self, seat: Seat | None = None) -> list[Entry]:
        """The log as this seat may have it now, with what is secret from it masked (`redacted_log`)."""
        return self.history.log_for(seat)

    def open_span(self, seat: Seat | None) -> OpenSpan:
        """Up to which entry the log is this seat's own: settled entries, and all."""
        return self.history.open_span(seat)

    def log_digest(self, seat: Seat | None) -> str:
        """A digest of `log_for(seat)`."""
        return self.history.log_digest(seat)

    def verbs(self, seat: Seat) -> tuple[str, ...]:
        """What this seat may do besides answering: concede, offer a tie, undo."""
        return available_verbs(self, seat)

    @property
    def may_change_mind(self) -> bool:
        """Is the game going on with no tie offer open, so that answers can be undone at all?"""
        return self.outcome is None and self.tie_offer is None

    def can_undo(self, seat: Seat) -> bool:
        """True until a die has been rolled, a secret learned, or another has chosen since.

        An undo opens the seat's last real choice again: forced answers given since are undone with it. What
        people typed in of their own dice can be undone until somebody decides.
        """
        return self.may_change_mind and (
            bool(answers_to_undo(self.history.undoable, seat)) or self.can_undo_roll(seat)
        )

    def can_undo_roll(self, seat: Seat) -> bool:
        """True if an undo of this seat would take back a roll or card that was typed in."""
        return self.may_change_mind and bool(rolls_to_undo(self.history.undoable, seat))
