"""The house: tables in memory, brought up to date from the store, changed only through `Table.answer`.

Every method here may wait for the database or think for a moment: call it from a thread. A table in
memory is never ahead of the store for long: what cannot be kept is thrown away and read again.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.dice import Dice, TypedDice
from fieldhouse.kernel.entries import Entry, Rolled
from fieldhouse.kernel.errors import FieldhouseError, IllegalAnswer, NotYourTurn, StaleAnswer
from fieldhouse.kernel.events import Event, Note, Shown, from_record, to_record
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.game import Game, Setup
from fieldhouse.kernel.record import Record, SeatLine
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import CONCEDE, VERBS, Table
from fieldhouse.web.settings import Settings
from fieldhouse.web.storage import Conflict, Kept, NoteRow, Store

SNAPSHOT_EVERY = 1000
"""Log entries between kept whistles. Shorter logs are replayed, which keeps their events typed."""

T = TypeVar("T")


class NoSuchTable(FieldhouseError):
    """No table of that name, or it was deleted."""


class NotYourSeat(FieldhouseError):
    """The token does not open this seat."""


class HouseFull(FieldhouseError):
    """The server has as many tables as it allows."""


class Outdated(FieldhouseError):
    """The rules changed since this table was played, so that it cannot be opened."""


def digest(token: str) -> str:
    """How tokens are stored: by their SHA-256. They are random, so no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """128 random bits."""
    return secrets.token_urlsafe(16)


class HouseNote(Note, frozen=True, kw_only=True):
    """A line of the house in the play-by-play: a deadline, a replaced coach. No part of the record."""


class Live:
    """One table in memory. Hold `lock` while looking or changing."""

    def __init__(self, kept: Kept, folder: registry.Folder, game: Game[Any]) -> None:
        self.lock = threading.RLock()
        self.folder = folder
        self.game = game
        self.row = kept.row
        self.seats = kept.seats
        self.keys = kept.keys
        self.told = 0
        self.table: Table[Any] | None = None
        self.receipt = ""
        self.snapshot_at = 0
        self._tags: dict[Seat | None, str] = {}
        self._tags_of = -1

    @property
    def id(self) -> str:
        """The table's name in addresses."""
        return self.row.id

    @property
    def started(self) -> Table[Any]:
        """The game being played; NotYourTurn while people are still missing."""
        if self.table is None:
            raise NotYourTurn("the game has not begun: somebody is still missing")
        return self.table

    def held_by(self, token_hash: str | None) -> tuple[Seat, ...]:
        """The seats that this token opens."""
        if token_hash is None:
            return ()
        own = {chair.seat for chair in self.seats if chair.holder == token_hash}
        own.update(seat for key, seat in self.keys if key == token_hash)
        return tuple(sorted(own))

    def seat_name(self, seat: Seat) -> str:
        """Side and person: `Red (Ann)`."""
        side, name = self.game.meta.seats[seat], self.seats[seat].name
        return f"{side} ({name})" if name and name != side else side

    def lines(self) -> list[SeatLine]:
        """The seats as a record writes them."""
        sides = self.game.meta.seats
        return [
            SeatLine(
                chair.name or sides[chair.seat], f"coach:{chair.level}" if chair.kind == "coach" else "person"
            )
            for chair in self.seats
        ]

    def nonces(self) -> dict[str, str]:
        """Each person's share in the dice."""
        return {str(chair.seat): chair.nonce for chair in self.seats if chair.nonce}

    def fresh_dice(self, log: Iterable[Entry] = ()) -> Dice:
        """The table's dice, at the place where this log ends."""
        if self.row.dice == "typed":
            return TypedDice()
        taken = Counter(entry.stream for entry in log if isinstance(entry, Rolled))
        return FairDice([self.row.secret], self.nonces(), taken)

    def tag(self, seat: Seat | None) -> str:
        """A mark of everything this seat can perceive; it changes only when that does."""
        if self._tags_of != self.row.revision:
            self._tags, self._tags_of = {}, self.row.revision
        if seat not in self._tags:
            seen = self.table.sight(seat) if self.table is not None else b""
            chairs = [
                (c.name, c.kind, c.level, c.holder is not None, c.nonce is not None) for c in self.seats
            ]
            about = [self.row.status, self.row.successor, self.row.deadline_at, chairs]
            self._tags[seat] = hashlib.sha256(seen + msgspec.json.encode(about)).hexdigest()[:16]
        return self._tags[seat]

    def waiting_people(self) -> tuple[Seat, ...]:
        """The people who have something to answer now."""
        waiting = self.table.waiting if self.table is not None else ()
        return tuple(seat for seat in waiting if self.seats[seat].kind == "person")

    def waiting_coaches(self) -> tuple[Seat, ...]:
        """The coaches who have something to answer now."""
        waiting = self.table.waiting if self.table is not None else ()
        return tuple(seat for seat in waiting if self.seats[seat].kind == "coach")

    def whole_record(self) -> Record:
        """The record with all its secrets; hand out `record.handed_out` of it."""
        table = self.started
        dice = self.record_dice(table.entries)
        whole = record.of_table(table, self.lines(), salt=self.row.salt, dice=dice)
        told = tuple(event for event in whole.events if event["event"] != HouseNote.__name__)
        return msgspec.structs.replace(whole, events=told)

    def record_dice(self, log: Iterable[Entry] = ()) -> Dice:
        """What a record says of the dice: a branch took over rolls that its own dice did not make."""
        return TypedDice() if self.row.prefix else self.fresh_dice(log)


