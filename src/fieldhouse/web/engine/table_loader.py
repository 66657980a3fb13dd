"""Loads tables from the store: the game with its options and charts, then the log through the rules.

Games bound to options and charts are shared by all tables that have the same. A long game resumes at its last
snapshot. The stored receipt must match the record.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.dice import typed_dice
from fieldhouse.kernel.entries import Entry
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.events import HouseNote, event_to_record, restore_event
from fieldhouse.kernel.game import Game, Setup
from fieldhouse.kernel.record import Receipts, Record
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.table import Table
from fieldhouse.store.schema import NoteRow
from fieldhouse.store.store import Store
from fieldhouse.store.tables import StoredTable
from fieldhouse.web.engine.live_table import LiveTable, OutdatedTable, TamperedRecord

MOST_SETUPS = 256
"""Setups kept in memory."""


class BoundGame(msgspec.Struct):
    """A game with its options and charts, and the name and body under which the store keeps them."""

    name: str
    game: Game[Any]
    body: bytes


class SetupCache:
    """Bound games by setup. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._bound: OrderedDict[str, BoundGame] = OrderedDict()
        self._plain: OrderedDict[tuple[Any, ...], BoundGame] = OrderedDict()
        self._folders: dict[str, Folder] = {}
        self._lock = threading.Lock()

    def folder(self, name: str) -> Folder:
        """The game of this name; UnknownGame if it is not installed."""
        if name not in self._folders:
            self._folders[name] = registry.find(name)
        return self._folders[name]

    def open(
        self, folder: Folder, options: Mapping[str, Any], charts: Mapping[str, Any], length: str | None
    ) -> BoundGame:
        """Bind a game to options and charts."""
        plain = (folder.name, length, tuple(sorted(options.items()))) if not charts else None
        if plain is not None and plain in self._plain:
            return self._plain[plain]
        bound = self.keep(folder.open(options, charts, length=length))
        if plain is not None:
            with self._lock:
                self._plain[plain] = bound
                while len(self._plain) > MOST_SETUPS:
                    self._plain.popitem(last=False)
        return bound

    def keep(self, game: Game[Any]) -> BoundGame:
        """Remember a bound game by the value of its setup; the store saves it with the first table."""
        body = msgspec.json.encode([game.meta.name, game.setup])  # in its own order: charts may depend on it
        name = hashlib.sha256(body).hexdigest()
        found = self._bound.get(name)
        if found is None:
            found = self._remember(BoundGame(name, game, body))
        return found

    def stored_game(self, folder: Folder, name: str) -> BoundGame:
        """The bound game of a stored setup; OutdatedTable if the game doesn't accept it any more."""
        found = self._bound.get(name)
        if found is not None:
            return found
        body = self.store.records.setup(name)
        _, setup = msgspec.json.decode(body, type=tuple[str, Setup])
        try:
            game = folder.open(setup.options, setup.materials, edition=setup.edition)
        except FieldhouseError as error:
            raise OutdatedTable(f"{folder.meta.title}: {error}") from None
        return self._remember(BoundGame(name, game, body))

    def _remember(self, bound: BoundGame) -> BoundGame:
        with self._lock:
            self._bound[bound.name] = bound
            while len(self._bound) > MOST_SETUPS:
                self._bound.popitem(last=False)
        return bound


SNAPSHOT_EVERY = 1000
"""Log entries between snapshots. Shorter logs are replayed, which keeps their events typed."""


def replay_log(live: LiveTable, kept: StoredTable, store: Store) -> None:
    """Replay the stored game at the table."""
    snapshot = store.records.snapshot(live.id) if kept.row.size >= SNAPSHOT_EVERY else None
    if snapshot is None or snapshot[0] > len(kept.entries):
        table: Table[Any] = Table(live.game)
    else:
        count, state, events = snapshot
        kept_events = msgspec.json.decode(events)
        news: list[Any] = []
        if isinstance(kept_events, dict):  # older snapshots have events alone
            kept_events, news = kept_events["events"], kept_events["news"]
        near = type(live.game).__module__
        told = [restore_event(event, near) for event in kept_events]
        table = Table.resume(live.game, state, kept.entries[:count], told)
        live.news.restore(news, (len(told), count))
        live.snapshot_at = count
        live.notes_told = sum(note.entry <= count for note in kept.notes)
    live.open_table(table)
    apply_stored_entries(live, table, kept.entries[len(table.entries) :], kept.notes)
    table.dice = live.fresh_dice(table.entries)
    check_receipt(live)


def apply_stored_entries(
    live: LiveTable, table: Table[Any], log: Sequence[Entry], notes: Sequence[NoteRow]
) -> None:
    """Apply entries from the store, with the server's notes between them."""
    table.dice = typed_dice(live.row.dice)  # what people typed in can be undone
    try:
        _tell(live, table, notes)
        for entry in log:
            record.apply_entry(table, entry)
            _tell(live, table, notes)
    except FieldhouseError as error:
        where = len(table.entries) + 1
        raise OutdatedTable(f"Entry {where} of this game doesn't fit the current rules: {error}") from None


def _tell(live: LiveTable, table: Table[Any], notes: Sequence[NoteRow]) -> None:
    while live.notes_told < len(notes) and notes[live.notes_told].entry <= len(table.entries):
        table.say(HouseNote(line=notes[live.notes_told].line))
        live.notes_told += 1


def catch_up(live: LiveTable, newer: StoredTable, store: Store) -> None:
    """Take over what another process added."""
    live.update_from(newer)
    if live.table is None:
        if newer.row.status != "open":
            replay_log(live, newer, store)
        return
    apply_stored_entries(live, live.table, newer.entries, newer.notes)
    live.table.dice = live.fresh_dice(live.table.entries)
    check_receipt(live)


def check_receipt(live: LiveTable) -> None:
    """Raise TamperedRecord unless the stored receipt, if there is one, matches the record."""
    found = current_receipt(live)
    if live.row.receipt and live.row.receipt != found:
        raise TamperedRecord(
            "The record of this game doesn't match its receipt. The database was edited or is damaged: "
            "restore a backup."
        )


def current_receipt(live: LiveTable) -> str:
    """The receipt of the whole record so far, which the store keeps."""
    if live.receipts is None:
        live.receipts = Receipts(
            Record(
                fieldhouse=record.FORMAT,
                game=live.game.meta.name,
                edition=live.game.setup.edition,
                options=dict(live.game.options),
                materials=dict(live.game.setup.materials),
                seats=tuple(live.lines()),
                dice=record.dice_line(live.record_dice()),
                salt=live.row.salt,
            )
        )
    live.receipts.follow(live.game_table)
    return live.receipts.whole


def snapshot_if_due(live: LiveTable) -> tuple[int, bytes, bytes] | None:
    """A snapshot to save, if enough was played since the last one: entries, state, events before it."""
    table = live.game_table
    state, count, told = table.whistle
    if table.outcome is not None or count - live.snapshot_at < SNAPSHOT_EVERY:
        return None
    events = [event_to_record(event) for event in table.events[:told]]
    return count, state, msgspec.json.encode({"events": events, "news": live.news.places_before(told)})
