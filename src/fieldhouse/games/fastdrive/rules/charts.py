"""The charts bound to two cards: every table a flat tuple, one entry per roll.

Questions are answered where the cards answer them. What stays open (half qualities, ODD, ROLL, the score) is
asked when it is reached (FD-10.7).
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple, TypeAlias

from fieldhouse.games.fastdrive.cards.card import (
    Card,
    Special,
    level_eras,
    read_card,
    specials_in_force,
    turnover_year,
)
from fieldhouse.games.fastdrive.charts.cells import Cell, Result
from fieldhouse.games.fastdrive.charts.codes import CODES, FACES, INDEX, PAIRS, ROLLS, ROWS, sorted_row
from fieldhouse.games.fastdrive.charts.qualities import LATE_TICKS, STARTS
from fieldhouse.games.fastdrive.charts.reader import read_data
from fieldhouse.games.fastdrive.meta import META
from fieldhouse.games.fastdrive.rules.chart_results import (
    Bound,
    CardAnswers,
    Ending,
    Landing,
    OpenEntry,
    RulesFor,
    Steps,
    T,
    make_ending,
    make_landing,
    table_entry,
)
from fieldhouse.games.fastdrive.rules.state import OVERTIME, Sheet
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game, Setup
from fieldhouse.kernel.meta import Options
from fieldhouse.kernel.requests import Choose, Roll, Seat

ROW_AND_RED = tuple((sorted_row(roll), roll[2]) for roll in ROLLS)
REDS = {row: sorted(set(row) - {"-"}) for row in ROWS}
"""The faces that the red die may show in a row; in order, because endings are numbered as they come up."""
PAIR_OF = tuple(sorted_row(code) for code in CODES)
FLIPPED = {"TD-RUN": "TD-PASS", "TD-PASS": "TD-RUN"}
START_WORDS = frozenset(STARTS)
Drives: TypeAlias = "dict[tuple[str, str], Ending | OpenEntry[Ending]]"
HOMES = {False: (1, 1, 1, 1), True: (1, 1, 0, 1)}  # by half; FD-19.2, FD-24.44


class FoldedTable(NamedTuple):
    """The different rows of a table, and which of them each outcome of its die reads."""

    rows: list[tuple[Cell, ...]]
    places: list[int]


def fold_rows(rows: dict[str, tuple[Cell, ...]]) -> FoldedTable:
    """A range of codes is one row."""
    by_outcome = [rows[key] for key in (FACES if "1" in rows else CODES)]
    different = {id(cells): cells for cells in by_outcome}
    place = {key: number for number, key in enumerate(different)}
    return FoldedTable(list(different.values()), [place[id(cells)] for cells in by_outcome])


class BoundCharts(Game[Sheet]):
    """Charts, cards and options of one game, bound: what the rules of every section read."""

    meta = META
    state_type = Sheet
    world: ClassVar[type[CardAnswers]] = CardAnswers
    """Who answers the questions of the charts."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        made = setup.materials
        self.charts = read_data(made["charts"])
        self.printed = read_card(made["away"], "away"), read_card(made["home"], "home")
        self.year = turnover_year(self.printed)
        self._read_options(setup.options)
        level = bool(setup.options["cross_era"])
        self.cards = level_eras(self.printed) if level else self.printed
        # One name everywhere; the season where both are one club, or a sentence would not say which.
        away, home = self.cards
        same = away.team == home.team and away.season != home.season
        self.team_names = tuple(card.title if same else card.team for card in self.cards)
        # FD-18.1 is one of the steps: without them each team turns the ball over as in its own season.
        self.years = (self.year, self.year) if level else tuple(card.season for card in self.printed)
        if self.seven_minute and self.charts.timing[5] == 6:
            raise BadOptions("seven_minute: a 6 already takes six ticks on these charts (FD-25.16)")
        self.longest = 6 if self.seven_minute else max(self.charts.timing)
        self.efficient = tuple(card.has("offense", "EFFICIENT") for card in self.printed)
        self.inefficient = tuple(card.has("offense", "INEFFICIENT") for card in self.printed)
        self.fg = tuple(_kicks(card.fg) for card in self.cards)
        self.xp = tuple(_kicks(card.xp) for card in self.cards)
        self._specials = tuple(self._specials_of(seat) for seat in (0, 1))
        self.asked: dict[tuple[object, ...], Choose] = {}
        """Questions with their chances in words (`rules.chances`)."""
        self._bind()

    # How a table is answered: with dice (`looking.Dice`), or left open for the tables.

    @abstractmethod
    def find_drive(self, s: Sheet) -> RulesFor[tuple[Ending, int]]:
        """What a drive comes to, and its base time."""

    @abstractmethod
    def find_kick(self, s: Sheet, table: str, receiver: Seat, roll: Roll, rule: str) -> RulesFor[Landing]:
        """Where a kick comes down."""

    @abstractmethod
    def find_turnover(self, s: Sheet, word: str) -> RulesFor[Landing]:
        """Where a FUMBLE or INTERCEPTION ends."""

    @abstractmethod
    def find(self, s: Sheet, table: str, seat: Seat, roll: Roll, rule: str) -> RulesFor[Landing]:
        """What a table of two dice says for the seat."""

    @abstractmethod
    def kicks(self, s: Sheet, seat: Seat, kind: str) -> RulesFor[bool]:
        """Is the "field goal" or "extra point" good?"""

    @abstractmethod
    def has(self, s: Sheet, seat: Seat, quality: str) -> RulesFor[bool]:
        """Does EFFICIENT or INEFFICIENT act now?"""

    @abstractmethod
    def may_change(self, s: Sheet, seat: Seat) -> RulesFor[bool]:
        """Is the player asked about the drive's time?"""

    @cached_property
    def desperate(self) -> tuple[tuple[bool, ...], ...]:
        """FD-21.9: by half, seat and start: is a Desperation Play likelier to score than to be returned?"""
        return tuple(
            tuple(hope(bound, "TD") >= hope(bound, "DEF-TD") for bound in tables["desperation"])
            for tables in self.tables
        )

    @staticmethod
    def is_late(s: Sheet) -> bool:
        """FD-25.7: the last ticks of a half; an overtime is none."""
        return s.half < OVERTIME and s.left <= LATE_TICKS

    def special_cells(self) -> Iterator[Cell]:
        """The cells of the two cards' own results."""
        for specials in self._specials:
            yield from (special.cell for special in specials)

    def _specials_of(self, offense: Seat) -> list[Special]:
        """FD-24.46: the offense's list for its drive rolls, then the defense's."""
        found: list[Special] = []
        for seat, side in ((offense, "offense"), (1 - offense, "defense")):
            in_force = specials_in_force(self.cards[seat], self.years[seat])
            found += [special for special in in_force if special.side == side]
        return found

    def _read_options(self, options: Options) -> None:
        self.quarter = int(options["quarter"])
        self.half_ticks = 2 * self.quarter
        self.neutral = bool(options["neutral"])
        self.overtime = str(options["overtime"])
        self.knockout = bool(options["knockout"])
        self.overtime_clock = bool(options["overtime_clock"]) and not self.knockout  # FD-24.62
        self.two_point = bool(options["two_point"])
        self.reach = 8 if self.two_point else 7  # FD-24.2
        self.seven_minute = bool(options["seven_minute"])
        self.blocked_kicks = bool(options["blocked_kicks"])
        self.detail = bool(options["scoring_detail"])
        if self.knockout and self.overtime == "none":
            raise BadOptions("knockout: a knockout game needs an overtime, not overtime=none (FD-24.61)")
        whole = self.knockout or self.overtime == "sudden"
        self.overtime_ticks = self.quarter if whole else max(1, self.quarter * 8 // 12)

    def _bind(self) -> None:
        self.endings: list[Ending] = []
        self.unusual: list[Bound] = []
        self.follow_ups: list[Bound] = []
        self._made: dict[tuple[Result, int, bool], Ending] = {}
        self._known: dict[tuple[int, int, bool], Ending] = {}
        self._results: list[Result] = []
        self._landings: dict[int, Landing] = {}
        self._folded: dict[str, FoldedTable] = {}
        self._timings: defaultdict[tuple[str, int], dict[int, Ending]] = defaultdict(dict)
        homes = self.homes = HOMES[self.neutral]
        made = {home: self._bound(home) for home in set(homes)}
        by_half = [made[home] for home in homes]
        self.drive: tuple[Bound, ...] = tuple(tables["drive"] for tables in by_half)
        self.tables: tuple[dict[str, Bound], ...] = tuple(by_half)
        turnovers = (*self.charts.tables["fumble"].values(), *self.charts.tables["interception"].values())
        self.may_keep = any(cell.result.kept for cells in turnovers for cell in cells)

    def _bound(self, home: Seat) -> dict[str, Bound]:
        """Every table for a home team: by offense and start, or by receiving team for kicks."""
        worlds = [
            self.world(self.cards[seat], self.cards[1 - seat], seat, start, seat == home)
            for seat in (0, 1)
            for start in range(len(STARTS))
        ]
        tables: dict[str, Bound] = {"drive": self._all_drives(worlds)}
        for name in ("fumble", "interception", "two-point", "fourth-down", "desperation"):
            tables[name] = tuple(self._spread(name, world) for world in worlds)
        for name in ("kickoff", "squib", "onside", "punt-bu", "punt", "punt-co"):
            tables[name] = tuple(self._kicks(name, world) for world in worlds[:: len(STARTS)])
        return tables

    def _spread(self, name: str, world: CardAnswers) -> Bound:
        return bind_rows(self._table(name), world, self._landing)

    def _table(self, name: str) -> FoldedTable:
        found = self._folded.get(name)
        if found is None:
            found = self._folded[name] = fold_rows(self.charts.tables[name])
        return found

    def _kicks(self, name: str, world: CardAnswers) -> Bound:
        """FD-25.10: a kick table of the receiving team, with its follow-up tables."""
        family = "punt" if name.startswith("punt") else "kickoff"
        follow: dict[str, int] = {}
        for word in ("FUMBLE", "OPEN"):
            follow[word] = len(self.follow_ups)
            self.follow_ups.append(self._spread(f"{family}-{word.lower()}", world))
        lands = lambda result: make_landing(result, follow.get(result.word, -1))  # noqa: E731
        return bind_rows(self._table(name), world, lands)

    def _landing(self, result: Result) -> Landing:
        found = self._landings.get(id(result))
        if found is None:
            kept = -1
            if result.kept:
                words = Result(result.kept, result.arg)
                kept = self._ending(words, self.charts.timing[0], six=False).number
            found = self._landings[id(result)] = make_landing(result, kept=kept)
            self._results.append(result)  # kept alive: its id is a key
        return found

    def _ending(self, result: Result, base: int, *, six: bool) -> Ending:
        """One ending for equal results and times, so that numbers are few and always the same."""
        quick = (id(result), base, six)
        found = self._known.get(quick)
        if found is None:
            key = (result, base, six)
            if key not in self._made:
                self._made[key] = make_ending(len(self.endings), result, base, six=six)
                self.endings.append(self._made[key])
            found = self._known[quick] = self._made[key]
            self._results.append(result)  # kept alive: its id is a key
        return found

    def _all_drives(self, worlds: Sequence[CardAnswers]) -> Bound:
        """By offense and start. A row that asks for no start and knows no unusual result is the same from
        all three, and is bound once for each offense."""
        bound: list[Bound] = []
        before: Drives | None = None
        rows = [[(row, self.row_for(seat, row)) for row in ROWS] for seat in (0, 1)]
        own = [{row for row, cells in each if _differs(cells)} for each in rows]
        for world in worlds:
            again = before if self.world is CardAnswers and world.start else None
            before = dict(again or {})
            chart = (
                rows[world.seat]
                if again is None
                else [r for r in rows[world.seat] if r[0] in own[world.seat]]
            )
            self._drives(world, chart, before)
            bound.append(tuple([before[key] for key in ROW_AND_RED]))
        return tuple(bound)

    def _drives(self, world: CardAnswers, chart: list[tuple[str, list[Cell]]], entries: Drives) -> None:
        """These rows of the drive chart (FD-10.1); the red die is a row die and the Timing Die (FD-1.6)."""
        unusual: dict[tuple[str, str], int] = {}
        for row, cells in chart:
            steps = world.read(cells)
            for red in REDS[row]:
                entries[row, red] = self._timed_steps(steps, red, world, unusual)

    def _timed_steps(
        self, steps: Steps, red: str, world: CardAnswers, unusual: dict[tuple[str, str], int]
    ) -> Ending | OpenEntry[Ending]:
        """A row's entry, cached: binding two cards asks for the few results of the charts again and again."""
        known = self._timings[red, world.seat if self.detail else -1]
        first, sure = steps[0]
        if first is None:
            return known.get(id(sure)) or self._timed(sure, red, world, unusual)
        timed = [
            (test, known.get(id(result)) or self._timed(result, red, world, unusual))
            for test, result in steps
        ]
        return OpenEntry(tuple(timed))

    def row_for(self, seat: Seat, row: str) -> list[Cell]:
        """FD-24.45, FD-25.14: card specials, then the turnovers of the year, then the chart's own cells."""
        cells = [special.cell for special in self._specials[seat] if special.key == row]
        for era in self.charts.eras:
            if era.key == row and era.first <= self.years[seat] <= era.last:
                cells += era.cells
        return [*cells, *self.charts.tables["drive"][row]]

    def _timed(
        self, result: Result, red: str, world: CardAnswers, unusual: dict[tuple[str, str], int]
    ) -> Ending:
        """FD-5.2, FD-5.3: a dot is one tick, else the red die says."""
        said = self._flip(result, world.offense) if self.detail else result
        if said.word.startswith("UNUSUAL"):  # each offense's and start's own: it is not kept
            return self._rolled_on(said, red, world, unusual)
        if said.word == "REROLL" and not said.dot:
            found = self._ending(said, 0, six=False)
        else:
            base = 1 if said.dot else self.charts.timing[int(red) - 1]
            found = self._ending(said, base, six=red == "6" and not said.dot)
        self._timings[red, world.seat if self.detail else -1][id(result)] = found
        return found

    def _rolled_on(
        self, said: Result, red: str, world: CardAnswers, unusual: dict[tuple[str, str], int]
    ) -> Ending:
        """FD-12.3: a further roll; the red die stays the Timing Die."""
        key = (said.word, red)
        if key not in unusual:
            steps = world.read_table(self.charts.tables[said.word.lower()])
            bound = {row: self._timed_steps(steps[row], red, world, unusual) for row in PAIRS}
            unusual[key] = len(self.unusual)
            self.unusual.append(tuple([bound[row] for row in PAIR_OF]))
        return make_ending(-1, said, 0, six=False, table=unusual[key])

    def _flip(self, result: Result, card: Card) -> Result:
        """FD-17.5, FD-17.6: a marked touchdown of a team with the matching designator changes its kind."""
        mark = result.mark.strip("[]")
        if mark and (card.detail == mark or card.detail == mark[0] + "+"):
            return Result(FLIPPED[result.word], result.arg, result.dot)
        return result


def _differs(cells: Sequence[Cell]) -> bool:
    """Does what these cells say hang on the start of the drive?"""
    return any(
        cell.result.word.startswith("UNUSUAL") or not START_WORDS.isdisjoint(cell.tests) for cell in cells
    )


def bind_rows(table: FoldedTable, world: CardAnswers, make: Callable[[Result], T]) -> Bound:
    """A table in the order of its die's outcomes; a range of codes is read once."""
    made = [table_entry(world.read(cells), make) for cells in table.rows]
    return tuple([made[place] for place in table.places])


def _kicks(kicks: str) -> tuple[int, int]:
    """FD-11.8: first and last place of a range."""
    low, _, high = kicks.partition("-")
    return INDEX[low], INDEX[high]


def hope(bound: Bound, word: str) -> float:
    """FD-21.9: how many codes of a desperation table say this; one half where it hangs on a die."""
    total = 0.0
    for found in bound:
        said = {end.word for _, end in found.steps} if found.asked else {found.word}
        total += 0 if word not in said else 1 if len(said) == 1 else 0.5
    return total
