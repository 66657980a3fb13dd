"""Sections 22 to 24: snap, blocking patterns, blocking phase."""

from __future__ import annotations

from typing import Any

from tests.games.cardbowl.kit import Course, game, one, scene

from fieldhouse.games.cardbowl.rules.lines.ranges import is_free
from fieldhouse.games.cardbowl.rules.plays.answers import defensive_moves
from fieldhouse.games.cardbowl.rules.plays.blocking import lane_options, nearest_lanes
from fieldhouse.games.cardbowl.rules.plays.development import executions
from fieldhouse.games.cardbowl.rules.plays.protection import threats
from fieldhouse.games.cardbowl.rules.plays.snap import snap_card
from fieldhouse.games.cardbowl.rules.state import Bowl, Phase

# Snap


def snapped(
    draws: str, answers: dict[str, Any] | None = None, stance: str = "U", **options: Any
) -> tuple[Bowl, Course]:
    g = game(**options)
    s = scene("i_form" if stance == "U" else "shotgun_te", phase=Phase.SNAP)
    s.play.offense[0].up = False
    return s, Course(s, draws, answers).run(snap_card(g.book, s))


def test_the_snap_reveals_the_qb_and_draws_one_card() -> None:
    """CB-22.1, CB-22.2: the card counts for nothing."""
    g = game()
    s = scene(phase=Phase.SNAP)
    s.play.offense[0].up = False
    course = Course(s, "9H").run(g.play(s))
    assert course.purposes == ["snap"] and one(s, "QB").up and course.stopped == "assign"


def test_offside_goes_on_and_may_be_declined() -> None:
    """CB-22.3: black after BJ."""
    s, course = snapped("BJ 9C")
    assert s.play.result is None and s.play.foul is not None
    assert (s.play.foul.by, s.play.foul.yards, s.play.foul.basis) == (1, 5, "PREV")
    assert course.purposes == ["snap", "foul"]


def test_red_after_the_black_joker_stops_the_play() -> None:
    """CB-22.4, CB-40.2: also RJ; not declinable."""
    for card in ("9H", "RJ"):
        _, course = snapped(f"BJ {card}")
        assert (course.result.end, course.result.x) == ("dead-foul", 25)
        assert course.asked == []


def test_a_red_face_card_is_delay_of_game_and_a_timeout_cancels_it() -> None:
    """CB-22.5, CB-47.126: without a timeout the penalty stands."""
    s, course = snapped("BJ QH", {"delay": "timeout"})
    assert course.result.x == 30 and s.timeouts == [2, 3]
    s, course = snapped("BJ QH", {"delay": "penalty"})
    assert course.result.x == 25 and s.timeouts == [3, 3]
    g = game()
    s = scene(phase=Phase.SNAP, timeouts=[0, 3])
    course = Course(s, "BJ QH").run(snap_card(g.book, s))
    assert course.asked == [] and course.result.x == 25


def test_a_fumbled_snap_under_centre() -> None:
    """CB-22.6, CB-22.9: A or 2; anything else is a foul, BJ a plain one; the hands play no part."""
    s, _ = snapped("RJ AH")
    assert (s.play.lost_by, s.play.lost_at) == (0, 29)
    for card in ("8H", "BJ"):
        _, course = snapped(f"RJ {card}")
        assert (course.result.end, course.result.x) == ("dead-foul", 25)
    _, course = snapped("RJ QC", {"delay": "timeout"})
    assert course.result.x == 30
    s, course = snapped("RJ AH 9H 8C")
    assert course.result.team == 0 and not {"extra", "tackle"} & set(course.whats)


def test_a_fumbled_snap_in_shotgun() -> None:
    """CB-22.7: A to 5, and a further card for the yards; a joker is replaced."""
    s, course = snapped("RJ AH BJ 8H", stance="G")
    assert s.play.lost_at == 22 and course.purposes[-2:] == ["fumble distance", "fumble distance"]
    _, course = snapped("RJ 9H", stance="G")
    assert course.result.end == "dead-foul"


def test_in_the_single_joker_game_the_play_goes_on() -> None:
    """CB-22.8, CB-47.4"""
    s, _ = snapped("RJ 9H", single_joker=True)
    assert s.play.result is None
    s, _ = snapped("RJ AH", single_joker=True)
    assert s.play.lost_at == 29


# Pattern phase


def assigned(s: Bowl, answers: dict[str, Any]) -> Course:
    return Course(s, "", answers).run(game().play(s))


