"""Sandlot's rules, by hand: each test names the rule it tests."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel import shelf

from fieldhouse.kernel.dice import FastDice, ScriptedDice
from fieldhouse.kernel.errors import BadChart, IllegalAnswer
from fieldhouse.kernel.table import Table


def start(*rolls: Any, coin: str = "heads", **options: Any) -> Table[Any]:
    return shelf.table(ScriptedDice([coin, *shelf.DEAL, *rolls], FastDice(1)), **options)


def at(to_go: int, plays_left: int, *rolls: Any) -> Table[Any]:
    """A drive of Shirts in the middle, both sides holding RUN PASS TRICK."""
    state = start().game.load(start().whistle[0])
    state.offense, state.to_go, state.plays_left = 0, to_go, plays_left
    state.hands, state.pile = [["PASS", "RUN", "TRICK"], ["PASS", "RUN", "TRICK"]], ["RUN"] * 2
    return Table(shelf.game(drives=1), ScriptedDice(rolls, FastDice(1)), state=state)


def both(table: Table[Any], card: str, guess: str) -> None:
    attack = table.state.offense
    table.answer(attack, card)
    table.answer(1 - attack, guess)


def test_a_drive_starts_thirty_yards_out() -> None:
    """SL-1.1"""
    assert start().state.to_go == 30


@pytest.mark.parametrize(("coin", "first"), [("heads", 0), ("tails", 1)])
def test_a_coin_decides_who_has_the_ball_first_then_sides_take_turns(coin: str, first: int) -> None:
    """SL-1.2"""
    table = start(coin=coin)
    assert table.state.offense == first
    while table.state.offense == first:
        for seat in table.pending_seats:
            table.answer(seat, table.request_for(seat).keys[0])  # type: ignore[union-attr]
    assert table.state.offense == 1 - first


def test_each_side_has_as_many_drives_as_the_option_says() -> None:
    """SL-1.3"""
    assert start().state.drives_left == [3, 3]
    assert start(drives=2).state.drives_left == [2, 2]


def test_the_deck_has_four_of_each_card() -> None:
    """SL-2.1"""
    state = start().state
    cards = Counter(state.pile + state.hands[0] + state.hands[1])
    assert cards == {"RUN": 4, "PASS": 4, "TRICK": 4}


def test_hands_of_three_are_secret_and_dealt_to_the_offense_first() -> None:
    """SL-2.2"""
    table = shelf.table(ScriptedDice(["tails", "RUN", "RUN", "RUN", "PASS", "PASS", "PASS"]))
    assert table.state.hands == [["PASS"] * 3, ["RUN"] * 3]
    assert table.view(0)["hand"] == ["PASS"] * 3
    assert table.view(None)["hand"] == []


def test_cards_are_laid_face_down_and_shown_together() -> None:
    """SL-2.3"""
    table = start(3)
    table.answer(0, "PASS")
    assert table.view(1)["shown"] == []
    table.answer(1, "RUN")
    assert table.view(1)["shown"] == ["PASS", "RUN"]


def test_played_cards_are_out_and_hands_are_filled() -> None:
    """SL-2.4"""
    table = start(3, "TRICK", "TRICK")
    both(table, "PASS", "RUN")
    assert table.state.hands == [["RUN", "TRICK", "TRICK"], ["PASS", "TRICK", "TRICK"]]
    assert len(table.state.pile) == 12 - 6 - 2


def test_a_drive_has_four_plays() -> None:
    """SL-3.1: the fourth play that does not score ends the drive."""
    table = at(30, 1, 1)
    table.answer(0, "play")
    both(table, "RUN", "PASS")
    assert table.state.drives_left == [2, 3]


def test_pips_times_the_charts_yards() -> None:
    """SL-3.2: PASS is worth 3 yards a pip: die 5 gives 15."""
    table = start(5)
    both(table, "PASS", "RUN")
    assert table.state.to_go == 15


def test_a_guessed_card_costs_the_charts_yards() -> None:
    """SL-3.3: PASS guessed, die 5: 15 - 12 = 3."""
    table = start(5)
    both(table, "PASS", "PASS")
    assert table.state.to_go == 27


def test_the_ball_never_goes_back_behind_the_start() -> None:
    """SL-3.4: TRICK guessed, die 1: 4 - 20 = -16, but the drive began here."""
    table = start(1)
    both(table, "TRICK", "TRICK")
    assert table.state.to_go == 30


def test_reaching_the_goal_line_is_a_touchdown() -> None:
    """SL-4.1: 8 yards to go, RUN with die 4 gives exactly 8."""
    table = at(8, 3, 4)
    both(table, "RUN", "PASS")
    assert table.state.scores == [7, 0]
    assert table.state.drives_left == [2, 3]


@pytest.mark.parametrize(("die", "points"), [(3, 0), (4, 3)])
def test_a_kick_is_good_on_four_or_more(die: int, points: int) -> None:
    """SL-4.2"""
    table = at(15, 1, die)
    table.answer(0, "kick")
    assert table.state.scores == [points, 0]


def test_no_kick_from_more_than_fifteen_yards() -> None:
    """SL-4.2"""
    with pytest.raises(IllegalAnswer, match="more than 15 yards"):
        at(16, 1).answer(0, "kick")


@pytest.mark.parametrize(
    ("scores", "winner", "why"), [([7, 3], 0, "points"), ([3, 10], 1, "points"), ([7, 7], None, "tie")]
)
def test_the_higher_score_wins_and_an_equal_one_is_a_tie(
    scores: list[int], winner: int | None, why: str
) -> None:
    """SL-4.3"""
    game = shelf.game()
    state = game.start()
    state.scores, state.drives_left = scores, [0, 0]
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.why) == (winner, why)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[RUN]\nper_pip = 2\nguessed = -4", "no row PASS"),
        ("[KICK]\nper_pip = 2\nguessed = -4", "unknown row KICK"),
        ("per_pip = x\n", "line 1"),
        ("[RUN]\nper_pip = 2.5\nguessed = -4", "row RUN: needs whole numbers"),
    ],
)
def test_a_bad_chart_is_refused_with_its_faults(text: str, fault: str) -> None:
    with pytest.raises(BadChart, match=fault):
        shelf.sandlot().game.read_material("yards", text)


@given(st.integers(0, 10**6))
def test_cards_and_points_are_conserved(seed: int) -> None:
    table = shelf.table(FastDice(seed), drives=1)
    while table.outcome is None:
        state = table.state
        assert len(state.pile) + sum(map(len, state.hands)) <= 12
        assert 0 <= state.to_go <= 30
        for seat in table.pending_seats:
            table.answer(seat, table.request_for(seat).keys[seed % len(table.request_for(seat).keys)])  # type: ignore[union-attr]
    assert all(score in (0, 3, 7) for score in table.state.scores)
