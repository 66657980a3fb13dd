"""Everything that threads will decode is prepared in one thread, before the first request comes.

msgspec fills in what it knows of a Struct when it first decodes one, and several threads that do so at once
can crash the whole process. A decoder built beforehand has done it for the Struct and all that is in it.
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.events import event_from_record
from fieldhouse.kernel.game import Setup
from fieldhouse.kernel.record import Record
from fieldhouse.kernel.session.entries import Entry

log = logging.getLogger("fieldhouse.web")
_DECODERS: dict[Any, Any] = {}
_OPENED: set[registry.Folder] = set()


def build_decoder(kind: Any) -> None:
    """Prepare one type, with all that is in it."""
    if kind not in _DECODERS:
        _DECODERS[kind] = msgspec.json.Decoder(kind), msgspec.msgpack.Decoder(kind)


def build_decoders() -> None:
    """Prepare states, set-ups, entries, records and events of every game there is."""
    for kind in (Entry, Setup, tuple[str, Setup], Record):
        build_decoder(kind)
    event_from_record({"event": "Note", "text": ""})
    for name, folder in registry.list_all_games().items():
        try:
            build_decoder(folder.game.state_type)
            if folder not in _OPENED:
                folder.open()  # its charts are read now, not when somebody waits for the first table
                _OPENED.add(folder)
        except Exception as error:  # a game that cannot be loaded is left out, and the house is not shut
            log.warning("game left out", extra={"game": name, "error": repr(error)})
