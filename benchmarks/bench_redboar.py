"""Whole games of Gridiron per second through the rules generators, beside a plain program without a kernel.

`python benchmarks/bench_redboar.py [games]`. The plain program is written straight down, with a dataclass and
`random`, for the dice game and the same baseline coach; it exists to give a scale and is used nowhere else.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from fieldhouse.games.redboar.coaches import policy
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import find

ROWS = {4: 0, 5: -10, 6: 5, 8: 5, 9: 5, 10: 15, 12: 25}
KICKOFF = {2: 30, 3: 35, 4: 40, 5: 40, 6: 45, 7: 45, 8: 45, 9: 45, 10: 45, 11: 50}
PUNT = {2: 25, 3: 30, 4: 35, 5: 40, 6: 40, 7: 40, 8: 45, 9: 45, 10: 50, 11: 50, 12: 55}
NEED = {5: 3, 10: 3, 15: 3, 20: 4, 25: 4, 30: 5, 35: 6, 40: 7, 45: 9, 50: 11}
ADJUST = {1: -5, 2: -5, 3: 0, 4: 0, 5: 5, 6: 5}


@dataclass
class Plain:
    """A game by dice without table, record, events or options; ties stand."""

    rng: Random
    scores: list[int] = field(default_factory=lambda: [0, 0])
    quarter: int = 1
    clock: int = 900
    offense: int = 0
    g: int = 65
    t: int = 0
    down: int = 1
    phase: str = "kickoff"

    def two(self) -> int:
        return self.rng.randint(1, 6) + self.rng.randint(1, 6)

    def one(self) -> int:
        return self.rng.randint(1, 6)

    def charge(self, seconds: int) -> None:
        self.clock = max(0, self.clock - seconds)

    def first_down(self, g: int) -> None:
        self.g, self.t, self.down = g, max(g - 10, 0), 1

    def take_over(self, side: int, g: int) -> None:
        self.offense, self.phase = side, "down"
        self.first_down(g)

    def play_game(self) -> list[int]:
        opener = self.offense = self.rng.randint(0, 1)
        while True:
            if self.clock == 0 and self.phase != "try":
                if self.quarter == 4:
                    return self.scores
                self.quarter, self.clock = self.quarter + 1, 900
                if self.quarter == 3:
                    self.offense, self.phase, self.g = 1 - opener, "kickoff", 65
            {"kickoff": self.kickoff, "try": self.attempt, "safety": self.punt, "down": self.scrimmage}[
                self.phase
            ]()

    def kickoff(self) -> None:
        total = self.two()
        self.charge(30)
        if total == 12:
            self.take_over(1 - self.offense, 80)
        else:
            end = 65 - KICKOFF[total] - ADJUST[self.one()]
            self.take_over(1 - self.offense, 100 - end if end > 0 else 80)

    def punt(self) -> None:
        total = self.two()
        end = self.g - PUNT[total] - (ADJUST[self.one()] if total % 2 == 0 else 0)
        self.charge(30)
        self.take_over(1 - self.offense, 100 - end if end > 0 else 80)

    def attempt(self) -> None:
        lead = self.scores[self.offense] - self.scores[1 - self.offense]
        total = self.two()
        self.charge(10)
        if self.quarter == 4 and lead in (-10, -5, -2, 1, 5):
            self.scores[self.offense] += 2 if total in (6, 7, 8, 12) else 0
        else:
            self.scores[self.offense] += 1 if 3 <= total <= 11 else 0
        self.phase, self.g = "kickoff", 65

    def field_goal(self) -> None:
        self.charge(30)
        if self.two() >= NEED[self.g]:
            self.scores[self.offense] += 3
            self.phase, self.g = "kickoff", 65
        else:
            self.take_over(1 - self.offense, min(100 - self.g, 80))

    def declare(self) -> str:
        lead = self.scores[self.offense] - self.scores[1 - self.offense]
        late = self.quarter == 4 and -3 <= lead <= 0
        if self.clock <= 30 and self.g <= 50 and (self.quarter == 2 or late):
            return "field-goal"
        if self.down < 4:
            return "play"
        if self.quarter == 4 and lead < 0 and self.clock <= 300:
            return "field-goal" if lead >= -3 and self.g <= 40 else "play"
        if self.g <= 40:
            return "field-goal"
        return "play" if self.g in (45, 50) and self.g - self.t <= 5 else "punt"

    def scrimmage(self) -> None:
        what = self.declare()
        if what == "punt":
            return self.punt()
        if what == "field-goal":
            return self.field_goal()
        offense, defense = self.two(), self.two()
        if offense == 2:
            self.g += min(5, (100 - self.g) // 10 * 5)
            return None
        if defense == 2:
            self.g -= min(5, self.g // 10 * 5)
            if self.g <= self.t:
                self.first_down(self.g)
            return None
        total = self.two()
        seconds = 10 if total == 7 else 30
        self.charge(seconds)
        if offense == 12 and defense == 12:
            return None
        lost, yards = self.result(total)
        if (offense == 12 or defense == 12) and self.flagged(total, lost, yards, by_offense=offense == 12):
            return None
        return self.stands(lost, yards)

    def result(self, total: int) -> tuple[bool, int]:
        if total == 7 or (total == 12 and self.g <= 15) or (total == 10 and self.g <= 5):
            return False, 0
        die = self.one()
        if total == 2:
            return (True, 20 + ADJUST[die]) if die <= 4 else (False, 0)
        if total == 3:
            return False, self.g - 5 if die <= 2 else self.g
        if total == 11:
            return die <= 2, ADJUST[die]
        return False, ROWS[total] + ADJUST[die]

    def flagged(self, total: int, lost: bool, yards: int, *, by_offense: bool) -> bool:
        """The baseline's answer to a single 12; True when it is accepted."""
        end = self.g - yards
        if by_offense:
            if self.g == 95:
                if lost and end >= 100:
                    return False
                self.safety()
                return True
            if lost or end >= 100 or (self.down >= 3 and end > self.t):
                return False
            self.g += min(10, (100 - self.g) // 10 * 5)
            return True
        if not lost and end <= 0:
            return False
        spot = self.forward(total, lost, end)
        if not lost and end < 100 and end <= self.t and end <= spot:
            return False
        self.first_down(spot)
        return True

    def forward(self, total: int, lost: bool, end: int) -> int:
        g = self.g
        if total in (4, 6, 9, 11):
            spot = g - min(10, g // 10 * 5)
            return min(spot, end - min(10, end // 10 * 5)) if not lost and 0 < end < 100 else spot
        base = {3: g, 8: 5, 10: 15 if g > 5 else 0, 12: 25 if g > 15 else 0}.get(total, 0)
        return 5 if base >= g else g - min(max(15, base), g // 10 * 5)

    def safety(self) -> None:
        self.scores[1 - self.offense] += 2
        self.phase, self.g = "safety", 80

    def stands(self, lost: bool, yards: int) -> None:
        end = self.g - yards
        if lost:
            if end >= 100:
                self.offense = 1 - self.offense
                self.scores[self.offense] += 6
                self.phase = "try"
            else:
                self.take_over(1 - self.offense, 100 - end if end > 0 else 80)
        elif end <= 0:
            self.scores[self.offense] += 6
            self.phase = "try"
        elif end >= 100:
            self.safety()
        elif end <= self.t:
            self.first_down(end)
        elif self.down == 4:
            self.take_over(1 - self.offense, 100 - end)
        else:
            self.g, self.down = end, self.down + 1


def measure(play: Callable[[int], list[int]], games: int) -> tuple[float, float]:
    """Games per second of processor time on one core (the best of three runs) and mean points."""
    best, points = 0.0, 0
    for run in range(3):
        start = time.process_time()
        points = sum(sum(play(run * games + n)) for n in range(games))
        best = max(best, games / (time.process_time() - start))
    return best, points / games


def ours(mode: str) -> Callable[[int], list[int]]:
    """Whole games by the kernel's playouts with the baseline coach."""
    game = find("redboar").open({"mode": mode, "overtime": "none"})
    choose, dice = policy("starter", game, 1), FastDice(1)
    return lambda _n: list(playout(game, game.start(), dice, choose).scores)


def main(games: int = 1000) -> None:
    """Print all three, and the dice game's ratio to the plain program."""
    plain, points = measure(lambda n: Plain(Random(n)).play_game(), games)
    print(f"plain dataclass loop, dice   {plain:7.0f} games/s   mean points {points:.1f}")
    for mode in ("dice", "cards"):
        speed, points = measure(ours(mode), games if mode == "dice" else games // 4)
        ratio = f"   {speed / plain:.2f} of the plain loop" if mode == "dice" else ""
        print(f"rules generators, {mode:<10} {speed:7.0f} games/s   mean points {points:.1f}{ratio}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
