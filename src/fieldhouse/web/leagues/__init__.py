"""The rooms of a league: its pages, feeds, sheets to print, and the commissioner's desk."""

from fieldhouse.web.leagues import (
    acts,
    deskpage,
    feeds,
    founding,
    gamepage,
    lineuppage,
    oddspage,
    pages,
    printing,
)
from fieldhouse.web.leagues.filters import FILTERS
from fieldhouse.web.leagues.view import KINDS

HANDLERS = [
    *pages.HANDLERS, *gamepage.HANDLERS, *oddspage.HANDLERS, *feeds.HANDLERS, *printing.HANDLERS,
    *acts.HANDLERS, *lineuppage.HANDLERS, *deskpage.HANDLERS, *founding.HANDLERS,
]  # fmt: skip

__all__ = ["FILTERS", "HANDLERS", "KINDS"]
