"""Sections 19 to 21 and 42: motion, turns, range, the table as a data model."""

from __future__ import annotations

import pytest
from tests.games.cardbowl.kit import Course, game, one, receiver, scene

from fieldhouse.games.cardbowl.rules.lines.formations import (
    SECONDARY,
    align,
    default_chart,
    line_is_legal,
    mirror_slot,
    offense_faults,
    read_formations,
    with_flips,
)
from fieldhouse.games.cardbowl.rules.lines.motion import (
    adjustment_turn,
    adjustments,
    motion_turn,
    motions,
)
from fieldhouse.games.cardbowl.rules.lines.ranges import (
    extra_for_lanes,
    ranges_take_effect,
    reaches_lane,
    reaches_receiver,
)
from fieldhouse.games.cardbowl.rules.plays.answers import defensive_moves
from fieldhouse.games.cardbowl.rules.plays.blocking import at_home, lane_options
from fieldhouse.games.cardbowl.rules.state import Bowl, Phase
from fieldhouse.kernel.errors import BadChart

# Motion


def moved_scene(formation: str = "i_form", alignment: str = "4-3") -> Bowl:
    s = scene(formation, alignment, phase=Phase.MOTION)
    s.play.lanes = []
    for d in s.play.defense:
        d.lane, d.end = -1, ""
    return s


def test_one_card_may_move_to_a_free_legal_slot() -> None:
    """CB-19.1, CB-47.60: the formation stays legal, the stance the same."""
    s = moved_scene()
    keys = motions(s)
    assert {"TER>TEL", "BF>BL", "BT>WL2", "WR1>WL2"} <= set(keys)
    assert "WL1>WR2" not in keys  # nobody would be left on the left end
    assert not any(key.startswith(("QB", "LT", "C")) for key in keys)


def test_without_motion_no_adjustment() -> None:
    """CB-19.4"""
    s = moved_scene()
    Course(s, "", {"motion": "none"}).run(motion_turn(s))
    assert s.play.phase == "snap"


def test_the_defense_adjusts_after_a_motion() -> None:
    """CB-19.2: line shifts of two columns, one LB up or one card back, following cover, LB and S shifts."""
    s = moved_scene()
    Course(s, "", {"motion": "WR1>WL2"}).run(motion_turn(s))
    keys = adjustments(s)
    assert {"D-5>-4", "D-2>+0", "D-2>-3", "D+7>+5"} <= set(keys) and "D-2>+1" not in keys
    assert {"M>+0", "OL>-7"} & set(keys) == {"M>+0"}
    assert {"D-2>back", "CB-WR1>SR", "SL>OL", "M>IL"} <= set(keys)
    Course(s, "", {"adjust": ["M>+0", "CB-WR1>SR", "done"]}).run(adjustment_turn(s))
    assert one(s, "M").at == "line" and one(s, "CB-WR1").at == "SR" and s.play.phase == "snap"
    assert one(s, "CB-WR1").cover == ""


def test_a_corner_follows_his_man_in_motion() -> None:
    """CB-19.5: by himself, to the new slot, and nothing else of his changes."""
    s = moved_scene()
    Course(s, "", {"motion": "WR1>WL2"}).run(motion_turn(s))
    Course(s, "", {"adjust": "done"}).run(adjustment_turn(s))
    corner = one(s, "CB-WR1")
    assert (corner.at, corner.cover, corner.side, corner.home) == ("cover", "WL2", "L", "")


def test_before_the_third_edition_a_corner_is_moved_or_stands_deep() -> None:
    """CB-19.5: records of earlier editions replay as they were played."""
    for answers, stands in ((["CB-WR1>WL2", "done"], ("cover", "WL2")), (["done"], ("SR", ""))):
        s = moved_scene()
        s.edition = 2
        Course(s, "", {"motion": "WR1>WL2"}).run(motion_turn(s))
        assert "CB-WR1>WL2" in adjustments(s)
        Course(s, "", {"adjust": answers}).run(adjustment_turn(s))
        assert (one(s, "CB-WR1").at, one(s, "CB-WR1").cover) == stands


def test_nobody_follows_a_receiver_into_the_backfield() -> None:
    """CB-19.5: a back has no cover before he is released; the corner stands deep."""
    s = moved_scene("single_back", "nickel-4-2")
    Course(s, "", {"motion": "WR1>BF"}).run(motion_turn(s))
    assert not any(key.startswith("CB-WR1") for key in adjustments(s))
    Course(s, "", {"adjust": "done"}).run(adjustment_turn(s))
    assert (one(s, "CB-WR1").at, one(s, "CB-WR1").cover) == ("SR", "")


