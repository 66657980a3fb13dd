"""Many games counted, with standard errors: scores, margins, home edge, drives; and the real game's."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random

import msgspec

from fieldhouse.games.fastdrive.cards.card import Card, season_cards
from fieldhouse.games.fastdrive.charts.qualities import STARTS
from fieldhouse.games.fastdrive.clubs import card_game
from fieldhouse.games.fastdrive.coaches.levels import policy
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.games.fastdrive.rules.state import OVERTIME, Sheet
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.meta import Value
from fieldhouse.kernel.playout import playout

TARGETS = Path(__file__).parent / "targets.csv"
KINDS = {
    "touchdown": ("TD-RUN", "TD-PASS", "DESP-TD"),
    "field goal": ("FGA good",),
    "missed field goal": ("FGA missed", "FGA blocked"),
    "punt": ("PUNT", "PUNT-BU", "PUNT-CO", "PUNT blocked"),
    "interception": ("INTERCEPTION",),
    "fumble": ("FUMBLE",),
    "downs": ("DOWNS",),
    "safety": ("SAFETY",),
    "time ran out": ("EOH", "KNEEL", "EOG", "DESP-NO", "DESP-DEF-TD"),
}
KIND_OF = {word: kind for kind, words in KINDS.items() for word in words}
MARGINS = {
    "1-3": range(1, 4),
    "4-7": range(4, 8),
    "8-14": range(8, 15),
    "15-21": range(15, 22),
    "22+": range(22, 99),
}


class Figure(msgspec.Struct, frozen=True):
    """A measured mean, its standard error, and how many cases it rests on."""

    mean: float
    error: float
    cases: int


class Sample:
    """Numbers of one kind, in groups of cases that hang together (a game's drives, a pairing's games).

    The error of the mean is that of a ratio over groups, so that cases of one group do not count as
    independent.
    """

    __slots__ = (
        "_both",
        "_cases",
        "_cases_squared",
        "_sum",
        "_sums_squared",
        "cases",
        "groups",
        "square",
        "total",
    )

    def __init__(self) -> None:
        self.cases = self.groups = self._cases = 0
        self.total = self.square = self._sum = 0.0
        self._sums_squared = self._both = self._cases_squared = 0.0

    def add(self, value: float) -> None:
        """One more case of the group that is open."""
        self._cases += 1
        self._sum += value
        self.square += value * value

    def count(self, hits: int, cases: int) -> None:
        """So many more cases of the open group, 1 where it was so and 0 where not."""
        self._cases += cases
        self._sum += hits
        self.square += hits

    def close(self) -> None:
        """The group is complete."""
        if not self._cases:
            return
        self.groups += 1
        self.cases += self._cases
        self.total += self._sum
        self._sums_squared += self._sum * self._sum
        self._both += self._sum * self._cases
        self._cases_squared += self._cases * self._cases
        self._cases, self._sum = 0, 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of the cases."""
        if self.cases < 2:
            return 0.0
        return sqrt(max(0.0, self.square - self.total**2 / self.cases) / (self.cases - 1))

    @property
    def figure(self) -> Figure:
        """Mean and standard error."""
        if self.groups < 2:
            return Figure(self.total / max(self.cases, 1), 0.0, self.cases)
        mean = self.total / self.cases
        spread = self._sums_squared - 2 * mean * self._both + mean * mean * self._cases_squared
        variance = max(0.0, spread) / self.cases**2 * self.groups / (self.groups - 1)
        return Figure(mean, sqrt(variance), self.cases)


