"""Sections 17 to 21 and 42: formations, motion, turns, range, the table as a data model."""

from __future__ import annotations

import pytest
from tests.games.cardbowl.kit import Course, blank, game, one, scene

from fieldhouse.games.cardbowl.rules.lines.formations import (
    COLUMN,
    SECONDARY,
    align,
    columns,
    default_chart,
    flipped,
    line_is_legal,
    line_places,
    offence_faults,
    read_chart,
    with_flips,
)
from fieldhouse.games.cardbowl.rules.lines.lineup import (
    custom_offence,
    defence_formation,
    offence_formation,
    open_places,
    placement,
)
from fieldhouse.games.cardbowl.rules.lines.motion import adjust, adjustments, motion, motions
from fieldhouse.games.cardbowl.rules.lines.ranges import (
    extra_for_lanes,
    ranges_take_effect,
    reaches_lane,
    reaches_receiver,
)
from fieldhouse.games.cardbowl.rules.plays.answers import moves, te_faced
from fieldhouse.games.cardbowl.rules.plays.blocking import at_home, lane_options
from fieldhouse.games.cardbowl.rules.plays.passing import passer
from fieldhouse.games.cardbowl.rules.plays.rush import carrier_value
from fieldhouse.games.cardbowl.rules.state import Piece, State
from fieldhouse.kernel.errors import BadChart

HAND = ["KS", "QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S", "4S", "3S"]


def test_the_offence_places_eleven_cards_face_down() -> None:
    """CB-17.1: QB, five linemen and five others; the ball is on C in the picture."""
    s = blank()
    s.play.hands[0] = list(HAND)
    course = Course(s, "", {"formation": "i_form", "place": [*HAND[:10]]})
    course.run(offence_formation(game().book, s))
    course.run(placement(s, 0))
    assert [p.name for p in s.play.offence] == [
        "QB",
        "LT",
        "LG",
        "C",
        "RG",
        "RT",
        "TER",
        "WL1",
        "WR1",
        "BF",
        "BT",
    ]
    assert [p.card for p in s.play.offence] == HAND and not any(p.up for p in s.play.offence)


def test_fill_completes_the_line_up_visibly() -> None:
    """CB-17.1: an option of its own; every card gets a place."""
    s = blank()
    s.play.hands[0] = list(HAND)
    course = Course(s, "", {"formation": "i_form", "place": ["4S", "fill"]})
    course.run(offence_formation(game().book, s))
    course.run(placement(s, 0))
    assert course.whats.count("place") == 2 and course.menus["place"][-1] == "fill"
    assert s.play.offence[0].card == "4S" and sorted(p.card for p in s.play.offence) == sorted(HAND)


@pytest.mark.parametrize(
    ("stance", "slots", "rule"),
    [
        ("U", "WL1 WL2 WL3 BL BR", "CB-17.2"),
        ("U", "TEL WL1 BL BF BT", "CB-17.2"),
        ("U", "BL BF BT BR TER", "CB-17.3"),
        ("G", "WL1 WR1 TER BF BL", "CB-17.5"),
        ("U", "WL2 WR1 TER BL BR", "CB-42.2"),
        ("U", "WL1 WR1 BL BR", "CB-17.1"),
    ],
)
def test_illegal_formations_are_named(stance: str, slots: str, rule: str) -> None:
    """CB-17.1, CB-17.2, CB-17.3, CB-17.5, CB-42.2, CB-47.59"""
    assert any(rule in fault for fault in offence_faults(stance, slots.split()))


def test_a_custom_formation_offers_only_slots_that_can_be_completed() -> None:
    """CB-17.3, CB-17.4: stance first, then five slots."""
    s = blank()
    s.play.formation = "custom"
    course = Course(s, "", {"stance": "G", "slot": ["WL1", "WL2", "WL3", "BL", "TER"]}).run(custom_offence(s))
    assert course.menus["slot"] == ["TER", "WR1"]
    assert s.play.stance == "G" and not offence_faults("G", s.play.slots[6:])


def test_shotgun_values() -> None:
    """CB-17.6, CB-47.75, CB-47.80: QB +1 in a pass, carrier -1 before doubling."""
    gun = scene("shotgun_te", cards={"QB": "QC", "BL": "KH"})
    under = scene("pro_set", cards={"QB": "QC", "BL": "KH"})
    assert (passer(gun), passer(under)) == (13, 12)
    assert (carrier_value(gun, one(gun, "BL")), carrier_value(under, one(under, "BL"))) == (24, 26)


def test_the_opponent_sees_slots_and_stance_not_the_cards() -> None:
    """CB-17.7, CB-18.8"""
    s = scene()
    s.play.offence[0].up = False
    view = game().view(s, 1)["state"]["play"]
    assert [p["name"] for p in view["offence"]] == s.play.slots and view["stance"] == "U"
    assert all(p["card"] == "??" for p in view["offence"])
    assert all(p["card"] != "??" for p in view["defence"])
    assert all(p["card"] == "??" for p in game().view(s, 0)["state"]["play"]["defence"])


