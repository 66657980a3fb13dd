"""The parts of the board: field, cards on the table, drawn cards, hand and formations."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from fieldhouse.football import shapes
from fieldhouse.football.field import FieldPicture
from fieldhouse.football.parts import Face, Part, combined_svg
from fieldhouse.football.shapes import box, label
from fieldhouse.games.cardbowl.board.cards_on_table import card_color, cards_part, rank_text, suit_sign
from fieldhouse.games.cardbowl.board.formation_diagrams import formations_part
from fieldhouse.games.cardbowl.board.last_play import drawn_part
from fieldhouse.games.cardbowl.meta import META
from fieldhouse.games.cardbowl.rules.cards import card_label
from fieldhouse.games.cardbowl.rules.deal import discard_cards, discard_words
from fieldhouse.kernel.game import View


def svg(view: View) -> str:
    """All parts in one picture."""
    red, blue = view["scores"]
    return combined_svg(parts(view), f"Red {red}, Blue {blue}. {view['status']}")


def parts(view: View, keys: Collection[str] = ()) -> Sequence[Part]:
    """The field, the cards on the table, the cards drawn, and what the seat may choose with pictures."""
    state = view["state"]
    play = state["play"]
    laid = play["slots"] or play["offense"]
    found = [cards_part(view, keys) if laid else field_part(state).part()]
    if state["drawn"] and play["kind"]:
        found.append(drawn_part(state))
    choice = formations_part(keys, play["stance"], play["slots"]) or discards_part(keys)
    if view["hand"]:
        found.append(
            hand_row(view["hand"]) if choice or not _places(view["hand"], keys) else hand_part(view["hand"])
        )
    return [*found, *([choice] if choice else [])]


def _places(cards: Sequence[str], keys: Collection[str]) -> bool:
    """Is a card of the hand an answer now? Without a question the hand is shown as it is held."""
    return not keys or any(card in keys for card in cards)


def field_part(state: dict[str, Any]) -> FieldPicture:
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
        title="Field",
    )


def hand_part(cards: Sequence[str]) -> Part:
    """The own cards; while one is placed each is its own button."""
    faces = []
    for card in cards:
        body = box(0.5, 0.5, 55, 75, shapes.CARD_PAPER, radius=7, stroke=shapes.EDGE) + _printed(card, 28)
        faces.append(Face(id=f"hand-{card}", label=card_label(card), svg=body, width=56, height=76, key=card))
    return Part(id="hand", area="hand", label="Your hand", width=56, faces=tuple(faces))


def _printed(card: str, x: float) -> str:
    ink_of = card_color(card)
    body = label(x, 34, rank_text(card), 24, ink_of, anchor="middle", bold=True)
    return body + label(x, 62, suit_sign(card), 22, ink_of, anchor="middle")


def hand_row(cards: Sequence[str]) -> Part:
    """The hand as a row to look at while something else is chosen."""
    step, pieces = min(34.0, 346 / max(1, len(cards))), []
    for n, card in enumerate(cards):
        x = step * n
        pieces.append(box(round(x, 1), 1, 28, 40, shapes.CARD_PAPER, radius=4, stroke=shapes.EDGE))
        pieces.append(
            label(round(x + 11, 1), 17, rank_text(card), 13, card_color(card), anchor="middle", bold=True)
        )
        pieces.append(label(round(x + 11, 1), 34, suit_sign(card), 13, card_color(card), anchor="middle"))
    said = "Your hand: " + ", ".join(map(card_label, cards))
    return Part(id="held", area="last", label=said, width=376, height=42, widest=480, svg="".join(pieces))


def discards_part(keys: Collection[str]) -> Part | None:
    """CB-16.4: what may go, as a fan of the cards that go together."""
    faces = []
    for key in keys:
        if not key.startswith("discard:"):
            continue
        gone = discard_cards(key)
        wide = 56 + 24 * (len(gone) - 1)
        body = ""
        for n, card in enumerate(gone):
            body += box(0.5 + 24 * n, 0.5, 55, 75, shapes.CARD_PAPER, radius=7, stroke=shapes.EDGE)
            body += label(14 + 24 * n, 34, rank_text(card), 20, card_color(card), anchor="middle", bold=True)
            body += label(14 + 24 * n, 62, suit_sign(card), 18, card_color(card), anchor="middle")
        name = discard_words(key)
        faces.append(Face(id=f"go-{'-'.join(gone)}", label=name, svg=body, width=wide, height=76, key=key))
    if not faces:
        return None
    return Part(
        id="discards", area="hand", label="Cards to discard", width=faces[0].width, faces=tuple(faces)
    )
