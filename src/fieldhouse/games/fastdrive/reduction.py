"""Fast Drive Football as the lab's compiler sees it: clock and lead apart from the rest (`solve.reduction`).

A drive is compiled in two steps, the roll (which reads neither clock nor score) and what the clock makes of
its result, so that the chart is enumerated once for each team and start. Time is counted in ticks, each half
with its last moment, an overtime period after the second.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any

from fieldhouse.games.fastdrive.charts.qualities import LATE_TICKS
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.games.fastdrive.rules.state import (
    AGAIN,
    AVERAGE,
    CALL,
    CLOCK,
    DRIVE,
    FOURTH,
    KICKOFF,
    LAST,
    OVER,
    OVERTIME,
    REPLACE,
    SETTLE,
    TOSS,
    TRY,
    Sheet,
)
from fieldhouse.games.fastdrive.tables.open_game import OpenGame, context_of
from fieldhouse.games.fastdrive.tables.staged_rules import CHARGE, RESULT, Staged
from fieldhouse.kernel.game import Setup
from fieldhouse.solve.lookups import Symbol
from fieldhouse.solve.reduction import Core, Kind, Place, Reduction

ERAS = ("", "first half", "second half", "overtime")
TRANSIENT_PHASES = (RESULT, CHARGE)
"""Phases between the steps of the tables at which the rules do not stop: no values are stored for them."""
CLOSE = 14
"""A play near the end compares leads up to 8 after at most 6 points: beyond 14 all leads are alike."""


class FastDriveReduction(Reduction[Sheet]):
    """Any two cards, any charts, any options: the rules of one game, or those left open for all cards."""

    def __init__(self, game: Staged) -> None:
        self.game = self._rules = game
        self._half = game.half_ticks + 1
        # FD-24.84: a knockout overtime goes on whatever its clock says: it is one moment.
        self._overtime = 0 if game.overtime == "none" else 1 if game.knockout else game.overtime_ticks + 1
        self.slots = 2 * self._half + self._overtime
        self._asks = context_of(game)
        self._try_asks_start = "two-point" in self._asks.start
        self._others_ask_score = bool(self._asks.score - {"drive"})
        self._others_ask_late = bool(self._asks.late - {"drive"})

    def _when(self, slot: int) -> tuple[int, int]:
        """The half and the ticks left of a slot."""
        if slot >= 2 * self._half:
            knockout = self._rules.knockout
            return OVERTIME, self._rules.overtime_ticks if knockout else self.slots - 1 - slot
        return slot // self._half + 1, self._half - 1 - slot % self._half

    def _slot(self, half: int, left: int) -> int:
        if half == OVERTIME and self._rules.knockout:
            return self.slots - 1
        last = self.slots - 1 if half == OVERTIME else half * self._half - 1
        return last - left

    # Where a state stands

    def where(self, s: Sheet) -> Place:
        """Seats stay as they are: the two cards differ."""
        era: tuple[Hashable, ...] = (ERAS[s.half],)
        if s.half == 1 and s.opener >= 0:
            era += (s.opener,)
        if s.half == OVERTIME and s.phase not in (TOSS, CALL, OVER):
            era += (s.had[0], s.had[1], s.first if self._rules.overtime == "modified" else -1)
        core = (s.phase, *self._carried(s), *era) if s.phase != OVER else (OVER, ERAS[s.half])
        return Place(core, False, self._slot(s.half, s.left), s.scores[0] - s.scores[1])

    def _carried(self, s: Sheet) -> tuple[Hashable, ...]:
        """What the phase's course reads besides clock and score."""
        if s.phase == TOSS:
            return ()
        if s.phase in (CALL, KICKOFF):
            return (s.kicker, s.left == 0)
        if s.phase == TRY:
            start = s.start if self._try_asks_start else AVERAGE
            # FD-24.10 asks after the last tick whether the offense itself has scored.
            return (s.kicker, s.left == 0, start, s.final, s.left == 0 and s.kicker == s.ball)
        if s.phase in (DRIVE, AGAIN):
            return (s.ball, s.start, s.second)
        if s.phase in (RESULT, CLOCK, CHARGE):
            start = s.start if self._keeps_start(s) else AVERAGE
            return (s.ball, start, s.second, self._rules.names[s.ending], s.base)
        if s.phase in (FOURTH, SETTLE, REPLACE):
            return (s.ball, s.start, s.second, self._rules.names[s.ending])
        return (s.ball, s.start)

    def _keeps_start(self, s: Sheet) -> bool:
        """Does anything that may follow from the result ask where the drive began?"""
        e = self._rules.endings[s.ending]
        if e.touchdown:
            return self._try_asks_start
        if e.word in ("FUMBLE", "INTERCEPTION"):
            return self._rules.may_keep or e.word.lower() in self._asks.start
        return e.again or (s.half > 1 and (e.punt or e.field_goal))  # FD-13.1, FD-7.1

    def put(self, s: Sheet, slot: int, margin: int) -> None:
        """Another half, clock and lead, and a fresh sheet."""
        s.half, s.left = self._when(slot)
        s.scores = [max(margin, 0), max(-margin, 0)]
        s.log, s.points, s.ticks = [], [], 0

    def span(self, core: Core) -> range:
        """A half or the overtime; kickoffs and tries after the last tick are cores of their own."""
        assert isinstance(core, tuple)
        half = 1 if ERAS[1] in core else 2
        slots = range((half - 1) * self._half, half * self._half)
        if core[0] in (TOSS, CALL):
            return slots[:1]
        if core[0] == OVER or core[0] in (LAST, REPLACE):
            return slots[-1:]
        if core[0] in (KICKOFF, TRY):
            return slots[-1:] if core[2] else slots[:-1]
        if core[0] == FOURTH:
            return slots[-7:-1]  # FD-13.1
        if core[0] == SETTLE or (core[0] in (DRIVE, AGAIN, RESULT, CLOCK, CHARGE) and core[3]):
            return slots[-7:]
        if core[0] == CLOCK:
            return slots[-5 - core[5] :]  # FD-24.12
        return slots

    def exact(self, core: Core) -> bool:
        """Overtime is short: only what can come up in it is compiled."""
        assert isinstance(core, tuple)
        return ERAS[OVERTIME] in core

    # Which moments are alike

    def family(self, core: Core) -> Hashable:
        """The phase, and for a result its time and whether the clock may be changed."""
        assert isinstance(core, tuple)
        if self.exact(core):
            return OVERTIME
        if core[0] in (RESULT, CLOCK, CHARGE):
            return (core[0], core[5])
        return (core[0], core[1] if core[0] in (DRIVE, AGAIN) else 0)

    def kind(self, family: Hashable, slot: int, margin: int) -> Kind:
        """As fine as the rules look at clock and score there, and no finer: what, half, sign, late, more."""
        half, left = self._when(slot)
        if half == OVERTIME or family == OVERTIME:
            return (OVERTIME, left, margin)
        assert isinstance(family, tuple)
        sign = (margin > 0) - (margin < 0)
        close = max(-CLOSE, min(CLOSE, margin)) if half == 2 else sign
        late = left <= LATE_TICKS
        phase = family[0]
        if phase in (DRIVE, AGAIN):
            kneels = phase == DRIVE and half == 2 and left == 1 and margin * (1, -1)[family[1]] > 0
            if kneels:
                return ("kneel", half)
            score, clock = "drive" in self._asks.score, "drive" in self._asks.late
            return ("any", half, sign if score else 0, late and clock)
        asked = (sign if self._others_ask_score else 0, late and self._others_ask_late)
        if phase == RESULT:
            return ("changed", half, sign, False) if left - family[1] <= 4 else ("any", half, 0, False)
        if phase == CHARGE:
            return self._charge_kind(family[1], half, left, sign, close, asked)
        if phase == CLOCK:
            return ("any", half, 0, False)
        if phase == OVER or left == 0:
            return ("end", half, close, late, 0)
        if phase == KICKOFF:
            return ("kick", half, *asked, half == 2 and left <= 4)
        return ("any", half, *asked)

    def _charge_kind(
        self, ticks: int, half: int, left: int, sign: int, close: int, asked: tuple[int, bool]
    ) -> Kind:
        """Before the end a drive takes its time, or asks who is behind; on the last tick all matters."""
        if left > ticks:
            after = left - ticks
            late = after <= LATE_TICKS and self._others_ask_late
            if half == 2 and after <= 6:
                return ("gamble", half, sign, late)
            return ("any", half, asked[0], late)
        return ("end", half, close if left >= ticks - 1 else sign, left <= LATE_TICKS, left)

    def sample(self, core: Core, kind: Kind) -> tuple[int, int]:
        """A moment of that kind."""
        assert isinstance(core, tuple) and isinstance(kind, tuple)
        what, half = kind[:2]
        if what == "kneel":
            return self._slot(half, 1), 1 if core[1] == 0 else -1
        sign, late = kind[2], kind[3]
        if what == "end":
            return self._slot(half, kind[4]), sign
        if what == "changed":
            return self._slot(half, min(core[5], self._half - 1)), sign
        if what == "gamble":
            return self._slot(half, core[5] + 1), sign
        if what == "kick" and kind[4]:
            return self._slot(half, min(4, self._half - 2)), sign
        span = self.span(core)
        if late:
            more = core[5] if core[0] == CHARGE else 0
            return max(span.start, self._slot(half, min(LATE_TICKS + more, self._half - 1))), sign
        return span.start, sign

    def shape(self, core: Core, kind: Kind) -> Hashable | None:
        """The drive chart is the same in both halves, and so are the results far from the end."""
        assert isinstance(core, tuple) and isinstance(kind, tuple)
        if ERAS[OVERTIME] in core:
            if core[0] not in (DRIVE, AGAIN, CHARGE) or self._asks.score or self._asks.late:
                return None
            if core[0] == CHARGE:
                if self._rules.knockout:
                    return None
                return (
                    (CHARGE, core[1:6], self._rules.homes[OVERTIME], (0, False))
                    if kind[1] > core[5]
                    else None
                )
            return (DRIVE, core[1:4], self._rules.homes[OVERTIME], (0, False))
        if kind[0] == "any" and core[0] in (DRIVE, AGAIN, CHARGE):
            home = self._rules.homes[1 if ERAS[1] in core else 2]
            name = CHARGE if core[0] == CHARGE else DRIVE
            return (name, core[1:6] if name == CHARGE else core[1:4], home, kind[2:4])
        return None

    def can_represent(self, shape: Hashable, place: Place) -> bool:
        """In overtime the game may be over at once, so that different results lead to one place there."""
        assert isinstance(place.core, tuple)
        return ERAS[OVERTIME] not in place.core

    def describe(self, core: Core) -> str:
        """`drive 0 1 False 2`."""
        return " ".join(map(str, core)) if isinstance(core, tuple) else str(core)

    # Left open for all cards

    def open_reduction(self) -> FastDriveReduction:
        """The same options, and charts with the same words, for any two cards."""
        setup = self.game.setup
        plain = {"team": "Any", "season": 2020, "fg": "11-61", "xp": "11-64"}
        cards = {
            seat: plain | {"results": list(card.results)}
            for seat, card in zip(("away", "home"), self._rules.printed, strict=True)
        }
        options = setup.options | {"away": "", "home": "", "cross_era": False, "scoring_detail": False}  # type: ignore[operator]
        materials = {"charts": setup.materials["charts"], **cards}
        return FastDriveReduction(OpenGame(Setup(options, materials, setup.edition), self._rules.desperate))

    def chances(self, symbols: Sequence[Symbol]) -> Any:
        """What two cards make of the lookups that are left open."""
        from fieldhouse.games.fastdrive.tables.lookup_odds import symbol_odds

        return symbol_odds(self._rules, symbols)

    def key(self) -> tuple[Any, ...]:
        """Left open, tables depend on what can be found and asked, not on how likely it is."""
        if not isinstance(self._rules, OpenGame):
            return super().key()
        return self._rules.key()


@lru_cache(maxsize=8)
def reduction(game: FastDrive) -> FastDriveReduction:
    """What `lab` asks for; it never changes, and binding the charts once more would take 5 ms."""
    return FastDriveReduction(Staged(game.setup))
