"""Section 19: motion and the defense's answer to it."""

from __future__ import annotations

from tests.games.cardbowl.referee.basics import Asks, Man, Table, choose
from tests.games.cardbowl.referee.lineup import ENDS, LINE, NEIGHBOURS, motions, reach_of_line, side_of


def motion(t: Table) -> Asks:
    """CB-19.1, CB-19.5."""
    known = motions(t)
    key = yield from choose(t.off, "motion", {"none", *known})
    if key == "none":
        return
    old, new = known[key]
    mover = next(m for m in t.p.offense if m.slot == old)
    stray = [m for m in t.p.defense if m.on == old]
    for m in stray:
        m.on = "?"  # while the others are renumbered
    renumber(t, mover, old)
    mover.slot, mover.side = new, side_of(new)
    mover.kind = "TE" if new in ENDS else "RB" if new[0] == "B" else "WR"
    mover.col = ENDS.get(new, 0)
    deep = "S" + side_of(old)
    for m in stray:  # they go with him; a back is left to the others
        m.on, m.slot = ("", deep) if mover.kind == "RB" else (new, "")
    yield from adjust(t, mover, stray, deep)
    close_line(t)


def renumber(t: Table, mover: Man, old: str) -> None:
    """The WRs left behind close up and keep their covering cards."""
    if old[0] != "W":
        return
    stay = sorted(m.slot for m in t.p.offense if m.slot[:2] == old[:2] and m is not mover)
    for n, slot in enumerate(stay, 1):
        name = f"{old[:2]}{n}"
        for m in t.p.offense:
            if m.slot == slot and m is not mover:
                m.slot = name
                break
        for d in t.p.defense:
            if d.on == slot:
                d.on = name


def line_of(t: Table) -> list[Man]:
    """Line cards from the left."""
    return sorted((m for m in t.p.defense if m.lane >= 0), key=lambda m: m.col)


def straight_back(t: Table, m: Man, line: list[Man]) -> str:
    """CB-23.7: DE to the OLB of his side, DT inside."""
    if m is line[0]:
        return "OL"
    if m is line[-1]:
        return "OR"
    return "IL" if m.col < 0 else "IR" if m.col > 0 else "M"


def shoulder(t: Table, mover: Man, line: list[Man]) -> tuple[Man, int] | None:
    """CB-19.2 (c): the nearest end and the outside shoulder of a new TE."""
    if mover.kind != "TE":
        return None
    end = line[0] if mover.side == "L" else line[-1]
    return end, (-7 if mover.side == "L" else 7)


def adjust(t: Table, mover: Man, stray: list[Man], deep: str) -> Asks:
    """CB-19.2: any of the four, each card once, one card on or off the line."""
    done: list[Man] = []
    crossed = False
    while True:
        keys = adjustments(t, mover, stray, done, deep, crossed=crossed)
        key = yield from choose(t.deff, "adjust", {"done", *keys})
        if key == "done":
            return
        t.note("adjustment")
        m, target = keys[key]
        done.append(m)
        if target == "back":
            m.slot, m.lane, crossed = straight_back(t, m, line_of(t)), -1, True
        elif isinstance(target, int):
            if m.lane < 0:
                m.slot, m.lane, crossed = "", 0, True
            m.col = target
        else:
            m.slot, m.on = target, ""


Keys = dict[str, tuple[Man, int | str]]


def adjustments(t: Table, mover: Man, stray: list[Man], done: list[Man], deep: str, *, crossed: bool) -> Keys:
    """Every legal key with who and where."""
    line = line_of(t)
    keys: Keys = {}
    for m in t.p.defense:
        if m in done:
            continue
        if m.lane >= 0:
            keys |= line_shifts(t, m, back=not crossed and len(line) > 3)
        elif m in stray:
            if m.on:
                keys[f"{m.name}>{deep}"] = (m, deep)
        elif m.slot:
            keys |= slot_shifts(t, m, up=not crossed and m.slot[0] != "S")
    wanted = shoulder(t, mover, line)
    if wanted and wanted[0] not in done and wanted[0].col != wanted[1] and free(t, *wanted):
        keys[f"{wanted[0].name}>{wanted[1]:+d}"] = wanted
    return keys


def free(t: Table, m: Man, col: int) -> bool:
    """CB-42.3: may he stand in that column?"""
    low, high = reach_of_line(t)
    return low <= col <= high and all(abs(col - o.col) >= 2 for o in line_of(t) if o is not m)


def line_shifts(t: Table, m: Man, *, back: bool) -> Keys:
    """CB-19.2 (a), (b) for a card on the line."""
    cols = [col for col in range(m.col - 2, m.col + 3) if col != m.col and free(t, m, col)]
    keys: Keys = {f"{m.name}>{col:+d}": (m, col) for col in cols}
    if back:
        keys[f"{m.name}>back"] = (m, "back")
    return keys


def slot_shifts(t: Table, m: Man, *, up: bool) -> Keys:
    """CB-19.2 (d), (b) for a card behind it."""
    keys: Keys = {f"{m.name}>{slot}": (m, slot) for slot in NEIGHBOURS[m.slot]}
    low, high = reach_of_line(t)
    if up:
        keys |= {f"{m.name}>{col:+d}": (m, col) for col in range(low, high + 1) if free(t, m, col)}
    return keys


def close_line(t: Table) -> None:
    """Section 49 on CB-19.5: a line left illegal closes up by itself."""
    low, high = reach_of_line(t)
    while True:
        line = line_of(t)
        cols = [m.col for m in line]
        left, right = cols[0] < low, cols[-1] > high
        if not left and not right:
            return
        if left:
            cols[0] = low
            for n in range(1, len(cols)):
                cols[n] = max(cols[n], cols[n - 1] + 2)
        else:
            cols[-1] = high
            for n in range(len(cols) - 2, -1, -1):
                cols[n] = min(cols[n], cols[n + 1] - 2)
        if cols[0] >= low and cols[-1] <= high:
            for m, col in zip(line, cols, strict=True):
                m.col = col
            t.note("line closed up")
            return
        m = line[0] if left else line[-1]
        m.slot, m.lane = straight_back(t, m, line), -1
        t.note("end pushed off the line")


def line_names() -> tuple[str, ...]:
    """The blockers from the left."""
    return ("TEL", *LINE, "TER")
