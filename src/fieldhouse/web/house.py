"""The house: tables in memory, brought up to date from the store, changed only through `Table.answer`.

Every method here may wait for the database or think for a moment: call it from a thread. A table in
memory is never ahead of the store for long: what cannot be kept is thrown away and read again.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.entries import Chosen, Entry
from fieldhouse.kernel.errors import FieldhouseError, IllegalAnswer, NotYourTurn, StaleAnswer
from fieldhouse.kernel.events import Event, Shown, from_record, to_record
from fieldhouse.kernel.game import Game, Setup
from fieldhouse.kernel.record import Receipts, Record
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import CONCEDE, UNDO, VERBS, Table
from fieldhouse.store.layout import NoteRow
from fieldhouse.store.tables import Change, Conflict, Kept, Store
from fieldhouse.web.live import HouseNote, Live, NoSuchTable, Outdated
from fieldhouse.web.settings import Settings

SNAPSHOT_EVERY = 1000
"""Log entries between kept whistles. Shorter logs are replayed, which keeps their events typed."""

T = TypeVar("T")


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
        live.unmark((len(table.events), len(table.entries)))
        self._feed(live, table, kept.entries[len(table.entries) :], kept.notes)
        table.dice = live.fresh_dice(table.entries)
        live.receipts = self._receipts(live)
        live.receipts.follow(table)
        return table

    def _feed(self, live: Live, table: Table[Any], log: Sequence[Entry], notes: Sequence[NoteRow]) -> None:
        """Apply entries from the store, with the house's notes between them."""
        table.dice = None
        try:
            self._tell(live, table, notes)
            for entry in log:
                if isinstance(entry, Chosen):
                    live.mark(entry.seat, (len(table.events), len(table.entries)))
                record.apply(table, entry)
                self._tell(live, table, notes)
        except FieldhouseError as error:
            where = len(table.entries) + 1
            raise Outdated(f"entry {where} does not follow the present rules: {error}") from None

    def _tell(self, live: Live, table: Table[Any], notes: Sequence[NoteRow]) -> None:
        while live.told < len(notes) and notes[live.told].entry <= len(table.entries):
            table.say(HouseNote(line=notes[live.told].line))
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
        if live.receipts is not None:
            live.receipts.follow(live.table)

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

    def _receipts(self, live: Live) -> Receipts:
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
        )
        return Receipts(head)

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
                try:
                    line = act(live)
                except FieldhouseError:
                    raise  # a refusal leaves the table as it was
                except BaseException:  # a fault in the rules may leave half an answer: read it anew
                    self.reset(live)
                    raise
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
        self.store.write(Change(live.row, self.header(live, waited), table.entries[before:], line))
        if live.receipts is not None:
            live.receipts.follow(table)
        if line is not None:
            table.say(HouseNote(line=line))
            live.told += 1
        self._maybe_snapshot(live)

    def _maybe_snapshot(self, live: Live) -> None:
        table = live.started
        state, count, told = table.whistle
        if table.outcome is None and count - live.snapshot_at >= SNAPSHOT_EVERY:
            events = [to_record(event) for event in table.events[:told]]
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
            here = len(table.events), len(table.entries)
            if len(answers) == 1:
                table.answer(seat, answers[0], sequence)
            else:
                table.answer_all(seat, list(answers), sequence)
            if answers[0] != UNDO:
                live.mark(seat, here)
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
    head = table.head(None)
    return {
        "scores": list(head.scores),
        "status": head.status,
        "waiting": list(table.waiting),
        "outcome": table.outcome.text if table.outcome is not None else "",
        "winner": table.outcome.winner if table.outcome is not None else None,
        "seats": [live.seat_name(seat) for seat in range(len(live.seats))],
    }


def events_since(live: Live, seat: Seat | None, after: int) -> Sequence[Event]:
    """The events this seat may see from number `after` on."""
    return live.started.events_for(seat)[after:]
