"""The rules, a module a chapter of the book: `game` has the order of a play, `state` where a game stands."""

from fieldhouse.games.redboar.rules.game import GAME

__all__ = ["GAME"]
