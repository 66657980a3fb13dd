"""Habits that `fieldhouse exploit` tries against Gridiron's coaches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, cast

from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.habits import Habit, Pick, Situation, make_habit
from fieldhouse.kernel.requests import Choose

ORDERS = 24
"""Random orders of the offense's and of the defense's cards that are tried."""


def has_ball(request: Choose, s: Gridiron) -> bool:
    """The asked seat has the ball."""
    return request.seat == s.offense


def is_early_down(request: Choose, s: Gridiron) -> bool:
    """First or second down."""
    return s.down <= 2


def is_late_down(request: Choose, s: Gridiron) -> bool:
    """Third or fourth down."""
    return s.down >= 3


def is_fourth_down(request: Choose, s: Gridiron) -> bool:
    """Is it fourth down?"""
    return s.down == 4


SITUATIONS: Mapping[str, Situation] = {
    "offense": has_ball,
    "early-down": is_early_down,
    "late-down": is_late_down,
    "fourth-down": is_fourth_down,
}


def first_of_order(game: Game[Any], request: Choose, s: Gridiron, argument: str) -> str | None:
    """RB-10.4: the first card of an order (`SR,MP,...`) that is held."""
    return next((card for card in argument.split(",") if card in request.keys), None)


PICKS: Mapping[str, Pick] = {"order": first_of_order}


def own_habits(game: Game[Any], seed: int) -> list[Habit]:
    """Orders of cards: runs first, passes first, long or short first, and random ones."""
    gridiron = cast(GridironGame, game)
    if not gridiron.cards:
        return []
    calls, rng = gridiron.book.calls, Random(seed)
    offense = sorted(calls, key=lambda card: calls[card].base or 0)
    runs = [card for card in offense if not calls[card].is_pass]
    passes = [card for card in offense if calls[card].is_pass]
    attacks = [runs, runs[::-1], passes, passes[::-1], offense, offense[::-1]]
    defenses = []
    for _ in range(ORDERS):
        attacks.append(rng.sample(offense, len(offense)))
        defenses.append(rng.sample(sorted(gridiron.book.defenses), len(gridiron.book.defenses)))
    return [order_habit(cards) for cards in (*attacks, *defenses)]


def order_habit(cards: Sequence[str]) -> Habit:
    """Always the first card of an order that is held; the other side of the ball has other cards."""
    return make_habit(("card", f"@order:{','.join(cards)}"))
