"""The picture of the last play: its cards stay on the board until the next play starts."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from fieldhouse.football import shapes
from fieldhouse.football.parts import Part
from fieldhouse.football.shapes import box, group, label
from fieldhouse.games.cardbowl.board.cards_on_table import card_color, rank_text, suit_sign
from fieldhouse.games.cardbowl.meta import META
from fieldhouse.games.cardbowl.rules.cards import card_label
from fieldhouse.games.cardbowl.rules.events import Drew, PlayOver, Revealed, Summed, purpose_words
from fieldhouse.games.cardbowl.rules.place_names import slot_words
from fieldhouse.kernel.events import Event, sum_text
from fieldhouse.kernel.game import View

SHOWN, STEP, LETTERS = 6, 61, 10
"""So many cards, the latest; the room of one, and the letters that fit under it."""


def event_parts(view: View, events: Sequence[Event]) -> Sequence[Part]:
    """CB-41.2: what the last play turned up, with its last sum; nothing once the next lines up or draws."""
    state = view["state"]
    play = state["play"]
    if play["kind"] and (state["drawn"] or play["slots"] or play["offense"]):
        return []
    last = _last_play(events)
    up = [event for event in last if isinstance(event, Drew | Revealed)][-SHOWN:]
    if not up:
        return []
    before = sum(isinstance(event, Drew) for event in last) - sum(isinstance(event, Drew) for event in up)
    pieces = []
    for n, event in enumerate(up):  # what was drawn lay there during the play, and does not turn over again
        drew = isinstance(event, Drew)
        name = f"{f'drawn-{before}' if drew else f'last-{n}'}-{event.card}"
        before += drew
        pieces.append(group(_card(event, STEP * n), id=name, beat="turn", once=drew))
    height = 42 + 13 * max(len(_lines(event)) for event in up) + 6
    said = "Last play: " + ", ".join(f"{_name(event)} {card_label(event.card)}" for event in up)
    sums = [event for event in last if isinstance(event, Summed) or len(event.sum) > 1]
    if sums:
        words = sums[-1].whole() if isinstance(sums[-1], Summed) else _sum(sums[-1])
        pieces.append(group(label(2, height + 12, words, 13, bold=True), id="last-sum", beat="sum"))
        height, said = height + 20, f"{said}. {words}"
    svg = "".join(pieces)
    return [Part(id="last", area="last", label=said, width=366, height=height, widest=480, svg=svg)]


def _sum(event: Event) -> str:
    """`Cards 32, coverage \N{MINUS SIGN}8 = 24`."""
    return sum_text(event.sum).capitalize().replace("-", "\N{MINUS SIGN}")


def _last_play(events: Sequence[Event]) -> list[Event]:
    """The events of the play that ended last, in order."""
    found: list[Event] = []
    ended = False
    for event in reversed(events):
        if isinstance(event, PlayOver):
            if ended:
                break
            ended = True
        elif ended:
            found.append(event)
    return found[::-1]


def _name(event: Drew | Revealed) -> str:
    return purpose_words(event.purpose) if isinstance(event, Drew) else slot_words(event.name)


def _lines(event: Drew | Revealed) -> list[str]:
    return wrap(_name(event), LETTERS)


def _card(event: Drew | Revealed, x: float) -> str:
    """A card with what it was for; a bar in the color of the side whose player it was."""
    middle = x + STEP / 2
    body = box(middle - 14, 5, 28, 36, shapes.CARD_PAPER, radius=4, stroke=shapes.EDGE)
    if isinstance(event, Revealed):
        body += box(middle - 14, 0, 28, 4, shapes.SIDES[META.seats.index(event.side)], radius=2)
    body += label(middle, 20, rank_text(event.card), 13, card_color(event.card), anchor="middle", bold=True)
    body += label(middle, 36, suit_sign(event.card), 13, card_color(event.card), anchor="middle")
    return body + "".join(
        label(middle, 54 + 13 * n, words, 11, shapes.SOFT, anchor="middle")
        for n, words in enumerate(_lines(event))
    )
