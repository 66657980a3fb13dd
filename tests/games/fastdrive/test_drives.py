"""Kickoffs, drives, results, unusual results and fourth down (sections 9 to 13)."""

from __future__ import annotations

import pytest
from tests.games.fastdrive.sheets import at, book, last, opened, run

from fieldhouse.games.fastdrive.rules.state import (
    AGAIN,
    AVERAGE,
    DRIVE,
    FOURTH,
    GREAT,
    KICKOFF,
    POOR,
    SETTLE,
    TRY,
    Sheet,
)

PLAIN_GAME = opened()


def late(left: int, away: int, home: int, **more: object) -> Sheet:
    """The away team late in the second half."""
    return at(half=2, left=left, scores=[away, home], **more)


# Kickoffs


def test_the_scorer_kicks_off() -> None:
    """FD-9.1: after a touchdown and its try, and after a made field goal; each half opens with one."""
    s = run(PLAIN_GAME, at(), "463 11", "kick")
    assert (s.phase, s.kicker) == (KICKOFF, 0)
    s = run(PLAIN_GAME, at(), "443 11")
    assert (s.phase, s.kicker) == (KICKOFF, 0)
    assert run(PLAIN_GAME, PLAIN_GAME.start(), "heads", "kick").phase == KICKOFF


@pytest.mark.parametrize(
    ("code", "start"),
    [("11", POOR), ("15", POOR), ("16", AVERAGE), ("55", AVERAGE), ("56", AVERAGE), ("61", GREAT)],
)
def test_the_kickoff_chart(code: str, start: int) -> None:
    """FD-9.2, FD-9.4: 2d6 tens/ones, and the position is that of the new drive."""
    s = run(PLAIN_GAME, at(phase=KICKOFF, kicker=1), code)
    assert (s.phase, s.ball, s.start) == (DRIVE, 0, start)


def test_fumble_and_in_the_open_roll_again() -> None:
    """FD-9.3, FD-25.10: 65 is a fumble, 66 in the open."""
    fumble = run(PLAIN_GAME, at(phase=KICKOFF, kicker=1), "65 3")
    assert (fumble.ball, fumble.start) == (0, POOR)
    lost = run(PLAIN_GAME, at(phase=KICKOFF, kicker=1), "65 1")
    assert (lost.ball, lost.start) == (1, GREAT)
    in_the_open = run(PLAIN_GAME, at(phase=KICKOFF, kicker=1), "66 3")
    assert (in_the_open.ball, in_the_open.start) == (0, GREAT)


def test_a_kickoff_returned_for_a_touchdown_with_time_left() -> None:
    """FD-24.69: try, then the team that scored kicks off; no tick is used."""
    s = run(PLAIN_GAME, at(phase=KICKOFF, kicker=1, ball=1), "66 1 1 11", "kick")
    assert (s.scores, s.phase, s.kicker, s.left) == ([7, 0], KICKOFF, 0, 20)


def test_kickers_who_recover_start_a_drive_of_their_own() -> None:
    """FD-24.78: at the position named; the receivers get no row."""
    s = run(PLAIN_GAME, at(), "253 65 2 253 31")
    assert [row.team for row in s.log] == [0, 0]
    assert s.log[1].start == GREAT


@pytest.mark.parametrize(("half", "left", "offered"), [(2, 4, True), (2, 5, False), (1, 4, False)])
def test_squib_and_onside_only_in_the_last_five_minutes_of_the_game(
    half: int, left: int, offered: bool
) -> None:
    """FD-9.5, FD-24.55: with 4 ticks or fewer in the second half; they use their own tables."""
    s = at(phase=KICKOFF, kicker=1, half=half, left=left)
    if not offered:
        assert run(PLAIN_GAME, s, "21").start == AVERAGE
        return
    assert run(PLAIN_GAME, s, "12", "squib").start == AVERAGE
    onside = run(PLAIN_GAME, at(phase=KICKOFF, kicker=1, half=half, left=left), "14", "onside")
    assert (onside.ball, onside.start) == (1, GREAT)
    assert run(PLAIN_GAME, at(phase=KICKOFF, kicker=1, half=half, left=left), "15", "onside").ball == 0


# Resolving a drive


def test_cells_are_read_left_to_right() -> None:
    """FD-10.2, FD-10.5: row 1-1-4: RELIABLE? PUNT, GREAT? FGA, INTERCEPTION; the first yes counts."""
    reliable = opened({"offense": ["RELIABLE"]})
    assert run(reliable, at(start=GREAT), "114 31").log[-1].result == "PUNT"
    assert run(PLAIN_GAME, at(start=GREAT), "114 11").log[-1].result == "FGA good"
    assert run(PLAIN_GAME, at(), "114 3").log[-1].result == "INTERCEPTION"


