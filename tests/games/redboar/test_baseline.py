"""The baseline coach (RB-20.10), rule by rule."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.games.redboar.helpers import BLUE, CARDS, DICE, RED, at, game, pending, with_cards

from fieldhouse.games.redboar.coaches.baseline import baseline
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel.requests import Draw
from fieldhouse.kernel.walker import Walker

SERIES = game(overtime="series")
ANSWER = baseline(DICE, Random(1))


def declares(s: Gridiron, rules: GridironGame = DICE) -> str:
    _, asked = pending(rules, s)
    return baseline(rules, Random(1))(asked, s)


@pytest.mark.parametrize(
    ("quarter", "clock", "lead", "g", "answer"),
    [
        (2, 30, 10, 50, "field-goal"),
        (2, 40, 10, 50, "play"),
        (2, 30, 10, 55, "play"),
        (4, 30, 0, 50, "field-goal"),
        (4, 30, -3, 45, "field-goal"),
        (4, 30, -4, 45, "play"),
        (4, 30, 1, 45, "play"),
        (1, 30, 0, 45, "play"),
        (5, 30, 0, 45, "field-goal"),
    ],
)
def test_rule_1_kicks_at_the_end_of_a_half(quarter: int, clock: int, lead: int, g: int, answer: str) -> None:
    """RB-20.10: on any down, 30 seconds or less, within range."""
    scores = (20 + lead, 20)
    assert declares(at(g, 1, quarter=quarter, clock=clock, scores=scores)) == answer


@pytest.mark.parametrize(
    ("lead", "g", "clock", "quarter", "answer"),
    [
        (-3, 40, 300, 4, "field-goal"),
        (-3, 45, 300, 4, "play"),
        (-4, 20, 300, 4, "play"),
        (-4, 20, 310, 4, "field-goal"),
        (-4, 80, 300, 4, "play"),
        (-4, 80, 310, 4, "punt"),
        (-7, 80, 800, 5, "play"),
        (0, 80, 300, 4, "punt"),
    ],
)
def test_rule_2_goes_for_it_late_and_behind(lead: int, g: int, clock: int, quarter: int, answer: str) -> None:
    """RB-20.10: fourth down, last quarter, 5:00 or less; in overtime at any time left."""
    s = at(g, 4, 10 if g > 10 else g, quarter=quarter, clock=clock, scores=(20 + lead, 20))
    assert declares(s) == answer


@pytest.mark.parametrize(
    ("g", "to_go", "answer"),
    [
        (40, 10, "field-goal"),
        (45, 5, "play"),
        (50, 5, "play"),
        (45, 10, "punt"),
        (55, 5, "punt"),
        (90, 5, "punt"),
    ],
)
def test_rule_3_other_fourth_downs(g: int, to_go: int, answer: str) -> None:
    """RB-20.10; downs 1 to 3: play."""
    assert declares(at(g, 4, to_go)) == answer
    assert declares(at(g, 3, to_go)) == "play"


@pytest.mark.parametrize(("g", "answer"), [(25, "field-goal"), (50, "field-goal"), (55, "play")])
def test_rule_8_in_a_series_there_are_no_punts(g: int, answer: str) -> None:
    """RB-20.10: field goal within range, else play; rule 1 is skipped."""
    s = at(g, 4, 10, quarter=5, clock=0, round=1)
    assert declares(s, SERIES) == answer
    assert declares(at(g, 1, quarter=5, clock=0, round=1), SERIES) == "play"


def test_rule_4_cards_are_picked_uniformly_from_the_hand() -> None:
    """RB-20.10: by copies held; the offense leaves out disallowed passes if anything else is held."""
    s = with_cards(at(50), "REV", "LP")
    s.decks[RED].hand = ["DIVE", "DIVE", "DIVE", "LONG", "LONG", "MED"]
    choose = baseline(CARDS, Random(7))
    _, both = pending(CARDS, s, "play")
    picked = Counter(choose(both.parts[0], s) for _ in range(3000))
    assert picked["DIVE"] / 3000 == pytest.approx(0.5, abs=0.04)
    assert picked["MED"] / 3000 == pytest.approx(1 / 6, abs=0.04)
    s.phase, s.g, s.t = "declare", 5, 0
    _, both = pending(CARDS, s, "play")
    assert {choose(both.parts[0], s) for _ in range(200)} == {"DIVE"}
    s.decks[RED].hand = ["LONG", "MED"]
    s.phase = "declare"
    _, both = pending(CARDS, s, "play")
    assert {choose(both.parts[0], s) for _ in range(200)} == {"LONG", "MED"}


@pytest.mark.parametrize(
    ("g", "down", "to_go", "dice", "answer"),
    [
        (95, 1, 10, (6, 3), "accept"),
        (95, 1, 10, (3, 5), "accept"),
        (95, 1, 10, (11, 1), "decline"),
        (70, 1, 10, (2, 3), "decline"),
        (90, 1, 10, (5, 3), "decline"),
        (70, 3, 10, (6, 3), "decline"),
        (70, 4, 10, (6, 3), "decline"),
        (70, 3, 10, (10, 3), "accept"),
        (70, 2, 10, (6, 3), "accept"),
        (20, 3, 10, (3, 3), "accept"),
    ],
)
def test_rule_5_the_defense_on_an_offense_12(
    g: int, down: int, to_go: int, dice: tuple[int, int], answer: str
) -> None:
    """RB-20.10: take the safety on the 5; keep turnovers, safeties and stops on third and fourth down."""
    s = at(g, down, to_go)
    _, asked = pending(DICE, s, "play", 12, 7, *dice)
    assert asked.seat == BLUE
    assert ANSWER(asked, s) == answer


@pytest.mark.parametrize(
    ("g", "dice", "answer"),
    [(70, (12, 5), "decline"), (70, (12, 3), "decline"), (70, (10, 1), "accept"), (70, (8, 3), "accept")],
)
def test_rule_6_the_offense_on_a_defense_12(g: int, dice: tuple[int, int], answer: str) -> None:
    """RB-20.10: long +30 and +25 are at or beyond the enforced 45; +10 is short of the 55."""
    s = at(g, 1, 10)
    _, asked = pending(DICE, s, "play", 7, 12, *dice)
    assert asked.seat == RED
    assert ANSWER(asked, s) == answer


@pytest.mark.parametrize(
    ("lead", "quarter", "answer"),
    [(-2, 4, "conversion"), (-2, 3, "kick"), (1, 4, "conversion"), (-10, 5, "conversion"), (0, 4, "kick")],
)
def test_rule_7_the_try(lead: int, quarter: int, answer: str) -> None:
    """RB-20.10: conversion late at leads of -10, -5, -2, +1 or +5."""
    s = at(5, phase="try", quarter=quarter, scores=(20 + lead, 20))
    assert declares(s) == answer


def test_a_forced_conversion_is_a_conversion() -> None:
    """RB-20.10 rule 8, RB-15.8."""
    assert declares(at(5, phase="try", quarter=5, clock=0, round=3), SERIES) == "conversion"


def test_a_short_game_ends_its_last_quarter_like_quarter_4() -> None:
    """RB-6.9: with one quarter rule 1 looks at the lead, with two the first ends a half."""
    one, two = game(quarters=1), game(quarters=2)
    assert declares(at(45, clock=30, scores=(10, 0)), one) == "play"
    assert declares(at(45, clock=30, scores=(10, 0)), two) == "field-goal"


def test_a_coach_is_given_its_own_hand_and_another_one_for_the_other_side() -> None:
    """RB-18.9: the world it thinks in has what its seat sees, and cards dealt anew for what it does not."""
    s = with_cards(at(45, 3, 5, clock=400, scores=(7, 3)), "MED", "MP")
    _, asked = pending(CARDS, s, "play", ("MED", "MP"), 8, 12, 1)
    here = Walker(CARDS, with_cards(at(45, 3, 5, clock=400, scores=(7, 3)), "MED", "MP"))
    script = ["play", "MED", "MP", "8", "12", "1"]
    while script or isinstance(here.asks, Draw):
        here.give(here.keys[0] if isinstance(here.asks, Draw) else script.pop(0))
    worlds = [here.resample(RED, Random(n)) for n in range(20)]
    known = worlds[0].state
    assert known.decks[RED].hand == s.decks[RED].hand
    assert len({tuple(world.state.decks[BLUE].hand) for world in worlds}) > 5
    assert known.decks[BLUE].discard == ["MP"]
    assert known.pending == s.pending
    assert (known.g, known.t, known.down, known.scores) == (s.g, s.t, s.down, s.scores)
    assert baseline(CARDS, Random(3))(asked, known) == "accept"
