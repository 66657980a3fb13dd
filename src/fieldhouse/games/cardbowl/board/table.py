"""The parts of a table of Card Bowl: field, cards as they lie, cards drawn, hand, formations as dots."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from typing import Any

from fieldhouse.football import ink
from fieldhouse.football.field import FieldPicture
from fieldhouse.football.ink import box, circle, group, label, paint
from fieldhouse.football.parts import Face, Part, together
from fieldhouse.games.cardbowl.board.layout import (
    BACK_XY,
    SECOND_X,
    SLOT_X,
    WIDE_X,
    defence_xy,
    lane_x,
    offence_xy,
)
from fieldhouse.games.cardbowl.board.placing import asked_slot, with_empty_slots
from fieldhouse.games.cardbowl.board.textboard import lane_sum
from fieldhouse.games.cardbowl.meta import META
from fieldhouse.games.cardbowl.rules.cards import HIDDEN, RED, shown
from fieldhouse.games.cardbowl.rules.formations import default_chart, with_flips
from fieldhouse.games.cardbowl.rules.places import place
from fieldhouse.kernel.game import View

WIDE, HIGH = 374, 312
CARD_WIDE, CARD_HIGH = 23, 34
CHART = default_chart()
OFFENSES: dict[str, Any] = with_flips(CHART["offence"])
DEFENSES: dict[str, Any] = CHART["defence"]


def svg(view: View) -> str:
    """All parts in one picture."""
    red, blue = view["scores"]
    return together(parts(view), f"Red {red}, Blue {blue}. {view['status']}")


def parts(view: View, keys: Collection[str] = ()) -> Sequence[Part]:
    """The field, the cards on the table, the cards drawn, and what the seat may choose with pictures."""
    state = view["state"]
    play = state["play"]
    laid = play["slots"] or play["offence"]
    found = [cards(view) if laid else field(state).part()]
    if state["drawn"] and play["kind"]:
        found.append(drawn(state["drawn"]))
    formed = formations(keys)
    if view["hand"]:
        found.append(held(view["hand"]) if formed else hand(view["hand"]))
    return [*found, *([formed] if formed else [])]


def field(state: dict[str, Any]) -> FieldPicture:
    """Red attacks to the right."""
    down = state["next"] in ("down", "try")
    spot = state["x"] if down else state["kick_spot"]
    gain = state["ltg"] if state["next"] == "down" and state["ltg"] < 100 else None
    right = state["off"] == 0
    return FieldPicture(
        ball=None if state["next"] == "toss" else spot if right else 100 - spot,
        gain=gain if gain is None or right else 100 - gain,
        to_right=right,
        left=META.seats[0],
        right=META.seats[1],
        title="The field",
    )


# The cards on the table


def at(x: float, y: float) -> tuple[float, float]:
    """From the plan of the table to this picture: the top middle of a card."""
    return x * WIDE / 840, (y - 70) * 0.72


def cards(view: View) -> Part:
    """Both line-ups: the defense above, each lane a duel of two sums."""
    play = with_empty_slots(view["state"]["play"])
    own, asked = asked_slot(view)
    pieces = [box(0, 0, WIDE, HIGH, ink.TURF, radius=6)]
    for side, where in (("offence", offence_xy), ("defence", defence_xy)):
        for piece in play[side]:
            x, y = at(*where(play, piece))
            pieces.append(
                _card(x, y, piece, side) if piece["card"] else _slot(x, y, piece, side == own, asked)
            )
    pieces += [_duel(play, n) for n in range(len(play["lanes"]))]
    pieces.append(_ball(play))
    words = "The cards on the table: defense above, offense below"
    return Part(
        id="cards", area="field", label=words, width=WIDE, height=HIGH, widest=620, svg="".join(pieces)
    )


def _card(x: float, y: float, piece: dict[str, Any], side: str) -> str:
    hidden, left = piece["card"] == HIDDEN, x - CARD_WIDE / 2
    fill = ink.BACK if hidden else ink.CARD_PAPER if piece["up"] else ink.LOSS
    body = box(left, y, CARD_WIDE, CARD_HIGH, fill, radius=3, stroke=ink.WHITE)
    if not hidden:
        colour = ink.CARD_RED if piece["card"] in RED else ink.CARD_INK
        body += label(
            f"{x:.1f}", f"{y + 15:.1f}", _rank(piece["card"]), 12, colour, anchor="middle", bold=True
        )
        body += label(f"{x:.1f}", f"{y + 29:.1f}", _suit(piece["card"]), 12, colour, anchor="middle")
    state = "face up" if piece["up"] else "face down"
    name = f"{place(piece['name'])} {'' if hidden else shown(piece['card'])} {state}"
    return group(body, id=f"card-{side}-{piece['name']}".replace("+", "p"), title=" ".join(name.split()))


def _slot(x: float, y: float, piece: dict[str, Any], own: bool, asked: str) -> str:
    """An empty place; the one that is next stands out."""
    name, now = escape(piece["name"]), own and piece["name"] == asked
    mark = f' class="slot{" aim" if now else ""}" data-slot="{name}"' if own else ""
    edge = paint(None, ink.AMBER if now else ink.CHALK, 3 if now else 1)
    words = f"{place(piece['name'])}{' is next' if now else ', empty'}"
    left = x - CARD_WIDE / 2
    shape = f'<rect x="{left:.1f}" y="{y:.1f}" width="{CARD_WIDE}" height="{CARD_HIGH}" rx="3" {edge}/>'
    return f"<g{mark}><title>{escape(words)}</title>{shape}</g>"


def _duel(play: dict[str, Any], n: int) -> str:
    """The lane's two sums, defense over offense, once a side of it is seen."""
    theirs, ours = (lane_sum([q for q in play[side] if q["lane"] == n]) for side in ("defence", "offence"))
    words = f"{theirs}:{ours}" if (theirs, ours) != ("?", "?") else f"{n + 1}"
    x, _ = at(lane_x(play, n), 0)
    return label(f"{x:.1f}", 137, words, 12, ink.WHITE, anchor="middle", bold=True)