def test_a_cell_without_a_question_is_final() -> None:
    """FD-10.3: 5-5-6 is a touchdown pass for everybody."""
    for position in (POOR, AVERAGE, GREAT):
        assert run(PLAIN_GAME, at(start=position), "556").log[-1].result == "TD-PASS"


def test_questions_ask_offense_defense_and_start() -> None:
    """FD-10.4, FD-4.5, FD-25.7: row 2-3-6 asks PUNISHING of the defense, then POOR of the drive."""
    assert run(opened(home={"defense": ["PUNISHING"]}), at(), "263 11").log[-1].result == "PUNT-CO"
    assert run(opened({"defense": ["PUNISHING"]}), at(), "263 11").log[-1].result == "FGA good"
    assert run(PLAIN_GAME, at(start=POOR), "263 11").log[-1].result == "PUNT"


def test_the_third_cell_is_used_without_a_question() -> None:
    """FD-10.6: row 3-4-5 ends in FGA."""
    assert run(PLAIN_GAME, at(), "345 11").log[-1].result == "FGA good"


def test_a_drive_is_logged_charged_and_followed() -> None:
    """FD-10.8, FD-4.2: team, start, ticks, result; then the next drive."""
    s = run(PLAIN_GAME, at(), "253 31")
    row = s.log[0]
    assert (row.team, row.start_name, row.ticks, row.result) == (0, "AVERAGE", 2, "PUNT")
    assert (s.left, s.ball, s.phase) == (18, 1, DRIVE)


def test_where_a_drive_ends_is_not_tracked() -> None:
    """FD-4.6: a POOR start can end in a field goal; the next start comes from the kick alone."""
    s = run(PLAIN_GAME, at(start=POOR), "443 66")
    assert (s.log[0].start, s.log[0].result, s.start) == (POOR, "FGA missed", AVERAGE)


# Results


@pytest.mark.parametrize(
    ("die", "start"), [("2", GREAT), ("3", GREAT), ("4", AVERAGE), ("5", AVERAGE), ("6", POOR)]
)
def test_the_fumble_table(die: str, start: int) -> None:
    """FD-11.1: one die decides where the defense takes over."""
    s = run(PLAIN_GAME, at(), f"113 {die}")
    assert (s.ball, s.start, s.log[0].result) == (1, start, "FUMBLE")


@pytest.mark.parametrize(
    ("die", "start"), [("2", GREAT), ("3", AVERAGE), ("4", AVERAGE), ("5", AVERAGE), ("6", POOR)]
)
def test_the_interception_table(die: str, start: int) -> None:
    """FD-11.2."""
    s = run(PLAIN_GAME, at(), f"114 {die}")
    assert (s.ball, s.start, s.log[0].result) == (1, start, "INTERCEPTION")


def test_turnovers_run_back() -> None:
    """FD-25.9: a 1 asks ACTIVE (or AGGRESSIVE), then an odd die, then it is GREAT."""
    assert run(opened(home={"defense": ["ACTIVE"]}), at(), "113 1").phase == TRY
    assert run(opened(home={"defense": ["AGGRESSIVE"]}), at(), "114 1").scores == [0, 6]
    assert run(PLAIN_GAME, at(), "113 1 3").scores == [0, 6]
    assert run(PLAIN_GAME, at(), "113 1 4").start == GREAT


@pytest.mark.parametrize(
    ("drive", "punt", "start"),
    [("112", "12", POOR), ("112", "43", AVERAGE), ("112", "44", GREAT),
     ("253", "25", POOR), ("253", "26", AVERAGE), ("253", "61", GREAT),
     ("335", "52", POOR), ("335", "53", AVERAGE)],
)  # fmt: skip
def test_the_three_punt_tables(drive: str, punt: str, start: int) -> None:
    """FD-11.3, FD-11.4, FD-11.5: backed up, ordinary, coffin corner."""
    assert run(PLAIN_GAME, at(), f"{drive} {punt}").start == start


def test_a_safety() -> None:
    """FD-11.6, FD-11.7, FD-24.58: 2 points, then the free kick on the Punt-BU table (44 is GREAT)."""
    s = run(PLAIN_GAME, at(start=POOR), "112 44")
    assert (s.scores, s.ball, s.start, last(s)) == ([0, 2], 1, GREAT, (0, 1, "SAFETY"))


@pytest.mark.parametrize(("code", "good"), [("11", True), ("61", True), ("62", False), ("66", False)])
def test_field_goals_against_the_range(code: str, good: bool) -> None:
    """FD-11.8, FD-11.9, FD-24.36: both ends of 11-61 are good; after a miss the opponent is at AVERAGE."""
    s = run(PLAIN_GAME, at(start=GREAT), f"443 {code}")
    assert s.scores == [3 if good else 0, 0]
    if not good:
        assert (s.ball, s.start) == (1, AVERAGE)


