"""Punts: the kick, fair catch, return and bounce (sections 11 and 12)."""

from __future__ import annotations

from fieldhouse.football.events import distance_words
from fieldhouse.games.cardbowl.rules.card_actions import (
    Ask,
    draw_from_deck,
    draw_number,
    foul_card,
    say,
    team_spot_words,
    your_spot,
)
from fieldhouse.games.cardbowl.rules.cards import BLACK_JOKER, JOKERS, RED_JOKER, SUIT, VALUE
from fieldhouse.games.cardbowl.rules.kicks.kickoff import touchback
from fieldhouse.games.cardbowl.rules.kicks.returns import kicking_foul, returner_foul, run_back
from fieldhouse.games.cardbowl.rules.plays.fumble import loose_ball
from fieldhouse.games.cardbowl.rules.state import PREV, Asks, Bowl, Foul, Result
from fieldhouse.kernel.requests import Choose, Menu, Option, Rules


def _plan(n: int) -> Option:
    """CB-11.2: a card is 7 yards on average; CB-11.10: who draws one or two lets nobody run."""
    far = f"about {15 + 7 * n} yards" + (", no return" if n <= 2 else "")
    return Option(f"cards:{n}", f"Draw {n} card{'s' if n > 1 else ''}", "CB-11.1", far)


def _out(n: int) -> Option:
    """CB-11.6: three suits of four take it out."""
    words = f"Aim out of bounds, {n} card{'s' if n > 1 else ''}"
    return Option(f"out:{n}", words, "CB-11.6", f"about {15 + 7 * n} yards, usually out of bounds")


PLANS = Menu([*map(_plan, (1, 2, 3, 4)), *map(_out, (1, 2, 3))])
RETURNS = {
    "return": Option("return", "Return it", "CB-12.1", "two cards minus the coverage card"),
    "fair-catch": Option("fair-catch", "Fair catch", "CB-12.6", "your ball at that spot"),
    "touchback": Option("touchback", "Touchback", "CB-11.11", "your ball on your 20"),
    "bounce": Option("bounce", "Let it bounce", "CB-12.8", "it may roll toward your goal line or back"),
}


def play_punt(s: Bowl) -> Rules:
    """CB-11: cards, block, out of bounds, coverage, then the receiver's choice."""
    p = s.play
    plan = yield Choose(s.off, "punt", PLANS, "Punt: how many cards?", rule="CB-11.1")
    count = int(plan.split(":")[1])
    p.parts = ["punt"]
    cards = yield from punt_cards(s, count)
    if cards is None:
        return
    p.changed = True
    spot = 100 - s.x - 15 - sum(VALUE[card] for card in cards)  # CB-11.2
    p.parts.append(f"to {spot}")
    if s.tell:
        say(s, f"The punt comes down {team_spot_words(s.defense_seat, spot)}.", "CB-11.2")
    if spot <= -10:
        touchback(s, s.defense_seat)  # CB-11.3
        return
    if plan.startswith("out"):
        out = yield from out_of_bounds(s, cards[-1], spot)
        if out:
            return
    cover = yield from punt_coverage(s)
    yield from receiver_choice(s, spot, cards[-1], cover, forced=count <= 2 or cover == RED_JOKER)


def punt_cards(s: Bowl, count: int) -> Asks[list[str] | None]:
    """CB-11.4, 11.5: the punt cards; None when the punt was blocked."""
    cards: list[str] = []
    while len(cards) < count:
        card = yield from draw_from_deck(s, "punt", "CB-11.2")
        if card == RED_JOKER:
            yield from blocked_punt(s)
            return None
        if card == BLACK_JOKER:
            yield from punt_foul(s)
        else:
            cards.append(card)
    return cards


def punt_foul(s: Bowl) -> Rules:
    """CB-11.5: red against the kicking team at the end, black against the rushers from the LoS."""
    red, row = yield from foul_card(s, "CB-11.5")
    if red:
        kicking_foul(s, (5, 10, 15)[row - 1])
        return
    rough = row == 3
    s.play.foul = Foul(
        ball=s.off,
        by=s.defense_seat,
        yards=15 if rough else 5,
        basis=PREV,
        afd=rough,
        what="roughing the kicker" if rough else "running into the kicker",
    )
    say(s, f"{s.play.foul.what.capitalize()}, {s.play.foul.yards} yards.", "CB-11.5")


def blocked_punt(s: Bowl) -> Rules:
    """CB-11.4: loose that card + 5 yards behind the LoS; the receiving team draws two (CB-39.9)."""
    card = yield from draw_number(s, "block", "CB-11.4")
    say(s, "Blocked!", "CB-11.4")
    s.play.parts.append("blocked")
    s.play.result = yield from loose_ball(s, s.off, s.x - VALUE[card] - 5, blocked=True)


