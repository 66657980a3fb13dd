"""Kickoff, squib, onside kick, free kick after a safety (sections 7, 9, 10 and 15)."""

from __future__ import annotations

from fieldhouse.football.events import distance_words
from fieldhouse.games.cardbowl.rules.card_actions import (
    draw_from_deck,
    draw_number,
    foul_card,
    say,
    team_spot_words,
    your_spot,
)
from fieldhouse.games.cardbowl.rules.cards import BLACK_JOKER, JOKERS, RED_JOKER, VALUE
from fieldhouse.games.cardbowl.rules.kicks.returns import ask_touchback, coverage_draw, kicking_foul, run_back
from fieldhouse.games.cardbowl.rules.plays.fumble import loose_ball
from fieldhouse.games.cardbowl.rules.state import SEATS, Asks, Bowl, Foul, Result
from fieldhouse.kernel.requests import Choose, Menu, Option, Rules, Seat

KINDS = Menu(
    [
        Option("kickoff", "Kick deep", "CB-7.2", "two cards minus 11 gives the yard line"),
        Option("squib", "Squib kick", "CB-9.1", "you name a yard line; two cards add to it"),
        Option("onside", "Onside kick", "CB-10.1", "live after 10 yards, so you can recover it"),
    ]
)
TARGETS = Menu(Option(f"target:{n}", f"Their {n}-yard line", "CB-9.1") for n in range(1, 51))
NUMBERS = Menu(Option(f"add:{n}", f"+{n}", "CB-10.1") for n in range(21))
FREE = Menu(
    [
        Option("punt", "Punt it", "CB-15.1", "four cards plus 25 yards"),
        Option("kickoff", "Kick it off", "CB-15.1", "two cards minus 1 gives the yard line"),
    ]
)
TAKE = Menu(
    [
        Option("take", "Take the ball at the spot", "CB-10.4"),
        Option("rekick", "Make them kick again", "CB-10.4"),
    ]
)


def play_kickoff(s: Bowl) -> Rules:
    """CB-7.1: a normal kickoff, a squib or an onside kick from the kick spot."""
    p = s.play
    p.changed = True
    p.kind = yield Choose(s.off, "kickoff", KINDS, f"Kick off from the {s.kick_spot}", rule="CB-7.1")
    p.parts = [p.kind]
    if p.kind == "onside":
        yield from onside(s)
        return
    s.onside_failures = 0  # CB-10.8
    target = 0
    if p.kind == "squib":
        answer = yield Choose(s.off, "target", TARGETS, "Kick toward which yard line?", rule="CB-9.1")
        target = int(answer.split(":")[1])
    cards = yield from kick_cards(s, 2)
    if cards is None:
        return
    spot = target - cards if p.kind == "squib" else cards - 11 + 30 - s.kick_spot  # CB-9.1, CB-7.2
    yield from receive_kick(s, spot, short=p.kind == "squib" and spot > 15)


def kick_cards(s: Bowl, count: int) -> Asks[int | None]:
    """CB-7.5 to 7.7: the sum of the kick cards; None when the kick is out of bounds."""
    found = 0
    for slot in range(count):
        card = yield from draw_from_deck(s, "kick", "CB-7.2")
        while card in JOKERS:
            if card == RED_JOKER:
                s.play.muffed = True
                say(s, "The returner muffs the catch but recovers: one fewer return card.", "CB-7.7")
            elif slot == 0:
                out = yield from first_card_foul(s)
                if out:
                    return None
            else:  # CB-7.6: the foul card is drawn after the play
                s.play.foul = Foul(ball=s.defense_seat, due="kick")
            card = yield from draw_from_deck(s, "kick", "CB-1.8")
        found += VALUE[card]
    return found


def first_card_foul(s: Bowl) -> Asks[bool]:
    """CB-7.5: a low card is offside, anything else a kick out of bounds. True if it is out."""
    _, row = yield from foul_card(s, "CB-7.5")
    if row == 1:
        kicking_foul(s, 5)
        return False
    x = 100 - (s.kick_spot + 30)
    say(s, f"The kick goes out of bounds. Ball on the {x}.", "CB-7.5")
    s.play.out = True
    s.play.result = Result("ball", s.defense_seat, x)
    return True


