"""No habit with motion beats the starter; it uses and answers motion, sneaks, exchanges and kick returns."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.cardbowl.kit import Course, one, scene

from fieldhouse.games.cardbowl.coaches.starter import starter
from fieldhouse.games.cardbowl.rules.cards import RED_JOKER
from fieldhouse.games.cardbowl.rules.kicks.returns import TOUCHBACK_OR_RETURN
from fieldhouse.games.cardbowl.rules.lines.motion import adjustments, motion_turn
from fieldhouse.games.cardbowl.rules.plays.blocking import sneak_keys
from fieldhouse.games.cardbowl.rules.state import Bowl, Phase
from fieldhouse.kernel.habits import parse_habit
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose, Menu, Option
from fieldhouse.lab.exploit import Match, play_pairs


@pytest.mark.parametrize("motion", ["@best-receiver:wide", "TER>WR2"])
def test_single_back_with_motion_does_not_beat_the_starter(motion: str) -> None:
    """CB-19.5: before the cover followed and the starter answered, this won 0.88 of 600 short games."""
    game = find("cardbowl").open(length="short")
    habit = parse_habit(f"formation=single_back; motion={motion}")
    match = Match("cardbowl", game.setup, "starter", "starter", None)
    scores = play_pairs(match, habit, range(500, 516))
    assert sum(scores) / len(scores) < 0.7


def asked(s: Bowl, what: str, keys: list[str], seat: int, **facts: int) -> str:
    """The starter's answer."""
    menu = Menu([Option(key, key) for key in keys])
    return starter(Choose(seat, what, menu, "?", facts=facts), s, Random(1))


def test_the_starter_sends_a_linebacker_after_a_man_who_goes_wide_alone() -> None:
    """CB-19.2 (d): an uncovered receiver needs a high extra card on his side."""
    s = scene("i_form", "3-4", phase=Phase.MOTION, cards={"OL": "5C", "IL": "KC"})
    s.play.lanes = []
    for d in s.play.defense:
        d.lane, d.end = -1, ""
    Course(s, "", {"motion": "BT>WL2"}).run(motion_turn(s))
    assert asked(s, "adjust", ["done", *adjustments(s)], s.defense_seat) == "IL>OL"
    assert one(s, "CB-WL1").cover == "WL1"


def test_the_starter_gives_the_red_joker_up_for_a_turnover() -> None:
    """CB-16.11"""
    s = scene()
    for hand, answer in (([RED_JOKER, "2C"], "exchange"), (["3C", "2C"], "keep")):
        s.play.hands[s.defense_seat] = hand
        assert asked(s, "exchange", ["keep", "exchange"], s.defense_seat) == answer


@pytest.mark.parametrize(("spot", "cover", "answer"), [(-2, 3, "return"), (-7, 12, "touchback")])
def test_the_starter_runs_a_kick_out_of_the_end_zone_past_low_coverage(
    spot: int, cover: int, answer: str
) -> None:
    """CB-8.1: four cards less the coverage card, against the 20."""
    keys = list(TOUCHBACK_OR_RETURN.keys)
    assert asked(scene(), "touchback", keys, 1, spot=spot, coverage=cover) == answer


def test_the_starter_sneaks_for_a_yard_behind_high_cards_only() -> None:
    """CB-31.5: a quarter of the difference is gained."""
    s = scene("i_heavy", "3-4", phase=Phase.FIRST_PATTERN, cards={"QB": "KS", "C": "KH", "LG": "KD"})
    for o in s.play.offense[1:6]:
        o.lane = 1
    s.x, s.ltg = 50, 51
    keys = ["go", *sneak_keys(s)]
    assert asked(s, "sneak", keys, s.off).startswith("sneak:")
    s.ltg = 58
    assert asked(s, "sneak", keys, s.off) == "go"
