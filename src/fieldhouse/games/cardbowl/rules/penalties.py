"""Penalties (section 40): foul cards due after the play, accept or decline, enforcement."""

from __future__ import annotations

from fieldhouse.football.events import distance_words, ordinal
from fieldhouse.games.cardbowl.rules.card_actions import Ask, foul_card, say, team_spot_words
from fieldhouse.games.cardbowl.rules.state import (
    DPI,
    END,
    LOOSE,
    PREV,
    SEATS,
    SPOT,
    Bowl,
    Foul,
    Result,
    own_x,
)
from fieldhouse.kernel.requests import Rules, Seat

KICKS = ("kickoff", "squib", "onside", "free-punt", "free-kickoff")
TRIES = ("extra-point", "two-point")
SCRIMMAGE = ("scrimmage", "spike")


def due_foul(s: Bowl) -> Rules:
    """CB-47.31: the foul card of a joker whose card is drawn after the play."""
    foul = s.play.foul
    if foul is None or not foul.due:
        return
    table, foul.due = foul.due, ""
    red, row = yield from foul_card(s, "CB-40.1")
    carrier, other = foul.ball, 1 - foul.ball
    if table == "kick":  # CB-7.6
        fill_foul(foul, s.off, 15 if row == 3 else 10, END)
    elif table == "yardage":  # CB-33.12
        fill_foul(foul, carrier, 10, PREV) if red else fill_foul(foul, other, 5, PREV, afd=True)
    elif table == "open":  # CB-34.5, CB-37.6
        fill_foul(foul, carrier, 15 if row == 3 else 10, SPOT) if red else open_black(foul, other, row)
    elif red:  # CB-30.5, CB-30.9
        fill_foul(foul, carrier, 15 if row == 3 else 10, PREV)
    else:
        afd = table == "handoff" or row > 1
        fill_foul(foul, other, 15 if row == 3 else 5, END, afd=afd)
    say(s, f"Foul by {SEATS[foul.by]}, {distance_words(foul.yards)}.", "CB-40.1")


def fill_foul(foul: Foul, by: Seat, yards: int, basis: str, *, afd: bool = False) -> None:
    """What the foul card says."""
    foul.by, foul.yards, foul.basis, foul.afd = by, yards, basis, afd
    foul.what = "foul"


def open_black(foul: Foul, by: Seat, row: int) -> None:
    """CB-37.6: 5 yards, a face card 15 and an automatic first down."""
    fill_foul(foul, by, 15 if row == 3 else 5, END, afd=row == 3)


def settle_foul(s: Bowl) -> Rules:
    """CB-40.3: the offended team accepts or declines; declined, the play stands."""
    yield from due_foul(s)
    p = s.play
    foul, result = p.foul, p.result
    assert result is not None
    if foul is None or result.end in ("dead-foul", "rekick"):
        return
    offended = 1 - foul.by
    if declined_by_itself(s, foul, result):
        return
    accepted = enforce_foul(s, foul, result)
    answer = yield Ask(
        offended,
        "penalty",
        ("accept", "decline"),
        lambda: f"{foul_words(foul)}, {distance_words(foul.yards)}. Accept the penalty?",
        "CB-40.3",
        lambda key: f"{key.capitalize()}: {situation_words(s, accepted if key == 'accept' else result)}",
    )
    p.parts.append(
        f"{foul.yards} yd pen. vs. {'D' if foul.by != s.off else 'O'}"
        + ("" if answer == "accept" else " declined")
    )
    if answer == "decline":
        say(s, f"{SEATS[offended]} declines the penalty. The play stands.", "CB-40.3")
        foul.status = "declined"
        return
    foul.status = "accepted"
    p.result = accepted
    if s.tell:
        say(s, f"{SEATS[offended]} accepts the penalty: {situation_words(s, accepted)}.", "CB-40.3")


def foul_words(foul: Foul) -> str:
    """`Holding by Red`, `Foul by Blue`."""
    return f"{foul.what.partition(' by the ')[0].capitalize()} by {SEATS[foul.by]}"


