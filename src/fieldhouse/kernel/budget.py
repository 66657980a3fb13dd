"""How much a coach may think, counted in work and not in time.

A busy machine must not change the play, so a decision's budget is a number of steps (positions looked at,
playouts): the same seed and budget give the same answer everywhere. `seconds` given to a coach are what the
work takes on a plain core. A live table that must not wait longer keeps a clock of its own and asks a
quicker coach when it runs out.
"""

from __future__ import annotations


class Budget:
    """The work left in a decision, of `whole` at first."""

    __slots__ = ("left", "whole")

    def __init__(self, work: float) -> None:
        self.whole = self.left = work

    def until(self, share: float = 1.0) -> Limit:
        """The point at which this share of the whole is used up."""
        return Limit(self, self.whole * (1.0 - share))


class Limit:
    """A point in a budget: spend until it is `over`."""

    __slots__ = ("_budget", "_floor")

    def __init__(self, budget: Budget, floor: float) -> None:
        self._budget = budget
        self._floor = floor

    def spend(self, work: float = 1.0) -> None:
        """Count this much work as done."""
        self._budget.left -= work

    @property
    def over(self) -> bool:
        """Is the work up to this point used up?"""
        return self._budget.left <= self._floor


UNLIMITED = Limit(Budget(0.0), float("-inf"))
"""No bound at all."""
