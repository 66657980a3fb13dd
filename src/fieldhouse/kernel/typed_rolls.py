"""Rolls and cards that people type in: the faces to pick from, hands entered at once, and their undo."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from random import SystemRandom
from typing import Any

import msgspec

from fieldhouse.kernel.errors import IllegalAnswer
from fieldhouse.kernel.requests import Chance, Die, Roll, Seat
from fieldhouse.kernel.session import table_actions
from fieldhouse.kernel.table import Table

MOST_AHEAD = 60
"""Cards that one seat may enter at once at most."""
_DICE = re.compile(r"(\d+)d(\d+)")
_CARD = re.compile(r"(10|[2-9JQKA])([SHDC])")
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
SUITS = ("S", "H", "D", "C")


class DiceFaces(msgspec.Struct, frozen=True):
    """Several dice rolled together: their names, their faces, what joins them to a key (None: the sum)."""

    names: tuple[str, ...]
    faces: tuple[str, ...]
    joint: str | None

    def key(self, shown: Sequence[str]) -> str:
        """The key of the roll that shows these faces, in the order of `names`."""
        return str(sum(map(int, shown))) if self.joint is None else self.joint.join(shown)


class CardFaces(msgspec.Struct, frozen=True):
    """A draw from a pack of playing cards: ranks, suits, and cards that have neither."""

    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    others: tuple[str, ...]


def dice_faces(chance: Chance) -> DiceFaces | None:
    """The dice of a roll of several; None for one die, a coin, a card."""
    found = _DICE.fullmatch(chance.die.name) if isinstance(chance, Roll) else None
    if found is None or not isinstance(chance, Roll):
        return None
    count, sides = int(found[1]), int(found[2])
    faces = tuple(map(str, range(1, sides + 1)))
    joint = _joint(chance.die, count, faces)
    if joint == "?":
        return None
    said = [word.strip() for word in chance.label.partition(":")[2].split(",") if word.strip()]
    names = said if len(said) == count else [f"die {number}" for number in range(1, count + 1)]
    return DiceFaces(tuple(names), faces, joint)


def _joint(die: Die, count: int, faces: Sequence[str]) -> str | None:
    """What joins the faces of a roll to its key: nothing, a comma, or None for their sum; `?` if neither."""
    rolls = [*product(faces, repeat=count)]
    for joint in ("", ","):
        if {joint.join(roll) for roll in rolls} == set(die.keys):
            return joint
    return None if {str(sum(map(int, roll))) for roll in rolls} == set(die.keys) else "?"


def card_faces(chance: Chance) -> CardFaces | None:
    """The pack that a card is drawn from; None where it holds no playing cards."""
    keys = chance.pack_keys
    cards = [found for key in keys if (found := _CARD.fullmatch(key))]
    if not cards:
        return None
    ranks, suits = {found[1] for found in cards}, {found[2] for found in cards}
    return CardFaces(
        tuple(rank for rank in RANKS if rank in ranks),
        tuple(suit for suit in SUITS if suit in suits),
        tuple(key for key in keys if not _CARD.fullmatch(key)),
    )


def cards_due(table: Table[Any], seat: Seat) -> int:
    """How many draws like the one that is due follow for this seat before anybody decides.

    Found on a copy without dice, on which the others draw whatever there is: nothing is learned by it.
    """
    chance = table.chance
    if chance is None or chance.sees is None or seat not in chance.sees:
        return 1
    ahead, stream, count = table.copy(), chance.stream, 0
    while (due := ahead.chance) is not None and due.stream == stream and count < MOST_AHEAD:
        count += due.sees is not None and seat in due.sees
        ahead.roll(due.key(due.flat[0]))
    return count


class TypedAhead:
    """Cards that seats have entered before they were due: hands are dealt card by card, in turn."""

    __slots__ = ("_cards",)

    def __init__(self) -> None:
        self._cards: dict[Seat, list[str]] = {}

    def cards(self) -> set[str]:
        """All cards that wait."""
        return {card for cards in self._cards.values() for card in cards}

    def count_waiting(self, seat: Seat) -> int:
        """How many cards of this seat wait."""
        return len(self._cards.get(seat, ()))

    def enter(self, table: Table[Any], seat: Seat, keys: Sequence[str]) -> None:
        """Enter what this seat rolled or drew: the first is due now, the rest when its turn comes.

        IllegalAnswer for what cannot be rolled or drawn; then nothing is entered.
        """
        chance = table.chance
        twice = [key for key in keys if keys.count(key) > 1]
        if chance is not None and chance.sees is not None and has_single_cards(chance) and twice:
            raise IllegalAnswer(twice[0], "it is entered twice; there is one of each card")
        unknown = [
            key for key in keys[1:] if chance is not None and chance.sees and key not in chance.pack_keys
        ]
        if unknown:
            raise IllegalAnswer(unknown[0], "there is no such card")
        if len(keys) > MOST_AHEAD:
            raise IllegalAnswer(keys[0], f"at most {MOST_AHEAD} at once")
        before, waiting = table.copy(), {one: cards[:] for one, cards in self._cards.items()}
        try:
            table.roll(keys[0])
            self._cards[seat] = [*self._cards.get(seat, ()), *keys[1:]]
            self.deal(table, seat)
        except IllegalAnswer:
            table.history, table.ties, table.sequences = before.history, before.ties, before.sequences
            self._cards = waiting
            raise

    def deal(self, table: Table[Any], by: Seat | None = None) -> None:
        """Take what waits while it is due. IllegalAnswer for a card of `by` that cannot be drawn."""
        while (chance := table.chance) is not None:
            seat = next((one for one in chance.sees or tuple(self._cards) if self._cards.get(one)), None)
            if seat is None:
                return
            key = self._cards[seat].pop(0)
            try:
                table.roll(key)
            except IllegalAnswer:
                self._cards.pop(seat, None)  # a card typed wrong: the seat is asked again
                if seat == by:
                    raise
                return
        if table.pending_seats:
            self._cards.clear()  # somebody decides first: nothing more was due

    def undo(self, table: Table[Any], seat: Seat) -> None:
        """Undo the seat's last card or roll. What waited for it is dropped; cards of others wait again."""
        self._cards.pop(seat, None)
        for sees, key in table_actions.undo_typed_rolls(table, seat):
            if sees is not None and seat not in sees:
                self._cards.setdefault(sees[0], []).insert(0, key)


def has_single_cards(chance: Chance) -> bool:
    """Is every card in the pack once?"""
    return len(set(chance.flat)) == len(chance.flat)


def draw_for_coaches(table: Table[Any], people: Sequence[Seat], ahead: TypedAhead) -> bool:
    """Draw the secret cards that no person may see: nobody types in a coach's hand. Were there any?"""
    drew = False
    while (chance := table.chance) is not None and chance.sees and not set(chance.sees) & set(people):
        waiting = ahead.cards()  # somebody holds these in their hands
        left = [value for value in chance.flat if chance.key(value) not in waiting] or chance.flat
        table.roll(chance.key(SystemRandom().choice(left)))
        drew = True
    return drew
