"""Screen pass and lateral (sections 35 and 36)."""

from __future__ import annotations

from fieldhouse.football.events import yards_words
from fieldhouse.games.cardbowl.rules.card_actions import draw_from_deck, say, turn_up
from fieldhouse.games.cardbowl.rules.cards import BLACK_JOKER, OPEN, RED_JOKER, SUIT, VALUE, half_value
from fieldhouse.games.cardbowl.rules.lines.ranges import extra_for_lanes, extra_for_receivers
from fieldhouse.games.cardbowl.rules.place_names import slot_words
from fieldhouse.games.cardbowl.rules.plays.blocking import defense_in, lanes_in, offense_in
from fieldhouse.games.cardbowl.rules.plays.fumble import loose_ball
from fieldhouse.games.cardbowl.rules.plays.passing import (
    Throw,
    incomplete_pass,
    interception,
    pass_draw,
    reception,
)
from fieldhouse.games.cardbowl.rules.plays.rush import (
    carrier_value,
    defensive_draws,
    extra_card,
    open_field_run,
    run_yards,
    show_lanes,
    sum_terms,
    tell_sum,
    way_of,
)
from fieldhouse.games.cardbowl.rules.state import PREV, Asks, Bowl, Foul, Piece, Result, find_piece
from fieldhouse.kernel.requests import Choose, Menu, Option, Rules

AWAY = Menu([Option("keep", "Keep the ball and run", "CB-35.7"), Option("away", "Throw it away", "CB-35.7")])


class BlockingGroup:
    """The blocking group of a screen or lateral: lanes, or a side group (CB-35.2)."""

    __slots__ = ("lanes", "members")

    def __init__(self, s: Bowl, key: str) -> None:
        on_line = key.startswith("lane")
        self.lanes = lanes_in(key) if on_line else []
        self.members: list[Piece] = (
            [] if on_line else [find_piece(s.play.offense, name) for name in key.split("+")]
        )


def group_values(s: Bowl, group: BlockingGroup) -> list[tuple[str, int]]:
    """What the group counts; a back in it counts half."""
    if group.lanes:
        return offense_in(s, group.lanes)
    return [(o.name, half_value(o.value) if o.kind == "RB" else o.value) for o in group.members]


def group_defense(s: Bowl, group: BlockingGroup) -> list[Piece]:
    """The defensive cards of the lanes, or those covering the members (CB-42.9)."""
    names = [o.name for o in group.members]
    return [d for d in s.play.defense if (d.lane in group.lanes if group.lanes else d.cover in names)]


def show_group(s: Bowl, group: BlockingGroup) -> None:
    """All of it is turned up."""
    show_lanes(s, group.lanes)
    turn_up(s, s.off, *group.members)
    if group.members:
        turn_up(s, s.defense_seat, *group_defense(s, group))


def group_way(s: Bowl, group: BlockingGroup) -> str:
    """CB-35.9: an end lane or a side group is a side play, else a middle play."""
    return group.members[0].side if group.members else way_of(s, group.lanes)


def start_screen(s: Bowl, name: str, key: str) -> tuple[Piece, BlockingGroup]:
    """The back and the group are turned up."""
    back, group = find_piece(s.play.offense, name), BlockingGroup(s, key)
    turn_up(s, s.off, back)
    show_group(s, group)
    s.play.carrier, s.play.way = name, group_way(s, group)
    return back, group


def group_extra(s: Bowl, group: BlockingGroup) -> Asks[list[tuple[str, int]]]:
    """CB-35.10: against lanes as on a rush, against a side group by range as receivers."""
    found = extra_for_lanes(s, group.lanes) if group.lanes else extra_for_receivers(s, group.members)
    extra = yield from extra_card(s, found, "CB-35.10", "The ball is thrown behind the blockers")
    return extra


