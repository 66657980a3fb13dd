"""Sections 33, 35 and 36: passes, screens, laterals."""

from __future__ import annotations

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
    suit,
    value,
)
from tests.games.cardbowl.referee.line import INSIDE, facing
from tests.games.cardbowl.referee.running import Pursuit, after_catch, loose, open_field, suit_rule
from tests.games.cardbowl.referee.rush import (
    carried,
    defensive_draws,
    end_side,
    extra_card,
    ground_gain,
    groups,
    lane_values,
    man,
    offensive_worth,
    protect,
    threats,
)


class Throw:
    """One pass in the air."""

    def __init__(self, qb: int, receiver: Man) -> None:
        self.qb, self.receiver = qb, receiver
        self.cards: list[str] = []
        self.alive = True
        self.intercepted = False
        self.interfered = False

    def offense(self) -> int:
        """CB-33.24."""
        return self.qb + self.receiver.worth + sum(map(value, self.cards))


def interception(t: Table, x: int) -> Asks:
    """CB-33.23: `x` in the offense's yards."""
    if x > 110:
        return Result("incomplete", t.off)
    t.p.changed = True
    t.p.lost[t.off] = x
    t.note("interception")
    if t.p.kind == "try":
        return Result("try-failed", t.deff)
    if x - t.x > 25:
        t.p.long = True
    y = 100 - x
    if x <= 0:
        return Result("touchdown", t.deff)
    if x >= 100:
        key = yield from choose(t.deff, "end-zone", ("touchback", "run"))
        if key == "touchback":
            return Result("touchback", t.deff)
    ended = yield from after_catch(t, t.deff, y, None, safe=True)
    if ended.team == t.deff and (100 if ended.end == "touchdown" else ended.y) - y > 25:
        t.p.long = True
    return ended


def pass_card(t: Table, qb: int) -> Asks:
    """CB-33.5 to CB-33.8: the card, or None after the QB lost the ball; and whether test 1 holds."""
    card = yield from draw(t, "pass")
    if card == BLACK:
        t.p.foul = Foul("PREV", t.off, 5, ball=t.off)
        t.note("foul at the pass draw")
        card = yield from draw(t, "pass")
    return card, card != RED and value(card) + t.p.pressure < qb


def reception_card(t: Table) -> Asks:
    """CB-33.15 to CB-33.17: the card and whether it was intercepted."""
    taken = False
    while True:
        card = yield from draw(t, "reception")
        if card == RED:
            taken = True
        elif card == BLACK:
            t.p.foul = Foul("PREV", t.off, 10, ball=t.off)
            t.note("offensive interference")
        else:
            return card, taken


def covers(t: Table, receiver: Man, *, quick: bool) -> Asks:
    """CB-33.2, CB-33.3: the covering cards, turned up."""
    found = [m for m in t.p.defense if m.on == receiver.slot]
    if quick and receiver.kind == "TE":
        found += [m for m in t.p.defense if m.lane >= 0 and facing(t, m) == receiver.slot]
    if receiver.kind == "RB" and not found:
        hidden = [m for m in t.p.defense if not m.up]
        able = {m.name: m for m in hidden if automatic_cover(t, m, receiver.side, quick=quick)}
        if able:
            key = yield from choose(t.deff, "cover-back", {"none", *able})
            if key != "none":
                t.note("automatic cover")
                found = [able[key]]
                able[key].slot = ""
                able[key].on = receiver.slot
    for m in found:
        m.up = True
    return found


def automatic_cover(t: Table, m: Man, side: str, *, quick: bool) -> bool:
    """CB-33.3: inside LB, OLB, CB or face-down DE of that side."""
    if m.lane >= 0:
        return quick and m.end == side
    if m.slot:
        return m.reach in INSIDE or m.reach == "O" + side
    if m.on:
        receiver = man(t, m.on)
        return receiver.side == side and (receiver.kind == "WR" or m.end == side)
    return False


