"""Sections 7 to 13 and 15: kickoffs, free kicks, punts, field goals."""

from __future__ import annotations

from tests.games.cardbowl.referee.basics import (
    BLACK,
    RED,
    Asks,
    Foul,
    Result,
    Table,
    choose,
    draw,
    face,
    five_ten_fifteen,
    heavy,
    is_red,
    plain,
    ru,
    suit,
    ten_or_fifteen,
    value,
)
from tests.games.cardbowl.referee.running import loose, open_field


def kickoff(t: Table) -> Asks:
    """Sections 7, 9, 10: a result, or "again" for a kick to be repeated."""
    kind = yield from choose(t.off, "kickoff", ("kickoff", "squib", "onside"))
    if kind == "onside":
        return (yield from onside(t))
    target = 0
    if kind == "squib":
        key = yield from choose(t.off, "target", [f"target:{n}" for n in range(1, 51)])
        target = int(key.split(":")[1])
        t.p.squib = True
    cards = yield from kick_cards(t, 2)
    if cards is None:
        return out_of_bounds(t)
    total = sum(map(value, cards))
    spot = target - total if kind == "squib" else total - 11 + 30 - t.kick_spot
    return (yield from received(t, spot, short=kind == "squib" and spot > 15))


def out_of_bounds(t: Table) -> Result:
    """CB-7.5."""
    t.p.touchback = True
    t.note("kick out of bounds")
    return Result("ball", t.deff, 100 - t.kick_spot - 30)


def free_kick(t: Table) -> Asks:
    """Section 15."""
    kind = yield from choose(t.off, "free-kick", ("punt", "kickoff"))
    t.note("free kick " + kind)
    cards = yield from kick_cards(t, 4 if kind == "punt" else 2)
    if cards is None:
        return out_of_bounds(t)
    total = sum(map(value, cards))
    spot = 75 - t.kick_spot - total if kind == "punt" else total - 11 + 30 - t.kick_spot
    return (yield from received(t, spot))


def kick_cards(t: Table, n: int) -> Asks:
    """CB-7.5 to CB-7.7, CB-15.4: None is out of bounds."""
    cards: list[str] = []
    while len(cards) < n:
        card = yield from draw(t, "kick")
        if card == RED:
            t.p.muffed = True
        elif card == BLACK and cards:
            t.p.foul = Foul("END", t.off, ball=t.deff, due="kick")
        elif card == BLACK:
            foul = yield from draw(t, "foul")
            if value(foul) > 5:
                return None
            t.p.foul = Foul("END", t.off, 5, ball=t.deff)
            t.note("kickoff offside")
        else:
            cards.append(card)
    return cards


def coverage(t: Table) -> Asks:
    """CB-7.8, CB-7.9."""
    while True:
        card = yield from draw(t, "coverage")
        if card == RED:
            t.p.muffed = True
        elif card == BLACK:
            foul = yield from draw(t, "foul")
            t.p.foul = Foul("END", t.off, ten_or_fifteen(foul), ball=t.deff)
        else:
            return card


def touchback(t: Table) -> Result:
    """CB-2.9."""
    t.p.touchback = True
    t.note("touchback")
    return Result("touchback", t.deff)


def received(t: Table, spot: int, *, short: bool = False) -> Asks:
    """Section 8, CB-9.3."""
    if spot <= -10:
        return touchback(t)
    cover = yield from coverage(t)
    if spot < 0:
        key = yield from choose(t.deff, "touchback", ("return", "touchback"))
        if key == "touchback":
            return touchback(t)
    n = (2 if short else 4) - (1 if t.p.muffed else 0)
    if t.p.muffed:
        t.note("muff")
    return (yield from returned(t, spot, cover, n, less=1 if short else 0))


