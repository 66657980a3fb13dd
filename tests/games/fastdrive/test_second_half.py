"""The end of the game (sections 7, 14, 15 and 16)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.fastdrive.sheets import at, book, last, opened, run

from fieldhouse.games.fastdrive.rules.state import (
    AVERAGE,
    GREAT,
    KICKOFF,
    LAST,
    OVER,
    POOR,
    REPLACE,
    SETTLE,
    TOSS,
    TRY,
    Sheet,
)

NONE: dict[str, Any] = {"overtime": "none"}


def late(left: int, away: int, home: int, **more: object) -> Sheet:
    """The away team begins a drive late in the second half."""
    return at(half=2, left=left, scores=[away, home], **more)


def rows(s: Sheet) -> list[tuple[int, int, str]]:
    """Team, ticks, result of every row."""
    return [(row.team, row.ticks, row.result) for row in s.log]


# Instead of a kick


@pytest.mark.parametrize(("behind", "offered"), [(1, True), (8, True), (9, False), (0, False)])
def test_a_losing_team_may_play_desperation_instead_of_a_punt(behind: int, offered: bool) -> None:
    """FD-7.1, FD-24.2, FD-24.5: behind 1 to 8; level it punts."""
    s = run(opened(), late(2, 0, behind), "253" if offered else "253 31")
    assert (s.phase == REPLACE) == offered


def test_no_field_goal_is_on_offer_there() -> None:
    """FD-7.2: behind by 3 the choice is the Desperation Play or the punt."""
    game = opened()
    s = run(game, late(2, 0, 3), "253")
    request = next(game.play(s))
    assert request.keys == ("desperation", "kick")  # type: ignore[attr-defined]
    assert rows(run(game, s, "31", "kick")) == [(0, 2, "PUNT"), (1, 0, "EOH")]


@pytest.mark.parametrize(("behind", "offered"), [(3, False), (4, True), (8, True), (9, False)])
def test_desperation_instead_of_a_field_goal(behind: int, offered: bool) -> None:
    """FD-7.17, FD-24.3: only when three points are not enough and one score is."""
    s = run(opened(), late(2, 0, behind), "443" if offered else "443 66")
    assert (s.phase == REPLACE) == offered


# After a punt, turnover or missed field goal


@pytest.mark.parametrize("dice", ["253 31", "442 3", "443 66"])
def test_a_team_that_gets_the_ball_one_score_behind_may_play_on(dice: str) -> None:
    """FD-7.3, FD-7.5, FD-24.76: punt, interception, missed field goal."""
    s = run(opened(), late(2, 7, 0), dice)
    assert (s.phase, s.ball) == (LAST, 1)


def test_after_a_fumble_too() -> None:
    """FD-7.3, FD-24.4: the fumble is carried out completely; a level team may play on."""
    s = run(opened(), late(1, 0, 0), "113 4 11", "desperation")
    assert (s.phase, s.scores) == (OVER, [0, 6])


def test_letting_time_run_out() -> None:
    """FD-7.6, FD-24.85: one row with 0 ticks, EOH, and regulation ends."""
    s = run(opened(), late(2, 7, 0), "442 3", "time")
    assert (rows(s), s.phase, s.why) == ([(0, 2, "INTERCEPTION"), (1, 0, "EOH")], OVER, "regulation")


@pytest.mark.parametrize(("home", "phase"), [(0, OVER), (1, OVER), (16, OVER), (7, LAST)])
def test_who_may_not_play_on_has_an_empty_row(home: int, phase: str) -> None:
    """FD-24.6, FD-24.7, FD-24.85: ahead, or behind by 9 and more, the game is over."""
    away = {0: 9, 1: 0, 16: 8, 7: 8}[home]
    s = run(opened(), late(2, away, home), "442 3")
    assert s.phase == phase
    assert (last(s) == (1, 0, "EOH")) == (phase == OVER)


def test_a_level_team_may_kneel() -> None:
    """FD-24.4, FD-24.85: Desperation or kneel; the row says KNEEL."""
    s = run(opened(), late(2, 7, 7), "442 3", "kneel")
    assert (rows(s)[1], s.phase) == ((1, 0, "KNEEL"), TOSS)


def test_a_returned_turnover_goes_on_with_its_scorer() -> None:
    """FD-7.4, FD-7.7, FD-24.9: the try is always played, then the scorer, 1 ahead, kicks off."""
    s = run(opened(), late(2, 6, 0), "442 1 1 11", "kick")
    assert (s.phase, s.kicker, s.scores, s.left) == (KICKOFF, 1, [6, 7], 0)


# After a score


def test_the_scorer_still_behind_has_an_onside_kick_and_a_last_play() -> None:
    """FD-7.8, FD-24.86: recovered, the Desperation Play ends regulation."""
    s = run(opened(), late(2, 0, 14), "463 11 11 11", "kick onside desperation")
    assert (s.scores, s.phase) == ([13, 14], TRY)  # behind 1: this try is played
    run(opened(), s, "11", "two")
    assert (s.scores, s.phase, s.why) == ([15, 14], OVER, "regulation")
    assert rows(s) == [(0, 2, "TD-PASS"), (0, 0, "DESP-TD")]


def test_a_lost_onside_kick_ends_the_game() -> None:
    """FD-7.8, FD-24.7: the receivers lead and log an empty row."""
    s = run(opened(), late(2, 0, 14), "463 11 66", "kick onside")
    assert (rows(s), s.phase) == ([(0, 2, "TD-PASS"), (1, 0, "EOH")], OVER)


def test_the_onside_kick_may_be_declined() -> None:
    """FD-24.57, FD-24.85: regulation ends without a row."""
    s = run(opened(), late(2, 0, 14), "463 11", "kick give-up")
    assert (rows(s), s.phase) == ([(0, 2, "TD-PASS")], OVER)


def test_a_scorer_ahead_must_kick_away() -> None:
    """FD-7.9, FD-24.56, FD-24.86: deep or squib; the receivers may play Desperation."""
    game = opened()
    s = run(game, late(2, 0, 3), "463 11", "kick")
    request = next(game.play(s))
    assert request.keys == ("deep", "squib")  # type: ignore[attr-defined]
    assert "must kick" in request.menu.refusal("onside").reason  # type: ignore[attr-defined]
    run(game, s, "21", "deep")
    assert (s.phase, s.ball) == (LAST, 1)


def test_level_after_the_score_any_kick_and_desperation_or_kneel() -> None:
    """FD-7.10, FD-14.2, FD-14.3, FD-24.86: the receivers choose."""
    game = opened()
    s = run(game, late(2, 0, 7), "463 11", "kick")
    assert next(game.play(s)).keys == ("deep", "squib", "onside")  # type: ignore[attr-defined]
    run(game, s, "12", "squib kneel")
    assert (last(s), s.phase, s.half) == ((1, 0, "KNEEL"), TOSS, 3)


@pytest.mark.parametrize("scores", [(2, 0), (0, 21)])
def test_out_of_reach_the_kickoff_is_played_and_time_expires(scores: tuple[int, int]) -> None:
    """FD-7.11, FD-24.25, FD-24.85: deep, without a choice; ahead 0-8 before and 9+ after the score counts."""
    s = run(opened(), late(2, *scores), "463 11 21", "kick")
    assert (s.scores[0], rows(s)[-1], s.phase) == (scores[0] + 7, (1, 0, "EOH"), OVER)


def test_a_return_touchdown_on_that_kickoff_counts() -> None:
    """FD-7.11, FD-24.8, FD-24.9: it ends the game; a try that cannot change anything is not played."""
    s = run(opened(), late(2, 2, 0), "463 11 66 1 1", "kick")
    assert (s.scores, s.phase, len(s.log)) == ([9, 6], OVER, 1)


def test_a_return_touchdown_in_a_one_score_game_ends_regulation() -> None:
    """FD-24.8, FD-24.9: behind by 1 or 2 or level the try is played, then nothing more."""
    s = run(opened(), late(2, 0, 0), "463 11 66 1 1 11", "kick deep kick")
    assert (s.scores, s.phase, s.half) == ([7, 7], TOSS, 3)


def test_an_efficient_scorer_ran_out_the_clock() -> None:
    """FD-7.12, FD-14.4: leading by one score or level, the half is over."""
    game = opened({"offense": ["EFFICIENT"]})
    assert run(game, late(2, 0, 3), "463 11", "0 kick").phase == OVER
    assert run(game, late(2, 0, 7), "463 11", "0 kick").phase == TOSS


@pytest.mark.parametrize(("die", "phase"), [(3, OVER), (4, KICKOFF)])
def test_a_semi_efficient_scorer_rolls_a_new_die(die: int, phase: str) -> None:
    """FD-24.10: automatic, with a die of its own after the try."""
    game = opened({"offense": ["EFFICIENT*"]})
    assert run(game, late(2, 0, 3), f"463 11 {die}", "0 kick").phase == phase


def test_the_exception_is_the_offenses_own() -> None:
    """FD-24.10: not for a touchdown by the defense, and not while the scorer still trails."""
    defense = opened(home={"offense": ["EFFICIENT"]})
    assert run(defense, late(2, 6, 0), "442 1 1 11", "kick").phase == KICKOFF
    trailing = opened({"offense": ["EFFICIENT"]})
    assert run(trailing, late(2, 0, 14), "463 11", "0 kick").phase == KICKOFF


# Safeties


def test_after_a_safety_a_team_still_behind_needs_a_fumble() -> None:
    """FD-7.13, FD-7.14, FD-24.58: free kick on Punt-BU; recovered, the Desperation Play."""
    game = opened()
    s = run(game, late(1, 0, 3, start=POOR), "112 65 1")
    assert (s.scores, s.phase, s.ball, s.start) == ([0, 5], LAST, 0, GREAT)
    assert run(game, late(1, 0, 3, start=POOR), "112 44").phase == OVER


def test_after_a_safety_a_leader_kicks_away() -> None:
    """FD-7.15: the receivers, behind by one score, may play the Desperation Play."""
    s = run(opened(), late(2, 9, 0), "333 11 44")
    assert (s.scores, s.phase, s.ball) == ([9, 2], LAST, 1)


def test_after_a_safety_out_of_reach_time_expires() -> None:
    """FD-7.16: the free kick is played; a touchdown on it counts."""
    assert run(opened(), late(1, 0, 7, start=POOR), "112 44").phase == OVER
    s = run(opened(), late(1, 0, 7, start=POOR), "112 66 1 1")
    assert (s.scores, s.phase) == ([0, 15], OVER)


def test_a_safety_that_levels_the_score() -> None:
    """FD-24.66: free kick, then Desperation or kneel for whoever has the ball."""
    s = run(opened(), late(2, 2, 0), "333 11 44", "kneel")
    assert (last(s), s.phase, s.half) == ((1, 0, "KNEEL"), TOSS, 3)


# The Desperation Play


def test_desperation_needs_the_last_tick_and_a_close_game() -> None:
    """FD-14.1: with a tick left it does not exist, nor out of reach, nor in the first half."""
    assert run(opened(), late(3, 7, 0), "442 3").phase != LAST
    assert run(opened(), late(2, 9, 0), "442 3").phase == OVER
    assert run(opened(), at(left=2, scores=[7, 0]), "442 3").half == 2


def test_it_costs_no_tick_and_is_the_last_play() -> None:
    """FD-14.5, FD-14.6: one roll; it is a choice."""
    s = run(opened(), late(2, 7, 0), "442 3 33", "desperation")
    assert (last(s), s.phase, s.scores) == ((1, 0, "DESP-NO"), OVER, [7, 0])


@pytest.mark.parametrize(
    ("away", "home", "phase", "scores"),
    [(7, 0, TRY, [7, 6]), (8, 0, TRY, [8, 6]), (5, 0, OVER, [5, 6]), (6, 0, TRY, [6, 6])],
)
def test_the_try_after_a_desperation_touchdown(away: int, home: int, phase: str, scores: list[int]) -> None:
    """FD-24.9: only if the scorer is level or behind by 1 or 2."""
    s = run(opened(), late(2, away, home), "442 3 11", "desperation")
    assert (s.phase, s.scores) == (phase, scores)


def test_a_desperation_play_can_be_returned() -> None:
    """FD-24.21: DESP-DEF-TD, six points for the defense."""
    s = run(opened(), late(2, 7, 7), "442 3 66", "desperation")
    assert (last(s), s.scores, s.phase) == ((1, 0, "DESP-DEF-TD"), [13, 7], OVER)


def test_start_position_of_a_desperation_play() -> None:
    """FD-24.65: the position just obtained; when it replaces a kick, the drive's own start."""
    assert run(opened(), late(2, 5, 0), "442 2 15", "desperation").scores == [5, 6]  # interception 2: GREAT
    assert run(opened(), late(2, 5, 0), "442 3 15", "desperation").scores == [5, 0]  # AVERAGE
    assert run(opened(), late(2, 0, 5, start=GREAT), "533 15", "desperation").scores == [6, 5]


