"""Builds msgspec's decoders in one thread before the first request.

msgspec completes a Struct's type information at its first decoding, and several threads that do so at once
can crash the process.
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.entries import Entry
from fieldhouse.kernel.events import event_from_record
from fieldhouse.kernel.game import Setup
from fieldhouse.kernel.record import Record

log = logging.getLogger("fieldhouse.web")
_DECODERS: dict[Any, Any] = {}
_OPENED: set[registry.Folder] = set()


def build_decoder(kind: Any) -> None:
    """Build the decoders of one type and of everything in it."""
    if kind not in _DECODERS:
        _DECODERS[kind] = msgspec.json.Decoder(kind), msgspec.msgpack.Decoder(kind)


def build_decoders() -> None:
    """Build the decoders of states, setups, entries, records and events of every game."""
    for kind in (Entry, Setup, tuple[str, Setup], Record):
        build_decoder(kind)
    event_from_record({"event": "Note", "text": ""})
    for name, folder in registry.list_all_games().items():
        try:
            build_decoder(folder.game.state_type)
            if folder not in _OPENED:
                folder.open()  # its charts are read now, not when somebody waits for the first table
                _OPENED.add(folder)
        except Exception as error:  # a game that cannot be loaded is left out
            log.warning("a game cannot be loaded", extra={"game": name, "error": repr(error)})