def test_cards_keep_owner_and_slot() -> None:
    """CB-17.8: names and cards are the same before and after a defensive turn."""
    s = scene(phase="d1")
    before = [(p.name, p.card) for p in (*s.play.offence, *s.play.defence)]
    Course(s, "", {"pattern-1": ["OL>lane1", "done"]}).run(game().play(s))
    assert [(p.name, p.card) for p in (*s.play.offence, *s.play.defence)] == before


# Defense


def test_the_defence_places_after_seeing_the_slots() -> None:
    """CB-18.1"""
    s = blank()
    s.play.slots = ["QB", "LT", "LG", "C", "RG", "RT", "TER", "WL1", "WR1", "BF", "BT"]
    s.play.hands[1] = list(HAND)
    course = Course(s, "", {"alignment": "4-3", "place": "fill"})
    course.run(defence_formation(game().book, s))
    course.run(placement(s, 1))
    assert [d.name for d in s.play.defence] == [
        "D-5",
        "D-2",
        "D+2",
        "D+7",
        "OL",
        "M",
        "OR",
        "SL",
        "SR",
        "CB-WL1",
        "CB-WR1",
    ]


def test_columns_of_the_line() -> None:
    """CB-18.2, CB-42.1, CB-42.3, CB-47.58: any whole column to 5, to 7 with a tight end, two apart."""
    assert COLUMN == {"TEL": -6, "LT": -4, "LG": -2, "C": 0, "RG": 2, "RT": 4, "TER": 6}
    assert (columns(["TER"])[0], columns(["TER"])[-1]) == (-5, 7)
    assert line_places([], [-4, 0, 4]) == [-2, 2]
    assert not line_is_legal([], [-5, -4, 0]) and not line_is_legal([], [-7, 0, 4])


def test_three_to_as_many_as_fit() -> None:
    """CB-18.3: six without tight ends, seven with one, eight with two."""
    for slots, most in (((), 6), (("TER",), 7), (("TEL", "TER"), 8)):
        low, high = columns(slots)[0], columns(slots)[-1]
        cols = list(range(low, high + 1, 2))
        assert len(cols) == most and line_is_legal(slots, cols)
    assert not line_is_legal((), [0, 4])
    s = blank()
    s.play.slots = scene().play.slots
    places = ["OL", "IL", "M", "IR", "OR", "SL", "SL", "SR"]
    assert all(place.startswith("D") for place in open_places(s.play.slots, places))


def test_the_ends_are_the_first_and_last_card_and_face_tight_ends() -> None:
    """CB-18.4, CB-47.66, CB-47.143: from the outside shoulder of the tackle on."""
    s = scene("ace", "4-3")
    assert [d.end for d in s.play.defence[:4]] == ["L", "", "", "R"]
    assert te_faced(s, one(s, "D-7")) is one(s, "TEL") and te_faced(s, one(s, "D+7")) is one(s, "TER")
    s = scene("ace", "3-4")
    assert te_faced(s, one(s, "D-4")) is None and one(s, "D-4").end == "L"


def test_limits_of_secondary_slots_and_coverage_at_line_up() -> None:
    """CB-18.5, CB-18.6: one card per linebacker slot, two per safety slot and receiver."""
    slots = scene().play.slots
    free = open_places(slots, ["OL", "SL", "on WL1"])
    assert "OL" not in free and "SL" in free and "on WL1" in free
    assert not {"SL", "on WL1"} & set(open_places(slots, ["SL", "SL", "on WL1", "on WL1"]))
    assert one(scene(), "CB-WL1").cover == "WL1"


def test_uncovered_receivers_are_legal() -> None:
    """CB-18.7: a custom alignment with nobody on the receivers."""
    s = blank()
    s.play.slots = scene().play.slots
    wanted = ["D-4", "D0", "D+4", "OL", "IL", "M", "IR", "OR", "SL", "SR", "SL"]
    Course(s, "", {"alignment": "custom", "position": wanted}).run(defence_formation(game().book, s))
    assert s.play.places == wanted


def test_after_the_snap_slots_hold_any_number() -> None:
    """CB-18.9, CB-47.136: SL, OL and M may all shift toward the same slots."""
    s = scene(alignment="nickel-4-2", phase="d1")
    Course(s, "", {"pattern-1": ["SL>OL", "SR>OR", "done"]}).run(game().play(s))
    assert [d.at for d in s.play.defence].count("OL") == 2


# Motion