def test_each_card_adjusts_once_and_only_one_crosses_the_line() -> None:
    """CB-19.2"""
    s = moved_scene()
    Course(s, "", {"motion": "WR1>WL2"}).run(motion_turn(s))
    one(s, "M").acted, s.play.adjusted_line = 0, True
    keys = adjustments(s)
    assert not any(key.startswith("M>") or key.endswith(">back") for key in keys)


def test_a_tight_end_in_motion_draws_the_nearest_end() -> None:
    """CB-19.2 (c)"""
    s = moved_scene(alignment="3-4")
    Course(s, "", {"motion": "TER>TEL"}).run(motion_turn(s))
    assert "D-4>-7" in adjustments(s)


def test_the_line_is_legal_again_after_the_adjustment() -> None:
    """CB-19.3, CB-19.5, CB-47.131: the end outside a tight end who left moves in."""
    s = moved_scene()
    Course(s, "", {"motion": "TER>TEL", "adjust": "done"}).run(motion_turn(s))
    Course(s, "", {"adjust": "done"}).run(adjustment_turn(s))
    assert line_is_legal(s.play.slots, [d.col for d in s.play.defense if d.at == "line"])
    assert one(s, "D+7").col == 5


def test_eight_on_the_line_lose_a_man_when_a_tight_end_leaves() -> None:
    """CB-19.5"""
    s = moved_scene("goal_line", "goal-line-6-2")
    s.play.slots[6:] = ["TEL", "TER", "WR1", "BL", "BR"]
    s.play.offense[8].name = s.play.offense[8].at = "WR1"
    for d, col in zip(s.play.defense[:8], range(-7, 8, 2), strict=True):
        d.at, d.col, d.cover = "line", col, ""
    Course(s, "", {"motion": "TER>WR2"}).run(motion_turn(s))
    Course(s, "", {"adjust": "done"}).run(adjustment_turn(s))
    assert line_is_legal(s.play.slots, [d.col for d in s.play.defense if d.at == "line"])


def test_receivers_close_up_and_cover_left_behind_stands_deep() -> None:
    """CB-19.5: WL2 becomes WL1 and keeps his man; the other corner is a safety on the old side."""
    s = moved_scene("single_back", "nickel-4-2")
    Course(s, "", {"motion": "WL1>WR2"}).run(motion_turn(s))
    assert "WL1" in s.play.slots and "WL2" not in s.play.slots
    assert one(s, "CB-WL2").cover == "WL1"
    Course(s, "", {"adjust": ["CB-WL1>SL", "done"]}).run(adjustment_turn(s))
    assert (one(s, "CB-WL1").at, one(s, "CB-WL1").cover) == ("SL", "")


# Turns and range


def test_the_sides_alternate_until_execution_or_sack() -> None:
    """CB-20.1: the order of who is asked in a whole play."""
    s = scene(phase=Phase.FIRST_PATTERN, cards={"QB": "KS"})
    course = Course(
        s, "", {"assign": "fill", "tight-end": "block", "check": "protect", "action": "reveal:WL1"}
    )
    course.run(game().play(s))
    seats = [(seat, what) for seat, what in course.asked if what not in ("assign", "tight-end")]
    assert seats == [
        (0, "sneak"),
        (1, "pattern-1"),
        (0, "backs"),
        (0, "sneak"),
        (1, "pattern-2"),
        (0, "quick"),
        (1, "blocking"),
        (0, "check"),
        (0, "action"),
        (1, "answer"),
        (0, "end-turn"),
    ]


def test_one_card_a_turn_for_the_offense() -> None:
    """CB-20.2: one action, then the defense answers."""
    s = scene(phase=Phase.ACTION, up=["LT"])
    s.play.k = 1
    course = Course(s, "", {"action": "reveal:WL1"}).run(game().play(s))
    assert course.whats[:2] == ["action", "answer"]


def test_a_defensive_card_does_one_thing_a_turn() -> None:
    """CB-20.3, CB-47.65: never shift and commit in one turn."""
    s = scene(phase=Phase.FIRST_ANSWER)
    course = Course(s, "", {"pattern-1": ["SL>OL", "done"]}).run(game().play(s))
    assert not any(key.startswith("SL>") for key in course.menus["pattern-1"])


