"""The rules of Card Bowl: a module a chapter of the book, `game` for the whole, `scrimmage` the phases."""

from fieldhouse.games.cardbowl.rules.game import CardBowl

GAME = CardBowl

__all__ = ["GAME", "CardBowl"]
