"""Real seasons: the team cards of a year, and the rules of its overtime."""

from __future__ import annotations

from typing import Any

from fieldhouse.games.fastdrive.cards.card import season_cards, to_data


def season_clubs(season: int) -> dict[str, dict[str, Any]]:
    """Every card of a season by its name; `team` of a card is the full name."""
    return {name: to_data(card) for name, card in season_cards(season).items()}


def season_options(season: int, *, knockout: bool) -> dict[str, str]:
    """The overtime of that year: none before 1974 except in the playoffs; then sudden death; a field goal may
    be answered (from 2012, in the playoffs from 2010); both teams sure of the ball (from 2025, in the
    playoffs from 2022)."""
    if season < 1974 and not knockout:
        return {"overtime": "none"}
    modified, both = (2010, 2022) if knockout else (2012, 2025)
    return {"overtime": "sudden" if season < modified else "modified" if season < both else "both"}