def test_assigned_cards_count_face_down_and_are_turned_at_execution() -> None:
    """CB-20.4, CB-47.67: the linebacker in the lane and the corner on the receiver."""
    s = scene(cards={"BT": "KH", "OL": "KD"}, call="rush:BT:lane1@quick")
    one(s, "OL").lane = 0
    course = Course(s, "10S 9H 8H 7H").run(game().play(s))
    assert any("left outside linebacker -13" in line for line in course.lines)
    s2 = scene(call="pass:WL1@quick", cards={"QB": "KS", "WL1": "KH"})
    Course(s2, "9S").run(game().play(s2))
    assert one(s2, "CB-WL1").up


def test_cards_once_up_stay_up_and_hidden_ones_are_not_shown_afterwards() -> None:
    """CB-20.5: after the whistle the table is cleared."""
    s = scene(cards={"BT": "KH", "QB": "9H"}, call="rush:BT:lane1@quick")
    Course(s, "10S 9S 8S 7S", {}).run(game().play(s))
    assert s.play.defense == [] and s.play.offense == []


def test_range_limits_what_uncommitted_cards_may_join() -> None:
    """CB-21.1: the moves offered to M do not contain wide receivers."""
    keys = defensive_moves(scene(phase=Phase.FIRST_ANSWER), Phase.FIRST_ANSWER)
    assert "M>lane1" in keys and "M>TER" in keys and "M>WL1" not in keys


def test_inside_linebackers() -> None:
    """CB-21.2, CB-47.62: every lane, either TE, any back; no WRs."""
    for slot in ("IL", "M", "IR"):
        assert all(reaches_lane(slot, col) for col in (-7, 0, 7))
        assert all(reaches_receiver(slot, receiver(r)) for r in ("TEL", "TER", "BL", "BR"))
        assert not reaches_receiver(slot, receiver("WL1"))


def test_outside_linebackers() -> None:
    """CB-21.3, CB-42.10: their half, column 0 included."""
    assert [reaches_lane("OL", col) for col in (-5, 0, 1)] == [True, True, False]
    assert [reaches_lane("OR", col) for col in (-1, 0, 5)] == [False, True, True]
    assert [reaches_receiver("OL", receiver(r)) for r in ("WL1", "TEL", "BL", "WR1", "TER", "BR")] == [
        *[True] * 3,
        *[False] * 3,
    ]


def test_safeties() -> None:
    """CB-21.4: WRs and the TE of their side; never the line or backs."""
    assert not any(reaches_lane("SL", col) for col in range(-7, 8))
    assert [reaches_receiver("SR", receiver(r)) for r in ("WR2", "TER", "BR", "WL1")] == [
        True,
        True,
        False,
        False,
    ]


def test_one_lane_of_a_pair_in_range_is_enough() -> None:
    """CB-21.5: lanes at -2 and +2, OL reaches the first."""
    s = scene()
    assert "OL" in [d.name for d in extra_for_lanes(s, [1, 2])]
    assert "OL" not in [d.name for d in extra_for_lanes(s, [2])]


def test_shifts_go_one_position() -> None:
    """CB-21.6: safety to safety is no shift; OL and OR are neighbours of M."""
    from fieldhouse.games.cardbowl.rules.lines.ranges import NEIGHBOURS

    assert NEIGHBOURS["SL"] == ("OL",) and set(NEIGHBOURS["M"]) == {"IL", "IR", "OL", "OR"}
    assert all(a in NEIGHBOURS[b] for a in SECONDARY for b in NEIGHBOURS[a])


def test_a_shift_changes_range_from_the_next_turn_on() -> None:
    """CB-21.7, CB-23.10: in the pattern phase the old range stays until the blocking phase."""
    s = scene(phase=Phase.FIRST_ANSWER)
    course = Course(s, "", {"pattern-1": ["SL>OL", "done"], "pattern-2": "done", "quick": []}).run(
        game().play(s)
    )
    assert not any(key.startswith("SL>lane") for key in course.menus["pattern-2"])
    assert "SL>WL1" in course.menus["pattern-2"]
    ranges_take_effect(s)
    assert one(s, "SL").reach == "OL"


