"""Labels for chart fields in the chart editor, and the options under which a chart is read."""

from __future__ import annotations

READ_WITH = {
    "offense_cards": {"mode": "cards"},
    "defense_cards": {"mode": "cards"},
    "dice_offense": {"mode": "dice"},
}
HEADINGS = {
    "REV": "Reverse",
    "DRAW": "Draw",
    "DIVE": "Dive",
    "SCREEN": "Screen pass",
    "MED": "Medium pass",
    "LONG": "Long pass",
    "LP": "Long pass defense",
    "MP": "Medium pass defense",
    "SP": "Short pass defense",
    "SR": "Short run defense",
    "NR": "Normal run defense",
    "BZ": "Blitz",
    "base": "Yards",
    "clock": "Seconds",
    "pass": "Pass",
    "defense_die": "Defense die",
    "lost_on": "Turnover on",
    "spots": "Spots (yards to the goal line)",
    "touchback_g": "Touchback",
    "safety_punt_g": "Kick after a safety",
    "from_g": "Kicked from",
    "kickoff net": "Kickoff: yards by the dice",
    "punt net": "Punt: yards by the dice",
    "field_goal": "Field goal",
    "field_goal need_by_g": "Field goal: total needed, by yards to the goal line",
    "length_add": "Yards added to the distance",
    "try_kick": "Extra point",
    "try_conversion": "Two-point conversion",
    "good": "Good on",
}
