"""Card Bowl's table as SVG: who faces whom, face up and face down."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any

from fieldhouse.games.cardbowl.board.layout import defence_xy, lane_width, lane_x, offence_xy
from fieldhouse.games.cardbowl.board.placing import asked_slot, empty_slot, hand_cards, with_empty_slots
from fieldhouse.games.cardbowl.board.textboard import face, lane_sum
from fieldhouse.games.cardbowl.meta import META
from fieldhouse.games.cardbowl.rules.cards import HIDDEN, shown
from fieldhouse.kernel.game import View

RED_SUITS = "♥♦"


def svg(view: View) -> str:
    """The table as a picture: both formations, lanes, backs of cards, ball, drawn cards in rows."""
    state = view["state"]
    play = with_empty_slots(state["play"])
    own, asked = asked_slot(view)
    parts = [_field(state)]
    for side, where in (("offence", offence_xy), ("defence", defence_xy)):
        for piece in play[side]:
            draw = _card if piece["card"] else partial(empty_slot, own=side == own, asked=asked)
            parts.append(draw(*where(play, piece), piece))
    parts += [_lane_label(play, n) for n in range(len(play["lanes"]))]
    parts += _ball(play)
    parts += hand_cards(view["hand"]) or _drawn(state["drawn"] if play["kind"] else [])
    head = f"{META.seats[0]} {view['scores'][0]} - {view['scores'][1]} {META.seats[1]} · {view['status']}"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 560" role="img" font-family="sans-serif">'
        f"<title>{escape(head)}</title>"
        '<rect width="840" height="560" fill="#1f5132"/>'
        f'<text x="16" y="24" font-size="16" fill="#fff">{escape(head)}</text>' + "".join(parts) + "</svg>"
    )


def _field(state: dict[str, Any]) -> str:
    spot = state["x"] if state["next"] in ("down", "try") else state["kick_spot"]
    lines = "".join(
        f'<line x1="{20 + n * 8}" y1="36" x2="{20 + n * 8}" y2="52" stroke="#fff" stroke-width="1"/>'
        for n in range(0, 101, 10)
    )
    gain = ""
    if state["next"] == "down" and state["ltg"] < 100:
        x = 20 + state["ltg"] * 8
        gain = f'<line x1="{x}" y1="34" x2="{x}" y2="54" stroke="#ffd23f" stroke-width="2"/>'
    ball = f'<ellipse cx="{20 + 8 * spot}" cy="44" rx="7" ry="4.5" fill="#8a4b1f" stroke="#fff"/>'
    return f'<rect x="20" y="36" width="800" height="16" fill="#2f7d46"/>{lines}{gain}{ball}'


def _card(x: float, y: float, piece: dict[str, Any]) -> str:
    label = face(piece).strip("()")
    down = not piece["up"]
    fill = "#27408b" if piece["card"] == HIDDEN else "#dfe6f5" if down else "#fff"
    ink = "#c0202a" if label[-1:] in RED_SUITS or label == "RJ" else "#111"
    words = "" if piece["card"] == HIDDEN else label
    state = "face down" if down else "face up"
    return (
        f"<g><title>{escape(piece['name'])} {escape(words)} {state}</title>"
        f'<rect x="{x - 17:.0f}" y="{y:.0f}" width="34" height="44" rx="4" fill="{fill}" stroke="#111"/>'
        f'<text x="{x:.0f}" y="{y + 20:.0f}" font-size="13" text-anchor="middle" fill="{ink}">{words}</text>'
        f"{_name(x, y + 38, piece)}</g>"
    )


def _name(x: float, y: float, piece: dict[str, Any]) -> str:
    """Under the value; a face-down card of the other side has room for `CB` over `WL1`."""
    hidden = piece["card"] == HIDDEN
    lines = piece["name"].split("-", 1) if piece["name"].startswith("CB-") else [piece["name"]]
    lines = lines if hidden else lines[-1:]
    ink = "#fff" if hidden else "#333"
    return "".join(
        f'<text x="{x:.0f}" y="{y - 11 * (len(lines) - 1 - n):.0f}" font-size="10" text-anchor="middle" '
        f'fill="{ink}">{escape(words)}</text>'
        for n, words in enumerate(lines)
    )


def _lane_label(play: dict[str, Any], n: int) -> str:
    """The lane's number, and both sums once a side of it is seen."""
    theirs, ours = (lane_sum([q for q in play[side] if q["lane"] == n]) for side in ("defence", "offence"))
    sums = f": {theirs} v {ours}" if (theirs, ours) != ("?", "?") else ""
    name = f"lane {n + 1}" if lane_width(play) > 100 or not sums else str(n + 1)
    style = 'font-size="11" text-anchor="middle" fill="#e6f5ea"'
    return f'<text x="{lane_x(play, n):.0f}" y="258" {style}>{name}{sums}</text>'


def _ball(play: dict[str, Any]) -> list[str]:
    """The ball lies on the centre, then on the QB, then on whoever carries it (CB-17.1, CB-22.1)."""
    if not play["offence"]:
        return []
    holder = play["carrier"] or ("QB" if play["lanes"] else "C")
    o = next((q for q in play["offence"] if q["name"] == holder), None)
    if o is None:
        return []
    x, y = offence_xy(play, o)
    return [f'<ellipse cx="{x + 15:.0f}" cy="{y + 4:.0f}" rx="8" ry="5" fill="#8a4b1f" stroke="#fff"/>']


def _drawn(drawn: list[Any]) -> list[str]:
    """CB-41.2: each purpose a row of its own, with a gap between sets that its name fits in."""
    parts, x, last, free = [], 20.0, "", 20.0
    for card, purpose in drawn[-20:]:
        if purpose != last:
            x = max(x + 14, free) if last else x
            free = x + 6 * len(purpose) + 8
            parts.append(f'<text x="{x:.0f}" y="493" font-size="11" fill="#fff">{escape(purpose)}</text>')
        ink = "#c0202a" if shown(card)[-1:] in RED_SUITS or card == "RJ" else "#111"
        label = {"RJ": "RJ", "BJ": "BJ"}.get(card) or shown(card)
        parts.append(
            f'<g><rect x="{x:.0f}" y="498" width="24" height="30" rx="3" fill="#fff" stroke="#111"/>'
            f'<text x="{x + 12:.0f}" y="517" font-size="10" text-anchor="middle" '
            f'fill="{ink}">{label}</text></g>'
        )
        x, last = x + 26, purpose
    return parts