def moved_scene(formation: str = "i_form", alignment: str = "4-3") -> State:
    s = scene(formation, alignment, phase="motion")
    s.play.lanes = []
    for d in s.play.defence:
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
    Course(s, "", {"motion": "none"}).run(motion(s))
    assert s.play.phase == "snap"


def test_the_defence_adjusts_after_a_motion() -> None:
    """CB-19.2: line shifts of two columns, one LB up or one card back, following cover, LB and S shifts."""
    s = moved_scene()
    Course(s, "", {"motion": "WR1>WL2"}).run(motion(s))
    keys = adjustments(s)
    assert {"D-5>-4", "D-2>+0", "D-2>-3", "D+7>+5"} <= set(keys) and "D-2>+1" not in keys
    assert {"M>+0", "OL>-7"} & set(keys) == {"M>+0"}
    assert {"D-2>back", "CB-WR1>WL2", "SL>OL", "M>IL"} <= set(keys)
    Course(s, "", {"adjust": ["M>+0", "CB-WR1>WL2", "done"]}).run(adjust(s))
    assert one(s, "M").at == "line" and one(s, "CB-WR1").cover == "WL2" and s.play.phase == "snap"


def test_each_card_adjusts_once_and_only_one_crosses_the_line() -> None:
    """CB-19.2"""
    s = moved_scene()
    Course(s, "", {"motion": "WR1>WL2"}).run(motion(s))
    one(s, "M").acted, s.play.adjusted_line = 0, True
    keys = adjustments(s)
    assert not any(key.startswith("M>") or key.endswith(">back") for key in keys)


def test_a_tight_end_in_motion_draws_the_nearest_end() -> None:
    """CB-19.2 (c)"""
    s = moved_scene(alignment="3-4")
    Course(s, "", {"motion": "TER>TEL"}).run(motion(s))
    assert "D-4>-7" in adjustments(s)


def test_the_line_is_legal_again_after_the_adjustment() -> None:
    """CB-19.3, CB-19.5, CB-47.131: the end outside a tight end who left moves in."""
    s = moved_scene()
    Course(s, "", {"motion": "TER>TEL", "adjust": "done"}).run(motion(s))
    Course(s, "", {"adjust": "done"}).run(adjust(s))
    assert line_is_legal(s.play.slots, [d.col for d in s.play.defence if d.at == "line"])
    assert one(s, "D+7").col == 5


def test_eight_on_the_line_lose_a_man_when_a_tight_end_leaves() -> None:
    """CB-19.5"""
    s = moved_scene("goal_line", "goal-line-6-2")
    s.play.slots[6:] = ["TEL", "TER", "WR1", "BL", "BR"]
    s.play.offence[8].name = s.play.offence[8].at = "WR1"
    for d, col in zip(s.play.defence[:8], range(-7, 8, 2), strict=True):
        d.at, d.col, d.cover = "line", col, ""
    Course(s, "", {"motion": "TER>WR2"}).run(motion(s))
    Course(s, "", {"adjust": "done"}).run(adjust(s))
    assert line_is_legal(s.play.slots, [d.col for d in s.play.defence if d.at == "line"])


def test_receivers_close_up_and_cover_that_does_not_follow_stands_deep() -> None:
    """CB-19.5: WL2 becomes WL1 and keeps his man; the other corner is a safety on the old side."""
    s = moved_scene("single_back", "nickel-4-2")
    Course(s, "", {"motion": "WL1>WR2"}).run(motion(s))
    assert "WL1" in s.play.slots and "WL2" not in s.play.slots
    assert one(s, "CB-WL2").cover == "WL1"
    Course(s, "", {"adjust": "done"}).run(adjust(s))
    assert (one(s, "CB-WL1").at, one(s, "CB-WL1").cover) == ("SL", "")


# Turns and range


def test_the_sides_alternate_until_execution_or_sack() -> None:
    """CB-20.1: the order of who is asked in a whole play."""
    s = scene(phase="o1", cards={"QB": "KS"})
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


def test_one_card_a_turn_for_the_offence() -> None:
    """CB-20.2: one action, then the defense answers."""
    s = scene(phase="action", up=["LT"])
    s.play.k = 1
    course = Course(s, "", {"action": "reveal:WL1"}).run(game().play(s))
    assert course.whats[:2] == ["action", "answer"]


def test_a_defensive_card_does_one_thing_a_turn() -> None:
    """CB-20.3, CB-47.65: never shift and commit in one turn."""
    s = scene(phase="d1")
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
    assert s.play.defence == [] and s.play.offence == []


def receiver(slot: str) -> Piece:
    from fieldhouse.games.cardbowl.rules.lines.lineup import offensive_piece

    p = offensive_piece(slot, "9S")
    p.released = p.kind == "RB"
    return p


