"""The rules of The Grid, a chapter to a module; `game.py` is the game from lineups to the last card."""

from fieldhouse.games.thegrid.rules.game import GAME

__all__ = ["GAME"]
