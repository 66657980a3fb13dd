"""The rules with whistles inside a drive: after its roll, its timing choice and its charge.

The chart is enumerated once for each team and start, and what the clock makes of a result once for each
result.
"""

from __future__ import annotations

from typing import Final

from fieldhouse.games.fastdrive.rules.chart_results import Ending, Landing
from fieldhouse.games.fastdrive.rules.drive import charge, chosen_time, roll_drive, section_8
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.games.fastdrive.rules.state import AGAIN, CLOCK, DRIVE, Sheet
from fieldhouse.kernel.game import Setup
from fieldhouse.kernel.requests import Rules

RESULT: Final = "result"
CHARGE: Final = "charge"
"""The steps between roll, section 8 and clock; they exist in the tables only."""


def result_name(e: Ending) -> str:
    """A result's name for the rules that follow: without its time, runs and passes alike."""
    return "TD" if e.touchdown else f"{e.word} {e.arg}".strip()


class Staged(FastDrive):
    """The staged rules: endings that differ only in their time are one; the time is in `base`."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.name_endings()

    def name_endings(self) -> None:
        """Number the endings by what they are to the rules that follow."""
        alike: dict[str, int] = {}
        self.names = [result_name(e) for e in self.endings]
        self.same = [alike.setdefault(name, n) for n, name in enumerate(self.names)]

    def play(self, s: Sheet) -> Rules:
        if s.phase in (DRIVE, AGAIN):
            return self._roll(s)
        if s.phase == RESULT:
            return self._section_8(s)
        if s.phase == CLOCK:
            return self._wished(s)
        if s.phase == CHARGE:
            return charge(self, s, self.endings[s.ending], s.base)
        return super().play(s)

    def _roll(self, s: Sheet) -> Rules:
        rolled = yield from roll_drive(self, s)
        if rolled is not None:
            s.ending, s.base, s.phase = self.same[rolled[0].number], rolled[1], RESULT

    def _section_8(self, s: Sheet) -> Rules:
        ticks = yield from section_8(self, s, self.endings[s.ending], s.base)
        if ticks is not None:
            s.base, s.phase = ticks, CHARGE

    def _wished(self, s: Sheet) -> Rules:
        s.base = yield from chosen_time(self, s)
        s.phase = CHARGE

    # Outcomes of lookups by name

    def drive_key(self, e: Ending, base: int) -> str:
        """`TD 2`, `PUNT 3`, `REROLL 0` (a re-roll that costs nothing)."""
        return f"{result_name(e)} {base}"

    def landing_key(self, found: Landing) -> str:
        """`GREAT 2`, `TD -1`, `KICKERS 2`, `KEPT 1 FGA`: word, start, and what a kept fumble comes to."""
        kept = f" {self.names[found.kept]}" if found.kept >= 0 else ""
        return f"{found.word} {found.start}{kept}"
