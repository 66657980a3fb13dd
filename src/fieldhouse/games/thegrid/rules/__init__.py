"""The rules of The Grid, a chapter to a module; `game.py` is the game from lineups to the last card."""

from fieldhouse.games.thegrid.rules.game import GAME
from fieldhouse.games.thegrid.rules.log_sheet import COUNTS, player_ids, player_lines

__all__ = ["COUNTS", "GAME", "player_ids", "player_lines"]
