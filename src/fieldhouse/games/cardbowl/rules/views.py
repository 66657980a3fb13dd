"""What a seat sees (section 42e), the scoreboard, and other worlds for a seat."""

from __future__ import annotations

from random import Random

import msgspec

from fieldhouse.football.events import down_words, place_words
from fieldhouse.games.cardbowl.rules.cards import DECK, HIDDEN, RED_JOKER, VALUE, lowest_first
from fieldhouse.games.cardbowl.rules.clock import has_clock
from fieldhouse.games.cardbowl.rules.state import BoundCharts, Bowl, Due, Piece, copy_bowl
from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.game import GivenAnswer, View
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.scoreboard import Scoreboard

CARDS = frozenset(DECK)


def mask_hidden(s: Bowl, seat: Seat | None) -> Bowl:
    """The state as this seat (None: a spectator) sees it: what it may not see is `??`."""
    seen = copy_bowl(s)
    seen.pool = [HIDDEN] * len(s.pool)
    play = seen.play
    hands, discards = play.hands, play.discards
    if s.off != seat:
        play.offense = _covered(play.offense, hands, s.off)
        discards[s.off] = [HIDDEN] * len(discards[s.off])
    if s.defense_seat != seat:
        play.defense = _covered(play.defense, hands, s.defense_seat)
        discards[s.defense_seat] = [HIDDEN] * len(discards[s.defense_seat])
    return seen


def _covered(pieces: list[Piece], hands: list[list[str]], owner: Seat) -> list[Piece]:
    """The owner's side of the table, all cards face down; the hand with it."""
    if len(pieces) < 11:  # lining up: nobody sees how far the other side has got
        hands[owner] = [HIDDEN] * (len(hands[owner]) + len(pieces))
        return []
    hands[owner] = []
    for laid in pieces:
        if not laid.up:
            laid.card = HIDDEN
    return pieces


def view(g: BoundCharts, s: Bowl, seat: Seat | None, seats: tuple[str, ...]) -> View:
    """The seat's view: a headline for every front, and the masked state for board and coaches."""
    state = msgspec.to_builtins(mask_hidden(s, seat))
    return {
        "scores": list(s.scores),
        "status": status(g, s, seats),
        "seat": seat,
        "hand": sorted(s.play.hands[seat], key=DECK.index) if seat is not None else [],
        "hand_sizes": [len(hand) for hand in state["play"]["hands"]],
        "notes": list(s.notes),
        "state": state,
    }


def scoreboard(g: BoundCharts, s: Bowl, seat: Seat | None, seats: tuple[str, ...]) -> Scoreboard:
    """The score line; the side that has the ball lines up on offense or kicks off."""
    playing = s.quarter > 0 and not s.over
    series = playing and s.next == Due.DOWN
    return Scoreboard(
        teams=seats,
        scores=tuple(s.scores),
        status=status(g, s, seats),
        ball=s.off if playing else None,
        period=_period(s) if playing else "",
        clock=_time(g, s) if playing else "",
        down=down_words(s.down, s.ltg - s.x, goal=s.ltg >= 100)
        if series
        else s.next.replace("-", " ").capitalize() * playing,
        place=place_words(100 - s.x, seats[s.off], seats[1 - s.off]) if series else "",
        timeouts=tuple(s.timeouts) if playing and has_clock(g) else (),
        hand=tuple(sorted(s.play.hands[seat], key=DECK.index)) if seat is not None else (),
    )


def _period(s: Bowl) -> str:
    return f"Q{s.quarter}" if s.quarter < 5 else "Overtime"


def _time(g: BoundCharts, s: Bowl) -> str:
    if g.timing in ("simple2", "complex"):
        return f"{s.left * 5 // 60}:{s.left * 5 % 60:02d}"
    return f"{s.left} play{'' if s.left == 1 else 's'} left"


def status(g: BoundCharts, s: Bowl, seats: tuple[str, ...]) -> str:
    """One line: `Q2 14 plays left, Red 3rd and 7 at Red's 45`."""
    if s.over:
        return f"Final: {seats[0]} {s.scores[0]}, {seats[1]} {s.scores[1]}"
    if s.quarter == 0:
        return "Coin toss"
    quarter, time, side = _period(s), _time(g, s), seats[s.off]
    if s.next != Due.DOWN:
        return f"{quarter} {time}, {side}: {s.next}"
    yard = f"at {place_words(100 - s.x, seats[s.off], seats[1 - s.off])}"
    return f"{quarter} {time}, {side} {down_words(s.down, s.ltg - s.x, goal=s.ltg >= 100)} {yard}"


