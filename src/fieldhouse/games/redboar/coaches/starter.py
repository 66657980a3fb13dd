"""`starter`, the medium coach: the baseline for kicks and penalties, mixed strategies for cards.

No fixed call and no habit must beat it. So it draws its card from the equilibrium of the meeting: the hand it
holds against every card that the other side may still hold, which the open discards tell (RB-10.13). Worth is
counted in yards, downs and lost balls, at any score and clock: there `allpro` does better.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from functools import cache, lru_cache
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple

from fieldhouse.games.redboar.coaches import baseline
from fieldhouse.games.redboar.coaches.evaluation import PairValue, yards_evaluation
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel.coaches import Policy
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.solve.matrix import solve

Cards = tuple[str, ...]


class CardMix(NamedTuple):
    """Different cards, and how often to lay each of them or one before it."""

    cards: Cards
    upto: tuple[float, ...]


def starter(game: GridironGame, rng: Random) -> Policy:
    """The policy; dice leave no card to choose, so there it is the baseline itself."""
    plain = baseline.baseline(game, rng)
    if not game.cards:
        return plain
    mixes = card_mixes(game)

    def answer(request: Choose, s: Any) -> str:
        if request.what != "card":
            return plain(request, s)
        mix = mixes.mix(request, s)
        return mix.cards[bisect(mix.upto, rng.random() * mix.upto[-1], 0, len(mix.cards) - 1)]

    return answer


@lru_cache(maxsize=16)
def card_mixes(game: GridironGame) -> CardMixes:
    """One for all coaches of a game: what was worked out is kept."""
    return CardMixes(game)


class CardMixes:
    """The best mixes of what is held against what may be held, by down and distance, to line and goal."""

    def __init__(self, game: GridironGame) -> None:
        decks = (game.book.defense_deck, game.book.offense_deck)
        self.decks = [sorted(Counter(deck).items()) for deck in decks]
        """The different cards and how many there are of each: of the defense, of the offense."""

        @cache  # the field has twenty spots of five yards (RB-2.2): some hundred pairs a down
        def worths(g: int, t: int, down: int) -> PairValue:
            return cache(yards_evaluation(game, g, t, down))

        @lru_cache(maxsize=100_000)
        def solved(g: int, t: int, down: int, attack: bool, mine: Cards, theirs: Cards) -> CardMix:
            worth = worths(g, t, down)
            if attack:
                shares = solve([[worth(a, b) for b in theirs] for a in mine]).rows
            else:
                shares = solve([[-worth(b, a) for b in theirs] for a in mine]).rows
            return CardMix(mine, tuple(accumulate(shares)))

        self._solved = solved

    def mix(self, request: Choose, s: Gridiron) -> CardMix:
        """The different cards of the hand that is asked for one, and how often to lay each."""
        return self.hand_mix(s, request.seat, tuple(sorted(request.keys)))

    def hand_mix(self, s: Gridiron, seat: Seat, mine: Cards) -> CardMix:
        """The same for a hand that the seat may hold, its different cards in order."""
        return self._solved(s.g, s.t, s.down, seat == s.offense, mine, self.may_hold(s, 1 - seat))

    def may_hold(self, s: Gridiron, other: Seat) -> Cards:
        """The cards that do not all lie in the other side's discards."""
        played = s.decks[other].discard.count
        return tuple([card for card, copies in self.decks[other == s.offense] if copies > played(card)])
