"""The rules of Card Bowl, one module per chapter; `game` is the whole, `scrimmage` the phases of a play."""

from fieldhouse.games.cardbowl.rules.events import COUNTS
from fieldhouse.games.cardbowl.rules.game import CardBowl

GAME = CardBowl

__all__ = ["COUNTS", "GAME", "CardBowl"]
