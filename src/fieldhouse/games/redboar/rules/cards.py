"""Card play: hands, face-down cards, modifiers, discards (sections 10 and 11, in the order of RB-7.3)."""

from __future__ import annotations

from functools import cache

from fieldhouse.games.redboar.rules import events
from fieldhouse.games.redboar.rules.charts import FULL_NAMES, Against, BoundCharts, Call
from fieldhouse.games.redboar.rules.downs import charge_clock, play_stands
from fieldhouse.games.redboar.rules.penalties import (
    before_snap,
    during_play,
    offset_penalties,
    roll_penalties,
)
from fieldhouse.games.redboar.rules.state import Deck, Gridiron, Rulebook
from fieldhouse.kernel.requests import D6, Choose, Draw, LazyMenu, Option, Roll, Rules, Seat, Together

HAND = 6
OFFENSE_DECK = ("offense deck", "a card for the offense")
DEFENSE_DECK = ("defense deck", "a card for the defense")
OWNER: tuple[tuple[Seat, ...], ...] = ((0,), (1,))
"""`sees` of what only its owner may see."""
_HELP = "Both cards turn over at once, and their yards are added."
MODIFIER = Roll(D6, "modifier", "the modifier die", "RB-11.1")
BREAK = Roll(D6, "break", "the break die", "RB-11.5")


# Decks and hands


def deal(game: Rulebook, s: Gridiron) -> Rules:
    """RB-10.1: both whole decks are shuffled; the offense draws six cards, then the defense."""
    s.fresh = False
    s.decks = [Deck(), Deck()]
    s.decks[s.offense].draw = list(game.book.offense_deck)
    s.decks[1 - s.offense].draw = list(game.book.defense_deck)
    for seat in (s.offense, 1 - s.offense):
        for _ in range(HAND):
            yield from draw_card(s, seat)


def draw_card(s: Gridiron, seat: Seat) -> Rules:
    """One card, uniform over the draw pile, which has no order (RB-17.9)."""
    deck = s.decks[seat]
    stream, label = OFFENSE_DECK if seat == s.offense else DEFENSE_DECK
    card = yield Draw(tuple(deck.draw), stream, label, "RB-10.10", OWNER[seat])
    deck.draw.remove(card)
    deck.hand.append(card)
    deck.hand.sort()
    if not deck.draw:
        reshuffle(s, seat)


def reshuffle(s: Gridiron, seat: Seat) -> None:
    """RB-10.11: the discards become the new draw pile at once."""
    deck = s.decks[seat]
    deck.draw, deck.discard = sorted(deck.discard), []
    if s.tell:
        s.tell(events.Reshuffled(side=seat, team=events.TEAMS[seat], rules=("RB-10.11",)))


def replace_cards(s: Gridiron) -> Rules:
    """RB-10.10, RB-10.12: each side draws one card, unless the play ended the possession."""
    if s.phase == "declare" and not s.fresh:
        for seat in (s.offense, 1 - s.offense):
            yield from draw_card(s, seat)


# Choosing cards


def pick_card(game: Rulebook, s: Gridiron, seat: Seat) -> Choose:
    """RB-16.3, RB-16.4: any card in hand; equal cards are one option."""
    spot = s.g if seat == s.offense and s.g <= 15 else 0
    return _pick(game.book, seat, tuple(dict.fromkeys(s.decks[seat].hand)), spot)


_PICKS: dict[tuple[int, Seat, tuple[str, ...], int], tuple[BoundCharts, Choose]] = {}


def _pick(book: BoundCharts, seat: Seat, cards: tuple[str, ...], spot: int) -> Choose:
    """The request, made once for each hand and shared (with its book, so that ids stay true)."""
    found = _PICKS.get((id(book), seat, cards, spot))
    if found is None:
        menu = LazyMenu(cards, lambda key: _describe(book, key, spot))
        choose = Choose(seat, "card", menu, "Play a card face down", rule="RB-10.4", help=_HELP, sees=(seat,))
        if len(_PICKS) > 20_000:
            _PICKS.clear()
        found = _PICKS[id(book), seat, cards, spot] = (book, choose)
    return found[1]


