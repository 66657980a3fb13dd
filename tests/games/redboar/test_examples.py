"""The worked examples of section 22, one by one. A is Red, B is Blue."""

from __future__ import annotations

from typing import Any

from tests.games.redboar.helpers import BLUE, CARDS, DICE, RED, at, game, own, run, where, with_cards


def test_22_1_dice_gain() -> None:
    """RB-22.1: second and 5 on own 30, screen +5, die 6: first and 10 on own 40, 8:10."""
    s = at(own(30), 2, 5, clock=520)
    run(DICE, s, "play", 7, 9, 8, 6)
    assert where(s) == (RED, own(40), 1, 10)
    assert s.clock == 490


def test_22_2_dice_sack() -> None:
    """RB-22.2: third and 10 on own 35, sack and die 2: fourth and 25 on own 20, 4:30."""
    s = at(own(35), 3, 10, clock=300)
    run(DICE, s, "play", 7, 7, 5, 2)
    assert where(s) == (RED, own(20), 4, 25)
    assert s.clock == 270


def test_22_3_touchdown_pass_stopped_or_not() -> None:
    """RB-22.3: from own 20 at 1:40; die 2 stops it on the 5, die 5 is a touchdown."""
    s = at(own(20), quarter=2, clock=100)
    run(DICE, s, "play", 7, 7, 3, 2)
    assert where(s) == (RED, 5, 1, 5)
    assert (s.t, s.clock, s.scores) == (0, 70, [0, 0])
    s = at(own(20), quarter=2, clock=100)
    run(DICE, s, "play", 7, 7, 3, 5)
    assert (s.phase, s.clock, s.scores) == ("try", 70, [6, 0])


def test_22_4_cards_break_and_piles() -> None:
    """RB-22.4: SCREEN against BZ, modifier 6 = B, break 3: 45 yards; each deck 6 + 11 + 1."""
    s = with_cards(at(own(25), clock=900), "SCREEN", "BZ")
    run(CARDS, s, "play", ("SCREEN", "BZ"), 7, 7, 6, 3)
    assert where(s) == (RED, 30, 1, 10)
    assert s.clock == 870
    for deck in s.decks:
        assert (len(deck.hand), len(deck.draw), len(deck.discard)) == (6, 11, 1)


def test_22_5_cards_replacement_value() -> None:
    """RB-22.5: LONG against BZ, die 1 = #(-10): loss of 10, third and 15 on own 30, 14:50."""
    s = with_cards(at(own(40), 2, 5, clock=900), "LONG", "BZ")
    run(CARDS, s, "play", ("LONG", "BZ"), 7, 7, 1)
    assert where(s) == (RED, own(30), 3, 15)
    assert s.clock == 890


def test_22_6_defense_12_on_an_interception() -> None:
    """RB-22.6: MED against MP, B rolls 12, die 1 = T; accept: B's 30, decline: B on its own 40."""
    s = with_cards(at(45, 3, 5, clock=400), "MED", "MP")
    run(CARDS, s, "play", ("MED", "MP"), 8, 12, 1, "accept")
    assert where(s) == (RED, 30, 1, 10)
    assert s.clock == 370
    s = with_cards(at(45, 3, 5, clock=400), "MED", "MP")
    run(CARDS, s, "play", ("MED", "MP"), 8, 12, 1, "decline")
    assert where(s) == (BLUE, own(40), 1, 10)
    assert s.clock == 370


def test_22_7_offense_12_capped() -> None:
    """RB-22.7: DIVE against SR on own 10, A rolls 12; accept: first and 15 on own 5."""
    s = with_cards(at(own(10), clock=400), "DIVE", "SR")
    run(CARDS, s, "play", ("DIVE", "SR"), 12, 6, "accept")
    assert where(s) == (RED, own(5), 1, 15)
    assert s.clock == 370
    s = with_cards(at(own(10), clock=400), "DIVE", "SR")
    run(CARDS, s, "play", ("DIVE", "SR"), 12, 6, "decline")
    assert where(s) == (RED, own(10), 2, 10)
    assert s.clock == 370


