"""The clock, EFFICIENT and INEFFICIENT (sections 5 and 8, and the silences about time)."""

from __future__ import annotations

import pytest
from tests.games.fastdrive.sheets import at, book, last, opened, run

from fieldhouse.games.fastdrive.charts.codes import FACES
from fieldhouse.games.fastdrive.rules.state import AGAIN, CLOCK, DRIVE, FOURTH, GREAT, KICKOFF, OVER, POOR

EFFICIENT = {"offense": ["EFFICIENT"]}
INEFFICIENT = {"offense": ["INEFFICIENT"]}


def test_a_half_is_24_ticks() -> None:
    """FD-5.1: 12 ticks a quarter, 75 seconds a tick."""
    assert opened().start().left == 24
    assert opened().view(at(left=3), None)["status"].startswith("Q2, 3:45 left")


@pytest.mark.parametrize(("red", "ticks"), list(zip(FACES, (1, 2, 2, 3, 3, 4), strict=True)))
def test_the_timing_table(red: str, ticks: int) -> None:
    """FD-24.1, FD-5.2: 1->1, 2->2, 3->2, 4->3, 5->3, 6->4."""
    others = {"1": "46", "2": "35", "3": "35", "4": "16", "5": "23", "6": "14"}[red]
    s = run(
        opened(), at(), others + red + {"1": "", "2": " 31", "3": " 31", "4": "", "5": " 31", "6": ""}[red]
    )
    assert s.log[-1].ticks == ticks


def test_a_dot_is_one_tick() -> None:
    """FD-5.3: row 1-2-6 PUNT dot takes one tick although red is 6."""
    assert last(run(opened(), at(), "126 31")) == (0, 1, "PUNT")


def test_drives_run_over_into_the_next_quarter_of_the_half() -> None:
    """FD-5.4: 13 ticks left, a drive of 4 ends with 9 left, in the second quarter."""
    s = run(opened(), at(left=13), "316 53")
    assert (s.half, s.left) == (1, 9)


def test_nothing_runs_over_half_time() -> None:
    """FD-5.5, FD-5.7, FD-11.13, FD-24.70: an overrun is EOH, the half is over, nobody gets a row."""
    s = run(opened(), at(left=3, opener=1), "316")
    assert [(row.ticks, row.result) for row in s.log] == [(3, "EOH")]
    assert (s.half, s.left, s.phase, s.kicker) == (2, 24, KICKOFF, 0)


def test_kicks_returns_and_tries_cost_no_ticks() -> None:
    """FD-5.6, FD-9.6: a touchdown of 3 ticks, its try and the kickoff leave 17 of 20."""
    assert run(opened(), at(), "565 11 21", "kick").left == 17


def test_on_the_last_tick_the_result_stands() -> None:
    """FD-5.8: charge equal to what is left."""
    s = run(opened(), at(left=2), "463 11", "kick")
    assert last(s) == (0, 2, "TD-PASS")
    assert s.scores == [7, 0]


def test_qualities_change_the_charge_before_it_is_compared() -> None:
    """FD-5.9, FD-8.11: 3 ticks with 2 left would overrun; EFFICIENT makes it the last tick (example 8)."""
    s = run(opened(EFFICIENT), at(left=2), "364 35", "-1 kick")
    assert (last(s), s.scores, s.half) == ((0, 2, "TD-PASS"), [7, 0], 2)


def test_limits_are_inclusive() -> None:
    """FD-5.10: 5:00 is 4 ticks, 7:30 is 6, 1:15 is 1."""
    assert run(opened(EFFICIENT), at(left=6), "253").phase == CLOCK  # 6 - 2 = 4: inside
    assert run(opened(EFFICIENT), at(left=7), "253 31").phase == DRIVE  # 5: outside
    assert run(opened(), at(half=2, left=8, scores=[0, 3]), "253").phase == FOURTH  # 6 after the charge
    assert run(opened(), at(half=2, left=9, scores=[0, 3]), "253 31").phase == DRIVE
    assert run(opened(), at(half=2, left=1, scores=[3, 0]), plays=1).log[-1].result == "KNEEL"