def test_range_limits_what_uncommitted_cards_may_join() -> None:
    """CB-21.1: the moves offered to M do not contain wide receivers."""
    keys = moves(scene(phase="d1"), "d1")
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
    s = scene(phase="d1")
    course = Course(s, "", {"pattern-1": ["SL>OL", "done"], "pattern-2": "done", "quick": []}).run(
        game().play(s)
    )
    assert not any(key.startswith("SL>lane") for key in course.menus["pattern-2"])
    assert "SL>WL1" in course.menus["pattern-2"]
    ranges_take_effect(s)
    assert one(s, "SL").reach == "OL"


def test_a_committed_card_has_no_range_and_a_dropped_one_gets_its_slots() -> None:
    """CB-21.8"""
    s = scene(phase="d1")
    course = Course(s, "", {"pattern-1": ["D-5>back", "M>lane2", "done"], "quick": []}).run(game().play(s))
    assert "D-5>WL1" in course.menus["pattern-2"] and one(s, "D-5").reach == "OL"
    assert not any(key in ("M>lane1", "M>TER") for key in course.menus["pattern-2"])


def test_backs_get_cover_only_once_released() -> None:
    """CB-21.9, CB-47.132"""
    s = scene(phase="d1")
    assert not any(key.endswith(">BT") for key in moves(s, "answer"))
    one(s, "BT").released, one(s, "BT").side = True, "L"
    assert {"M>BT", "OL>BT"} <= set(moves(s, "answer")) and "OR>BT" not in moves(s, "answer")


# The data model


def test_every_shipped_formation_is_legal_and_mirrored() -> None:
    """CB-42.1, CB-42.2, CB-47.59"""
    named = with_flips(default_chart()["offence"])
    assert len(named) == 26 and flipped("WL2") == "WR2" and flipped("LT") == "RT" and flipped("BF") == "BF"
    for row in named.values():
        assert offence_faults(row["stance"], row["slots"]) == []
        for defence in default_chart()["defence"].values():
            places = align(defence, row["slots"])
            assert len(places) == 11
            assert line_is_legal(row["slots"], [int(p[1:]) for p in places if p[0] == "D"])


def test_quarter_and_four_four_against_the_goal_line() -> None:
    """CB-42.4, CB-48.44: OL, OR, SR and TEL take the spare cards; the one S stands at SR."""
    goal = with_flips(default_chart()["offence"])["goal_line"]["slots"]
    places = align(default_chart()["defence"]["quarter"], goal)
    assert places == ["D-4", "D0", "D+4", "M", "SL", "SL", "SR", "OL", "OR", "SR", "on TEL"]
    assert "SR" in align(default_chart()["defence"]["4-4"], goal)


def test_lanes_are_ordered_by_column_and_neighbours_whatever_the_gap() -> None:
    """CB-42.5, CB-42.8, CB-47.61"""
    s = scene()
    assert [lane.col for lane in s.play.lanes] == [-5, -2, 2, 7]
    assert [d.lane for d in s.play.defence[:4]] == [0, 1, 2, 3]


def test_home_and_moved_in() -> None:
    """CB-42.6, CB-23.4: within one column is at home."""
    s = scene()
    assert at_home(one(s, "LT"), -5) and not at_home(one(s, "LT"), -2) and not at_home(one(s, "BT"), 0)


def test_unassigned_linemen_count_nowhere() -> None:
    """CB-42.7"""
    from fieldhouse.games.cardbowl.rules.plays.blocking import offence_in

    s = scene(lanes={"LG": 1})
    assert [name for name, _ in offence_in(s, [0, 1, 2, 3])] == ["LG"]


def test_receiver_match_ups_are_cover_lists() -> None:
    """CB-42.9"""
    s = scene()
    assert [d.name for d in s.play.defence if d.cover == "WL1"] == ["CB-WL1"]


def test_reach_in_columns() -> None:
    """CB-23.2, CB-48.14, CB-47.58: C to the man over a guard; LG from the TE to the other guard."""
    s = scene("ace", "5-2")  # lanes -7 -2 0 2 7
    assert lane_options(s, one(s, "C")) == [1, 2, 3]
    assert lane_options(s, one(s, "LG")) == [0, 1, 2, 3]
    assert lane_options(s, one(s, "LT")) == [0, 1]


def test_a_bad_chart_lists_every_fault() -> None:
    """CB-17.2, CB-18.5: a person's own formations are checked like ours."""
    text = """
[offence]
bad = { stance = "X", slots = ["WL1", "WL2", "WL3", "BL", "BR"] }
[defence]
bad = { line = [-4, -3, 4], backers = ["OX"], safeties = ["S"], corners = 9 }
"""
    with pytest.raises(BadChart) as caught:
        read_chart(text)
    found = " ".join(caught.value.faults)
    assert all(part in found for part in ("stance", "CB-17.2", "OX", "CB-42.3", "corners"))
    with pytest.raises(BadChart, match="formations"):
        read_chart("not toml")
