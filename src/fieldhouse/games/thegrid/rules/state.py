"""The state of a game of The Grid as plain data, and a few facts derived from it."""

from __future__ import annotations

from typing import Literal

import msgspec

from fieldhouse.games.thegrid.charts.cards import PACK
from fieldhouse.games.thegrid.rules.charts import BoundCharts
from fieldhouse.games.thegrid.rules.events import FIELD
from fieldhouse.games.thegrid.teams.players import EMERGENCY, PLACES, ROSTER, Player
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import State
from fieldhouse.kernel.requests import Seat


class Side(msgspec.Struct):
    """One team: lineup by place (roster places, -1 an emergency player), who is out, and what it has left."""

    lineup: list[int]
    injured: list[int]
    taken_out: list[int]
    time_outs: int
    points: list[int]
    run_block: int = 4
    pass_block: int = 4
    run_defense: int = 0
    pass_defense: int = 0


Phase = Literal["lineups", "toss", "kickoff", "play", "break", "overtime-toss", "next", "over"]
"""What the next play begins with."""


class Grid(State):
    """The whole game. `period` 1 and 2 are halves, 3 and more overtimes; boxes count from the offense's goal.

    `pool` are the timing cards not yet seen, in no order; `left` of them will be flipped (TG-ST.5).
    """

    sides: list[Side]
    scores: list[int]
    phase: Phase = "lineups"
    step: str = ""
    period: int = 1
    receiver: Seat = 0
    overtime_receiver: Seat = 0
    pool: list[str] = []
    left: int = 0
    flipped: list[str] = []
    offense: Seat = 0
    box: int = 0
    down: int = 0
    marker: int = 0
    reroll: Seat = -1
    pending: list[list[int]] = []
    calls: list[str] = []
    roll: list[int] = []
    total: int = 0
    result: int = 0
    gain: int = 0
    card: str = ""
    drive_start: int = 0
    drive_plays: int = 0
    drive_yards: int = 0
    caller: Seat = 0
    """Whose play the cards and dice on the board are; the ball may have gone over since."""


def emit(s: Grid, event: Event) -> None:
    """Report an event to the listener, if any. Hot rules test `s.tell` first, so bulk runs build no event."""
    if s.tell:
        s.tell(event)


def player_at(game: BoundCharts, s: Grid, seat: Seat, place: int) -> Player:
    """The player in that place of the lineup."""
    return game.teams[seat].at(s.sides[seat].lineup, place)


def reserves(side: Side) -> list[int]:
    """Roster places that may still come in: neither on the field, nor injured, nor taken out (TG-24.2)."""
    gone = {*side.lineup, *side.injured, *side.taken_out}
    return [who for who in range(ROSTER) if who not in gone]


def line_up(game: BoundCharts, s: Grid, seat: Seat, lineup: list[int]) -> None:
    """Put a lineup on the board; all four team values follow at once (TG-6.6)."""
    side = s.sides[seat]
    side.lineup = lineup
    side.run_block, side.pass_block, side.run_defense, side.pass_defense = game.team_values(seat, lineup)


def side_values(side: Side) -> tuple[int, int, int, int]:
    """The four team values as events show them."""
    return side.run_block, side.pass_block, side.run_defense, side.pass_defense


def new_deck(s: Grid, cards: int) -> None:
    """A full pack, of which `cards` will be flipped (TG-23.1, TG-23.4)."""
    s.pool, s.left, s.flipped = list(PACK), cards, []


def unseen(flipped: list[str]) -> list[str]:
    """The pack without these cards, in its own order."""
    return [card for card in PACK if card not in flipped]


def score(s: Grid, seat: Seat, points: int) -> None:
    """Points for a team, in the period they fall in."""
    s.scores[seat] += points
    s.sides[seat].points[s.period - 1] += points


def period_name(period: int) -> str:
    """`first half`, `second half`, `overtime`, `overtime 2`."""
    if period <= 2:
        return ("first half", "second half")[period - 1]
    return "overtime" if period == 3 else f"overtime {period - 2}"


def spot(box: int) -> int:
    """Yards to the goal under attack."""
    return FIELD - 5 * box


def cards_words(left: int) -> str:
    """`1 card left`, `12 cards left`."""
    return f"{left} card{'s' * (left != 1)} left"


def lineup_words(game: BoundCharts, seat: Seat, lineup: list[int]) -> dict[str, str]:
    """Player labels by place."""
    return {name: game.teams[seat].at(lineup, place).label for place, name in enumerate(PLACES)}


def is_emergency(side: Side, place: int) -> bool:
    """Is the place held by an emergency player?"""
    return side.lineup[place] == EMERGENCY
