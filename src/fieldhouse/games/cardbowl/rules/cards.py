"""The deck of 54: values, suits, colors, open-field values, and rounding (section 1)."""

from __future__ import annotations

from collections.abc import Iterable

RED_JOKER = "RJ"
BLACK_JOKER = "BJ"
JOKERS = (RED_JOKER, BLACK_JOKER)
HIDDEN = "??"
"""What a seat sees of a card it may not see."""

RANKS = {"A": 1, **{str(n): n for n in range(2, 11)}, "J": 11, "Q": 12, "K": 13}
SUITS = "SHDC"
FACES = {"J": 1, "Q": 2, "K": 3}

DECK: tuple[str, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), RED_JOKER, BLACK_JOKER)  # CB-1.1
ORDER = {card: place for place, card in enumerate(DECK)}

VALUE: dict[str, int] = {card: RANKS[card[:-1]] for card in DECK if card not in JOKERS}  # CB-1.2
VALUE[RED_JOKER] = VALUE[BLACK_JOKER] = 15  # CB-1.3: a joker in a hand, whatever its color

SUIT: dict[str, str] = {card: card[-1] for card in DECK if card not in JOKERS}
SUIT[RED_JOKER], SUIT[BLACK_JOKER] = "H", "S"  # CB-1.6
SUIT_WORDS = {"S": "a spade", "H": "a heart", "D": "a diamond", "C": "a club"}

RED = frozenset(
    card for card in DECK if card == RED_JOKER or (card != BLACK_JOKER and card[-1] in "HD")
)  # CB-1.5

OPEN: dict[str, int] = {card: 0 if card in JOKERS else FACES.get(card[:-1], 0) for card in DECK}  # CB-1.7
"""Open-field value: J 1, Q 2, K 3, everything else 0."""

BY_VALUE: dict[str, int] = {
    card: place for place, card in enumerate(sorted(DECK, key=lambda card: (VALUE[card], ORDER[card])))
}
"""The pack from low to high."""

BY_HEIGHT: dict[str, int] = {
    card: place for place, card in enumerate(sorted(DECK, key=lambda card: (-VALUE[card], ORDER[card])))
}
"""The pack from high to low."""


def round_half_up(a: int, b: int) -> int:
    """a/b to the nearest whole number, exact halves up (CB-1.14)."""
    return (2 * a + b) // (2 * b)


def half_value(value: int) -> int:
    """A blocking back's half value, rounded up (CB-1.14)."""
    return (value + 1) // 2


def is_face(card: str) -> bool:
    """J, Q or K only (CB-1.7)."""
    return OPEN[card] > 0


def lowest_first(cards: Iterable[str]) -> list[str]:
    """Cards by value, then by their place in the pack."""
    return sorted(cards, key=BY_VALUE.__getitem__)


def highest_first(cards: Iterable[str]) -> list[str]:
    """Cards from the highest down, equal ones by their place in the pack."""
    return sorted(cards, key=BY_HEIGHT.__getitem__)


def card_label(card: str) -> str:
    """A card as people write it: Q♥, red joker."""
    if card in JOKERS:
        return "red joker" if card == RED_JOKER else "black joker"
    if card == HIDDEN:
        return "▒▒"
    return card[:-1] + {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[card[-1]]
