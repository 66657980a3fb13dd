"""The rules, one module per chapter of the rulebook; `game` has the order of a play, `state` the state."""

from fieldhouse.football.box_score import STATISTICS
from fieldhouse.games.redboar.rules.game import GAME

COUNTS = STATISTICS
"""The statistics that are counted: the whole box score."""

__all__ = ["COUNTS", "GAME"]
