"""A position as short text: a draw pile that follows from the rest of its deck becomes a word (RB-10.1)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from fieldhouse.games.redboar.rules.charts import BoundCharts

REST = "rest"


def position_text(book: BoundCharts, plain: dict[str, Any]) -> dict[str, Any]:
    """Draw piles that follow from the rest of their deck become a word."""
    for deck in plain["decks"]:
        if deck["hand"] and _rest(book, deck) == deck["draw"]:
            deck["draw"] = REST
    return plain


def parse_position_text(book: BoundCharts, said: dict[str, Any]) -> dict[str, Any]:
    """The draw piles back."""
    for deck in said["decks"] if isinstance(said["decks"], list) else ():
        if isinstance(deck, dict) and deck.get("draw") == REST:
            deck["draw"] = _rest(book, deck)
    return said


def _rest(book: BoundCharts, deck: dict[str, Any]) -> list[str] | None:
    """What remains of the one deck that has all these cards; None where neither has."""
    gone = Counter([*deck["hand"], *deck["discard"], *filter(None, [deck["placed"]])])
    for whole in (book.offense_deck, book.defense_deck):
        if gone <= Counter(whole):
            return sorted((Counter(whole) - gone).elements())
    return None
