"""`starter`: the baseline's sense (RB-20.10) for kicks and flags; with cards it mixes and remembers.

A fixed call or an all-run or all-pass habit must not beat it. So it guesses what the other side may still
hold from the open discards (RB-10.13), thinks likelier what that side has played more often than its deck
would, and draws its own card the more often the better it does against that guess.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from math import exp
from random import Random
from typing import Any

from fieldhouse.games.redboar.coaches import baseline
from fieldhouse.games.redboar.coaches.worths import by_yards
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel.players import Policy
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.solve.matrix import solve

SPREAD = 3.0
"""Yards of difference that make one card about three times as likely as another."""
PRIOR = 4.0
"""Cards that must be seen before a habit counts as much as the deck's own mixture."""
STEADY = 0.5
"""The share of the guess that is the other side's best mix rather than its habit."""


def starter(game: GridironGame, rng: Random) -> Policy:
    """The policy; dice leave no card to choose, so there it is the baseline itself."""
    plain = baseline.baseline(game, rng)
    if not game.cards:
        return plain
    sheet = sheet_of(game)

    def answer(request: Choose, s: Any) -> str:
        if request.what != "card":
            return plain(request, s)
        return sheet.card(request.seat, s, rng)

    return answer


@lru_cache(maxsize=16)
def sheet_of(game: GridironGame) -> Sheet:
    """One for all coaches of a game: its tables are worked out once."""
    return Sheet(game)


class Sheet:
    """What each card is worth against each other, by distance to the line to gain and to the goal."""

    def __init__(self, game: GridironGame) -> None:
        book = game.book
        self.decks = {True: Counter(book.offense_deck), False: Counter(book.defense_deck)}
        calls, defenses = sorted(self.decks[True]), sorted(self.decks[False])
        self.cards = {True: calls, False: defenses}

        @cache
        def table(g: int, t: int) -> tuple[dict[tuple[str, str], float], dict[str, float], dict[str, float]]:
            """Each pair's worth, and both sides' best mixes over all cards."""
            worth = by_yards(game, g, t)
            pairs = {(a, b): worth(a, b) for a in calls for b in defenses}
            found = solve([[pairs[a, b] for b in defenses] for a in calls])
            mixes = dict(zip(calls, found.rows, strict=True)), dict(zip(defenses, found.columns, strict=True))
            return pairs, *mixes

        self.table = table

    def card(self, seat: Seat, s: Gridiron, rng: Random) -> str:
        """A card of the hand, drawn by what it does against the guess."""
        attack = seat == s.offense
        pairs, ours, theirs = self.table(s.g, s.t)
        guess = self.guess(s, 1 - seat, theirs if attack else ours)
        hand = s.decks[seat].hand
        sign = 1.0 if attack else -1.0
        gains = [
            sign * sum(p * pairs[(mine, other) if attack else (other, mine)] for other, p in guess.items())
            for mine in hand
        ]
        best = max(gains)
        weights = [exp((gain - best) / SPREAD) for gain in gains]
        return rng.choices(hand, weights)[0]

    def guess(self, s: Gridiron, other: Seat, mix: dict[str, float]) -> dict[str, float]:
        """The chance of each card of the other side: half by its best mix, half by what it tends to play."""
        deck = self.decks[other == s.offense]
        played = Counter(s.decks[other].discard)
        size, seen = sum(deck.values()), sum(played.values())
        habit = {}
        for card, count in deck.items():
            share = count / size
            tilt = (played[card] + PRIOR * share) / ((seen + PRIOR) * share)
            habit[card] = (count - played[card]) * tilt
        total = sum(habit.values()) or 1.0
        held = {card: mix.get(card, 0.0) for card in deck if deck[card] > played[card]}
        steady = sum(held.values())
        share = STEADY if steady > 0 else 0.0
        return {
            card: share * held.get(card, 0.0) / (steady or 1.0) + (1 - share) * habit[card] / total
            for card in deck
        }
