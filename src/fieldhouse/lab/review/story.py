"""The review of a game as plain data (`analysis` finds it). Nothing heavy is imported: pages read it."""

from __future__ import annotations

import msgspec

from fieldhouse.kernel.requests import Seat
from fieldhouse.lab.advice.result import OptionAdvice


class WinProbabilityPoint(msgspec.Struct, frozen=True, rename={"win_probability": "chance"}):
    """Seat 0's win probability after so many entries."""

    entry: int
    win_probability: float


class TurningPoint(msgspec.Struct, frozen=True):
    """A play with a large swing: its entries, its situation and its result."""

    first: int
    last: int
    when: str
    words: str
    swing: float


class LedgerPlay(msgspec.Struct, frozen=True):
    """A play in the ledger: its entries, situation, result, seat 0's win probability before and after, and
    what of the difference was dice, decisions of each seat (for seat 0), and the estimate's own."""

    first: int
    last: int
    when: str
    words: str
    before: float
    after: float
    dice: float
    decisions: tuple[float, float]
    drift: float


class CostlyDecision(msgspec.Struct, frozen=True):
    """A decision that cost its seat: the table after `entry` entries, what was chosen, what is better."""

    entry: int
    seat: Seat
    when: str
    prompt: str
    chosen: str
    label: str
    cost: float
    why: str
    how: str
    options: tuple[OptionAdvice, ...]


class TurnNote(msgspec.Struct, frozen=True):
    """A turn that gave something away, by the game's own engine: the table after `entry` entries, what it
    gave away, the turn that was there instead, and whether the series was lost by it."""

    entry: int
    seat: Seat
    when: str
    words: str
    better: str
    decisive: bool


class GameReview(msgspec.Struct, frozen=True):
    """All of it. Figures are for seat 0."""

    start: float
    result: float
    dice: float
    decisions: tuple[float, float]
    """By seat, each for itself."""
    drift: float
    exact: bool
    how: str
    curve: tuple[WinProbabilityPoint, ...]
    turns: tuple[TurningPoint, ...]
    lessons: tuple[CostlyDecision, ...]
    periods: tuple[tuple[int, str], ...] = ()
    """After how many entries each period begins."""
    seconds: float = 0.0
    """Of the processor, to find it."""
    plays: tuple[LedgerPlay, ...] = ()
    """The ledger, play by play."""
    errors: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Half the 95 % intervals of an estimate's totals: dice, decisions of seat 0 and 1, drift."""
    turn_notes: tuple[TurnNote, ...] | None = None
    """Where a game without dice is judged by its turns: what they gave away; None elsewhere."""

    def notes_of(self, seat: Seat) -> list[TurnNote]:
        """The seat's own turns that gave something away, those that lost a series first."""
        own = [note for note in self.turn_notes or () if note.seat == seat]
        return sorted(own, key=lambda note: not note.decisive)

    def lessons_of(self, seat: Seat) -> list[CostlyDecision]:
        """The seat's own, the costliest first."""
        return [lesson for lesson in self.lessons if lesson.seat == seat]
