"""The end of a play: turnover, touchdown, safety, first down, downs (sections 3, 4 and 13)."""

from __future__ import annotations

from fieldhouse.football.events import TurnoverKind
from fieldhouse.games.redboar.rules import events
from fieldhouse.games.redboar.rules.charts import Call
from fieldhouse.games.redboar.rules.possession import (
    change_possession,
    new_series,
    possession_over,
    wins_series,
)
from fieldhouse.games.redboar.rules.state import LOST, Gridiron, Rulebook
from fieldhouse.kernel.requests import Seat


def charge_clock(s: Gridiron, seconds: int) -> None:
    """RB-5.4, RB-5.6: time runs off, never below 0:00; a series has no clock (RB-15.8)."""
    s.clock = s.clock - seconds if s.clock > seconds else 0


def play_stands(game: Rulebook, s: Gridiron, call: Call, how: str, yards: int) -> None:
    """RB-3.6: the first check that applies ends the list."""
    g = s.g - yards
    s.drive_plays += 1
    if s.tell:
        s.tell(events.play_event(s, game.book, call, how, yards))
    if how in LOST:
        apply_turnover(game, s, how, g)
    elif g <= 0:
        apply_touchdown(game, s, s.offense)  # RB-4.1
    elif g >= 100:
        apply_safety(game, s)  # RB-4.4
    elif g <= s.t:
        new_series(s, g)
    elif s.down == 4:
        turnover_on_downs(game, s, g)  # RB-3.5
    else:
        s.g = g  # RB-3.4
        s.down += 1


def play_summary(s: Gridiron, how: str, yards: int) -> str:
    """What `stands` would bring, in a word; for the choice of RB-9.13."""
    g = s.g - yards
    if how in LOST:
        return "defensive touchdown" if g >= 100 else "turnover"
    if g <= 0:
        return "touchdown"
    if g >= 100:
        return "safety"
    if g <= s.t:
        return "first down"
    return "downs" if s.down == 4 else "short"


def apply_turnover(game: Rulebook, s: Gridiron, what: str, g: int) -> None:
    """RB-13.1 to RB-13.4: the other side's ball where the yards lead, a touchback, or its touchdown."""
    lost: TurnoverKind = "interception" if what == "interception" else "fumble"
    if s.tell:
        s.tell(
            events.turnover_event(
                s, lost, g, "RB-13.1" if 0 < g < 100 else "RB-13.3" if g <= 0 else "RB-13.4"
            )
        )
    if g >= 100:
        apply_touchdown(game, s, 1 - s.offense)
        return
    possession_over(game, s, what, s.g)
    change_possession(game, s, 100 - g if g > 0 else game.book.touchback, what)


def turnover_on_downs(game: Rulebook, s: Gridiron, g: int) -> None:
    """RB-3.5, RB-13.5: the other side starts where the fourth-down play ended."""
    if s.tell:
        s.tell(events.turnover_event(s, "downs", g, "RB-3.5"))
    possession_over(game, s, "downs", g)
    change_possession(game, s, 100 - g, "downs")


def apply_touchdown(game: Rulebook, s: Gridiron, side: Seat) -> None:
    """RB-4.1, RB-4.8: six points and a try; RB-15.8, RB-15.10: when a series is decided by it."""
    s.scores[side] += 6
    if s.tell:
        rule = "RB-4.1" if side == s.offense else "RB-13.4"
        s.tell(events.score_event(s, side, "touchdown", 6, rule))
    own = side == s.offense
    possession_over(game, s, "touchdown" if own else "defensive touchdown", 0 if own else s.g)
    if s.round and (not own or wins_series(s)):
        s.phase = "over"
        return
    s.offense = side
    s.phase = "try"


def apply_safety(game: Rulebook, s: Gridiron) -> None:
    """RB-4.4 to RB-4.6: two points for the defense; the side scored upon punts from its own 20."""
    side = 1 - s.offense
    s.scores[side] += 2
    if s.tell:
        s.tell(events.score_event(s, side, "safety", 2, "RB-4.4"))
    possession_over(game, s, "safety", 100)
    s.phase = "over" if s.round else "safety punt"  # RB-15.8: a safety ends a series
    s.g = game.book.safety_punt_from


def kickoff_next(game: Rulebook, s: Gridiron, kicker: Seat) -> None:
    """RB-4.7: the side that scored kicks off; in a series the other side has its turn instead."""
    s.offense = kicker
    if s.round:
        change_possession(game, s, 0, "")
        return
    s.phase = "kickoff"
    s.g = game.book.kickoff_from
