"""Exact expectation of a decision: the rules, run on every card that can come next.

In one world the cards to come are those of its pack: they are enumerated without replacement, jokers
included, each class of cards with its exact chance, and the rules are run from the decision to the whistle
along every branch. A branch that weighs less than `grain` is not split further: the rest of it is sampled
once, on the same cards for every option. Later questions are answered as the starter answers them. Where
cards lie face down, the mean over several worlds is taken (`exact_decisions`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from fieldhouse.games.cardbowl.coaches.starter import starter
from fieldhouse.games.cardbowl.coaches.worlds import Stand
from fieldhouse.games.cardbowl.rules.cards import JOKERS, OPEN, ORDER, RED, SUIT, VALUE
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.state import Bowl, copy_bowl
from fieldhouse.kernel.requests import Chance, Choose, Seat, Together
from fieldhouse.kernel.run import Run

COUNTED = ("field goal", "punt", "kick")
"""Draws of which only the sum matters, so that sums are counted instead of cards enumerated."""

Branch = tuple[float, str]
"""A card with the chance of its class."""

End = tuple[float, Bowl]
"""A state at the whistle with its chance."""


def rank_class(card: str) -> Any:
    """The value alone, each joker apart."""
    return card if card in JOKERS else VALUE[card]


def foul_class(card: str) -> Any:
    """Color and row of the foul card (CB-47.1)."""
    return card in RED, 3 if card in JOKERS or OPEN[card] else VALUE[card] <= 5


def card_class(stream: str, suit: str) -> Callable[[str], Any]:
    """What of the next card matters; `suit` is one that is compared with it, if any."""
    if stream == "foul":
        return foul_class
    if suit:
        return lambda card: card if card in JOKERS else (VALUE[card], SUIT[card] == suit)
    return rank_class


def card_branches(
    cards: Sequence[str], kind: Callable[[str], Any], rng: Random, due: Sequence[str] = ()
) -> Iterator[Branch]:
    """Each class of the cards with its chance, shown by one of its cards that is not `due` elsewhere."""
    classes: dict[Any, list[str]] = {}
    for card in cards:
        classes.setdefault(kind(card), []).append(card)
    for members in classes.values():
        free = [card for card in members if card not in due]
        yield len(members) / len(cards), rng.choice(free or members)


def start_of_play(game: CardBowl, s: Bowl) -> Stand:
    """At the question that opens the play from this whistle: the call, the try, the kind of kick."""
    return lambda: Run.along(game, copy_bowl(s))


class Weigher:
    """Runs the rules from one point on, for one seat. `answers` names later answers by their question.

    `ended` counts the ends looked at, as the work done.
    """

    def __init__(
        self,
        stand: Stand,
        seat: Seat,
        *,
        grain: float = 0.01,
        seed: int = 0,
        suit: str = "",
        answers: Mapping[str, str] | None = None,
    ) -> None:
        self.stand = stand
        self.seat = seat
        self.grain = grain
        self.seed = seed
        self.suit = suit
        self.answers = answers or {}
        self.ended = 0
        self._by_depth: list[Random] = []

    def worth(self, answer: Any, leaf: Callable[[Bowl], float]) -> float:
        """The expectation of the leaf after this answer."""
        total = 0.0
        for chance, end in self.ends(answer):
            self.ended += 1
            total += chance * leaf(end)
        return total

    def ends(self, answer: Any, numbers: Sequence[str] = (), chance: float = 1.0) -> Iterator[End]:
        """Every end of the play with its chance; `numbers` are the counted cards of a kick (`kick_odds`)."""
        yield from self._branch(answer, (), chance, numbers)

    def _branch(
        self, answer: Any, cards: tuple[str, ...], chance: float, numbers: Sequence[str]
    ) -> Iterator[End]:
        """The ends behind these cards."""
        rng = self._dice(cards)
        run = self.stand()
        due = [card for card in numbers if card not in cards]
        run.send(self._reply(run.request, answer, run.state, rng))
        split = self._play(run, [*cards], due, rng, chance >= self.grain)
        if split is None:
            yield chance, run.state
            return
        for share, card in self._next(split, due, rng):
            yield from self._branch(answer, (*cards, card), chance * share, numbers)

    def _dice(self, cards: tuple[str, ...]) -> Random:
        """Seeded by the cards. One serves all branches of a depth: making one costs twice the seeding."""
        while len(self._by_depth) <= len(cards):
            self._by_depth.append(Random())
        rng = self._by_depth[len(cards)]
        rng.seed(self.seed + sum([(n + 1) * ORDER[card] for n, card in enumerate(cards, 1)]))
        return rng

    def _next(self, draw: Chance, due: Sequence[str], rng: Random) -> Iterator[Branch]:
        """Every class of the next card; while counted cards are due, the jokers and the next of those."""
        left = draw.flat
        if not due or draw.stream not in COUNTED:
            yield from card_branches(left, card_class(draw.stream, self.suit), rng, due)
            return
        jokers = [card for card in left if card in JOKERS]
        for joker in jokers:
            yield 1 / len(left), joker
        yield 1 - len(jokers) / len(left), due[0]

    def _reply(self, request: Any, answer: Any, world: Bowl, rng: Random) -> Any:
        """At the point itself; the other side's part of a common choice is the starter's unless given."""
        if isinstance(request, Choose) or isinstance(answer, tuple):
            return answer
        return tuple(
            answer if part.seat == self.seat else starter(part, world, rng) for part in request.parts
        )

    def _play(
        self, run: Run[Bowl], cards: list[str], due: list[str], rng: Random, fine: bool
    ) -> Chance | None:
        """To the whistle, or, while branches are still `fine` enough, to the first draw beyond the cards."""
        due = due[:]
        while (request := run.request) is not None:
            if isinstance(request, Chance):
                if not cards and fine:
                    return request
                run.send(cards.pop(0) if cards else sample_card(request, due, rng))
            elif isinstance(request, Together):
                run.send(tuple(starter(part, run.state, rng) for part in request.parts))
            else:
                assert isinstance(request, Choose)
                known = self.answers.get(request.what)
                run.send(starter(request, run.state, rng) if known is None else known)
        return None


def sample_card(request: Chance, due: list[str], rng: Random) -> Any:
    """Some next card: of a kick's own cards a joker or the next counted one."""
    if not due:
        return rng.choice(request.flat)
    if request.stream not in COUNTED:
        return rng.choice([card for card in request.flat if card not in due])
    card = rng.choice(request.flat)
    return card if card in JOKERS else due.pop(0)
