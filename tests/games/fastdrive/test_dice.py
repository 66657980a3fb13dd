"""Dice, rows, codes and check dice (sections 1, 3 and 22)."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.games.fastdrive.sheets import at, last, opened, run

from fieldhouse.games.fastdrive.charts.codes import CODES, PAIRS, ROLLS, ROWS, sorted_row
from fieldhouse.games.fastdrive.rules import requests
from fieldhouse.games.fastdrive.rules.state import AVERAGE, DRIVE, GREAT, KICKOFF, POOR, TRY
from fieldhouse.kernel.requests import Roll


def test_one_roll_plays_one_drive() -> None:
    """FD-1.1: the unit of play is the drive; a punt below it is rolled."""
    s = run(opened(), at(), "253 31")
    assert [row.result for row in s.log] == ["PUNT"]
    assert (s.phase, s.ball) == (DRIVE, 1)


def test_three_dice_of_different_colors() -> None:
    """FD-1.2, FD-1.3: 1d6 has 6 outcomes, 2d6 36 and 3d6 216, read by color."""
    assert (len(requests.CHECK.flat), len(requests.KICKOFF_ROLL.flat), len(requests.DRIVE_ROLL.flat)) == (
        6,
        36,
        216,
    )
    assert requests.DRIVE_ROLL.keys[0] == "111"
    assert requests.DRIVE_ROLL.keys[-1] == "666"


def test_black_is_tens_and_white_is_ones() -> None:
    """FD-1.4: black 6, white 3 is 63, which the kickoff chart calls GREAT; 36 would be AVERAGE."""
    assert run(opened(), at(phase=KICKOFF, kicker=1), "63").start == GREAT
    assert run(opened(), at(phase=KICKOFF, kicker=1), "36").start == AVERAGE


@pytest.mark.parametrize("roll", ["136", "163", "316", "361", "613", "631"])
def test_the_drive_roll_is_sorted(roll: str) -> None:
    """FD-1.5, FD-10.1: six orders of 1, 3, 6 are one row, 1-3-6."""
    assert sorted_row(roll) == "1-3-6"
    assert run(opened(), at(), f"{roll} 53").log[-1].result == "PUNT-CO"


def test_the_red_die_is_row_die_and_timing_die() -> None:
    """FD-1.6, FD-5.2: 3-1-6 and 6-3-1 are the same row; red 6 takes 4 ticks, red 1 takes 1."""
    assert last(run(opened(), at(), "316 53")) == (0, 4, "PUNT-CO")
    assert last(run(opened(), at(), "631 53")) == (0, 1, "PUNT-CO")


def test_charts_and_cards_are_data() -> None:
    """FD-1.7: both are in the game's materials, by value."""
    materials = opened().setup.materials
    assert materials["charts"]["timing"][5] == ["6", "4"]
    assert materials["home"]["fg"] == "11-61"


def test_there_are_56_rows_with_the_weights_of_three_dice() -> None:
    """FD-22.1: different faces 6/216 (20 rows), a pair 3/216 (30 rows), a triple 1/216 (6 rows)."""
    weights = Counter(sorted_row(roll) for roll in ROLLS)
    assert set(weights) == set(ROWS)
    assert Counter(weights.values()) == {6: 20, 3: 30, 1: 6}


def test_the_timing_die_given_the_row() -> None:
    """FD-22.2: in row 1-1-6 red is 1 with 2/3 and 6 with 1/3; overall each face 1/6."""
    reds = Counter(roll[2] for roll in ROLLS if sorted_row(roll) == "1-1-6")
    assert reds == {"1": 2, "6": 1}
    assert set(Counter(roll[2] for roll in ROLLS).values()) == {36}


def test_codes_are_equally_likely() -> None:
    """FD-22.3: each code 1/36, so a range with top index n succeeds with n/36 (11-61 has n = 31)."""
    assert requests.FIELD_GOAL.weights == (1,) * 36
    low, high = opened().fg[0]
    assert high - low + 1 == 31


def test_the_unusual_row_is_two_dice_sorted() -> None:
    """FD-22.4: doubles 1/36 (6 rows), others 2/36 (15 rows)."""
    weights = Counter(sorted_row(code) for code in CODES)
    assert set(weights) == set(PAIRS)
    assert Counter(weights.values()) == {1: 6, 2: 15}


def test_small_tables_are_one_die() -> None:
    """FD-22.5: fumble, interception and follow-up tables: each face 1/6, or 36 codes if so typed in."""
    for one, two in (requests.FUMBLE_ROLLS, requests.INTERCEPTION_ROLLS, requests.FOLLOW_UP_ROLLS):
        assert (len(one.flat), len(two.flat)) == (6, 36)


