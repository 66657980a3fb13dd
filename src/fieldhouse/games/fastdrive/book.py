"""The game book bound to two cards: every table a flat tuple, one entry per roll.

Questions are answered where the cards answer them. What stays open (semi qualities, ODD, ROLL, the score)
is asked when it is reached (FD-10.7).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, Generic, TypeAlias, TypeVar

from fieldhouse.games.fastdrive.cards import Card, Special, level_eras, specials_in_force, turnover_year
from fieldhouse.games.fastdrive.cells import PUNTS, TOUCHDOWNS, Cell, Result
from fieldhouse.games.fastdrive.charts import Charts
from fieldhouse.games.fastdrive.codes import CODES, FACES, INDEX, PAIRS, ROLLS, ROWS, ascending, span
from fieldhouse.games.fastdrive.qualities import PLACES, QUESTIONS, SCORES, STARTS
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.meta import Options
from fieldhouse.kernel.requests import Request, Seat

ODD = frozenset({1, 3, 5})  # FD-3.2
FLIPPED = {"TD-RUN": "TD-PASS", "TD-PASS": "TD-RUN"}
SECOND_HALF_HOME = {False: (1, 1, 1, 1), True: (1, 1, 0, 1)}  # by half; FD-19.2, FD-24.44
T = TypeVar("T")
Found = Generator[Request, Any, T]


class Test:
    """A question left open: a die whose `faces` mean yes, or the sign of the asking team's lead."""

    __slots__ = ("faces", "name", "sign", "team")

    def __init__(self, name: str, faces: frozenset[int] | None, sign: int = 0, team: Seat = 0) -> None:
        self.name = name
        self.faces = faces
        self.sign = sign
        self.team = team


class Ending:
    """What a drive roll came to: the result, its ticks, and what the later rules ask about it."""

    __slots__ = (
        "again",
        "arg",
        "barred",
        "base",
        "dot",
        "field_goal",
        "number",
        "punt",
        "six",
        "start",
        "table",
        "touchdown",
        "word",
    )
    asked = False

    def __init__(self, number: int, result: Result, base: int, six: bool) -> None:
        self.number = number
        self.word = result.word
        self.arg = result.arg
        self.start = STARTS.index(result.arg) if result.arg in STARTS else -1
        self.dot = result.dot
        self.base = base
        self.six = six
        self.touchdown = result.word in TOUCHDOWNS
        self.field_goal = result.word == "FGA"
        self.punt = result.word in PUNTS
        self.again = result.word == "REROLL"
        self.barred = result.word in ("FUMBLE", "INTERCEPTION", "SAFETY", "DEF-TD")  # FD-24.16
        self.table: Bound | None = None


class Landing:
    """Where a kick or turnover ends: who has the ball and where, a touchdown, or a further roll."""

    __slots__ = ("follow", "kept", "start", "word")
    asked = False

    def __init__(self, result: Result) -> None:
        self.word = result.word
        place = result.word if result.word in STARTS else result.arg
        self.start = STARTS.index(place) if place in STARTS else -1
        self.follow: Bound | None = None
        self.kept: Ending | None = None


class Asked(Generic[T]):
    """An entry with open questions: the steps left to right; the last has none."""

    __slots__ = ("steps",)
    asked = True

    def __init__(self, steps: tuple[tuple[Test | None, T], ...]) -> None:
        self.steps = steps


Bound: TypeAlias = tuple[Any, ...]
"""One entry per outcome of the die: the thing found, or Asked."""


