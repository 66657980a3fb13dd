"""The rules of Fast Drive Football, a chapter to a module; `game` puts them together."""

from fieldhouse.games.fastdrive.rules.events import COUNTS
from fieldhouse.games.fastdrive.rules.game import GAME, FastDrive

__all__ = ["COUNTS", "GAME", "FastDrive"]
