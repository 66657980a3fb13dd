"""Seasons played by rule instead of by dice."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

import msgspec

from fieldhouse.league import FinalScore, Fixture, Format, LeagueDice, SeasonFacts, SeasonProgress
from fieldhouse.league.odds.estimate import Chances, endings

L = TypeVar("L", bound=Hashable)


class Scripted:
    """Teams whose results a function says; it keeps the fixtures it was asked for, in order."""

    def __init__(self, score: Callable[[Fixture], tuple[int, int]]) -> None:
        self._score = score
        self.asked: list[Fixture] = []

    def play(self, fixture: Fixture, dice: LeagueDice, attempt: int = 1) -> FinalScore:
        self.asked.append(fixture)
        return FinalScore(*self._score(fixture))


def by_dice(fixture: Fixture, dice: LeagueDice) -> tuple[int, int]:
    """Few scores, so that ties and lots come up."""
    rng = dice.fast(fixture.id).rng
    home, visitor = rng.randrange(3), rng.randrange(3)
    return home + (fixture.knockout and home == visitor), visitor


class Rolling:
    """Teams of equal strength with few scores; results depend on secret and fixture alone."""

    def play(self, fixture: Fixture, dice: LeagueDice, attempt: int = 1) -> FinalScore:
        return FinalScore(*by_dice(fixture, dice))


DICE = LeagueDice("a secret for tests")


def ending_distribution(
    form: Format, known: SeasonFacts, chances: Chances, of: Callable[[SeasonProgress], L]
) -> dict[L, Fraction]:
    """The exact probability of every value that `of` may take at the end of the season."""
    found: dict[L, Fraction] = {}
    for progress, chance in endings(form, known, chances):
        value = of(msgspec.structs.replace(progress))
        found[value] = found.get(value, Fraction(0)) + chance
    return found
