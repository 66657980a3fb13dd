"""Names of chart sections as the chart editor shows them."""

from __future__ import annotations

from fieldhouse.games.thegrid.charts.cards import PLAYS

_CARRIERS = {"HB": "halfback", "LE": "left end", "RE": "right end"}
HEADINGS = {
    **{
        f"{play}-{place}": f"{words}, {who}"
        for play, words in PLAYS.items()
        for place, who in _CARRIERS.items()
    },
    "qb": "Quarterbacks",
    "hbe": "Backs and ends",
    "ln": "Linemen",
    "lineup": "Lineup, by jersey number",
    "blocking": "Blocking die by the linemen's total",
    "defense": "d20 modifier by the defense's total",
}