def test_every_blocker_is_assigned_or_left_free() -> None:
    """CB-23.1, CB-23.3: several may share a lane; none is legal too."""
    s = scene(phase=Phase.FIRST_PATTERN)
    assigned(
        s, {"assign": ["LT>lane1", "LG>lane2", "C>lane2", "RG>lane3", "RT>none", "TER>lane4"], "sneak": []}
    )
    assert [one(s, n).lane for n in ("LT", "LG", "C", "RG", "RT", "TER")] == [0, 1, 1, 2, -1, 3]


def test_fill_assigns_the_rest() -> None:
    """CB-23.1"""
    s = scene(phase=Phase.FIRST_PATTERN)
    course = assigned(s, {"assign": ["LT>lane1", "fill"]})
    assert course.whats.count("assign") == 2
    assert all(one(s, n).lane >= 0 for n in ("LT", "LG", "C", "RG", "RT", "TER"))


def test_at_most_two_cards_are_moved_into_a_match_up() -> None:
    """CB-23.4, CB-47.63: LG at -2 is home in the lane at -2; LT and C are moved in, then no third."""
    s = scene(phase=Phase.FIRST_PATTERN, formation="ace")
    for name in ("LT", "C"):
        one(s, name).lane = 1
    s.play.lanes[1].in_off = 2
    assert 1 in lane_options(s, one(s, "LG")) and 1 not in lane_options(s, one(s, "RG"))


def test_at_most_three_linemen_block_in_one_match_up() -> None:
    """CB-23.13, CB-23.3, CB-47.146: LG and C at home, RG moved in: full for LT."""
    for edition, room in ((3, False), (2, True), (1, True)):
        s = scene(phase=Phase.FIRST_PATTERN, formation="ace", edition=edition)
        s.play.lanes[1].col = -1
        for name in ("LG", "C", "RG"):
            one(s, name).lane = 1
        s.play.lanes[1].in_off = 1
        assert (1 in lane_options(s, one(s, "LT"))) == room
    one(s, "RG").lane = 2
    s.edition = 3
    assert 1 in lane_options(s, one(s, "LT"))


def test_automatic_blocking_keeps_to_three_linemen() -> None:
    """CB-23.13: the fourth goes elsewhere or nowhere, a tight end may still come."""
    lanes = ((0, 0, 0, 0), (20, 0, 0, 0))
    assert nearest_lanes((-2, 0, 2, 1), lanes, 3).count(0) == 3
    assert nearest_lanes((-2, 0, 2, 1), lanes, 5).count(0) > 3


def test_backs_do_not_move_in_the_first_turn() -> None:
    """CB-23.5, CB-47.64"""
    s = scene(phase=Phase.FIRST_PATTERN)
    course = assigned(s, {"assign": "fill"})
    first = course.whats.index("pattern-1")
    assert "backs" not in course.whats[:first] and "backs" in course.whats[first:]


def test_a_sneak_may_follow_either_pattern_turn() -> None:
    """CB-23.6, CB-31.1, CB-47.70"""
    s = scene(phase=Phase.FIRST_PATTERN)
    course = assigned(s, {"assign": "fill"})
    assert course.whats.count("sneak") == 2
    s = scene("shotgun_te", phase=Phase.FIRST_PATTERN)
    assert "sneak" not in assigned(s, {"assign": "fill"}).whats


def test_the_defenses_pattern_turn() -> None:
    """CB-23.7: commits to lanes and receivers, straight back, shifts."""
    s = scene(phase=Phase.FIRST_ANSWER)
    course = assigned(s, {"pattern-1": "done"})
    keys = course.menus["pattern-1"]
    assert {"M>lane2", "OL>WL1", "SR>TER", "D-5>back", "D-2>back", "SL>OL"} <= set(keys)
    s = scene(phase=Phase.FIRST_ANSWER)
    assigned(s, {"pattern-1": ["D-5>back", "M>lane2", "SL>WL1", "done"], "backs": []})
    assert (one(s, "D-5").at, one(s, "M").lane, one(s, "SL").cover) == ("OL", 1, "WL1")
    assert not any(d.up for d in s.play.defense)
    s = scene(phase=Phase.FIRST_ANSWER)
    assigned(s, {"pattern-1": ["D-2>back", "done"]})
    assert one(s, "D-2").at == "IL"


def test_three_cards_stay_on_the_line() -> None:
    """CB-23.7, CB-18.3, CB-23.12: linebackers in lanes count."""
    s = scene(alignment="3-4", phase=Phase.FIRST_ANSWER)
    assert not any(key.endswith("back") for key in assigned(s, {}).menus["pattern-1"])
    s = scene(alignment="3-4", phase=Phase.FIRST_ANSWER)
    course = assigned(s, {"pattern-1": ["OL>lane1", "done"]})
    assert "D0>back" in course.menus["pattern-1"]


