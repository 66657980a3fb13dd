"""Sections 1 and 16: the pack, rounding, the deal, discards, the exchange."""

from __future__ import annotations

import pytest
from tests.games.cardbowl.kit import Course, blank, game, kick, scene

from fieldhouse.games.cardbowl.rules import cards, deal
from fieldhouse.games.cardbowl.rules.card_actions import (
    draw_from_deck,
    draw_number,
    foul_card,
    rebuild_deck,
)
from fieldhouse.games.cardbowl.rules.cards import DECK, OPEN, RED, SUIT, VALUE, half_value, round_half_up
from fieldhouse.games.cardbowl.rules.kicks.field_goal import play_field_goal
from fieldhouse.games.cardbowl.rules.state import Bowl
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.requests import Rules
from fieldhouse.kernel.table import Table


def test_the_pack_has_four_suits_of_thirteen_and_two_jokers() -> None:
    """CB-1.1"""
    assert len(DECK) == len(set(DECK)) == 54
    assert {"RJ", "BJ"} < set(DECK)
    assert all(sum(card.endswith(suit) for card in DECK) == 13 for suit in "SHDC")


@pytest.mark.parametrize(
    ("card", "value"), [("AS", 1), ("7D", 7), ("10H", 10), ("JC", 11), ("QH", 12), ("KD", 13)]
)
def test_numbers_of_cards_the_ace_is_low(card: str, value: int) -> None:
    """CB-1.2"""
    assert VALUE[card] == value


def test_a_joker_in_hand_is_15_doubled_30_halved_8_and_no_face_card() -> None:
    """CB-1.3, CB-47.128"""
    assert VALUE["RJ"] == VALUE["BJ"] == 15
    assert 2 * VALUE["RJ"] == 30 and half_value(VALUE["BJ"]) == 8
    assert not cards.is_face("RJ") and not cards.is_face("BJ")


def test_colors_and_suits_of_jokers() -> None:
    """CB-1.5, CB-1.6, CB-47.1: RJ is red and a heart, BJ black and a spade."""
    assert "RJ" in RED and "BJ" not in RED and "QD" in RED and "QC" not in RED
    assert (SUIT["RJ"], SUIT["BJ"]) == ("H", "S")


@pytest.mark.parametrize(
    ("card", "value"), [("JS", 1), ("QH", 2), ("KD", 3), ("AC", 0), ("10S", 0), ("RJ", 0)]
)
def test_open_field_values(card: str, value: int) -> None:
    """CB-1.7: face cards are J, Q, K only."""
    assert OPEN[card] == value


def test_a_drawn_joker_has_no_number_and_its_replacement_takes_the_slot() -> None:
    """CB-1.4, CB-1.8: a 30-yard field goal, RJ outside the block slots, BJ in slot 3; six numbers count."""
    s = kick("field-goal", x=88)
    course = Course(s, "5S 5H BJ 5D RJ 5C 6S 6H").run(play_field_goal(s))
    assert course.result.end == "field-goal"
    assert len(course.purposes) == 8


def test_a_joker_without_listed_effect_is_laid_aside_and_replaced() -> None:
    """CB-1.9, CB-47.2"""
    s = kick("punt")
    course = Course(s, "BJ RJ 9S").run(draw_number(s, "block", "CB-11.4"))
    assert [card for card, _ in s.drawn] == ["BJ", "RJ", "9S"] and not course.draws


def test_every_play_starts_with_the_whole_pack() -> None:
    """CB-1.10: a fresh shuffle before every play."""
    g = game()
    s = blank(next="kickoff", pool=["2S"], drawn=[("KS", "pass")])
    course = Course(s, "", {"kickoff": "kickoff"}).run(g.play(s))
    assert course.stopped == "draw:kick"
    assert len(s.pool) == 54 and s.drawn == []


def test_a_draw_is_public_and_its_purpose_is_fixed_before_it_is_turned() -> None:
    """CB-1.11, CB-41.3: the request names the purpose, the event shows card and purpose."""
    s = kick("punt")
    course = Course(s, "9S").run(draw_from_deck(s, "pass", "CB-33.5", "QB 12, pressure 3"))
    assert course.labels == ["pass draw against QB 12, pressure 3"]
    assert course.lines == ["Pass draw: 9♠ against QB 12, pressure 3. (CB-33.5)"]


