"""Collects what is wrong with a position that somebody wrote, field by field."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any


class PositionCheck:
    """The faults of a position. A game's `check_position` states what must hold; nothing here raises.

    >>> check = PositionCheck()
    >>> check.between("down", 9, 1, 4)
    False
    >>> check.faults
    ['down is 9, not 1 to 4']
    """

    def __init__(self) -> None:
        self.faults: list[str] = []

    def require(self, fits: bool, fault: str) -> bool:
        """Note the fault unless the condition holds; return whether it holds."""
        if not fits:
            self.faults.append(fault)
        return fits

    def between(self, field: str, value: int, low: int, high: int) -> bool:
        """The number lies in this range, both ends included."""
        wanted = f"{low} to {high}" if low < high else str(low)
        return self.require(low <= value <= high, f"{field} is {value}, not {wanted}")

    def among(self, field: str, value: Any, allowed: Collection[Any]) -> bool:
        """The value is one of these."""
        words = ", ".join(str(one) if one != "" else "empty" for one in allowed)
        return self.require(value in allowed, f"{field} is {value!r}, not one of: {words}")

    def seats(self, **fields: int) -> bool:
        """Each of these fields is seat 0 or 1."""
        before = len(self.faults)
        for name, value in fields.items():
            self.among(name, value, (0, 1))
        return len(self.faults) == before

    def numbers(self, field: str, values: Sequence[int], count: int, low: int, high: int) -> bool:
        """A list of so many numbers, each in this range."""
        before = len(self.faults)
        self.require(len(values) == count, f"{field} has {len(values)} entries, not {count}")
        for place, value in enumerate(values):
            self.between(f"{field}.{place}", value, low, high)
        return len(self.faults) == before
