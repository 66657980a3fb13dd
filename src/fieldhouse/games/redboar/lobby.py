"""What the lobby offers for Gridiron: the daily drive, and how the chart editor labels and reads charts."""

from __future__ import annotations

from fieldhouse.kernel.meta import DailyFormat

DAILY = {
    0: DailyFormat("tiny", "two minutes on the clock, with cards", {"mode": "cards"}),
    2: DailyFormat("short", "four 4-minute quarters, with cards", {"mode": "cards"}),
}
"""The daily drive of these weekdays (Monday: 0). Always with cards: with dice hardly a decision counts."""


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