def test_an_exhausted_deck_is_rebuilt_without_jokers_and_without_the_table() -> None:
    """CB-1.12, CB-47.3"""
    s = scene()
    s.pool, s.drawn = [], [("KS", "snap"), ("RJ", "snap"), ("9H", "pass")]
    s.play.discards = [["10S"], ["10C"]]
    rebuild_deck(s)
    assert sorted(s.pool) == ["10C", "10S", "9H", "KS"]


def test_the_single_joker_game_has_53_cards_and_no_black_joker() -> None:
    """CB-1.13, CB-47.4"""
    deck = game(single_joker=True).book.deck
    assert len(deck) == 53 and "BJ" not in deck and "RJ" in deck


@pytest.mark.parametrize(
    ("a", "b", "n"), [(5, 2, 3), (-5, 2, -2), (7, 4, 2), (6, 4, 2), (5, 4, 1), (-7, 4, -2), (10, 4, 3)]
)
def test_halves_are_rounded_up(a: int, b: int, n: int) -> None:
    """CB-1.14, CB-47.5"""
    assert round_half_up(a, b) == n


def test_half_value_of_a_back() -> None:
    """CB-1.14: 9 counts 5."""
    assert (half_value(9), half_value(10), half_value(15)) == (5, 5, 8)


def test_hands_are_hidden_drawn_cards_are_not() -> None:
    """CB-1.15"""
    table = Table(game(), FastDice(3))
    for _ in range(30):
        if table.state.play.phase:
            break
        table.answer(table.pending_seats[0], next(iter(table.request_for(table.pending_seats[0]).keys)))  # type: ignore[union-attr]
    s = table.state
    view = table.view(s.off)
    assert "??" in view["state"]["play"]["hands"][s.defense_seat]
    assert "??" not in view["state"]["play"]["hands"][s.off]
    assert all(card != "??" for card, _ in view["state"]["drawn"])
    spectator = table.view(None)["state"]["play"]["hands"]
    assert all(card == "??" for hand in spectator for card in hand)


def test_foul_card_rows() -> None:
    """CB-47.1: RJ is red and reads the heaviest row."""
    for card, wanted in (
        ("5H", (True, 1)),
        ("6S", (False, 2)),
        ("10D", (True, 2)),
        ("KC", (False, 3)),
        ("RJ", (True, 3)),
    ):
        s = kick("punt")
        got: list[tuple[bool, int]] = []

        def probe(s: Bowl = s, got: list[tuple[bool, int]] = got) -> Rules:
            got.append((yield from foul_card(s, "CB-40.1")))

        Course(s, card).run(probe())
        assert got == [wanted], card


# The deal


def dealt(**options: object) -> tuple[Course, object]:
    g = game(**options)
    s = blank()
    course = Course(s, " ".join(DECK), {"call": "scrimmage"})
    course.run(g.play(s))
    return course, s


def test_the_defense_gets_the_first_card_then_alternately_then_the_longer_hand() -> None:
    """CB-16.1, CB-47.7"""
    _, s = dealt()
    assert s.play.hands[1][:3] == ["AS", "3S", "5S"]  # type: ignore[attr-defined]
    assert s.play.hands[0][:2] == ["2S", "4S"]  # type: ignore[attr-defined]


def test_default_sizes_are_12_and_15_and_the_rest_is_the_deck() -> None:
    """CB-16.3, CB-16.10, CB-47.9"""
    course, s = dealt()
    assert course.stopped == "discard"
    assert [len(hand) for hand in s.play.hands] == [12, 15]  # type: ignore[attr-defined]
    assert len(s.pool) == 54 - 27  # type: ignore[attr-defined]


def test_the_lowest_cards_go_and_the_owner_picks_among_equals() -> None:
    """CB-16.2, CB-16.4, CB-47.6"""
    hand = ["KS", "QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S", "4S", "3H", "3D", "2C"]
    assert deal.discard_keys(hand, 2) == ["discard:2C+3H", "discard:2C+3D"]
    assert deal.discard_keys(["RJ", "BJ", "2S"], 2) == ["discard:2S+RJ", "discard:2S+BJ"]


def test_discarding_leaves_eleven() -> None:
    """CB-16.2"""
    g = game()
    s = blank(off=0)
    s.play.hands = [["KS", "QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S", "4S", "3H", "3D"], []]
    Course(s, "", {"discard": "discard:3D"}).run(deal.ask_discards(s, 0))
    assert len(s.play.hands[0]) == 11 and s.play.discards[0] == ["3D"] and g is not None


