"""Card Bowl's table as text for the terminal and as SVG: who faces whom, face up and face down."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any

from fieldhouse.games.cardbowl.cards import HIDDEN, shown
from fieldhouse.games.cardbowl.layout import defence_xy, lane_x, offence_xy
from fieldhouse.games.cardbowl.meta import META
from fieldhouse.games.cardbowl.placing import asked_slot, empty_slot, hand_cards, with_empty_slots
from fieldhouse.kernel.game import View

RED_SUITS = "♥♦"


def face(piece: dict[str, Any]) -> str:
    """A card as the seat sees it: `Q♥`, with brackets when only its owner sees it, `▒▒` face down."""
    card = piece["card"]
    if card == HIDDEN:
        return "▒▒"
    text = {"RJ": "RJ", "BJ": "BJ"}.get(card) or shown(card)
    return text if piece["up"] else f"({text})"


def text(view: View, width: int = 80) -> str:
    """Scoreboard, table, drawn cards and hand in at most `width` columns."""
    state = view["state"]
    play = state["play"]
    lines = [f"{META.seats[0]} {view['scores'][0]} - {view['scores'][1]} {META.seats[1]}   {view['status']}"]
    lines.append(field_line(state))
    if play["lanes"]:
        lines += lane_lines(play)
    elif play["offence"] or play["defence"]:
        lines += lineup_lines(play)
    lines += loose_lines(play) if play["lanes"] else []
    if state["drawn"] and play["kind"]:
        lines += drawn_lines(state["drawn"], width)
    if view["hand"]:
        lines.append("hand: " + " ".join(shown(card) for card in view["hand"]))
    if not play["kind"]:
        lines += view["notes"][-6:]
    return "\n".join(line[:width] for line in lines)


def field_line(state: dict[str, Any]) -> str:
    """The field in steps of two yards, the ball on it; the offence goes to the right."""
    if state["quarter"] == 0:
        return ""
    spot = state["x"] if state["next"] in ("down", "try") else state["kick_spot"]
    cells = ["|" if n % 5 == 0 else "." for n in range(51)]
    if state["next"] == "down" and state["ltg"] < 100:
        cells[min(50, state["ltg"] // 2)] = "!"
    cells[min(50, max(0, spot // 2))] = "o"
    return f"{META.seats[state['off']][:4]:>5} [" + "".join(cells) + "]>"


def lane_lines(play: dict[str, Any]) -> list[str]:
    """The lanes side by side: defence above, offence below, with counts that face each other."""
    columns = []
    for n, lane in enumerate(play["lanes"]):
        theirs = [f"{d['name']} {face(d)}" for d in play["defence"] if d["lane"] == n]
        ours = [f"{o['name']} {face(o)}" for o in play["offence"] if o["lane"] == n]
        columns.append((f"lane {n + 1} ({lane['col']:+d})", theirs, ours))
    size = max(9, 80 // max(1, len(columns)))
    high = max(len(c[1]) for c in columns)
    low = max(len(c[2]) for c in columns)
    rows = ["".join(head[: size - 1].ljust(size) for head, _, _ in columns)]
    rows += ["".join(_at(c[1], n - (high - len(c[1])), size) for c in columns) for n in range(high)]
    rows.append("".join("-" * (size - 2) + "  " for _ in columns))
    rows += ["".join(_at(c[2], n, size) for c in columns) for n in range(low)]
    return rows


def _at(items: list[str], n: int, size: int) -> str:
    return (items[n] if 0 <= n < len(items) else "")[: size - 1].ljust(size)


def loose_lines(play: dict[str, Any]) -> list[str]:
    """QB, backs, receivers with their cover, and the secondary."""
    rows = []
    for o in play["offence"]:
        if o["lane"] >= 0:
            continue
        cover = " ".join(f"{d['name']} {face(d)}" for d in play["defence"] if d["cover"] == o["name"])
        where = f" released {o['side']}" if o["released"] else ""
        if o["kind"] in ("WR", "TE") or o["released"]:
            rows.append(f"{o['name']} {face(o)}{where} covered by {cover or 'nobody'}")
        elif o["kind"] in ("QB", "RB"):
            stance = " (shotgun)" if o["kind"] == "QB" and play["stance"] == "G" else ""
            rows.append(f"{o['name']} {face(o)}{stance}")
        else:
            rows.append(f"{o['name']} {face(o)} blocks nobody")
    free = [d for d in play["defence"] if d["lane"] < 0 and not d["cover"]]
    rows.append("secondary: " + "  ".join(f"{d['at']}{_alias(d)} {face(d)}" for d in free))
    if play["pressure"]:
        rows.append(f"pressure {play['pressure']} on the QB")
    return _paired(rows)


def _alias(d: dict[str, Any]) -> str:
    return "" if d["at"] == d["name"] else f"={d['name']}"


def _paired(rows: list[str]) -> list[str]:
    """Short rows two by two, so that the table fits a screen."""
    packed: list[str] = []
    for row in rows:
        if packed and len(packed[-1]) <= 38 and len(row) <= 40 and not row.startswith("secondary"):
            packed[-1] = packed[-1].ljust(40) + row
        else:
            packed.append(row)
    return packed


def lineup_lines(play: dict[str, Any]) -> list[str]:
    """Before the snap: both sides by place."""
    rows = []
    for title, pieces, places in (("defence", "defence", "places"), ("offence", "offence", "slots")):
        if play[pieces]:
            words = [f"{q['name']} {face(q)}" for q in play[pieces]]
        else:
            words = list(play[places])
        if words:
            rows.append(f"{title}: " + "  ".join(words[:6]))
            rows.append("         " + "  ".join(words[6:]))
    return rows


def drawn_lines(drawn: list[Any], width: int) -> list[str]:
    """CB-41.2: drawn cards by purpose."""
    groups: list[tuple[str, list[str]]] = []
    for card, purpose in drawn:
        if not groups or groups[-1][0] != purpose:
            groups.append((purpose, []))
        groups[-1][1].append(shown(card))
    text = "drawn: " + ", ".join(f"{purpose} {' '.join(cards)}" for purpose, cards in groups)
    rows = []
    while text:
        rows.append(text[:width])
        text = text[width:]
    return rows[-3:]


# SVG


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
        f'<text x="{x:.0f}" y="{y + 38:.0f}" font-size="9" text-anchor="middle" '
        f'fill="{"#fff" if piece["card"] == HIDDEN else "#333"}">{escape(piece["name"])}</text></g>'
    )


def _lane_label(play: dict[str, Any], n: int) -> str:
    style = 'font-size="10" text-anchor="middle" fill="#cfe8d5"'
    return f'<text x="{lane_x(play, n):.0f}" y="256" {style}>lane {n + 1}</text>'


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
    """CB-41.2: each purpose a row of its own, with a gap between sets."""
    parts, x, last = [], 20.0, ""
    for card, purpose in drawn[-24:]:
        x += 14 if purpose != last and last else 0
        if purpose != last:
            parts.append(f'<text x="{x:.0f}" y="494" font-size="9" fill="#fff">{escape(purpose)}</text>')
        ink = "#c0202a" if shown(card)[-1:] in RED_SUITS or card == "RJ" else "#111"
        label = {"RJ": "RJ", "BJ": "BJ"}.get(card) or shown(card)
        parts.append(
            f'<g><rect x="{x:.0f}" y="498" width="24" height="30" rx="3" fill="#fff" stroke="#111"/>'
            f'<text x="{x + 12:.0f}" y="517" font-size="10" text-anchor="middle" '
            f'fill="{ink}">{label}</text></g>'
        )
        x, last = x + 26, purpose
    return parts