def out_of_bounds(s: Bowl, last: str, spot: int) -> Asks[bool]:
    """CB-11.6: a check card of another suit than the last punt card: out there."""
    card = yield from draw_number(s, "out-of-bounds", "CB-11.6", f"last punt card {last}")
    if SUIT[card] == SUIT[last]:
        return False
    s.play.out = True
    if spot <= 0:
        touchback(s, s.defense_seat)
    else:
        s.play.result = Result("ball", s.defense_seat, spot)
    return True


def punt_coverage(s: Bowl) -> Asks[str]:
    """CB-11.7 to 11.9: RJ forces a fair catch and stands; BJ is a foul of the kicking team."""
    card = yield from draw_from_deck(s, "coverage", "CB-11.7")
    while card == BLACK_JOKER:
        _, row = yield from foul_card(s, "CB-11.9")
        kicking_foul(s, (5, 10, 15)[row - 1])
        card = yield from draw_from_deck(s, "coverage", "CB-11.9")
    return card


def receiver_choice(s: Bowl, spot: int, last: str, cover: str, *, forced: bool) -> Rules:
    """Ask the receiver for return, fair catch or bounce (CB-11.8, 11.10, 11.11)."""
    answer = "fair-catch"
    if not forced:
        keys = ["return", "fair-catch"]
        keys += ["touchback"] if spot < 0 else []
        keys += ["bounce"] if spot >= 1 else []
        prompt = f"The punt is {your_spot(spot)}, coverage {VALUE[cover]}: return it?"
        facts = {"spot": spot, "coverage": VALUE[cover]}
        answer = yield Ask(
            s.defense_seat,
            "punt-return",
            keys,
            prompt,
            "CB-11.11",
            RETURNS.__getitem__,
            binding=keys,
            facts=facts,
        )
    if answer == "touchback":
        touchback(s, s.defense_seat)
    elif answer == "return":
        yield from run_back(s, s.defense_seat, spot, cover, 2)
    elif answer == "bounce":
        yield from bounce(s, spot, last, cover)
    else:
        yield from fair_catch(s, spot)


def fair_catch(s: Bowl, spot: int) -> Rules:
    """CB-12.6, 12.7: RJ drops it, BJ is a foul; at 0 or less a touchback without a card."""
    team = s.defense_seat
    if spot <= 0:
        touchback(s, team)
        return
    s.play.parts.append("fair catch")
    card = yield from draw_from_deck(s, "fair-catch", "CB-12.7")
    if card == RED_JOKER:
        say(s, "Dropped!", "CB-12.7")
        s.play.safe = True
        s.play.result = yield from loose_ball(s, team, spot, no_run=s.off)
        return
    if card == BLACK_JOKER:
        _, row = yield from foul_card(s, "CB-12.7")
        returner_foul(s, team, 15 if row == 3 else 10, spot)
    s.play.result = Result("ball", team, spot)


def bounce(s: Bowl, spot: int, last: str, cover: str) -> Rules:
    """CB-12.8 to 12.16: one bounce, two if the first goes forward; touched, the ball is loose."""
    card, touched = yield from bounce_card(s, f"last punt card {last}")
    forward = SUIT[card] != SUIT[last]
    run = VALUE[card]
    used = yield from apply_coverage(s, run, forward, card, cover)
    if forward:
        spot -= run - used
        if not used and spot > 0:  # CB-12.9
            second, again = yield from bounce_card(s, f"first bounce {card}")
            touched = touched or again
            spot += -VALUE[second] if SUIT[second] != SUIT[card] else VALUE[second]
    else:
        spot += max(0, run - used)  # CB-12.10
    s.play.parts.append(f"bounces to {spot}")
    if touched:  # CB-12.13, 12.16
        s.play.safe = True
        s.play.result = yield from loose_ball(s, s.defense_seat, spot, no_run=s.off)
    elif spot <= 0:
        touchback(s, s.defense_seat)  # CB-12.14
    else:
        s.play.result = Result("ball", s.defense_seat, spot)


def bounce_card(s: Bowl, against: str) -> Asks[tuple[str, bool]]:
    """CB-12.13: RJ means that a receiver touched it; both jokers are replaced."""
    touched = False
    card = yield from draw_from_deck(s, "bounce", "CB-12.8", against)
    while card in JOKERS:
        touched = touched or card == RED_JOKER
        card = yield from draw_from_deck(s, "bounce", "CB-12.13", against)
    return card, touched


def apply_coverage(s: Bowl, run: int, forward: bool, card: str, cover: str) -> Asks[int]:
    """CB-12.10 to 12.12: how much of the coverage card is used against the first bounce."""
    if forward and SUIT[cover] != SUIT[card]:
        return 0
    most = VALUE[cover]
    keys = [f"use:{n}" for n in range(min(most, run) + 1)] if forward else ["use:0", f"use:{most}"]
    way = "forward" if forward else "back"
    prompt = f"{distance_words(run)} {way}: use the coverage card?"
    answer = yield Ask(
        s.off,
        "down-punt",
        keys,
        prompt,
        "CB-12.11" if forward else "CB-12.10",
        {key: f"Use {key[4:]} of it" if key != "use:0" else "No" for key in keys},
    )
    return int(answer.split(":")[1])