def test_a_handicap_gives_extra_cards_in_both_roles() -> None:
    """CB-16.5"""
    g = game(handicap_red=2).book
    assert deal.deal_sizes(g, blank(off=0)) == (14, 15)
    assert deal.deal_sizes(g, blank(off=1)) == (12, 17)


def test_sizes_by_quarter_overtime_as_the_fourth() -> None:
    """CB-16.6, CB-48.12: 13, 14, 14, 12 for both; three discards in Q2."""
    g = game(by_quarter="13,14,14,12").book
    assert [deal.deal_sizes(g, blank(quarter=q)) for q in (1, 2, 3, 4, 5)] == [
        (13, 13),
        (14, 14),
        (14, 14),
        (12, 12),
        (12, 12),
    ]
    apart = game(by_quarter="12/15,12/14,12/14,11/13").book
    assert deal.deal_sizes(apart, blank(quarter=4)) == (11, 13)


def test_each_side_divides_its_extra_cards_secretly() -> None:
    """CB-16.7"""
    g = game(allocation=3)
    s = g.start()
    course = Course(s, "", {"allocation": ["offense:3", "offense:1"]}).run(g.play(s))
    assert s.extra == [[3, 0], [1, 2]]
    assert deal.deal_sizes(g.book, blank(off=0, extra=s.extra)) == (15, 17)
    assert course.stopped == "toss"


def test_hurry_up_cards_go_to_the_defense_on_top() -> None:
    """CB-16.8, CB-16.9, CB-48.11: 10 seconds between plays are four more cards; 6, 7, 8 intervals none."""
    g = game(timing="complex")
    for named, extra in ((2, 4), (3, 3), (5, 1), (6, 0), (7, 0), (8, 0)):
        s = blank(left=100, running=True)
        Course(s, "", {"run-off": f"run-off:{named}"}).run(g.play(s))
        assert deal.deal_sizes(g.book, s) == (12, 15 + extra)
        assert s.left == 100 - named


def test_agreed_hands_have_at_most_19_and_both_38() -> None:
    """CB-16.9: 15 and 2 of a handicap are agreed, 4 hurry-up cards come in addition; once they were cut."""
    g = game(handicap_red=2, handicap_blue=2).book
    assert deal.deal_sizes(g, blank(hurry=4)) == (14, 21)
    assert deal.deal_sizes(g, blank(hurry=4, edition=1)) == (14, 19)
    assert deal.deal_order(0, 14, 21).count(1) == 21
    with pytest.raises(BadOptions, match="at most 19"):
        game(handicap_red=4, allocation=4)


@pytest.mark.parametrize("text", ["13,14,14", "10,14,14,12", "a,b,c,d", "12/13/14,12,12,12"])
def test_bad_quarter_sizes_are_named(text: str) -> None:
    """CB-16.6"""
    with pytest.raises(BadOptions, match="by_quarter"):
        game(by_quarter=text)


def test_the_defense_may_exchange_the_red_joker_publicly() -> None:
    """CB-16.11, CB-16.12, CB-47.8: it takes the next card, then RJ goes back into the deck."""
    s = blank()
    s.pool = ["9H", "BJ"]
    s.play.hands = [["KS"], ["RJ", "2S"]]
    course = Course(s, "BJ", {"exchange": "exchange"}).run(deal.exchange(game().book, s))
    assert course.menus["exchange"] == ["keep", "exchange"]
    assert s.play.hands[1] == ["2S", "BJ"] and s.pool == ["9H", "RJ"]
    assert any("trades in the red joker" in line for line in course.lines)


def test_without_the_red_joker_the_question_is_asked_all_the_same() -> None:
    """CB-16.11, CB-16.12: the offense has no such right and learns nothing."""
    s = blank()
    s.play.hands = [["RJ"], ["KS"]]
    course = Course(s).run(deal.exchange(game().book, s))
    assert course.asked == [(1, "exchange")] and course.menus["exchange"] == ["keep"]


def test_a_joker_in_a_hand_cannot_be_drawn() -> None:
    """CB-16.13"""
    s = scene(cards={"QB": "RJ", "BT": "BJ"})
    assert "RJ" not in s.pool and "BJ" not in s.pool
