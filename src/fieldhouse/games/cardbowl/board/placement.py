"""Cards that a player has put on places of the picture, ahead of the question for them."""

from __future__ import annotations

from collections.abc import Mapping

from fieldhouse.games.cardbowl.board.layout import EMPTY, asked_slot, with_empty_slots
from fieldhouse.games.cardbowl.rules.lines.lineup import FILL, fill_places
from fieldhouse.kernel.game import View


def fill_around(view: View, key: str, placed: Mapping[str, str]) -> list[str]:
    """The answers that fill all places but leave the cards `placed` (by place name) where they are.

    Other answers than `fill` (CB-17.1) stay as they are.
    """
    side, _ = asked_slot(view)
    play, hand = view["state"]["play"], view["hand"]
    if key != FILL.key or not side:
        return [key]
    pieces = with_empty_slots(play)[side]
    slots = play["slots"] if side == "offense" else play["places"]
    empty = [(q["name"], slot) for q, slot in zip(pieces, slots, strict=True) if q["card"] == EMPTY]
    names = {name for name, _ in empty}
    kept = {name: card for name, card in placed.items() if name in names and card in hand}
    rest = [card for card in hand if card not in kept.values()]
    free = [slot for name, slot in empty if name not in kept]
    filled = iter(fill_places(play["formation"], free, rest))
    cards = [kept[name] if name in kept else next(filled) for name, _ in empty]
    return cards[:-1]  # the last card has but one place to go