def play_screen(s: Bowl, name: str, key: str) -> Rules:
    """CB-35.3 to 35.8: pass and reception draws, then a rush with an automatic open-field run."""
    back, group = start_screen(s, name, key)
    t = Throw(back)
    if not (yield from pass_draw(s, t)):
        return
    poor = t.status != "alive"
    yield from reception(s, t)
    if not t.intercepted and (poor or t.status != "alive"):
        incomplete_pass(s)  # CB-35.4
        return
    ours, theirs, cards, fumble = yield from run_part(s, back, group, t.reception)
    gain = run_yards(sum_terms(ours), sum_terms(theirs), cards)
    tell_sum(s, "screen", ours, theirs, gain, "CB-35.5")
    if t.intercepted:
        yield from interception(s, s.x + max(gain, -5))  # CB-35.8
        return
    s.play.parts = [f"screen {gain}"]
    if gain < 0 and not fumble:
        prompt, facts = f"{yards_words(gain)}. Throw it away?", {"gain": gain}
        answer = yield Choose(s.off, "throw-away", AWAY, prompt, rule="CB-35.7", facts=facts)
        if answer == "away":
            incomplete_pass(s)
            return
    burst = sum_terms(ours) > sum_terms(theirs) and OPEN[t.reception] - sum(OPEN[card] for card in cards)
    yield from automatic_run(s, s.x + gain, int(burst), fumble=fumble)


def run_part(
    s: Bowl, back: Piece, group: BlockingGroup, card: str
) -> Asks[tuple[list[tuple[str, int]], list[tuple[str, int]], list[str], bool]]:
    """CB-35.5: both sides of the run, with extra card and three draws."""
    extra = yield from group_extra(s, group)
    ours = [(f"2 x {back.name}", carrier_value(s, back)), ("reception", VALUE[card]), *group_values(s, group)]
    held = defense_in(s, group.lanes) if group.lanes else [(d.name, d.value) for d in group_defense(s, group)]
    theirs = [*held, *extra]
    cards, fumble = yield from defensive_draws(
        s, 3, f"offense {sum_terms(ours)}, defense {sum_terms(theirs)}"
    )
    theirs += [(f"draw {n}", VALUE[drawn]) for n, drawn in enumerate(cards, 1)]
    return ours, theirs, cards, fumble


def automatic_run(s: Bowl, x: int, burst: int, *, fumble: bool) -> Rules:
    """CB-35.6: always an open-field run, of at least one card."""
    if x >= 100:
        s.play.result = Result("touchdown", s.off, 100)
    elif fumble:
        s.play.parts.append("fumble")
        s.play.result = yield from loose_ball(s, s.off, x)
    else:
        yield from open_field_run(s, x, max(1, burst))


def play_lateral(s: Bowl, name: str, key: str, side: str) -> Rules:
    """CB-36: only the reception draw decides; 5 yards less; always a side play."""
    back, group = start_screen(s, name, key)
    if not group.members:
        col = s.play.lanes[group.lanes[0]].col + s.play.lanes[group.lanes[-1]].col
        s.play.way = "L" if col < 0 else "R" if col > 0 else side or back.side  # CB-36.4
    card = yield from lateral_draw(s, back)
    if card == RED_JOKER or VALUE[card] >= back.value:
        say(s, "The lateral is dropped. Fumble!", "CB-36.2")
        s.play.parts = ["lateral, fumble"]
        s.play.result = yield from loose_ball(s, s.off, s.x - 5)
        return
    s.play.suit_out = SUIT[card] == SUIT[back.card]
    ours, theirs, cards, fumble = yield from run_part(s, back, group, card)
    gain = run_yards(sum_terms(ours), sum_terms(theirs), cards) - 5  # CB-36.3
    tell_sum(s, "lateral", ours, theirs, gain, "CB-36.3")
    s.play.parts = [f"lateral {gain}"]
    burst = sum_terms(ours) > sum_terms(theirs) and OPEN[card] - sum(OPEN[drawn] for drawn in cards)
    yield from automatic_run(s, s.x + gain, int(burst), fumble=fumble)


def lateral_draw(s: Bowl, back: Piece) -> Asks[str]:
    """CB-36.2: BJ is 10 yards against the offense and replaced; RJ is the fumble itself."""
    card = yield from draw_from_deck(s, "reception", "CB-36.1", f"{slot_words(back.name)} {back.value}")
    while card == BLACK_JOKER:
        s.play.foul = Foul(ball=s.off, by=s.off, yards=10, basis=PREV, what="foul on the lateral")
        say(s, "Foul on the offense, 10 yards. Play continues.", "CB-36.2")
        card = yield from draw_from_deck(s, "reception", "CB-36.2", f"{slot_words(back.name)} {back.value}")
    return card