def _describe(book: BoundCharts, card: str, spot: int) -> Option:
    if card in book.calls:
        call, play = book.calls[card], book.plays[card]
        words = f"{FULL_NAMES[play].capitalize()}, {call.base:+d} yards, {call.clock} seconds"
        if spot and spot <= call.limit:
            words += " (always incomplete from here)"  # RB-10.9
        return Option(card, words, "RB-10.5")
    return Option(card, FULL_NAMES.get(card, card).capitalize(), "RB-10.6")


# The play


def card_scrimmage(game: Rulebook, s: Gridiron) -> Rules:
    """Cards face down, penalty dice, cards up, modifier; then the play stands, or a flag is settled."""
    offense, defense = s.offense, 1 - s.offense
    s.phase = "cards"
    card, against = yield Together(pick_card(game, s, offense), pick_card(game, s, defense))
    s.shown = []  # the last pair stays face up until both have played a card
    s.face = s.die = s.total = 0
    s.decks[offense].placed, s.decks[defense].placed = card, against
    flag = yield from roll_penalties()
    s.phase = "declare"
    s.decks[offense].placed = s.decks[defense].placed = ""
    if flag == "offense 2" or flag == "defense 2":
        before_snap(s, flag)  # RB-9.7: both cards return unseen
        return
    turn_up(game.book, s, card, against)
    call = game.book.calls[card]
    if flag == "offset":
        offset_penalties(s, call)
    else:
        yield from resolve_cards(game, s, call, game.book.defenses[against][game.book.plays[card]], flag)
    yield from replace_cards(s)


def turn_up(book: BoundCharts, s: Gridiron, card: str, against: str) -> None:
    """RB-10.4, RB-10.13: both cards are shown and go to their discard piles."""
    s.shown, s.shown_by = [card, against], s.offense
    for seat, played in ((s.offense, card), (1 - s.offense, against)):
        s.decks[seat].hand.remove(played)
        s.decks[seat].discard.append(played)
    if s.tell:
        s.tell(
            events.CardsShown(
                side=s.offense,
                team=events.TEAMS[s.offense],
                card=card,
                against=against,
                play=events.play_card(book, card),
                defense=events.defense_card(against),
                rules=("RB-10.4",),
            )
        )


def resolve_cards(game: Rulebook, s: Gridiron, call: Call, against: Against, flag: str) -> Rules:
    """RB-10.8, RB-11.1 to RB-11.7: the sum of both cards, and what the modifier makes of it."""
    modifier = ""
    disallowed = s.g <= call.limit
    if against.modifiers is not None and not disallowed:
        s.face = yield MODIFIER
        modifier = against.modifiers[s.face]
    if modifier == "B":
        s.die = yield BREAK
    how, yards = ("incomplete", 0) if disallowed else card_result(s.die, call, against, modifier)
    if flag:
        yield from during_play(game, s, call, how, yards, flag)
    else:
        charge_clock(s, call.clock)
        play_stands(game, s, call, how, yards)


def card_result(broken: int, call: Call, against: Against, modifier: str) -> tuple[str, int]:
    """How the play ends and its yards; `broken` is the break die."""
    yards = (call.base or 0) + against.adjust  # RB-10.8
    kind = "pass" if call.is_pass else "run"
    if modifier == "I":
        return "incomplete", 0  # RB-11.3
    if modifier == "T":
        return ("interception" if call.is_pass else "fumble"), yards  # RB-11.4
    if modifier == "B":
        return kind, yards + 10 * broken  # RB-11.5
    if modifier:
        yards = replacement_yards(modifier)  # RB-11.6
        return ("sack" if call.is_pass and yards < 0 else kind), yards  # RB-11.7
    return kind, yards


@cache
def replacement_yards(modifier: str) -> int:
    """The n of `#(n)`."""
    return int(modifier[2:-1])
