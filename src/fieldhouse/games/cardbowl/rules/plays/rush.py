"""Rush, sneak and scramble (sections 30 to 32)."""

from __future__ import annotations

from collections.abc import Sequence

from fieldhouse.football.events import yards_words
from fieldhouse.games.cardbowl.rules.card_actions import (
    Ask,
    Words,
    draw_from_deck,
    tell_match_up,
    text_of,
    turn_up,
)
from fieldhouse.games.cardbowl.rules.cards import (
    BLACK_JOKER,
    OPEN,
    RED_JOKER,
    SUIT,
    VALUE,
    round_half_up,
)
from fieldhouse.games.cardbowl.rules.lines.formations import COUNTS
from fieldhouse.games.cardbowl.rules.lines.ranges import extra_for_lanes
from fieldhouse.games.cardbowl.rules.place_names import capitalize_first, slot_words
from fieldhouse.games.cardbowl.rules.plays.blocking import defense_in, offense_in
from fieldhouse.games.cardbowl.rules.plays.fumble import loose_ball
from fieldhouse.games.cardbowl.rules.plays.open_field import open_run
from fieldhouse.games.cardbowl.rules.state import Asks, Bowl, Foul, Piece, Result, find_piece
from fieldhouse.kernel.requests import Choose, Menu, Option, Rules

STAY_OR_OUT = Menu(
    [Option("stay", "Stay in bounds", "CB-32.7"), Option("out", "Out of bounds, 2 yards shorter", "CB-32.7")]
)
DRAWN = ("draw 1", "draw 2", "draw 3")


def carrier_value(s: Bowl, back: Piece) -> int:
    """CB-30.10: doubled; in shotgun one less before doubling (CB-17.6)."""
    return 2 * (back.value - (s.play.stance == "G"))


def way_of(s: Bowl, lanes: Sequence[int]) -> str:
    """CB-30.14, 38.4: an end lane alone is a run around that end, all else through the middle."""
    if len(lanes) == 1 and lanes[0] in (0, len(s.play.lanes) - 1):
        return "L" if lanes[0] == 0 else "R"
    return "middle"


def show_lanes(s: Bowl, lanes: Sequence[int]) -> None:
    """All cards of the chosen lanes take part and are turned up (CB-30.1, CB-20.4)."""
    turn_up(s, s.off, *(o for o in s.play.offense if o.lane in lanes))
    turn_up(s, s.defense_seat, *(d for d in s.play.defense if d.lane in lanes))


def extra_card(s: Bowl, pieces: list[Piece], rule: str, stands: Words) -> Asks[list[tuple[str, int]]]:
    """CB-30.6, 33.4: the defense may add one uncommitted card in range, face up or down.

    `stands` says what it would be added to.
    """
    if not pieces:
        return []
    keys = ["none", *(d.name for d in pieces)]

    def prompt() -> str:
        return f"{text_of(stands)}. Send an extra defender?"

    answer = yield Ask(s.defense_seat, "extra", keys, prompt, rule, extra_words, binding=keys)
    if answer == "none":
        return []
    d = find_piece(s.play.defense, answer)
    turn_up(s, s.defense_seat, d, why="the extra card")
    return [(f"extra {d.name}", d.value)]


def match_up_words(s: Bowl, ours: Sequence[tuple[str, int]], lanes: Sequence[int], draws: int) -> Words:
    """What both sides have in the lanes, all of it face up: `33 against 13 and three draws`."""
    return lambda: f"{sum_terms(ours)} against {sum_terms(defense_in(s, lanes))} and {COUNTS[draws]} draws"


def extra_words(key: str) -> str:
    """Label the choice of an extra defender."""
    return "Nobody" if key == "none" else capitalize_first(slot_words(key))


def defensive_draws(s: Bowl, count: int, against: Words) -> Asks[tuple[list[str], bool]]:
    """CB-30.7 to 30.9: drawn cards, and whether RJ among them makes a fumble. Jokers are replaced."""
    cards: list[str] = []
    fumble = False
    while len(cards) < count:
        card = yield from draw_from_deck(s, "defensive", "CB-30.7", against)
        if card == RED_JOKER:
            fumble = True
        elif card == BLACK_JOKER:
            s.play.foul = Foul(ball=s.off, due="run")
        else:
            cards.append(card)
    return cards, fumble


