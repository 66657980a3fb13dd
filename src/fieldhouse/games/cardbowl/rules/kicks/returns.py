"""Kick returns (section 8) and what ends them, shared by kickoffs, free kicks and punts."""

from __future__ import annotations

from fieldhouse.football.events import distance_words
from fieldhouse.games.cardbowl.rules.card_actions import draw_from_deck, foul_card, say, your_spot
from fieldhouse.games.cardbowl.rules.cards import (
    BLACK_JOKER,
    JOKERS,
    OPEN,
    RED_JOKER,
    VALUE,
    round_half_up,
)
from fieldhouse.games.cardbowl.rules.plays.fumble import loose_ball
from fieldhouse.games.cardbowl.rules.plays.open_field import open_run
from fieldhouse.games.cardbowl.rules.state import END, SEATS, SPOT, Asks, Bowl, Foul, Result
from fieldhouse.kernel.requests import Choose, Menu, Option, Rules, Seat

TOUCHBACK_OR_RETURN = Menu(
    [
        Option("return", "Return the kick", "CB-8.2", "four cards minus the coverage card"),
        Option("touchback", "Touchback", "CB-8.1", "your ball on your 20"),
    ],
    binding=("return",),
)
STOP_OR_GO = Menu(
    [Option("go", "Keep running", "CB-8.3"), Option("touchback", "Take the touchback", "CB-8.3")],
    binding=("go",),
)


def coverage_draw(s: Bowl) -> Asks[str]:
    """CB-7.8, 7.9: RJ is a muff, BJ a foul of the kicking team; both are replaced."""
    card = yield from draw_from_deck(s, "coverage", "CB-7.8")
    while card in JOKERS:
        if card == RED_JOKER:
            s.play.muffed = True
            say(s, "The returner muffs the ball but recovers: one fewer return card.", "CB-7.9", "CB-7.7")
        else:
            _, row = yield from foul_card(s, "CB-7.9")
            yards = 15 if row == 3 else 10
            kicking_foul(s, yards)
        card = yield from draw_from_deck(s, "coverage", "CB-7.9")
    return card


def kicking_foul(s: Bowl, yards: int) -> None:
    """A foul of the kicking team, added at the end of the play (CB-40.5)."""
    s.play.foul = Foul(ball=s.defense_seat, by=s.off, yards=yards, basis=END, what="foul by the kicking team")
    say(s, f"Foul by {SEATS[s.off]}, {yards} yards at the end of the play.", "CB-40.5")


def coverage_share(cover: int, k: int, n: int) -> int:
    """CB-8.4: the part of the coverage card charged after k of n return cards."""
    return round_half_up(cover * k, n)


class KickReturn:
    """A return in progress."""

    __slots__ = ("cover", "last", "planned", "spot", "total")

    def __init__(self, spot: int, cover: str, planned: int) -> None:
        self.spot = spot
        self.cover = cover
        self.planned = planned
        self.total = 0
        self.last = ""

    def at(self, k: int) -> int:
        """CB-8.5: where a joker after k cards finds the runner."""
        return self.spot + self.total - coverage_share(VALUE[self.cover], k, self.planned)


def run_back(s: Bowl, team: Seat, spot: int, cover: str, planned: int, less: int = 0) -> Rules:
    """CB-8.2 to 8.9: return cards one at a time, then the open-field run."""
    p = s.play
    back = KickReturn(spot, cover, planned)
    p.returned, p.safe = True, spot <= 0
    for k in range(planned):
        card = yield from return_card(s, team, back, k)
        if card == RED_JOKER:
            x = back.at(k)
            p.parts.append(f"{x - spot:+d} return, fumble")
            p.result = yield from loose_ball(s, team, x)
            return
        back.total += VALUE[card]
        back.last = card
        if spot < 0 and spot + back.total < 0 and k + 1 < planned:  # CB-8.3
            answer = yield Choose(
                team, "return", STOP_OR_GO, "Still in your end zone. Keep running?", rule="CB-8.3"
            )
            if answer == "touchback":
                p.touchback = True
                p.result = Result("touchback", team)
                return
    x = spot + back.total - VALUE[cover]
    terms = [("cards", back.total), ("coverage", -VALUE[cover]), ("", x - spot)]
    say(s, f"Returned {distance_words(x - spot)}.", "CB-8.2", terms=terms)
    draws = max(0, OPEN[back.last] - less) - OPEN[cover]  # CB-8.7, CB-9.3
    end, how = (x, "dead") if x >= 100 else (yield from open_run(s, team, x, draws, less=less))
    p.parts.append(f"{end - spot} yd return")
    if how == "fumble":
        p.parts.append("fumble")
        p.result = yield from loose_ball(s, team, end)
    else:
        p.result = return_ends(s, team, end)


def return_card(s: Bowl, team: Seat, back: KickReturn, k: int) -> Asks[str]:
    """CB-8.6: BJ is a foul of the receiving team at that spot; it is replaced."""
    card = yield from draw_from_deck(s, "return", "CB-8.2", f"coverage {VALUE[back.cover]}")
    while card == BLACK_JOKER:
        _, row = yield from foul_card(s, "CB-8.6")
        returner_foul(s, team, 15 if row == 3 else 10, back.at(k))
        card = yield from draw_from_deck(s, "return", "CB-8.6")
    return card


def returner_foul(s: Bowl, team: Seat, yards: int, spot: int) -> None:
    """A foul of the returning team, from the spot (CB-40.6)."""
    s.play.foul = Foul(
        ball=team, by=team, yards=yards, basis=SPOT, spot=spot, what="foul by the returning team"
    )
    say(s, f"Foul by {SEATS[team]}, {yards} yards from the spot.", "CB-8.6", "CB-40.6")


def return_ends(s: Bowl, team: Seat, x: int) -> Result:
    """CB-8.8, 8.9: touchdown; dead at 0 or less a touchback or safety; else their ball."""
    if x >= 100:
        return Result("touchdown", team, 100)
    if x > 0:
        return Result("ball", team, x)
    return Result("touchback" if s.play.safe else "safety", team, x)


def ask_touchback(s: Bowl, team: Seat, spot: int, cover: int) -> Asks[bool]:
    """CB-8.1: received below 0, the receiver may take a touchback instead."""
    if spot >= 0:
        return False
    prompt, facts = f"Received {your_spot(spot)}: return it?", {"spot": spot, "coverage": cover}
    answer = yield Choose(team, "touchback", TOUCHBACK_OR_RETURN, prompt, rule="CB-8.1", facts=facts)
    return bool(answer == "touchback")
