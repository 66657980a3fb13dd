"""What the second reading in `referee` found: hand-worked cases of rules that were once read wrongly."""

from __future__ import annotations

from typing import Any

from tests.games.cardbowl.kit import GAIN5, Course, blank, game, kick, one, scene

from fieldhouse.games.cardbowl.rules.clock import play_time
from fieldhouse.games.cardbowl.rules.end_of_play import close_play
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.lines.motion import adjustment_turn, motion_turn
from fieldhouse.games.cardbowl.rules.plays.answers import defensive_moves, te_faced
from fieldhouse.games.cardbowl.rules.plays.fumble import loose_ball
from fieldhouse.games.cardbowl.rules.plays.passing import may_cover_back
from fieldhouse.games.cardbowl.rules.state import END, LOOSE, PREV, SPOT, Bowl, Foul, Phase, Play, Result
from fieldhouse.kernel.requests import Rules


def closed(
    result: Result, foul: Foul | None = None, g: CardBowl | None = None, answer: str = "accept", **fields: Any
) -> Bowl:
    """Close a play that ended so; fields of the play start with p_."""
    s = blank(**{name: value for name, value in fields.items() if not name.startswith("p_")})
    play = {name[2:]: value for name, value in fields.items() if name.startswith("p_")}
    s.play = Play(**{"kind": "scrimmage", "foul": foul, "result": result, **play})
    course = Course(s, "", {"penalty": answer}).run(close_play((g or game()).book, s))
    assert course.stopped == ""
    return s


def test_the_side_that_lost_its_tight_end_loses_the_end_too() -> None:
    """CB-19.5: seven cards from -5 to +7, the TE leaves the right: D+7 steps back, wherever he went."""
    for to in ("WR2", "WL2"):
        s = scene("shotgun_split", "goal-line-6-2", phase=Phase.MOTION)
        s.play.lanes = []
        for d in s.play.defense:
            d.lane, d.end = -1, ""
        Course(s, "", {"motion": f"TER>{to}"}).run(motion_turn(s))
        Course(s, "", {"adjust": ["IR>+5", "done"]}).run(adjustment_turn(s))
        assert one(s, "D+7").at == "OR"
        assert sorted(d.col for d in s.play.defense if d.at == "line") == [-5, -3, -1, 1, 3, 5]


def test_the_offender_gets_no_untimed_down() -> None:
    """CB-2.14: a foul of the interceptors on their return keeps the ball theirs; the half is over."""
    own = Foul(ball=1, by=1, yards=10, basis=SPOT, spot=50, changed=True)
    s = closed(Result("ball", 1, 60), own, quarter=2, left=1, p_changed=True)
    assert (s.quarter, s.untimed) == (3, False)
    on_downs = Foul(ball=0, by=1, yards=5, basis=LOOSE)
    s = closed(Result("ball", 0, 32), on_downs, quarter=2, left=1, down=4, ltg=40, p_recovered_at=32)
    assert (s.quarter, s.untimed) == (3, False)  # 37 is short of 40, the ball went over
    returner = Foul(ball=1, by=1, yards=10, basis=SPOT, spot=30)
    s = closed(
        Result("ball", 1, 40), returner, game(timing="simple1-all"), quarter=2, left=1, p_kind="kickoff"
    )
    assert (s.quarter, s.untimed) == (3, False)


def test_every_overtime_period_ends_like_a_half() -> None:
    """CB-2.14, CB-2.13: an accepted offside on its last play gives an untimed down in Q5 and in Q6."""
    for quarter in (5, 6):
        foul = Foul(ball=0, by=1, yards=5, basis=PREV)
        s = closed(GAIN5, foul, game(playoff=True), quarter=quarter, left=1)
        assert (s.quarter, s.untimed, s.x, s.over) == (quarter, True, 35, "")


def test_a_dead_ball_foul_does_not_use_up_the_untimed_down() -> None:
    """CB-2.14, CB-3.4: the down was not played, so it is still due."""
    s = closed(Result("dead-foul", 0, 25), quarter=2, left=0, untimed=True)
    assert (s.quarter, s.untimed, s.x) == (2, True, 25)


def test_yards_of_a_penalty_do_not_make_a_play_long() -> None:
    """CB-6.3: a run of 14 and 15 yards of penalty take one interval."""
    foul = Foul(ball=0, by=1, yards=15, basis=END, afd=True)
    s = closed(Result("ball", 0, 44), foul, game(timing="complex"), left=100)
    assert (s.x, s.left) == (59, 99)


def test_a_long_play_that_is_wiped_out_keeps_its_time() -> None:
    """CB-3.6, CB-6.3: 30 yards called back for holding still took two intervals."""
    foul = Foul(ball=0, by=0, yards=10, basis=PREV)
    s = closed(Result("ball", 0, 60), foul, game(timing="complex"), left=100)
    assert (s.x, s.left) == (20, 98)


def test_a_touchback_taken_on_the_way_is_no_punt_return() -> None:
    """CB-6.6, CB-12.2: one interval, as every touchback."""
    s = blank()
    s.play = Play(kind="punt", returned=True, touchback=True)
    assert play_time(s, Result("touchback", 1)) == 1
    s.play = Play(kind="punt", returned=True)
    assert play_time(s, Result("ball", 1, 30)) == 2


