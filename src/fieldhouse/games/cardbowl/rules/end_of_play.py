"""The end of a play: score, down, distance, possession, quarters (sections 2 and 41)."""

from __future__ import annotations

from fieldhouse.football.events import PeriodEnded
from fieldhouse.games.cardbowl.rules.card_actions import say
from fieldhouse.games.cardbowl.rules.clock import run_time, turned_over_on_downs
from fieldhouse.games.cardbowl.rules.events import PlayOver, note_line, tell_play, tell_possession, tell_score
from fieldhouse.games.cardbowl.rules.penalties import settle_foul, was_accepted
from fieldhouse.games.cardbowl.rules.state import SEATS, BoundCharts, Bowl, Due, Foul, Play, Result
from fieldhouse.kernel.requests import Rules, Seat

POINTS = {"touchdown": 6, "field-goal": 3, "safety": 2}  # CB-2.5
TRY_SPOT = 98


def close_play(g: BoundCharts, s: Bowl) -> Rules:
    """P20, P21: fouls, time, score, next situation, quarter."""
    if s.play.kind == "two-point":
        try_result(s)
    played = s.play.result
    assert played is not None
    if s.play.foul:
        yield from settle_foul(s)
    r = s.play.result
    assert r is not None
    side, head = SEATS[s.off], note_heading(s)
    untimed = untimed_down_due(s, r)
    yield from run_time(g, s, r, played)
    s.plays_run += r.end not in ("dead-foul",)
    before = s.off
    tell_play(s, r, played)
    apply_result(s, r)
    tell_possession(s, before)
    line = ", ".join(s.play.parts) or r.end
    score = note_score(s, r)
    if s.tell:
        s.tell(PlayOver(side=side, head=head, line=line, score=score, rules=("CB-41.1",)))
    s.notes = [*s.notes[-7:], note_line(side, head, line, score)]
    s.untimed = False
    end_of_quarter(g, s, untimed and s.off == before)  # CB-2.14: never for the offender
    s.play, s.pool = Play(), []


def try_result(s: Bowl) -> None:
    """CB-14.3, 14.4: good if the offense has the ball at x >= 100, else failed."""
    r = s.play.result
    assert r is not None
    if r.end not in ("dead-foul", "try-good", "try-failed"):
        good = r.end == "touchdown" and r.team == s.off
        s.play.result = Result("try-good" if good else "try-failed", s.off, r.x)


def note_heading(s: Bowl) -> str:
    """The left column of the book's notes: `3 & 9 @ 41`."""
    if s.play.kind in ("scrimmage", "punt", "field-goal", "spike"):
        yard = s.x if s.x <= 50 else 100 - s.x
        return f"{s.down} & {s.ltg - s.x if s.ltg < 100 else 'goal'} @ {yard}"
    return {"try": "try"}.get(s.next, "")


def note_score(s: Bowl, r: Result) -> str:
    """The right column: points and the score."""
    if r.end in POINTS or r.end == "try-good":
        what = f"{r.end}, " if r.end in ("touchdown", "safety") else ""  # a good kick the line says itself
        return f" ({what}{SEATS[0]} {s.scores[0]}-{s.scores[1]} {SEATS[1]})"
    return ""


def untimed_down_due(s: Bowl, r: Result) -> bool:
    """CB-2.14: an accepted foul of the defense, the ball staying with the offense.

    A down that is not played because of a dead-ball foul (CB-3.4) is still due.
    """
    if r.end == "dead-foul":
        return s.untimed
    foul = s.play.foul
    return was_accepted(s) and foul is not None and foul.by != s.off and r.end == "ball" and r.team == s.off


def apply_result(s: Bowl, r: Result) -> None:
    """What the result means for score, ball and next event."""
    if r.end == "dead-foul":
        s.x = r.x
    elif r.end == "retry":
        s.x, s.next = r.x, Due.TRY
    elif r.end == "rekick":
        s.kick_spot = r.x
    elif r.end in ("try-good", "try-failed"):
        after_try(s, r)
    elif r.end == "touchdown":
        add_points(s, r.team, 6)
        s.off, s.x, s.next = r.team, TRY_SPOT, Due.TRY
        forward_kickoff(s, r.team)
        over_in_overtime(s)
    elif r.end == "field-goal":
        add_points(s, s.off, 3)
        next_kickoff(s, s.off)
        over_in_overtime(s)
    elif r.end == "safety":
        add_points(s, 1 - r.team, 2)
        s.off, s.next, s.kick_spot, s.running = r.team, Due.FREE_KICK, 20, False
        over_in_overtime(s)
    elif r.end == "touchback":
        first_and_ten(s, r.team, 20)  # CB-2.9
    else:
        next_down(s, r)