def test_22_8_punts() -> None:
    """RB-22.8: from own 45; total 8 and die 1: B on its own 15; total 11: out of bounds, own 5."""
    s = at(own(45), 4, 5, clock=200)
    run(DICE, s, "punt", 8, 1)
    assert where(s) == (BLUE, own(15), 1, 10)
    assert s.clock == 170
    s = at(own(45), 4, 5, clock=200)
    run(DICE, s, "punt", 11)
    assert where(s) == (BLUE, own(5), 1, 10)


def test_22_9_half_ends_on_a_field_goal() -> None:
    """RB-22.9: the kick from the 30 is good on 5, the half is over, A kicks off the third quarter."""
    s = at(30, 4, 5, quarter=2, clock=20, scores=(7, 10), receiver=RED)
    run(DICE, s, "field-goal", 5)
    assert (s.scores, s.clock) == ([10, 10], 0)
    run(DICE, s)
    assert (s.quarter, s.clock, s.phase, s.offense) == (3, 900, "kickoff", RED)


def test_22_10_touchdown_at_the_end() -> None:
    """RB-22.10: touchdown at 0:00, the try is still made, 13-13, overtime."""
    s = with_cards(at(5, 2, 5, quarter=4, clock=30, scores=(13, 6), offense=BLUE), "DIVE", "LP")
    run(CARDS, s, "play", ("DIVE", "LP"), 7, 7, 3)
    assert (s.scores, s.clock, s.phase) == ([13, 12], 0, "try")
    run(CARDS, s, "kick", 8)
    assert s.scores == [13, 13]
    run(CARDS, s)
    assert (s.quarter, s.phase) == (5, "toss")
    assert CARDS.outcome(s) is None


def test_22_11_offset_at_the_end_of_quarter_3() -> None:
    """RB-22.11: both roll 12 at 0:20; the down is played again in quarter 4, two cards replaced."""
    s = with_cards(at(own(45), 3, 5, quarter=3, clock=20), "SCREEN", "SP")
    before = [deck.hand[:] for deck in s.decks]
    run(CARDS, s, "play", ("SCREEN", "SP"), 12, 12)
    run(CARDS, s)
    assert where(s) == (RED, own(45), 3, 5)
    assert (s.quarter, s.clock) == (4, 900)
    for deck, hand, card in zip(s.decks, before, ("SCREEN", "SP"), strict=True):
        kept = hand[:]
        kept.remove(card)
        assert deck.discard == [card]
        assert len(deck.hand) == 6
        for one in kept:
            assert deck.hand.count(one) >= kept.count(one)


def test_22_12_defense_12_on_a_card_sack() -> None:
    """RB-22.12: LONG against NR, die 1 = #(-5); accept: B's 45, decline: fourth and 15 on own 25."""
    s = with_cards(at(own(30), 3, 10, clock=540), "LONG", "NR")
    run(CARDS, s, "play", ("LONG", "NR"), 6, 12, 1, "accept")
    assert where(s) == (RED, 45, 1, 10)
    assert s.clock == 530
    s = with_cards(at(own(30), 3, 10, clock=540), "LONG", "NR")
    run(CARDS, s, "play", ("LONG", "NR"), 6, 12, 1, "decline")
    assert where(s) == (RED, own(25), 4, 15)
    assert s.clock == 530


def overtime_try(*answers: Any) -> tuple[Any, Any]:
    """24-17 for Red; Blue answers with a touchdown and makes its try."""
    rules = game("dice", overtime="both")
    s = at(20, quarter=5, clock=500, scores=(24, 17), offense=BLUE, over=[True, False])
    run(rules, s, "play", 7, 7, 3, 5)
    assert s.scores == [24, 23]
    assert rules.outcome(s) is None, "B trails but has just scored: the try is made"
    run(rules, s, *answers)
    return rules.outcome(s), s


def test_22_13_overtime_both() -> None:
    """RB-22.13: conversion good, B wins 25-24; kick good, next score wins; missed, A wins 24-23."""
    won, _ = overtime_try("conversion", 7)
    assert (won.winner, won.scores) == (BLUE, (24, 25))
    level, s = overtime_try("kick", 7)
    assert level is None
    assert s.scores == [24, 24]
    assert s.over == [True, True]
    lost, _ = overtime_try("kick", 12)
    assert (lost.winner, lost.scores) == (RED, (24, 23))
