"""Dice read as codes: 11 to 66 in base 6 with digits 1-6, sorted rows, and the ranges of kickers."""

from __future__ import annotations

from itertools import combinations_with_replacement

FACES = ("1", "2", "3", "4", "5", "6")
CODES = tuple(tens + ones for tens in FACES for ones in FACES)  # FD-1.4
INDEX = {code: place for place, code in enumerate(CODES)}
ROLLS = tuple(black + white + red for black in FACES for white in FACES for red in FACES)
ROWS = tuple("-".join(row) for row in combinations_with_replacement(FACES, 3))  # FD-22.1
PAIRS = tuple("-".join(row) for row in combinations_with_replacement(FACES, 2))  # FD-22.4


def sorted_row(dice: str) -> str:
    """FD-1.5: the row of a roll, dice sorted low to high: "316" is row "1-3-6"."""
    return "-".join(sorted(dice))


def span(text: str, keys: tuple[str, ...]) -> range | None:
    """The places of `keys` that a key or a range such as "16-22" covers; None if it is neither."""
    low, dash, high = text.partition("-")
    if not dash:
        high = low
    if low not in keys or high not in keys or keys.index(low) > keys.index(high):
        return None
    return range(keys.index(low), keys.index(high) + 1)


def shift_range(kicks: str, more: int) -> str:
    """FD-18.5 to FD-18.7: a range with its top end moved up by `more` in base 6, never past 66."""
    low, _, high = kicks.partition("-")
    top = min(max(INDEX[high] + more, INDEX[low]), len(CODES) - 1)
    return f"{low}-{CODES[top]}"


def range_of(made: int, tried: int) -> str:
    """FD-27.6: the range of a kicker who makes this many kicks, in whole codes and at least one."""
    codes = min(max((72 * made + tried) // (2 * tried), 1), 36)
    return f"11-{CODES[codes - 1]}"
