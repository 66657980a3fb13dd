"""The starter's defence: aligns to the formation, reads the QB card, blitzes and covers by count."""

from __future__ import annotations

from random import Random

from fieldhouse.games.cardbowl.attack import known
from fieldhouse.games.cardbowl.cards import VALUE, half
from fieldhouse.games.cardbowl.formations import BACKERS, SAFETIES
from fieldhouse.games.cardbowl.ranges import is_free
from fieldhouse.games.cardbowl.state import Piece, State, piece
from fieldhouse.kernel.requests import Choose


def alignment(s: State, request: Choose, rng: Random) -> str:
    """More wide receivers, more cornerbacks; near the goal line a bigger line."""
    wide = sum(slot.startswith("W") for slot in s.play.slots)
    if wide >= 4:
        names = ["dime", "nickel-4-2"]
    elif wide == 3:
        names = ["nickel-4-2", "nickel-3-3", "4-3"]
    elif wide <= 1:
        names = ["5-3-bear", "4-4", "5-2"]
    else:
        names = ["4-3", "4-4", "3-4"]
    fit = [name for name in names if name in request.menu]
    return rng.choice(fit or list(request.keys))


def lane_need(s: State, n: int) -> float:
    """Offence less defence in a lane as the defence knows it, the QB left out."""
    ours = sum(_blocker(o) for o in s.play.offence if o.lane == n)
    theirs = sum(VALUE[d.card] for d in s.play.defence if d.lane == n)
    return ours - theirs


def _blocker(o: Piece) -> int:
    value = known(o, mine=False)
    return half(value) if o.kind == "RB" else value


def turn(s: State, request: Choose, stage: str, rng: Random) -> str:
    """One small move, or done."""
    free = [d for d in s.play.defence if is_free(d)]
    backers = [d for d in free if d.at in BACKERS]
    qb = VALUE[s.play.offence[0].card]
    if stage in ("pattern-1", "pattern-2"):
        return pattern(s, request, backers, qb)
    if stage == "blocking":
        return rush_by_count(s, request, backers, qb)
    return help_cover(s, request, free, qb)


def pattern(s: State, request: Choose, backers: list[Piece], qb: int) -> str:
    """A low QB means a run: put a linebacker where three blockers stand."""
    if len(backers) <= 1:
        return "done"
    for n in range(len(s.play.lanes)):
        blockers = sum(o.lane == n for o in s.play.offence)
        held = sum(d.lane == n for d in s.play.defence)
        if blockers >= 3 and held <= 1 and (qb <= 11 or blockers > 3):
            strong = sorted(backers, key=lambda d: -VALUE[d.card])[1:]
            for d in strong:
                if f"{d.name}>lane{n + 1}" in request.menu:
                    return f"{d.name}>lane{n + 1}"
    return "done"


def rush_by_count(s: State, request: Choose, backers: list[Piece], qb: int) -> str:
    """Blitz where the count makes a threat of four or more, and keep one linebacker free."""
    if len(backers) <= 1:
        return "done"
    spare = sorted(backers, key=lambda d: VALUE[d.card])[: len(backers) - 1]
    best, most = "done", 3.0
    for d in spare:
        for n in range(len(s.play.lanes)):
            key = f"{d.name}>lane{n + 1}"
            margin = VALUE[d.card] - lane_need(s, n) - qb
            if key in request.menu and margin > most:
                best, most = key, margin
    return best


def help_cover(s: State, request: Choose, free: list[Piece], qb: int) -> str:
    """Double a strong receiver who beats his man, with a card that is not the last one."""
    if len(free) <= 2 or qb < 8:
        return "done"
    for o in s.play.offence:
        if not o.up or o.kind not in ("WR", "TE"):
            continue
        cover = sum(VALUE[d.card] for d in s.play.defence if d.cover == o.name)
        if VALUE[o.card] - cover < 0 or cover > 14:
            continue
        near = [d for d in free if f"{d.name}>{o.name}" in request.menu]
        if near:
            d = max(near, key=lambda d: (d.at in SAFETIES, VALUE[d.card]))
            return f"{d.name}>{o.name}"
    return "done"


def highest(s: State, request: Choose) -> str:
    """The highest card on offer, else the first key (none, done)."""
    names = [key for key in request.keys if key not in ("none", "done")]
    if not names:
        return request.keys[0]
    return max(names, key=lambda name: VALUE[piece(s.play.defence, name).card])
