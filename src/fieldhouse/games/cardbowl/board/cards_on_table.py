"""The cards on the table: both lineups, the sums of each lane, and where players can tap."""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from typing import Any

from fieldhouse.football import shapes
from fieldhouse.football.parts import Part
from fieldhouse.football.shapes import box, circle, group, label, line, paint
from fieldhouse.games.cardbowl.board.layout import (
    CARD_HIGH,
    CARD_WIDE,
    HIGH,
    MIDDLE,
    NEUTRAL,
    WIDE,
    Spot,
    asked_slot,
    card_positions,
    lane_x,
    token_box,
    touches,
    with_empty_slots,
)
from fieldhouse.games.cardbowl.board.text import lane_sum
from fieldhouse.games.cardbowl.rules.cards import HIDDEN, RED, card_label
from fieldhouse.games.cardbowl.rules.place_names import short_place, slot_words
from fieldhouse.kernel.game import View


def cards_part(view: View, keys: Collection[str] = ()) -> Part:
    """Both lineups, the own side near: who defends looks at the offense's faces."""
    state = view["state"]
    play = with_empty_slots(state["play"])
    defends = view["seat"] is not None and view["seat"] != state["off"]
    own, asked = asked_slot(view)
    pieces = [box(0, 0, WIDE, HIGH, shapes.TURF, radius=6)]
    middle = _up(NEUTRAL[0] + NEUTRAL[1] / 2, 0, defends)
    pieces.append(line(4, middle, WIDE - 4, middle, shapes.SCRIM, 1.5, "5 4"))
    spots = card_positions(play)
    sides = [(side, piece) for side in ("offense", "defense") for piece in play[side]]
    lying = [(_seen(spots[piece["name"]], defends), side, piece) for side, piece in sides]
    for at, side, piece in sorted(lying, key=lambda one: one[0][::-1]):  # the nearer card lies on top
        if piece["card"]:
            beside = any(0 < x - at[0] < CARD_WIDE - 4 and abs(y - at[1]) < 9 for (x, y), _, _ in lying)
            pieces.append(_card(*at, piece, side, half_hidden=beside))
    slots = [one for one in lying if not one[2]["card"]]  # in the order in which they are asked for
    pieces += [_slot(*at, piece, side == own, asked) for at, side, piece in slots]
    pieces += [_duel(play, n, defends) for n in range(len(play["lanes"]))]
    pieces.append(_ball(play, spots, defends))
    pieces += _spots(play, spots, keys, defends)
    words = f"Cards on the table: {'offense' if defends else 'defense'} above, yours below"
    if view["seat"] is None:
        words = "Cards on the table: defense above, offense below"
    return Part(
        id="cards", area="field", label=words, width=WIDE, height=HIGH, widest=620, svg="".join(pieces)
    )


def _up(y: float, tall: float, defends: bool) -> float:
    return HIGH - y - tall if defends else y


def _seen(at: Spot, defends: bool) -> Spot:
    return at[0], _up(at[1], CARD_HIGH, defends)


def rank_text(card: str) -> str:
    """What stands on a card, over its suit."""
    return {"RJ": "★", "BJ": "★"}.get(card, card[:-1])


def suit_sign(card: str) -> str:
    """The suit's sign; jokers are called by their color."""
    return {"RJ": "J", "BJ": "J"}.get(card) or card_label(card)[-1]


def card_color(card: str) -> shapes.Ink:
    """Return the ink of a card, red or black."""
    return shapes.CARD_RED if card in RED or card == "RJ" else shapes.CARD_INK


def _card(x: float, y: float, piece: dict[str, Any], side: str, *, half_hidden: bool) -> str:
    """A card: what counts in its middle, or at its left where another lies on it; a back has its place."""
    hidden, left = piece["card"] == HIDDEN, x - CARD_WIDE / 2
    fill, edge = (
        (shapes.BACK, shapes.WHITE)
        if hidden
        else (shapes.CARD_PAPER, shapes.WHITE if piece["up"] else shapes.BACK)
    )
    thick = 1 if hidden or piece["up"] else 3  # the own cards that the other side does not see yet
    body = box(round(left, 1), round(y, 1), CARD_WIDE, CARD_HIGH, fill, radius=4, stroke=edge, line=thick)
    if hidden and piece["lane"] < 0 and not half_hidden:
        body += _word(x, y, piece, shapes.WHITE)
    if not hidden:
        shade, at = card_color(piece["card"]), f"{left + 5 if half_hidden else x:.1f}"
        anchor = "start" if half_hidden else "middle"
        body += label(at, f"{y + 20:.1f}", rank_text(piece["card"]), 17, shade, anchor=anchor, bold=True)
        body += label(at, f"{y + 38:.1f}", suit_sign(piece["card"]), 15, shade, anchor=anchor)
    state = "face up" if piece["up"] else "face down"
    name = f"{slot_words(piece['name'])} {'' if hidden else card_label(piece['card'])} {state}"
    mark = f"card-{side}-{piece['name']}".replace("+", "p")
    face = group(body, title=" ".join(name.split()))
    return group(face, id=mark, glides=True, face="up" if piece["up"] else "down")


