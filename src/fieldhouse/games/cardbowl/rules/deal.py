"""The deal (section 16): alternate cards, the exchange of the red joker, the discards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from fieldhouse.games.cardbowl.rules.card_actions import OWNER, Ask, TurnCard, say
from fieldhouse.games.cardbowl.rules.cards import ORDER, RED_JOKER, VALUE, card_label, lowest_first
from fieldhouse.games.cardbowl.rules.events import Dealt
from fieldhouse.games.cardbowl.rules.state import HURRY_UP_ON_TOP, SEATS, Asks, BoundCharts, Bowl
from fieldhouse.kernel.requests import Option, Rules, Seat, Together

MOST = 19  # CB-16.9
TOGETHER = 38
DEALT = tuple(f"a card for {name}" for name in SEATS)
EQUAL_CARDS = {"always:place": ""}
KEEP = Option("keep", "Keep your hand", "CB-16.13", help="the joker counts 15, and nobody can draw it")
EXCHANGE = Option(
    "exchange",
    "Trade the red joker for the next card",
    "CB-16.11",
    help="back in the deck it can be drawn: a fumble or an interception",
)


def deal_sizes(g: BoundCharts, s: Bowl) -> tuple[int, int]:
    """CB-16.9: base or quarter size, handicap, allocation and hurry-up cards, for offense and defense."""
    quarter = min(s.quarter, 4) - 1  # CB-16.6: overtime uses the size of the fourth quarter
    off, dfn = s.off, s.defense_seat
    offense = g.offense_cards[quarter] + g.handicap[off] + s.extra[off][0]
    defense = g.defense_cards[quarter] + g.handicap[dfn] + s.extra[dfn][1] + s.hurry  # CB-16.8
    if s.edition >= HURRY_UP_ON_TOP:
        return offense, defense  # the agreed sizes were checked when the game was opened
    return offense, min(MOST, defense, TOGETHER - offense)


def deal(g: BoundCharts, s: Bowl) -> Rules:
    """CB-16.1: alternately, first card to the defense; the longer hand gets its rest at the end."""
    offense, defense = deal_sizes(g, s)
    ask = [turn_for(s, seat) for seat in (0, 1)]  # the pool they draw from is the same list, card by card
    hands, pool = s.play.hands, s.pool
    for seat in deal_order(s.off, offense, defense):
        card = yield ask[seat]
        pool.remove(card)
        hands[seat].append(card)
    if s.tell:
        s.tell(Dealt(offense=offense, defense=defense, rules=("CB-16.1", "CB-16.3")))


@cache
def deal_order(off: Seat, offense: int, defense: int) -> tuple[Seat, ...]:
    """Who gets each card of the deal."""
    sizes = ((1 - off, defense), (off, offense))
    return tuple(seat for turn in range(max(offense, defense)) for seat, size in sizes if turn < size)


def turn_for(s: Bowl, seat: Seat) -> TurnCard:
    """A card for the seat, seen by its owner alone (CB-1.15)."""
    turn = TurnCard(s.pool, "deal", "CB-16.1", sees=OWNER[seat])
    turn.label = DEALT[seat]
    return turn


def deal_card(s: Bowl, seat: Seat) -> Rules:
    """Deal one more card to the seat."""
    card = yield turn_for(s, seat)
    s.pool.remove(card)
    s.play.hands[seat].append(card)


def exchange(g: BoundCharts, s: Bowl) -> Rules:
    """CB-16.11: the defense may give up RJ for the next card. Always asked, so that it tells nothing."""
    seat = s.defense_seat
    keys = ("keep", "exchange") if RED_JOKER in s.play.hands[seat] else ("keep",)
    answer = yield Ask(
        seat,
        "exchange",
        keys,
        "Trade in a joker?",
        "CB-16.11",
        lambda key: EXCHANGE if key == "exchange" else KEEP,
        binding=("exchange",),
        hides=True,  # who has the joker
    )
    if answer == "exchange":
        s.play.exchanged = True
        say(
            s,
            f"{SEATS[seat]} trades in the red joker, which goes back into the deck.",
            "CB-16.11",
            "CB-16.12",
        )
        yield from deal_card(s, seat)
        s.play.hands[seat].remove(RED_JOKER)
        s.pool = sorted([*s.pool, RED_JOKER], key=ORDER.__getitem__)


def discard_keys(hand: Sequence[str], count: int) -> list[str]:
    """CB-16.4: the lowest cards go; among equals the owner picks which."""
    ordered = lowest_first(list(hand))
    edge = VALUE[ordered[count - 1]]
    sure = [card for card in ordered if VALUE[card] < edge]
    equal = [card for card in ordered if VALUE[card] == edge]
    return ["discard:" + "+".join([*sure, *some]) for some in combinations(equal, count - len(sure))]


def ask_discards(s: Bowl, seat: Seat) -> Rules:
    """CB-16.2: down to eleven; the owner alone sees what goes."""
    hand = s.play.hands[seat]
    count = len(hand) - 11
    if count <= 0:
        return
    answer = yield Ask(
        seat,
        "discard",
        lambda: discard_keys(hand, count),
        lambda: f"Discard your {'lowest card' if count == 1 else f'{count} lowest cards'}",
        "CB-16.4",
        discard_words,
        sees=OWNER[seat],
        ahead=EQUAL_CARDS,
    )
    gone = discard_cards(answer)
    s.play.discards[seat] = gone
    s.play.hands[seat] = [card for card in hand if card not in gone]


def discard_cards(key: str) -> list[str]:
    """The cards that go."""
    return key[8:].split("+")  # after "discard:"


def discard_words(key: str) -> str:
    """The discard as people say it."""
    return "Discard " + ", ".join(map(card_label, discard_cards(key)))


def allocate(g: BoundCharts, s: Bowl) -> Asks[None]:
    """CB-16.7: each side fixes secretly how many of its extra cards go to its offense."""
    if not g.allocation:
        return
    keys = [f"offense:{n}" for n in range(g.allocation + 1)]
    labels = {
        f"offense:{n}": f"{n} to the offense, {g.allocation - n} to the defense"
        for n in range(g.allocation + 1)
    }
    parts = [Ask(seat, "allocation", keys, "Split your extra cards", "CB-16.7", labels) for seat in (0, 1)]
    answers = yield Together(*parts)
    for seat, answer in enumerate(answers):
        n = int(answer.split(":")[1])
        s.extra[seat] = [n, g.allocation - n]
        say(s, f"{SEATS[seat]}: {labels[answer]}.", "CB-16.7")
