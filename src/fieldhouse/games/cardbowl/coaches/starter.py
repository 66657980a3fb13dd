"""`starter`, the medium coach: a fast policy from request and state to a key.

A policy reads of the state only what the asked seat may see: face-down cards of the other side count as
`values.GUESS`. At a live table it gets a state whose hidden cards are covered, so it cannot cheat there.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from fieldhouse.games.cardbowl.coaches import defense, offense
from fieldhouse.games.cardbowl.coaches.evaluation import first_down_value, situation_value
from fieldhouse.games.cardbowl.rules.cards import RED_JOKER, VALUE, lowest_first
from fieldhouse.games.cardbowl.rules.end_of_play import POINTS
from fieldhouse.games.cardbowl.rules.penalties import enforce_foul
from fieldhouse.games.cardbowl.rules.state import Bowl, Result
from fieldhouse.kernel.requests import Choose

FIXED = {
    "delay": "timeout",
    "end-zone": "touchback",
    "return": "touchback",
    "fumble-run": "run",
    "free-kick": "punt",
    "failed-kick": "take",
    "toss": "heads",
    "kick-or-receive": "receive",
    "stance": "U",
    "number": "add:5",
    "target": "target:20",
    "declare": "fall2",
    "scramble-out": "stay",
}

RETURNED = -8
"""Spot in the end zone less the coverage card from which a kick is run out."""


def choose_call(s: Bowl, request: Choose, rng: Random) -> str:
    """Kick on fourth down unless it is short and the field is right."""
    if s.down < 4:
        return "scrimmage"
    to_go, need = s.ltg - s.x, 118 - s.x
    behind = s.scores[s.defense_seat] - s.scores[s.off]
    if is_late(s) and behind > 0:
        return "field-goal" if behind <= 3 and need <= 52 else "scrimmage"
    if to_go <= 2 and s.x >= 40:
        return "scrimmage"
    if need <= 48:
        return "field-goal"
    return "punt" if s.x < 68 or to_go > 6 else "scrimmage"


def is_late(s: Bowl) -> bool:
    """The last plays of the game (or its last twenty seconds)."""
    return s.quarter >= 4 and s.left <= 4


def choose_kickoff(s: Bowl, request: Choose, rng: Random) -> str:
    """An onside kick when only the ball helps."""
    behind = s.scores[s.defense_seat] - s.scores[s.off]
    return "onside" if is_late(s) and 0 < behind <= 16 else "kickoff"


def choose_try(s: Bowl, request: Choose, rng: Random) -> str:
    """Two points late when behind by two, else the kick."""
    behind = s.scores[s.defense_seat] - s.scores[s.off]
    return "two-point" if s.quarter >= 4 and behind in (2, 5, 9, 10) else "extra-point"


def choose_penalty(s: Bowl, request: Choose, rng: Random) -> str:
    """Accept what leaves more points, compared exactly by the situations after both."""
    foul, result = s.play.foul, s.play.result
    assert foul is not None and result is not None
    mine = request.seat
    return (
        "accept"
        if result_value(s, enforce_foul(s, foul, result), mine) >= result_value(s, result, mine)
        else "decline"
    )


def result_value(s: Bowl, r: Result, seat: int) -> float:
    """Expected points of a result for the seat."""
    if r.end in POINTS:
        sign = 1 if (r.team == seat) != (r.end == "safety") else -1
        return sign * (POINTS[r.end] + (0.9 if r.end == "touchdown" else 0))
    if r.end in ("try-good", "try-failed", "rekick", "retry"):
        good = {"try-good": 1.0, "retry": 0.8}.get(r.end, 0.0)
        return good if seat == s.off else -good
    x = 20 if r.end == "touchback" else r.x
    if r.team != s.off or s.play.changed or r.down == "first" or x >= s.ltg:
        value = first_down_value(x)
    else:
        value = situation_value(x, s.down + (r.down == "next"), s.ltg)
    return value if r.team == seat else -value


def choose_punt(s: Bowl, request: Choose, rng: Random) -> str:
    """Shorter kicks near the goal line."""
    room = 100 - s.x - 15
    return "cards:4" if room > 36 else "cards:3" if room > 28 else "out:2" if room > 16 else "out:1"


def choose_punt_return(s: Bowl, request: Choose, rng: Random) -> str:
    """Return when the coverage card is small, bounce near the goal line."""
    spot, cover = request.facts["spot"], request.facts["coverage"]
    if "touchback" in request.menu:
        return "touchback"
    if 1 <= spot <= 7 and "bounce" in request.menu:
        return "bounce"
    return "return" if cover <= 11 else "fair-catch"


def choose_throw_away(s: Bowl, request: Choose, rng: Random) -> str:
    """Keep small losses after a screen, where a run card follows; throw the rest away."""
    return "keep" if request.facts["gain"] >= -2 else "away"


def choose_give_up(s: Bowl, request: Choose, rng: Random) -> str:
    """Drop a card when the expected spot is past the end line."""
    spot = s.x + request.facts["offense"] - request.facts["defense"] - 14
    cards = [key for key in request.keys if key != "done"]
    if spot <= 108:
        return "done"
    fit = [c for c in cards if spot - VALUE[c] >= 101]
    return max(fit or ["done"], key=lambda c: VALUE.get(c, 0))


def choose_timeout(s: Bowl, request: Choose, rng: Random) -> str:
    """Behind in the last two minutes of a half."""
    behind = s.scores[request.seat] < s.scores[1 - request.seat]
    return "timeout" if s.left <= 24 and s.quarter in (2, 4) and behind else "no"


def choose_run_off(s: Bowl, request: Choose, rng: Random) -> str:
    """Slow when ahead late, faster when behind late."""
    ahead = s.scores[s.off] - s.scores[s.defense_seat]
    if s.quarter == 4 and ahead > 0:
        return "run-off:8"
    return "run-off:4" if s.quarter in (2, 4) and s.left < 40 and ahead < 0 else "run-off:6"


def choose_open_field(s: Bowl, request: Choose, rng: Random) -> str:
    """Run on, unless behind late."""
    return "out" if s.quarter == 4 and s.left < 24 and s.scores[s.off] < s.scores[s.defense_seat] else "draw"


def choose_tight_end(s: Bowl, request: Choose, rng: Random) -> str:
    """He blocks on run plans."""
    return "block" if offense.is_run_plan(s) else "stay"


def choose_downfield(s: Bowl, request: Choose, rng: Random) -> str:
    """Everybody who may help does."""
    return request.keys[-1]


def choose_down_punt(s: Bowl, request: Choose, rng: Random) -> str:
    """Stop a bounce that runs back; down one that would run into the end zone."""
    return request.keys[-1]


def choose_discard(s: Bowl, request: Choose, rng: Random) -> str:
    """The first of the lowest cards."""
    hand = s.play.hands[request.seat]
    return "discard:" + "+".join(lowest_first(hand)[: len(hand) - 11])


def choose_exchange(s: Bowl, request: Choose, rng: Random) -> str:
    """Play for the turnover: a red joker in the deck is worth more to the defense than 15 in its hand."""
    return "exchange" if RED_JOKER in s.play.hands[request.seat] else "keep"


def choose_touchback(s: Bowl, request: Choose, rng: Random) -> str:
    """Run a kick out of the end zone where four cards less the coverage card pass the 20 on average."""
    return "return" if request.facts["spot"] - request.facts["coverage"] >= RETURNED else "touchback"


def choose_allocation(s: Bowl, request: Choose, rng: Random) -> str:
    """Half to the offense."""
    return request.keys[len(request.keys) // 2]


def choose_fill(s: Bowl, request: Choose, rng: Random) -> str:
    """High cards go where they matter most."""
    return "fill"


DECIDE: dict[str, Callable[[Bowl, Choose, Random], str]] = {
    "call": choose_call,
    "kickoff": choose_kickoff,
    "try": choose_try,
    "penalty": choose_penalty,
    "punt": choose_punt,
    "punt-return": choose_punt_return,
    "touchback": choose_touchback,
    "throw-away": choose_throw_away,
    "give-up": choose_give_up,
    "timeout": choose_timeout,
    "run-off": choose_run_off,
    "open-field": choose_open_field,
    "tight-end": choose_tight_end,
    "downfield": choose_downfield,
    "down-punt": choose_down_punt,
    "discard": choose_discard,
    "place": choose_fill,
    "exchange": choose_exchange,
    "backs": offense.choose_backs,
    "motion": offense.choose_motion,
    "sneak": offense.choose_sneak,
    "formation": offense.choose_formation,
    "assign": offense.choose_assignment,
    "quick": offense.choose_quick,
    "check": offense.choose_check,
    "action": offense.choose_action,
    "end-turn": offense.choose_end_turn,
    "yardage": offense.choose_yardage,
    "alignment": defense.choose_alignment,
    "adjust": defense.choose_adjustment,
    "pattern-1": defense.choose_pattern_move,
    "pattern-2": defense.choose_pattern_move,
    "blocking": defense.rush_by_count,
    "answer": defense.help_cover,
    "extra": defense.highest_card,
    "cover-back": defense.highest_card,
    "tackle": defense.highest_card,
    "allocation": choose_allocation,
}

TRUSTED = frozenset(
    (
        *("quick", "check", "end-turn", "motion", "sneak", "place", "assign", "backs", "discard", "exchange"),
        *("formation", "alignment", "extra", "tackle", "downfield", "tight-end", "call"),
        *("pattern-1", "pattern-2", "blocking", "answer", "adjust", "action", "yardage", "cover-back"),
    )
)
"""Decisions whose answer is always legal: their option lists are not made just to look it up."""


SURE = {what: decide for what, decide in DECIDE.items() if what in TRUSTED}


def starter(request: Choose, s: Bowl, rng: Random) -> str:
    """The sensible football coach."""
    what = request.what
    sure = SURE.get(what)
    if sure is not None:
        return sure(s, request, rng)
    decide = DECIDE.get(what)
    key = decide(s, request, rng) if decide else FIXED.get(what, "")
    return key if key in request.keys else request.keys[0]
