"""The log as one seat may have it while the game runs, with secrets masked.

Undone answers, and the undoing, are in nobody's copy. A part of a simultaneous choice is only in its own
seat's copy until all parts are in. Secret entries are masked, and several in a row for the same seats are
one line that appears once something open has followed, so that neither their number nor their time tells how
often somebody changed an answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence

import msgspec

from fieldhouse.kernel.entries import HIDDEN, Chosen, Entry, Rolled, RollUndone, Undone
from fieldhouse.kernel.requests import Seat

_LINES = msgspec.json.Encoder()


def effective_entries(entries: Iterable[Entry], laid: Collection[Seat] = ()) -> list[Entry]:
    """The entries without the undone ones, and without the open parts of the seats in `laid`."""
    kept: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Undone):
            _strike_last(kept, entry.seat)
        elif isinstance(entry, RollUndone):
            _strike_last_roll(kept)
        else:
            kept.append(entry)
    for seat in laid:
        _strike_last(kept, seat)
    return kept


def _strike_last(kept: list[Entry], seat: Seat) -> None:
    """Remove the seat's last answer."""
    for place in range(len(kept) - 1, -1, -1):
        entry = kept[place]
        if isinstance(entry, Chosen) and entry.seat == seat:
            del kept[place]
            return


def _strike_last_roll(kept: list[Entry]) -> None:
    for place in range(len(kept) - 1, -1, -1):
        if isinstance(kept[place], Rolled):
            del kept[place]
            return


class _Shown:
    """Entries as shown, and their digest; `veils` stand for secret ones that no open one has followed."""

    __slots__ = ("_hash", "_unmarked", "entries", "upto", "veils")

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.upto = 0
        self.veils: tuple[Rolled | Chosen, ...] = ()
        self._hash = hashlib.sha256()
        self._unmarked: list[Entry] = []

    def copy(self, *, entries: bool = True) -> _Shown:
        """Copy it; without the entries where only the digest is wanted."""
        other = _Shown()
        other.entries = self.entries[:] if entries else []
        other.upto, other.veils = self.upto, self.veils
        other._hash, other._unmarked = self._hash.copy(), self._unmarked[:]
        return other

    def add(self, entries: Iterable[Entry], seat: Seat | None) -> None:
        for entry in entries:
            if type(entry) is not Rolled and type(entry) is not Chosen:
                self._write(entry)  # a verb between secrets does not tell that there were any before it
            elif entry.sees is None or seat in entry.sees:
                for veil in self.veils:
                    self._write(veil)
                self.veils = ()
                self._write(entry)
            elif not self.veils or self.veils[-1].sees != entry.sees:
                self.veils += (_masked(entry),)

    def _write(self, entry: Entry) -> None:
        self.entries.append(entry)
        self._unmarked.append(entry)

    def digest(self) -> str:
        """The digest of all that was shown, in whatever portions it came."""
        if self._unmarked:
            self._hash.update(_LINES.encode_lines(self._unmarked))
            self._unmarked = []
        return self._hash.hexdigest()


def _masked(entry: Rolled | Chosen) -> Rolled | Chosen:
    if isinstance(entry, Chosen):
        return Chosen(entry.seat, HIDDEN, HIDDEN, entry.sees)
    return Rolled(entry.stream, HIDDEN, entry.sees)


class RedactedLogs:
    """Every seat's copy of one table's log. What can no longer change is kept; the rest is made when read."""

    __slots__ = ("_marks", "_settled")

    def __init__(self) -> None:
        self._settled: dict[Seat | None, _Shown] = {}
        self._marks: dict[Seat | None, tuple[tuple[int, int, tuple[Seat, ...]], str]] = {}

    def copy(self) -> RedactedLogs:
        """Copy it, so that either can go on alone."""
        other = RedactedLogs()
        if self._settled:
            other._settled = {seat: shown.copy() for seat, shown in self._settled.items()}
            other._marks = self._marks.copy()
        return other

    def entries(
        self, log: Sequence[Entry], settled: int, laid: Collection[Seat], seat: Seat | None
    ) -> list[Entry]:
        """The seat's copy. Entries before `settled` cannot change; the parts of the seats in `laid` are face
        down.
        """
        return self._with_the_rest(
            self._caught_up(log, settled, seat).copy(), log, settled, laid, seat
        ).entries

    def digest(self, log: Sequence[Entry], settled: int, laid: Collection[Seat], seat: Seat | None) -> str:
        """A digest of the seat's copy: it changes only when the copy does. A log only ever grows."""
        now = len(log), settled, tuple(laid)
        kept = self._marks.get(seat)
        if kept is None or kept[0] != now:
            kept_so_far = self._caught_up(log, settled, seat)
            kept_so_far.digest()  # once, not anew in every copy
            shown = kept_so_far.copy(entries=False)
            kept = self._marks[seat] = now, self._with_the_rest(shown, log, settled, laid, seat).digest()
        return kept[1]

    def before(self, log: Sequence[Entry], settled: int, whistle: int, seat: Seat | None) -> list[Entry]:
        """The seat's copy up to this whistle, with a mask for secrets that nothing open has followed yet.

        An answer before the whistle may still be undone, so only what is `settled` is kept.
        """
        shown = self._caught_up(log, settled, seat).copy()
        self._with_the_rest(shown, log[:whistle], settled, (), seat)
        return [*shown.entries, *shown.veils]

    @staticmethod
    def _with_the_rest(
        shown: _Shown, log: Sequence[Entry], settled: int, laid: Collection[Seat], seat: Seat | None
    ) -> _Shown:
        shown.add(effective_entries(log[settled:], [other for other in laid if other != seat]), seat)
        return shown

    def _caught_up(self, log: Sequence[Entry], settled: int, seat: Seat | None) -> _Shown:
        shown = self._settled.get(seat)
        if shown is None or shown.upto > settled:
            shown = self._settled[seat] = _Shown()
        shown.add(effective_entries(log[shown.upto : settled]), seat)
        shown.upto = settled
        return shown
