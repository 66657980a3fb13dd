"""Worlds a coach may think in: cheap copies of a state, and the unseen cards dealt."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from random import Random

from fieldhouse.games.cardbowl.rules.cards import HIDDEN
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.sharing import propose
from fieldhouse.games.cardbowl.rules.state import State
from fieldhouse.kernel.requests import Seat


def copied(s: State) -> State:
    """An independent copy; a tenth of the price of writing and reading the state."""
    new = copy(s)
    new.tell = None  # type: ignore[misc]
    new.scores, new.timeouts = s.scores[:], s.timeouts[:]
    new.pool, new.drawn = s.pool[:], s.drawn[:]
    p = new.play = copy(s.play)
    p.hands, p.discards = [hand[:] for hand in p.hands], [cards[:] for cards in p.discards]
    p.slots, p.places, p.parts = p.slots[:], p.places[:], p.parts[:]
    p.offence, p.defence = [copy(o) for o in p.offence], [copy(d) for d in p.defence]
    p.lanes = [copy(lane) for lane in p.lanes]
    p.foul, p.result = copy(p.foul), copy(p.result)
    return new


def unseen(game: CardBowl, s: State) -> list[str]:
    """Every card this masked state does not show: each is equally likely to be turned next.

    Whether it lies in the pack or face down on the other side makes no difference to that, except that
    the other side keeps its highest cards (CB-16.4), which `determinized` respects.
    """
    p = s.play
    shown = {card for card, _ in s.drawn}
    shown |= {q.card for q in (*p.offence, *p.defence)}
    for cards in (*p.hands, *p.discards):
        shown |= set(cards)
    return [card for card in game.book.deck if card not in shown]


def determinized(game: CardBowl, seen: State, seat: Seat, rng: Random, reserve: Sequence[str] = ()) -> State:
    """The seat's state with the unseen cards dealt; the cards of `reserve` are left in the pack."""
    s = copied(seen)
    other = 1 - seat
    p = s.play
    pieces = p.offence if other == s.off else p.defence
    if hides(s, other):
        kept = s.drawn
        s.drawn = [*kept, *((card, "") for card in reserve)]
        world = propose(game.book, s, other, pieces, rng)
        s.drawn = kept
        for q, card in zip(pieces, world.pieces, strict=True):
            q.card = card
        p.discards[other], p.hands[other] = world.discards, world.hand
        if hides(s, other):
            deal_anyhow(game, s, other, rng, reserve)
    s.pool = unseen(game, s)
    return s


def deal_anyhow(game: CardBowl, s: State, other: Seat, rng: Random, reserve: Sequence[str]) -> None:
    """Where no deal that keeps the highest cards was found: any cards."""
    p = s.play
    free = [card for card in unseen(game, s) if card not in reserve]
    rng.shuffle(free)
    for q in p.offence if other == s.off else p.defence:
        if q.card == HIDDEN:
            q.card = free.pop()
    for cards in (p.hands[other], p.discards[other]):
        cards[:] = [free.pop() if card == HIDDEN else card for card in cards]


def hides(s: State, other: Seat) -> bool:
    """Does that side hold anything this masked state does not show?"""
    p = s.play
    pieces = p.offence if other == s.off else p.defence
    return HIDDEN in p.hands[other] or HIDDEN in p.discards[other] or any(q.card == HIDDEN for q in pieces)
