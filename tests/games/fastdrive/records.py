"""Plays the games kept in tests/records/fastdrive: `python -m tests.games.fastdrive.records` from the root.

One real game per way Fast Drive Football can end, by the automatic coach of section 21 with fair dice whose
secrets are fixed, so that each record can be verified and written again byte for byte. `played-by-hand.json`
is not written here: a person's game cannot be played again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from fieldhouse.games.fastdrive.coaches.levels import coach
from fieldhouse.kernel import record
from fieldhouse.kernel.coaches import ask_coach
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.record import SeatLine
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.session.verbs import CONCEDE, OFFER_TIE
from fieldhouse.kernel.table import Table

FOLDER = Path(__file__).parents[2] / "records" / "fastdrive"
SHORT = {"quarter": 3}


def last_row(word: str) -> Callable[[Table[Any]], bool]:
    """Did the game end with that row of the log?"""
    return lambda table: why(table) == "regulation" and table.state.log[-1].result == word


def why(table: Table[Any]) -> str:
    """The stable word for how it ended."""
    assert table.outcome is not None
    return table.outcome.why


def last_second_kick(table: Table[Any]) -> bool:
    """FD-15.1: decided by the kick that replaced a late touchdown."""
    words = [event for event in table.events if "FD-15.1" in event.rules]
    return why(table) == "regulation" and len(words) == 2


WAYS: dict[str, tuple[dict[str, Any], Callable[[Table[Any]], bool]]] = {
    "regulation": ({}, last_row("EOH")),
    "kneel-down": (SHORT, last_row("KNEEL")),
    "end-of-game": (SHORT, last_row("EOG")),
    "desperation-touchdown": (SHORT, last_row("DESP-TD")),
    "desperation-failed": (SHORT, last_row("DESP-NO")),
    "desperation-returned": (SHORT, last_row("DESP-DEF-TD")),
    "last-second-kick": (SHORT, last_second_kick),
    "overtime-both": ({"overtime": "both", **SHORT}, lambda table: why(table) == "overtime"),
    "overtime-modified": ({"overtime": "modified", **SHORT}, lambda table: why(table) == "overtime"),
    "overtime-sudden": ({"overtime": "sudden", **SHORT}, lambda table: why(table) == "overtime"),
    "overtime-knockout": (
        {"overtime": "both", "knockout": True, "neutral": True, **SHORT},
        lambda table: table.state.period > 2,
    ),
    "tie-overtime": (SHORT, lambda table: why(table) == "tie"),
    "tie-none": ({"overtime": "none", **SHORT}, lambda table: why(table) == "tie"),
    "cross-era": (
        {"away": "dallas-1977", "home": "kansas-city-2022"},
        lambda table: why(table) == "regulation",
    ),
    "concession": (SHORT, lambda table: why(table) == "concession"),
    "agreed-tie": (SHORT, lambda table: why(table) == "agreement"),
}
"""File name: options, and the test of how the game is to end."""


def play(name: str, options: dict[str, Any], seed: int) -> Table[Any]:
    """One game, starter against starter; people's endings come at the third decision."""
    game: Any = find("fastdrive").open(options)
    table = Table(game, FairDice([f"fastdrive {seed}"], {"0": "away", "1": "home"}))
    coaches = [coach("starter", game, seat, seed + seat) for seat in (0, 1)]
    decisions = 0
    while table.outcome is None:
        seat = table.pending_seats[0]
        decisions += 1
        if decisions > 2 and name == "concession":
            table.answer(seat, CONCEDE)
        elif decisions > 2 and name == "agreed-tie":
            table.answer(seat, OFFER_TIE)
            table.answer(1 - seat, "accept")
        else:
            ask_coach(table, seat, coaches[seat])
    return table


def main() -> None:
    """Write every record, with the first seed whose game ends as wanted."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (options, ends_so) in WAYS.items():
        games = (play(name, options, seed) for seed in range(100_000))
        table = next(game for game in games if ends_so(game))
        lines = [SeatLine(card.title, "coach:starter") for card in table.game.cards]  # type: ignore[attr-defined]
        text = record.record_text(record.record_of_table(table, lines, salt=name))
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
        print(name, table.outcome)


if __name__ == "__main__":
    main()
