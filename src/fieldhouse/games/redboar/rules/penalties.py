"""Penalty dice and penalties (section 9)."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from fieldhouse.football.events import down_words, place_words, yards_words
from fieldhouse.games.redboar.rules import events
from fieldhouse.games.redboar.rules.charts import Call
from fieldhouse.games.redboar.rules.downs import apply_safety, charge_clock, play_stands, play_summary
from fieldhouse.games.redboar.rules.possession import new_series
from fieldhouse.games.redboar.rules.state import LOST, Gridiron, Pending, Rulebook
from fieldhouse.kernel.requests import TWO_D6, Answer, Choose, LazyMenu, Option, Request, Roll, Rules, Seat

OFFENSE_DICE = Roll(TWO_D6, "penalty", "the offense's penalty dice", "RB-9.1")
DEFENSE_DICE = Roll(TWO_D6, "penalty", "the defense's penalty dice", "RB-9.1")

COMMITS = tuple({2: "2", 12: "12"}.get(total, "") for total in range(13))
"""RB-9.2: the penalty that a team's total brings, by the total."""


def counting_penalty(offense: str, defense: str) -> str:
    """RB-9.4: the offense's 2 first, then the defense's 2, then two 12s, then one 12."""
    if offense == "2":
        return "offense 2"
    if defense == "2":
        return "defense 2"
    if offense == "12":
        return "offset" if defense == "12" else "offense 12"
    return "defense 12" if defense == "12" else ""


def roll_penalties() -> Generator[Request, Answer, str]:
    """RB-9.1 to RB-9.4: roll both teams' penalty dice; return the penalty that counts, empty if none."""
    offense = COMMITS[(yield OFFENSE_DICE)]
    defense = COMMITS[(yield DEFENSE_DICE)]
    return counting_penalty(offense, defense)


ANSWERS = ("accept", "decline")
_HELP = "Accept and the penalty replaces the play. Decline and the play stands."


def half_distance(yards: int) -> int:
    """RB-9.14: the greatest multiple of 5 that is not more than half the distance."""
    return yards // 10 * 5


def before_snap(s: Gridiron, flag: str) -> None:
    """RB-9.5 to RB-9.7: five yards, the play is not run, no time, no choice."""
    if flag == "offense 2":
        yards = min(5, half_distance(100 - s.g))
        s.g += yards
    else:
        yards = min(5, half_distance(s.g))
        s.g -= yards
    if s.tell:
        side = s.offense if flag == "offense 2" else 1 - s.offense
        rules = ("RB-9.5" if flag == "offense 2" else "RB-9.6", "RB-9.7")
        s.tell(events.flag_event(side, events.BEFORE_SNAP, yards=yards, accepted=True, rules=rules))
    if s.g <= s.t:
        new_series(s, s.g)


def foul_name(call: Call) -> str:
    """RB-9.27: the name has no effect."""
    return "pass interference" if call.is_pass else "holding"


def offset_penalties(s: Gridiron, call: Call) -> None:
    """RB-9.20, RB-9.21: two 12s cancel; only the clock runs and the down is played again."""
    charge_clock(s, call.clock)
    if s.tell:
        s.tell(events.offset_event(s.offense, foul_name(call)))
        s.tell(events.offset_event(1 - s.offense, foul_name(call)))


def during_play(game: Rulebook, s: Gridiron, call: Call, how: str, yards: int, flag: str) -> Rules:
    """RB-9.12, RB-9.13: with the play's result and the clock known, the other side may decline."""
    charge_clock(s, call.clock)
    by = flag[:7]
    result = play_summary(s, how, yards)
    at_fault = s.offense if by == "offense" else 1 - s.offense
    if by == "defense" and result == "touchdown":
        answer = "decline"  # RB-9.24
    else:
        spot = _back(s) if by == "offense" else _forward(s, call, how, yards)
        then = "first down" if by == "defense" else "safety" if s.g == 95 else "repeat"  # RB-9.18, RB-9.22
        s.flag, s.phase = flag, "penalty choice"
        s.pending = Pending(by, how, yards, result, spot, then)
        answer = yield _ask(s, 1 - at_fault, f"{foul_name(call).capitalize()} on the {by}")
    if answer == "decline":
        s.pending, s.flag, s.phase = None, "", "declare"
        if s.tell:
            s.tell(events.flag_event(at_fault, foul_name(call), accepted=False, rules=("RB-9.13",)))
        play_stands(game, s, call, how, yards)
        return
    enforce_penalty(game, s, call)


