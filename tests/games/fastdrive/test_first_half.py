"""The first half ends on its last tick (section 6)."""

from __future__ import annotations

import pytest
from tests.games.fastdrive.sheets import at, opened, run

from fieldhouse.games.fastdrive.rules.state import KICKOFF, POOR, Sheet


def rows(s: Sheet) -> list[tuple[int, int, str]]:
    """Team, ticks, result of every row."""
    return [(row.team, row.ticks, row.result) for row in s.log]


@pytest.mark.parametrize(
    ("dice", "left", "row"),
    [("253 31", 2, "PUNT"), ("442 3", 2, "INTERCEPTION"), ("113 4", 1, "FUMBLE"), ("461", 1, "DOWNS")],
)
def test_a_punt_or_turnover_is_carried_out_and_an_empty_row_follows(dice: str, left: int, row: str) -> None:
    """FD-6.1, FD-6.2, FD-24.60: then the team that has the ball logs EOH with 0 ticks, without a roll."""
    s = run(opened(), at(left=left), dice)
    assert rows(s) == [(0, left, row), (1, 0, "EOH")]
    assert s.log[1].start == 1
    assert (s.half, s.phase, s.kicker) == (2, KICKOFF, 0)


def test_a_kick_the_kickers_recover_gives_them_the_empty_row() -> None:
    """FD-6.2, FD-24.78: the team that now has the ball may be the one that punted."""
    assert rows(run(opened(), at(left=2), "253 65 1")) == [(0, 2, "PUNT"), (0, 0, "EOH")]


@pytest.mark.parametrize(("dice", "left"), [("253 66 1 1 11", 2), ("442 1 1 11", 2), ("113 1 1 11", 1)])
def test_a_return_touchdown_used_up_the_time(dice: str, left: int) -> None:
    """FD-6.3: 6 points and the try, no kickoff, no extra row."""
    s = run(opened(), at(left=left), dice, "kick")
    assert (len(s.log), s.scores, s.half, s.phase) == (1, [0, 7], 2, KICKOFF)
    assert (s.kicker, s.left) == (0, 24)  # that is the second half's kickoff


def test_a_touchdown_scored_as_time_expired() -> None:
    """FD-6.4: the try is played, no kickoff."""
    s = run(opened(), at(left=2), "463 66", "kick")
    assert (rows(s), s.scores, s.half) == ([(0, 2, "TD-PASS")], [6, 0], 2)


@pytest.mark.parametrize(("code", "points", "word"), [("11", 3, "FGA good"), ("66", 0, "FGA missed")])
def test_a_field_goal_kicked_as_time_expired(code: str, points: int, word: str) -> None:
    """FD-6.5, FD-24.39: good or not, the half is over without a row for the opponent."""
    s = run(opened(), at(left=2), f"443 {code}")
    assert (rows(s), s.scores, s.half) == ([(0, 2, word)], [points, 0], 2)


def test_a_blocked_field_goal_is_a_missed_one() -> None:
    """FD-24.75: on the last tick of the first half it just ends."""
    assert rows(run(opened(), at(left=2), "333 25")) == [(0, 2, "FGA blocked")]


def test_a_safety_is_followed_by_the_free_kick_and_an_empty_row() -> None:
    """FD-6.6: 2 points, the Punt-BU table, and EOH for the team that has the ball."""
    s = run(opened(), at(left=1, start=POOR), "112 44")
    assert rows(s) == [(0, 1, "SAFETY"), (1, 0, "EOH")]
    assert (s.log[1].start, s.scores, s.half) == (2, [0, 2], 2)


def test_a_free_kick_returned_for_a_touchdown() -> None:
    """FD-6.7: touchdown and try count, no EOH row."""
    s = run(opened(), at(left=1, start=POOR), "112 66 1 1 11", "kick")
    assert (rows(s), s.scores, s.half) == ([(0, 1, "SAFETY")], [0, 9], 2)
