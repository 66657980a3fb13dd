"""Loads a table from the store by replaying its log through the rules.

A long game resumes at its last snapshot. The stored receipt must match the record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fieldhouse.kernel import record
from fieldhouse.kernel.dice import typed_dice
from fieldhouse.kernel.entries import Entry
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.events import HouseNote, event_to_record, restore_event
from fieldhouse.kernel.record import Receipts, Record
from fieldhouse.kernel.table import Table
from fieldhouse.store.schema import NoteRow
from fieldhouse.store.store import Store
from fieldhouse.store.tables import StoredTable
from fieldhouse.web.engine.live_table import LiveTable, OutdatedTable, TamperedRecord

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
