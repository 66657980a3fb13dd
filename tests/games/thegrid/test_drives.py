"""Sections 7 to 9, 17 and 18: toss, kickoffs, drives, downs."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.thegrid.helpers import BRE, CAN, MISS, PLAIN, STUFFED, at, grid, play, where

from fieldhouse.football.events import DriveEnded, Possession
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.kernel.requests import Choose, Roll

# Section 7


@pytest.mark.parametrize(("call", "coin", "winner"), [("heads", "heads", BRE), ("tails", "heads", CAN)])
def test_the_visitor_calls_the_toss(call: str, coin: str, winner: int) -> None:
    """TG-7.1: called right the visitor wins, else the home team; the coin is fair."""
    game = grid()
    script = play(game, game.start(), call, coin)
    first, toss = script.asked
    assert isinstance(first, Choose)
    assert isinstance(toss, Roll)
    assert first.seat == BRE
    assert toss.weights == (1, 1)
    assert isinstance(script.pending, Choose)
    assert script.pending.seat == winner


@pytest.mark.parametrize(("choice", "first"), [("first-half", CAN), ("second-half", BRE)])
def test_the_winner_chooses_a_half(choice: str, first: int) -> None:
    """TG-7.2, TG-7.3: the other team receives the other kickoff."""
    game = grid(length="tiny")
    script = play(game, game.start(), "heads", "tails", choice)
    assert script.s.offense == first
    script((1, 1), "2D", "kick:HB", *[1] * 11, "3D", "kick:HB", 1, "4D")
    script("kick:HB", *[1] * 11, "5D", "kick:HB", 1, "6D", (2, 2))  # the fifth card ended the half
    assert (script.s.period, script.s.offense) == (2, 1 - first)


# Section 8


def kickoff_to(game: TheGrid, seat: int, **facts: Any) -> Grid:
    """A kickoff to that team is due."""
    s = at(game, 1, offense=seat, **facts)
    s.phase, s.box = "kickoff", 0
    return s


def test_a_kickoff_follows_every_score_and_opens_every_period() -> None:
    """TG-8.1: after a touchdown, a field goal and a safety, unless the period has just ended."""
    game = grid()
    for answers in (
        ("play", PLAIN, 10, 3, 3, "2D", 4),
        ("kick:LE", 2, "2D"),
    ):
        assert play(game, at(game, 11), *answers).s.phase == "kickoff"
        assert play(game, at(game, 11, left=1), *answers).s.phase == "break"
    assert play(game, at(game, 1), "play", STUFFED, 5, 3, 3, "2C", 1).s.phase == "kickoff"


@pytest.mark.parametrize(("pair", "box"), [((5, 3), 3), ((2, 2), 2), ((1, 6), 1), ((6, 6), 6)])
def test_the_lower_die_is_the_box(pair: tuple[int, int], box: int) -> None:
    """TG-8.2, TG-8.3, TG-8.4: boxes 1 to 6, first down, marker four ahead; equal dice are that number."""
    game = grid()
    s = kickoff_to(game, BRE)
    script = play(game, s, pair, "2D")
    assert where(s) == (BRE, box, 1, box + 4)
    roll = script.asked[0]
    assert isinstance(roll, Roll)
    assert {min(value) for value in roll.die.values} == {1, 2, 3, 4, 5, 6}


def test_one_card_without_effect_after_a_kickoff() -> None:
    """TG-8.5, TG-8.6: whatever its suit; no extra cards, no time out."""
    game = grid()
    for card in ("AH", "2C", "2S"):
        s = kickoff_to(game, CAN, time_outs=(5, 5))
        script = play(game, s, (3, 3), card)
        assert script.pending is None
        assert s.left == 29


def test_a_kickoff_may_use_the_last_card() -> None:
    """TG-8.7: then the period ends with no play run, and no drive counts."""
    game = grid()
    s = kickoff_to(game, CAN, left=1)
    script = play(game, s, (3, 3), "2D")
    assert s.phase == "break"
    assert script.of(Possession) == script.of(DriveEnded) == []


def test_who_receives_after_a_score() -> None:
    """TG-8.8: the scorer kicks off; after a safety the team that got the points receives."""
    game = grid()
    assert play(game, at(game, 11), "play", PLAIN, 10, 3, 3, "2D", 4).s.offense == BRE
    assert play(game, at(game, 11), "kick:LE", 2, "2D").s.offense == BRE
    assert play(game, at(game, 1), "play", STUFFED, 5, 3, 3, "2C", 1).s.offense == BRE
    # A return touchdown by BRE: BRE kicks off to CAN, who threw.
    assert play(game, at(game, 1), "play", MISS, 5, 3, 3, "2S", 1, (3, 3), "HB", 2).s.offense == CAN


# Section 9


def test_a_change_of_possession_starts_a_new_drive() -> None:
    """TG-9.1, TG-9.2: down 1 and the marker four ahead, never beyond the goal."""
    game = grid()
    script = play(game, at(game, 2, 4, 6), "play", PLAIN, 10, 3, 3, "2D")
    assert where(script.s) == (BRE, 9, 1, 12)
    assert [event.how for event in script.of(Possession)] == ["downs"]


@pytest.mark.parametrize(
    ("how", "answers"),
    [
        ("downs", ("play", PLAIN, 10, 3, 3, "2D")),
        ("interception", ("play", MISS, 5, 3, 3, "2S", 1, (1, 1))),
        ("fumble", ("play", PLAIN, 10, 3, 3, "2S", 1, 3, 4)),
        ("missed field goal", ("kick:HB", 1, 2, 3, 4, 2, 2, 2, "2D")),
    ],
)
def test_how_possession_changes(how: str, answers: tuple[Any, ...]) -> None:
    """TG-9.3: failed fourth down, interception, lost fumble, missed field goal."""
    game = grid()
    script = play(game, at(game, 5, 4, 9), *answers)
    assert script.s.offense == BRE
    assert [event.how for event in script.of(Possession)] == [how]


def test_the_order_of_a_play() -> None:
    """TG-9.4: declaration, cards, three dice, re-roll, card, effect, checks, clock."""
    game = grid()
    s = at(game, 5, time_outs=(1, 1), reroll=CAN)
    script = play(game, s, "play", PLAIN, 10, 3, 3, "keep", "8H", 5, 5, "one", "run-on", "2D")
    assert script.whats == [
        "declare",
        "cards",
        "play",
        "play",
        "play",
        "re-roll",
        "deck",
        "injury",
        "injury",
        "clock",
        "clock-reply",
        "deck",
    ]


def test_no_play_starts_with_an_empty_deck() -> None:
    """TG-9.5: the last card of a first down ends the period before any extra card is due."""
    game = grid()
    s = at(game, 5, left=1, time_outs=(5, 5))
    script = play(game, s, "play", PLAIN, 18, 5, 5, "2D")
    assert script.pending is None
    assert s.phase == "break"


# Section 17


@pytest.mark.parametrize(("d20", "dice", "expected"), [(18, (3, 3), (8, 1, 12)), (18, (4, 4), (9, 1, 12))])
def test_first_down_at_or_past_the_marker(d20: int, dice: tuple[int, int], expected: tuple[int, ...]) -> None:
    """TG-17.1: four boxes ahead of the ball, never beyond 12."""
    game = grid()
    s = at(game, 5, 3, 8)
    play(game, s, "play", PLAIN, d20, *dice, "2D", "one", "3D")
    assert where(s)[1:] == expected


def test_with_the_marker_at_the_goal_only_a_touchdown_renews() -> None:
    """TG-17.2: from box 8 a gain of three is second down."""
    game = grid()
    s = at(game, 8)
    play(game, s, "play", PLAIN, 18, 3, 3, "2D", "one", "3D")
    assert where(s) == (CAN, 11, 2, 12)


def test_otherwise_the_down_goes_up() -> None:
    """TG-17.3: one short of the marker."""
    game = grid()
    s = at(game, 5, 2, 9)
    play(game, s, "play", PLAIN, 18, 3, 3, "2D", "one", "3D")
    assert where(s) == (CAN, 8, 3, 9)


def test_a_failed_fourth_down_after_a_loss() -> None:
    """TG-17.4: the defense takes over where the ball lies after the loss."""
    game = grid()
    s = at(game, 5, 4, 9)
    play(game, s, "play", MISS, 5, 3, 3, "2C", 1)
    assert where(s) == (BRE, 9, 1, 12)


def test_the_check_comes_before_the_clock() -> None:
    """TG-17.5: when the clock is asked, the new down already stands."""
    game = grid()
    s = at(game, 5, 1, 9)
    script = play(game, s, "play", PLAIN, 18, 6, 6, "2D")
    assert isinstance(script.pending, Choose)
    assert script.pending.what == "clock"
    assert where(s) == (CAN, 11, 1, 12)


# Section 18


def test_one_or_two_extra_cards() -> None:
    """TG-18.1, TG-18.4: the offense must flip one or two, and they do nothing."""
    game = grid()
    s = at(game, 5)
    script = play(game, s, "play", PLAIN, 10, 3, 3, "2D")
    assert isinstance(script.pending, Choose)
    assert script.pending.seat == CAN
    assert list(script.pending.keys) == ["one", "two"]
    script("two", "AH", "KS")
    assert s.left == 27
    assert where(s) == (CAN, 6, 2, 9)


@pytest.mark.parametrize(
    ("box", "down", "answers"),
    [
        (9, 1, ("kick:LE", 2, 3, 1, "2D")),
        (5, 1, ("play", PLAIN, 10, 3, 3, "2S", 1, 3, 4)),
        (5, 1, ("play", MISS, 5, 3, 3, "2S", 1, (1, 1))),
        (1, 1, ("play", STUFFED, 5, 3, 3, "2C", 1)),
        (11, 1, ("play", PLAIN, 10, 3, 3, "2D", 4)),
        (5, 4, ("play", PLAIN, 10, 3, 3, "2D")),
    ],
)
def test_when_no_extra_cards_are_due(box: int, down: int, answers: tuple[Any, ...]) -> None:
    """TG-18.2: one card in all, and the play is over (time outs are in section 22)."""
    game = grid()
    s = at(game, box, down, 12 if box > 8 else 9)
    script = play(game, s, *answers)
    assert script.pending is None
    assert s.left == 29


@pytest.mark.parametrize(
    "answers",
    [
        ("play", PLAIN, 10, 3, 3, "2S", 1, 5, 4),
        ("play", MISS, 5, 3, 3, "2C", 1),
        ("play", MISS, 5, 3, 3, "2D"),
        ("play", PLAIN, 18, 8, 8, "2D"),
        ("play", STUFFED, 5, 3, 3, "2D"),
    ],
)
def test_when_extra_cards_are_due(answers: tuple[Any, ...]) -> None:
    """TG-18.3: kept fumble, sack, incompletion, first down, no gain."""
    game = grid()
    script = play(game, at(game, 3), *answers)
    assert isinstance(script.pending, Choose)
    assert script.pending.what == "clock"


def test_two_chosen_and_one_left() -> None:
    """TG-18.5, TG-18.6: one is flipped and the period is over."""
    game = grid()
    s = at(game, 5, left=2)
    script = play(game, s, "play", PLAIN, 10, 3, 3, "2D", "two", "3D")
    assert script.pending is None
    assert (s.left, s.phase) == (0, "break")
