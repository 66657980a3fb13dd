"""Sections 20 to 24 and 28: snap, blocking patterns, the blocking phase, the defense's turns."""

from __future__ import annotations

from tests.games.cardbowl.referee.adjusting import line_names, line_of
from tests.games.cardbowl.referee.basics import (
    BLACK,
    RED,
    Asks,
    Foul,
    Man,
    Table,
    Want,
    choose,
    draw,
    face,
    is_red,
    plain,
    value,
)
from tests.games.cardbowl.referee.lineup import NEIGHBOURS

INSIDE = ("IL", "M", "IR")


def snap(t: Table) -> Asks:
    """Section 22: None when the play goes on, else how it stopped."""
    card = yield from draw(t, "snap")
    if card == BLACK:
        foul = yield from draw(t, "foul")
        if not is_red(foul):
            t.p.foul = Foul("PREV", t.deff, 5, ball=t.off)
            t.note("offside")
            return None
        return (yield from flag(t, foul))
    if card != RED:
        return None
    second = yield from draw(t, "snap")
    gun = t.p.stance == "G"
    if second != BLACK and value(second) <= (5 if gun else 2):
        behind = value(second)
        if gun:
            card = yield from plain(t, "fumble distance")
            behind = value(card)
        t.note("snap fumbled")
        return behind
    if t.options["single_joker"]:
        return None
    return (yield from flag(t, second))


def flag(t: Table, card: str) -> Asks:
    """CB-22.4, CB-22.5: a dead-ball foul; delay of game may be bought off."""
    t.note("dead-ball foul")
    if face(card) and t.timeouts[t.off]:
        key = yield from choose(t.off, "delay", ("timeout", "penalty"))
        if key == "timeout":
            t.timeouts[t.off] -= 1
            return "timeout"
    return "foul"


def make_lanes(t: Table) -> None:
    """CB-42.5, CB-18.4: lanes and ends, fixed at the snap."""
    line = line_of(t)
    t.p.cols = [m.col for m in line]
    for n, m in enumerate(line):
        m.lane = n
    line[0].end, line[-1].end = "L", "R"
    for m in t.p.defense:
        m.reach = m.slot
    t.p.in_off = dict.fromkeys(range(len(line)), 0)
    t.p.in_def = dict.fromkeys(range(len(line)), 0)


def facing(t: Table, m: Man) -> str:
    """CB-18.4: the TE this end faces, if any."""
    end = "TE" + m.end
    if not m.end or m.lane < 0 or abs(t.p.cols[m.lane]) < 5 or end not in {o.slot for o in t.p.offense}:
        return ""
    return end if lane_side(t.p.cols[m.lane]) == m.end else ""


def assign(t: Table) -> Asks:
    """CB-23.1 to CB-23.4, CB-23.13."""
    blockers = {m.slot: m for m in t.p.offense if m.kind in ("OL", "TE")}
    for slot in line_names():
        if slot not in blockers:
            continue
        m = blockers[slot]
        key = yield from choose(t.off, "assign", {*blocks(t, m), f"{slot}>none", "fill"})
        if key == "fill":
            rest = yield Want("fill", "assign", None, t.off)
            names = line_names()
            for name in names[names.index(slot) :]:
                if name in blockers:
                    lane = rest[name]
                    man = blockers[name]
                    assert lane < 0 or f"{name}>lane{lane + 1}" in blocks(t, man), f"{name} to {lane}"
                    join(t, man, lane)
            return
        join(t, m, -1 if key.endswith("none") else blocks(t, m)[key])


def blocks(t: Table, m: Man) -> dict[str, int]:
    """The lanes this blocker may be assigned to."""
    reach = 5 if m.slot in ("LG", "RG") else 3
    found = {}
    for n, col in enumerate(t.p.cols):
        away = abs(m.col - col)
        linemen = sum(other.kind == "OL" and other.lane == n for other in t.p.offense if other is not m)
        if m.kind == "OL" and linemen == 3:
            continue  # CB-23.13
        if away <= reach and (away <= 1 or t.p.in_off[n] < 2):
            found[f"{m.slot}>lane{n + 1}"] = n
    return found


def join(t: Table, m: Man, lane: int) -> None:
    """A blocker takes his lane."""
    m.lane = lane
    if lane >= 0 and (m.kind == "RB" or abs(m.col - t.p.cols[lane]) > 1):
        t.p.in_off[lane] += 1


def backs_up(t: Table) -> Asks:
    """CB-23.8."""
    while True:
        keys: dict[str, tuple[Man, int]] = {}
        for m in t.p.offense:
            if m.kind == "RB" and m.lane < 0:
                keys |= {f"{m.slot}>lane{n + 1}": (m, n) for n in t.p.in_off if t.p.in_off[n] < 2}
        if not keys:
            return
        key = yield from choose(t.off, "backs", {"done", *keys})
        if key == "done":
            return
        t.note("back steps up in the pattern")
        join(t, *keys[key])


def lane_side(col: int) -> str:
    """CB-42.10."""
    return "L" if col < 0 else "R" if col > 0 else "C"