class World:
    """Who is asked: the two cards, the seat and start of the offence (in kick tables: the receiving team)."""

    __slots__ = ("defence", "home", "offence", "seat", "start")

    def __init__(self, offence: Card, defence: Card, seat: Seat, start: int, home: bool) -> None:
        self.offence = offence
        self.defence = defence
        self.seat = seat
        self.start = start
        self.home = home

    def answer(self, test: str) -> bool | Test:
        """Yes, no, or what must be rolled or looked up when the question is reached (FD-3.5, FD-25.7)."""
        if test in QUESTIONS:
            side, name = QUESTIONS[test]
            has = (self.defence if side == "defence" else self.offence).has(side, name)
            return Test(test + "*", ODD) if has == 0.5 else bool(has)
        if test in STARTS:
            return STARTS[self.start] == test
        if test in PLACES:
            return (test == "HOME") == self.home
        if test in SCORES:
            return Test(test, None, (1, -1, 0)[SCORES.index(test)], self.seat)
        if test == "ODD":
            return Test(test, ODD)
        faces = span(test.partition(" ")[2], FACES)
        assert faces is not None
        return Test(test, frozenset(face + 1 for face in faces))

    def read(self, cells: Iterable[Cell]) -> list[tuple[Test | None, Result]]:
        """FD-10.2 to FD-10.6: the cells left to right as far as they can be reached."""
        steps: list[tuple[Test | None, Result]] = []
        for cell in cells:
            if not cell.tests:
                return [*steps, (None, cell.result)]
            for test in cell.tests:  # FD-24.41
                answer = self.answer(test)
                if answer is True:
                    return [*steps, (None, cell.result)]
                if isinstance(answer, Test):
                    steps.append((answer, cell.result))
        return steps


def entry(steps: list[tuple[Test | None, Result]], make: Callable[[Result], T]) -> T | Asked[T]:
    """The entry of a table: the thing itself, or its open questions."""
    if steps[0][0] is None:
        return make(steps[0][1])
    return Asked(tuple((test, make(result)) for test, result in steps))


