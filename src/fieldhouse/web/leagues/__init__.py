"""The rooms of a league: its pages, feeds, sheets to print, and the commissioner tools."""

from fieldhouse.web.leagues import (
    actions,
    commissioner,
    create,
    feeds,
    game_page,
    odds_page,
    pages,
    print_page,
)
from fieldhouse.web.leagues.league_view import KINDS
from fieldhouse.web.leagues.text import FILTERS

HANDLERS = [
    *pages.HANDLERS, *game_page.HANDLERS, *odds_page.HANDLERS, *feeds.HANDLERS, *print_page.HANDLERS,
    *actions.HANDLERS, *commissioner.HANDLERS, *create.HANDLERS,
]  # fmt: skip

__all__ = ["FILTERS", "HANDLERS", "KINDS"]