def determinize(
    g: BoundCharts, s: Bowl, now: Bowl, given: list[GivenAnswer], seat: Seat, rng: Random
) -> tuple[Bowl, list[GivenAnswer]]:
    """Permute what the seat has not seen: the other hand, discards and face-down cards."""
    other = 1 - seat
    pieces = now.play.offense if other == now.off else now.play.defense
    hidden = [a.key for a in given if a.seat is None and seat in a.hidden_from and a.key is not None]
    if not hidden:
        return s, [resample_answer(a, seat) for a in given]
    world = propose_world(g, now, other, pieces, rng)
    deals = world_deal_order(world, hidden, now.play.exchanged, rng)
    answers: list[GivenAnswer] = []
    placed = False
    for a in given:
        if seat not in a.hidden_from or a.key is None:
            answers.append(a)
        elif a.seat is None:
            answers.append(GivenAnswer(None, deals.pop(0), a.hidden_from))
        elif a.key.startswith("discard:"):
            answers.append(GivenAnswer(a.seat, "discard:" + "+".join(world.discards), a.hidden_from))
        elif a.key in CARDS or a.key == "fill":
            if not placed:
                count = min(len(pieces), 10)
                answers += [GivenAnswer(a.seat, card, a.hidden_from) for card in world.pieces[:count]]
            placed = True
        else:
            answers.append(resample_answer(a, seat))
    return s, answers


def resample_answer(a: GivenAnswer, seat: Seat) -> GivenAnswer:
    """An answer hidden from the seat is sampled anew."""
    return GivenAnswer(a.seat, None, a.hidden_from) if seat in a.hidden_from else a


class HiddenCards:
    """One way the other side's cards may lie."""

    __slots__ = ("discards", "hand", "pieces")

    def __init__(self, discards: list[str], pieces: list[str], hand: list[str]) -> None:
        self.discards = discards
        self.pieces = pieces
        self.hand = hand


def propose_world(
    g: BoundCharts, now: Bowl, other: Seat, pieces: list[Piece], rng: Random, tries: int = 200
) -> HiddenCards:
    """Sample the unseen cards until the discards are the lowest of the hand (CB-16.4)."""
    p = now.play
    drawn = {card for card, _ in now.drawn}
    mine = now.play.offense if other != now.off else now.play.defense
    known = {*p.hands[1 - other], *p.discards[1 - other], *(q.card for q in mine), *drawn}
    ups = [q.card for q in pieces if q.up]
    gone = [card for card in p.discards[other] if card in drawn]
    known |= set(ups) | ({RED_JOKER} if p.exchanged else set())
    unseen = [card for card in g.deck if card not in known]
    down, held, thrown = sum(not q.up for q in pieces), len(p.hands[other]), len(p.discards[other])
    for _ in range(tries):
        sample = rng.sample(unseen, down + held + thrown - len(gone))
        discards = lowest_discards(sample, ups, gone, thrown)
        if discards is not None:
            kept = [card for card in sample if card not in discards]
            spread = iter(kept)
            laid = [q.card if q.up else next(spread) for q in pieces]
            return HiddenCards(discards, laid, list(spread))
    raise NoOtherWorld(f"no such hand in {tries} deals")


def deal_unseen(g: BoundCharts, s: Bowl, seat: Seat, rng: Random) -> None:
    """Change the state to one that looks the same to the seat: the cards it has not seen are dealt anew."""
    p, other = s.play, 1 - seat
    pieces = p.offense if other == s.off else p.defense
    world = propose_world(g, s, other, pieces, rng)
    for piece, card in zip(pieces, world.pieces, strict=True):
        piece.card = card
    p.hands[other], p.discards[other] = world.hand, world.discards
    gone = {card for card, _ in s.drawn}
    gone.update(*p.hands, *p.discards, (piece.card for piece in (*p.offense, *p.defense)))
    pool = [card for card in g.deck if card not in gone]
    if len(pool) != len(s.pool):
        raise NoOtherWorld("the deck was rebuilt from used cards")  # CB-1.12
    s.pool = pool


def lowest_discards(sample: list[str], ups: list[str], gone: list[str], count: int) -> list[str] | None:
    """The discards of such a hand, or None if a card seen on the table or thrown away forbids it."""
    rank = {**dict.fromkeys(gone, 0), **dict.fromkeys(sample, 1), **dict.fromkeys(ups, 2)}
    ordered = sorted([*gone, *sample, *ups], key=lambda card: (VALUE[card], rank[card]))
    found = ordered[:count]
    if any(card in ups for card in found) or any(card not in found for card in gone):
        return None
    return lowest_first(found)


def world_deal_order(world: HiddenCards, hidden: list[str], exchanged: bool, rng: Random) -> list[str]:
    """The order in which that hand may have been dealt; an exchanged RJ stays where it was."""
    cards = [*world.discards, *world.pieces, *world.hand]
    rng.shuffle(cards)
    if exchanged and RED_JOKER in hidden:
        cards.insert(hidden.index(RED_JOKER), RED_JOKER)
    return cards