def run_loss(diff: int, cards: Sequence[str], share: int = 2) -> int:
    """CB-30.12: open-field values of the defensive draws, at most half the shortfall rounded down."""
    return min(sum(OPEN[card] for card in cards), -round_half_up(diff, share))


def run_yards(o: int, d: int, cards: Sequence[str]) -> int:
    """Return the yards of a run from both totals (CB-30.11, 30.12)."""
    return round_half_up(o - d, 2) if o >= d else -run_loss(o - d, cards)


def sum_terms(terms: Sequence[tuple[str, int]]) -> int:
    """The sum of the terms."""
    return sum([value for _, value in terms])


def play_rush(s: Bowl, name: str, lanes: Sequence[int]) -> Rules:
    """CB-30.2: handoff, extra card, three draws, outcome, open-field run."""
    p = s.play
    back = find_piece(p.offense, name)
    turn_up(s, s.off, back)
    show_lanes(s, lanes)
    p.carrier, p.way = name, way_of(s, lanes)
    handoff = yield from handoff_draw(s)
    if handoff == RED_JOKER:
        yield from fumbled_handoff(s)
        return
    p.suit_out = SUIT[handoff] == SUIT[back.card]  # CB-6.17
    ours = [(f"2 x {name}", carrier_value(s, back)), ("handoff", VALUE[handoff]), *offense_in(s, lanes)]
    extra = yield from extra_card(s, extra_for_lanes(s, lanes), "CB-30.6", match_up_words(s, ours, lanes, 3))
    yield from run_with_ball(s, "rush", ours, [*defense_in(s, lanes), *extra], OPEN[handoff])


def handoff_draw(s: Bowl) -> Asks[str]:
    """CB-30.3, 30.5: BJ is replaced at once; its foul card comes after the play."""
    card = yield from draw_from_deck(s, "handoff", "CB-30.3")
    while card == BLACK_JOKER:
        s.play.foul = Foul(ball=s.off, due="handoff")
        card = yield from draw_from_deck(s, "handoff", "CB-30.5")
    return card


def fumbled_handoff(s: Bowl) -> Rules:
    """CB-30.4: loose behind the LoS by the open-field values of three defensive draws."""
    cards, _ = yield from defensive_draws(s, 3, "the fumbled handoff")
    loss = sum(OPEN[card] for card in cards)
    s.play.parts = [f"run {-loss}, fumble"]
    s.play.result = yield from loose_ball(s, s.off, s.x - loss)


def run_with_ball(
    s: Bowl, what: str, ours: list[tuple[str, int]], theirs: list[tuple[str, int]], burst: int
) -> Rules:
    """CB-30.7 to 30.15: three draws, the yards, and the break into the open field."""
    o = sum_terms(ours)
    cards, fumble = yield from defensive_draws(s, 3, lambda: f"offense {o}, defense {sum_terms(theirs)}")
    theirs = [*theirs, *((DRAWN[n], VALUE[card]) for n, card in enumerate(cards))]
    d = sum_terms(theirs)
    gain = run_yards(o, d, cards)
    tell_sum(s, what, ours, theirs, gain, "CB-30.10", "CB-30.11" if o >= d else "CB-30.12")
    s.play.parts = [f"run {gain}"]
    draws = burst - sum(OPEN[card] for card in cards) if o > d else 0  # CB-30.13
    yield from run_ends(s, s.x + gain, 0 if fumble else draws, fumble=fumble)


def tell_sum(
    s: Bowl, what: str, ours: list[tuple[str, int]], theirs: list[tuple[str, int]], gain: int, *rules: str
) -> None:
    """The match-up as an event."""
    if s.tell:
        terms = [*ours, *((name, -value) for name, value in theirs)]
        tell_match_up(s, what, sum_terms(ours), sum_terms(theirs), yards_words(gain), terms, *rules)


