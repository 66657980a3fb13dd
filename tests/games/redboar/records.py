"""Plays the games kept in tests/records/redboar: `python -m tests.games.redboar.records` from the repository.

One real game per way Gridiron can end, by the house's own coaches with fair dice whose secrets are fixed, so
that each record can be verified and written again byte for byte.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fieldhouse.games.redboar.coaches import coach
from fieldhouse.kernel import record
from fieldhouse.kernel.coaches import ask_coach
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.record import SeatLine
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.session.verbs import CONCEDE, OFFER_TIE
from fieldhouse.kernel.table import Table

FOLDER = Path(__file__).parents[2] / "records" / "redboar"
SHORT = {"quarters": 1, "minutes": 4}
WAYS: dict[str, tuple[dict[str, Any], str]] = {
    "points-cards": ({"mode": "cards", "quarters": 2, "minutes": 5}, "points"),
    "points-dice": ({"mode": "dice", "quarters": 4, "minutes": 3}, "points"),
    "tie-none": ({"mode": "dice", "overtime": "none", **SHORT}, "tie"),
    "tie-overtime": ({"mode": "cards", "overtime": "both", "quarters": 1, "minutes": 2}, "tie"),
    "overtime-both": ({"mode": "cards", "overtime": "both", **SHORT}, "overtime both"),
    "overtime-sudden": ({"mode": "dice", "overtime": "sudden", **SHORT}, "overtime sudden"),
    "overtime-series": ({"mode": "cards", "overtime": "series", **SHORT}, "overtime series"),
    "overtime-second-period": ({"mode": "dice", "overtime": "both", "ties": False, **SHORT}, "second period"),
    "concession": ({"mode": "cards", **SHORT}, "concession"),
    "agreed-tie": ({"mode": "dice", **SHORT}, "agreement"),
}
"""File name: options, and how the game is to end."""


def play(options: dict[str, Any], end: str, seed: int) -> Table[Any]:
    """One game, starter against starter; people's endings come after twelve decisions."""
    game: Any = find("redboar").open(options)
    table = Table(game, FairDice([f"redboar {seed}"], {"0": "red", "1": "blue"}))
    coaches = [coach("starter", game, seat, seed + seat) for seat in (0, 1)]
    decisions = 0
    while table.outcome is None:
        seat = table.pending_seats[0]
        decisions += 1
        if decisions > 12 and end == "concession":
            table.answer(seat, CONCEDE)
        elif decisions > 12 and end == "agreement":
            table.answer(seat, OFFER_TIE)
            table.answer(1 - seat, "accept")
        else:
            ask_coach(table, seat, coaches[seat])
    return table


def ends_so(table: Table[Any], end: str) -> bool:
    """Did the game end in the wanted way?"""
    assert table.outcome is not None
    if end == "second period":
        return bool(table.state.quarter > table.game.quarters + 1)  # type: ignore[attr-defined]
    return table.outcome.why == end


def main() -> None:
    """Write every record, with the first seed whose game ends as wanted."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = [SeatLine(name, "coach:starter") for name in ("Red", "Blue")]
    for name, (options, end) in WAYS.items():
        games = (play(options, end, seed) for seed in range(100_000))
        table = next(game for game in games if ends_so(game, end))
        text = record.record_text(record.record_of_table(table, lines, salt=name))
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