def test_touchdowns_by_run_or_pass_are_six_points() -> None:
    """FD-11.10."""
    for dice, word in (("556", "TD-PASS"), ("566", "TD-RUN")):
        s = run(PLAIN_GAME, at(), dice)
        assert (s.scores, s.log[-1].result, s.phase) == ([6, 0], word, TRY)


@pytest.mark.parametrize(
    ("key", "code", "points"), [("kick", "64", 7), ("kick", "65", 6), ("two", "33", 8), ("two", "42", 6)]
)
def test_the_try(key: str, code: str, points: int) -> None:
    """FD-11.11, FD-24.79: one point by the range, two by the table; a failed try is nobody's points."""
    s = run(PLAIN_GAME, at(), f"556 {code}", key)
    assert (s.scores, s.phase) == ([points, 0], KICKOFF)


def test_every_touchdown_has_a_try() -> None:
    """FD-11.11: also one by the defense, tried by the defense."""
    s = run(PLAIN_GAME, at(), "113 1 1 11", "kick")
    assert (s.scores, s.kicker) == ([0, 7], 1)


def test_a_perfect_range_needs_no_roll() -> None:
    """FD-11.12: 11-66."""
    assert run(opened({"xp": "11-66"}), at(), "556", "kick").scores == [7, 0]


def test_the_two_point_table_asks() -> None:
    """FD-25.11, FD-25.7: the offense is the team that tries: 34 fails for a DULL team or against STAUNCH."""
    assert run(opened({"offense": ["DULL"]}), at(), "556 34", "two").scores == [6, 0]
    assert run(opened(home={"defense": ["STAUNCH"]}), at(), "556 34", "two").scores == [6, 0]
    assert run(PLAIN_GAME, at(), "556 34", "two").scores == [8, 0]


# Unusual results and re-rolls


@pytest.mark.parametrize(("roll", "table"), [("222", 1), ("333", 1), ("444", 2), ("555", 2)])
def test_triples_lead_to_the_unusual_tables(roll: str, table: int) -> None:
    """FD-12.1, FD-24.67: 2-2-2 and 3-3-3 to table 1 (row 1-1 SAFETY), 4-4-4 and 5-5-5 to table 2."""
    s = run(PLAIN_GAME, at(), roll + (" 11 31" if table == 1 else " 11"))
    assert s.log[0].result == ("SAFETY" if table == 1 else "INTERCEPTION")


def test_ones_and_sixes_are_ordinary_rows() -> None:
    """FD-12.1: 1-1-1 and 6-6-6."""
    assert run(PLAIN_GAME, at(), "111 4").log[0].result == "FUMBLE"
    assert run(PLAIN_GAME, at(), "666").log[0].result == "TD-RUN"


@pytest.mark.parametrize("code", ["36", "63"])
def test_the_unusual_roll_is_sorted(code: str) -> None:
    """FD-12.2: 6-3 and 3-6 are row 3-6, TD-PASS in table 2 (example 5)."""
    assert run(PLAIN_GAME, at(), f"444 {code}").log[0].result == "TD-PASS"


def test_the_first_red_die_times_an_unusual_result() -> None:
    """FD-12.3: red 4 of 4-4-4 is 3 ticks."""
    assert last(run(PLAIN_GAME, at(), "444 63")) == (0, 3, "TD-PASS")


def test_a_new_roll_brings_its_own_timing_die() -> None:
    """FD-12.4, FD-25.13: table 1 row 3-4 REROLL charges nothing; the new roll takes its own time."""
    s = run(PLAIN_GAME, at(), "222 34")
    assert (s.phase, s.left, s.ticks) == (AGAIN, 20, 0)
    assert last(run(PLAIN_GAME, s, "316 53")) == (0, 4, "PUNT-CO")


@pytest.mark.parametrize("cards", [({"offense": ["DYNAMIC"]}, {}), ({}, {"defense": ["SOFT"]})])
def test_row_2_4_5_rolls_again(cards: tuple[dict[str, object], dict[str, object]]) -> None:
    """FD-12.5, FD-12.6, FD-12.8, FD-24.77, FD-25.13: one tick, then a roll timed as usual."""
    game = opened(*cards)
    s = run(game, at(), "245")
    assert (s.phase, s.left) == (AGAIN, 19)
    assert last(run(game, s, "316 53")) == (0, 5, "PUNT-CO")


def test_row_2_4_5_is_a_punt_for_others() -> None:
    """FD-12.5."""
    assert last(run(PLAIN_GAME, at(), "245 31")) == (0, 3, "PUNT")


