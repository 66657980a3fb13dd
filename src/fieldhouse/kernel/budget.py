"""How much a coach may think: work is counted, never timed.

A busy machine must not change the play, so a decision's budget is a number of steps (positions looked
at, playouts), and the same seed and budget give the same answer everywhere. `seconds` at a coach's door
are what the work takes on a plain core; who must not wait longer (a live table) keeps a clock of its
own outside and asks a quicker coach when it runs out.
"""

from __future__ import annotations


class Budget:
    """Work left in a decision; `whole` is what there was at first."""

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
        """So much work is done."""
        self._budget.left -= work

    @property
    def over(self) -> bool:
        """Is the work up to this point used up?"""
        return self._budget.left <= self._floor


UNLIMITED = Limit(Budget(0.0), float("-inf"))
"""No bound at all."""