def _ball(play: dict[str, Any]) -> str:
    """The ball lies on the center, then on the QB, then on whoever carries it (CB-17.1, CB-22.1)."""
    holder = play["carrier"] or ("QB" if play["lanes"] else "C")
    carrier = next((q for q in play["offence"] if q["name"] == holder), None)
    if carrier is None:
        return ""
    x, y = at(*offence_xy(play, carrier))
    move = f"translate({x + 11:.1f} {y + 2:.1f}) scale(.7)"
    return f'<g id="ball-on-table" data-move="1" transform="{move}">{ink.football()}</g>'


def _rank(card: str) -> str:
    return {"RJ": "★", "BJ": "★"}.get(card, card[:-1])


def _suit(card: str) -> str:
    return {"RJ": "R", "BJ": "B"}.get(card) or shown(card)[-1]


# What was drawn, the hand, the formations


def drawn(cards: Sequence[Sequence[str]]) -> Part:
    """CB-41.2: the cards turned from the pack, each with its purpose, the latest last."""
    shown_last, pieces, x = list(cards)[-6:], [], 0.0
    for number, (card, purpose) in enumerate(shown_last):
        colour = ink.CARD_RED if card in RED else ink.CARD_INK
        body = box(x + 12, 1, 28, 38, ink.CARD_PAPER, radius=4, stroke=ink.EDGE)
        body += label(x + 26, 17, _rank(card), 13, colour, anchor="middle", bold=True)
        body += label(x + 26, 33, _suit(card), 13, colour, anchor="middle")
        for line, word in enumerate(purpose.split("-")):  # whole words: "open" over "field"
            body += label(x + 26, 53 + 13 * line, word, 11, ink.SOFT, anchor="middle")
        pieces.append(group(body, id=f"drawn-{len(cards) - len(shown_last) + number}-{card}", beat="turn"))
        x += 53
    said = "Drawn: " + ", ".join(f"{purpose} {shown(card)}" for card, purpose in shown_last)
    return Part(id="last", area="last", label=said, width=318, height=70, widest=411, svg="".join(pieces))


def hand(cards: Sequence[str]) -> Part:
    """The own cards; while one is placed each is its own button."""
    faces = []
    for card in cards:
        colour = ink.CARD_RED if card in RED else ink.CARD_INK
        body = box(0.5, 0.5, 55, 75, ink.CARD_PAPER, radius=7, stroke=ink.EDGE)
        body += label(28, 34, _rank(card), 24, colour, anchor="middle", bold=True)
        body += label(28, 62, _suit(card), 22, colour, anchor="middle")
        faces.append(Face(id=f"hand-{card}", label=shown(card), svg=body, width=56, height=76, key=card))
    return Part(id="hand", area="hand", label="Your hand", width=56, faces=tuple(faces))


