"""Exact enumeration: every result and every lot of what is left to play, each with its probability.

Runs the format again along every branch, so it is slow and certain: for small leagues, for the last games of
a large one, and as the reference that tests compare the odds with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import factorial

from fieldhouse.football.competition.format import Fixture, Format, SeasonProgress
from fieldhouse.league.season import Season, SeasonFacts
from fieldhouse.league.standings import FinalScore

Chances = Callable[[Fixture], Sequence[tuple[FinalScore, Fraction]]]
"""The results a fixture may have, each with its chance; together 1."""


def endings(form: Format, known: SeasonFacts, chances: Chances) -> Iterator[tuple[SeasonProgress, Fraction]]:
    """Every way the competition may end, with its chance."""
    season = Season(form, known)
    if season.lot is not None:
        orders = Fraction(1, factorial(len(season.lot.entries)))
        for drawn in permutations(season.lot.entries):
            lots = {**known.lots, season.lot.id: list(drawn)}
            yield from _further(form, SeasonFacts(known.results, lots, known.struck), chances, orders)
    elif season.waiting:
        fixture = season.waiting[0]
        for score, chance in chances(fixture):
            results = {**known.results, fixture.id: score}
            yield from _further(form, SeasonFacts(results, known.lots, known.struck), chances, chance)
    else:
        yield season.progress, Fraction(1)


def _further(
    form: Format, known: SeasonFacts, chances: Chances, chance: Fraction
) -> Iterator[tuple[SeasonProgress, Fraction]]:
    for progress, rest in endings(form, known, chances):
        yield progress, chance * rest
