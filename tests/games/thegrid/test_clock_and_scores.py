"""Sections 19 to 23 and 26: clock, scores, periods."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from tests.games.thegrid.helpers import BRE, CAN, MISS, PLAIN, STUFFED, Script, at, grid, play, put_in, where

from fieldhouse.games.thegrid.charts.cards import DECK
from fieldhouse.games.thegrid.rules.events import Flipped, PlayRolled, TimeOut
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.requests import Chance, Choose, Draw, Roll, Together

# Section 19


def test_a_touchdown_is_six_points_and_one_card() -> None:
    """TG-19.1, TG-19.2: the card has no effect and no extra cards follow."""
    game = grid()
    s = at(game, 11)
    script = play(game, s, "play", PLAIN, 10, 3, 3, "AH")
    assert s.scores == [6, 0]
    assert isinstance(script.pending, Roll)
    assert [event.why for event in script.of(Flipped)] == ["touchdown"]


@pytest.mark.parametrize(("roll", "points"), [(1, 6), (2, 7)])
def test_the_scorer_must_kick(roll: int, points: int) -> None:
    """TG-19.3: his own Kicking die, a 1 fails, no card is flipped, and nobody is asked."""
    game = grid()
    s = at(game, 11)
    script = play(game, s, "play", PLAIN, 10, 3, 3, "AH", roll)
    kick = script.asked[-1]
    assert isinstance(kick, Roll)
    assert kick.die.name == "d4"  # Maddox
    assert (s.scores[0], s.left) == (points, 29)


def test_a_return_touchdown_needs_no_other_card() -> None:
    """TG-19.4: six points to the defense; the spade was the card of the play."""
    game = grid()
    s = at(game, 1)
    script = play(game, s, "play", MISS, 5, 3, 3, "2S", 1, (3, 3))
    assert s.scores == [0, 6]
    assert s.left == 29
    assert isinstance(script.pending, Choose)


def test_the_scoring_coach_names_the_kicker() -> None:
    """TG-19.5: HB, LE, RE, and DS if he is an HBE."""
    game = grid()
    script = play(game, at(game, 1), "play", MISS, 5, 3, 3, "2S", 1, (3, 3))
    assert isinstance(script.pending, Choose)
    assert (script.pending.seat, script.pending.keys) == (BRE, ["HB", "LE", "RE", "DS"])  # Strandvik
    s = at(game, 1)
    put_in(game, s, BRE, DS="90")
    script = play(game, s, "play", MISS, 5, 3, 3, "2S", 1, (3, 3))
    assert isinstance(script.pending, Choose)
    assert script.pending.keys == ["HB", "LE", "RE"]
    script("RE", 8)
    assert isinstance(script.asked[-1], Roll)
    assert script.asked[-1].die.name == "d8"  # Imholt
    assert s.scores == [0, 7]


def test_the_scoring_team_kicks_off() -> None:
    """TG-19.6: unless the deck is empty."""
    game = grid()
    s = play(game, at(game, 11), "play", PLAIN, 10, 3, 3, "AH", 2).s
    assert (s.phase, s.offense) == ("kickoff", BRE)
    s = play(game, at(game, 11, left=1), "play", PLAIN, 10, 3, 3, "AH", 2).s
    assert s.phase == "break"


def test_the_extra_point_is_tried_on_an_empty_deck() -> None:
    """TG-19.7: the point still counts, also after a return touchdown."""
    game = grid()
    s = play(game, at(game, 11, left=1), "play", PLAIN, 10, 3, 3, "AH", 2).s
    assert s.scores == [7, 0]
    s = play(game, at(game, 1, left=1), "play", MISS, 5, 3, 3, "2S", 1, (3, 3), "HB", 2).s
    assert (s.scores, s.phase) == ([0, 7], "break")


# Section 20


@pytest.mark.parametrize("down", [1, 2, 3, 4])
@pytest.mark.parametrize("box", [1, 6, 11])
def test_a_field_goal_on_any_down_from_any_box(down: int, box: int) -> None:
    """TG-20.1, TG-20.3, TG-20.4: one roll per box of distance, all of them, even after a 1."""
    game = grid()
    script = play(game, at(game, box, down, 12 if box > 7 else box + 4), "kick:RE", *[1] * (12 - box), "2D")
    assert script.whats.count("field-goal") == 12 - box
    assert "cards" not in script.whats


def test_the_kicker_is_hb_le_or_re() -> None:
    """TG-20.2: with his own die."""
    game = grid()
    for place, die in (("HB", "d4"), ("LE", "d8"), ("RE", "d6")):
        script = play(game, at(game, 10), f"kick:{place}", 2)
        assert isinstance(script.asked[1], Roll)
        assert script.asked[1].die.name == die


def test_a_good_field_goal() -> None:
    """TG-20.5: three points and a kickoff to the other team."""
    game = grid()
    s = play(game, at(game, 9), "kick:LE", 2, 8, 2, "2D").s
    assert (s.scores, s.phase, s.offense) == ([3, 0], "kickoff", BRE)


@pytest.mark.parametrize(("box", "theirs"), [(9, 3), (1, 11)])
def test_a_failed_field_goal(box: int, theirs: int) -> None:
    """TG-20.6: the other team takes over where the ball lay."""
    game = grid()
    s = play(game, at(game, box), "kick:LE", *[2] * (11 - box), 1, "2D").s
    assert where(s) == (BRE, theirs, 1, min(theirs + 4, 12))
    assert s.scores == [0, 0]


def test_one_card_after_the_attempt() -> None:
    """TG-20.7: without effect, no extra cards, good or not."""
    game = grid()
    for roll in (1, 2):
        s = at(game, 11, time_outs=(5, 5))
        script = play(game, s, "kick:LE", roll, "AH")
        assert script.pending is None
        assert s.left == 29


def test_kicking_dice_cannot_be_re_rolled() -> None:
    """TG-20.8, TG-22.9: the right is not asked for and is gone."""
    game = grid()
    s = at(game, 11, reroll=CAN)
    script = play(game, s, "kick:LE", 1, "AH")
    assert "re-roll" not in script.whats
    assert s.reroll == -1


# Section 21


def test_a_safety_is_two_points_for_the_defense() -> None:
    """TG-21.1, TG-21.2, TG-21.3: box 0 or less, a kickoff to the defense, no extra cards."""
    game = grid()
    for box, cards in ((1, STUFFED), (2, MISS), (1, MISS)):
        s = at(game, box, time_outs=(5, 5))
        script = play(game, s, "play", cards, 5, 3, 3, "2C", 1)
        assert script.pending is None
        assert (s.scores, s.phase, s.offense, s.left) == ([0, 2], "kickoff", BRE, 29)
    assert play(game, at(game, 1, left=1), "play", STUFFED, 5, 3, 3, "2C", 1).s.phase == "break"


def test_a_safety_goes_before_the_fourth_down() -> None:
    """TG-21.4: on fourth down too it scores and brings a kickoff."""
    game = grid()
    s = play(game, at(game, 1, 4, 5), "play", STUFFED, 5, 3, 3, "2C", 1).s
    assert (s.scores, s.phase) == ([0, 2], "kickoff")


# Section 22


def test_time_outs_are_not_renewed_at_halftime() -> None:
    """TG-22.1: five for the two halves together."""
    game = grid()
    s = at(game, 5, left=1, time_outs=(3, 0))
    play(game, s, "play", PLAIN, 10, 3, 3, "2D", (1, 1), "2D")
    assert (s.period, [side.time_outs for side in s.sides]) == (2, [3, 0])


def test_a_time_out_replaces_the_extra_cards() -> None:
    """TG-22.2, TG-18.2: none of them is flipped."""
    game = grid()
    s = at(game, 5, time_outs=(2, 0))
    script = play(game, s, "play", PLAIN, 10, 3, 3, "2D", "time-out")
    assert script.pending is None
    assert (s.left, s.sides[CAN].time_outs, s.reroll) == (29, 1, CAN)
    assert script.of(TimeOut)[0].left == 1


def test_the_offense_is_asked_first() -> None:
    """TG-22.3, TG-22.4: the defense may answer a number with a time out, knowing it; one per moment."""
    game = grid()
    s = at(game, 5, time_outs=(2, 2))
    script = play(game, s, "play", PLAIN, 10, 3, 3, "2D", "two")
    assert isinstance(script.pending, Choose)
    assert (script.pending.seat, script.pending.what) == (BRE, "clock-reply")
    assert game.view(s, BRE)["step"] == "clock-reply:2"
    script("time-out")
    assert (s.left, [side.time_outs for side in s.sides], s.reroll) == (29, [2, 1], BRE)
    s = at(game, 5, time_outs=(2, 2))
    script = play(game, s, "play", PLAIN, 10, 3, 3, "2D", "time-out")
    assert script.pending is None  # the defense is not asked after a time out


def test_a_team_without_time_outs_cannot_call_one() -> None:
    """TG-22.5: the offense is told so, the defense is not asked."""
    game = grid()
    script = play(game, at(game, 5), "play", PLAIN, 10, 3, 3, "2D")
    assert isinstance(script.pending, Choose)
    refusal = script.pending.menu.refusal("time-out")
    assert (refusal.reason, refusal.rule) == ("no timeouts left", "TG-22.5")
    script("one", "3D")
    assert script.pending is None


@pytest.mark.parametrize("holder", [CAN, BRE])
def test_the_caller_may_order_a_re_roll(holder: int) -> None:
    """TG-22.6, TG-22.7: after seeing the dice, all three again; the cards stay and the second roll stands."""
    game = grid()
    s = at(game, 5, reroll=holder)
    script = play(game, s, "play", PLAIN, 18, 4, 4)
    assert isinstance(script.pending, Choose)
    assert (script.pending.seat, script.pending.what) == (holder, "re-roll")
    assert game.view(s, holder)["roll"] == [18, 4, 4]
    script("re-roll", 1, 2, 3, "2D", "one", "3D")
    assert [event.gain for event in script.of(PlayRolled)] == [4, 0]
    assert s.calls == list(PLAIN)
    assert s.box == 5


def test_the_re_roll_comes_before_card_and_touchdown() -> None:
    """TG-22.8: a touchdown not yet counted can be rolled away."""
    game = grid()
    s = at(game, 11, reroll=BRE)
    script = play(game, s, "play", PLAIN, 20, 4, 4)
    assert (s.scores, s.left) == ([0, 0], 30)
    assert "deck" not in script.whats


def test_an_unused_right_is_gone() -> None:
    """TG-22.9: it belongs to that one play, and does not survive the period."""
    game = grid()
    s = at(game, 5, reroll=CAN)
    play(game, s, "play", PLAIN, 10, 3, 3, "keep", "2D", "one", "3D")
    assert s.reroll == -1
    s = at(game, 5, reroll=CAN, left=1)
    play(game, s, "play", PLAIN, 10, 3, 3, "keep", "2D")
    assert s.reroll == -1


# Section 23


def test_two_halves_with_a_full_deck_each() -> None:
    """TG-23.1, TG-23.2: all 52 again; the team that did not receive first receives."""
    game = grid()
    s = at(game, 5, left=1)
    s.receiver = CAN
    script = play(game, s, "play", PLAIN, 10, 3, 3, "2D", (2, 3))
    assert (s.period, s.offense, s.left, len(s.pool)) == (2, BRE, 52, 52)
    assert isinstance(script.pending, Draw)


def test_the_higher_score_wins_after_the_second_half() -> None:
    """TG-23.3: and no overtime is played."""
    game = grid()
    s = at(game, 5, left=1, scores=(3, 7), period=2)
    play(game, s, "play", PLAIN, 10, 3, 3, "2D")
    outcome = game.outcome(s)
    assert outcome is not None
    assert (outcome.winner, outcome.why, outcome.scores) == (BRE, "points", (3, 7))


def overtime(**facts: Any) -> tuple[TheGrid, Script]:
    """A tie after the second half; BRE calls heads, it is heads, BRE chooses."""
    game = grid(**facts)
    s = at(game, 5, left=1, scores=(7, 7), period=2, time_outs=(4, 0))
    script = play(game, s, "play", PLAIN, 10, 3, 3, "2D", "heads", "heads")
    return game, script


def test_overtime_takes_17_cards_of_a_full_deck() -> None:
    """TG-23.4, TG-23.6: any of the 52 may come, seventeen times; two time outs each, none carried over."""
    _, script = overtime()
    s = script("receive")
    assert (s.period, s.left, len(s.pool)) == (3, 17, 52)
    assert [side.time_outs for side in s.sides] == [2, 2]


@pytest.mark.parametrize(("choice", "receives"), [("receive", BRE), ("kick", CAN)])
def test_the_overtime_toss(choice: str, receives: int) -> None:
    """TG-23.5: the visitor calls, the winner receives or kicks."""
    _, script = overtime()
    assert isinstance(script.pending, Choose)
    assert script.pending.seat == BRE
    assert script(choice).offense == receives


def test_overtime_is_played_to_the_last_card() -> None:
    """TG-23.7: no sudden death."""
    game = grid()
    s = at(game, 11, left=9, scores=(7, 7), period=3)
    play(game, s, "kick:LE", 2, "2D")
    assert (s.scores, s.phase) == ([10, 7], "kickoff")
    s = at(game, 11, left=1, scores=(7, 7), period=3)
    play(game, s, "kick:LE", 2, "2D")
    outcome = game.outcome(s)
    assert outcome is not None
    assert (outcome.winner, outcome.why) == (CAN, "overtime")


def test_a_tie_after_overtime_is_a_draw() -> None:
    """TG-23.8: in ordinary games."""
    game = grid()
    s = at(game, 5, left=1, scores=(7, 7), period=3)
    play(game, s, "play", PLAIN, 10, 3, 3, "2D")
    outcome = game.outcome(s)
    assert outcome is not None
    assert (outcome.winner, outcome.why) == (None, "draw")


def test_further_overtimes_when_a_winner_is_needed() -> None:
    """TG-23.9, TG-23.6: possession alternates without a toss, and time outs are two again."""
    game = grid(winner_needed=True)
    s = at(game, 5, left=1, scores=(7, 7), period=3, time_outs=(0, 1))
    s.overtime_receiver = CAN
    script = play(game, s, "play", PLAIN, 10, 3, 3, "2D", (1, 1))
    assert game.outcome(s) is None
    assert (s.period, s.offense, s.left) == (4, BRE, 17)
    assert [side.time_outs for side in s.sides] == [2, 2]
    assert "toss-call" not in script.whats


# Section 26


def random_policy(seed: int) -> Callable[[Any, Any], str]:
    """Anything legal."""
    rng = Random(seed)
    return lambda request, state: rng.choice(request.keys)


def test_what_does_not_exist_is_never_asked() -> None:
    """TG-26.1, TG-26.2, TG-26.3: no punts, penalties, two-point tries or audibles in 200 games."""
    game = grid(length="short")
    seen: set[str] = set()
    asked: set[str] = set()

    class Noting(FastDice):
        def outcome(self, request: Chance) -> Any:
            seen.add(request.stream)
            return super().outcome(request)

    choose = random_policy(1)

    def policy(request: Choose, state: Grid) -> str:
        asked.add(request.what)
        return choose(request, state)

    for seed in range(200):
        playout(game, game.start(), Noting(seed), policy)
    assert seen <= {
        "toss",
        "kickoff",
        "deck",
        "play",
        "club",
        "interception",
        "return",
        "fumble",
        "recovery",
        "injury",
        "field-goal",
        "extra-point",
    }
    assert asked <= {
        "toss-call",
        "toss-choice",
        "overtime-choice",
        "declare",
        "offense-card",
        "defense-card",
        "re-roll",
        "clock",
        "clock-reply",
        "replacement",
        "return-kicker",
    }


def test_the_offense_always_has_a_legal_call() -> None:
    """TG-26.4: RI-HB from every box."""
    game = grid()
    for box in range(1, 12):
        script = play(game, at(game, box), "play")
        assert isinstance(script.pending, Together)
        assert "RI-HB" in script.pending.parts[0].keys
        assert set(script.pending.parts[0].keys) <= set(DECK)
