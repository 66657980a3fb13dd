"""Printable team cards (section 2) and score sheets (section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldhouse.games.fastdrive.board.blank_sheet import blank_sheet
from fieldhouse.games.fastdrive.cards.card import read_card
from fieldhouse.games.fastdrive.charts.reader import default_text, read_chart_text, read_data
from fieldhouse.games.fastdrive.rules.chart_text import quality_words

BLANK_CARD = (
    "Team",
    "Season",
    "Offense",
    "Defense",
    "Special teams",
    "Field goals good on",
    "Extra points good on",
)


def score_sheet(away: str, home: str) -> str:
    """The blank score sheet of a game as the rulebook has it (FD-4.1), as SVG."""
    return blank_sheet(away, home, read_data(read_chart_text(default_text())).timing)


def team_card(club: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Qualities of offense, defense and special teams, and what the kicker makes."""
    card = read_card(club)

    def said(names: tuple[str, ...]) -> str:
        words = (quality_words(name) + (" (half)" if name.endswith("*") else "") for name in names)
        return ", ".join(words) or "\N{EN DASH}"

    return [
        ("Offense", said(card.offense)),
        ("Defense", said(card.defense)),
        ("Special teams", said(card.special)),
        ("Field goals good on", card.fg),
        ("Extra points good on", card.xp),
    ]
