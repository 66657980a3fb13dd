"""Clubs of a league: team cards as data, and the game between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldhouse.games.fastdrive.cards.card import Card, collection, find_card, read_card_text, to_data
from fieldhouse.games.fastdrive.charts.reader import default_data
from fieldhouse.games.fastdrive.meta import META
from fieldhouse.games.fastdrive.rules import GAME, FastDrive
from fieldhouse.kernel.game import Game, Setup
from fieldhouse.kernel.meta import Value

HOME_SEAT = 1
FIXED = ("away", "home", "neutral", "knockout")
EXAMPLE_CLUBS = ("chicago-1985", "miami-1984", "denver-2013", "dallas-1992")
TOURNAMENTS = ("cup", "eras", "robin")


def club(word: str) -> tuple[str, dict[str, Any]]:
    """A card of the collection by its name."""
    name, card = find_card(word)
    return name, to_data(card)


def club_choices() -> dict[str, str]:
    """Every card of the collection, newest season first: its name, and what people call it."""
    cards = sorted(collection().items(), key=lambda pair: (-pair[1].season, pair[1].team))
    return {name: f"{card.team} {card.season}" for name, card in cards}


def club_title(club: Mapping[str, Any]) -> str:
    """A card as people say it: Chicago Bears 1985."""
    return f"{club['team']} {club['season']}"


def read_club(text: str, where: str) -> dict[str, Any]:
    """A person's own card file."""
    return read_card_text(text, where)


def own_club(text: str, where: str) -> tuple[str, dict[str, Any]]:
    """A person's own card, called by its team and season."""
    card = read_club(text, where)
    return club_title(card), card


def open_fixture(
    home: Mapping[str, Any],
    visitor: Mapping[str, Any],
    *,
    neutral: bool,
    knockout: bool,
    options: Mapping[str, Any],
    materials: Mapping[str, Any],
) -> Game[Any]:
    """The game of a fixture; the cards are checked when they are bound."""
    wanted = {"neutral": neutral, "knockout": knockout, **options}
    used = {"charts": default_data(), **materials, "away": visitor, "home": home}
    return GAME(Setup(META.read_options(wanted), used))


def card_game(away: Card, home: Card, charts: object = None, **options: Value) -> FastDrive:
    """A game between two cards, with the default charts unless others are given."""
    chosen = META.read_options(options)
    materials = {"charts": charts or default_data(), "away": to_data(away), "home": to_data(home)}
    return FastDrive(Setup(chosen, materials))
