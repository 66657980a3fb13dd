"""Sections 34, 37, 38 and 39: open-field runs, tackles, loose balls."""

from __future__ import annotations

from dataclasses import dataclass

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
    five_ten_fifteen,
    is_red,
    suit,
    together,
    value,
)

DECLARE = {"nothing": 0, "fall1": 1, "fall2": 2, "pick1": -1, "pick2": -2}


def dead(t: Table, team: int, y: int, *, safe: bool) -> Result:
    """CB-2.7, CB-2.8, CB-2.17: the carrier is down at y; `safe` if others put the ball into his end zone."""
    if y >= 100:
        return Result("touchdown", team)
    if y <= 0:
        return Result("touchback" if safe else "safety", team)
    return Result("ball", team, y)


@dataclass
class Pursuit:
    """Who may tackle in which set: a side play to `side`, or a middle play (CB-38.4, CB-38.5)."""

    side: str = ""

    def tacklers(self, t: Table, number: int) -> list[Man]:
        """Face-down cards outside the lanes, by the slot they stand in."""
        return [m for m in t.p.defense if not m.up and m.lane < 0 and self._set(t, m) == number]

    def _set(self, t: Table, m: Man) -> int:
        where = m.slot
        if m.on:
            receiver = next(o for o in t.p.offense if o.slot == m.on)
            where = "O" + m.end if receiver.kind == "TE" and m.end else "C" + receiver.side
        if not self.side:
            return {"C": 0, "S": 2}.get(where[0], 1)
        mine = where == "M" or where[-1] == self.side
        if where[0] == "C":
            return 1 if mine else 0
        return 1 if mine else 2

    def blockers(self, t: Table, number: int) -> list[Man]:
        """CB-38.8."""
        found = []
        for m in t.p.offense:
            if m.up or m.lane >= 0 or m.kind not in ("TE", "WR", "RB"):
                continue
            if m.kind == "WR":
                fits = (m.side == self.side) == (number == 1) if self.side else number == 2
            else:
                fits = number == 1
            if fits:
                found.append(m)
        return found


def tackle(t: Table, pursuit: Pursuit, number: int) -> Asks:
    """CB-38.1, CB-38.3: tacklers less blockers, not below zero."""
    applied = 0
    left = pursuit.tacklers(t, number)
    while left:
        key = yield from choose(t.deff, "tackle", {"done", *(m.name for m in left)})
        if key == "done":
            break
        m = next(m for m in left if m.name == key)
        left.remove(m)
        m.up = True
        applied += m.worth
        t.note(f"tackle in set {number}")
    left = pursuit.blockers(t, number) if applied else []
    while left:
        key = yield from choose(t.off, "downfield", {"done", *(m.slot for m in left)})
        if key == "done":
            break
        m = next(m for m in left if m.slot == key)
        left.remove(m)
        m.up = True
        applied -= m.half if m.kind == "RB" else m.worth
        t.note("downfield block")
    return max(0, applied)


def may_step_out(t: Table, team: int) -> bool:
    """CB-5.5, CB-6.18: the offense of a scrimmage play, late in a half."""
    return t.p.late and team == t.off and not t.p.changed


def suit_rule(t: Table, card: str, m: Man) -> None:
    """CB-6.17: complex timing, late in a half."""
    if t.p.late and t.options["timing"] == "complex" and suit(card) == suit(m.card):
        t.p.suited = True
        t.note("suit rule")


def run_foul(t: Table, team: int, spot: int) -> None:
    """CB-34.5, CB-37.6: the black joker in a run."""
    changed = t.p.changed or t.p.kind in ("kickoff", "free-kick")
    t.p.foul = Foul("run", ball=team, spot=spot, due="run", changed=changed)
    t.note("foul in a run")


def after_catch(t: Table, team: int, y: int, pursuit: Pursuit | None, *, safe: bool = False) -> Asks:
    """Section 34: the automatic card and what follows from it."""
    if may_step_out(t, team):
        key = yield from choose(team, "open-field", ("draw", "out"))
        if key == "out":
            t.p.stops = True
            return dead(t, team, y, safe=safe)
    card = yield from draw(t, "run after catch")
    if card == BLACK:
        run_foul(t, team, y)
        card = yield from draw(t, "run after catch")
    if card == RED:
        t.note("fumble after catch")
        return (yield from loose(t, team, y))
    net = 0
    if pursuit:
        net = yield from tackle(t, pursuit, 1)
    gain = max(0, value(card) - net)
    y += gain
    if y >= 100 or not gain or not face(card):
        return dead(t, team, y, safe=safe)
    return (yield from open_field(t, team, y, face(card), pursuit, number=2, safe=safe))


