"""Pass rush, sacks and pressure (sections 25 and 26)."""

from __future__ import annotations

from collections.abc import Sequence

from fieldhouse.games.cardbowl.rules.card_actions import draw_from_deck, say
from fieldhouse.games.cardbowl.rules.cards import BLACK_JOKER, RED_JOKER, SUIT, SUIT_WORDS, VALUE, half_value
from fieldhouse.games.cardbowl.rules.plays.fumble import loose_ball
from fieldhouse.games.cardbowl.rules.state import PREV, Asks, Bowl, Foul, Result

AUTOMATIC = 13  # CB-25.8: a margin above this


LOW_CARDS = {
    1: "an ace",
    **{most: f"a{'n' * (most == 8)} {most} or lower" for most in range(2, 11)},
    11: "a jack or lower",
    12: "a queen or lower",
}
"""The cards up to a value."""


def threats(s: Bowl) -> list[tuple[int, int, tuple[int, ...]]]:
    """CB-25.2 to 25.4: the threats that count, as (rush, protection, lanes), largest margin first."""
    p = s.play
    count = len(p.lanes)
    rush, block = [0] * count, [0] * count
    for d in p.defense:
        if d.lane >= 0:
            rush[d.lane] += VALUE[d.card]
    for o in p.offense:
        if o.lane >= 0:
            block[o.lane] += half_value(VALUE[o.card]) if o.kind == "RB" else VALUE[o.card]
    qb = VALUE[p.offense[0].card]
    found: list[tuple[int, int, tuple[int, ...]]] = []
    for n in range(count):
        if rush[n] > block[n] + qb:
            found.append((rush[n], block[n] + qb, (n,)))
        if n + 1 < count:
            pair, kept = rush[n] + rush[n + 1], block[n] + block[n + 1] + qb
            if pair > kept:
                found.append((pair, kept, (n, n + 1)))
    found.sort(key=lambda t: (t[1] - t[0], len(t[2]), t[2]))
    chosen: list[tuple[int, int, tuple[int, ...]]] = []
    used: set[int] = set()
    for threat in found:
        if not used & set(threat[2]):
            chosen.append(threat)
            used |= set(threat[2])
    return chosen


def is_automatic(s: Bowl) -> bool:
    """CB-25.8: is any margin above 13?"""
    return any(rush - kept > AUTOMATIC for rush, kept, _ in threats(s))


def number_lanes(lanes: Sequence[int]) -> str:
    """`lane 2`, `lanes 2 and 3`."""
    return f"lane{'s' * (len(lanes) > 1)} {' and '.join(str(n + 1) for n in lanes)}"


def sack_risk_words(s: Bowl) -> str:
    """What a sack draw must not be: `a sack on a 5 or lower (lane 2)`; empty without a threat (CB-25.7)."""
    found = []
    for rush, kept, lanes in threats(s):
        most = rush - kept
        found.append(f"{'any card' if most >= AUTOMATIC else LOW_CARDS[most]} ({number_lanes(lanes)})")
    return f"a sack on {' or '.join(found)}" if found else ""


def yardage_risk_words(s: Bowl, receiver: str, *, is_free: bool) -> str:
    """What one more yardage card risks: the receiver's suit, after a protection round (CB-33.10, 33.14)."""
    suit = f"{SUIT_WORDS[SUIT[receiver]]} is incomplete, one card in four"
    return suit if is_free else f"{sack_risk_words(s)}, then {suit}"


def protection_round(s: Bowl) -> Asks[int]:
    """CB-25.6: one sack draw per threat. Returns the pressure; a sack or fumble sets `result` (CB-25.11)."""
    pressure = 0
    for rush, kept, lanes in threats(s):
        against = f"rush {rush}, protection {kept} in {number_lanes(lanes)}"
        card = yield from sack_draw(s, against)
        if card == RED_JOKER:  # CB-25.9
            spot = s.x - (rush + 3 - kept)
            say(
                s,
                "Strip sack! The quarterback fumbles.",
                "CB-25.9",
                terms=[("rush", rush), ("protection", -kept), ("always", 3), ("", rush + 3 - kept)],
            )
            s.play.result = yield from loose_ball(s, s.off, spot)
            return 0
        drawn = VALUE[card]
        if rush >= kept + drawn:
            apply_sack(s, rush, kept, drawn)
            return 0
        slack = kept + drawn - rush
        pressure = max(pressure, 7 - slack)  # CB-26.1
        say(s, f"No sack (safe by {slack}).", "CB-25.7", "CB-26.1", terms=[("pressure", max(0, 7 - slack))])
    return max(0, pressure)


def sack_draw(s: Bowl, against: str) -> Asks[str]:
    """CB-25.10: BJ is holding, 10 yards from the LoS; a replacement is drawn."""
    card = yield from draw_from_deck(s, "sack", "CB-25.7", against)
    while card == BLACK_JOKER:
        s.play.foul = Foul(ball=s.off, by=s.off, yards=10, basis=PREV, what="holding")
        say(s, "Holding on the offense, 10 yards. Play continues.", "CB-25.10")
        card = yield from draw_from_deck(s, "sack", "CB-25.10", against)
    return card


def apply_sack(s: Bowl, rush: int, kept: int, drawn: int) -> None:
    """CB-25.7: loss = rush - protection - draw + 3; in the own end zone a safety."""
    loss = rush - kept - drawn + 3
    terms = [("rush", rush), ("protection", -kept), ("sack draw", -drawn), ("always", 3), ("", loss)]
    say(s, f"Sack! Loss of {loss}.", "CB-25.7", terms=terms)
    x = s.x - loss
    s.play.parts = [f"sack -{loss}"]
    s.play.result = Result("safety", s.off, x) if x <= 0 else Result("ball", s.off, x)
