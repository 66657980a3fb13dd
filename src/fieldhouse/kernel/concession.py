"""A concession in words: who conceded, and who won by it."""

from __future__ import annotations

from typing import Any

from fieldhouse.kernel.game import CONCESSION
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.scoreboard import team_with_verb
from fieldhouse.kernel.table import Table


def conceding_seat(table: Table[Any]) -> Seat | None:
    """The seat that conceded the game to the one other seat; None if the game did not end so."""
    outcome = table.outcome
    if outcome is None or outcome.why != CONCESSION or outcome.winner is None:
        return None
    return 1 - outcome.winner


def concession_text(table: Table[Any]) -> str:
    """`Bears concede`: a concession by the team's name, as the record has the seat's; else nothing."""
    seat = conceding_seat(table)
    return "" if seat is None else team_with_verb(table.scoreboard().teams[seat], "concedes", "concede")


def result_text(table: Table[Any], own: Seat | None = None) -> str:
    """How the game ended: `Bears concede: Packers win`, or in the game's words; empty while it goes on.

    `own` is the seat of the reader, who is addressed as `you`.
    """
    if table.outcome is None:
        return ""
    seat = conceding_seat(table)
    if seat is None:
        return table.outcome.text
    winner = table.scoreboard().teams[1 - seat]
    conceded = "You concede" if seat == own else concession_text(table)
    return f"{conceded}: {'you win' if own == 1 - seat else team_with_verb(winner, 'wins', 'win')}"
