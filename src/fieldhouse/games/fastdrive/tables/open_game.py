"""The rules with every lookup left open: compiled once, they fit all cards and all charts with these words.

What a table can find is read off the charts; how likely each of it is for two cards says `questions.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from fieldhouse.games.fastdrive.charts.cells import DRIVES, FOLLOW_UPS, RESULTS, Cell, Result
from fieldhouse.games.fastdrive.charts.qualities import LATE, PLACES, SCORES, STARTS
from fieldhouse.games.fastdrive.rules.chart_results import Ending, Landing, RulesFor
from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.state import POOR, Sheet
from fieldhouse.games.fastdrive.tables.staged_rules import Staged
from fieldhouse.kernel.game import Setup
from fieldhouse.kernel.requests import Roll, Seat
from fieldhouse.solve.lookups import Lookup

KICKS = ("kickoff", "squib", "onside", "punt-bu", "punt", "punt-co")
SPREAD = ("fumble", "interception", "two-point", "fourth-down", "desperation")
TABLES = ("drive", *SPREAD, *KICKS)
IN_THE_CHANCES = ("away", "home", "cross_era", "scoring_detail", "blocked_kicks", "seven_minute")
"""Options that change how likely something is, not what the rules make of it."""
YES_NO = {"yes": True, "no": False}


class Context(msgspec.Struct, frozen=True):
    """Which questions about the moment the tables of a chart ask, by table: start, place, score, clock."""

    start: frozenset[str]
    place: frozenset[str]
    score: frozenset[str]
    late: frozenset[str]


def parts_of(table: str) -> tuple[str, ...]:
    """The tables of the charts that a lookup may go through."""
    if table == "drive":
        return ("drive", "unusual-1", "unusual-2")
    family = "punt" if table.startswith("punt") else "kickoff"
    return (table, f"{family}-open", f"{family}-fumble") if table in KICKS else (table,)


def cells_of(game: BoundCharts, table: str) -> Iterable[Cell]:
    """Every cell that a lookup in the table may meet, in any year."""
    for part in parts_of(table):
        for cells in game.charts.tables.get(part, {}).values():
            yield from cells
    if table == "drive":
        for era in game.charts.eras:
            yield from era.cells
        yield from game.special_cells()


def context_of(game: BoundCharts) -> Context:
    """What each table asks about the moment. The drive chart may always ask all of it, and a Desperation
    Play its start, so that most charts have their tables in common."""
    asked = {table: {test for cell in cells_of(game, table) for test in cell.tests} for table in TABLES}

    def asking(words: tuple[str, ...], *always: str) -> frozenset[str]:
        return frozenset(always).union(t for t in TABLES if not asked[t].isdisjoint(words))

    drive = "drive"
    return Context(
        asking(STARTS, drive, "desperation"),
        asking(PLACES, drive),
        asking(SCORES, drive),
        asking((LATE,), drive),
    )


class OpenGame(Staged):
    """The staged rules over lookups. `desperate` (FD-21.9) is given, for the policy that asks it."""

    desperate: tuple[tuple[bool, ...], ...] = ()

    def __init__(self, setup: Setup, desperate: tuple[tuple[bool, ...], ...]) -> None:
        super().__init__(setup)
        self.desperate = desperate
        self.context = context_of(self)
        self._found = {table: self._outcomes(table) for table in TABLES}
        self._lookups: dict[str, Lookup] = {}

    def _outcomes(self, table: str) -> dict[str, Landing | tuple[Ending, int]]:
        """Everything a chart may say in this table (FD-25.8 to FD-25.11); a drive's result with any time."""
        found: dict[str, Landing | tuple[Ending, int]] = {}
        if table != "drive":
            for result in self._results_of(table):
                landing = self._landing(result)
                found[self.landing_key(landing)] = landing
            return found
        times = range(1, max(4, self.longest) + 1)
        for word, args in DRIVES.items():
            for result in (Result(word, arg) for arg in args):
                again = word == "REROLL"
                for base in (0, 1) if again else times:
                    dotted = msgspec.structs.replace(result, dot=again and base == 1)
                    e = self._ending(dotted, base, six=False)
                    found.setdefault(self.drive_key(e, base), (e, base))
        self.name_endings()
        return found

    def _results_of(self, table: str) -> Iterator[Result]:
        """Landings that a table may name; those of a follow-up table in the place of its word."""
        words = FOLLOW_UPS if table in KICKS else RESULTS[table]
        yield from (Result(word, arg) for word, args in words.items() if word != "KEPT" for arg in args)
        if self.may_keep:
            yield from dict.fromkeys(cell.result for cell in cells_of(self, table) if cell.result.kept)

    def key(self) -> tuple[object, ...]:
        """What the tables depend on: options, what each table can find and asks, FD-21.9, kept fumbles."""
        found = {table: sorted(outcomes) for table, outcomes in self._found.items()}
        asked = [sorted(tables) for tables in msgspec.structs.astuple(self.context)]
        options = {k: v for k, v in self.setup.options.items() if k not in IN_THE_CHANCES}
        return options, found, asked, self.desperate, self.may_keep, self.longest

    def _lookup(self, table: str, seat: Seat, s: Sheet, start: int) -> Lookup:
        """The lookup of the table at this moment: named by what its questions would be answered with."""
        asks = self.context
        lead = s.scores[seat] - s.scores[1 - seat]
        moment = (
            start if table in asks.start else POOR,
            int(self.homes[s.half] == seat) if table in asks.place else 0,
            (lead > 0) - (lead < 0) if table in asks.score else 0,
            int(self.is_late(s)) if table in asks.late else 0,
        )
        name = " ".join(map(str, (table, seat, *moment)))
        if name not in self._lookups:
            self._lookups[name] = Lookup(name, self._found[table])
        return self._lookups[name]

    def _yes_no(self, name: str) -> Lookup:
        if name not in self._lookups:
            self._lookups[name] = Lookup(name, YES_NO)
        return self._lookups[name]

    def find_drive(self, s: Sheet) -> RulesFor[tuple[Ending, int]]:
        found = yield self._lookup("drive", s.ball, s, s.start)
        return found  # type: ignore[no-any-return]

    def find_kick(self, s: Sheet, table: str, receiver: Seat, roll: Roll, rule: str) -> RulesFor[Landing]:
        found = yield self._lookup(table, receiver, s, POOR)
        return found  # type: ignore[no-any-return]

    def find_turnover(self, s: Sheet, word: str) -> RulesFor[Landing]:
        found = yield self._lookup(word.lower(), s.ball, s, s.start)
        return found  # type: ignore[no-any-return]

    def find(self, s: Sheet, table: str, seat: Seat, roll: Roll, rule: str) -> RulesFor[Landing]:
        found = yield self._lookup(table, seat, s, s.start)
        return found  # type: ignore[no-any-return]

    def kicks(self, s: Sheet, seat: Seat, kind: str) -> RulesFor[bool]:
        good = yield self._yes_no(f"{kind.replace(' ', '-')} {seat}")
        return bool(good)

    def has(self, s: Sheet, seat: Seat, quality: str) -> RulesFor[bool]:
        yes = yield self._yes_no(f"{quality} {seat}")
        return bool(yes)

    def may_change(self, s: Sheet, seat: Seat) -> RulesFor[bool]:
        yes = yield self._yes_no(f"changes {seat}")
        return bool(yes)


def moment_of(name: str) -> tuple[str, Seat, int, int, int, int]:
    """Table, seat, start, is it at home, sign of the lead, is it late: a lookup's name read back."""
    table, seat, start, home, sign, late = name.split()
    return table, int(seat), int(start), int(home), int(sign), int(late)
