"""Dice play, alone or not (sections 12 and 14)."""

from __future__ import annotations

import pytest
from tests.games.redboar.helpers import BLUE, DICE, RED, at, game, own, pending, run, where

from fieldhouse.games.redboar.coaches import coach
from fieldhouse.kernel.coaches import RandomCoach, ask_coach, play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.requests import Together
from fieldhouse.kernel.table import Table


@pytest.mark.parametrize(
    ("total", "gain", "what"),
    [
        (4, 0, "run"),
        (5, -10, "sack"),
        (6, 5, "run"),
        (8, 5, "pass"),
        (9, 5, "run"),
        (10, 15, "pass"),
        (12, 25, "pass"),
    ],
)
def test_the_offense_reads_its_table(total: int, gain: int, what: str) -> None:
    """RB-12.1, RB-20.3: name, run or pass, clock mark, yards."""
    s = at(70, clock=600)
    told = run(DICE, s, "play", 7, 7, total, 3)
    assert s.g == 70 - gain
    assert told[0].what == what
    assert s.clock == 570


def test_the_defense_die_is_always_rolled_but_after_a_7_or_a_disallowed_pass() -> None:
    """RB-12.2, RB-19.54: it is no choice."""
    for total in range(2, 13):
        generator, request = None, None
        if total != 7:
            generator, request = pending(DICE, at(70), "play", 7, 7, total)
            assert request.label == "the defense's die"
            generator.close()
    run(DICE, at(70), "play", 7, 7, 7)
    run(DICE, at(15), "play", 7, 7, 12)


@pytest.mark.parametrize(("die", "change"), [(1, -5), (2, -5), (3, 0), (4, 0), (5, 5), (6, 5)])
def test_the_defense_die_changes_the_yards(die: int, change: int) -> None:
    """RB-12.3, RB-12.9, RB-19.1: the screen gives 0, +5 or +10, the sack -15, -10 or -5."""
    s = at(70)
    run(DICE, s, "play", 7, 7, 8, die)
    assert s.g == 70 - 5 - change
    s = at(70)
    run(DICE, s, "play", 7, 7, 5, die)
    assert s.g == 70 + 10 - change


def test_7_is_the_incomplete_pass() -> None:
    """RB-12.4, RB-19.55: 0 yards, no die, 10 seconds."""
    s = at(70, clock=600)
    told = run(DICE, s, "play", 7, 7, 7)
    assert (where(s), s.clock) == ((RED, 70, 2, 10), 590)
    assert told[0].what == "incomplete"


@pytest.mark.parametrize(("total", "g"), [(12, 15), (12, 10), (10, 5)])
def test_a_disallowed_pass_is_incomplete(total: int, g: int) -> None:
    """RB-12.5: no defense die, the row's own clock mark."""
    s = at(g, clock=600)
    run(DICE, s, "play", 7, 7, total)
    assert (s.g, s.down, s.clock) == (g, 2, 570)


@pytest.mark.parametrize("g", [95, 50, 15, 5])
@pytest.mark.parametrize("die", [3, 4, 5, 6])
def test_the_touchdown_pass_scores_from_anywhere(g: int, die: int) -> None:
    """RB-12.6, RB-12.8, RB-19.1, RB-19.51, RB-19.53: it is neither long nor medium."""
    s = at(g)
    run(DICE, s, "play", 7, 7, 3, die)
    assert (s.scores, s.phase) == ([6, 0], "try")


@pytest.mark.parametrize(
    ("g", "down", "to_go", "after"), [(50, 2, 10, (5, 1)), (5, 2, 5, (5, 3)), (5, 4, 5, None)]
)
def test_stopped_on_the_five_is_a_normal_end_of_play(
    g: int, down: int, to_go: int, after: tuple[int, int] | None
) -> None:
    """RB-12.7, RB-19.52: a first down if it reaches the marker; from the 5 no gain."""
    s = at(g, down, to_go)
    run(DICE, s, "play", 7, 7, 3, 1)
    if after is None:
        assert where(s) == (BLUE, 95, 1, 10)
    else:
        assert (s.g, s.down) == after