def pass_play(t: Table, slot: str, side: str, *, quick: bool) -> Asks:
    """Section 33."""
    receiver = man(t, slot)
    receiver.up = True
    t.note(f"pass to {receiver.kind}")
    if receiver.kind == "RB":
        receiver.released, receiver.side = True, side or receiver.side
    blocking = receiver.kind == "TE" and receiver.lane >= 0
    covering = yield from covers(t, receiver, quick=quick)
    extra = yield from extra_card(t, [receiver])
    qb = man(t, "QB").worth + (1 if t.p.stance == "G" else 0)
    throw = Throw(qb, receiver)
    card, throw.alive = yield from pass_card(t, qb)
    if card == RED:
        t.note("fumble at the pass draw")
        return (yield from loose(t, t.off, t.x - 5))
    throw.cards.append(card)
    if throw.alive:
        most = 0 if quick else 1 if blocking or receiver.kind == "RB" else 999
        ended = yield from yardage(t, throw, most)
        if ended:
            return ended
        tested = throw.alive or throw.intercepted
    else:
        tested = True
    drawn = ""
    if tested:
        drawn, taken = yield from reception_card(t)
        throw.cards.append(drawn)
        throw.intercepted |= taken
        throw.alive &= value(drawn) < receiver.worth and not throw.intercepted
    return (yield from second_half(t, throw, covering, extra, drawn))


def yardage(t: Table, throw: Throw, most: int) -> Asks:
    """CB-33.9 to CB-33.14."""
    threat = bool(threats(t))
    if threat and t.p.first:
        most = min(most, 1)
    count = 0
    while throw.alive and not throw.intercepted and count < most:
        free = t.p.passed - count if threat else 99
        batches = {f"batch:{n}" for n in range(2, 13) if n <= min(free, most - count)}
        key = yield from choose(t.off, "yardage", {"stop", "draw", *batches})
        if key == "stop":
            return None
        many = 1 if key == "draw" else int(key.split(":")[1])
        if many == 1 and free < 1:
            t.note("protection during a pass")
            ended, _ = yield from protect(t)
            if ended:
                return ended
        if many > 1:
            t.note("batch")
        for _ in range(many):
            card = yield from draw(t, "yardage")
            if card == BLACK:
                t.p.foul = Foul("yardage", ball=t.off, due="yardage")
                t.note("foul at a yardage draw")
                card = yield from draw(t, "yardage")
            if card == RED:
                throw.intercepted = True
                continue
            throw.cards.append(card)
            if suit(card) == suit(throw.receiver.card):
                throw.alive = False
        count += many
    return None


def second_half(t: Table, throw: Throw, covering: list[Man], extra: int, drawn: str) -> Asks:
    """Giving up cards, the defensive draws, and what comes of it."""
    d = sum(m.worth for m in covering) + extra
    if throw.alive:
        yield from give_up(t, throw, d)
    cards: list[str] = []
    while len(cards) < 2:
        card = yield from draw(t, "coverage")
        if card == RED:
            throw.intercepted = True
        elif card == BLACK:
            throw.interfered = True
        else:
            cards.append(card)
    d += sum(map(value, cards))
    gain = throw.offense() - d
    if throw.interfered:
        interference(t, gain)
    if throw.intercepted:
        return (yield from interception(t, t.x + max(gain, -5)))
    best = max((m.worth for m in covering), default=0)
    r = throw.receiver.worth
    if throw.alive and best >= r and best + value(cards[0]) > r + value(drawn):
        t.note("broken up")
        throw.alive = False
    if not throw.alive or t.x + gain > 110:
        return Result("incomplete", t.off)
    if gain < 0:
        key = yield from choose(t.off, "throw-away", ("keep", "away"))
        if key == "away":
            t.note("thrown away")
            return Result("incomplete", t.off)
    t.note("complete")
    suit_rule(t, drawn, throw.receiver)
    if t.x + gain >= 100:
        return Result("touchdown", t.off)
    side = throw.receiver.side if throw.receiver.kind == "WR" else ""
    return (yield from after_catch(t, t.off, t.x + gain, Pursuit(side)))


def give_up(t: Table, throw: Throw, d: int) -> Asks:
    """CB-33.18, asked only where the pass could pass the goal line (section 49)."""
    while throw.cards and t.x + throw.offense() - d > 100:
        key = yield from choose(t.off, "give-up", {"done", *throw.cards})
        if key == "done":
            return
        t.note("card given up")
        throw.cards.remove(key)


def interference(t: Table, gain: int) -> None:
    """CB-33.22."""
    t.note("interference")
    if t.x + gain > 110:
        return
    if gain < 0:
        t.p.foul = Foul("PREV", t.deff, 5, ball=t.off)
    else:
        t.p.foul = Foul("DPI", t.deff, 0, afd=True, ball=t.off, spot=min(99, t.x + gain))


