"""One table in memory, its seats, and the errors of tables.

Tables belong to the event loop: nothing else looks at them or changes them, so they need no locks.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.coaches import announce_if_unexpected, coaches_to_ask
from fieldhouse.kernel.dice import Dice, TypedDice
from fieldhouse.kernel.draft_queue import QueuedPick, read_queue
from fieldhouse.kernel.entries import Entry, Rolled
from fieldhouse.kernel.errors import FieldhouseError, NotYourTurn, StaleAnswer
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.record import Receipts, Record, SeatLine
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.typed_rolls import TypedAhead, draw_for_coaches
from fieldhouse.store import server_clock
from fieldhouse.store.schema import SeatRow
from fieldhouse.store.tables import StoredTable
from fieldhouse.web.engine.seat_snapshot import SeatNews, SeatSnapshot, SeatSnapshotCache
from fieldhouse.web.engine.table_win_probability import TableWinProbability
from fieldhouse.web.replay.index import ReplayIndex
from fieldhouse.web.replay.review_cache import TableReview

MOST_ENTRIES = 10_000
"""Entries of a game's log beyond which nothing is undone or imported: the longest games have 3,000."""

AUTOPICK = ("off", "once", "on")
ONCE = "once"
MAX_DEADLINES = 16
"""Questions whose deadline is remembered."""


class NoSuchTable(FieldhouseError):
    """No table of that name, or it was deleted."""


class NotYourSeat(FieldhouseError):
    """The token does not open this seat."""


class ServerFull(FieldhouseError):
    """The server has as many tables as it allows."""


class OutdatedTable(FieldhouseError):
    """The rules changed since this table was played, so that it cannot be opened."""


class TamperedRecord(FieldhouseError):
    """The record does not fit the receipt that was kept with it."""