class Book:
    """Charts, cards and options of one game, bound. Immutable once made; all tables of a game share it."""

    def __init__(self, charts: Charts, cards: tuple[Card, Card], options: Options) -> None:
        self.charts = charts
        self.printed = cards
        self.year = turnover_year(cards)
        self.cards = level_eras(cards) if options["cross_era"] else cards
        self._read_options(options)
        if self.seven_minute and charts.timing[5] == 6:
            raise BadOptions("seven_minute: a 6 already takes six ticks on these charts (FD-25.16)")
        self.longest = 6 if self.seven_minute else max(charts.timing)
        self.endings: list[Ending] = []
        self._made: dict[tuple[Result, int, bool], Ending] = {}
        self._landings: dict[tuple[Result, str], Landing] = {}
        self.efficient = tuple(card.has("offence", "EFFICIENT") for card in cards)
        self.inefficient = tuple(card.has("offence", "INEFFICIENT") for card in cards)
        self.fg = tuple(_kicks(card.fg) for card in self.cards)
        self.xp = tuple(_kicks(card.xp) for card in self.cards)
        self._specials = tuple(self._specials_of(seat) for seat in (0, 1))
        self._bind()

    def _specials_of(self, offence: Seat) -> list[Special]:
        """FD-24.46: the offence's list for its drive rolls, then the defence's."""
        sides = ((self.cards[offence], "offence"), (self.cards[1 - offence], "defence"))
        return [sp for card, side in sides for sp in specials_in_force(card, self.year) if sp.side == side]

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
        homes = SECOND_HALF_HOME[self.neutral]
        made = {home: self._bound(home) for home in set(homes)}
        by_half = [made[home] for home in homes]
        self.drive: tuple[Bound, ...] = tuple(tables["drive"] for tables in by_half)
        self.tables: tuple[dict[str, Bound], ...] = tuple(by_half)
        turnovers = (*self.charts.tables["fumble"].values(), *self.charts.tables["interception"].values())
        self.may_keep = any(cell.result.kept for cells in turnovers for cell in cells)

    def _bound(self, home: Seat) -> dict[str, Bound]:
        """Every table for a home team: by offence and start, or by receiving team for kicks."""
        worlds = [
            World(self.cards[seat], self.cards[1 - seat], seat, start, seat == home)
            for seat in (0, 1)
            for start in range(len(STARTS))
        ]
        tables: dict[str, Bound] = {"drive": tuple(self._drives(world) for world in worlds)}
        for name in ("fumble", "interception", "two-point", "fourth-down", "desperation"):
            tables[name] = tuple(self._spread(name, world) for world in worlds)
        for name in ("kickoff", "squib", "onside", "punt-bu", "punt", "punt-co"):
            tables[name] = tuple(self._kicks(name, world) for world in worlds[:: len(STARTS)])
        return tables

    def _spread(self, name: str, world: World) -> Bound:
        rows = self.charts.tables[name]
        return tuple(
            entry(world.read(cells), lambda result: self._landing(result, name))
            for cells in rows_in_order(rows)
        )

    def _kicks(self, name: str, world: World) -> Bound:
        """FD-25.10: a kick table of the receiving team, with its follow-up tables."""
        family = "punt" if name.startswith("punt") else "kickoff"
        follow = {word: self._spread(f"{family}-{word.lower()}", world) for word in ("FUMBLE", "OPEN")}

        made: dict[Result, Landing] = {}

        def landing(result: Result) -> Landing:
            found = made.setdefault(result, Landing(result))
            found.follow = follow.get(result.word)
            return found

        return tuple(entry(world.read(cells), landing) for cells in rows_in_order(self.charts.tables[name]))

    def _landing(self, result: Result, name: str) -> Landing:
        key = (result, name)
        if key not in self._landings:
            found = self._landings[key] = Landing(result)
            if result.kept:
                kept = Result(result.kept, result.arg)
                found.kept = self._ending(kept, self.charts.timing[0], six=False)
        return self._landings[key]

    def _ending(self, result: Result, base: int, *, six: bool) -> Ending:
        key = (result, base, six)
        if key not in self._made:
            self._made[key] = Ending(len(self.endings), result, base, six)
            self.endings.append(self._made[key])
        return self._made[key]

    def _drives(self, world: World) -> Bound:
        """The drive chart for 216 rolls (FD-10.1); the red die is a row die and the Timing Die (FD-1.6)."""
        steps = {row: world.read(self.row_for(world.seat, row)) for row in ROWS}
        unusual: dict[tuple[str, str], Bound] = {}

        def made(row: str, red: str) -> Ending | Asked[Ending]:
            return entry(steps[row], lambda result: self._timed(result, red, world, unusual))

        entries = {(row, red): made(row, red) for row in ROWS for red in set(row) - {"-"}}
        return tuple(entries[ascending(roll), roll[2]] for roll in ROLLS)

    def row_for(self, seat: Seat, row: str) -> list[Cell]:
        """FD-24.45, FD-25.14: card specials, then the turnovers of the year, then the chart's own cells."""
        cells = [special.cell for special in self._specials[seat] if special.key == row]
        for era in self.charts.eras:
            if era.key == row and era.first <= self.year <= era.last:
                cells += era.cells
        return [*cells, *self.charts.tables["drive"][row]]

    def _timed(self, result: Result, red: str, world: World, unusual: dict[tuple[str, str], Bound]) -> Ending:
        """FD-5.2, FD-5.3: a dot is one tick, else the red die says."""
        if self.detail:
            result = self._flip(result, world.offence)
        if result.word == "REROLL" and not result.dot:
            return self._ending(result, 0, six=False)
        if not result.word.startswith("UNUSUAL"):
            base = 1 if result.dot else self.charts.timing[int(red) - 1]
            return self._ending(result, base, six=red == "6" and not result.dot)
        found = Ending(-1, result, 0, False)
        key = (result.word, red)
        if key not in unusual:  # FD-12.3: the red die stays the Timing Die
            rows = self.charts.tables[result.word.lower()]
            bound = {
                row: entry(world.read(rows[row]), lambda found: self._timed(found, red, world, unusual))
                for row in PAIRS
            }
            unusual[key] = tuple(bound[ascending(code)] for code in CODES)
        found.table = unusual[key]
        return found

    def _flip(self, result: Result, card: Card) -> Result:
        """FD-17.5, FD-17.6: a marked touchdown of a team with the matching designator changes its kind."""
        mark = result.mark.strip("[]")
        if mark and (card.detail == mark or card.detail == mark[0] + "+"):
            return Result(FLIPPED[result.word], result.arg, result.dot)
        return result


def rows_in_order(rows: dict[str, tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """The rows of a table in the order of its die's outcomes."""
    return [rows[key] for key in (FACES if "1" in rows else CODES)]


def _kicks(kicks: str) -> tuple[int, int]:
    """FD-11.8: first and last place of a range."""
    low, _, high = kicks.partition("-")
    return INDEX[low], INDEX[high]
