"""What a second reading of the rules found in whole random games: each test names the rule broken."""

from __future__ import annotations

import pytest
from tests.games.fastdrive.sheets import at, book, last, opened, run

from fieldhouse.games.fastdrive.rules.state import FOURTH, OVER, OVERTIME, SETTLE, TRY, Sheet

KEPT_KICKS = book(
    ("[fumble]\n1 | ACTIVE? DEF-TD | ODD? DEF-TD | GREAT", "[fumble]\n1 | KEPT PUNT"),
    ("2 | GREAT\n3 | GREAT", "2 | KEPT FGA\n3 | GREAT"),
)


def answering(**more: object) -> Sheet:
    """Overtime "both": the home team has scored seven points, the away team has its answer."""
    position = {"half": OVERTIME, "left": 2, "scores": [0, 7], "had": [False, True], "first": 1}
    return at(**{**position, **more})


def test_an_overtime_desperation_touchdown_has_its_try() -> None:
    """FD-24.9, FD-24.83: one point behind after it, its possession lasts until the try is over."""
    s = run(opened(), answering(), "523 11", "desperation")  # 2-3-5 PUNT, 2 ticks: the last tick
    assert (last(s), s.scores, s.phase) == ((0, 2, "DESP-TD"), [6, 7], TRY)
    run(opened(), s, "11", "two")
    assert (s.scores, s.phase, s.why) == ([8, 7], OVER, "overtime")


@pytest.mark.parametrize(("dice", "scores", "why"), [("11", [7, 7], "tie"), ("66", [6, 7], "overtime")])
def test_the_try_of_an_overtime_desperation_touchdown_ends_the_game(
    dice: str, scores: list[int], why: str
) -> None:
    """FD-24.83, FD-24.84: level the game is a tie, behind it is lost; nothing follows."""
    s = run(opened(), answering(), f"523 11 {dice}", "desperation kick")
    assert (s.scores, s.phase, s.why) == (scores, OVER, why)


def test_an_overtime_desperation_touchdown_that_leads_has_no_try() -> None:
    """FD-24.63, FD-24.83: three behind, six points decide at once."""
    s = run(opened(), answering(scores=[0, 3]), "523 11", "desperation")
    assert (s.scores, s.phase, s.why) == ([6, 3], OVER, "overtime")


def test_a_punt_that_comes_back_after_overtimes_last_tick() -> None:
    """FD-24.83, FD-24.85: the possession ended with the punt, so the game is lost; the holder has a row."""
    s = run(opened(), answering(), "523 65 1", "kick")  # the punt is fumbled: KICKERS GREAT
    assert (last(s, 0), last(s, 1), len(s.log)) == ((0, 2, "PUNT"), (0, 0, "EOH"), 2)
    assert (s.scores, s.phase, s.why) == ([0, 7], OVER, "overtime")


def test_a_kept_punt_is_a_punt_on_fourth_down() -> None:
    """FD-24.68, FD-13.1: behind in the last 7:30 the offense that kept the ball may go for it."""
    game = opened(charts=KEPT_KICKS)
    s = run(game, at(half=2, left=7, scores=[0, 3]), "113 1")  # 1-1-3 FUMBLE dot, kept: PUNT
    assert (s.phase, s.left, s.log) == (FOURTH, 6, [])
    run(game, s, "11 656", "go")  # the gamble works; 5-6-6 TD-RUN in one tick
    assert (last(s), s.left, s.scores) == ((0, 2, "TD-RUN"), 5, [6, 3])


def test_a_kept_field_goal_attempt_is_one_on_fourth_down() -> None:
    """FD-24.68, FD-13.1, FD-13.6: offered on the first roll; on the second the offense may settle for it."""
    game = opened(charts=KEPT_KICKS)
    s = run(game, at(half=2, left=7, scores=[0, 3]), "113 2")
    assert s.phase == FOURTH
    run(game, s, "11 113 2", "go")
    assert (s.phase, s.left) == (SETTLE, 5)


def test_a_kept_kick_is_carried_out_where_no_gamble_is_open() -> None:
    """FD-24.29, FD-24.28: level, or with more than 7:30 left, the kept punt is punted."""
    game = opened(charts=KEPT_KICKS)
    assert last(run(game, at(half=2, left=7), "113 1 31")) == (0, 1, "PUNT")
    assert last(run(game, at(half=2, left=8, scores=[0, 3]), "113 1 31")) == (0, 1, "PUNT")


def test_without_the_steps_each_team_turns_the_ball_over_as_in_its_own_season() -> None:
    """FD-18.1, FD-21.11: 3-3-5 was an interception to 2012; only the cross-era steps take that from 2010."""
    old, new = {"season": 2010}, {"season": 2020}
    assert last(run(opened(old, new, cross_era=False), at(), "335 3"))[2] == "INTERCEPTION"
    assert last(run(opened(old, new, cross_era=False), at(ball=1), "335 11"))[2] == "PUNT-CO"
    assert last(run(opened(old, new), at(), "335 11"))[2] == "PUNT-CO"


def test_without_the_steps_old_special_turnovers_stay() -> None:
    """FD-18.2, FD-21.11: they are ignored by step 1, so only when the steps are on."""
    old = {"season": 1960, "results": ["offense 5-5-6: FUMBLE dot turnover"]}
    new = {"season": 2020, "results": ["defense 5-6-6: FGA"]}
    assert last(run(opened(old, new, cross_era=False), at(), "556 4"))[2] == "FUMBLE"
    assert last(run(opened(old, new), at(), "556"))[2] == "TD-PASS"
    assert last(run(opened(old, new, cross_era=False), at(), "566 11"))[2] == "FGA good"
