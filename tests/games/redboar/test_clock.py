"""Clock, quarters, halves and the end of the game (sections 5 and 6)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.redboar.helpers import BLUE, CARDS, DICE, RED, at, ended, game, own, run, where, with_cards

from fieldhouse.games.redboar.rules.events import game_clock_text


def test_each_quarter_starts_at_fifteen_minutes() -> None:
    """RB-5.1, RB-6.1: four quarters of 15:00."""
    s = DICE.start()
    assert (s.quarter, s.clock) == (1, 900)
    assert DICE.quarters == 4
    for quarter in (1, 2, 3):
        s = at(50, quarter=quarter, clock=0)
        run(DICE, s)
        assert (s.quarter, s.clock) == (quarter + 1, 900)


@pytest.mark.parametrize(("total", "die", "seconds"), [(6, 3, 30), (7, None, 10), (12, 3, 30)])
def test_one_star_is_ten_seconds_two_are_thirty(total: int, die: int | None, seconds: int) -> None:
    """RB-5.2: each dice row carries one mark."""
    s = at(70, clock=600)
    run(DICE, s, "play", 7, 7, total, *([die] if die else []))
    assert s.clock == 600 - seconds


def test_an_incomplete_pass_uses_the_time_of_the_play_called() -> None:
    """RB-5.3, RB-19.35: a ** card that falls incomplete still uses 30 seconds."""
    s = with_cards(at(60, clock=600), "MED", "SR")
    run(CARDS, s, "play", ("MED", "SR"), 7, 7, 1)
    assert (s.clock, s.down) == (570, 2)
    s = at(10, clock=600)
    run(DICE, s, "play", 7, 7, 12)
    assert s.clock == 570, "a disallowed long pass uses its row's mark"


@pytest.mark.parametrize(
    ("flags", "answers"), [((12, 12), ()), ((12, 7), (4, "accept")), ((7, 12), (4, "accept"))]
)
def test_time_is_taken_off_with_a_12_too(flags: tuple[int, int], answers: tuple[Any, ...]) -> None:
    """RB-5.4, RB-9.12: accepted or offset, the play's full time runs."""
    s = at(70, clock=600)
    run(DICE, s, "play", *flags, 6, *answers)
    assert s.clock == 570


@pytest.mark.parametrize("flags", [(2, 7), (7, 2), (2, 2), (2, 12)])
def test_a_2_uses_no_time(flags: tuple[int, int]) -> None:
    """RB-5.5, RB-9.7."""
    s = at(70, clock=600)
    run(DICE, s, "play", *flags)
    assert s.clock == 600


def test_the_clock_stops_at_zero() -> None:
    """RB-5.6, RB-19.37: missing seconds are not taken from the next quarter."""
    s = at(70, clock=20)
    run(DICE, s, "play", 7, 7, 6, 3)
    assert s.clock == 0
    run(DICE, s)
    assert (s.quarter, s.clock) == (2, 900)


def test_clock_in_words() -> None:
    """RB-5.7: 15:00 - 10 s = 14:50 and 1:00 - 30 s = 0:30."""
    assert game_clock_text(900 - 10) == "14:50"
    assert game_clock_text(60 - 30) == "0:30"
    assert (game_clock_text(900), game_clock_text(0)) == ("15:00", "0:00")


@pytest.mark.parametrize(("before", "after"), [(200, 190), (10, 0), (0, 0)])
def test_a_try_uses_ten_seconds_or_what_is_left(before: int, after: int) -> None:
    """RB-5.8, RB-19.36, RB-19.39: at 0:00 it is still made and uses nothing."""
    s = at(5, phase="try", scores=(6, 0), clock=before)
    run(DICE, s, "kick", 7)
    assert (s.clock, s.scores) == (after, [7, 0])


def test_the_only_marks_are_ten_and_thirty_seconds() -> None:
    """RB-5.9: so the clock always shows a multiple of ten."""
    marks = {call.clock for call in [*DICE.book.rows.values(), *DICE.book.calls.values()]}
    assert marks | set(DICE.book.clocks.values()) == {10, 30}


def test_minutes_shorten_every_quarter_and_overtime() -> None:
    """RB-5.10: nothing else changes."""
    rules = game(minutes=4)
    assert rules.start().clock == 240
    s = at(50, quarter=1, clock=0)
    run(rules, s)
    assert s.clock == 240
    s = at(50, quarter=4, clock=0)
    run(rules, s)
    assert (s.quarter, s.clock) == (5, 240)


