"""Clubs of a league: team cards, and the game between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldhouse.games.fastdrive.cards.card import Card, find_card, to_data
from fieldhouse.games.fastdrive.charts.reading import default_data
from fieldhouse.games.fastdrive.meta import META
from fieldhouse.games.fastdrive.rules import GAME
from fieldhouse.kernel.game import Game, Setup

HOME_SEAT = 1


def club(word: str) -> tuple[str, Card]:
    """A card of the collection by its name."""
    return find_card(word)


def open_fixture(
    home: Card,
    visitor: Card,
    *,
    neutral: bool,
    knockout: bool,
    options: Mapping[str, Any],
    materials: Mapping[str, Any],
) -> Game[Any]:
    """The game of a fixture; cards were checked when they were read."""
    wanted = {"neutral": neutral, "knockout": knockout, **options}
    used = {"charts": default_data(), **materials, "away": to_data(visitor), "home": to_data(home)}
    return GAME(Setup(META.read_options(wanted), used))
