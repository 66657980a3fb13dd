"""Chances left open: rules compiled once for all cards, whose chances are put in later.

A game that reads much of what it does off cards or charts asks a `Lookup` where it would roll on them. Its
outcomes are known, their chances are not: in the tree each stands for itself, a symbol (name of the lookup,
outcome). Distributions over leaves are then `Terms`, sums of products of symbols, and two real cards are
numbers for the symbols.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from fieldhouse.kernel.requests import Chance

Symbol: TypeAlias = tuple[str, str]
Product: TypeAlias = tuple[Symbol, ...]


class Lookup(Chance):
    """A chance whose outcomes are known and whose chances are parameters. It cannot be rolled."""

    __slots__ = ("_found", "name")

    def __init__(self, name: str, found: Mapping[str, Any]) -> None:
        super().__init__("lookup", tuple(found.values()), name, "", None)
        self.name = name
        self._found = dict(found)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all outcomes."""
        return tuple(self._found)

    @property
    def weights(self) -> tuple[int, ...]:
        """One each: they only count outcomes."""
        return (1,) * len(self._found)

    def value(self, key: str) -> Any:
        """The outcome with this key."""
        return self._found[key]

    def key(self, value: Any) -> str:
        """The key of this outcome."""
        return next(key for key, found in self._found.items() if found == value)


class Terms:
    """A sum of products of symbols with fractions before them; it can be hashed, added and multiplied."""

    __slots__ = ("_hash", "parts")

    def __init__(self, parts: Mapping[Product, Fraction]) -> None:
        self.parts = {product: count for product, count in parts.items() if count}
        self._hash: int | None = None

    @classmethod
    def of(cls, lookup: str, keys: Sequence[str]) -> Terms:
        """The chance that the lookup finds one of these."""
        return cls({((lookup, key),): Fraction(1) for key in keys})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Terms) and self.parts == other.parts

    def __hash__(self) -> int:
        if self._hash is None:  # most sums are only steps on the way to others
            self._hash = hash(frozenset(self.parts.items()))
        return self._hash

    def __add__(self, other: Terms | Fraction | int) -> Terms:
        if not isinstance(other, Terms):
            return self + as_terms(other) if other else self
        parts = dict(self.parts)
        for product, count in other.parts.items():
            _put(parts, product, count)
        return Terms(parts)

    __radd__ = __add__

    def __mul__(self, other: Terms | Fraction | int) -> Terms:
        if not isinstance(other, Terms):
            if other == 1:
                return self
            return Terms({product: count * other for product, count in self.parts.items()})
        parts: dict[Product, Fraction] = {}
        for mine, count in self.parts.items():
            for theirs, more in other.parts.items():
                _put(parts, tuple(sorted(mine + theirs)), count * more)
        return Terms(parts)

    __rmul__ = __mul__

    def value(self, chances: Mapping[Symbol, float]) -> float:
        """The number it is with these chances."""
        total = 0.0
        for product, count in self.parts.items():
            part = float(count)
            for symbol in product:
                part *= chances[symbol]
            total += part
        return total


def _put(parts: dict[Product, Fraction], product: Product, count: Fraction) -> None:
    known = parts.get(product)
    parts[product] = count if known is None else known + count


def as_terms(number: Terms | Fraction | int) -> Terms:
    """A plain number as a sum."""
    return number if isinstance(number, Terms) else Terms({(): Fraction(number)})


Shares: TypeAlias = tuple[dict[Any, Any], int]
"""A distribution in whole numbers: the weight of each target, and their sum (left open: Terms of 1)."""


def mixture(parts: Sequence[tuple[Any, Shares]], total: int) -> Shares:
    """Distributions mixed by these weights of `total`, in lowest terms."""
    common = math.lcm(*(inner for _, (_, inner) in parts))
    result: dict[Any, Any] = {}
    for weight, (chances, inner) in parts:
        factor = weight * (common // inner)
        for target, share in chances.items():
            result[target] = result.get(target, 0) + factor * share
    whole = total * common
    if any(isinstance(share, Terms) for share in result.values()):
        return {target: as_terms(share) * Fraction(1, whole) for target, share in result.items()}, 1
    shared = math.gcd(whole, *result.values())
    if shared == 1:
        return result, whole
    return {target: share // shared for target, share in result.items()}, whole // shared