ENDS = {
    "rekick": "repeat the kick",
    "retry": "repeat the try",
    "dead-foul": "repeat the down",
    "field-goal": "the field goal counts",
    "try-good": "the try is good",
    "try-failed": "the try is no good",
}


def situation_words(s: Bowl, r: Result) -> str:
    """What a result means: whose ball, which down, where; or the score."""
    if r.end not in ("ball", "incomplete"):
        return ENDS.get(r.end) or f"{r.end} {SEATS[r.team]}"
    x = s.x if r.end == "incomplete" else r.x
    plain = s.play.kind in ("scrimmage", "spike", "punt", "field-goal") and r.team == s.off
    if r.down == "first" or not plain or x >= s.ltg:
        down = "1st down"
    elif r.down == "repeat":
        down = f"{ordinal(s.down)} down again"
    else:
        down = f"{ordinal(s.down + 1)} down" if s.down < 4 else "turned over on downs"
    return f"{SEATS[r.team]}, {down} {team_spot_words(r.team, x)}"


def declined_by_itself(s: Bowl, foul: Foul, result: Result) -> bool:
    """CB-40.13, 40.16: a touchdown or good try of the offended team."""
    offended = 1 - foul.by
    if result.end == "touchdown" and result.team == offended:
        say(s, "The penalty is declined. The touchdown stands.", "CB-40.13")
        foul.status = "kickoff" if foul.yards == 15 and foul.basis != DPI else "declined"
        return True
    if result.end == "try-good" and offended == s.off:
        foul.status = "declined"
        return True
    return False


