"""The log as one seat may have it while the game runs, with secrets masked.

Undone answers, and the undoing, are in nobody's copy. A part of a simultaneous choice is only in its own
seat's copy until all parts are in. Secret entries are masked, and several in a row for the same seats are
one line that appears once something open has followed, so that neither their number nor their time tells how
often somebody changed an answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import msgspec

from fieldhouse.kernel.entries import HIDDEN, Chosen, Entry, Rolled, RollUndone, Undone
from fieldhouse.kernel.requests import Seat

_LINES = msgspec.json.Encoder()


def effective_entries(entries: Sequence[Entry], laid: Collection[Seat] = ()) -> list[Entry]:
    """The entries without the undone ones, and without the open parts of the seats in `laid`."""
    return [entries[place] for place in _effective_places(entries, laid)]


def _effective_places(entries: Sequence[Entry], laid: Collection[Seat]) -> list[int]:
    """Where those entries stand."""
    kept: list[int] = []
    for place, entry in enumerate(entries):
        if isinstance(entry, Undone):
            _strike_last(entries, kept, entry.seat)
        elif isinstance(entry, RollUndone):
            _strike_last_roll(entries, kept)
        else:
            kept.append(place)
    for seat in laid:
        _strike_last(entries, kept, seat)
    return kept


def _strike_last(entries: Sequence[Entry], kept: list[int], seat: Seat) -> None:
    """Remove the seat's last answer."""
    for n in range(len(kept) - 1, -1, -1):
        entry = entries[kept[n]]
        if isinstance(entry, Chosen) and entry.seat == seat:
            del kept[n]
            return


def _strike_last_roll(entries: Sequence[Entry], kept: list[int]) -> None:
    for n in range(len(kept) - 1, -1, -1):
        if isinstance(entries[kept[n]], Rolled):
            del kept[n]
            return


def _is_open(entry: Entry, seat: Seat | None) -> bool:
    """May the seat have this entry unmasked?"""
    return type(entry) not in (Rolled, Chosen) or entry.sees is None or seat in entry.sees  # type: ignore[union-attr]


class OpenSpan(NamedTuple):
    """How many entries there are up to the last that a seat may have unmasked: settled ones, and all."""

    settled: int
    now: int


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


def _last_open(log: Sequence[Entry], start: int, stop: int, laid: Collection[Seat], seat: Seat | None) -> int:
    """How many entries there are up to the last of this part that the seat may have; 0 without any."""
    part = log[start:stop]
    opened = (n for n in reversed(_effective_places(part, laid)) if _is_open(part[n], seat))
    return next((start + n + 1 for n in opened), 0)


class RedactedLogs:
    """Every seat's copy of one table's log. What can no longer change is kept; the rest is made when read."""

    __slots__ = ("_marks", "_opened", "_settled")

    def __init__(self) -> None:
        self._settled: dict[Seat | None, _Shown] = {}
        self._opened: dict[Seat | None, tuple[int, int]] = {}
        """By seat: as many settled entries as were looked at, and up to the last one that it may have."""
        self._marks: dict[Seat | None, tuple[tuple[int, int, tuple[Seat, ...]], str]] = {}

    def copy(self) -> RedactedLogs:
        """Copy it, so that either can go on alone."""
        other = RedactedLogs()
        if self._settled:
            other._settled = {seat: shown.copy() for seat, shown in self._settled.items()}
            other._marks = self._marks.copy()
        other._opened = self._opened.copy()
        return other

    def open_span(
        self, log: Sequence[Entry], settled: int, laid: Collection[Seat], seat: Seat | None
    ) -> OpenSpan:
        """Up to where the log is the seat's own: it follows from the log alone, on any server."""
        upto, opened = self._opened.get(seat, (0, 0))
        if upto > settled:
            upto = opened = 0
        opened = _last_open(log, upto, settled, (), seat) or opened
        self._opened[seat] = settled, opened
        others = [other for other in laid if other != seat]
        return OpenSpan(opened, _last_open(log, settled, len(log), others, seat) or opened)

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
