"""Play cards and timing cards: what each one means, whatever the state of the game."""

from __future__ import annotations

from functools import cache

import msgspec

from fieldhouse.games.thegrid.teams.players import HB, LE, PLACE_WORDS, PLACES, RE
from fieldhouse.kernel.requests import Option, Refusal

PLAYS = {
    "RI": "Run inside",
    "RO": "Run outside",
    "FP": "Flat pass",
    "SP": "Short pass",
    "LP": "Long pass",
}
RUNS = ("RI", "RO")
KEYS = ("HB", "LE", "RE", "NK")
AIR = {"FP": 1, "SP": 2, "LP": 4}  # TG-15.2
RATING = {"FP": "flat", "SP": "short", "LP": "long"}  # TG-11.7
ZONE = (0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -2, -2)  # TG-11.8, by box

INC, NG, FIVE, DICE, DICE_5, DICE_15 = range(6)
CODES = ("Inc", "NG", "5 Yds", "Dice", "Dice +5", "Dice +15")
BONUS = {DICE: 0, DICE_5: 1, DICE_15: 3}  # TG-11.13 to TG-11.15


class PlayCard(msgspec.Struct, frozen=True):
    """One of the twenty: the play, and the place of the carrier or the keyed player, -1 for No Key."""

    key: str
    play: str
    who: int
    run: bool

    @property
    def name(self) -> str:
        """`Short pass, left end`."""
        return f"{PLAYS[self.play]}, {'no key' if self.who < 0 else PLACE_WORDS[self.who]}"


_WHO = {"HB": HB, "LE": LE, "RE": RE, "NK": -1}
DECK = {  # TG-1.9
    f"{play}-{key}": PlayCard(f"{play}-{key}", play, _WHO[key], play in RUNS)
    for play in PLAYS
    for key in KEYS
}
OFFENSE = tuple(  # TG-10.3 to TG-10.6
    key for key, card in DECK.items() if card.who >= 0 and key not in ("LP-HB", "RI-LE", "RI-RE")
)
DEFENSE = tuple(DECK)  # TG-10.9

CALLED: dict[tuple[str, str], tuple[int, int]] = {}
"""(offense card, defense card) -> (call modifier, key modifier): TG-11.5, TG-11.6, TG-10.12."""
for _mine in OFFENSE:
    for _theirs in DEFENSE:
        _a, _b = DECK[_mine], DECK[_theirs]
        _call = -5 if _a.play == _b.play else (0 if _a.run == _b.run else 2)
        _key = 0 if _b.who < 0 else (-2 if _a.who == _b.who else 1)
        CALLED[_mine, _theirs] = (_call, _key)


def refusal(key: str, box: int) -> Refusal | None:
    """Why the offense may not call this card from that box, or None if it may."""
    card = DECK.get(key)
    if card is None:
        return Refusal(key, "there's no such card; cards are named like SP-LE or RO-HB", "TG-1.9")
    if card.who < 0:
        return Refusal(key, "only the defense plays No Key cards", "TG-10.6")
    if key == "LP-HB":
        return Refusal(key, "the halfback can't catch a long pass", "TG-10.4")
    if card.play == "RI" and card.who != HB:
        return Refusal(key, "an end can't run inside", "TG-10.5")
    if card.play == "LP" and box >= 9:
        why = "no long passes from the opponent's 15 or closer"
        return Refusal(key, why, "TG-10.7", offense_option(key).label)
    if card.play == "SP" and box == 11:
        return Refusal(key, "no short passes from the opponent's 5", "TG-10.8", offense_option(key).label)
    return None


@cache
def legal(box: int) -> tuple[str, ...]:
    """The offense's cards from that box (TG-D.9)."""
    return tuple(key for key in OFFENSE if refusal(key, box) is None)


_CARRIER = {HB: "the halfback", LE: "the left end", RE: "the right end"}


def offense_option(key: str) -> Option:
    """The card as the offense reads it."""
    card = DECK[key]
    verb = "with" if card.run else "to"
    return Option(key, f"{PLAYS[card.play]} {verb} {_CARRIER[card.who]}", "TG-10.3")


def defense_option(key: str) -> Option:
    """The card as the defense reads it."""
    return Option(key, f"Defend {guard_words(key)}", "TG-10.9")


def guard_words(key: str, verb: str = "key on") -> str:
    """`short pass, key on the left end`; play-by-play says `keying on`."""
    card = DECK[key]
    return f"{PLAYS[card.play].lower()}, {f'{verb} {_CARRIER[card.who]}' if card.who >= 0 else 'no key'}"


# The timing deck

SUITS = {"H": "hearts", "D": "diamonds", "C": "clubs", "S": "spades"}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)  # TG-1.8
_RANK_NAMES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


def timing_name(card: str) -> str:
    """The card in words: `queen of hearts`."""
    rank, suit = card[:-1], card[-1]
    return f"{_RANK_NAMES.get(rank, rank)} of {SUITS[suit]}"


HURT: dict[str, tuple[int, int] | None] = {
    "A": (PLACES.index("QB"), PLACES.index("DS")),
    **{rank: (PLACES.index("LG"),) * 2 for rank in ("2", "3")},
    **{rank: (PLACES.index("C"),) * 2 for rank in ("4", "5")},
    **{rank: (PLACES.index("RG"),) * 2 for rank in ("6", "7")},
    "8": (HB, HB),
    "9": (RE, RE),
    "10": (LE, LE),
    **dict.fromkeys(("J", "Q", "K")),
}
"""Places tested by a heart, offense's and defense's (TG-13.1); None: the ball-carrier alone (TG-13.2)."""