def penalty_yards_allowed(x: int, yards: int, *, forward: bool) -> int:
    """CB-40.10: no more than half the distance to the offender's goal line."""
    if forward:
        return x + min(yards, max(0, (100 - x) // 2))
    return x - min(yards, max(0, x // 2))


def enforce_foul(s: Bowl, foul: Foul, result: Result) -> Result:
    """The situation after accepting."""
    if s.play.kind in TRIES:
        return foul_in_try(s, foul)
    if foul.basis == PREV:
        x = penalty_yards_allowed(s.x, foul.yards, forward=foul.by != s.off)
        return series_after_foul(s, x, foul)
    if foul.basis == DPI:
        return Result("ball", s.off, foul.spot, down="first")
    if foul.basis == SPOT:
        return from_spot(s, foul, result)
    if foul.basis == LOOSE:
        return at_loose_ball(s, foul, result)
    return at_the_end(s, foul, result)


def foul_in_try(s: Bowl, foul: Foul) -> Result:
    """CB-40.16: defense fouls repeat the try from the 1, offense fouls that much farther back."""
    if foul.by == s.off:
        return Result("retry", s.off, penalty_yards_allowed(s.x, foul.yards, forward=False))
    return Result("retry", s.off, 99)


def series_after_foul(s: Bowl, x: int, foul: Foul) -> Result:
    """CB-40.9: the down is repeated; first down by AFD or by reaching the line to gain."""
    first = foul.afd and foul.by != s.off
    return Result("ball", s.off, x, down="first" if first else "repeat")


def kept_by(s: Bowl, team: Seat, x: int, foul: Foul) -> Result:
    """CB-40.9 and 40.19: the offense repeats the down; after a change of possession 1st and 10."""
    if foul.changed or team != s.off:
        return Result("ball", team, x, down="first")
    return series_after_foul(s, x, foul) if s.play.kind in SCRIMMAGE else Result("ball", team, x)


def from_spot(s: Bowl, foul: Foul, result: Result) -> Result:
    """CB-40.6, 40.14: from the foul spot but not beyond the dead ball; in the own end zone on the 1."""
    spot = foul.spot
    if result.team == foul.ball and result.end in ("ball", "safety"):
        spot = min(spot, result.x)
    elif result.team != foul.ball and s.play.lost_by == foul.ball:
        spot = min(spot, s.play.lost_at)  # its run ended where it lost the ball
    if spot <= 0:
        return kept_by(s, foul.ball, 1, foul)
    return kept_by(s, foul.ball, penalty_yards_allowed(min(spot, 100), foul.yards, forward=False), foul)


def at_loose_ball(s: Bowl, foul: Foul, result: Result) -> Result:
    """CB-40.8: the offended team's yards at the end; the offender's from the recovery spot, run wiped out."""
    offended = 1 - foul.by
    if result.end == "safety" and result.team == offended:
        return cancel_safety(s, foul)
    if result.team == offended or result.end == "safety":
        team = offended if result.team == offended else foul.by
        x = 20 if result.end == "touchback" else max(result.x, 1)
        if s.play.kind in SCRIMMAGE and team == offended == s.off and not s.play.changed:
            x = max(x, s.x)  # CB-40.5: an END foul counts from the LoS if the play ended behind it
        return same_down(s, team, penalty_yards_allowed(x, foul.yards, forward=team == offended))
    x = 20 if result.end == "touchback" else min(s.play.recovered_at, 100)
    return same_down(s, result.team, max(1, penalty_yards_allowed(x, foul.yards, forward=False)))


def same_down(s: Bowl, team: Seat, x: int) -> Result:
    """Possession does not change and the down counts (CB-40.8)."""
    return Result("ball", team, x)


def at_the_end(s: Bowl, foul: Foul, result: Result) -> Result:
    """CB-40.5, 40.11, 40.12, 40.17, 40.19, 40.20: yards added to the end of the play."""
    offended = 1 - foul.by
    if s.play.kind in (*KICKS, "punt") and foul.by == s.off and kicker_has_it(s, result):
        return repeat_kick(s, foul)
    if result.end == "safety" and result.team == offended:
        return cancel_safety(s, foul)
    scrimmage = s.play.kind in SCRIMMAGE and foul.ball == s.off
    lost = result.team != foul.ball
    if result.end == "touchback" and not lost:
        x = 20  # CB-40.17
    elif lost:
        x = s.play.lost_at if s.play.lost_by == foul.ball else own_x(s, foul.ball, s.x)  # CB-40.11
    else:
        x = s.x if result.end == "incomplete" else result.x
    if scrimmage:
        x = max(x, s.x)
    x = min(max(x, 1), 99)
    return kept_by(s, foul.ball, penalty_yards_allowed(x, foul.yards, forward=True), foul)


def kicker_has_it(s: Bowl, result: Result) -> bool:
    """Did the kicking team end with the ball, score, or give up a safety after a block?"""
    return result.team == s.off


def repeat_kick(s: Bowl, foul: Foul) -> Result:
    """CB-40.12: the kick is repeated farther back; after a punt the down is repeated."""
    if s.play.kind == "punt":
        return Result("ball", s.off, penalty_yards_allowed(s.x, foul.yards, forward=False), down="repeat")
    return Result("rekick", s.off, penalty_yards_allowed(s.kick_spot, foul.yards, forward=False))


def cancel_safety(s: Bowl, foul: Foul) -> Result:
    """CB-40.20: accepting cancels the safety; from the LoS, on a kick return from the goal line."""
    team: Seat = 1 - foul.by
    if s.play.kind not in KICKS and team == s.off:
        x = penalty_yards_allowed(s.x, foul.yards, forward=True)
        return same_down(s, team, x) if foul.basis == LOOSE else series_after_foul(s, x, foul)
    return Result("ball", team, penalty_yards_allowed(0, foul.yards, forward=True), down="first")


def was_accepted(s: Bowl) -> bool:
    """Was a live foul accepted on this play (CB-40.15)?"""
    return s.play.foul is not None and s.play.foul.status == "accepted"


def was_declined(s: Bowl) -> bool:
    """Was a live foul declined on this play?"""
    return s.play.foul is not None and s.play.foul.status == "declined"