class FigureTally:
    """Figures of many games by name."""

    def __init__(self) -> None:
        self.samples: defaultdict[str, Sample] = defaultdict(Sample)

    def _add(self, name: str, value: float) -> None:
        self.samples[name].add(value)

    def close(self) -> None:
        """The games counted since the last `close` belong together."""
        for sample in self.samples.values():
            sample.close()

    def add(self, s: Sheet) -> None:
        """Count one finished game."""
        away, home = s.scores
        self._scores(away, home)
        self._add("overtime", s.half == OVERTIME)
        self._add("home margin", home - away)
        self._add("home wins", 1 if home > away else 0 if away > home else 0.5)
        self._quarters(s)
        self._drives(s)

    def _scores(self, away: int, home: int) -> None:
        margin = abs(home - away)
        self._add("mean margin", margin)
        self._add("tie", margin == 0)
        self._add("margin 3", margin == 3)
        self._add("within 8 points", margin <= 8)
        for name, span in MARGINS.items():
            self._add(f"margin {name}", margin in span)
        for points in (away, home):
            self._add("points per team", points)
            self._add("shutouts", points == 0)
            self._add("30 points or more", points >= 30)
            self._add("40 points or more", points >= 40)
            self._add("under 10 points", points < 10)

    def _quarters(self, s: Sheet) -> None:
        table = [[0] * 6, [0] * 6]
        for score in s.points:
            table[score.team][score.quarter] += score.points
        for quarter in range(1, 5):
            for seat in (0, 1):
                self._add(f"quarter {quarter}", table[seat][quarter])
        halves = [sum(table[0][q] + table[1][q] for q in pair) for pair in ((1, 2), (3, 4))]
        if sum(halves):
            self._add("first half share", halves[0] / sum(halves))
        lead = sum(table[1][1:3]) - sum(table[0][1:3])
        final = s.scores[1] - s.scores[0]
        if lead:
            self._add("half-time leader wins", 0.5 if final == 0 else float((lead > 0) == (final > 0)))

    def _drives(self, s: Sheet) -> None:
        """Real drive charts have no possessions without a snap, so added rows of 0 ticks are left out."""
        rows = [row for row in s.log if row.ticks or row.result not in ("EOH", "KNEEL")]
        for seat in (0, 1):
            self._add("drives per team", sum(row.team == seat for row in rows))
        if not rows:
            return
        kinds, starts = Counter(KIND_OF[row.result] for row in rows), Counter(row.start_name for row in rows)
        for kind in KINDS:
            self.samples[kind].count(kinds[kind], len(rows))
        for row in rows:
            self._add("seconds per drive", 75 * row.ticks)
        for start in STARTS:
            self.samples[f"start {start.lower()}"].count(starts[start], len(rows))

    def figures(self) -> dict[str, Figure]:
        """Every figure with its error."""
        found = {name: sample.figure for name, sample in self.samples.items()}
        points = self.samples["points per team"]
        spread = points.deviation
        found["sd of points"] = Figure(spread, spread / sqrt(2 * max(points.groups, 1)), points.cases)
        return found


def finished_sheets(game: FastDrive, games: int, dice: FastDice, level: str = "starter") -> Iterator[Sheet]:
    """Finished sheets of that many games."""
    choose = policy(level, game, dice.seed)
    for _ in range(games):
        s = game.start()
        playout(game, s, dice, choose)
        yield s


def tally(
    pairings: Iterable[Sequence[FastDrive]], each: int, seed: int, *, together: bool = False
) -> FigureTally:
    """Play each game of each pairing so many times and count.

    `together`: the games of a pairing are one group, as they must be where pairings are drawn at random.
    """
    found = FigureTally()
    dice = FastDice(seed)
    for games in pairings:
        for game in games:
            for s in finished_sheets(game, each, dice):
                found.add(s)
                if not together:
                    found.close()
        found.close()
    return found


PLAIN = {"team": "Plain", "season": 2020, "xp": "11-64"}


def plain_games(charts: object = None, **options: Value) -> list[FastDrive]:
    """Two teams without qualities, field-goal ranges 11-61 and 11-56 swapped: the base of section 26."""
    cards = [msgspec.convert(PLAIN | {"fg": fg}, Card) for fg in ("11-61", "11-56")]
    return [card_game(cards[n], cards[1 - n], charts, **options) for n in (0, 1)]


def random_pairings(
    seasons: Iterable[int], count: int, seed: int, charts: object = None, **options: Value
) -> Iterator[list[FastDrive]]:
    """Pairings of teams of the same season, drawn at random, each at either team's home."""
    rng = Random(seed)
    pool = [list(season_cards(season).values()) for season in seasons]
    for _ in range(count):
        one, two = rng.sample(rng.choice(pool), 2)
        yield [card_game(one, two, charts, **options), card_game(two, one, charts, **options)]


class Target(msgspec.Struct, frozen=True):
    """A figure of the real game in an era, and how far off still counts as right."""

    era: str
    figure: str
    target: float
    band: float

    @property
    def seasons(self) -> range:
        """The seasons of the era."""
        first, _, last = self.era.partition("-")
        return range(int(first), int(last) + 1)


@cache
def targets() -> dict[str, tuple[Target, ...]]:
    """The real game's figures by era; derived from public play-by-play, drive charts and box scores."""
    found: dict[str, list[Target]] = {}
    with TARGETS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            target = Target(row["era"], row["figure"], float(row["target"]), float(row["band"]))
            found.setdefault(target.era, []).append(target)
    return {era: tuple(rows) for era, rows in found.items()}
