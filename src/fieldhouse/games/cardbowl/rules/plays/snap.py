"""The snap (section 22): the QB is revealed, the match-ups are made, one card is drawn."""

from __future__ import annotations

from operator import attrgetter

from fieldhouse.football.events import distance_words
from fieldhouse.games.cardbowl.rules.card_actions import Ask, draw_from_deck, draw_number, say, turn_up
from fieldhouse.games.cardbowl.rules.cards import BLACK_JOKER, JOKERS, RED, RED_JOKER, VALUE, is_face
from fieldhouse.games.cardbowl.rules.plays.fumble import loose_ball
from fieldhouse.games.cardbowl.rules.state import PREV, BoundCharts, Bowl, Foul, Lane, Phase, Result
from fieldhouse.kernel.requests import Rules


def make_lanes(s: Bowl) -> None:
    """CB-42.5: one lane for every defensive line card, from left to right; the ends are fixed (CB-18.4)."""
    line = [d for d in s.play.defense if d.at == "line"]
    line.sort(key=attrgetter("col"))
    s.play.lanes = [Lane(d.col) for d in line]
    for n, d in enumerate(line):
        d.lane = n
    line[0].end, line[-1].end = "L", "R"


def play_snap(g: BoundCharts, s: Bowl) -> Rules:
    """CB-22.1: reveal the QB and draw the snap card."""
    turn_up(s, s.off, s.play.offense[0])
    make_lanes(s)
    yield from snap_card(g, s)
    if s.play.result is None:
        s.play.phase = Phase.FIRST_PATTERN


def snap_card(g: BoundCharts, s: Bowl) -> Rules:
    """Only jokers matter; `result` is set where the play stops or the ball is loose."""
    card = yield from draw_from_deck(s, "snap", "CB-22.1")
    if card == BLACK_JOKER:
        yield from black_snap(s)
    elif card == RED_JOKER:
        yield from red_snap(g, s)


def black_snap(s: Bowl) -> Rules:
    """CB-22.3, 22.4: black is offside by the defense, red a dead-ball foul by the offense."""
    card = yield from draw_from_deck(s, "foul", "CB-22.3")
    if card in RED:
        yield from dead_ball_foul(s, delay=is_face(card))
    else:
        s.play.foul = Foul(ball=s.off, by=s.defense_seat, yards=5, basis=PREV, what="offside")
        say(s, "Offside, defense, 5 yards. Play continues.", "CB-22.3")


def red_snap(g: BoundCharts, s: Bowl) -> Rules:
    """CB-22.6, 22.7: a low second card is a fumbled snap, else a dead-ball foul."""
    card = yield from draw_from_deck(s, "snap", "CB-22.6")
    low = 2 if s.play.stance == "U" else 5
    if card not in JOKERS and VALUE[card] <= low:
        yards = VALUE[card]
        if s.play.stance == "G":
            far = yield from draw_number(s, "fumble distance", "CB-22.7")
            yards = VALUE[far]
        say(s, f"The snap is fumbled {distance_words(yards)} behind the line!", "CB-22.6", "CB-22.9")
        s.play.result = yield from loose_ball(s, s.off, s.x - yards)
    elif g.single_joker:
        say(s, "No fumble, and this game has no penalties. Play continues.", "CB-22.8")
    else:
        yield from dead_ball_foul(s, delay=is_face(card))


def dead_ball_foul(s: Bowl, *, delay: bool) -> Rules:
    """CB-22.4, 22.5, CB-40.2: 5 yards from the LoS, same down; a timeout cancels a delay of game."""
    if delay and s.timeouts[s.off]:
        labels = {
            "timeout": "Call timeout to avoid the penalty",
            "penalty": "Take the 5-yard delay of game penalty",
        }
        answer = yield Ask(s.off, "delay", ("timeout", "penalty"), "Delay of game", "CB-22.5", labels)
        if answer == "timeout":
            s.timeouts[s.off] -= 1
            say(s, "A timeout cancels the delay of game.", "CB-22.5")
            s.play.result = Result("dead-foul", s.off, s.x)
            return
    yards = min(5, s.x // 2)  # CB-40.10
    name = "Delay of game" if delay else "False start"
    say(s, f"{name}: {yards} yards, same down.", "CB-22.4", "CB-40.2", "CB-40.10")
    s.play.result = Result("dead-foul", s.off, s.x - yards)