@pytest.mark.parametrize(("die", "spot"), [(1, 55), (2, 55), (3, 50), (4, 50)])
def test_an_interception_row_loses_the_ball_on_1_to_4(die: int, spot: int) -> None:
    """RB-12.10, RB-19.56: at the LOS plus the row's 20 yards and the die."""
    s = at(70)
    run(DICE, s, "play", 7, 7, 2, die)
    assert where(s) == (BLUE, 100 - spot, 1, 10)


@pytest.mark.parametrize("die", [5, 6])
def test_a_dropped_interception_is_an_incomplete_pass(die: int) -> None:
    """RB-12.10: 0 yards."""
    s = at(70)
    told = run(DICE, s, "play", 7, 7, 2, die)
    assert where(s) == (RED, 70, 2, 10)
    assert told[0].what == "incomplete"


@pytest.mark.parametrize(("die", "lost", "g"), [(1, True, 75), (2, True, 75), (3, False, 70), (5, False, 65)])
def test_a_fumble_row_loses_the_ball_on_1_and_2(die: int, lost: bool, g: int) -> None:
    """RB-12.10: kept, the run keeps its yards and the die."""
    s = at(70)
    run(DICE, s, "play", 7, 7, 11, die)
    assert (s.offense, s.g) == ((BLUE, 100 - g) if lost else (RED, g))


def test_no_side_chooses_a_play_and_there_are_no_cards() -> None:
    """RB-12.11, RB-14.1: dice mode has no hidden information and no simultaneous choice."""
    table = Table(game("dice", quarters=1, minutes=5), FastDice(3))
    while table.outcome is None:
        assert not isinstance(table.request, Together)
        views = [table.view(seat) for seat in (RED, BLUE, None)]
        assert "hand" not in views[0]
        assert [dict(view, seat=None) for view in views] == [dict(views[2], seat=None)] * 3
        seat = table.pending_seats[0]
        asked = table.request_for(seat)
        assert asked is not None and asked.sees is None
        table.answer(seat, asked.keys[0])


def test_one_person_may_make_the_choices_of_both_sides() -> None:
    """RB-14.1, RB-14.2, RB-19.57: one decider answers for Red and for Blue."""
    table = Table(game("dice", quarters=1, minutes=3), FastDice(5))
    person = RandomCoach(9)
    assert play_on(table, {RED: person, BLUE: person}) is not None


def test_the_automatic_side_uses_the_baseline_coach() -> None:
    """RB-14.2, RB-14.3: a person for Red, the baseline for Blue; choices: declare, penalty, try."""
    rules = game("dice", quarters=1, minutes=8)
    table = Table(rules, FastDice(11))
    person, automatic = RandomCoach(1), coach("starter", rules, BLUE, 2)
    asked: set[str] = set()
    while table.outcome is None:
        seat = table.pending_seats[0]
        question = table.request_for(seat)
        assert question is not None
        asked.add(question.what)
        ask_coach(table, seat, person if seat == RED else automatic)
    assert asked <= {"declare", "penalty", "try"}


def test_cards_alone_are_played_against_a_hidden_hand() -> None:
    """RB-14.4: a computer opponent's hand is not in the person's view."""
    rules = game("cards", quarters=1, minutes=3)
    table = Table(rules, FastDice(2))
    computer = coach("starter", rules, BLUE, 7)
    person = RandomCoach(3)
    while table.outcome is None:
        view = table.view(RED)
        assert view["hand"] == table.state.decks[RED].hand
        assert set(view["faces"]) <= {
            *view["hand"],
            *view["shown"],
            *view["discards"][RED],
            *view["discards"][BLUE],
        }
        seat = table.pending_seats[0]
        ask_coach(table, seat, person if seat == RED else computer)
    assert own(25) == 75
