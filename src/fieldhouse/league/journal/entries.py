"""The journal: acts as text, and the check of its chain."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.league.journal.acts import Act
from fieldhouse.store.league_schema import JournalRow, journal_link

_ACT = msgspec.json.Decoder(Act)
_JSON = msgspec.json.Encoder()  # charts and cards keep the order of their rows


class BrokenChain(FieldhouseError):
    """A journal that was changed afterwards; says at which entry (counted from 1)."""

    def __init__(self, entry: int, what: str) -> None:
        self.entry, self.what = entry, what
        super().__init__(f"log entry {entry}: {what}")


class JournalEntry(msgspec.Struct, frozen=True):
    """One act: when (seconds since 1970), by whom (a member's number, or -1 for the server)."""

    n: int
    at: float
    who: int
    act: Act


def encode_act(act: Act) -> str:
    """As the journal keeps it."""
    return _JSON.encode(act).decode()


def read_entry(row: JournalRow) -> JournalEntry:
    """One line of the journal; BrokenChain if it is no act."""
    try:
        return JournalEntry(row.n, row.at, row.who, _ACT.decode(row.body))
    except msgspec.MsgspecError as error:
        raise BrokenChain(row.n + 1, f"it can't be read: {error}") from None


def check_chain(league_id: str, rows: Sequence[JournalRow]) -> str:
    """The last link, if every entry fits the one before it; BrokenChain names the first that does not."""
    before = league_id
    for number, row in enumerate(rows):
        if row.n != number:
            raise BrokenChain(number + 1, f"it has the number {row.n + 1}: an entry is missing or duplicated")
        if row.chain != journal_link(before, row.n, row.at, row.who, row.body):
            raise BrokenChain(number + 1, "its hash doesn't match: the entry was changed afterward")
        before = row.chain
    return before
