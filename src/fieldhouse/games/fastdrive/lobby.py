"""A sentence on each team of the collection for whoever sets up a table."""

from __future__ import annotations

import csv

from fieldhouse.games.fastdrive.cards.card import COLLECTION
from fieldhouse.games.fastdrive.charts.qualities import SIDES


def sentences() -> dict[str, dict[str, str]]:
    """Option to value to sentence: the season's record and points, and the qualities of the card."""
    with COLLECTION.open(encoding="utf-8", newline="") as file:
        found = {row["name"]: card_sentence(row) for row in csv.DictReader(file)}
    return {"away": found, "home": found}


def card_sentence(row: dict[str, str]) -> str:
    """`1985 Chicago Bears, 15-1, 456:198 points; offense prolific, solid; ...`."""
    record = "-".join(row[name] for name in ("wins", "losses", "ties") if name != "ties" or row[name] != "0")
    parts = [f"{row['season']} {row['team']}, {record}, {row['pf']}:{row['pa']} points"]
    parts += [f"{side} {_words(row[side])}" for side in SIDES if row[side]]
    return "; ".join(parts)


def _words(qualities: str) -> str:
    """Names in small letters; a semi quality (FD-3.1) is `rather` so."""
    names = qualities.lower().split()
    return ", ".join(f"rather {name[:-1]}" if name.endswith("*") else name for name in names)