def group_of(t: Table, carrier: Man, name: str) -> tuple[list[Man | int], list[Man], str]:
    """What extra cards must reach, the members (a side group), and the side of an end or side play."""
    if not name.startswith("lane"):
        members = groups(t, carrier)[name]
        return list(members), members, members[0].side
    way = way_of(name)
    return list(way), [], end_side(t, way)


def way_of(name: str) -> tuple[int, ...]:
    """lane2-3 as indices."""
    return tuple(int(n) - 1 for n in name[4:].split("-"))


def behind_blocks(t: Table, carrier: Man, name: str) -> tuple[int, int]:
    """O and D of the blocking group."""
    if name.startswith("lane"):
        return lane_values(t, way_of(name))
    members = groups(t, carrier)[name]
    slots = {m.slot for m in members}
    against = [m for m in t.p.defense if m.on in slots]
    return sum(map(offensive_worth, members)), sum(m.worth for m in against)


def turn_up_group(t: Table, carrier: Man, name: str) -> None:
    """Members and their covering cards are turned."""
    if not name.startswith("lane"):
        for o in groups(t, carrier)[name]:
            o.up = True
            for m in t.p.defense:
                if m.on == o.slot:
                    m.up = True


def screen(t: Table, slot: str, name: str) -> Asks:
    """Section 35."""
    t.note("screen")
    m = man(t, slot)
    targets, _, side = group_of(t, m, name)
    o, d = behind_blocks(t, m, name)
    turn_up_group(t, m, name)
    m.up = True
    qb = man(t, "QB").worth + (1 if t.p.stance == "G" else 0)
    card, alive = yield from pass_card(t, qb)
    if card == RED:
        return (yield from loose(t, t.off, t.x - 5))
    drawn, taken = yield from reception_card(t)
    alive = alive and value(drawn) < m.worth
    if not alive and not taken:
        return Result("incomplete", t.off)
    extra = yield from extra_card(t, targets)
    cards, fumbled = yield from defensive_draws(t, 3)
    o += carried(t, m) + value(drawn)
    d += extra + sum(map(value, cards))
    gain = ground_gain(o, d, cards)
    if taken:
        return (yield from interception(t, t.x + max(gain, -5)))
    if gain < 0 and not fumbled:
        key = yield from choose(t.off, "throw-away", ("keep", "away"))
        if key == "away":
            return Result("incomplete", t.off)
    return (yield from run_out(t, m, drawn, gain, cards, Pursuit(side), fumbled=fumbled, ahead=o > d))


def run_out(
    t: Table, m: Man, drawn: str, gain: int, cards: list[str], pursuit: Pursuit, *, fumbled: bool, ahead: bool
) -> Asks:
    """CB-35.6: the run of a screen or lateral with its automatic open-field run."""
    suit_rule(t, drawn, m)
    if t.x + gain >= 100:
        return Result("touchdown", t.off)
    if fumbled:
        return (yield from loose(t, t.off, t.x + gain))
    n = max(1, face(drawn) - sum(map(face, cards))) if ahead else 1
    return (yield from open_field(t, t.off, t.x + gain, n, pursuit))


def lateral(t: Table, slot: str, name: str, side: str) -> Asks:
    """Section 36."""
    t.note("lateral")
    m = man(t, slot)
    targets, members, _ = group_of(t, m, name)
    o, d = behind_blocks(t, m, name)
    turn_up_group(t, m, name)
    m.up = True
    if not side:
        col = 0 if members else sum(t.p.cols[n] for n in way_of(name))
        side = members[0].side if members else "L" if col < 0 else "R" if col > 0 else m.side
    card = yield from draw(t, "reception")
    if card == BLACK:
        t.p.foul = Foul("PREV", t.off, 10, ball=t.off)
        card = yield from draw(t, "reception")
    if card == RED or value(card) >= m.worth:
        t.note("lateral dropped")
        return (yield from loose(t, t.off, t.x - 5))
    extra = yield from extra_card(t, targets)
    cards, fumbled = yield from defensive_draws(t, 3)
    o += carried(t, m) + value(card)
    d += extra + sum(map(value, cards))
    gain = ground_gain(o, d, cards) - 5
    return (yield from run_out(t, m, card, gain, cards, Pursuit(side), fumbled=fumbled, ahead=o > d))