@pytest.mark.parametrize("roll", [requests.CHECK, requests.TIMING])
def test_single_dice_are_fair(roll: Roll) -> None:
    """FD-22.6, FD-22.7: odd with 1/2; a second 6 with 1/6."""
    assert roll.weights == (1,) * 6
    assert sum(face % 2 for face in roll.flat) == 3


def test_the_coin_and_the_block_are_what_they_should_be() -> None:
    """FD-22.8, FD-22.9: a block is one code of 36; the coin is even."""
    assert requests.TOSS_COIN.weights == (1, 1)
    perfect = opened({"fg": "11-66"}, blocked_kicks=True)
    results = [run(perfect, at(), f"443 {code}" + "").log[-1].result for code in CODES]
    assert Counter(results) == {"FGA good": 35, "FGA missed": 1}


SEMI = {"offense": ["PROLIFIC*"]}


@pytest.mark.parametrize(("die", "result"), [(n, "TD-PASS" if n % 2 else "FGA good") for n in range(1, 7)])
def test_an_odd_check_die_gives_a_semi_quality(die: int, result: str) -> None:
    """FD-3.1, FD-3.2, FD-10.7: row 3-4-5 asks PROLIFIC; the die is rolled when the question is reached."""
    s = run(opened(SEMI), at(), f"345 {die}" + (" 11" if die % 2 == 0 else ""))
    assert s.log[-1].result == result


def test_each_question_needs_a_new_die() -> None:
    """FD-3.3: PROLIFIC once is not PROLIFIC the next time."""
    game = opened(SEMI)
    s = run(game, at(), "345 1 11 11", "kick")
    s.ball, s.start = 0, AVERAGE
    run(game, s, "345 2 11")
    assert [row.result for row in s.log] == ["TD-PASS", "FGA good"]


def test_every_kind_of_quality_can_be_semi() -> None:
    """FD-3.4: EFFICIENT, INEFFICIENT and ELECTRIC are rolled for like the others."""
    efficient = run(opened({"offense": ["EFFICIENT*"]}), at(left=4), "253 2 31", "+1")
    assert last(efficient) == (0, 2, "PUNT")
    inefficient = run(opened({"offense": ["INEFFICIENT*"]}), at(left=4, scores=[0, 3]), "253 1 31")
    assert last(inefficient) == (0, 3, "PUNT")
    electric = opened({"special": ["ELECTRIC*"]})
    assert run(electric, at(phase=KICKOFF, kicker=1), "66 1 1").phase == TRY


def test_full_and_missing_qualities_need_no_die() -> None:
    """FD-3.5, FD-22.11: a full quality is a yes, a missing or opposite one a no, both without a die."""
    assert run(opened({"offense": ["PROLIFIC"]}), at(), "345").log[-1].result == "TD-PASS"
    assert run(opened(), at(), "345 11").log[-1].result == "FGA good"
    assert run(opened({"offense": ["DULL"]}), at(), "345 11").log[-1].result == "FGA good"


def test_any_even_chance_will_do() -> None:
    """FD-3.6: the check is a request of two halves, whoever answers it."""
    assert sum(face in (1, 3, 5) for face in requests.CHECK.flat) * 2 == len(requests.CHECK.flat)


def test_dice_come_in_the_order_of_the_rules() -> None:
    """FD-22.10: drive roll, check dice, unusual roll and its checks, EFFICIENT die, then the result."""
    game = opened({"offense": ["EFFICIENT*", "PROLIFIC*"]})
    s = run(game, at(left=5), "444 16 1 3 11 21", "-1 kick")  # unusual row 1-6: PROLIFIC? yes, TD-PASS
    assert last(s) == (0, 2, "TD-PASS")  # red 4 is 3 ticks, the EFFICIENT die 3 makes it 2
    assert (s.scores, s.left) == ([7, 0], 3)


def test_no_die_without_need() -> None:
    """FD-22.11: a 11-66 range and an EFFICIENT choice of 0 draw nothing."""
    game = opened({"fg": "11-66", "offense": ["EFFICIENT*"]})
    s = run(game, at(left=5), "443", "0")
    assert s.log[-1].result == "FGA good"


def test_start_positions_are_three() -> None:
    """FD-4.3: POOR, AVERAGE, GREAT and nothing else, from a kickoff (FD-9.4)."""
    game = opened()
    starts = {code: run(game, at(phase=KICKOFF, kicker=1), code).start for code in ("11", "16", "64")}
    assert starts == {"11": POOR, "16": AVERAGE, "64": GREAT}