def token_hash(token: str) -> str:
    """The SHA-256 of a token, which is what is stored. Tokens are random, so no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """A new token of 128 random bits."""
    return secrets.token_urlsafe(16)


class LiveTable:
    """One table in memory.

    While `pending` is set the table is ahead of the store, and `TableService.get` waits.
    """

    def __init__(self, kept: StoredTable, folder: registry.Folder, game: Game[Any]) -> None:
        self.pending: asyncio.Future[None] | None = None
        self.used_at = time.monotonic()
        """When somebody last played or looked at it."""
        self.folder = folder
        self.game = game
        self.update_from(kept)
        self.log_before: Sequence[Entry] = kept.entries if kept.row.status == "open" else ()
        """The log that a game which hasn't started will start with."""
        self.notes_told = 0
        self.table: Table[Any] | None = None
        self.replay_index: ReplayIndex | None = None
        """The plays of a finished game, once somebody opened its replay."""
        self.review = TableReview()
        self.win_probability = TableWinProbability()
        self.news = SeatNews()
        self.typed_ahead = TypedAhead()
        """Cards of people's own packs that were entered before they were due."""
        self.receipts: Receipts | None = None
        self.snapshot_at = 0
        self._snapshots = SeatSnapshotCache()
        self._stamps: dict[Seat | None, tuple[str, int]] = {}
        self.deadlines: dict[tuple[tuple[Seat, ...], str], float] = {}
        """Deadlines of the last questions, by the people asked and the public log."""

    def update_from(self, kept: StoredTable) -> None:
        """Take header, seats and keys from the store."""
        self.row, self.seats, self.keys = kept.row, kept.seats, kept.keys

    @property
    def id(self) -> str:
        """The table's id, as in its URL."""
        return self.row.id

    @property
    def game_table(self) -> Table[Any]:
        """The game at this table; NotYourTurn while players are missing."""
        if self.table is None:
            raise NotYourTurn("The game hasn't started yet: a player is missing.")
        return self.table

    def open_table(self, table: Table[Any]) -> None:
        """Follow the answers at this table: announce forced ones, note what is news to each seat."""
        self.table = table
        table.before_choice = self._before_choice

    def _before_choice(self, table: Table[Any], seat: Seat, key: str) -> None:
        asked = table.request_for(seat)
        assert asked is not None
        unasked = asked.passes or any(given in ("", key) for given in asked.ahead.values())  # perhaps
        if not unasked:
            here = len(table.events), len(table.entries)
            if asked.only_key is None:
                self.news.add_answer(table, seat, here)
            if asked.forced_key is None:
                self.news.add_answer(table, None, here)
        announce_if_unexpected(table, seat, key)

    def held_by(self, token_hash: str | None) -> tuple[Seat, ...]:
        """The seats that this token opens."""
        if token_hash is None:
            return ()
        own = {chair.seat for chair in self.seats if chair.holder == token_hash}
        own.update(seat for key, seat in self.keys if key == token_hash)
        return tuple(sorted(own))

    def team(self, seat: Seat) -> str:
        """The team's name once the game has started, else the side's."""
        return (self.table.scoreboard().teams if self.table is not None else self.game.seats)[seat]

    def seat_name(self, seat: Seat, held: Collection[Seat] = ()) -> str:
        """Team and player: `Red (Ann)`, or `Red (you)` for the player who has only this seat."""
        side, name = self.team(seat), self.seats[seat].name
        if tuple(held) == (seat,):
            return f"{side} (you)"
        return f"{side} ({name})" if name and name != side else side

    def lines(self) -> list[SeatLine]:
        """The seats as a record writes them."""
        sides = self.game.seats
        return [
            SeatLine(
                chair.name or sides[chair.seat], f"coach:{chair.level}" if chair.kind == "coach" else "person"
            )
            for chair in self.seats
        ]

    def nonces(self) -> dict[str, str]:
        """The players' nonces for the dice; tables of leagues have none."""
        return {
            str(chair.seat): chair.nonce for chair in self.seats if chair.nonce and chair.nonce_by != "league"
        }

    def fresh_dice(self, log: Iterable[Entry] = ()) -> Dice:
        """The table's dice, positioned after this log."""
        if self.row.dice == "typed":
            return TypedDice()
        taken = Counter(entry.stream for entry in log if isinstance(entry, Rolled))
        return FairDice([self.row.secret], self.nonces(), taken)

    def snapshot(self, seat: Seat | None) -> SeatSnapshot:
        """Everything that this seat can observe of the game, ready to be sent."""
        return self._snapshots.get(self.game_table, seat, self.row.revision, self._about(seat))

    def tag(self, seat: Seat | None) -> str:
        """A hash of everything that this seat can observe; it changes only when that does."""
        if self.table is not None:
            return self.snapshot(seat).tag
        return hashlib.sha256(msgspec.json.encode(self._about(seat))).hexdigest()[:16]

    def _about(self, seat: Seat | None) -> list[Any]:
        """What the seat can see besides the game; the draft queue is for its own seat only."""
        row = self.row
        chairs = [
            (c.name, c.kind, c.level, c.holder is not None, c.nonce is not None, c.reserve)
            for c in self.seats
        ]
        own = None if seat is None else [self.seats[seat].wishes, self.autopick(seat)]
        told = self.review.found is not None or self.review.failed
        return [row.status, row.successor, row.deadline_at, row.paused, chairs, own, told]

    def stamp(self, seat: Seat | None) -> int:
        """A number that grows whenever the seat's tag changes; of two pages the larger is newer.

        It counts in milliseconds, so that it also grows over a restart.
        """
        tag = self.tag(seat)
        last, at = self._stamps.get(seat, ("", 0))
        if tag != last:
            at = max(at + 1, int(server_clock.now() * 1000))
            self._stamps[seat] = tag, at
        return at

    def remember_deadline(self, question: tuple[tuple[Seat, ...], str], at: float) -> None:
        """Remember the deadline of a question, for the case that its answer is undone."""
        self.deadlines.pop(question, None)  # the newest come last
        self.deadlines[question] = at
        if len(self.deadlines) > MAX_DEADLINES:
            del self.deadlines[next(iter(self.deadlines))]

    def receipt(self, seat: Seat | None) -> str:
        """The receipt that this seat may have now; empty before the game has started."""
        return self.receipts.of(seat) if self.receipts is not None else ""

    def openly_moved(self) -> bool:
        """Has anything happened since the last saved change that a spectator can see?"""
        return self.receipts is None or self.receipts.has_moved(self.game_table, None)

    def waiting_coaches(self) -> tuple[Seat, ...]:
        """The seats for which a coach has to answer now; none at a paused table."""
        return () if self.row.paused is not None else self.coaches_to_answer()

    def waiting_people(self) -> tuple[Seat, ...]:
        """The seats of people who have to answer now themselves."""
        waiting = self.table.pending_seats if self.table is not None else ()
        return tuple(seat for seat in waiting if not self._answered_for(seat))

    def coaches_to_answer(self) -> tuple[Seat, ...]:
        """The asked seats of coaches and of people on autopick."""
        if self.table is None:
            return ()
        return coaches_to_ask(
            self.table, {chair.seat for chair in self.seats if self._answered_for(chair.seat)}
        )

    def _answered_for(self, seat: Seat) -> bool:
        return self.seats[seat].kind == "coach" or self.autopick(seat) != "off"

    @property
    def may_rest(self) -> bool:
        """Is everything that it holds in the store, with nothing at work?"""
        if self.pending is not None or self.typed_ahead.cards() or self.review.at_work is not None:
            return False
        undone_keeps_time = bool(self.deadlines) and self.table is not None
        return not undone_keeps_time or not any(map(self.game_table.can_undo, self.game_table.seats))

    # Rooms: who commands, who wishes

    @property
    def room(self) -> bool:
        """Is this a draft or an auction, with draft queues, a clock and a commissioner?"""
        return self.folder.draft_queue is not None

    def commissioner(self, holder: str | None) -> bool:
        """Is this the token of the draft's commissioner, who created the table?"""
        return self.room and holder is not None and self.row.owner == holder

    def autopick(self, seat: Seat) -> str:
        """off, once or on; `once` ends with the play in which it was used."""
        kept = self.seats[seat].autopick
        if not kept.startswith(f"{ONCE}:"):
            return kept
        return ONCE if self.table is not None and kept == f"{ONCE}:{self.table.last_frame.entries}" else "off"

    def use_once(self, seat: Seat, whistle: int) -> list[SeatRow]:
        """Bind an autopick `once` to the play after `whistle` entries; the changed seat."""
        chair = self.seats[seat]
        if chair.autopick != ONCE:
            return []
        chairs = [msgspec.structs.replace(chair, autopick=f"{ONCE}:{whistle}")]
        self.replace_seats(chairs)
        return chairs

    def wishes(self, seat: Seat) -> list[QueuedPick]:
        """The seat's draft queue."""
        return read_queue(self.seats[seat].wishes)

    def replace_seats(self, chairs: Sequence[SeatRow]) -> None:
        """Put these changed seats in place of the old ones."""
        new = {chair.seat: chair for chair in chairs}
        self.seats = [new.get(old.seat, old) for old in self.seats]

    def record_for(self, seat: Seat | None) -> Record:
        """The record as this seat may have it now, without the server's notes."""
        table = self.game_table
        dice = self.record_dice(table.entries)
        return record.redacted_record(table, seat, self.lines(), salt=self.row.salt, dice=dice)

    def record_bytes(self) -> bytes:
        """The record of the finished game as text."""
        return record.record_text(
            self.replay_index.whole if self.replay_index is not None else self.record_for(None)
        ).encode()

    def record_dice(self, log: Iterable[Entry] = ()) -> Dice:
        """The dice that a record names: typed for a branch, which has rolls that its own dice didn't make."""
        return TypedDice() if self.row.prefix else self.fresh_dice(log)


def deal_typed_cards(live: LiveTable) -> None:
    """Take the cards that people have entered ahead, and draw those that only a coach may see."""
    table = live.table
    if table is None or live.row.dice != TypedDice.kind:
        return
    people = [chair.seat for chair in live.seats if chair.kind == "person"]
    before = -1
    while before != len(table.entries):
        before = len(table.entries)
        draw_for_coaches(table, people, live.typed_ahead)
        live.typed_ahead.deal(table)


def undo_typed_roll(live: LiveTable, seat: Seat, sequence: int | None) -> None:
    """Undo the last roll or card that this seat saw; StaleAnswer if the seat has acted since."""
    table = live.game_table
    if sequence is not None and sequence != table.sequence(seat):
        raise StaleAnswer("The game has moved on. Reload the page.")
    live.typed_ahead.undo(table, seat)
