"""Exact enumeration: every result and every lot of what is left, each with its chance.

The slow and certain interpreter: the form is followed anew along every branch. For small leagues, for the
last games of a large one, and as the judge of the odds engine.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import TypeVar

import msgspec

from fieldhouse.football.competition.format import Course, Fixture, Form
from fieldhouse.league.season import Followed, Known
from fieldhouse.league.standings import FinalScore

L = TypeVar("L", bound=Hashable)
Chances = Callable[[Fixture], Sequence[tuple[FinalScore, Fraction]]]
"""The results a fixture may have, each with its chance; together 1."""


def endings(form: Form, known: Known, chances: Chances) -> Iterator[tuple[Course, Fraction]]:
    """Every way the competition may end, with its chance."""
    season = Followed(form, known)
    if season.lot is not None:
        orders = Fraction(1, factorial(len(season.lot.entries)))
        for drawn in permutations(season.lot.entries):
            lots = {**known.lots, season.lot.id: list(drawn)}
            yield from _further(form, Known(known.results, lots, known.struck), chances, orders)
    elif season.waiting:
        fixture = season.waiting[0]
        for score, chance in chances(fixture):
            results = {**known.results, fixture.id: score}
            yield from _further(form, Known(results, known.lots, known.struck), chances, chance)
    else:
        yield season.course, Fraction(1)


def _further(
    form: Form, known: Known, chances: Chances, chance: Fraction
) -> Iterator[tuple[Course, Fraction]]:
    for course, rest in endings(form, known, chances):
        yield course, chance * rest


def distribution(form: Form, known: Known, chances: Chances, of: Callable[[Course], L]) -> dict[L, Fraction]:
    """The exact chance of everything that `of` may say of the course."""
    found: dict[L, Fraction] = {}
    for course, chance in endings(form, known, chances):
        value = of(msgspec.structs.replace(course))
        found[value] = found.get(value, Fraction(0)) + chance
    return found