def _ask(s: Gridiron, seat: Seat, penalty: str) -> Choose:
    """RB-16.5: accept or decline, with what each brings."""
    menu = LazyMenu(ANSWERS, partial(_describe, s))
    assert s.pending is not None
    prompt = f"{penalty}. Result of the play: {play_result_words(s.pending)}. Accept the penalty?"
    return Choose(seat, "penalty", menu, prompt, rule="RB-9.13", help=_HELP)


def play_result_words(pending: Pending) -> str:
    """What the play did before the flag: `10-yard gain`, `incomplete`, `interception`."""
    return pending.how if pending.how in LOST or pending.how == "incomplete" else yards_words(pending.yards)


def enforce_penalty(game: Rulebook, s: Gridiron, call: Call) -> None:
    """The accepted 12 replaces everything the play did (RB-9.23)."""
    pending = s.pending
    assert pending is not None
    s.pending, s.flag, s.phase = None, "", "declare"
    moved = 100 - s.g if pending.then == "safety" else abs(s.g - pending.enforced)
    if s.tell:
        side = s.offense if pending.by == "offense" else 1 - s.offense
        rule = "RB-9.8" if pending.by == "offense" else "RB-9.11" if call.is_pass else "RB-9.9"
        s.tell(events.flag_event(side, foul_name(call), yards=moved, accepted=True, rules=(rule, "RB-9.14")))
    if pending.then == "safety":
        apply_safety(game, s)
    elif pending.then == "first down":
        new_series(s, pending.enforced)
    else:
        s.g = pending.enforced  # RB-9.8: same down, markers stay


def _back(s: Gridiron) -> int:
    """RB-9.8, RB-9.14: ten yards from the LOS, at most halfway to the own goal line."""
    return s.g + min(10, half_distance(100 - s.g))


def _forward(s: Gridiron, call: Call, how: str, yards: int) -> int:
    """RB-9.9 to RB-9.11, RB-9.16: where a 12 of the defense puts the ball."""
    g = s.g
    if not call.is_pass:
        spot, end = g - min(10, half_distance(g)), g - yards
        if how not in LOST and 0 < end < 100:
            spot = min(spot, end - min(10, half_distance(end)))
        return spot
    base = g if call.base is None else call.base
    if g <= call.limit:
        base = 0  # RB-19.6: a disallowed pass could not have gained
    elif base >= g:
        return 5  # RB-9.16
    return g - min(max(15, base), half_distance(g))


def _describe(s: Gridiron, key: str) -> Option:
    """What each answer brings, in words."""
    pending = s.pending
    assert pending is not None
    if key == "accept":
        return Option(key, "Accept: " + accept_words(s, pending), "RB-9.13")
    return Option(key, "Decline: " + decline_words(s, pending), "RB-9.13")


def _place(s: Gridiron, spot: int) -> str:
    """A spot by the name of the team in whose half it is: either team may be asked."""
    return place_words(spot, events.TEAMS[s.offense], events.TEAMS[1 - s.offense])


def accept_words(s: Gridiron, pending: Pending) -> str:
    """`1st and 10 at Blue's 30`."""
    if pending.then == "safety":
        return "safety, 2 points for the defense"
    spot = pending.enforced
    t = s.t if pending.then == "repeat" else max(spot - 10, 0)
    down = s.down if pending.then == "repeat" else 1
    return f"{down_words(down, spot - t, goal=t == 0)} at {_place(s, spot)}"


def decline_words(s: Gridiron, pending: Pending) -> str:
    """`2nd and 10 at Red's 10`, `touchdown`, `turnover` ..."""
    spot = s.g - pending.yards
    if pending.made == "short":
        return f"{down_words(s.down + 1, spot - s.t, goal=s.t == 0)} at {_place(s, spot)}"
    if pending.made == "first down":
        t = max(spot - 10, 0)
        return f"{down_words(1, spot - t, goal=t == 0)} at {_place(s, spot)}"
    if pending.made == "downs":
        return f"turnover on downs at {_place(s, spot)}"
    if pending.made == "turnover":
        return f"{pending.how} at {_place(s, spot)}" if spot > 0 else f"{pending.how}, touchback"
    return pending.made