def test_a_recovered_kick_after_the_last_tick() -> None:
    """FD-24.74, FD-24.7: the kickers ahead: game over; level: Desperation or kneel."""
    game = opened()
    ahead = run(game, late(2, 0, 3), "463 11 65 1", "kick deep")
    assert (last(ahead), ahead.phase) == ((0, 0, "EOH"), OVER)
    level = run(game, late(2, 0, 7), "463 11 65 1", "kick deep")
    assert (level.phase, level.ball) == (LAST, 0)


# Touchdown one tick too late


@pytest.mark.parametrize(
    ("scores", "kicks"), [((20, 20), True), ((17, 20), True), ((16, 20), False), ((21, 20), False)]
)
def test_a_touchdown_one_tick_over_becomes_a_kick(scores: tuple[int, int], kicks: bool) -> None:
    """FD-15.1, FD-24.22, FD-24.23: level or behind 1-3, without a choice; else End of Half."""
    s = run(opened(overtime="none"), late(2, *scores), "635 44" if kicks else "635")
    assert last(s) == (0, 2, "FGA good" if kicks else "EOH")
    assert s.scores[0] == scores[0] + (3 if kicks else 0)


@pytest.mark.parametrize("code", ["44", "66"])
def test_nothing_follows_that_kick(code: str) -> None:
    """FD-24.24: no kickoff, no Desperation, hit or miss."""
    s = run(opened(overtime="none"), late(2, 20, 20), f"635 {code}")
    assert (s.phase, len(s.log)) == (OVER, 1)


