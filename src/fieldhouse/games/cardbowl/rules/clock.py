"""The three ways to keep time (sections 3 to 6)."""

from __future__ import annotations

from fieldhouse.games.cardbowl.rules.card_actions import Ask, say
from fieldhouse.games.cardbowl.rules.penalties import was_accepted, was_declined
from fieldhouse.games.cardbowl.rules.state import SEATS, Asks, BoundCharts, Bowl, Due, Result
from fieldhouse.kernel.requests import Choose, Menu, Option, Rules

WARNING = 24  # two minutes
FIVE_MINUTES = 60
TIMEOUT = Menu([Option("no", "Let the clock run"), Option("timeout", "Call timeout", "CB-6.13")])
STANDING = Option("timeout", "Timeout after this play", "CB-6.13", "if the clock would run on")
RUN_OFF = tuple(f"run-off:{n}" for n in (7, 2, 3, 4, 5, 6, 8))  # CB-6.8: without a statement it is 7
DEAD_TIME = ("dead-foul", "rekick", "retry")


def has_clock(g: BoundCharts) -> bool:
    """Intervals, or only counted plays?"""
    return g.timing in ("simple2", "complex")


def in_late_window(g: BoundCharts, s: Bowl) -> bool:
    """CB-5.5, CB-6d: the last two minutes of Q2, the last five of Q4 and overtime, at the snap."""
    if not has_clock(g) or s.quarter in (1, 3):
        return False
    return s.left <= (WARNING if s.quarter == 2 else FIVE_MINUTES)


def warning_quarters(s: Bowl) -> bool:
    """Quarters with a two-minute warning (CB-6.14)."""
    return s.quarter != 1 and s.quarter != 3


def run_time(g: BoundCharts, s: Bowl, r: Result, played: Result) -> Rules:
    """Take the play's time off and stop or run the clock; `played` is the result before any penalty."""
    if s.untimed:  # CB-2.14: an untimed down takes no time
        s.running = False
        return
    if r.end in DEAD_TIME:  # CB-3.4, 3.6
        s.running = False
        return
    if g.timing == "simple1":
        s.left -= s.play.kind in ("scrimmage", "spike")  # CB-4.2
    elif g.timing == "simple1-all":
        s.left -= 1
    elif g.timing == "simple2":
        yield from simple_two(s, r)
    else:
        complex_time(g, s, r, played)
    s.left = max(0, s.left)


def stops_clock(g: BoundCharts, s: Bowl, r: Result) -> bool:
    """CB-5.2, 5.4, CB-6.11, 6.12, 6.17 to 6.20: does the play stop the clock?"""
    p = s.play
    if p.kind not in ("scrimmage",) or r.end != "ball" or p.changed or r.team != s.off:
        return True
    if was_accepted(s) or turned_over_on_downs(s, r):
        return True
    if not p.late:
        return False
    suit = g.timing == "complex" and p.suit_out and p.carrier != "QB"  # CB-6.17
    return p.out or suit or (g.timing == "complex" and was_declined(s))


def turned_over_on_downs(s: Bowl, r: Result) -> bool:
    """Fourth down, short of the line to gain."""
    return s.down == 4 and r.down == "next" and r.x < s.ltg


def simple_two(s: Bowl, r: Result) -> Rules:
    """CB-5.1 to 5.8: 1 interval if the clock stops, else 8; a timeout makes it 1."""
    used = 1 if stops_clock(BoundCharts(timing="simple2"), s, r) else 8
    if used == 8:
        spent = yield from ask_timeouts(s, r)
        used = 1 if spent else 8
    after = s.left - used
    if warning_quarters(s) and s.left > WARNING:
        after = max(WARNING, after)  # CB-5.7
    s.left = max(0, after)


def standing_timeout(g: BoundCharts, s: Bowl, seat: int) -> tuple[Option, ...]:
    """CB-6.13: a timeout that a seat calls ahead; early in a half it is not asked for one."""
    return (STANDING,) if has_clock(g) and s.next != Due.TOSS and s.timeouts[seat] else ()


def ask_timeouts(s: Bowl, r: Result) -> Asks[bool]:
    """CB-5.6, 6.13: the offense is asked first, then the defense; one timeout per dead ball."""
    for seat in (r.team, 1 - r.team):
        if s.timeouts[seat]:
            answer = yield Choose(
                seat,
                "timeout",
                TIMEOUT,
                f"Call a timeout? You have {s.timeouts[seat]} left",
                rule="CB-6.13",
                passes="" if warning_quarters(s) and s.left <= 2 * WARNING else "no",
            )
            if answer == "timeout":
                s.timeouts[seat] -= 1
                say(s, f"Timeout, {SEATS[seat]}.", "CB-6.13")
                return True
    return False


def play_time(s: Bowl, r: Result) -> int:
    """CB-6.1 to 6.7: intervals used by the play itself."""
    p = s.play
    if p.kind in ("extra-point", "spike"):
        return 0
    if p.kind == "two-point":
        return 1
    if p.kind in ("kickoff", "squib", "free-punt", "free-kickoff"):
        if p.touchback or p.out:
            return 0
        return 2 if p.ofr or p.kind == "squib" else 1
    if p.kind == "punt":
        return 2 if (p.returned and not p.touchback) or p.ofr else 1  # CB-6.6
    if p.kind in ("onside", "field-goal"):
        return 2 if p.ofr else 1
    return 2 if p.ofr or is_long(s, r) else 1


def is_long(s: Bowl, r: Result) -> bool:
    """CB-6.3: more than 25 yards beyond the LoS, or a return of more than 25."""
    p = s.play
    if p.long or (p.lost_by == s.off and p.lost_at - s.x > 25):
        return True
    return r.team == s.off and r.end in ("ball", "touchdown") and r.x - s.x > 25


def complex_time(g: BoundCharts, s: Bowl, r: Result, played: Result) -> None:
    """CB-6.11 to 6.15: the play's time, the two-minute warning, and whether the clock runs on."""
    before = s.left
    s.left -= play_time(s, played)  # CB-3.6, CB-6.3: yards of a penalty are not covered by the play
    crossed = warning_quarters(s) and before > WARNING >= s.left  # CB-6.14
    s.running = not stops_clock(g, s, r) and not crossed and s.left > 0


def between_plays(g: BoundCharts, s: Bowl) -> Rules:
    """P0, CB-6.8 to 6.10, 6.13 to 6.15: timeouts, then the run-off named by the offense."""
    s.hurry = 0
    if g.timing != "complex" or not s.running:
        return
    spent = yield from ask_timeouts(s, Result("ball", s.off))
    s.running = False
    if spent:
        return
    labels = {key: _run_off_label(int(key.split(":")[1])) for key in RUN_OFF}
    answer = yield Ask(s.off, "run-off", RUN_OFF, "Time before the snap", "CB-6.8", labels)
    named = int(answer.split(":")[1])
    before = s.left
    s.left -= named
    if warning_quarters(s) and before > WARNING >= s.left:
        s.left = WARNING
    elif s.left <= 0:
        s.left = 0
    else:
        s.hurry = max(0, 6 - named)  # CB-6.9


def _run_off_label(n: int) -> str:
    extra = max(0, 6 - n)
    cards = f", {extra} more card{'' if extra == 1 else 's'} for the defense" if extra else ""
    return f"{n} intervals, {5 * n} seconds{cards}"
