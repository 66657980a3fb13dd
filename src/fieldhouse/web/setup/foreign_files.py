"""Files that strangers hand in, records and charts of their own: read by worker processes with limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.errors import BadRecord, FieldhouseError
from fieldhouse.kernel.record import Record
from fieldhouse.kernel.registry import Folder
from fieldhouse.web.engine.live_table import MOST_ENTRIES


class OwnCharts(msgspec.Struct):
    """Somebody's own charts, by the name of the material: their texts, and what the game reads in them."""

    texts: dict[str, str] = {}
    data: dict[str, Any] = {}


def check_record_file(text: bytes) -> Record:
    """The record, which replays to its end. Its events are left out: they follow from the rules."""
    found = record.parse_record(text)
    if len(found.entries) > MOST_ENTRIES:
        raise BadRecord(f"the game has {len(found.entries):,} entries; at most {MOST_ENTRIES:,} are allowed")
    record.replay_record(found)
    return msgspec.structs.replace(found, events=(), whistle=None)


def check_chart_texts(game: str, texts: Mapping[str, str], titles: Mapping[str, str]) -> OwnCharts:
    """The charts, named as their titles ask; BadChart with what is wrong."""
    folder, found = registry.find(game), OwnCharts()
    for name, text in texts.items():
        found.texts[name] = renamed_material(folder, text, titles.get(name, ""))
        found.data[name] = folder.read_material(name, found.texts[name])
    return found


def renamed_material(folder: Folder, text: str, title: str) -> str:
    """The team file under the name that was typed for it; as it is where that cannot be done."""
    rename = getattr(folder.lobby, "rename_material", None)
    try:
        return text if rename is None or not title else str(rename(text, title))
    except FieldhouseError:
        return text