def test_qualities_act_before_the_conversion() -> None:
    """FD-15.2: base 2 with 2 left, INEFFICIENT makes it 3: the conversion."""
    s = run(opened({"offense": ["INEFFICIENT"]}), late(2, 17, 20), "463 44")
    assert (last(s), s.scores, s.phase) == ((0, 2, "FGA good"), [20, 20], TOSS)


def test_only_a_touchdown_converts() -> None:
    """FD-15.3, FD-24.35: an FGA that overruns is EOH without a kick or a gamble; two ticks over is EOH."""
    assert last(run(opened(**NONE), late(2, 17, 20), "344")) == (0, 2, "EOH")
    assert last(run(opened(**NONE), late(1, 17, 20), "635")) == (0, 1, "EOH")


def test_no_conversion_in_the_first_half() -> None:
    """FD-15.4."""
    assert last(run(opened(), at(left=2), "635")) == (0, 2, "EOH")


# Ahead at the end


@pytest.mark.parametrize(("dice", "word"), [("463", "EOG"), ("443", "EOG")])
def test_a_team_two_scores_ahead_runs_out_the_clock(dice: str, word: str) -> None:
    """FD-16.1, FD-16.2, FD-24.25: End of Game, no points, an FGA is not even rolled."""
    s = run(opened(), late(2, 9, 0), dice)
    assert (last(s), s.scores, s.phase) == ((0, 2, word), [9, 0], OVER)


