"""How the lab compiles Gridiron by dice: states as situation, clock and lead (see `solve.reduction`).

Both sides are alike, so every situation is seen from the side on offense. Time is counted in steps of ten
seconds (RB-5.9), each quarter with its 0:00 as a moment of its own, an overtime period after the last.
Without ties that period comes again and again (RB-15.7). A series knows no clock (RB-15.8): it is one moment.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.possession import first_of_round
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.solve.reduction import Core, Kind, Place, Reduction

STEP = 10


class GridironReduction(Reduction[Gridiron]):
    """Dice mode, any overtime."""

    leads = 90

    def __init__(self, game: GridironGame) -> None:
        if game.cards:
            raise BadOptions("exact tables are for Gridiron by dice (option mode=dice)")
        self.game = game
        self._rules = game
        self._series = game.method == "series"
        self._clock = game.period // STEP
        self._quarter = self._clock + 1
        self._regulation = game.quarters * self._quarter
        more = {"none": 0, "series": 1}
        self.slots = self._regulation + more.get(game.method, self._quarter)

    def key(self) -> tuple[Any, ...]:
        """Dice read the offense's chart and the special teams' and no card."""
        edition, options, materials = super().key()
        return edition, options, {name: materials[name] for name in ("dice_offense", "special_teams")}

    def where(self, s: Gridiron) -> Place:
        """The place as the offense sees it."""
        quarter = min(s.quarter - 1, self._rules.quarters)
        slot = quarter * self._quarter + self._clock - s.clock // STEP
        core: tuple[Hashable, ...] = (s.phase, s.g, s.t, s.down) if s.phase == "declare" else (s.phase,)
        me = s.offense
        if s.quarter > self._rules.quarters and self._series:
            slot = self._regulation
            turn = "first" if me == first_of_round(s) else "second"
            core += ("overtime", *((turn,) if s.phase not in ("toss", "over") else ()))
        elif s.quarter > self._rules.quarters:
            held = (s.over[me], s.over[1 - me]) if self._rules.method == "both" else ()
            core += ("overtime", *(held if s.phase not in ("toss", "over") else ()))
        elif 2 * s.quarter <= self._rules.quarters and s.phase not in ("toss", "over"):
            core += ("receives second" if s.receiver != me else "kicks second",)  # RB-6.4
        return Place(core, me == 1, slot, s.scores[me] - s.scores[1 - me])

    def put(self, s: Gridiron, slot: int, margin: int) -> None:
        """Another quarter, clock and lead."""
        quarter, gone = divmod(slot, self._quarter)
        s.quarter = quarter + 1
        s.clock = (self._clock - gone) * STEP
        if self._series and slot == self._regulation:
            s.clock = 0
        lead = -margin if s.offense == 1 else margin
        s.scores = [lead, 0] if lead > 0 else [0, -lead]

    def span(self, core: Core) -> range:
        """First half, second half, or overtime."""
        assert isinstance(core, tuple)
        first_half = self._rules.quarters // 2 * self._quarter
        if core == ("over",):
            return range(self._regulation - 1, self._regulation)
        if "overtime" in core:
            return range(self._regulation, self.slots)
        if core == ("toss",):
            return range(1)
        if core[-1] in ("receives second", "kicks second"):
            return range(first_half)
        return range(first_half, self._regulation)

    def family(self, core: Core) -> Hashable:
        """A series stands apart."""
        return "series" if self.exact(core) else None

    def kind(self, family: Hashable, slot: int, margin: int) -> Kind:
        """A running clock, 0:00 of some quarter, or overtime; who leads where the rules ask."""
        sign = (margin > 0) - (margin < 0)
        if self._series and slot >= self._regulation:
            return ("series", margin)
        up = slot % self._quarter == self._clock
        if slot >= self._regulation:
            return ("overtime", up, sign)
        if not up:
            return "running"
        quarter = slot // self._quarter + 1
        return ("0:00", quarter, sign if quarter == self._rules.quarters else 0)

    def exact(self, core: Core) -> bool:
        """A series decides by small leads: only those that can come up are compiled."""
        assert isinstance(core, tuple)
        return self._series and "overtime" in core

    def sample(self, core: Core, kind: Kind) -> tuple[int, int]:
        """The start of a quarter, or its 0:00."""
        if kind == "running":
            return self.span(core).start, 0
        assert isinstance(kind, tuple)
        if kind[0] == "overtime":
            return self._regulation + (self._clock if kind[1] else 0), kind[2]
        return kind[1] * self._quarter - 1, kind[2]

    def stop(self, slot: int) -> int:
        """RB-5.6: the clock stops at 0:00; from there the next period begins."""
        return (
            min(slot + 1, self.slots - 1)
            if slot % self._quarter == self._clock
            else slot // self._quarter * self._quarter + self._clock
        )

    def course(self, core: Core, kind: Kind) -> Hashable:
        """In overtime the lead decides when it is over, not how a play goes."""
        assert isinstance(core, tuple)
        if self.exact(core) and core[-1] == "first":
            return core
        return (core, kind[:2]) if isinstance(kind, tuple) and kind[0] == "overtime" else (core, kind)

    def shape(self, core: Core, kind: Kind) -> Hashable | None:
        """The dice of a play are the same in every period and on every down; a period's end asks nothing.

        What is asked hangs on the spot alone: is a kick in range, a pass allowed, the play a touchdown?
        """
        assert isinstance(core, tuple)
        if self.exact(core):
            return ("series", *core[:2]) if core[0] == "declare" else None
        if core[0] in ("toss", "over") or (core[0] != "try" and self._ends(core, kind)):
            return None
        return core[:2] if core[0] == "declare" else core[0]

    def move_to_sample(self, shape: Hashable, s: Gridiron) -> None:
        """Second and goal: a gain, a first down (by penalty only) and a down played again stay apart."""
        if s.phase == "declare":
            s.t, s.down = 0, 2

    def can_represent(self, shape: Hashable, place: Place) -> bool:
        """The first side of a round: for the second different results may lead to one place, the end."""
        assert isinstance(place.core, tuple)
        return bool(place.core[-1] != "second")

    def _ends(self, core: tuple[Hashable, ...], kind: Kind) -> bool:
        """RB-6.2, RB-15.6: is the period over?"""
        if not isinstance(kind, tuple):
            return False
        if kind[0] == "0:00":
            return True
        return bool(kind[1]) and (self._rules.method != "both" or core[-2:] == (True, True))

    def describe(self, core: Core) -> str:
        """`declare 80-70, down 1`."""
        return " ".join(map(str, core)) if isinstance(core, tuple) else str(core)


def reduction(game: GridironGame) -> GridironReduction:
    """What `lab` asks for."""
    return GridironReduction(game)