def _word(x: float, y: float, piece: dict[str, Any], shade: shapes.Ink) -> str:
    """The place in one word, kept inside its card in any letters."""
    word = short_place(piece["name"])
    more = 'textLength="30" lengthAdjust="spacingAndGlyphs"' if len(word) > 5 else ""
    return label(f"{x:.1f}", f"{y + 27:.1f}", word, 11, shade, anchor="middle", more=more)


def _slot(x: float, y: float, piece: dict[str, Any], own: bool, asked: str) -> str:
    """An empty place; the one that is next stands out."""
    name, now = escape(piece["name"]), own and piece["name"] == asked
    mark = f' class="slot{" aim" if now else ""}" data-slot="{name}"' if own else ""
    edge = paint(None, shapes.AMBER if now else shapes.CHALK, 3 if now else 1)
    words = f"{slot_words(piece['name'])}{' is next' if now else ', empty'}"
    left = x - CARD_WIDE / 2
    shape = f'<rect x="{left:.1f}" y="{y:.1f}" width="{CARD_WIDE}" height="{CARD_HIGH}" rx="4" {edge}/>'
    word = _word(x, y, piece, shapes.AMBER if now else shapes.CHALK)
    return f"<g{mark}><title>{escape(words)}</title>{shape}{word}</g>"


def _duel(play: dict[str, Any], n: int, defends: bool) -> str:
    """The lane by its number, as the answers call it, and both sums, each on its side's, as far as seen."""
    theirs, ours = (lane_sum([q for q in play[side] if q["lane"] == n]) for side in ("defense", "offense"))
    x, y = lane_x(play, n), _up(NEUTRAL[0] + NEUTRAL[1] / 2, 0, defends)
    seen = (theirs, ours) not in (("?", "?"), ("?", "0"), ("0", "?"))
    disc = x - 19 if seen else x
    number = circle(round(disc, 1), y, 8, shapes.TURF, stroke=shapes.CHALK)
    number += label(f"{disc:.1f}", f"{y + 4:g}", str(n + 1), 11, shapes.WHITE, anchor="middle", bold=True)
    if not seen:
        return number
    above, below = (ours, theirs) if defends else (theirs, ours)
    top, wins = _up(*NEUTRAL, defends), _wins(theirs, ours)
    lit = {"theirs": not defends, "ours": defends}.get(wins)
    inks = [shapes.AMBER if lit is above_wins else shapes.WHITE for above_wins in (True, False)]
    sums = "".join(
        label(f"{x:.1f}", f"{top + y:g}", words, 13, shade, anchor="middle", bold=True)
        for y, words, shade in ((13, above, inks[0]), (27, below, inks[1]))
    )
    name = f"sum-{n}-{theirs}-{ours}".replace("?", "x")
    return number + group(sums, id=name, beat="sum", once=True)


def _wins(theirs: str, ours: str) -> str:
    """Whose sum is higher, where both are seen."""
    if not theirs.isdecimal() or not ours.isdecimal() or theirs == ours:
        return ""
    return "theirs" if int(theirs) > int(ours) else "ours"


def _ball(play: dict[str, Any], lying: dict[str, Spot], defends: bool) -> str:
    """The ball lies on the center, then on the QB, then on anyone who carries it (CB-17.1, CB-22.1)."""
    holder = play["carrier"] or ("QB" if play["lanes"] else "C")
    if holder not in lying:
        return ""
    x, y = _seen(lying[holder], defends)
    move = f"translate({x + 14:.1f} {y + (CARD_HIGH - 3 if defends else 3):.1f}) scale(.7)"
    return group(shapes.football(), id="ball-on-table", move=move, glides=True)


def _spots(play: dict[str, Any], lying: dict[str, Spot], keys: Collection[str], defends: bool) -> list[str]:
    """What can be touched now: players, places, lanes. The page lights them (`data-square`)."""
    found: dict[str, str] = {}
    named = {name: None for key in keys for name in touches(key)}
    for name in named:
        at = token_box(play, lying, name)
        if at is None:
            continue
        x, y, wide, tall = at
        size = f'x="{x:.1f}" y="{_up(y, tall, defends):.1f}" width="{wide:.1f}" height="{tall:g}" rx="4"'
        found[name] = f'<rect class="spot" data-square="{escape(name)}" {size} fill="none"/>'
        if name == ">back":
            y = _up(y, tall, defends) + 20
            found[name] += label(MIDDLE, f"{y:g}", "back", 11, shapes.WHITE, anchor="middle")
    return list(found.values())
