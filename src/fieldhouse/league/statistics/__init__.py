"""Statistics of a league: record -> events -> lines, and from the lines in SQL all that is added up.

`sheet_of(game, events)` is a pure function of one game; whoever keeps its lines can make them again from
the record.
"""

from fieldhouse.league.statistics.sheet import GameSheet, score_sheet, sheet_of

__all__ = ["GameSheet", "score_sheet", "sheet_of"]
