"""Sections 25 to 32: pass rush, developing play, executions on the ground."""

from __future__ import annotations

from itertools import combinations

from tests.games.cardbowl.referee.basics import (
    BLACK,
    RED,
    Asks,
    Foul,
    Man,
    Result,
    Table,
    choose,
    draw,
    face,
    ru,
    value,
)
from tests.games.cardbowl.referee.line import defend, fix_ranges, in_range, join, lane_side
from tests.games.cardbowl.referee.running import Pursuit, dead, loose, open_field, suit_rule


def man(t: Table, slot: str) -> Man:
    """The offensive card in that slot."""
    return next(m for m in t.p.offense if m.slot == slot)


def offensive_worth(m: Man) -> int:
    """Linemen and TEs full, blocking backs half."""
    return m.half if m.kind == "RB" else m.worth


def lane_values(t: Table, lanes: tuple[int, ...]) -> tuple[int, int]:
    """What stands in these lanes."""
    o = sum(offensive_worth(m) for m in t.p.offense if m.lane in lanes)
    d = sum(m.worth for m in t.p.defense if m.lane in lanes)
    return o, d


def all_ways(t: Table) -> list[tuple[int, ...]]:
    """Every lane and every pair of neighbours."""
    n = len(t.p.cols)
    return [(a,) for a in range(n)] + [(a, a + 1) for a in range(n - 1)]


def way_name(way: tuple[int, ...]) -> str:
    """lane2 or lane2-3."""
    return "lane" + "-".join(str(n + 1) for n in way)


def threats(t: Table) -> list[tuple[int, int]]:
    """CB-25.2 to CB-25.4: (PR, PP) in the order of the draws."""
    found = []
    qb = man(t, "QB").worth
    for way in all_ways(t):
        o, d = lane_values(t, way)
        if d > o + qb:
            found.append((-(d - o - qb), len(way), way, d, o + qb))
    kept: list[tuple[int, int]] = []
    used: set[int] = set()
    for _, _, way, rush, protection in sorted(found):
        if not used & set(way):
            used |= set(way)
            kept.append((rush, protection))
    return kept


def automatic(t: Table) -> bool:
    """CB-25.8."""
    return any(rush - protection > 13 for rush, protection in threats(t))


def protect(t: Table) -> Asks:
    """CB-25.6 to CB-25.11: the result of a sack or fumble, or None; returns the worst pressure too."""
    worst = 0
    for rush, protection in threats(t):
        card = yield from draw(t, "sack")
        if card == BLACK:
            t.p.foul = Foul("PREV", t.off, 10, ball=t.off)
            t.note("holding in protection")
            card = yield from draw(t, "sack")
        if card == RED:
            t.note("QB fumbles")
            ended = yield from loose(t, t.off, t.x - (rush + 3 - protection))
            return ended, 0
        slack = protection + value(card) - rush
        if slack <= 0:
            t.note("sack")
            t.p.call = "sack"
            return dead(t, t.off, t.x + slack - 3, safe=False), 0
        worst = max(worst, 7 - slack)
        t.note("protected")
    return None, worst


def free_backs(t: Table) -> list[Man]:
    """Backs who have neither stepped up nor been released."""
    return [m for m in t.p.offense if m.kind == "RB" and m.lane < 0 and not m.released]


def groups(t: Table, carrier: Man) -> dict[str, list[Man]]:
    """CB-35.2: side groups by name."""
    found: dict[str, list[Man]] = {}
    for side in "LR":
        here = [m for m in t.p.offense if m.side == side and m is not carrier]
        wide = [m for m in here if m.kind == "WR" and not m.up]
        out = [m for m in here if m.kind == "RB" and m.released]
        for count in (0, 1, 2):
            for some in combinations(wide, count):
                for back in [None, *out] if count < 2 else [None]:
                    members = [*some, *([back] if back else [])]
                    if members:
                        found["+".join(sorted(m.slot for m in members))] = members
    return found


