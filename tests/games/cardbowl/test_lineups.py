"""Sections 17 and 18: formations of both sides."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.cardbowl.kit import Course, blank, game, one, scene

from fieldhouse.games.cardbowl.board import fill_around
from fieldhouse.games.cardbowl.board.layout import asked_slot, with_empty_slots
from fieldhouse.games.cardbowl.rules.lines.formations import (
    COLUMN,
    line_columns,
    line_is_legal,
    line_places,
    offense_faults,
)
from fieldhouse.games.cardbowl.rules.lines.lineup import (
    custom_offense,
    defense_formation,
    offense_formation,
    open_places,
    placement,
)
from fieldhouse.games.cardbowl.rules.plays.answers import te_faced
from fieldhouse.games.cardbowl.rules.plays.passing import passer
from fieldhouse.games.cardbowl.rules.plays.rush import carrier_value
from fieldhouse.games.cardbowl.rules.state import Phase
from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.table import Table

HAND = ["KS", "QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S", "4S", "3S"]


def test_the_offense_places_eleven_cards_face_down() -> None:
    """CB-17.1: QB, five linemen and five others; the ball is on C in the picture."""
    s = blank()
    s.play.hands[0] = list(HAND)
    course = Course(s, "", {"formation": "i_form", "place": [*HAND[:10]]})
    course.run(offense_formation(game().book, s))
    course.run(placement(s, 0))
    assert [p.name for p in s.play.offense] == [
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
    assert [p.card for p in s.play.offense] == HAND and not any(p.up for p in s.play.offense)


def test_filling_around_leaves_cards_on_their_places() -> None:
    """CB-17.1, CB-18.1: for both sides; the other places get what the fill gives them."""
    rng = Random(7)
    table = Table(registry.find("cardbowl").open(length="tiny"), FastDice(7))
    sides: set[str] = set()
    while len(sides) < 2:
        seat = table.pending_seats[0]
        asked = table.request_for(seat)
        assert asked is not None
        view = table.view(seat)
        side, _ = asked_slot(view)
        if asked.what != "place":
            quick = [key for key in asked.keys if key in ("scrimmage", "i_form", "4-3")]
            table.answer(seat, quick[0] if quick else rng.choice(list(asked.keys)))
            continue
        names = [q["name"] for q in with_empty_slots(view["state"]["play"])[side]]
        placed = {names[3]: view["hand"][-1], names[9]: view["hand"][0], "nowhere": view["hand"][1]}
        assert fill_around(view, view["hand"][0], placed) == [view["hand"][0]]
        table.answer_all(seat, fill_around(view, "fill", placed))
        lies = {q["name"]: q["card"] for q in table.view(seat)["state"]["play"][side]}
        assert len(lies) == 11 and {name: lies[name] for name in names if name in placed} == {
            name: card for name, card in placed.items() if name != "nowhere"
        }
        sides.add(side)


def test_fill_completes_the_line_up_visibly() -> None:
    """CB-17.1: an option of its own; every card gets a place."""
    s = blank()
    s.play.hands[0] = list(HAND)
    course = Course(s, "", {"formation": "i_form", "place": ["4S", "fill"]})
    course.run(offense_formation(game().book, s))
    course.run(placement(s, 0))
    assert course.whats.count("place") == 2 and course.menus["place"][-1] == "fill"
    assert s.play.offense[0].card == "4S" and sorted(p.card for p in s.play.offense) == sorted(HAND)


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
    assert any(rule in fault for fault in offense_faults(stance, slots.split()))


def test_a_custom_formation_offers_only_slots_that_can_be_completed() -> None:
    """CB-17.3, CB-17.4: stance first, then five slots."""
    s = blank()
    s.play.formation = "custom"
    course = Course(s, "", {"stance": "G", "slot": ["WL1", "WL2", "WL3", "BL", "TER"]}).run(custom_offense(s))
    assert course.menus["slot"] == ["TER", "WR1"]
    assert s.play.stance == "G" and not offense_faults("G", s.play.slots[6:])


def test_shotgun_values() -> None:
    """CB-17.6, CB-47.75, CB-47.80: QB +1 in a pass, carrier -1 before doubling."""
    gun = scene("shotgun_te", cards={"QB": "QC", "BL": "KH"})
    under = scene("pro_set", cards={"QB": "QC", "BL": "KH"})
    assert (passer(gun), passer(under)) == (13, 12)
    assert (carrier_value(gun, one(gun, "BL")), carrier_value(under, one(under, "BL"))) == (24, 26)


def test_the_opponent_sees_slots_and_stance_not_the_cards() -> None:
    """CB-17.7, CB-18.8"""
    s = scene()
    s.play.offense[0].up = False
    view = game().view(s, 1)["state"]["play"]
    assert [p["name"] for p in view["offense"]] == s.play.slots and view["stance"] == "U"
    assert all(p["card"] == "??" for p in view["offense"])
    assert all(p["card"] != "??" for p in view["defense"])
    assert all(p["card"] == "??" for p in game().view(s, 0)["state"]["play"]["defense"])


def test_cards_keep_owner_and_slot() -> None:
    """CB-17.8: names and cards are the same before and after a defensive turn."""
    s = scene(phase=Phase.FIRST_ANSWER)
    before = [(p.name, p.card) for p in (*s.play.offense, *s.play.defense)]
    Course(s, "", {"pattern-1": ["OL>lane1", "done"]}).run(game().play(s))
    assert [(p.name, p.card) for p in (*s.play.offense, *s.play.defense)] == before


# Defense


def test_the_defense_places_after_seeing_the_slots() -> None:
    """CB-18.1"""
    s = blank()
    s.play.slots = ["QB", "LT", "LG", "C", "RG", "RT", "TER", "WL1", "WR1", "BF", "BT"]
    s.play.hands[1] = list(HAND)
    course = Course(s, "", {"alignment": "4-3", "place": "fill"})
    course.run(defense_formation(game().book, s))
    course.run(placement(s, 1))
    assert [d.name for d in s.play.defense] == [
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
    assert (line_columns(["TER"])[0], line_columns(["TER"])[-1]) == (-5, 7)
    assert line_places([], [-4, 0, 4]) == [-2, 2]
    assert not line_is_legal([], [-5, -4, 0]) and not line_is_legal([], [-7, 0, 4])


def test_three_to_as_many_as_fit() -> None:
    """CB-18.3: six without tight ends, seven with one, eight with two."""
    for slots, most in (((), 6), (("TER",), 7), (("TEL", "TER"), 8)):
        low, high = line_columns(slots)[0], line_columns(slots)[-1]
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
    assert [d.end for d in s.play.defense[:4]] == ["L", "", "", "R"]
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
    Course(s, "", {"alignment": "custom", "position": wanted}).run(defense_formation(game().book, s))
    assert s.play.places == wanted


def test_after_the_snap_slots_hold_any_number() -> None:
    """CB-18.9, CB-47.136: SL, OL and M may all shift toward the same slots."""
    s = scene(alignment="nickel-4-2", phase=Phase.FIRST_ANSWER)
    Course(s, "", {"pattern-1": ["SL>OL", "SR>OR", "done"]}).run(game().play(s))
    assert [d.at for d in s.play.defense].count("OL") == 2
