"""The scrimmage play as a table of phases (section 43a). Each phase can be entered from the state alone."""

from __future__ import annotations

from collections.abc import Callable

from fieldhouse.games.cardbowl.rules.clock import in_late_window
from fieldhouse.games.cardbowl.rules.deal import deal, discard, exchange
from fieldhouse.games.cardbowl.rules.lines.lineup import defence_formation, offence_formation, placement
from fieldhouse.games.cardbowl.rules.lines.motion import adjust, motion
from fieldhouse.games.cardbowl.rules.plays.answers import answer_turn, blocking_turn, pattern_turn
from fieldhouse.games.cardbowl.rules.plays.blocking import first_pattern, reveal_line, second_pattern
from fieldhouse.games.cardbowl.rules.plays.developing import action, check, end_turn, execute, protect, quick
from fieldhouse.games.cardbowl.rules.plays.snap import snap, snap_card
from fieldhouse.games.cardbowl.rules.state import Book, Result, State
from fieldhouse.kernel.requests import Rules


def scrimmage(g: Book, s: State) -> Rules:
    """From the deal to the whistle; `phase` says what comes next until there is a result."""
    p = s.play
    while p.result is None:
        yield from PHASES[p.phase](g, s)


def hands(g: Book, s: State) -> Rules:
    """P2: the deal, the exchange, the discards."""
    s.play.late = in_late_window(g, s) and s.play.kind == "scrimmage"
    yield from deal(g, s)
    yield from exchange(g, s)
    yield from discard(s, s.defending)
    yield from discard(s, s.off)
    s.play.phase = "line-up-o"


def offence_lines_up(g: Book, s: State) -> Rules:
    """P3: a formation and its cards."""
    if len(s.play.slots) < 11:
        yield from offence_formation(g, s)
    yield from placement(s, s.off)
    s.play.phase = "line-up-d"


def defence_lines_up(g: Book, s: State) -> Rules:
    """P4: the answer to it."""
    if len(s.play.places) < 11:
        yield from defence_formation(g, s)
    yield from placement(s, s.defending)
    s.play.phase = "motion"


PHASES: dict[str, Callable[[Book, State], Rules]] = {
    "deal": hands,
    "line-up-o": offence_lines_up,
    "line-up-d": defence_lines_up,
    "motion": lambda g, s: motion(s),
    "adjust": lambda g, s: adjust(s),
    "snap": snap,
    "o1": lambda g, s: first_pattern(s),
    "d1": lambda g, s: pattern_turn(s, "d1", "o2"),
    "o2": lambda g, s: second_pattern(s),
    "d2": lambda g, s: pattern_turn(s, "d2", "block-o"),
    "block-o": lambda g, s: reveal_line(s),
    "quick": lambda g, s: quick(s),
    "block-d": lambda g, s: blocking_turn(s),
    "check": lambda g, s: check(s),
    "protect": lambda g, s: protect(s),
    "action": lambda g, s: action(s),
    "answer": lambda g, s: answer_turn(s),
    "end-turn": lambda g, s: end_turn(s),
    "execute": lambda g, s: execute(s),
}
"""The states of the turn sequence."""


def spike(g: Book, s: State) -> Rules:
    """CB-6.16: no hands, only the snap card; the ball stays, the down is gone, the clock stands."""
    s.play.stance = "U"
    yield from snap_card(g, s)
    if s.play.result is None:
        s.play.parts = ["spike"]
        s.play.result = Result("incomplete", s.off, s.x)