def test_a_quarter_ends_when_the_play_its_choice_and_its_try_are_done() -> None:
    """RB-6.2, RB-6.8, RB-19.38: the choice at 0:00 is still asked, the try still made."""
    s = at(70, clock=30, quarter=1)
    run(DICE, s, "play", 12, 7, 6, 3, "decline")
    assert (s.clock, s.quarter) == (0, 1)
    run(DICE, s)
    assert s.quarter == 2
    s = at(15, clock=10, quarter=1)
    run(DICE, s, "play", 7, 7, 10, 3)
    assert (s.clock, s.phase) == (0, "try")
    run(DICE, s, "kick", 7)
    assert (s.quarter, s.scores) == (1, [7, 0])
    run(DICE, s)
    assert (s.quarter, s.phase, s.offense) == (2, "kickoff", RED)


@pytest.mark.parametrize("quarter", [1, 3])
def test_after_quarters_1_and_3_only_the_clock_is_reset(quarter: int) -> None:
    """RB-6.3: same possession, spot, down, markers, hands and piles."""
    s = with_cards(at(45, 3, 5, quarter=quarter, clock=0), "REV", "LP")
    before = [(deck.hand[:], deck.draw[:], deck.discard[:]) for deck in s.decks]
    run(CARDS, s)
    assert where(s) == (RED, 45, 3, 5)
    assert (s.quarter, s.clock, s.phase) == (quarter + 1, 900, "declare")
    assert [(deck.hand, deck.draw, deck.discard) for deck in s.decks] == before
    assert not s.fresh, "no new possession, so no new deal"


@pytest.mark.parametrize("due", ["kickoff", "safety punt"])
def test_a_kick_due_after_quarter_1_is_made_in_quarter_2(due: str) -> None:
    """RB-6.3, RB-19.41."""
    s = at(65, quarter=1, clock=0, phase=due, offense=BLUE)
    run(DICE, s)
    assert (s.quarter, s.phase, s.offense) == (2, due, BLUE)


@pytest.mark.parametrize("due", ["kickoff", "safety punt"])
@pytest.mark.parametrize("quarter", [2, 4])
def test_a_kick_due_at_the_end_of_a_half_is_dropped(due: str, quarter: int) -> None:
    """RB-6.6, RB-6.4, RB-19.40."""
    s = at(65, quarter=quarter, clock=0, phase=due, offense=BLUE, scores=(3, 0), receiver=RED)
    run(DICE, s)
    if quarter == 2:
        assert (s.quarter, s.phase, s.offense) == (3, "kickoff", RED)
    else:
        assert s.phase == "over"


def test_after_quarter_4_the_higher_score_wins() -> None:
    """RB-6.5: the game is over unless it is tied."""
    s = at(50, quarter=4, clock=0, scores=(10, 17))
    assert DICE.outcome(s) is None
    run(DICE, s)
    end = DICE.outcome(s)
    assert end is not None
    assert (end.winner, end.why, end.scores, end.rule) == (BLUE, "points", (10, 17), "RB-6.5")


def test_there_is_no_extra_down_at_the_end_of_a_half() -> None:
    """RB-6.7: an offset down is not replayed when quarter 2 has run out."""
    s = at(70, 2, 10, quarter=2, clock=30, receiver=RED)
    run(DICE, s, "play", 12, 12, 6)
    run(DICE, s)
    assert (s.quarter, s.phase) == (3, "kickoff")


@pytest.mark.parametrize("flags", [(12, 12), (12, 7)])
def test_a_repeated_down_is_played_in_the_next_quarter(flags: tuple[int, int]) -> None:
    """RB-6.7, RB-19.82: at the end of quarters 1 and 3 nothing is lost."""
    s = at(50, 3, 5, quarter=1, clock=30)
    run(DICE, s, "play", *flags, 6, *((3, "accept") if flags[1] == 7 else ()))
    run(DICE, s)
    assert (s.quarter, s.down, s.phase) == (2, 3, "declare")
    assert s.g == (50 if flags == (12, 12) else 60)


@pytest.mark.parametrize(("quarters", "half", "last"), [(4, 2, 4), (2, 1, 2), (1, None, 1)])
def test_with_fewer_quarters_halves_still_make_sense(quarters: int, half: int | None, last: int) -> None:
    """RB-6.9: with two quarters each is a half; with one there is no half-time."""
    rules = game(quarters=quarters)
    for quarter in range(1, last):
        s = at(50, quarter=quarter, clock=0, receiver=BLUE)
        run(rules, s)
        assert s.quarter == quarter + 1
        assert (s.phase == "kickoff") == (quarter == half)
    s = at(50, quarter=last, clock=0, scores=(3, 0))
    run(rules, s)
    assert s.phase == "over"
    assert ended(rules, s).winner == RED


def test_own_is_counted_from_the_own_goal_line() -> None:
    """RB-2.1: own 20 is g = 80 (a check of the test helper itself)."""
    assert own(20) == 80