def add_points(s: Bowl, team: Seat, points: int) -> None:
    """Points go up on the board."""
    s.scores[team] += points
    s.running = False
    tell_score(s, team, points)


def forward_kickoff(s: Bowl, team: Seat) -> None:
    """CB-40.13: a 15-yard foul moves the scoring team's next kickoff forward."""
    foul: Foul | None = s.play.foul
    moved = foul is not None and foul.status == "kickoff" and foul.by != team
    s.kick_spot = 45 if moved else 30


def after_try(s: Bowl, r: Result) -> None:
    """CB-2.5, 2.10: the points of the try, then the scoring team kicks off."""
    if r.end == "try-good":
        add_points(s, s.off, 1 if s.play.kind == "extra-point" else 2)
    s.next, s.running = Due.KICKOFF, False
    s.onside_failures = 0


def next_kickoff(s: Bowl, team: Seat) -> None:
    """CB-2.10: from the own 30."""
    s.off, s.next, s.kick_spot, s.onside_failures = team, Due.KICKOFF, 30, 0


def over_in_overtime(s: Bowl) -> None:
    """CB-2.13: the first score of any kind wins, no try."""
    if s.quarter > 4:
        s.over = "overtime"


def first_and_ten(s: Bowl, team: Seat, x: int) -> None:
    """CB-2.6: a new series."""
    s.off, s.x, s.down, s.next = team, x, 1, Due.DOWN
    s.ltg = min(x + 10, 100)


def next_down(s: Bowl, r: Result) -> None:
    """CB-2.6: next down, repeated down, first down, or the ball goes over."""
    kicked = s.play.kind not in ("scrimmage", "spike", "punt", "field-goal")
    new_series = r.down == "first" or r.team != s.off or kicked or (s.play.changed and r.down == "next")
    if new_series or r.x >= s.ltg:
        first_and_ten(s, r.team, r.x)
    elif turned_over_on_downs(s, r):
        first_and_ten(s, s.defense_seat, 100 - r.x)
        s.running = False
    else:
        s.x, s.next = r.x, Due.DOWN
        s.down += r.down == "next"


def end_of_quarter(g: BoundCharts, s: Bowl, untimed: bool) -> None:
    """CB-2.4, 2.13, 2.14, 3.3: quarters, halves, overtime."""
    if s.over or s.left > 0 or s.next == Due.TRY:
        return
    if untimed and s.quarter not in (1, 3) and s.next == Due.DOWN:
        s.untimed = True
        say(s, "One untimed down.", "CB-2.14")
        return
    s.running = False
    if s.tell:
        name = f"quarter {s.quarter}" if s.quarter < 5 else "overtime"
        s.tell(PeriodEnded(name=name, scores=(s.scores[0], s.scores[1])))
    if s.quarter in (1, 3):
        s.quarter += 1
        s.left = g.length
    elif s.quarter == 2:
        start_half(g, s, 3, 1 - s.first_kicker)  # CB-2.3
    elif s.scores[0] != s.scores[1] or not g.overtime or (s.quarter > 4 and not g.playoff):
        s.over = "points" if s.scores[0] != s.scores[1] else "tie"
    else:
        s.quarter += 1
        s.next = Due.TOSS
        say(s, "Tied after regulation. Sudden-death overtime.", "CB-2.13")


def start_half(g: BoundCharts, s: Bowl, quarter: int, kicker: Seat) -> None:
    """A half starts with a kickoff and fresh timeouts (CB-2.12)."""
    s.quarter = quarter
    s.left = g.length if quarter < 5 else g.overtime_length
    count = 3 if quarter < 5 else 2
    s.timeouts = [count, count]
    s.untimed = s.running = False
    next_kickoff(s, kicker)