def test_backs_step_up_face_down_in_the_second_turn() -> None:
    """CB-23.8: any number, two a lane."""
    s = scene(phase=Phase.SECOND_PATTERN)
    course = assigned(s, {"backs": ["BF>lane2", "BT>lane2"]})
    assert one(s, "BF").lane == one(s, "BT").lane == 1 and "BF>lane1" not in course.menus["backs"]


def test_a_linebacker_may_go_back_in_the_second_turn() -> None:
    """CB-23.9: to the slot he came from."""
    s = scene(phase=Phase.FIRST_ANSWER)
    course = assigned(s, {"pattern-1": ["OL>lane1", "done"], "pattern-2": ["OL>back", "done"]})
    assert "OL>back" not in course.menus["pattern-1"] and one(s, "OL").at == "OL" and one(s, "OL").lane == -1


def test_an_end_but_no_tackle_goes_back_in_the_second_turn() -> None:
    """CB-23.9: tackles drop in the first turn only; in the first edition they could in both."""
    s = scene(phase=Phase.FIRST_ANSWER)
    course = assigned(s, {"pattern-1": "done", "pattern-2": ["D+7>back", "done"]})
    assert {"D-2>back", "D+7>back"} <= set(course.menus["pattern-1"]) and one(s, "D+7").at == "OR"
    s = scene(phase=Phase.FIRST_ANSWER)
    second = set(assigned(s, {}).menus["pattern-2"])
    assert "D-5>back" in second and not {"D-2>back", "D+2>back"} & second
    s = scene(phase=Phase.FIRST_ANSWER, edition=1)
    assert "D-2>back" in assigned(s, {}).menus["pattern-2"]


def test_a_card_shifted_in_the_first_turn_commits_within_its_old_range() -> None:
    """CB-23.10, CB-47.65"""
    s = scene(phase=Phase.FIRST_ANSWER)
    course = assigned(s, {"pattern-1": ["SL>OL", "done"], "pattern-2": "done"})
    assert "SL>lane1" not in course.menus["pattern-2"] and "SL>WL1" in course.menus["pattern-2"]


def test_linemen_are_never_asked_again() -> None:
    """CB-23.11"""
    s = scene(phase=Phase.FIRST_ANSWER)
    assert "assign" not in assigned(s, {}).whats


# Blocking phase


def test_the_line_and_blocking_backs_are_revealed_together() -> None:
    """CB-24.1"""
    s = scene(phase=Phase.LINE_REVEALED, lanes={"LT": 0, "BF": 1})
    assigned(s, {"quick": [], "tight-end": "block"})
    assert all(one(s, n).up for n in ("LT", "LG", "C", "RG", "RT", "BF")) and not one(s, "BT").up


def test_each_tight_end_blocks_or_leaves() -> None:
    """CB-24.2: revealed he may later draw one yardage card at most."""
    from fieldhouse.games.cardbowl.rules.plays.passing import most_yardage

    s = scene(phase=Phase.LINE_REVEALED, lanes={"TER": 3})
    assigned(s, {"tight-end": "block", "quick": []})
    assert one(s, "TER").up and one(s, "TER").lane == 3 and most_yardage(s, one(s, "TER"), "end") == 1
    s = scene(phase=Phase.LINE_REVEALED, lanes={"TER": 3})
    assigned(s, {"tight-end": "stay", "quick": []})
    assert not one(s, "TER").up and one(s, "TER").lane == -1 and most_yardage(s, one(s, "TER"), "end") == 99


def test_any_play_but_a_sneak_may_be_executed_before_the_defense_acts() -> None:
    """CB-24.3, CB-29.1: a pass here has no yardage draws."""
    s = scene(phase=Phase.QUICK)
    verbs = {key.split(":")[0] for key in executions(s, face_up=False)}
    assert verbs == {"rush", "scramble", "pass", "screen", "lateral"}
    s = scene(phase=Phase.QUICK, cards={"QB": "KS", "WL1": "KH"})
    course = Course(s, "9S 9H 9D 9C", {"quick": "pass:WL1"}).run(game().play(s))
    assert "yardage" not in course.whats


def test_everything_left_in_the_lanes_is_revealed() -> None:
    """CB-24.4"""
    s = scene(phase=Phase.BLOCKING_ANSWER)
    assigned(s, {"check": []})
    assert all(d.up for d in s.play.defense if d.lane >= 0) and s.play.lined


def test_an_end_facing_an_unrevealed_tight_end() -> None:
    """CB-24.5: rush, stay down as his cover, or drop to the OLB slot."""
    s = scene(phase=Phase.BLOCKING_ANSWER)
    assert {"D+7>back", "D+7>cover"} <= set(defensive_moves(s, Phase.BLOCKING_ANSWER))
    assigned(s, {"blocking": ["D+7>cover", "done"], "check": []})
    end = one(s, "D+7")
    assert (end.cover, end.lane, end.up) == ("TER", -1, False)


