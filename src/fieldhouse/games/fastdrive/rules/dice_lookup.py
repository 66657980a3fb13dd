"""How a table is looked up with dice: the roll, the row, the open questions left to right (FD-10.5).

Every chance of the game except the toss goes through one of these methods. `tables/` overrides them to leave
the answers open, so that the rules are compiled once for all cards (`solve.lookups`).
"""

from __future__ import annotations

from fieldhouse.games.fastdrive.rules.chart_results import (
    Ending,
    Landing,
    OpenEntry,
    OpenQuestion,
    RulesFor,
    T,
)
from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.events import (
    tell_check,
    tell_drive_roll,
    tell_kick,
    tell_line,
    tell_table,
)
from fieldhouse.games.fastdrive.rules.requests import (
    CHECK,
    DRIVE_ROLL,
    FOLLOW_UP_ROLLS,
    FUMBLE_ROLLS,
    INTERCEPTION_ROLLS,
    KICK_ROLLS,
    TIMING,
    UNUSUAL_ROLL,
)
from fieldhouse.games.fastdrive.rules.state import Sheet
from fieldhouse.kernel.requests import Roll, Seat


class DiceCharts(BoundCharts):
    """Charts looked up with real dice."""

    def find_drive(self, s: Sheet) -> RulesFor[tuple[Ending, int]]:
        """FD-10.1 to FD-10.7: three dice on the drive chart, and the base time of what they come to."""
        found = yield DRIVE_ROLL
        if s.tell:
            tell_drive_roll(self, s, found)
        found = self.drive[s.half][s.ball * 3 + s.start][found]
        if found.asked:
            found = yield from self.answer(s, found)
        if found.table >= 0:
            found = yield from self._unusual(s, found)
        base = found.base
        if found.six and self.seven_minute and not s.second:  # FD-24.54
            base = yield from self._seven_minutes(s, base)
        return found, base

    def _unusual(self, s: Sheet, e: Ending) -> RulesFor[Ending]:
        """FD-12.1 to FD-12.3: two dice on one of the two unusual tables."""
        found = yield UNUSUAL_ROLL
        if s.tell:
            tell_table(self, s, s.ball, s.ball, e.word.lower(), found, "FD-12.2")
        found = self.unusual[e.table][found]
        if found.asked:
            found = yield from self.answer(s, found)
        return found  # type: ignore[no-any-return]

    def _seven_minutes(self, s: Sheet, base: int) -> RulesFor[int]:
        """FD-17.1, FD-17.2: a second 6 on the Timing Die makes it six ticks."""
        die = yield TIMING
        if s.tell:
            tell_line(s, f"Timing Die again: {die}.", "FD-17.1")
        return 6 if die == 6 else base

    def find_kick(self, s: Sheet, table: str, receiver: Seat, roll: Roll, rule: str) -> RulesFor[Landing]:
        """A kick table of the receiving team, with its questions and its follow-up roll (FD-9.3)."""
        found = yield roll
        if s.tell:
            tell_table(self, s, 1 - receiver, receiver, table, found, rule)
        found = self.tables[s.half][table][receiver][found]
        if found.asked:
            found = yield from self.answer(s, found)
        if found.follow < 0:
            return found  # type: ignore[no-any-return]
        first = found
        follow = self.follow_ups[first.follow]
        found = yield FOLLOW_UP_ROLLS[len(follow) == 36]
        if s.tell:
            family = "punt" if table.startswith("punt") else "kickoff"
            tell_table(self, s, receiver, receiver, f"{family}-{first.word.lower()}", found, "FD-9.3")
        found = follow[found if len(follow) == 36 else found - 1]
        if found.asked:
            found = yield from self.answer(s, found)
        return found  # type: ignore[no-any-return]

    def find_turnover(self, s: Sheet, word: str) -> RulesFor[Landing]:
        """FD-11.1, FD-11.2: the fumble or interception table, with one die (or two, FD-25.5)."""
        table = self.tables[s.half][word.lower()][s.ball * 3 + s.start]
        codes = len(table) == 36
        found = yield (FUMBLE_ROLLS if word == "FUMBLE" else INTERCEPTION_ROLLS)[codes]
        if s.tell:
            rule = "FD-11.1" if word == "FUMBLE" else "FD-11.2"
            tell_table(self, s, 1 - s.ball, s.ball, word.lower(), found, rule)
        found = table[found if codes else found - 1]
        if found.asked:
            found = yield from self.answer(s, found)
        return found  # type: ignore[no-any-return]

    def find(self, s: Sheet, table: str, seat: Seat, roll: Roll, rule: str) -> RulesFor[Landing]:
        """Any other table of two dice: two points, fourth down, desperation."""
        found = yield roll
        if s.tell:
            tell_table(self, s, seat, seat, table, found, rule)
        found = self.tables[s.half][table][seat * 3 + s.start][found]
        if found.asked:
            found = yield from self.answer(s, found)
        return found  # type: ignore[no-any-return]

    def kicks(self, s: Sheet, seat: Seat, kind: str) -> RulesFor[bool]:
        """FD-11.8: inside the range is good. FD-11.12: 11-66 needs no roll, or FD-17.3 can be blocked."""
        low, high = self.fg[seat] if kind == "field goal" else self.xp[seat]
        rule = "FD-11.8"
        if high - low == 35:
            if not self.blocked_kicks:
                if s.tell:
                    tell_kick(self, s, seat, kind, None, True, "FD-11.12")  # type: ignore[arg-type]
                return True
            low, rule = 1, "FD-17.3"
        found = yield KICK_ROLLS[kind]
        good = bool(low <= found <= high)
        if s.tell:
            tell_kick(self, s, seat, kind, found, good, rule)  # type: ignore[arg-type]
        return good

    def has(self, s: Sheet, seat: Seat, quality: str) -> RulesFor[bool]:
        """FD-3.2, FD-3.5: a full quality is there, a semi one is rolled for."""
        has = self.efficient[seat] if quality == "EFFICIENT" else self.inefficient[seat]
        if has != 0.5:
            return has == 1
        die = yield CHECK
        if s.tell:
            tell_check(s, quality + "*", die, die % 2 == 1)
        return bool(die % 2)

    def may_change(self, s: Sheet, seat: Seat) -> RulesFor[bool]:
        """FD-8.2: has the team any of the quality that changes a drive's time?"""
        yield from ()  # the card says so; nothing is asked
        return self.efficient[seat] > 0

    def answer(self, s: Sheet, asked: OpenEntry[T]) -> RulesFor[T]:
        """FD-10.5: the open questions left to right; each semi quality needs a new die (FD-3.3)."""
        for _place, (test, found) in enumerate(asked.steps):
            if test is None:
                return found
            yes = yield from self.asks(s, test)
            if yes:
                return found
        raise AssertionError("the last cell of a row has no question")

    def asks(self, s: Sheet, test: OpenQuestion) -> RulesFor[bool]:
        """One question: the score or the clock at this moment (FD-25.7), or a check die (FD-3.2)."""
        if not test.faces:
            return test.stands(s.scores, self.is_late(s))
        die = yield CHECK
        yes = die in test.faces
        if s.tell:
            tell_check(s, test.name, die, yes)
        die = 0  # only the answer matters from here on
        return yes
