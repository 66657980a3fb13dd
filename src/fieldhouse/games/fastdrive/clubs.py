"""Clubs of a league: team cards as data, and the game between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldhouse.games.fastdrive.cards.card import Card, find_card, read_card_text, season_cards, to_data
from fieldhouse.games.fastdrive.charts.reader import default_data
from fieldhouse.games.fastdrive.meta import META
from fieldhouse.games.fastdrive.rules import GAME, FastDrive
from fieldhouse.kernel.game import Game, Setup
from fieldhouse.kernel.meta import Value

HOME_SEAT = 1
FIXED = ("away", "home", "neutral", "knockout")


def club(word: str) -> tuple[str, dict[str, Any]]:
    """A card of the collection by its name."""
    name, card = find_card(word)
    return name, to_data(card)


def club_title(club: Mapping[str, Any]) -> str:
    """A card as people say it: Chicago Bears 1985."""
    return f"{club['team']} {club['season']}"


def season_clubs(season: int) -> dict[str, dict[str, Any]]:
    """Every card of a season by its name; `team` of a card is the full name."""
    return {name: to_data(card) for name, card in season_cards(season).items()}


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
