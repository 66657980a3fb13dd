"""Words of the charts for the designer's pages."""

from __future__ import annotations

from fieldhouse.games.thegrid.charts.cards import PLAYS

_MEN = {"HB": "halfback", "LE": "left end", "RE": "right end"}
HEADINGS = {
    **{f"{play}-{man}": f"{words}, {who}" for play, words in PLAYS.items() for man, who in _MEN.items()},
    "qb": "Quarterbacks",
    "hbe": "Backs and ends",
    "ln": "Linemen",
    "lineup": "Line-up, by number",
    "blocking": "Blocking: total of the linemen and its die",
    "defense": "Defense: total of seven players and the modifier of the d20",
}
