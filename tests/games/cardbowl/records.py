"""Plays the games of tests/records/cardbowl: `python -m tests.games.cardbowl.records` from the repository.

One real game per way Card Bowl can end, by the house's own coaches with fair dice whose secrets are fixed, so
that each record can be verified and written again byte for byte. The game played by hand in the terminal
has its answers in `played-in-the-terminal.txt`. `played-by-hand.json` is a whole short game that was played
against the starter in the terminal, decision by decision.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fieldhouse.games.cardbowl.coaches import coach
from fieldhouse.kernel import record
from fieldhouse.kernel.coaches import ask_coach
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.record import SeatLine
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.session.verbs import CONCEDE, OFFER_TIE
from fieldhouse.kernel.table import Table

FOLDER = Path(__file__).parents[2] / "records" / "cardbowl"
WAYS: dict[str, tuple[dict[str, Any], str]] = {
    "points": ({"quarter": 4}, "points"),
    "points-complex": ({"timing": "complex", "quarter": 20}, "points"),
    "points-simple2": ({"timing": "simple2", "quarter": 20}, "points"),
    "overtime": ({"quarter": 2}, "overtime"),
    "overtime-playoff": ({"quarter": 1, "playoff": True}, "overtime"),
    "tie": ({"quarter": 1}, "tie"),
    "tie-no-overtime": ({"quarter": 1, "overtime": False, "single_joker": True}, "tie"),
    "concession": ({"quarter": 2}, "concession"),
    "agreement": ({"quarter": 2}, "agreement"),
}
"""File name: options, and how the game is to end."""


def play(options: dict[str, Any], end: str, seed: int) -> Table[Any]:
    """One game, starter against starter; people's endings come after twenty decisions."""
    game = find("cardbowl").open(options)
    table = Table(game, FairDice([f"cardbowl {seed}"], {"0": "red", "1": "blue"}))
    coaches = [coach("starter", game, seat, seed + seat) for seat in (0, 1)]  # type: ignore[arg-type]
    decisions = 0
    while table.outcome is None:
        seat = table.pending_seats[0]
        decisions += 1
        if decisions > 20 and end == "concession":
            table.answer(seat, CONCEDE)
        elif decisions > 20 and end == "agreement":
            table.answer(seat, OFFER_TIE)
            table.answer(1 - seat, "accept")
        else:
            ask_coach(table, seat, coaches[seat])
    return table


def main() -> None:
    """Write every record, with the first seed whose game ends as wanted."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = [SeatLine(name, "coach:starter") for name in ("Red", "Blue")]
    for name, (options, end) in WAYS.items():
        games = (play(options, end, seed) for seed in range(10_000))
        table = next(g for g in games if g.outcome is not None and g.outcome.why == end)
        text = record.record_text(record.record_of_table(table, lines, salt=name))
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