def in_range(t: Table, reach: str, target: Man | int) -> bool:
    """The table of 42d: `target` is a lane or a receiver."""
    if isinstance(target, int):
        if reach in INSIDE:
            return True
        return reach[0] == "O" and lane_side(t.p.cols[target]) in (reach[1], "C")
    if target.kind == "TE":
        return reach in INSIDE or reach[1] == target.side
    if target.kind == "WR":
        return reach not in INSIDE and reach[1] == target.side
    return reach in INSIDE or (reach[0] == "O" and reach[1] == target.side)


def on_line(t: Table) -> int:
    """CB-23.12."""
    return sum(m.lane >= 0 for m in t.p.defense)


def coverable(t: Table) -> list[Man]:
    """CB-21.9."""
    return [m for m in t.p.offense if m.kind in ("TE", "WR") or (m.kind == "RB" and m.released)]


Moves = dict[str, tuple[Man, str]]


def defense_moves(t: Table, phase: str) -> Moves:
    """What each card that has not acted in this turn may do."""
    keys: Moves = {}
    for m in t.p.defense:
        if m.acted:
            continue
        if m.lane >= 0:
            keys |= ways_back(t, m, phase)
        elif m.slot:
            keys |= commitments(t, m)
            keys |= {f"{m.name}>{slot}": (m, slot) for slot in NEIGHBOURS[m.slot]}
    return keys


def ways_back(t: Table, m: Man, phase: str) -> Moves:
    """CB-23.7, CB-23.9, CB-24.5 to CB-24.7: out of a lane, three staying there."""
    if phase == "answer" or m.up or on_line(t) <= 3:
        return {}
    keys: Moves = {}
    if {"pattern-1": not m.home, "pattern-2": bool(m.home or m.end), "blocking": True}[phase]:
        keys[f"{m.name}>back"] = (m, "back")
    end = next((o for o in t.p.offense if o.slot == facing(t, m)), None)
    if phase == "blocking" and end and not end.up:
        keys[f"{m.name}>cover"] = (m, "cover")
    elif phase == "blocking" and end:  # the book: with the cornerback on a wide man, or on a back, at once
        own = [o for o in coverable(t) if o.kind in ("WR", "RB") and o.side == end.side]
        keys |= {f"{m.name}>{o.slot}": (m, o.slot) for o in own}
    return keys


def commitments(t: Table, m: Man) -> Moves:
    """CB-21.1: the match-ups within range."""
    keys: Moves = {}
    for n in range(len(t.p.cols)):
        if in_range(t, m.reach, n) and t.p.in_def[n] < 2:
            keys[f"{m.name}>lane{n + 1}"] = (m, f"lane{n}")
    for o in coverable(t):
        if in_range(t, m.reach, o):
            keys[f"{m.name}>{o.slot}"] = (m, o.slot)
    return keys


def defend(t: Table, phase: str) -> Asks:
    """CB-23.7, CB-23.9, CB-24.4 to CB-24.11, CB-28.4: any number of moves, each card once."""
    for m in t.p.defense:
        m.acted = False
    if phase in ("blocking", "answer"):
        t.p.in_def = dict.fromkeys(t.p.in_def, 0)
    while True:
        keys = defense_moves(t, phase)
        key = yield from choose(t.deff, phase, {"done", *keys})
        if key == "done":
            return
        m, target = keys[key]
        m.acted = True
        move(t, m, target, phase)


def fix_ranges(t: Table) -> None:
    """CB-21.7: a new slot's range is in force from the offense's next turn."""
    for m in t.p.defense:
        if m.slot:
            m.reach = m.slot


def move(t: Table, m: Man, target: str, phase: str) -> None:
    """One defensive card moves."""
    t.note(
        f"{phase}: {target.rstrip('0123456789')}" if target[:2] in ("ba", "co", "la") else f"{phase}: other"
    )
    if target == "back":
        m.slot = drop_slot(t, m)
        m.reach, m.lane, m.home = m.slot, -1, ""
    elif target == "cover":
        m.on, m.lane = facing(t, m), -1
    elif target.startswith("lane"):
        lane = int(target[4:])
        m.home, m.slot, m.lane = m.slot, "", lane
        t.p.in_def[lane] += 1
        m.up = phase in ("blocking", "answer")
    elif target in NEIGHBOURS:
        m.slot = target
    else:
        o = next(o for o in t.p.offense if o.slot == target)
        m.on, m.slot, m.lane = target, "", -1
        m.up = o.up


def drop_slot(t: Table, m: Man) -> str:
    """CB-23.7, CB-24.7: a line card straight back, an LB where he came from."""
    if m.home:
        return m.home
    if m.end:
        return "O" + m.end
    col = t.p.cols[m.lane]
    return "IL" if col < 0 else "IR" if col > 0 else "M"


def reveal_offense(t: Table) -> Asks:
    """CB-24.1, CB-24.2."""
    fix_ranges(t)
    for m in t.p.offense:
        if m.kind == "OL" or (m.kind == "RB" and m.lane >= 0):
            m.up = True
    for m in t.p.offense:
        if m.kind == "TE" and m.lane >= 0:
            key = yield from choose(t.off, "tight-end", ("block", "stay"))
            if key == "block":
                m.up = True
            else:
                m.lane = -1


def reveal_defense(t: Table) -> None:
    """CB-24.4, CB-24.11: lanes up, and cover on a TE who is up."""
    t.p.line_up = True
    ups = {o.slot for o in t.p.offense if o.up}
    for m in t.p.defense:
        if m.lane >= 0 or (m.on and m.on in ups):
            m.up = True
