"""What the set-up page says about each team, the daily drive, and labels for the chart editor."""

from __future__ import annotations

import csv

from fieldhouse.games.fastdrive.cards.card import COLLECTION
from fieldhouse.games.fastdrive.cards.team_colors import TEAM_COLORS
from fieldhouse.games.fastdrive.charts.qualities import SIDES
from fieldhouse.kernel.meta import ChoiceCard, DailyFormat


def sentences() -> dict[str, dict[str, str]]:
    """Option to value to sentence: the season's record and points, and the qualities of the card."""
    with COLLECTION.open(encoding="utf-8", newline="") as file:
        found = {row["name"]: card_sentence(row) for row in csv.DictReader(file)}
    return {"away": found, "home": found}


def choice_cards() -> dict[str, list[ChoiceCard]]:
    """Every team of every season with its colors, the latest season first."""
    with COLLECTION.open(encoding="utf-8", newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: (-int(row["season"]), row["team"]))
    found = [
        ChoiceCard(
            value=row["name"],
            title=f"{row['season']} {row['team']}",
            about=card_sentence(row).partition(", ")[2],
            colors=TEAM_COLORS.get(row["team"], ()),
        )
        for row in rows
    ]
    return {"away": found, "home": found}


def card_sentence(row: dict[str, str]) -> str:
    """`1985 Chicago Bears, 15-1, PF 456, PA 198; offense prolific, solid; ...`."""
    record = "-".join(row[name] for name in ("wins", "losses", "ties") if name != "ties" or row[name] != "0")
    parts = [f"{row['season']} {row['team']}, {record}, PF {row['pf']}, PA {row['pa']}"]
    parts += [f"{side} {_words(row[side])}" for side in SIDES if row[side]]
    return "; ".join(parts)


def _words(qualities: str) -> str:
    """Qualities in lower case; a half quality (FD-3.1) is `somewhat` so."""
    names = qualities.lower().split()
    return ", ".join(f"somewhat {name[:-1]}" if name.endswith("*") else name for name in names)


DAILY = {
    5: DailyFormat("short", "three ticks a quarter: every drive is late in its half"),
}
"""The daily drive of these weekdays (Monday: 0)."""


HEADINGS = {
    "timing": "Drive time in ticks, by the die",
    "drive": "Drive results, by three dice",
    "turnovers": "Extra turnovers of older seasons",
    "two-point": "Two-point conversion",
    "punt-bu": "Punt, backed up",
    "punt-co": "Coffin-corner punt",
    "fg": "Field goals are good on",
    "xp": "Extra points are good on",
    "detail": "How it scores",
    "results": "Special results of the season",
}