def receive_kick(s: Bowl, spot: int, *, short: bool = False) -> Rules:
    """CB-7.3, 7.4, 7.8, 8.1: coverage, the touchback choice, the return."""
    p = s.play
    team = s.defense_seat
    p.parts.append(f"to {spot}")
    if s.tell:
        say(s, f"{SEATS[team]} receives {team_spot_words(team, spot)}.", "CB-7.2")
    if spot <= -10:
        touchback(s, team)
        return
    cover = yield from coverage_draw(s)
    home = yield from ask_touchback(s, team, spot, VALUE[cover])
    if home:
        touchback(s, team)
        return
    planned = (2 if short else 4) - p.muffed  # CB-9.3
    yield from run_back(s, team, spot, cover, planned, less=1 if short else 0)


def touchback(s: Bowl, team: Seat) -> None:
    """CB-2.9: their ball on their 20."""
    s.play.touchback = True
    s.play.parts.append("touchback")
    s.play.result = Result("touchback", team)


def onside(s: Bowl) -> Rules:
    """CB-10.1 to 10.7: a number, one card; short or out is kicked again, 10 or more is loose."""
    p = s.play
    answer = yield Choose(
        s.off, "number", NUMBERS, "Onside kick: how many yards to add to the card?", rule="CB-10.1"
    )
    number = int(answer.split(":")[1])
    card = yield from draw_from_deck(s, "on-side", "CB-10.1", f"number {number}")
    bonus_lost = card == RED_JOKER
    if card == BLACK_JOKER:
        yield from onside_failed(s, number, None)
        return
    if bonus_lost:  # CB-10.5
        card = yield from draw_from_deck(s, "on-side", "CB-10.5", f"number {number}")
        if card == BLACK_JOKER:
            yield from onside_failed(s, number, None)
            return
    distance = number + VALUE[card]
    p.parts.append(distance_words(distance))
    if distance < 10:
        yield from onside_failed(s, number, distance)
        return
    s.onside_failures = 0
    bonus = 0 if bonus_lost else distance - 10  # CB-10.6
    p.result = yield from loose_ball(s, s.off, s.kick_spot + distance, bonus=bonus, no_run=s.off)


def onside_failed(s: Bowl, number: int, distance: int | None) -> Rules:
    """CB-10.2 to 10.4: kicked again, out of bounds 5 yards back; the second failure gives a choice."""
    p = s.play
    s.onside_failures += 1
    out = distance is None
    if s.onside_failures >= 2:
        if distance is None:
            card = yield from draw_number(s, "on-side distance", "CB-10.4")
            distance = number + VALUE[card]
        x = 100 - s.kick_spot - distance
        prompt, facts = f"Take it {your_spot(x)}?", {"spot": x}
        answer = yield Choose(s.defense_seat, "failed-kick", TAKE, prompt, rule="CB-10.4", facts=facts)
        if answer == "take":
            s.onside_failures = 0
            p.out = True
            p.result = Result("ball", s.defense_seat, x)
            return
    back = min(5, s.kick_spot // 2) if out else 0  # CB-10.8, CB-40.10
    say(s, "The onside kick is no good and must be repeated.", "CB-10.3" if out else "CB-10.2")
    p.result = Result("rekick", s.off, s.kick_spot - back)


def free_kick(s: Bowl) -> Rules:
    """CB-15: punt with four cards or kickoff with two, from the 20; returns as on a kickoff."""
    p = s.play
    p.changed = True
    answer = yield Choose(s.off, "free-kick", FREE, "Free kick after the safety", rule="CB-15.1")
    p.kind = "free-" + answer
    p.parts = ["free kick"]
    cards = yield from kick_cards(s, 4 if answer == "punt" else 2)
    if cards is None:
        return
    moved = 20 - s.kick_spot
    yield from receive_kick(s, (55 - cards if answer == "punt" else cards - 1) + moved)
