"""Section 40: foul cards that were due, accepting and declining, enforcement."""

from __future__ import annotations

from tests.games.cardbowl.referee.basics import (
    Asks,
    Foul,
    Result,
    Table,
    choose,
    draw,
    heavy,
    is_red,
    ten_or_fifteen,
    value,
)

KICKS = ("kickoff", "free-kick")


def due_card(t: Table, f: Foul) -> Asks:
    """The foul card after the play: offender, yards, basis."""
    if not f.due:
        return
    card = yield from draw(t, "foul")
    if f.due == "kick":
        f.yards = ten_or_fifteen(card)
        return
    other = 1 - f.ball
    red = is_red(card)
    f.by = f.ball if red else other
    if f.due == "yardage":
        f.basis, f.yards, f.afd = "PREV", 10 if red else 5, not red
    elif f.due == "run":
        f.basis, f.yards, f.afd = ("SPOT", ten_or_fifteen(card), False) if red else black_run(card)
    elif red:
        f.basis, f.yards = "PREV", ten_or_fifteen(card)
    else:
        f.basis = "END"
        f.yards = 15 if heavy(card) else 5
        f.afd = f.due == "handoff" or value(card) > 5


def black_run(card: str) -> tuple[str, int, bool]:
    """CB-34.5, CB-37.6."""
    return ("END", 15, True) if heavy(card) else ("END", 5, False)


def back(y: int, yards: int) -> int:
    """CB-40.10, CB-40.14: toward the own goal line, at most half the distance."""
    if y <= 0:
        return 1
    return y - min(yards, y // 2)


def forward(y: int, yards: int) -> int:
    """Toward the other goal line, at most half the distance."""
    return y + min(yards, (100 - y) // 2)


def settle(t: Table, r: Result) -> Asks:
    """CB-40.3, CB-40.13: what becomes of the play; ("stands", r) or ("ball"/"repeat"/"rekick", ...)."""
    f = t.p.foul
    if f is None:
        return "stands", r
    yield from due_card(t, f)
    offended = 1 - f.by
    if r.end == "touchdown" and r.team == offended:
        f.answer = "scored"
        t.note("foul against the scoring team's opponents")
        return "stands", r
    key = yield from choose(offended, "penalty", ("accept", "decline"))
    f.answer = key
    t.note(f"{f.basis} foul {key}, {t.p.kind}")
    if key == "decline":
        return "stands", r
    return enforce(t, r, f)


def end_spot(t: Table, team: int, r: Result) -> int:
    """Where `team`'s own carrying ended, in its yards: dead ball, touchback, or where it lost the ball."""
    if r.team == team:
        if r.end == "touchback":
            return 20
        return 100 if r.end == "touchdown" else 0 if r.end == "safety" else r.y
    return t.p.lost.get(team, 0)


def enforce(t: Table, r: Result, f: Foul) -> tuple[str, object]:
    """CB-40.4 to CB-40.20 for an accepted foul: ("repeat", x, afd), ("ball", team, y) or ("rekick", spot)."""
    if f.basis == "PREV":
        x = back(t.x, f.yards) if f.by == t.off else forward(t.x, f.yards)
        return "repeat", (x, f.afd)
    if f.basis == "DPI":
        return "repeat", (f.spot, True)
    if f.basis == "LOOSE":
        return enforce_loose(t, r, f)
    if f.basis == "SPOT":
        y = back(min(f.spot, max(end_spot(t, f.ball, r), min(f.spot, 0))), f.yards)
    elif f.by == t.off and t.p.kind in (*KICKS, "punt") and r.team == t.off:
        if t.p.kind == "punt":
            return "repeat", (back(t.x, f.yards), False)
        return "rekick", back(t.kick_spot, f.yards)
    else:
        y = forward(end_base(t, r, f), f.yards)
    if f.ball == t.off and t.p.kind == "scrimmage" and not f.changed:
        return "repeat", (y, f.afd)
    if f.ball == t.off and t.p.kind in ("punt", "field-goal") and not f.changed:
        return "stays", Result("ball", f.ball, y)
    return "ball", (f.ball, y)


def end_base(t: Table, r: Result, f: Foul) -> int:
    """CB-40.5, CB-40.11, CB-40.17, CB-40.20: where the yards of an END foul are counted from."""
    scrimmage = f.ball == t.off and not f.changed and t.p.kind == "scrimmage"
    if r.team == f.ball and r.end == "safety":
        return t.x if scrimmage else 0
    y = t.x if r.end == "incomplete" else end_spot(t, f.ball, r)
    return max(y, t.x) if scrimmage else y


def enforce_loose(t: Table, r: Result, f: Foul) -> tuple[str, object]:
    """CB-40.8: possession does not change and the down counts."""
    assert t.p.recovered is not None
    winner, spot = t.p.recovered
    if winner == f.by:
        spot = 20 if r.end == "touchback" else min(spot, 100)
        return "stays", Result("ball", winner, back(spot, f.yards))
    base = end_spot(t, winner, r)
    from_line = t.p.kind == "scrimmage" or (r.end == "safety" and t.p.kind not in KICKS)
    if winner == t.off and from_line and not t.p.changed:
        base = max(base, t.x)
    return "stays", Result("ball", winner, forward(base, f.yards))