def test_the_order_of_work() -> None:
    """FD-5.11: result, time, clock choice, subtraction, fourth down, result, log, next drive."""
    game = opened(EFFICIENT)
    s = run(game, at(half=2, left=5, scores=[14, 21]), "253")
    assert (s.phase, s.left, s.log) == (CLOCK, 5, [])
    run(game, s, keys="-1")
    assert (s.phase, s.left, s.log) == (FOURTH, 4, [])
    run(game, s, "31", "kick")
    assert (s.phase, s.ball, last(s)) == (DRIVE, 1, (0, 1, "PUNT"))


def test_efficient_acts_only_in_the_last_five_minutes_of_the_offense() -> None:
    """FD-8.1, FD-2.14, FD-24.80: the defense's EFFICIENT is never asked, nor the offense's early."""
    assert run(opened(EFFICIENT), at(left=20), "253 31").phase == DRIVE
    assert run(opened(home=EFFICIENT), at(left=4), "253 31").phase == DRIVE
    assert run(opened(EFFICIENT), at(left=4, half=2), "253").phase == CLOCK


@pytest.mark.parametrize(("wish", "ticks"), [("-1", 1), ("0", 2), ("+1", 3)])
def test_efficient_may_shorten_lengthen_or_leave(wish: str, ticks: int) -> None:
    """FD-8.2: one tick less, none, or one more."""
    assert last(run(opened(EFFICIENT), at(left=5), "253 31", wish)) == (0, ticks, "PUNT")


def test_a_drive_may_take_no_time() -> None:
    """FD-8.3, FD-24.18, FD-24.71: a dot cut to 0 is logged with 0 and the clock does not move."""
    s = run(opened(EFFICIENT), at(left=3), "126 31", "-1")
    assert (last(s), s.left, s.phase) == ((0, 0, "PUNT"), 3, DRIVE)


@pytest.mark.parametrize("dice", ["113 4", "114 3", "112 31", "333 12 11 21", "222 44 11 21"])
def test_efficient_is_barred_on_turnovers_and_safeties(dice: str) -> None:
    """FD-8.4, FD-24.16: fumble, interception, safety, and direct defensive touchdowns on them."""
    keys = "kick" if dice.split()[1] in ("12", "44") else ""
    s = run(opened(EFFICIENT), at(left=4, start=POOR if dice.startswith("112") else 1), dice, keys)
    assert s.log[-1].result in ("FUMBLE", "INTERCEPTION", "SAFETY")


@pytest.mark.parametrize(("dice", "result"), [("461", "DOWNS"), ("333 13", "PUNT blocked")])
def test_downs_and_blocked_kicks_do_not_bar_it(dice: str, result: str) -> None:
    """FD-24.16: only the three are named."""
    assert run(opened(EFFICIENT), at(left=4), dice, "0").log[-1].result == result


def test_a_semi_efficient_team_must_roll_odd() -> None:
    """FD-8.5, FD-24.14: first the wish, then the die; even is no change."""
    game = opened({"offense": ["EFFICIENT*"]})
    assert last(run(game, at(left=5), "253 1 31", "-1")) == (0, 1, "PUNT")
    assert last(run(game, at(left=5), "253 2 31", "-1")) == (0, 2, "PUNT")


def test_inefficient_is_compulsory_when_losing() -> None:
    """FD-8.6, FD-24.13: behind at the start of the drive, one tick longer."""
    assert last(run(opened(INEFFICIENT), at(left=5, scores=[0, 3]), "253 31")) == (0, 3, "PUNT")


@pytest.mark.parametrize("scores", [[3, 0], [0, 0]])
def test_inefficient_has_no_effect_ahead_or_level(scores: list[int]) -> None:
    """FD-8.7: only a losing team."""
    assert last(run(opened(INEFFICIENT), at(left=5, scores=scores), "253 31")) == (0, 2, "PUNT")


@pytest.mark.parametrize(("die", "ticks"), [(1, 3), (2, 2)])
def test_a_semi_inefficient_team_rolls(die: int, ticks: int) -> None:
    """FD-8.8: odd is a tick longer, even no effect."""
    game = opened({"offense": ["INEFFICIENT*"]})
    assert last(run(game, at(left=5, scores=[0, 3]), f"253 {die} 31")) == (0, ticks, "PUNT")