def executions(t: Table, *, up: bool) -> list[str]:
    """CB-29.4: everything that may be run now; `up` at the end of a turn (face-up targets only)."""
    ways = [way_name(way) for way in all_ways(t)]
    keys = [f"scramble:{way}" for way in ways]
    for m in t.p.offense:
        if m.kind not in ("TE", "WR", "RB") or (up and not m.up) or (m.kind == "RB" and m.lane >= 0):
            continue
        centre = m.kind == "RB" and m.side == "C"
        keys += [f"pass:{m.slot}:L", f"pass:{m.slot}:R"] if centre else [f"pass:{m.slot}"]
        if m.kind == "RB" and not m.released:
            keys += [f"rush:{m.slot}:{way}" for way in ways]
            keys += [f"screen:{m.slot}:{way}" for way in [*ways, *groups(t, m)]]
            keys += laterals(t, m)
    return keys


def laterals(t: Table, m: Man) -> list[str]:
    """CB-36.1, CB-36.4: a centre back names his side where the lane has none."""
    keys = [f"lateral:{m.slot}:{name}" for name in groups(t, m)]
    for way in all_ways(t):
        key = f"lateral:{m.slot}:{way_name(way)}"
        if m.side == "C" and sum(t.p.cols[n] for n in way) == 0:
            keys += [key + ":L", key + ":R"]
        else:
            keys.append(key)
    return keys


def developing(t: Table) -> Asks:
    """Section 28: turns until a play is executed or the QB goes down; the key of the play or a result."""
    k = 0
    while True:
        k += 1
        fix_ranges(t)
        key = yield from check(t, k)
        if key != "protect":
            return key
        ended, pressure = yield from protect(t)
        if ended:
            return ended
        t.p.pressure, t.p.passed = pressure, k
        yield from action(t)
        yield from defend(t, "answer")
        key = yield from choose(t.off, "end-turn", {"go", *executions(t, up=True)})
        if key != "go":
            t.note("executed at the end of a turn")
            return key


def check(t: Table, k: int) -> Asks:
    """CB-25.1, CB-25.6, CB-25.8, CB-27.3: helpers, then a play or protection."""
    helped: set[int] = set()
    while True:
        keys = set() if automatic(t) else set(executions(t, up=False))
        if actions(t) or automatic(t):
            keys.add("protect")
        help_keys = helpers(t, helped)
        key = yield from choose(t.off, "check", keys | set(help_keys))
        if not key.startswith("help"):
            if key != "protect":
                t.note("executed at the start of a turn")
                if k == 1:
                    t.p.first = True
            return key
        t.note("shotgun helper")
        m, lane = help_keys[key]
        m.lane, m.up = lane, True
        helped.add(lane)


def helpers(t: Table, helped: set[int]) -> dict[str, tuple[Man, int]]:
    """CB-27.3."""
    found: dict[str, tuple[Man, int]] = {}
    if t.p.stance != "G":
        return found
    for m in free_backs(t):
        for n, col in enumerate(t.p.cols):
            if lane_side(col) in (m.side, "C") and n not in helped:
                found[f"help:{m.slot}:lane{n + 1}"] = (m, n)
    return found


def actions(t: Table) -> dict[str, tuple[Man, str]]:
    """CB-28.2."""
    found = {}
    for m in t.p.offense:
        if m.kind in ("TE", "WR") and not m.up:
            found[f"reveal:{m.slot}"] = (m, "reveal")
    for m in free_backs(t):
        if not m.up:
            found[f"reveal:{m.slot}"] = (m, "reveal")
        for side in ("L", "R") if m.side == "C" else ("",):
            found[f"release:{m.slot}" + (f":{side}" if side else "")] = (m, "release" + side)
        for n in range(len(t.p.cols)):
            found[f"step:{m.slot}:lane{n + 1}"] = (m, f"lane{n}")
        if m.side != "C" and not m.switched:
            found[f"switch:{m.slot}"] = (m, "switch")
    return found


def action(t: Table) -> Asks:
    """One card moves or is turned."""
    keys = actions(t)
    key = yield from choose(t.off, "action", keys)
    m, what = keys[key]
    t.note("action " + key.split(":")[0])
    if what == "switch":
        m.switched, m.side = True, "R" if m.side == "L" else "L"
        return
    m.up = True
    if what.startswith("lane"):
        join(t, m, int(what[4:]))
    elif what.startswith("release"):
        m.released = True
        m.side = what[7:] or m.side
    for d in t.p.defense:
        if d.on == m.slot:
            d.up = True


def extra_card(t: Table, targets: list[Man | int]) -> Asks:
    """CB-30.6, CB-33.4, CB-35.10: one uncommitted card within range, or none."""
    found = {m.name: m for m in t.p.defense if m.slot and any(in_range(t, m.reach, x) for x in targets)}
    if not found:
        return 0
    key = yield from choose(t.deff, "extra", {"none", *found})
    if key == "none":
        return 0
    found[key].up = True
    return found[key].worth


