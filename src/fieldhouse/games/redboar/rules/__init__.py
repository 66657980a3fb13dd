"""The rules, one module per chapter of the rulebook; `game` has the order of a play, `state` the state."""

from fieldhouse.games.redboar.rules.game import GAME

__all__ = ["GAME"]
