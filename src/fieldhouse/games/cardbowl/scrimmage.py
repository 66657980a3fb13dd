"""The scrimmage play as a table of phases (section 43a). Each phase can be entered from the state alone."""

from __future__ import annotations

from fieldhouse.games.cardbowl.answers import answer_turn, blocking_turn, pattern_turn
from fieldhouse.games.cardbowl.blocking import first_pattern, reveal_line, second_pattern
from fieldhouse.games.cardbowl.clock import in_late_window
from fieldhouse.games.cardbowl.deal import deal, discard, exchange
from fieldhouse.games.cardbowl.developing import action, check, end_turn, execute, protect, quick
from fieldhouse.games.cardbowl.lineup import defence_formation, offence_formation, placement
from fieldhouse.games.cardbowl.motion import adjust, motion
from fieldhouse.games.cardbowl.snap import snap, snap_card
from fieldhouse.games.cardbowl.state import Book, Result, State
from fieldhouse.kernel.requests import Rules


def scrimmage(g: Book, s: State) -> Rules:
    """From the deal to the whistle; `phase` says what comes next until there is a result."""
    p = s.play
    while p.result is None:
        yield from phase(g, s, p.phase)


def phase(g: Book, s: State, name: str) -> Rules:  # noqa: C901 - one line per state of section 43a
    """One state of the turn sequence."""
    p = s.play
    if name == "deal":
        p.late = in_late_window(g, s) and p.kind == "scrimmage"
        yield from deal(g, s)
        yield from exchange(g, s)
        yield from discard(s, s.defending)
        yield from discard(s, s.off)
        p.phase = "line-up-o"
    elif name == "line-up-o":
        if len(p.slots) < 11:
            yield from offence_formation(g, s)
        yield from placement(s, s.off)
        p.phase = "line-up-d"
    elif name == "line-up-d":
        if len(p.places) < 11:
            yield from defence_formation(g, s)
        yield from placement(s, s.defending)
        p.phase = "motion"
    elif name == "motion":
        yield from motion(s)
    elif name == "adjust":
        yield from adjust(s)
    elif name == "snap":
        yield from snap(g, s)
    elif name == "o1":
        yield from first_pattern(s)
    elif name == "d1":
        yield from pattern_turn(s, "d1", "o2")
    elif name == "o2":
        yield from second_pattern(s)
    elif name == "d2":
        yield from pattern_turn(s, "d2", "block-o")
    elif name == "block-o":
        yield from reveal_line(s)
    elif name == "quick":
        yield from quick(s)
    elif name == "block-d":
        yield from blocking_turn(s)
    else:
        yield from developing_phase(s, name)


def developing_phase(s: State, name: str) -> Rules:
    """P14 to P18."""
    if name == "check":
        yield from check(s)
    elif name == "protect":
        yield from protect(s)
    elif name == "action":
        yield from action(s)
    elif name == "answer":
        yield from answer_turn(s)
    elif name == "end-turn":
        yield from end_turn(s)
    else:
        yield from execute(s)


def spike(g: Book, s: State) -> Rules:
    """CB-6.16: no hands, only the snap card; the ball stays, the down is gone, the clock stands."""
    s.play.stance = "U"
    yield from snap_card(g, s)
    if s.play.result is None:
        s.play.parts = ["spike"]
        s.play.result = Result("incomplete", s.off, s.x)
