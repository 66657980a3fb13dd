"""Section 39 and the try of section 14: loose balls."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.cardbowl.kit import Course, game, kick, scene

from fieldhouse.games.cardbowl.rules.plays.fumble import BOUNCE, loose_ball
from fieldhouse.games.cardbowl.rules.state import Bowl, Result
from fieldhouse.kernel.requests import Rules


def loose(
    draws: str,
    x: int = 30,
    role: int = 0,
    kind: str = "scrimmage",
    answers: dict[str, Any] | None = None,
    **kw: Any,
) -> tuple[Bowl, Course, list[Result]]:
    s = kick(kind, next="down", off=0)
    s.play.safe = kw.pop("safe", False)
    got: list[Result] = []

    def run() -> Rules:
        got.append((yield from loose_ball(s, role, x, **kw)))

    return s, Course(s, draws, answers).run(run()), got


def test_where_fumbles_come_from() -> None:
    """CB-39.1, CB-39.2: the team that lost the ball has the offense role and draws first."""
    s, course, _ = loose("9H 4S")
    assert s.play.lost_by == 0 and course.asked == [(0, "declare"), (1, "declare")]
    s, course, got = loose("4S 9H", role=1)
    assert course.asked[0] == (1, "declare") and got[0].team == 0  # the first card was Blue's


def test_over_the_end_lines() -> None:
    """CB-39.3, CB-47.117: own end a safety (a touchback for a receiver who never controlled it), far end
    a touchback.
    """
    assert loose("", x=-10)[2][0] == Result("safety", 0, -10)
    assert loose("", x=-10, role=1, safe=True)[2][0].end == "touchback"
    far = loose("", x=110)[2][0]
    assert (far.end, far.team) == ("touchback", 1)


def test_declarations_are_simultaneous_and_for_each_pair() -> None:
    """CB-39.4, CB-47.115: asked together before every pair."""
    _, course, got = loose("9H 9S 5H 8H 6S", answers={"declare": "nothing"})
    assert course.whats == ["declare"] * 4
    assert course.menus["declare"] == ["nothing", "fall1", "fall2", "pick1", "pick2"]
    assert got[0].team == 0


@pytest.mark.parametrize(
    ("answers", "winner"),
    [
        (["fall1", "nothing"], 0),
        (["nothing", "pick1"], 0),
        (["nothing", "fall2"], 1),
        (["pick2", "nothing"], 1),
    ],
)
def test_the_higher_total_recovers(answers: list[str], winner: int) -> None:
    """CB-39.5: 9 against 9 with declarations."""
    assert loose("9H 9S", answers={"declare": answers})[2][0].team == winner


def test_a_tie_bounces_and_special_modifiers_are_gone() -> None:
    """CB-39.6, CB-39.7, CB-47.113: an ace goes four toward the own goal, a king four away."""
    assert {card: BOUNCE.get(card, 0) for card in range(1, 14)} == {
        1: -4, 2: -3, 3: -2, 4: -1, 5: 0, 6: 0, 7: 0, 8: 0, 9: 0, 10: 1, 11: 2, 12: 3, 13: 4,
    }  # fmt: skip
    assert loose("9H 5S AH 9C 8S", bonus=4)[2][0] == Result("ball", 0, 26)
    assert loose("9H 9S KH 8H 7S")[2][0] == Result("ball", 0, 34)


def test_jokers_on_recovery_draws() -> None:
    """CB-39.8, CB-47.114: BJ a foul by color, then replaced; RJ replaced."""
    for foul, by, yards in (("4H", 0, 5), ("8S", 1, 10), ("QH", 0, 15), ("QS", 1, 15), ("RJ", 0, 15)):
        s, course, got = loose(f"BJ {foul} 9H 4S")
        assert s.play.foul is not None and (s.play.foul.by, s.play.foul.yards, s.play.foul.basis) == (
            by,
            yards,
            "LOOSE",
        )
        assert course.purposes == ["recovery", "foul", "recovery", "recovery"] and got[0].team == 0
    assert loose("RJ 9H 4S")[2][0].team == 0
    s, _, _ = loose("9H 9S BJ 4H 5D 8H 7S")
    assert s.play.foul is not None and s.play.foul.by == 0


def test_blocked_punt_two_cards_against_one() -> None:
    """CB-39.9, CB-47.52"""
    assert loose("9H 8S 7S", kind="punt", blocked=True)[2][0].team == 0
    assert loose("9H 8S 10S", kind="punt", blocked=True)[2][0].team == 1
    _, course, _ = loose("9H 8S 9S 5H 8H 7C", kind="punt", blocked=True)
    assert course.purposes == [*["recovery"] * 3, "bounce", *["recovery"] * 2]


def test_own_recovery_counts_the_down() -> None:
    """CB-39.11, CB-47.119: next down, first down at the line to gain, fourth down short is a turnover."""
    g = game()
    for down, x_draws, state in ((1, "9H 4S", (0, 2)), (4, "9H 4S", (1, 1))):
        s = scene(call="rush:BT:lane1@quick", cards={"BT": "2H"}, down=down)
        Course(s, f"RJ 7C 8C 9C {x_draws}").run(g.play(s))
        assert (s.off, s.down) == state


def test_recovery_by_the_other_team_and_end_zones() -> None:
    """CB-39.12, CB-47.118, CB-39.17, CB-47.138"""
    assert loose("4S 9H", x=30)[2][0] == Result("ball", 1, 70)
    assert loose("4S 9H", x=-3)[2][0] == Result("touchdown", 1, 100)
    assert loose("9H 4S", x=-3)[2][0].end == "safety"
    assert loose("9H 4S", x=-3, role=1, kind="kickoff", safe=True)[2][0].end == "touchback"
    assert loose("4S 9H", x=104)[2][0] == Result("touchback", 1)
    assert loose("9H 4S", x=104)[2][0].end == "touchdown"


def test_first_and_ten_after_a_recovery_on_a_kick() -> None:
    """CB-39.17, CB-47.138: also for the returning team itself."""
    g = game()
    s = kick("kickoff", off=0)
    Course(s, "9S 7H 10C RJ 9H 4S", {"kickoff": "kickoff"}).run(g.play(s))
    assert (s.off, s.down, s.x, s.ltg) == (1, 1, 5, 15)


def runs(draws: str, declare: list[str], n: int) -> bool:
    """Does the winner get n open-field cards?"""
    _, course, _ = loose(f"{draws} 2C 3C 4C", answers={"declare": declare, "fumble-run": "run"})
    return course.purposes.count("open-field") == n


def test_the_run_after_a_recovery() -> None:
    """CB-39.13, CB-47.116, CB-48.37: K against J two; fallen on for 2 none; picked up for 1 three less
    one.
    """
    assert runs("KH JS", ["nothing", "nothing"], 2)
    assert runs("KH JS", ["fall2", "nothing"], 0)
    assert runs("KH JS", ["pick1", "nothing"], 2)
    assert runs("10H 4S", ["pick2", "nothing"], 0)
    assert runs("QH 4S", ["pick1", "nothing"], 3)


def test_the_losers_value_is_modified_too() -> None:
    """CB-39.13: K against J that fell on it for 1 (12 < 13): 3 - 0 = three cards."""
    assert runs("KH JS", ["nothing", "fall1"], 3)


def test_the_run_is_optional() -> None:
    """CB-39.14, CB-37.7"""
    _, course, got = loose("KH 4S", answers={"fumble-run": "stay"})
    assert "open-field" not in course.purposes and got[0].x == 30
    _, course, _ = loose("KH 4S", no_run=0)
    assert "fumble-run" not in course.whats


def test_log_of_a_fumble_returned() -> None:
    """CB-48.39: on the opponents' 30, -2 and a fumble; the defense returns 4 from its 32 to the 36."""
    g = game()
    s = scene(cards={"BT": "2H"}, call="rush:BT:lane1@quick", x=70)
    Course(s, "RJ QC 8C 9C 4S JH 4C", {"fumble-run": "run"}).run(g.play(s))
    assert (s.off, s.x, s.down) == (1, 36, 1)