def test_an_end_facing_a_revealed_tight_end_may_join_a_receiver_of_his_side_at_once() -> None:
    """CB-24.6: face down beside the cornerback on the right; not on the left, not on the TE himself."""
    s = scene(phase=Phase.BLOCKING_ANSWER, up=["TER"], lanes={"TER": 3})
    course = assigned(s, {"blocking": ["D+7>WR1", "done"], "check": []})
    end = one(s, "D+7")
    assert (end.cover, end.lane, end.up) == ("WR1", -1, False) and not is_free(end)
    assert sorted(d.name for d in s.play.defense if d.cover == "WR1") == ["CB-WR1", "D+7"]
    s = scene(phase=Phase.BLOCKING_ANSWER, up=["TER"], lanes={"TER": 3})
    keys = [key for key in defensive_moves(s, Phase.BLOCKING_ANSWER) if key.startswith("D+7>")]
    assert keys == ["D+7>back", "D+7>WR1"] and "D-5>WL1" not in course.menus["blocking"]
    s = scene("pro_set", phase=Phase.BLOCKING_ANSWER, up=["TER"], lanes={"TER": 3})
    one(s, "BR").released = True
    assert "D+7>BR" in defensive_moves(s, Phase.BLOCKING_ANSWER)
    s = scene(phase=Phase.BLOCKING_ANSWER, up=["TER"], lanes={"TER": 3}, edition=1)
    assert "D+7>WR1" not in defensive_moves(s, Phase.BLOCKING_ANSWER)


def test_an_end_facing_a_revealed_tight_end_plays_or_drops() -> None:
    """CB-24.6, CB-47.66: no cover option."""
    s = scene(phase=Phase.BLOCKING_ANSWER, up=["TER"], lanes={"TER": 3})
    keys = assigned(s, {"check": []}).menus["blocking"]
    assert "D+7>back" in keys and "D+7>cover" not in keys
    s = scene(phase=Phase.BLOCKING_ANSWER, up=["TER"], lanes={"TER": 3})
    assigned(s, {"blocking": ["D+7>back", "done"], "check": []})
    assert (one(s, "D+7").at, one(s, "D+7").up, one(s, "D+7").reach) == ("OR", False, "OR")


def test_other_cards_may_drop_but_three_stay() -> None:
    """CB-24.7"""
    s = scene(phase=Phase.BLOCKING_ANSWER)
    course = assigned(s, {"blocking": ["D-2>back", "done"], "check": []})
    assert one(s, "D-2").at == "IL" and not one(s, "D-2").up
    assert not any(key.endswith("back") for key in course.menus["blocking"])


def test_linebackers_may_join_the_line_face_up() -> None:
    """CB-24.8: they count for the very next check."""
    s = scene(phase=Phase.BLOCKING_ANSWER, cards={"M": "KH", "D-2": "KD", "QB": "3H"})
    assigned(s, {"blocking": ["M>lane2", "done"], "check": []})
    assert one(s, "M").up and max(rush for rush, _, _ in threats(s)) >= 26


def test_secondary_cards_may_shift_in_the_blocking_phase() -> None:
    """CB-24.9"""
    s = scene(phase=Phase.BLOCKING_ANSWER)
    assert "SL>OL" in assigned(s, {"check": []}).menus["blocking"]


def test_an_emptied_lane_stays_a_lane() -> None:
    """CB-24.10, CB-42.8, CB-47.61: defensive value 0, and it may be run through."""
    s = scene(phase=Phase.BLOCKING_ANSWER)
    assigned(s, {"blocking": ["D-2>back", "done"], "check": []})
    assert len(s.play.lanes) == 4 and "rush:BT:lane2" in executions(s, face_up=False)


def test_receivers_may_get_more_cover_in_the_blocking_phase() -> None:
    """CB-24.11, CB-47.132: face down on a face-down man, face up on a revealed TE."""
    s = scene(phase=Phase.BLOCKING_ANSWER, up=["TER"], lanes={"TER": 3})
    assigned(s, {"blocking": ["SL>WL1", "SR>TER", "done"], "check": []})
    assert not one(s, "SL").up and one(s, "SR").up
    s = scene("ace", "quarter", phase=Phase.BLOCKING_ANSWER, up=["TEL"])
    one(s, "SL").cover, one(s, "SL").at = "TEL", "cover"
    assigned(s, {"check": []})
    assert one(s, "SL").up
