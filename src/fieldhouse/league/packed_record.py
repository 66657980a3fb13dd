"""Records as a league keeps them: small, their materials once a league, their events left to a replay."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from fieldhouse.kernel import record
from fieldhouse.kernel.errors import BadRecord
from fieldhouse.kernel.events import event_to_record
from fieldhouse.kernel.record import Record
from fieldhouse.store.league_schema import KeptRecord

_JSON = msgspec.json.Encoder()  # charts keep the order of their rows
FetchMaterials = Callable[[Iterable[str]], Mapping[str, bytes]]


class RecordPacker:
    """Packs records; materials it has packed before are known by their identity."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, str]] = {}

    def pack(self, made: Record, attempt: int) -> KeptRecord:
        """The record without what is kept elsewhere."""
        parts: dict[str, bytes] = {}
        names = {name: self._named(value, parts) for name, value in made.materials.items()}
        small = msgspec.structs.replace(made, materials=names, events=(), whistle=None)
        return KeptRecord(attempt, made.receipt, zlib.compress(_JSON.encode(small), 1), parts)

    def _named(self, value: Any, parts: dict[str, bytes]) -> str:
        known = self._known.get(id(value))
        if known is not None and known[0] is value:
            return known[1]
        body = _JSON.encode(value)
        digest = hashlib.sha256(body).hexdigest()
        parts[digest] = zlib.compress(body)
        self._known[id(value)] = value, digest
        return digest


def unpack_record(kept: KeptRecord, fetch: FetchMaterials, *, events: bool = False) -> Record:
    """The record whole again; BadRecord if it does not fit its receipt or its materials are missing."""
    try:
        small = msgspec.json.decode(zlib.decompress(kept.body), type=Record)
        bodies = fetch(small.materials.values())
        materials = {
            name: msgspec.json.decode(zlib.decompress(bodies[digest]))
            for name, digest in small.materials.items()
        }
    except (zlib.error, msgspec.MsgspecError) as error:
        raise BadRecord(f"a saved game can't be read: {error}") from None
    except KeyError as missing:
        raise BadRecord(f"a saved game needs {missing}, which is missing") from None
    whole = msgspec.structs.replace(small, materials=materials)
    if record.receipts(whole)[-1] != kept.digest:
        raise BadRecord("a saved game doesn't match its hash: it was changed afterward")
    if events:
        told = tuple(event_to_record(event) for event in record.replay_record(whole).events)
        whole = msgspec.structs.replace(whole, events=told)
    return whole
