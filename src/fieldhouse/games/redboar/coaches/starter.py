"""`starter`: the baseline's sense (RB-20.10) for kicks and flags; with cards it mixes and remembers.

No fixed call and no habit must beat it. So it draws its card from the equilibrium of the meeting: the hand it
holds against every card that the other side may still hold, which the open discards tell (RB-10.13). Worth is
counted in yards, the line to gain and lost balls, at any down and score: there `allpro` does better.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from random import Random
from typing import Any

from fieldhouse.games.redboar.coaches import baseline
from fieldhouse.games.redboar.coaches.worths import Worth, by_yards
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel.players import Policy
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.solve.matrix import solve

Cards = tuple[str, ...]


def starter(game: GridironGame, rng: Random) -> Policy:
    """The policy; dice leave no card to choose, so there it is the baseline itself."""
    plain = baseline.baseline(game, rng)
    if not game.cards:
        return plain
    mixes = mixes_of(game)

    def answer(request: Choose, s: Any) -> str:
        if request.what != "card":
            return plain(request, s)
        cards, shares = mixes.mix(request.seat, s)
        return rng.choices(cards, shares)[0]

    return answer


@lru_cache(maxsize=16)
def mixes_of(game: GridironGame) -> CardMixes:
    """One for all coaches of a game: what was worked out is kept."""
    return CardMixes(game)


class CardMixes:
    """The best mixes of what is held against what may be held, by line to gain and distance to the goal."""

    def __init__(self, game: GridironGame) -> None:
        self.decks = {True: Counter(game.book.offense_deck), False: Counter(game.book.defense_deck)}

        @cache  # the field has twenty spots of five yards (RB-2.2): a few hundred pairs
        def worths(g: int, t: int) -> Worth:
            return cache(by_yards(game, g, t))

        @lru_cache(maxsize=100_000)
        def solved(g: int, t: int, attack: bool, mine: Cards, theirs: Cards) -> tuple[float, ...]:
            """Each own card's share."""
            worth = worths(g, t)
            if attack:
                return solve([[worth(a, b) for b in theirs] for a in mine]).rows
            return solve([[-worth(b, a) for b in theirs] for a in mine]).rows

        self._solved = solved

    def mix(self, seat: Seat, s: Gridiron) -> tuple[Cards, tuple[float, ...]]:
        """The different cards of the seat's hand, and how often to lay each."""
        attack = seat == s.offense
        mine = tuple(sorted(set(s.decks[seat].hand)))
        return mine, self._solved(s.g, s.t, attack, mine, self.may_hold(s, 1 - seat))

    def may_hold(self, s: Gridiron, other: Seat) -> Cards:
        """The cards that do not all lie in the other side's discards."""
        deck = self.decks[other == s.offense]
        played = Counter(s.decks[other].discard)
        return tuple(card for card in sorted(deck) if deck[card] > played[card])
