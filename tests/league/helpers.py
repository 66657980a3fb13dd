"""Seasons played by rule instead of by dice."""

from __future__ import annotations

from collections.abc import Callable

from fieldhouse.league import FinalScore, Fixture, LeagueDice


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