def test_eight_ahead_is_not_two_scores() -> None:
    """FD-16.1, FD-24.59, FD-24.88: ahead 1-8 the field goal must be tried and the touchdown counts."""
    assert run(opened(), late(2, 8, 0), "443 11 21").scores == [11, 0]
    assert run(opened(), late(2, 8, 0), "463 11 21", "kick").scores == [15, 0]


def test_a_defensive_touchdown_is_no_end_of_game() -> None:
    """FD-24.25: FD-16.1 concerns only the offense's own score."""
    assert run(opened(), late(2, 9, 0), "442 1 1 11", "kick").scores == [9, 7]


@pytest.mark.parametrize(
    ("position", "kneels"),
    [
        ({"half": 2, "scores": [1, 0]}, True),
        ({"half": 2, "scores": [0, 0]}, False),
        ({"half": 2, "scores": [0, 1]}, False),
        ({"half": 1, "scores": [1, 0]}, False),
        ({"half": 2, "scores": [1, 0], "phase": "again"}, False),
        ({"half": 3, "scores": [1, 0], "had": [False, False]}, False),
    ],
)
def test_the_leader_kneels_with_one_tick_left(position: dict[str, object], kneels: bool) -> None:
    """FD-16.3, FD-24.26, FD-24.27: at the start of a drive in the second half, never elsewhere."""
    game = opened({"offense": ["EFFICIENT"]})  # ignored in a kneel-down, FD-8.11
    s = at(left=1, **position)
    request = next(game.play(s), None)
    assert (request is None) == kneels
    if kneels:
        assert (last(s), s.phase) == ((0, 1, "KNEEL"), OVER)