def defensive_draws(t: Table, n: int) -> Asks:
    """CB-30.7 to CB-30.9: the cards, and whether the red joker fell."""
    cards: list[str] = []
    fumbled = False
    while len(cards) < n:
        card = yield from draw(t, "defensive")
        if card == RED:
            fumbled = True
        elif card == BLACK:
            t.p.foul = Foul("rush", ball=t.off, due="defensive")
            t.note("foul in the defensive draws")
        else:
            cards.append(card)
    return cards, fumbled


def loss(o: int, d: int, cards: list[str], part: int, most: int) -> int:
    """CB-30.12 and its likes."""
    return min(sum(map(face, cards)), -ru(o - d, part), most)


def sneak(t: Table, way: tuple[int, ...]) -> Asks:
    """Section 31."""
    t.note("sneak")
    o, d = lane_values(t, way)
    o += man(t, "QB").worth
    cards, fumbled = yield from defensive_draws(t, 2)
    d += sum(map(value, cards))
    gain = ru(o - d, 4) if o >= d else -loss(o, d, cards, 4, 1)
    return (yield from end_of_run(t, gain, fumbled=fumbled))


def end_of_run(t: Table, gain: int, *, fumbled: bool, n: int = 0, pursuit: Pursuit | None = None) -> Asks:
    """CB-30.8, CB-30.15: touchdown, fumble, open field or down."""
    y = t.x + gain
    if y >= 100:
        return Result("touchdown", t.off)
    if fumbled:
        t.note("fumble at the end of a run")
        return (yield from loose(t, t.off, y))
    return (yield from open_field(t, t.off, y, n, pursuit))


def scramble(t: Table, way: tuple[int, ...]) -> Asks:
    """Section 32."""
    t.note("scramble")
    o, d = lane_values(t, way)
    o += man(t, "QB").worth
    d += yield from extra_card(t, list(way))
    cards, fumbled = yield from defensive_draws(t, 2)
    d += sum(map(value, cards))
    gain = ru(o - d, 2) if o >= d else -loss(o, d, cards, 2, 6)
    if end_side(t, way) and not fumbled and t.x + gain < 100:
        key = yield from choose(t.off, "scramble-out", ("stay", "out"))
        if key == "out":
            t.note("scramble out of bounds")
            t.p.stops = t.p.late
            return dead(t, t.off, t.x + gain - 2, safe=False)
    return (yield from end_of_run(t, gain, fumbled=fumbled))


def end_side(t: Table, way: tuple[int, ...]) -> str:
    """CB-30.14: the side of a run around an end, else nothing."""
    if way == (0,):
        return "L"
    return "R" if way == (len(t.p.cols) - 1,) else ""


def ground_gain(o: int, d: int, cards: list[str]) -> int:
    """CB-30.11, CB-30.12."""
    return ru(o - d, 2) if o >= d else -loss(o, d, cards, 2, 99)


def rush(t: Table, m: Man, way: tuple[int, ...]) -> Asks:
    """Section 30."""
    t.note("rush")
    m.up = True
    card = yield from draw(t, "handoff")
    if card == BLACK:
        t.p.foul = Foul("rush", ball=t.off, due="handoff")
        t.note("foul at the handoff")
        card = yield from draw(t, "handoff")
    if card == RED:
        t.note("handoff fumbled")
        cards, _ = yield from defensive_draws(t, 3)
        return (yield from loose(t, t.off, t.x - sum(map(face, cards))))
    extra = yield from extra_card(t, list(way))
    cards, fumbled = yield from defensive_draws(t, 3)
    o, d = lane_values(t, way)
    o += carried(t, m) + value(card)
    d += extra + sum(map(value, cards))
    suit_rule(t, card, m)
    n = max(0, face(card) - sum(map(face, cards))) if o > d else 0
    return (
        yield from end_of_run(
            t, ground_gain(o, d, cards), fumbled=fumbled, n=n, pursuit=Pursuit(end_side(t, way))
        )
    )


def carried(t: Table, m: Man) -> int:
    """CB-17.6, CB-30.10: the carrier counts double, in shotgun one less before that."""
    return 2 * (m.worth - (1 if t.p.stance == "G" else 0))