class House:
    """All tables of the server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.secret = store.value("secret", secrets.token_hex(32))
        self._open: OrderedDict[str, Live] = OrderedDict()
        self._games: OrderedDict[str, Game[Any]] = OrderedDict()
        self._lock = threading.Lock()

    # Games and their setups

    def keep_setup(self, game: Game[Any]) -> str:
        """Keep a game's options and charts by value and return their name."""
        body = msgspec.json.encode([game.meta.name, game.setup])  # in its own order: charts may depend on it
        name = hashlib.sha256(body).hexdigest()
        if name not in self._games:
            self.store.keep_setup(name, body)
            self._remember_game(name, game)
        return name

    def game(self, folder: registry.Folder, name: str) -> Game[Any]:
        """The rules bound to a kept setup; tables with the same setup share them."""
        found = self._games.get(name)
        if found is not None:
            return found
        _, setup = msgspec.json.decode(self.store.setup(name), type=tuple[str, Setup])
        try:
            game = folder.open(setup.options, setup.materials, edition=setup.edition)
        except FieldhouseError as error:
            raise Outdated(f"{folder.meta.title}: {error}") from None
        self._remember_game(name, game)
        return game

    def _remember_game(self, name: str, game: Game[Any]) -> None:
        with self._lock:
            self._games[name] = game
            while len(self._games) > 256:
                self._games.popitem(last=False)

    # Opening

    def look(self, table_id: str) -> Live:
        """The table, up to date. NoSuchTable if there is none."""
        with self._lock:
            live = self._open.get(table_id)
            if live is not None:
                self._open.move_to_end(table_id)
        if live is None:
            return self._load(table_id)
        with live.lock:
            try:
                newer = self.store.newer(table_id, live.row.revision, live.row.size)
            except KeyError:
                self.forget(table_id)
                raise NoSuchTable("this table does not exist any more") from None
            if newer is not None:
                try:
                    self._catch_up(live, newer)
                except BaseException:
                    self.forget(table_id)
                    raise
        return live

    def _load(self, table_id: str) -> Live:
        kept = self.store.load(table_id)
        if kept is None:
            raise NoSuchTable("there is no such table; it may have been deleted")
        try:
            folder = registry.find(kept.row.game)
        except FieldhouseError as error:
            raise Outdated(str(error)) from None
        live = Live(kept, folder, self.game(folder, kept.row.setup))
        if kept.row.status != "open":
            live.table = self._build(live, kept)
        with self._lock:
            live = self._open.setdefault(table_id, live)
            while len(self._open) > self.settings.in_memory:
                self._open.popitem(last=False)
        return live

    def _build(self, live: Live, kept: Kept) -> Table[Any]:
        snapshot = self.store.snapshot(live.id) if kept.row.size >= SNAPSHOT_EVERY else None
        if snapshot is None or snapshot[0] > len(kept.entries):
            table: Table[Any] = Table(live.game)
        else:
            count, state, events = snapshot
            told: list[Shown] = [from_record(event) for event in msgspec.json.decode(events)]
            table = Table.resume(live.game, state, kept.entries[:count], told)
            live.snapshot_at = count
            live.told = sum(note.entry <= count for note in kept.notes)
        self._feed(live, table, kept.entries[len(table.entries) :], kept.notes)
        table.dice = live.fresh_dice(table.entries)
        live.receipt = self._receipt(live, table)
        return table

    def _feed(self, live: Live, table: Table[Any], log: Sequence[Entry], notes: Sequence[NoteRow]) -> None:
        """Apply entries from the store, with the house's notes between them."""
        table.dice = None
        try:
            self._tell(live, table, notes)
            for entry in log:
                record.apply(table, entry)
                self._tell(live, table, notes)
        except FieldhouseError as error:
            where = len(table.entries) + 1
            raise Outdated(f"entry {where} does not follow the present rules: {error}") from None

    def _tell(self, live: Live, table: Table[Any], notes: Sequence[NoteRow]) -> None:
        while live.told < len(notes) and notes[live.told].entry <= len(table.entries):
            table.events.append(HouseNote(line=notes[live.told].line))
            live.told += 1

    def _catch_up(self, live: Live, newer: Kept) -> None:
        """Another process wrote: take over what it added."""
        live.row, live.seats, live.keys = newer.row, newer.seats, newer.keys
        if live.table is None:
            if newer.row.status != "open":
                live.table = self._build(live, newer)
            return
        self._feed(live, live.table, newer.entries, newer.notes)
        live.table.dice = live.fresh_dice(live.table.entries)
        live.receipt = self._next_receipt(live, len(live.table.entries) - len(newer.entries))

    def forget(self, table_id: str) -> None:
        """Drop the table from memory; the store keeps it."""
        with self._lock:
            self._open.pop(table_id, None)

    def reset(self, live: Live) -> None:
        """Make the table in memory what the store has, in place: others may hold it already.

        Hold its lock. If the store does not answer, the table is dropped and shows nothing.
        """
        live.table, live.told, live.snapshot_at = None, 0, 0
        self.forget(live.id)
        kept = self.store.load(live.id)
        if kept is None:
            raise NoSuchTable("this table does not exist any more")
        live.row, live.seats, live.keys = kept.row, kept.seats, kept.keys
        if kept.row.status != "open":
            live.table = self._build(live, kept)
        with self._lock:
            self._open[live.id] = live

    # Receipts

    def _receipt(self, live: Live, table: Table[Any]) -> str:
        dice = record.dice_line(live.record_dice())
        head = Record(
            fieldhouse=record.FORMAT,
            game=live.game.meta.name,
            edition=live.game.setup.edition,
            options=dict(live.game.options),
            materials=dict(live.game.setup.materials),
            seats=tuple(live.lines()),
            dice=dice,
            salt=live.row.salt,
            entries=tuple(table.entries),
        )
        return record.receipts(head)[-1]

    def _next_receipt(self, live: Live, first: int) -> str:
        last = live.receipt
        log = live.started.entries
        for number in range(first, len(log)):
            last = record.next_receipt(last, log[number], live.row.salt, number)
        return last

    # Changing

    def change(self, table_id: str, act: Callable[[Live], str | None], tries: int = 5) -> Live:
        """Do `act` to the table and keep what it did; once more if another process was faster.

        `act` changes the game through its own verbs and may return a line for the play-by-play. What
        it raises leaves everything as it was.
        """
        for attempt in range(tries):
            live = self.look(table_id)
            with live.lock:
                before = len(live.started.entries)
                waited = live.waiting_people()
                line = act(live)
                try:
                    self._keep(live, before, waited, line)
                    return live
                except Conflict:
                    self.reset(live)
                    if attempt == tries - 1:
                        raise StaleAnswer("others were faster; look again") from None
                except BaseException:
                    self.reset(live)
                    raise
        raise AssertionError("the loop returns or raises")

    def _keep(self, live: Live, before: int, waited: tuple[Seat, ...], line: str | None) -> None:
        table = live.started
        self.store.write(live.row, self.header(live, waited), table.entries[before:], line)
        live.receipt = self._next_receipt(live, before)
        if line is not None:
            table.events.append(HouseNote(line=line))
            live.told += 1
        self._maybe_snapshot(live)

    def _maybe_snapshot(self, live: Live) -> None:
        table = live.started
        state, count, told = table.whistle
        if table.outcome is None and count - live.snapshot_at >= SNAPSHOT_EVERY:
            kept = table.events_for_record()
            events = [to_record(event) for event in kept[: told - (len(table.events) - len(kept))]]
            self.store.keep_snapshot(live.id, count, state, msgspec.json.encode(events))
            live.snapshot_at = count

    def header(self, live: Live, waited: tuple[Seat, ...] = ()) -> dict[str, Any]:
        """What the header says of a game in this position. Only what everybody may know."""
        table, row = live.started, live.row
        people = live.waiting_people()
        if not row.deadline or not people:
            deadline_at = None
        elif row.deadline_at is not None and set(people) < set(waited):
            deadline_at = row.deadline_at  # the clock of who still has to answer runs on
        else:
            deadline_at = time.time() + row.deadline * 60
        return {
            "status": "over" if table.outcome is not None else "live",
            "coach_due": bool(live.waiting_coaches()),
            "deadline_at": deadline_at,
            "summary": msgspec.json.encode(summary(live)).decode(),
        }

    def answer(
        self, table_id: str, seat: Seat, answers: Sequence[str], sequence: int | None, line: str | None = None
    ) -> Live:
        """The seat's answer (or several at once, taken whole or not at all)."""

        def act(live: Live) -> str | None:
            table = live.started
            if len(answers) == 1:
                table.answer(seat, answers[0], sequence)
            else:
                table.answer_all(seat, list(answers), sequence)
            return line

        if not answers or any(not isinstance(key, str) for key in answers):
            raise IllegalAnswer("", "an answer is the key of an option")
        if len(answers) > 1 and any(key in VERBS for key in answers):
            raise IllegalAnswer(str(answers[0]), "only plain answers can stand in a batch")
        return self.change(table_id, act)

    def roll(self, table_id: str, seat: Seat, key: str, tag: str) -> Live:
        """A person types what their own dice or cards gave."""

        def act(live: Live) -> None:
            table = live.started
            chance = table.chance
            if live.row.dice != "typed" or chance is None:
                raise NotYourTurn("no roll or draw waits to be typed in")
            if chance.sees is not None and seat not in chance.sees:
                raise NotYourTurn("this roll or draw is for the other side to look at")
            if tag != live.tag(seat):
                raise StaleAnswer("the table has moved on since this page was made")
            table.roll(key)

        return self.change(table_id, act)

    def claim(self, table_id: str, seat: Seat) -> Live:
        """The other side let its deadline pass: this seat takes the game."""

        def act(live: Live) -> str:
            table, row = live.started, live.row
            late = [other for other in live.waiting_people() if other != seat]
            passed = row.deadline_at is not None and row.deadline_at < time.time()
            if row.on_deadline != "claim" or not passed or not late or seat in table.waiting:
                raise NotYourTurn("there is nothing to claim: no deadline of the other side has passed")
            table.answer(late[0], CONCEDE)
            return f"{live.seat_name(seat)} claims the game: the deadline passed."

        return self.change(table_id, act)


def summary(live: Live) -> dict[str, Any]:
    """One line about the table for lists: what a spectator may see."""
    table = live.started
    view = table.view(None)
    return {
        "scores": list(view.get("scores", ())),
        "status": str(view.get("status", "")),
        "waiting": list(table.waiting),
        "outcome": table.outcome.text if table.outcome is not None else "",
        "winner": table.outcome.winner if table.outcome is not None else None,
        "seats": [live.seat_name(seat) for seat in range(len(live.seats))],
    }


def events_since(live: Live, seat: Seat | None, after: int) -> list[Event]:
    """The events this seat may see from number `after` on."""
    return live.started.events_for(seat)[after:]