def test_the_drive_need_not_begin_inside_the_window() -> None:
    """FD-8.9, FD-24.12: 7 left, base 3 brings the clock to 4; 8 left does not."""
    assert last(run(opened(INEFFICIENT), at(left=7, scores=[0, 3]), "235 31")) == (0, 4, "PUNT")
    assert last(run(opened(INEFFICIENT), at(left=8, scores=[0, 3]), "235 31")) == (0, 3, "PUNT")


def test_one_tick_charges_are_changed_too() -> None:
    """FD-8.10, FD-12.7, FD-24.11, FD-24.17: a dot, the re-roll tick and the second roll, each on its own."""
    game = opened(INEFFICIENT | {"offense": ["INEFFICIENT", "DYNAMIC"]})
    s = run(game, at(left=5, scores=[0, 3]), "452")
    assert (s.phase, s.left, s.ticks) == (AGAIN, 3, 2)
    run(game, s, "126 31")
    assert last(s) == (0, 4, "PUNT")  # two charges of 1 + 1
    efficient = run(opened({"offense": ["EFFICIENT", "DYNAMIC"]}), at(left=5), "452", "-1")
    assert (efficient.phase, efficient.left) == (AGAIN, 5)


def test_a_longer_drive_may_wipe_out_its_own_result() -> None:
    """FD-24.15: +1 past the end is End of Half."""
    s = run(opened(EFFICIENT), at(half=2, left=2, scores=[3, 0]), "253", "+1")
    assert (last(s), s.phase) == ((0, 2, "EOH"), OVER)


def test_the_re_roll_tick_over_the_end_is_eoh() -> None:
    """FD-24.19: a charge over T ends the half without a re-roll."""
    game = opened({"offense": ["INEFFICIENT", "DYNAMIC"]})
    s = run(game, at(left=1, scores=[0, 3]), "452")
    assert (last(s), s.half) == ((0, 1, "EOH"), 2)


def test_the_re_roll_tick_may_leave_nothing() -> None:
    """FD-24.19: rolled again with T = 0 every charge overruns, but one cut to 0 is a last tick."""
    game = opened({"offense": ["DYNAMIC"]})
    s = run(game, at(left=1), "452")
    assert (s.phase, s.left) == (AGAIN, 0)
    assert last(run(game, s, "126")) == (0, 1, "EOH")
    quick = opened({"offense": ["DYNAMIC", "EFFICIENT"]})
    s = run(quick, at(left=1), "452 116 11", "0 -1 kick")
    assert (last(s), s.scores) == ((0, 1, "TD-PASS"), [7, 0])


def test_a_dot_on_an_unusual_result_beats_the_timing_die() -> None:
    """FD-24.20: a typed-in chart with `SAFETY dot` in an unusual table."""
    game = opened(charts=book(("[unusual-1]\n1-1 | SAFETY", "[unusual-1]\n1-1 | SAFETY dot")))
    assert last(run(game, at(), "333 11 31")) == (0, 1, "SAFETY")
    assert last(run(opened(), at(), "333 11 31")) == (0, 2, "SAFETY")


def test_rows_without_a_normal_end() -> None:
    """FD-24.21: EOH, kneel and the last kick log the ticks that were left; labels are fixed."""
    assert last(run(opened(), at(left=3), "316")) == (0, 3, "EOH")
    assert last(run(opened(), at(half=2, left=1, scores=[3, 0]), plays=1)) == (0, 1, "KNEEL")
    kick = run(opened(), at(half=2, left=2, scores=[20, 20]), "635 44")
    assert last(kick) == (0, 2, "FGA good")
    game_over = run(opened(), at(half=2, left=2, scores=[9, 0]), "463")
    assert last(game_over) == (0, 2, "EOG")
    replaced = run(opened(), at(half=2, left=2, scores=[0, 3]), "253 33", "desperation")
    assert [last(replaced)] == [(0, 2, "DESP-NO")]
    added = run(opened(), at(half=2, left=2, scores=[7, 0]), "442 3 33", "desperation")
    assert [last(added, 0), last(added)] == [(0, 2, "INTERCEPTION"), (1, 0, "DESP-NO")]


def test_questions_about_the_start_position_stay_open_all_drive() -> None:
    """FD-4.4, FD-24.31: after a re-roll a GREAT start is still GREAT."""
    game = opened({"offense": ["DYNAMIC"]})
    s = run(game, at(start=GREAT), "452 113 11")
    assert last(s) == (0, 2, "FGA good")  # 1-1-3 is FGA only from GREAT