def tried(draws: str) -> Result:
    return loose(draws, x=97, kind="two-point", answers={"fumble-run": "run"})[2][0]


def test_a_fumble_in_a_try() -> None:
    """CB-14.4, CB-14.5, CB-39.15, CB-47.56, CB-48.41: K and 9 of clubs may run with three cards, K of
    diamonds not.
    """
    assert tried("KC 9C 2C 3C AC").end == "try-good"
    assert tried("KD 9C").end == "try-failed"
    assert tried("KC JC").end == "try-failed"
    assert tried("9H 4S").end == "try-failed"
    assert tried("4S KH").end == "try-failed"


def test_a_two_point_conversion_is_a_play_from_the_two() -> None:
    """CB-14.3, CB-14.4: good at 100; an interception ends it."""
    g = game()
    s = scene(call="rush:BT:lane3@quick", cards={"BT": "KH", "RG": "10H"}, lanes={"RG": 2}, x=98, next="try")
    s.play.kind = "two-point"
    Course(s, "10C 2C 3C AC").run(g.play(s))
    assert s.scores == [2, 0] and s.next == "kickoff"
    s = scene(call="rush:BT:lane3@quick", cards={"BT": "3H"}, x=98, next="try")
    s.play.kind = "two-point"
    Course(s, "2C KC QC 10C").run(g.play(s))
    assert s.scores == [0, 0] and (s.next, s.off) == ("kickoff", 0)
    s = scene(call="pass:WL1@quick", cards={"QB": "KS", "WL1": "KH"}, x=98, next="try")
    s.play.kind = "two-point"
    course = Course(s, "5C RJ 2C KC QC 7C", {"end-zone": "run"}).run(g.play(s))
    assert s.scores == [0, 0] and (s.next, s.off) == ("kickoff", 0) and "end-zone" not in course.whats