def held(cards: Sequence[str]) -> Part:
    """The hand as a row to look at while a formation is chosen."""
    step, pieces = min(34.0, 346 / max(1, len(cards))), []
    for n, card in enumerate(cards):
        colour, x = ink.CARD_RED if card in RED else ink.CARD_INK, step * n
        pieces.append(box(round(x, 1), 1, 28, 40, ink.CARD_PAPER, radius=4, stroke=ink.EDGE))
        pieces.append(label(round(x + 11, 1), 17, _rank(card), 13, colour, anchor="middle", bold=True))
        pieces.append(label(round(x + 11, 1), 34, _suit(card), 13, colour, anchor="middle"))
    said = "Your hand: " + ", ".join(map(shown, cards))
    return Part(id="held", area="last", label=said, width=376, height=42, widest=480, svg="".join(pieces))


def formations(keys: Collection[str]) -> Part | None:
    """Formations on offer as eleven dots with a name and one line."""
    faces = [offense_dots(key, OFFENSES[key]) for key in keys if key in OFFENSES]
    faces += [defense_dots(key, DEFENSES[key]) for key in keys if key in DEFENSES]
    if not faces:
        return None
    return Part(id="formations", area="hand", label="Formations", width=faces[0].width, faces=tuple(faces))


def offense_dots(key: str, row: dict[str, Any]) -> Face:
    """Line, receivers, backs."""
    slots = row["slots"]
    spots = [(SLOT_X[slot], 0.0) for slot in ("LT", "LG", "C", "RG", "RT")]
    spots.append((0, 1.0 if row["stance"] == "U" else 2.4))
    for slot in slots:
        if slot in WIDE_X or slot in SLOT_X:
            spots.append((WIDE_X.get(slot, SLOT_X.get(slot, 0)), 0.0))
        else:
            spots.append((BACK_XY[slot][0], BACK_XY[slot][1] - 0.6))
    kinds = [("tight end", "TE"), ("wide", "W"), ("back", "B")]
    counts = [(sum(slot.startswith(mark) for slot in slots), words) for words, mark in kinds]
    line = ", ".join(f"{n} {words}{'s' * (n > 1 and words != 'wide')}" for n, words in counts if n)
    name = key.replace("_flip", ", mirrored").replace("_", " ")
    return _dots(key, name[:1].upper() + name[1:], line, spots, 26)


def defense_dots(key: str, row: dict[str, Any]) -> Face:
    """Safeties, linebackers, line; corners wide."""
    ends = {"-e": -6, "e": 6}
    spots: list[tuple[float, float]] = [(ends.get(str(col), col), 3.2) for col in row["line"]]
    spots += [(SECOND_X[slot], 1.7) for slot in row["backers"]]
    safeties = ["SL" if slot == "S" else slot for slot in row["safeties"]]
    spots += [(SECOND_X[slot] * 0.8 + 1.5 * n, 0.2) for n, slot in enumerate(safeties)]
    spots += [((-15, 15, -12, 12)[n], 2.9) for n in range(row["corners"])]
    line = f"{len(row['line'])} linemen, {len(row['backers'])} linebackers, {row['corners']} corners"
    return _dots(
        key, key[:1].upper() + key[1:].replace("-", " " if key[0].isalpha() else "-"), line, spots, 22
    )


def _dots(key: str, name: str, line: str, spots: Sequence[tuple[float, float]], top: float) -> Face:
    wide, high = 176, 112
    body = box(0.5, 0.5, wide - 1, high - 1, ink.CARD, radius=9, stroke=ink.EDGE)
    body += box(8, 8, wide - 16, 66, ink.TURF, radius=5)
    for x, y in spots:
        body += circle(round(wide / 2 + x * 4.8, 1), round(top + y * 13, 1), 4, ink.CHALK)
    body += label(10, 89, name, 13, bold=True) + label(10, 104, line, 11, ink.SOFT)
    return Face(id=f"form-{key}", label=f"{name}: {line}", svg=body, width=wide, height=high, key=key)
