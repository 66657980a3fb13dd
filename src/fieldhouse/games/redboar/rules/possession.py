"""Possession: takeovers, first downs, and the turns of a `series` overtime."""

from __future__ import annotations

from fieldhouse.games.redboar.rules import events
from fieldhouse.games.redboar.rules.state import Gridiron, Rulebook
from fieldhouse.kernel.requests import Seat

SERIES_SPOT = 25
"""RB-15.8: each possession of a series starts on the opponent's 25."""


def new_series(s: Gridiron, g: int) -> None:
    """RB-3.3, RB-2.4: a new series at g, ten yards or goal to go."""
    s.g = g
    s.t = g - 10 if g > 10 else 0
    s.down = 1
    if s.tell:
        s.tell(events.first_down_event(s))


def take_over(s: Gridiron, side: Seat, g: int, how: str) -> None:
    """RB-3.2: a new possession starts first and ten, or goal, at the spot of the ball."""
    s.offense = side
    s.g = s.drive_start = g
    s.t = g - 10 if g > 10 else 0
    s.down = 1
    s.phase = "declare"
    s.fresh = True
    s.drive_began = [s.quarter, s.clock]
    s.drive_plays = 0
    if s.tell:
        s.tell(events.possession_event(s, how))


def possession_over(game: Rulebook, s: Gridiron, result: str, end: int) -> None:
    """RB-15.3: the offense has lost the ball in some way, scoring included."""
    if s.quarter > game.quarters:
        s.over[s.offense] = True
    if s.tell:
        s.tell(events.drive_event(s, game.period, result, end))


def change_possession(game: Rulebook, s: Gridiron, g: int, how: str) -> None:
    """The other side's ball at g of its own; in a series the next possession starts instead."""
    if s.round:
        next_of_series(s)
    else:
        take_over(s, 1 - s.offense, g, how)


# RB-15.8, RB-15.10: the turns of a series


def first_of_round(s: Gridiron) -> Seat:
    """The side drawn has the ball first in round 1, the other in round 2, and so on."""
    return s.first if s.round % 2 == 1 else 1 - s.first


def start_series(s: Gridiron, first: Seat) -> None:
    """Start round 1 of a series overtime."""
    s.round, s.first = 1, first
    take_over(s, first, SERIES_SPOT, "series")


def next_of_series(s: Gridiron) -> None:
    """The second side's turn, a new round, or the end when a round left the score unequal."""
    first = first_of_round(s)
    if s.offense == first:
        take_over(s, 1 - first, SERIES_SPOT, "series")
    elif s.scores[0] != s.scores[1]:
        s.phase = "over"
    else:
        s.round += 1
        take_over(s, first_of_round(s), SERIES_SPOT, "series")


def wins_series(s: Gridiron) -> bool:
    """RB-15.10: a touchdown by the second side of a round that puts it ahead needs no try."""
    return s.offense != first_of_round(s) and s.scores[s.offense] > s.scores[1 - s.offense]