def run_ends(s: Bowl, x: int, draws: int, *, fumble: bool) -> Rules:
    """The initial run is over at x: touchdown, fumble there, or on into the open field."""
    if x >= 100:  # CB-30.15, CB-30.8
        s.play.result = Result("touchdown", s.off, 100)
    elif fumble:
        s.play.parts.append("fumble")
        s.play.result = yield from loose_ball(s, s.off, x)
    else:
        yield from open_field_run(s, x, draws)


def open_field_run(s: Bowl, x: int, draws: int) -> Rules:
    """An open-field run of the offense on a scrimmage play, tackled from set 1 on (CB-38)."""
    end, how = yield from open_run(s, s.off, x, draws, number=1)
    if draws > 0:
        s.play.parts.append(f"+{end - x}")
    yield from offense_down(s, end, how)


def offense_down(s: Bowl, x: int, how: str) -> Rules:
    """The offense's carrier is down, out, across the line, or has lost the ball."""
    if how == "fumble":
        s.play.parts.append("fumble")
        s.play.result = yield from loose_ball(s, s.off, x)
    elif x >= 100:
        s.play.result = Result("touchdown", s.off, 100)
    elif x <= 0:
        s.play.result = Result("safety", s.off, x)
    else:
        s.play.result = Result("ball", s.off, x)


def play_sneak(s: Bowl, lanes: Sequence[int]) -> Rules:
    """CB-31: QB single, two draws, no extra card, a quarter of the difference, at most 1 lost."""
    qb = s.play.offense[0]
    s.play.carrier = "QB"
    show_lanes(s, lanes)
    ours = [("QB", qb.value), *offense_in(s, lanes)]
    theirs = defense_in(s, lanes)
    cards, fumble = yield from defensive_draws(
        s, 2, lambda: f"offense {sum_terms(ours)}, defense {sum_terms(theirs)}"
    )
    theirs = [*theirs, *((DRAWN[n], VALUE[card]) for n, card in enumerate(cards))]
    diff = sum_terms(ours) - sum_terms(theirs)
    gain = round_half_up(diff, 4) if diff >= 0 else -min(run_loss(diff, cards, 4), 1)  # CB-31.5, 31.6
    tell_sum(s, "sneak", ours, theirs, gain, "CB-31.4", "CB-31.5" if diff >= 0 else "CB-31.6")
    s.play.parts = [f"sneak {gain}"]
    yield from run_ends(s, s.x + gain, 0, fumble=fumble)


def play_scramble(s: Bowl, lanes: Sequence[int]) -> Rules:
    """CB-32: QB single, extra card, two draws, at most 6 lost; out of bounds around an end."""
    qb = s.play.offense[0]
    s.play.carrier = "QB"
    show_lanes(s, lanes)
    ours = [("QB", qb.value), *offense_in(s, lanes)]
    extra = yield from extra_card(s, extra_for_lanes(s, lanes), "CB-32.2", match_up_words(s, ours, lanes, 2))
    theirs = [*defense_in(s, lanes), *extra]
    cards, fumble = yield from defensive_draws(
        s, 2, lambda: f"offense {sum_terms(ours)}, defense {sum_terms(theirs)}"
    )
    theirs = [*theirs, *((DRAWN[n], VALUE[card]) for n, card in enumerate(cards))]
    gain = max(-6, run_yards(sum_terms(ours), sum_terms(theirs), cards))  # CB-32.4
    tell_sum(s, "scramble", ours, theirs, gain, "CB-32.3", "CB-32.4")
    if way_of(s, lanes) != "middle" and not fumble and s.x + gain < 100:
        answer = yield Choose(
            s.off,
            "scramble-out",
            STAY_OR_OUT,
            f"{capitalize_first(yards_words(gain))}. Go out of bounds?",
            rule="CB-32.7",
        )
        if answer == "out":
            gain -= 2
            s.play.out = True
    s.play.parts = [f"scramble {gain}"]
    yield from run_ends(s, s.x + gain, 0, fumble=fumble)
