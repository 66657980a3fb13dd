"""The result of advice: each option with its win probability and the reasons for it."""

from __future__ import annotations

from typing import Any

import msgspec

from fieldhouse.kernel.deprecation import RenamedAttribute
from fieldhouse.kernel.notebook import Tabular
from fieldhouse.kernel.requests import Seat

FEW = 8
"""Fewer playouts than this tell nothing apart."""
CLOSE = 0.05
"""An interval wider than this on either side does not tell two options apart."""


class Prospect(msgspec.Struct, frozen=True, rename={"win_probability": "equity"}):
    """One thing that may come of an option: its chance, the win probability then, and the play-by-play.

    `words` describes all that is counted in it; `dice` and `story` are one way in which it comes about.
    """

    chance: float
    win_probability: float
    dice: str
    story: tuple[str, ...]
    words: str = ""


class OptionAdvice(msgspec.Struct, frozen=True):
    """An option: win, tie and loss for the seat that chooses; `error` is half the 95% interval (0: exact).

    Where the result was estimated and not played out, `tie` is 0 and `win` is the win probability. Where both
    sides call in secret, `share` is how often it is called in the best mix, and `known` the win probability
    if the other side knew the call.
    """

    key: str
    label: str
    win: float
    tie: float
    loss: float
    error: float = 0.0
    why: tuple[Prospect, ...] = ()
    playouts: int = 0
    different: int = 0
    """How many different ends these playouts had; 1: one estimate, averaged with itself, has no interval."""
    share: float | None = None
    known: float = 0.0

    @property
    def win_probability(self) -> float:
        """Wins and half the ties."""
        return self.win + self.tie / 2

    equity = RenamedAttribute("win_probability")


class Advice(Tabular, msgspec.Struct, frozen=True):
    """What was asked, and every option with its win probability, best first."""

    seat: Seat
    what: str
    prompt: str
    exact: bool
    how: str
    options: tuple[OptionAdvice, ...]
    usual: str = ""
    """Where the options were sampled: what the quick coach would answer."""
    reliable: bool = True
    """Is the estimator behind the figures good enough for them to be shown?"""
    estimator_error: float = 0.0
    """How far the estimator is off on average: single estimates that are closer are not told apart."""
    reason: str = ""
    """Why, in the words of the game's engine; then no option has a win probability to show."""

    @property
    def best(self) -> OptionAdvice:
        """The option with the highest win probability."""
        return self.options[0]

    @property
    def is_mixed(self) -> bool:
        """Is the answer a mix of several calls?"""
        return self.best.share is not None

    @property
    def clear(self) -> bool:
        """Is the best option better than the next beyond doubt?"""
        if len(self.options) < 2:
            return True
        one, two = self.options[:2]
        if max(one.error, two.error) > CLOSE or 0 < min(one.playouts, two.playouts) < FEW:
            return False
        unsure = self.estimator_error if 1 in (one.different, two.different) else 0.0
        return one.win_probability - two.win_probability > max(one.error, two.error, unsure)

    def rows(self) -> list[dict[str, Any]]:
        """One row an option, best first."""
        if self.reason:
            return [{"key": self.best.key, "label": self.best.label, "reason": self.reason}]
        names = ("key", "label", "win", "tie", "loss", "error", "playouts", "different", "share")
        return [{name: getattr(option, name) for name in names} for option in self.options]

    def __repr__(self) -> str:
        if self.reason:
            return f"<Advice for seat {self.seat} on {self.what!r}: {self.best.key}. {self.reason}>"
        options = ", ".join(f"{option.key} {option.win_probability:.1%}" for option in self.options[:3])
        more = f" and {len(self.options) - 3} more" if len(self.options) > 3 else ""
        return f"<Advice for seat {self.seat} on {self.what!r}: {options}{more}; {self.how}>"

    @property
    def caption(self) -> str:
        """The question, and how the figures were found."""
        return f"{self.prompt} ({self.how})"
