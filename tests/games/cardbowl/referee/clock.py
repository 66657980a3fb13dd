"""Sections 3 to 6 and the end of quarters: the three ways to keep time."""

from __future__ import annotations

from typing import Any

from tests.games.cardbowl.referee.basics import Asks, Result, Table, choose

LENGTH = {"simple1": 31, "simple1-all": 36, "simple2": 180, "complex": 180}


class Clock(Table):
    """A table with a clock."""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(options)
        self.timing = options["timing"]
        self.length = options["quarter"] or LENGTH[self.timing]

    def late(self) -> bool:
        """CB-5.5, section 6d."""
        if self.timing not in ("simple2", "complex"):
            return False
        return (self.quarter == 2 and self.left <= 24) or (self.quarter >= 4 and self.left <= 60)

    def warned(self, before: int, after: int) -> bool:
        """CB-6.14."""
        return (self.quarter == 2 or self.quarter >= 4) and before > 24 >= after

    def between(self) -> Asks:
        """P0 in complex timing: timeouts, run-off; True when the quarter ended."""
        yield from self.ask_timeouts()
        if not self.running:
            return False
        keys = [f"run-off:{n}" for n in range(2, 9)]
        key = yield from choose(self.off, "run-off", keys)
        n = int(key.split(":")[1])
        before = self.left
        self.left = max(0, self.left - n)
        if self.warned(before, self.left):
            self.left, self.running = 24, False
            self.note("two-minute warning in the run-off")
        elif self.left == 0:
            yield from self.end_quarter()
            return True
        else:
            self.hurry = max(0, 6 - n)
            self.note("hurry-up" if self.hurry else "run-off")
        return False

    def ask_timeouts(self) -> Asks:
        """CB-5.6, CB-6.13: offense first, then defense."""
        for team in (self.off, self.deff):
            if self.timeouts[team]:
                key = yield from choose(team, "timeout", ("no", "timeout"))
                if key == "timeout":
                    self.timeouts[team] -= 1
                    self.running = False
                    self.note("timeout")
                    return True
        return False

    def kick_time(self) -> int:
        """CB-6.5."""
        if self.p.touchback:
            return 0
        if self.p.ofr or self.p.squib:
            return 2
        return 1

    def play_time(self, r: Result) -> int:
        """CB-6.1 to CB-6.3."""
        far = self.p.long
        if r.team == self.off and r.end in ("ball", "touchdown") and not self.p.changed:
            far |= (100 if r.end == "touchdown" else r.y) - self.x > 25
        if self.off in self.p.lost:
            far |= self.p.lost[self.off] - self.x > 25
        if self.p.recovered and r.end in ("ball", "touchdown") and r.team == self.p.recovered[0]:
            far |= (100 if r.end == "touchdown" else r.y) - self.p.recovered[1] > 25
        return 2 if self.p.ofr or far else 1

    def elapse(self, time: int, *, running: bool, counts: str, free: bool = False) -> Asks:
        """Time of a finished play, then the end of a quarter."""
        if self.untimed:
            self.untimed = self.running = False
        elif self.timing == "complex":
            self.running = running
            before = self.left
            self.left = max(0, self.left - time)
            if self.warned(before, self.left):
                self.running = False
        elif self.timing == "simple2":
            yield from self.simple2(8 if running else 1)
        elif counts == "scrimmage" or self.timing == "simple1-all":
            self.left = max(0, self.left - 1)
        if self.over:
            return
        if self.left == 0 and self.next != "try":
            if free and self.quarter != 1 and self.quarter != 3 and self.next == "down":
                self.untimed = True
                self.running = False
                self.note("untimed down")
                return
            yield from self.end_quarter()

    def simple2(self, time: int) -> Asks:
        """Section 5: a timeout makes 1 of 8; nothing jumps over the two-minute warning."""
        if time == 8:
            stopped = yield from self.ask_timeouts()
            time = 1 if stopped else 8
        before = self.left
        self.left = max(0, self.left - time)
        if (self.quarter == 2 or self.quarter >= 4) and before > 24:
            self.left = max(24, self.left)

    def end_quarter(self) -> Asks:
        """CB-2.3, CB-2.4, CB-2.13."""
        self.running = False
        self.hurry = 0
        if self.quarter in (1, 3):
            self.quarter += 1
            self.left = self.length
        elif self.quarter == 2:
            self.quarter, self.left, self.timeouts = 3, self.length, [3, 3]
            self.off, self.next, self.kick_spot, self.failures = 1 - self.first_kicker, "kickoff", 30, 0
        elif self.scores[0] != self.scores[1]:
            self.over = "time"
        elif not self.options["overtime"] or (self.quarter > 4 and not self.options["playoff"]):
            self.over = "tie"
        else:
            self.quarter += 1
            self.left, self.timeouts, self.next = self.length, [2, 2], "toss"
            self.note("overtime")
        yield from ()