def test_margins_are_those_at_the_start_of_the_drive() -> None:
    """FD-24.81: a touchdown that puts a team 9 ahead was not scored by a team 9 ahead."""
    assert run(opened(), late(2, 3, 0), "463 11 21", "kick").scores == [10, 0]


# Unusual results on the last tick


@pytest.mark.parametrize(
    ("dice", "row", "phase"),
    [
        ("333 13", "PUNT blocked", LAST),
        ("333 25", "FGA blocked", LAST),
        ("333 22 11", "PUNT blocked", KICKOFF),
    ],
)
def test_blocked_kicks_on_the_last_tick(dice: str, row: str, phase: str) -> None:
    """FD-24.75: no replacement, no End of Game; the opponent has the ball, or has scored."""
    s = run(opened(), late(2, 7, 1), dice, "kick" if phase == KICKOFF else "")
    assert (s.log[0].result, s.phase) == (row, phase)
    assert run(opened(), late(2, 0, 3), "333 13").log[0].result == "PUNT blocked"


def test_a_second_roll_on_the_last_tick_is_final() -> None:
    """FD-24.33: a punt is a turnover on downs, an FGA is asked about; no Desperation for the offense."""
    game = opened()
    punt = run(game, late(1, 0, 3, phase="again", second=True), "253")
    assert (rows(punt), punt.phase) == ([(0, 1, "DOWNS"), (1, 0, "EOH")], OVER)
    kick = run(game, late(1, 0, 3, phase="again", second=True), "443")
    assert kick.phase == SETTLE
    run(game, kick, "11", "kick")
    assert (kick.scores, kick.phase) == ([3, 3], KICKOFF)


def test_a_kept_fumble_ends_with_its_result() -> None:
    """FD-24.68: the drive ends with that result; for EFFICIENT it is still a fumble."""
    game = opened(
        {"offense": ["EFFICIENT"]},
        charts=book(("[fumble]\n1 | ACTIVE? DEF-TD | ODD? DEF-TD | GREAT", "[fumble]\n1 | KEPT PUNT")),
    )
    s = run(game, at(left=4), "113 1 31")
    assert (last(s), s.ball) == ((0, 1, "PUNT"), 1)
    assert run(game, late(1, 0, 3), "113 1").phase == REPLACE
    assert run(game, at(), "113 4").log[-1].result == "FUMBLE"
    assert run(game, at(), "113 4").start == AVERAGE