def test_a_foul_at_a_loose_ball_behind_the_line_counts_from_the_line() -> None:
    """CB-40.8, CB-40.5: LoS 26, own recovery on the 18, 5 yards against the defense: 31, third down."""
    foul = Foul(ball=0, by=1, yards=5, basis=LOOSE)
    s = closed(Result("ball", 0, 18), foul, x=26, ltg=40, down=2, p_recovered_by=0, p_recovered_at=18)
    assert (s.x, s.down, s.ltg) == (31, 3, 40)


def test_a_safety_after_a_blocked_field_goal_is_cancelled_from_the_line() -> None:
    """CB-40.20, CB-40.8: no kick return: LoS 4 and 5 yards, the down counts, no new series."""
    foul = Foul(ball=0, by=1, yards=5, basis=LOOSE)
    s = closed(Result("safety", 0, -4), foul, x=4, down=1, p_kind="field-goal", p_recovered_by=0)
    assert (s.off, s.x, s.down, s.ltg, s.scores) == (0, 9, 2, 14, [0, 0])


def test_the_red_joker_may_still_fall_on_the_run_after_a_recovery() -> None:
    """CB-37.5, CB-39.2: a dropped lateral leaves it in the deck: K over 9, three draws, 4, 5, then RJ."""
    s = kick("scrimmage", next="down", off=0)
    got: list[Result] = []

    def run() -> Rules:
        got.append((yield from loose_ball(s, 0, 30)))

    course = Course(s, "9H KS 4H 5H RJ 3C 8D", {"fumble-run": "run"}).run(run())
    assert course.whats == ["declare", "declare", "fumble-run", "declare", "declare"]
    assert (s.play.lost_by, s.play.lost_at) == (1, 79)  # Blue had it on its 70 and lost it nine yards on
    assert got == [Result("ball", 0, 21)]  # Blue drew first and lower


def test_an_end_who_joined_another_lane_faces_no_tight_end() -> None:
    """CB-18.4, CB-24.5: back in his own lane he may cover the TE again, in the next one he may not."""
    for lane, faces in ((3, True), (2, False)):
        s = scene("i_form", "4-3")
        end = one(s, "D+7")
        assert te_faced(s, end) is one(s, "TER")
        end.lane, end.home = lane, "OR"
        one(s, "M").lane = 0  # more than three stay on the line
        assert (te_faced(s, end) is not None) is faces
        assert ("D+7>cover" in defensive_moves(s, Phase.BLOCKING_ANSWER)) is faces


def test_a_spike_is_a_scrimmage_play_for_fouls() -> None:
    """CB-6.16, CB-40.5, CB-40.8: LoS 88, fumbled snap recovered on the 86, 5 yards: 93 and not 91."""
    foul = Foul(ball=0, by=1, yards=5, basis=LOOSE)
    s = closed(Result("ball", 0, 86), foul, x=88, ltg=98, p_kind="spike", p_recovered_by=0, p_recovered_at=86)
    assert (s.x, s.down, s.ltg) == (93, 2, 98)
    carrier = Foul(ball=0, by=0, yards=10, basis=SPOT, spot=95)
    s = closed(Result("ball", 0, 96), carrier, x=88, ltg=98, p_kind="spike")
    assert (s.x, s.down) == (85, 1)  # CB-40.9: the down is repeated


def test_a_foul_before_a_blocked_punt_out_of_the_end_zone_repeats_the_down() -> None:
    """CB-40.12: the receivers never had the ball: safety, or 4 yards (half of 8) back and kick again."""
    foul = Foul(ball=1, by=0, yards=15, basis=END)
    s = closed(Result("safety", 0, -10), foul, x=8, ltg=30, down=2, p_kind="punt", p_lost_by=0, p_lost_at=-10)
    assert (s.off, s.x, s.down, s.scores) == (0, 4, 2, [0, 0])
    foul = Foul(ball=1, by=0, yards=15, basis=END)
    s = closed(Result("safety", 0, -10), foul, answer="decline", x=8, p_kind="punt")
    assert (s.next, s.scores) == ("free-kick", [0, 2])


def test_an_end_who_covers_the_other_tight_end_is_no_card_of_that_side() -> None:
    """CB-33.3, 42d: the right end on TER may take a back on the right; on TEL he may take nobody."""
    for tight_end, able in (("TER", True), ("TEL", False)):
        s = scene("goal_line", "4-3")
        end = one(s, "D+7")
        end.lane, end.at, end.cover, end.side = -1, "cover", tight_end, tight_end[-1]
        s.play.lined = True
        assert may_cover_back(s, end, "R") is able
        assert not may_cover_back(s, end, "L")


def test_a_foul_spot_is_never_beyond_the_goal_line_or_the_loss_of_the_ball() -> None:
    """CB-40.6, CB-40.18: a touchdown called back: from the goal line; a ball lost on the 12: from there."""
    foul = Foul(ball=0, by=0, yards=10, basis=SPOT, spot=119)
    s = closed(Result("touchdown", 0, 100), foul, x=80)
    assert (s.off, s.x, s.scores) == (0, 90, [0, 0])
    foul = Foul(ball=1, by=1, yards=10, basis=SPOT, spot=13)
    lost: dict[str, Any] = {"p_changed": True, "p_lost_by": 1, "p_lost_at": 12}
    s = closed(Result("ball", 0, 88), foul, p_kind="kickoff", **lost)
    assert (s.off, s.x, s.down) == (1, 6, 1)