def returned(t: Table, spot: int, cover: str, n: int, *, less: int = 0) -> Asks:
    """CB-8.2 to CB-8.9, CB-12.1 to CB-12.5."""
    team, total, last = t.deff, 0, ""
    t.p.returned = True
    for k in range(n):
        card = yield from draw(t, "return")
        here = spot + total - ru(value(cover) * k, n)
        if card == BLACK:
            foul = yield from draw(t, "foul")
            t.p.foul = Foul("SPOT", team, ten_or_fifteen(foul), ball=team, spot=here)
            t.note("foul on a return")
            card = yield from draw(t, "return")
        if card == RED:
            t.note("fumble on a return")
            return (yield from loose(t, team, here, safe=spot <= 0))
        total += value(card)
        last = card
        if spot < 0 and spot + total < 0 and k < n - 1:
            key = yield from choose(team, "return", ("go", "touchback"))
            if key == "touchback":
                return touchback(t)
    y = spot + total - value(cover)
    draws = max(0, face(last) - less) - face(cover)
    return (yield from open_field(t, team, y, draws, less=less, safe=spot <= 0))


def onside(t: Table) -> Asks:
    """Section 10."""
    t.note("on-side kick")
    key = yield from choose(t.off, "number", [f"add:{n}" for n in range(21)])
    number = int(key.split(":")[1])
    bonus = True
    card = yield from draw(t, "on-side")
    if card == RED:
        bonus = False
        card = yield from draw(t, "on-side")
    out = card == BLACK
    if not out and number + value(card) >= 10:
        distance = number + value(card)
        extra = distance - 10 if bonus else 0
        spot = t.kick_spot + distance
        return (yield from loose(t, t.off, spot, bonus=extra, still=t.off, lost=False))
    t.failures += 1
    t.note("on-side failure")
    if t.failures >= 2:
        if out:
            card = yield from plain(t, "on-side distance")
        key = yield from choose(t.deff, "failed-kick", ("take", "rekick"))
        if key == "take":
            return Result("ball", t.deff, 100 - t.kick_spot - number - value(card))
    if out:
        t.kick_spot -= min(5, t.kick_spot // 2)
    return "again"


def punt(t: Table) -> Asks:
    """Sections 11 and 12."""
    keys = [f"cards:{n}" for n in range(1, 5)] + [f"out:{n}" for n in range(1, 4)]
    key = yield from choose(t.off, "punt", keys)
    how, many = key.split(":")
    cards: list[str] = []
    while len(cards) < int(many):
        card = yield from draw(t, "punt")
        if card == RED:
            return (yield from blocked_punt(t))
        if card == BLACK:
            foul = yield from draw(t, "foul")
            if is_red(foul):
                t.p.foul = Foul("END", t.off, five_ten_fifteen(foul), ball=t.deff)
            else:
                big = heavy(foul)
                t.p.foul = Foul("PREV", t.deff, 15 if big else 5, afd=big, ball=t.off)
            t.note("foul at a punt card")
        else:
            cards.append(card)
    land = 100 - t.x - 15 - sum(map(value, cards))
    if land <= -10:
        return touchback(t)
    if how == "out":
        check = yield from plain(t, "out-of-bounds")
        if suit(check) != suit(cards[-1]):
            t.note("punt out of bounds")
            return touchback(t) if land <= 0 else Result("ball", t.deff, land)
    return (yield from punt_down(t, land, cards))


def blocked_punt(t: Table) -> Asks:
    """CB-11.4, CB-39.9."""
    t.note("blocked punt")
    card = yield from plain(t, "block")
    return (yield from loose(t, t.off, t.x - 5 - value(card), two=True))


def punt_down(t: Table, land: int, cards: list[str]) -> Asks:
    """CB-11.7 to CB-11.11."""
    forced = len(cards) <= 2
    cover = yield from draw(t, "coverage")
    if cover == BLACK:
        foul = yield from draw(t, "foul")
        t.p.foul = Foul("END", t.off, five_ten_fifteen(foul), ball=t.deff)
        t.note("foul at punt coverage")
        cover = yield from draw(t, "coverage")
    if cover == RED:
        forced = True
        t.note("must fair-catch")
    if forced:
        return (yield from fair_catch(t, land))
    keys = {"return", "fair-catch", "touchback" if land < 0 else "bounce"} - (
        {"bounce"} if land == 0 else set()
    )
    key = yield from choose(t.deff, "punt-return", keys)
    if key == "touchback":
        return touchback(t)
    if key == "fair-catch":
        return (yield from fair_catch(t, land))
    if key == "bounce":
        return (yield from bounce(t, land, cards[-1], cover))
    return (yield from returned(t, land, cover, 2))


def fair_catch(t: Table, land: int) -> Asks:
    """CB-12.6, CB-12.7."""
    if land <= 0:
        return touchback(t)
    card = yield from draw(t, "fair-catch")
    if card == RED:
        t.note("fair catch dropped")
        return (yield from loose(t, t.deff, land, still=t.off, safe=True))
    if card == BLACK:
        foul = yield from draw(t, "foul")
        t.p.foul = Foul("SPOT", t.deff, ten_or_fifteen(foul), ball=t.deff, spot=land)
        t.note("foul at a fair catch")
    return Result("ball", t.deff, land)


def bounce_card(t: Table) -> Asks:
    """CB-12.13: the card and whether it touched a receiver."""
    touched = False
    while True:
        card = yield from draw(t, "bounce")
        if card == RED:
            touched = True
        elif card != BLACK:
            return card, touched


def bounce(t: Table, land: int, last: str, cover: str) -> Asks:
    """CB-12.8 to CB-12.16."""
    t.note("punt bounces")
    card, touched = yield from bounce_card(t)
    forward = suit(card) != suit(last)
    far, used = value(card), False
    if not forward:
        key = yield from choose(t.off, "down-punt", ("use:0", f"use:{value(cover)}"))
        far = max(0, far - int(key.split(":")[1]))
        y = land + far
    else:
        if suit(cover) == suit(card):
            most = min(value(cover), far)
            key = yield from choose(t.off, "down-punt", [f"use:{n}" for n in range(most + 1)])
            used = key != "use:0"
            far -= int(key.split(":")[1])
        y = land - far
        if y > 0 and not used:
            second, again = yield from bounce_card(t)
            touched |= again
            y += value(second) if suit(second) == suit(card) else -value(second)
    if touched:
        t.note("touched punt")
        return (yield from loose(t, t.deff, y, still=t.off, safe=True))
    return touchback(t) if y <= 0 else Result("ball", t.deff, y)


def six_cards(t: Table, distance: int, *, extra_point: bool) -> Asks:
    """CB-13.1 to CB-13.7, CB-14.2: the total, "dead" for a foul, or the first card of a block."""
    window = 1 if extra_point else min(6, max(1, distance // 10))
    cards: list[str] = []
    while len(cards) < 6:
        card = yield from draw(t, "field goal")
        slot = len(cards) + 1
        if card == RED:
            if slot <= window:
                t.note("kick blocked")
                return "blocked", cards[0] if cards else ""
        elif card == BLACK:
            if slot == 1:
                foul = yield from draw(t, "foul")
                if is_red(foul):
                    return "dead", ""
                t.p.foul = Foul("PREV", t.deff, 5, ball=t.off)
            elif slot == 2 and not extra_point:
                foul = yield from draw(t, "foul")
                t.p.foul = Foul("PREV", t.deff, 15 if heavy(foul) else 5, afd=heavy(foul), ball=t.off)
                t.note("foul at a field goal")
        else:
            cards.append(card)
    return ("good" if sum(map(value, cards)) >= distance else "missed"), ""


def field_goal(t: Table) -> Asks:
    """Section 13."""
    how, first = yield from six_cards(t, 118 - t.x, extra_point=False)
    t.note("field goal " + how)
    if how == "dead":
        return "dead"
    if how == "good":
        return Result("field-goal", t.off)
    if how == "missed":
        return Result("ball", t.deff, min(99, max(20, 108 - t.x)))
    spot = t.x - 8 + (ru(value(first), 2) if first else 0)
    return (yield from loose(t, t.off, spot))
