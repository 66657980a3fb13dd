"""Sandlot's rules."""

from fieldhouse.games.sandlot.rules import SandlotGame
from fieldhouse.games.stubborn.meta import META


class StubbornGame(SandlotGame):  # type: ignore[misc]
    """The same game under another title page."""

    meta = META


GAME = StubbornGame