def test_an_or_question_checks_left_to_right() -> None:
    """FD-24.41: row 1-1-1, POROUS or PUNISHING, one die each, stop at the first yes."""
    game = opened({"offense": ["POROUS*"]}, {"defense": ["PUNISHING*"]})
    assert run(game, at(), "111 1 31").log[0].result == "SAFETY"
    assert run(game, at(), "111 2 1 31").log[0].result == "SAFETY"
    assert run(game, at(), "111 2 2 4").log[0].result == "FUMBLE"


# Fourth down


@pytest.mark.parametrize(
    ("position", "dice", "offered"),
    [
        (late(8, 0, 3), "253", True),
        (late(8, 0, 3), "443", True),
        (late(9, 0, 3), "253", False),
        (late(8, 3, 3), "253", False),
        (late(8, 4, 3), "443", False),
        (late(4, 0, 3), "442", False),
        (at(left=8, scores=[0, 3]), "253", False),
    ],
)
def test_when_going_for_it_is_open(position: Sheet, dice: str, offered: bool) -> None:
    """FD-13.1, FD-24.28, FD-24.29: behind, 1 to 6 ticks left after the charge, a punt or FGA, second half."""
    more = "" if offered else " 3" if dice == "442" else " 31"
    s = run(PLAIN_GAME, position, dice + more)
    assert (s.phase == FOURTH) == offered


def test_a_failed_gamble() -> None:
    """FD-13.2, FD-24.30, FD-24.82: the ball goes over at AVERAGE; the row says DOWNS."""
    s = run(PLAIN_GAME, late(8, 0, 3, start=GREAT), "533 66", "go")
    assert (last(s), s.ball, s.start) == ((0, 2, "DOWNS"), 1, AVERAGE)


def test_a_failed_gamble_where_the_row_says() -> None:
    """FD-24.30, FD-25.11: a row may name another position, or none."""
    game = opened(charts=book(("42-66 | NO-GOOD AVERAGE", "42-65 | NO-GOOD\n66 | NO-GOOD GREAT")))
    assert run(game, late(8, 0, 3), "253 66", "go").start == GREAT
    assert run(game, late(8, 0, 3), "253 65", "go").start == AVERAGE


def test_a_gamble_that_works_gives_one_more_roll_of_one_tick() -> None:
    """FD-13.3, FD-13.4: example 11; no third chance."""
    s = run(PLAIN_GAME, late(5, 14, 21), "253 26 366 52", "go kick")
    assert (s.scores, s.left, last(s)) == ([21, 21], 2, (0, 3, "TD-RUN"))
    again = run(PLAIN_GAME, late(8, 0, 3), "253 26 253", "go")
    assert last(again) == (0, 3, "DOWNS")


@pytest.mark.parametrize("dice", ["253", "112", "335"])
def test_any_punt_on_the_second_roll_is_a_turnover_on_downs(dice: str) -> None:
    """FD-13.5: opponent at AVERAGE."""
    s = run(PLAIN_GAME, late(5, 0, 3, phase=AGAIN, second=True, ticks=2), dice)
    assert (last(s), s.start) == ((0, 3, "DOWNS"), AVERAGE)


def test_a_field_goal_on_the_second_roll_is_a_choice() -> None:
    """FD-13.6, FD-24.34: kick, or turnover on downs."""
    s = run(PLAIN_GAME, late(5, 0, 3, phase=AGAIN, second=True), "443")
    assert s.phase == SETTLE
    assert run(PLAIN_GAME, s, "11", "kick").scores == [3, 3]
    s = run(PLAIN_GAME, late(5, 0, 7, phase=AGAIN, second=True), "443", "give-up")
    assert (last(s)[2], s.start) == ("DOWNS", AVERAGE)


def test_a_blocked_kick_on_the_second_roll_stands() -> None:
    """FD-24.87: without the choice."""
    s = run(PLAIN_GAME, late(5, 0, 3, phase=AGAIN, second=True), "333 25")
    assert last(s) == (0, 1, "FGA blocked")


def test_the_second_roll_may_roll_again() -> None:
    """FD-24.32: a re-roll row charges one tick, and the roll after it is again worth one tick."""
    game = opened({"offense": ["DYNAMIC"]})
    s = run(game, late(5, 0, 3, phase=AGAIN, second=True, ticks=2), "245")
    assert (s.left, s.second) == (4, True)
    assert last(run(game, s, "556")) == (0, 4, "TD-PASS")


def test_the_second_roll_asks_for_the_first_start() -> None:
    """FD-24.31: it is still the same drive."""
    s = run(PLAIN_GAME, late(5, 0, 9, phase=AGAIN, second=True, start=GREAT), "246")
    assert s.log[-1].result == "TD-PASS"
