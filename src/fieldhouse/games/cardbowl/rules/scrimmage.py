"""The scrimmage play as a table of phases (section 43a). Each phase can be entered from the state alone."""

from __future__ import annotations

from collections.abc import Callable

from fieldhouse.games.cardbowl.rules.clock import in_late_window
from fieldhouse.games.cardbowl.rules.deal import ask_discards, deal, exchange
from fieldhouse.games.cardbowl.rules.lines.lineup import defense_formation, offense_formation, placement
from fieldhouse.games.cardbowl.rules.lines.motion import adjustment_turn, motion_turn
from fieldhouse.games.cardbowl.rules.plays.answers import answer_turn, blocking_turn, pattern_turn
from fieldhouse.games.cardbowl.rules.plays.blocking import first_pattern, reveal_line, second_pattern
from fieldhouse.games.cardbowl.rules.plays.development import (
    action_turn,
    check_turn,
    execute_play,
    finish_turn,
    protection_turn,
    quick_turn,
)
from fieldhouse.games.cardbowl.rules.plays.snap import play_snap, snap_card
from fieldhouse.games.cardbowl.rules.state import BoundCharts, Bowl, Phase, Result
from fieldhouse.kernel.requests import Rules


def play_scrimmage(g: BoundCharts, s: Bowl) -> Rules:
    """From the deal to the whistle; `phase` says what comes next until there is a result."""
    p = s.play
    while p.result is None:
        yield from PHASES[p.phase](g, s)


def deal_hands(g: BoundCharts, s: Bowl) -> Rules:
    """P2: the deal, the exchange, the discards."""
    s.play.late = in_late_window(g, s) and s.play.kind == "scrimmage"
    yield from deal(g, s)
    yield from exchange(g, s)
    yield from ask_discards(s, s.defense_seat)
    yield from ask_discards(s, s.off)
    s.play.phase = Phase.OFFENSE_LINES_UP


def offense_lines_up(g: BoundCharts, s: Bowl) -> Rules:
    """P3: a formation and its cards."""
    if len(s.play.slots) < 11:
        yield from offense_formation(g, s)
    yield from placement(s, s.off)
    s.play.phase = Phase.DEFENSE_LINES_UP


def defense_lines_up(g: BoundCharts, s: Bowl) -> Rules:
    """P4: the answer to it."""
    if len(s.play.places) < 11:
        yield from defense_formation(g, s)
    yield from placement(s, s.defense_seat)
    s.play.phase = Phase.MOTION


PHASES: dict[Phase, Callable[[BoundCharts, Bowl], Rules]] = {
    Phase.DEAL: deal_hands,
    Phase.OFFENSE_LINES_UP: offense_lines_up,
    Phase.DEFENSE_LINES_UP: defense_lines_up,
    Phase.MOTION: lambda g, s: motion_turn(s),
    Phase.ADJUST: lambda g, s: adjustment_turn(s),
    Phase.SNAP: play_snap,
    Phase.FIRST_PATTERN: lambda g, s: first_pattern(s),
    Phase.FIRST_ANSWER: lambda g, s: pattern_turn(s, Phase.FIRST_ANSWER, Phase.SECOND_PATTERN),
    Phase.SECOND_PATTERN: lambda g, s: second_pattern(s),
    Phase.SECOND_ANSWER: lambda g, s: pattern_turn(s, Phase.SECOND_ANSWER, Phase.LINE_REVEALED),
    Phase.LINE_REVEALED: lambda g, s: reveal_line(s),
    Phase.QUICK: lambda g, s: quick_turn(s),
    Phase.BLOCKING_ANSWER: lambda g, s: blocking_turn(s),
    Phase.CHECK: lambda g, s: check_turn(s),
    Phase.PROTECT: lambda g, s: protection_turn(s),
    Phase.ACTION: lambda g, s: action_turn(s),
    Phase.ANSWER: lambda g, s: answer_turn(s),
    Phase.END_OF_TURN: lambda g, s: finish_turn(s),
    Phase.EXECUTE: lambda g, s: execute_play(s),
}
"""The states of the turn sequence."""


def play_spike(g: BoundCharts, s: Bowl) -> Rules:
    """CB-6.16: no hands, only the snap card; the ball stays, the down is gone, the clock stands."""
    s.play.stance = "U"
    yield from snap_card(g, s)
    if s.play.result is None:
        s.play.parts = ["spike"]
        s.play.result = Result("incomplete", s.off, s.x)