def test_a_committed_card_has_no_range_and_a_dropped_one_gets_its_slots() -> None:
    """CB-21.8"""
    s = scene(phase=Phase.FIRST_ANSWER)
    course = Course(s, "", {"pattern-1": ["D-5>back", "M>lane2", "done"], "quick": []}).run(game().play(s))
    assert "D-5>WL1" in course.menus["pattern-2"] and one(s, "D-5").reach == "OL"
    assert not any(key in ("M>lane1", "M>TER") for key in course.menus["pattern-2"])


def test_backs_get_cover_only_once_released() -> None:
    """CB-21.9, CB-47.132"""
    s = scene(phase=Phase.FIRST_ANSWER)
    assert not any(key.endswith(">BT") for key in defensive_moves(s, Phase.ANSWER))
    one(s, "BT").released, one(s, "BT").side = True, "L"
    assert {"M>BT", "OL>BT"} <= set(defensive_moves(s, Phase.ANSWER)) and "OR>BT" not in defensive_moves(
        s, Phase.ANSWER
    )


# The data model


def test_every_shipped_formation_is_legal_and_mirrored() -> None:
    """CB-42.1, CB-42.2, CB-47.59"""
    named = with_flips(default_chart()["offense"])
    assert (
        len(named) == 26
        and mirror_slot("WL2") == "WR2"
        and mirror_slot("LT") == "RT"
        and mirror_slot("BF") == "BF"
    )
    for row in named.values():
        assert offense_faults(row["stance"], row["slots"]) == []
        for defense in default_chart()["defense"].values():
            places = align(defense, row["slots"])
            assert len(places) == 11
            assert line_is_legal(row["slots"], [int(p[1:]) for p in places if p[0] == "D"])


def test_quarter_and_four_four_against_the_goal_line() -> None:
    """CB-42.4, CB-48.44: OL, OR, SR and TEL take the spare cards; the one S stands at SR."""
    goal = with_flips(default_chart()["offense"])["goal_line"]["slots"]
    places = align(default_chart()["defense"]["quarter"], goal)
    assert places == ["D-4", "D0", "D+4", "M", "SL", "SL", "SR", "OL", "OR", "SR", "on TEL"]
    assert "SR" in align(default_chart()["defense"]["4-4"], goal)


def test_lanes_are_ordered_by_column_and_neighbours_whatever_the_gap() -> None:
    """CB-42.5, CB-42.8, CB-47.61"""
    s = scene()
    assert [lane.col for lane in s.play.lanes] == [-5, -2, 2, 7]
    assert [d.lane for d in s.play.defense[:4]] == [0, 1, 2, 3]


def test_home_and_moved_in() -> None:
    """CB-42.6, CB-23.4: within one column is at home."""
    s = scene()
    assert at_home(one(s, "LT"), -5) and not at_home(one(s, "LT"), -2) and not at_home(one(s, "BT"), 0)


def test_unassigned_linemen_count_nowhere() -> None:
    """CB-42.7"""
    from fieldhouse.games.cardbowl.rules.plays.blocking import offense_in

    s = scene(lanes={"LG": 1})
    assert [name for name, _ in offense_in(s, [0, 1, 2, 3])] == ["LG"]


def test_receiver_match_ups_are_cover_lists() -> None:
    """CB-42.9"""
    s = scene()
    assert [d.name for d in s.play.defense if d.cover == "WL1"] == ["CB-WL1"]


def test_reach_in_columns() -> None:
    """CB-23.2, CB-48.14, CB-47.58: C to the man over a guard; LG from the TE to the other guard."""
    s = scene("ace", "5-2")  # lanes -7 -2 0 2 7
    assert lane_options(s, one(s, "C")) == [1, 2, 3]
    assert lane_options(s, one(s, "LG")) == [0, 1, 2, 3]
    assert lane_options(s, one(s, "LT")) == [0, 1]


def test_a_bad_chart_lists_every_fault() -> None:
    """CB-17.2, CB-18.5: a person's own formations are checked like ours."""
    text = """
[offense]
bad = { stance = "X", slots = ["WL1", "WL2", "WL3", "BL", "BR"] }
[defense]
bad = { line = [-4, -3, 4], backers = ["OX"], safeties = ["S"], corners = 9 }
"""
    with pytest.raises(BadChart) as caught:
        read_formations(text)
    found = " ".join(caught.value.faults)
    assert all(part in found for part in ("stance", "CB-17.2", "OX", "CB-42.3", "corners"))
    with pytest.raises(BadChart, match="formations"):
        read_formations("not toml")