def open_field(
    t: Table,
    team: int,
    y: int,
    n: int,
    pursuit: Pursuit | None = None,
    *,
    number: int = 1,
    less: int = 0,
    safe: bool = False,
) -> Asks:
    """Section 37, in the carrier's own yards."""
    start = y
    while n > 0:
        met = bool(pursuit and pursuit.tacklers(t, number))
        total = more = 0
        out = False
        for _ in range(n):
            if may_step_out(t, team):
                key = yield from choose(team, "open-field", ("draw", "out"))
                if key == "out":
                    out = t.p.stops = True
                    t.note("stepped out")
                    break
            card = yield from draw(t, "open-field")
            if card == BLACK:
                run_foul(t, team, y + total)
                card = yield from draw(t, "open-field")
            if card == RED:
                if y + total >= 100:
                    return Result("touchdown", team)
                t.p.ofr = True
                t.note("fumble in open field")
                return (yield from loose(t, team, y + total, safe=safe and start <= 0))
            t.p.ofr = True
            total += value(card)
            more += max(0, face(card) - less)
            if not met and y + total >= 100:
                break
        net = 0
        if pursuit and total:
            net = yield from tackle(t, pursuit, number)
        gain = max(0, total - net)
        y += gain
        if out or not gain or y >= 100:
            break
        n = more
        number += 1
    return dead(t, team, y, safe=safe)


def recovery_card(t: Table, role: int, stream: str) -> Asks:
    """CB-39.8: a recovery or bounce card with its jokers."""
    while True:
        card = yield from draw(t, stream)
        if card == BLACK:
            foul = yield from draw(t, "foul")
            by = role if is_red(foul) else 1 - role
            t.p.foul = Foul("LOOSE", by, five_ten_fifteen(foul))
            t.note("foul at a loose ball")
        elif card != RED:
            return card


BOUNCE = {1: -4, 2: -3, 3: -2, 4: -1, 10: 1, 11: 2, 12: 3, 13: 4}


def over_end_line(role: int, y: int, *, safe: bool) -> Result | None:
    """CB-39.3."""
    if y >= 110:
        return Result("touchback", 1 - role)
    if y > -10:
        return None
    return Result("touchback" if safe else "safety", role)


def loose(
    t: Table,
    role: int,
    y: int,
    *,
    bonus: int = 0,
    two: bool = False,
    still: int = -1,
    lost: bool = True,
    safe: bool = False,
) -> Asks:
    """Section 39: `y` in the yards of the team in the offense role; `still` may not advance.

    `safe`: others put the ball into the role team's end zone (CB-2.17, CB-39.12).
    """
    t.note("loose ball")
    if lost:
        t.p.lost[role] = y
    while True:
        gone = over_end_line(role, y, safe=safe)
        if gone:
            t.note("loose ball over an end line")
            return gone
        said = yield from together("declare", {0: DECLARE, 1: DECLARE})
        mine = yield from recovery_card(t, role, "recovery")
        theirs = yield from recovery_card(t, role, "recovery")
        if two:
            second = yield from recovery_card(t, role, "recovery")
            theirs = max(theirs, second, key=value)
        a = value(mine) + DECLARE[said[role]]
        b = value(theirs) + DECLARE[said[1 - role]] + bonus
        if a != b:
            break
        bounce = yield from recovery_card(t, role, "bounce")
        y += BOUNCE.get(value(bounce), 0)
        bonus, two = 0, False
        t.note("bounce")
    winner = role if a > b else 1 - role
    cards = {role: mine, 1 - role: theirs}
    return (yield from recovered(t, role, winner, y, cards, said, still, safe=safe))


def recovered(
    t: Table,
    role: int,
    winner: int,
    y: int,
    cards: dict[int, str],
    said: dict[int, str],
    still: int,
    *,
    safe: bool,
) -> Asks:
    """CB-39.11 to CB-39.17, CB-14.4, CB-14.5."""
    spot = y if winner == role else 100 - y
    t.p.recovered = (winner, spot)
    if winner != role:
        t.p.changed = True
    if t.p.kind == "try" and winner != t.off:
        return Result("try-failed", winner, spot)
    if spot >= 100 and t.p.kind != "try":
        return Result("touchdown", winner)
    safe = safe or winner != role
    w, o = cards[winner], cards[1 - winner]
    n = 0
    if face(w):
        n = run_value(w, said[winner]) - (run_value(o, said[1 - winner]) if face(o) else 0)
    if t.p.kind == "try" and (face(o) or suit(w) != suit(o)):
        n = 0
    if n > 0 and winner != still:
        key = yield from choose(winner, "fumble-run", ("run", "stay"))
        if key == "run":
            t.note("run after recovery")
            return (yield from open_field(t, winner, spot, n, safe=safe))
    if t.p.kind == "try":  # CB-14.5: a ball recovered without that run is dead, wherever it is
        return Result("try-failed", winner, spot)
    return dead(t, winner, spot, safe=safe)


def run_value(card: str, said: str) -> int:
    """CB-39.13: the open-field value less what was fallen on, kept within 0 to 3."""
    return min(3, max(0, face(card) - DECLARE[said]))
