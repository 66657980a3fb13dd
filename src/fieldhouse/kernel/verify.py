"""Verification: replay a record, derive every roll again, compare receipts, and say what is not proved."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import msgspec

from fieldhouse.kernel.dice import Dice, TypedDice
from fieldhouse.kernel.entries import Rolled
from fieldhouse.kernel.errors import BadRecord, FieldhouseError
from fieldhouse.kernel.events import Event, event_to_record
from fieldhouse.kernel.fair import commitment
from fieldhouse.kernel.record import (
    Record,
    apply_entry,
    receipts,
    record_dice,
    record_game,
    replay_record,
)
from fieldhouse.kernel.table import Table


class Verdict(msgspec.Struct, frozen=True):
    """What verification found. `ok` means no fault; `unproved` says what it cannot tell."""

    ok: bool
    faults: tuple[str, ...]
    proved: tuple[str, ...]
    unproved: tuple[str, ...]


def verify(record: Record, kept: Sequence[str] = ()) -> Verdict:
    """Replay the record, derive every roll again, and check the receipts that people saved."""
    faults: list[str] = []
    proved: list[str] = []
    unproved: list[str] = []
    _verify_play(record, faults, proved, unproved)
    _verify_dice(record, faults, proved, unproved)
    _verify_receipts(record, kept, faults, proved, unproved)
    return Verdict(not faults, tuple(faults), tuple(proved), tuple(unproved))


def _verify_play(record: Record, faults: list[str], proved: list[str], unproved: list[str]) -> None:
    try:
        table = replay_record(record)
    except BadRecord as error:
        faults.append(str(error))
        return
    proved.append(f"all {len(record.entries)} entries follow the rules")
    told = events_as_recorded(record, table.events)
    if record.events and _as_written(told) != _as_written(record.events):
        if record.by == version("fieldhouse"):
            faults.append("the play-by-play in the record is not what its entries give")
        else:
            unproved.append(
                f"the play-by-play was written by {record.by or 'an unnamed version'} and reads differently "
                "in this version; the entries count, and a replay tells them in new words"
            )


def events_as_recorded(record: Record, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The events as this record has them: without what they did not say yet when it was written."""
    told = [event_to_record(event) for event in events]
    recorded = [facts if isinstance(facts := event.get("facts"), dict) else {} for event in record.events]
    if not any("rival" in facts for facts in recorded):
        for event, before in zip(told, recorded, strict=False):
            event["facts"] = {name: fact for name, fact in event["facts"].items() if name != "rival"}
            if "field" in event["facts"] and "field" in before:  # The Grid's was said to be 100 yards
                event["facts"]["field"] = before["field"]
    if any("moment" in event for event in record.events):
        return told
    return [{name: fact for name, fact in event.items() if name != "moment"} for event in told]


def _as_written(events: Sequence[dict[str, Any]]) -> Any:
    """The events as a file has them: a record never written still holds tuples where JSON has lists."""
    return msgspec.json.decode(msgspec.json.encode(events))


def _verify_dice(record: Record, faults: list[str], proved: list[str], unproved: list[str]) -> None:
    line = record.dice
    if line.kind == "fair":
        expected = tuple(commitment(secret) for secret in line.secrets)
        if line.secrets and expected != line.commitments:
            faults.append("the revealed secrets do not fit the commitments made before the game")
        unproved.append(
            "server dice: the server could foresee the rolls, "
            "but not choose them once the players' numbers were in"
        )
    dice = record_dice(msgspec.structs.replace(record, entries=()))
    if dice is None or isinstance(dice, TypedDice):
        why = "were typed in by people" if line.kind == "typed" else "cannot be derived from this record"
        unproved.append(f"the rolls {why}")
        return
    before = len(faults)
    _verify_rolls(record, dice, faults)
    if len(faults) == before:
        rolls = sum(isinstance(entry, Rolled) for entry in record.entries)
        proved.append(f"all {rolls} rolls and draws follow from the {'secrets' if line.secrets else 'seed'}")


def _verify_rolls(record: Record, dice: Dice, faults: list[str]) -> None:
    try:
        table = Table(record_game(record))
        for number, entry in enumerate(record.entries, start=1):
            chance = table.chance
            if isinstance(entry, Rolled) and chance is not None:
                due = chance.key(dice.outcome(chance))
                if due != entry.key:
                    shown = f"entry {number}: {chance.label} is {entry.key}, but the dice gave {due}"
                    faults.append(shown)
                    return
            apply_entry(table, entry)
    except FieldhouseError:
        return  # _verify_play has said what is wrong


def _verify_receipts(
    record: Record, kept: Sequence[str], faults: list[str], proved: list[str], unproved: list[str]
) -> None:
    chain = receipts(record)
    if record.receipt and record.receipt != chain[-1]:
        faults.append("the record was changed after it was written: its receipt does not fit its entries")
    for receipt in kept:
        if receipt in chain:
            proved.append(f"receipt {receipt[:12]}... fits the record after entry {chain.index(receipt)}")
        else:
            faults.append(f"receipt {receipt[:12]}... fits no point of this record: an entry was changed")
    if not kept:
        unproved.append("no receipts were given, so only this file says that no answer was changed")
