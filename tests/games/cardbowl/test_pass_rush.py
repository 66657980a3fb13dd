"""Sections 25 to 29: pass rush, backs who stay, developing play, execution."""

from __future__ import annotations

import pytest
from tests.games.cardbowl.kit import Course, blank, game, one, scene

from fieldhouse.games.cardbowl.rules.plays.blocking import sneak_keys
from fieldhouse.games.cardbowl.rules.plays.development import action_keys, helpers
from fieldhouse.games.cardbowl.rules.plays.protection import is_automatic, protection_round, threats
from fieldhouse.games.cardbowl.rules.state import Bowl, Phase

# Pass rush

RUSH = {"D-5": "JH", "OL": "KH", "LT": "7S", "QB": "QC", "LG": "10C", "RG": "10D", "TER": "9C"}


def rushed(**cards: str) -> Bowl:
    """CB-48.15: DT J and LB K in one lane against OT 7 and QB Q; nobody else rushes."""
    s = scene(cards={**RUSH, **cards}, phase=Phase.CHECK, lanes={"LT": 0}, up=["LT", "D-5", "OL"])
    one(s, "OL").lane = 0
    for n, name in enumerate(("LG", "RG", "TER"), 1):
        one(s, name).lane, one(s, name).up = n, True
    for d in s.play.defense:
        d.up = d.up or d.lane >= 0
    s.play.lined, s.play.k = True, 1
    return s


def test_a_check_is_made_after_the_blocking_phase_and_before_every_later_turn() -> None:
    """CB-25.1, CB-28.1: turn 1 and turn 2 both begin with it."""
    s = scene(phase=Phase.BLOCKING_ANSWER, cards={"QB": "KS"})
    course = Course(
        s, "", {"check": "protect", "action": ["reveal:WL1", "reveal:WR1"], "end-turn": ["go", None]}
    )
    course.run(game().play(s))
    assert course.whats.count("check") >= 2


def test_rush_against_protection_in_lanes_and_pairs() -> None:
    """CB-25.2, CB-25.3, CB-48.15: 24 against 19; equality is safe."""
    s = rushed()
    assert threats(s) == [(24, 19, (0,))]
    one(s, "LT").card = "QS"
    assert threats(s) == []  # 24 against 24


def test_threats_that_share_a_lane_are_not_counted_twice() -> None:
    """CB-25.4, CB-47.71, CB-48.20: 11, 18, 7 against 8, 5, 9 with QB 10: only pair 1-2, 29 against 23."""
    s = scene(alignment="3-4", cards={"QB": "10S"}, lanes={"LT": 0, "C": 1, "RT": 2})
    for name, card in (("D-4", "JH"), ("D+4", "7H"), ("LT", "8S"), ("C", "5D"), ("RT", "9S"), ("D0", "10H")):
        one(s, name).card = card
    one(s, "OL").lane, one(s, "OL").card = 1, "8D"  # 10 + 8 = 18
    assert threats(s) == [(29, 23, (0, 1))]


def test_without_a_threat_nothing_is_drawn() -> None:
    """CB-25.5: as many turns as there are cards to turn."""
    s = rushed(LT="KS")
    course = Course(s, "", {"check": "protect"}).run(game().play(s))
    assert course.stopped == "action" and course.purposes == []


def test_with_a_threat_the_offense_executes_first_or_makes_all_sack_draws() -> None:
    """CB-25.6"""
    s = rushed()
    course = Course(s, "9H", {"check": "protect"}).run(game().play(s))
    assert course.purposes == ["sack"] and course.stopped == "action"
    s = rushed()
    course = Course(s, "", {"check": "rush:BT:lane2"}).run(game().play(s))
    assert course.stopped == "draw:handoff"


@pytest.mark.parametrize(("card", "loss"), [("3H", 5), ("5H", 3)])
def test_a_sack(card: str, loss: int) -> None:
    """CB-25.7, CB-48.15: draw 3 loses 5, draw 5 loses 3."""
    s = rushed()
    s.pool = [c for c in (*s.pool, card) if c != "XX"]
    course = Course(s, card).run(protection_round(s))
    assert (course.result.end, course.result.x) == ("ball", 30 - loss)


def test_a_sack_behind_the_goal_line_is_a_safety() -> None:
    """CB-25.7, CB-2.8"""
    s = rushed()
    s.x, s.pool = 5, ["3H"]
    assert Course(s, "3H").run(protection_round(s)).result.end == "safety"


def test_six_is_safe_by_one_and_pressure_six() -> None:
    """CB-26.1, CB-48.15, CB-47.73"""
    assert pressure_after("6H") == 6


def pressure_after(card: str) -> int:
    s = rushed()
    s.pool = [card]
    s.play.phase = Phase.PROTECT
    course = Course(s, card).run(game().play(s))
    assert course.stopped == "action"
    return s.play.pressure


def test_pressure_by_slack() -> None:
    """CB-26.1, CB-47.72, CB-48.17: draw 8 slack 3 pressure 4; slack 7 and more none."""
    assert [pressure_after(card) for card in ("8H", "9H", "QH", "KD")] == [4, 3, 0, 0]


def test_a_blocking_back_helps_by_half() -> None:
    """CB-27.1, CB-48.16: 5 counts 3, protection 22: only A and 2 are sacks."""
    s = rushed(BF="5C")
    one(s, "BF").lane = 0
    assert threats(s) == [(24, 22, (0,))]
    for card, end in (("AH", 26), ("2H", 27)):
        s = rushed(BF="5C")
        one(s, "BF").lane = 0
        s.pool = [card]
        assert Course(s, card).run(protection_round(s)).result.x == end


def test_an_automatic_sack_forbids_execution_and_fixes_only_the_loss() -> None:
    """CB-25.8, CB-47.74, CB-48.21: margin 14, draw K: loss 4."""
    s = rushed(QB="3D", LT="7S")  # 24 against 10
    assert is_automatic(s)
    course = Course(s, "").run(game().play(s))
    assert course.menus["check"] == ["protect"]
    s = rushed(QB="3D", LT="7S")
    assert Course(s, "KD").run(protection_round(s)).result.x == 30 - 4


def test_red_joker_on_a_sack_draw() -> None:
    """CB-25.9: the ball is loose PR + 3 - PP behind the line."""
    s = rushed()
    Course(s, "RJ").run(protection_round(s))
    assert s.play.lost_at == 30 - 8


def test_black_joker_on_a_sack_draw_is_holding() -> None:
    """CB-25.10"""
    s = rushed()
    course = Course(s, "BJ 9H").run(protection_round(s))
    assert s.play.foul is not None and (s.play.foul.by, s.play.foul.yards, s.play.foul.basis) == (
        0,
        10,
        "PREV",
    )
    assert course.purposes == ["sack", "sack"]


def test_drawing_stops_at_the_first_sack() -> None:
    """CB-25.11, CB-26.1: with two threats the largest pressure counts."""

    def both() -> Bowl:
        s = rushed()
        for name, card in (("D+7", "KC"), ("OR", "QD"), ("TER", "2H")):
            one(s, name).card, one(s, name).up = card, True
        one(s, "OR").lane = 3
        return s

    s = both()
    assert len(threats(s)) == 2
    assert Course(s, "AC").run(protection_round(s)).purposes == ["sack"]
    s = both()
    s.play.phase = Phase.PROTECT
    course = Course(s, "KS JC").run(game().play(s))
    assert course.purposes == ["sack", "sack"] and s.play.pressure == 5  # slack 2 and slack 6


def test_pressure_lasts_until_the_next_protection_step() -> None:
    """CB-26.3, CB-47.72: gone once a later step is over without a close call."""
    s = rushed()
    s.play.phase, s.play.pressure, s.play.k = Phase.PROTECT, 5, 2
    Course(s, "KD").run(game().play(s))
    assert s.play.pressure == 0


# Backs


def test_stepping_up_takes_the_turn_and_commits() -> None:
    """CB-27.2, CB-27.5"""
    s = scene(phase=Phase.ACTION, cards={"QB": "KS"})
    s.play.k = 1
    course = Course(s, "", {"action": "step:BF:lane2"}).run(game().play(s))
    assert one(s, "BF").lane == 1 and one(s, "BF").up
    assert not any(":BF" in key for key in course.menus["end-turn"])


def test_shotgun_backs_help_at_once_on_their_side() -> None:
    """CB-27.3, CB-47.77, CB-17.6: one back per lane; then he is a committed blocker."""
    s = scene("shotgun_split", phase=Phase.CHECK)
    s.play.k = 1
    assert {"help:BL:lane1", "help:BR:lane4"} <= set(helpers(s)) and "help:BL:lane4" not in helpers(s)
    course = Course(s, "", {"check": ["help:BL:lane1", "protect"]}).run(game().play(s))
    assert one(s, "BL").lane == 0 and one(s, "BL").up and course.stopped in ("action", "draw:sack")
    assert not any(":BL" in key for key in action_keys(s))
    assert helpers(scene("i_form")) == []


def test_a_back_may_change_sides_once() -> None:
    """CB-27.4, CB-47.68: only BL and BR have a side to leave."""
    s = scene("pro_set", phase=Phase.ACTION, cards={"QB": "KS"})
    s.play.k = 1
    assert "switch:BL" in action_keys(s)
    Course(s, "", {"action": "switch:BL", "end-turn": []}).run(game().play(s))
    assert one(s, "BL").side == "R" and not one(s, "BL").up and "switch:BL" not in action_keys(s)
    assert not any(key.startswith("switch") for key in action_keys(scene("i_form")))


# Developing play


def test_actions_of_a_turn() -> None:
    """CB-28.2: reveal, release, step up, switch; with nothing left the offense must execute."""
    s = scene("pro_set", phase=Phase.CHECK, cards={"QB": "KS"})
    s.play.k = 1
    kinds = {key.split(":")[0] for key in action_keys(s)}
    assert kinds == {"reveal", "release", "step", "switch"}
    for o in s.play.offense:
        o.up = True
        if o.kind == "RB":
            o.released = True
    assert action_keys(s) == []
    course = Course(s).run(game().play(s))
    assert "protect" not in course.menus["check"]


def test_a_centre_back_picks_his_side() -> None:
    """CB-28.3"""
    s = scene(phase=Phase.ACTION, cards={"QB": "KS"})
    s.play.k = 1
    assert {"release:BT:L", "release:BT:R"} <= set(action_keys(s))
    Course(s, "", {"action": "release:BT:R", "end-turn": []}).run(game().play(s))
    assert one(s, "BT").released and one(s, "BT").side == "R"


def test_the_defense_answers_the_card_just_turned() -> None:
    """CB-28.4: his cover is turned up; commits face up to face-up men and lanes, face down to others."""
    s = scene(phase=Phase.ACTION, cards={"QB": "KS"})
    s.play.k, s.play.lined = 1, True
    course = Course(s, "", {"action": "reveal:WL1", "answer": ["SL>WL1", "SR>WR1", "M>lane2", "done"]})
    course.run(game().play(s))
    assert one(s, "CB-WL1").up and one(s, "SL").up and one(s, "M").up and not one(s, "SR").up


def test_two_cards_a_lane_and_turn() -> None:
    """CB-28.4, CB-47.63"""
    s = scene(alignment="3-4", phase=Phase.ACTION, cards={"QB": "KS"})
    s.play.k, s.play.lined = 1, True
    course = Course(s, "", {"action": "reveal:WL1", "answer": ["OL>lane2", "IL>lane2", "done"]}).run(
        game().play(s)
    )
    assert "IR>lane2" not in course.menus["answer"] and "IR>lane1" in course.menus["answer"]


def test_after_the_answer_the_offense_executes_or_goes_on() -> None:
    """CB-28.5, CB-29.3, CB-47.69: to face-up cards only."""
    s = scene(phase=Phase.ACTION, cards={"QB": "KS"})
    s.play.k, s.play.lined = 1, True
    course = Course(s, "", {"action": "reveal:WL1", "end-turn": []}).run(game().play(s))
    passes = [key for key in course.menus["end-turn"] if key.startswith("pass")]
    assert passes == ["pass:WL1"] and "go" in course.menus["end-turn"]
    assert not any(key.startswith("rush") for key in course.menus["end-turn"])


def test_turns_whose_protection_was_passed_are_counted() -> None:
    """CB-28.6"""
    s = rushed()
    Course(s, "9H", {"check": "protect"}).run(game().play(s))
    assert (s.play.k, s.play.passed) == (1, 1)


def test_commitments_count_at_once_ranges_do_not() -> None:
    """CB-28.7, CB-47.135, CB-48.47: M counts in lane 2, the former SL is no extra card but tackles as OL."""
    from fieldhouse.games.cardbowl.rules.lines.ranges import extra_for_lanes
    from fieldhouse.games.cardbowl.rules.plays.open_field import group_of

    s = scene(phase=Phase.ACTION, cards={"QB": "KS", "M": "QH"})
    s.play.k, s.play.lined = 2, True
    course = Course(
        s, "", {"action": "reveal:BT", "answer": ["M>lane2", "SL>OL", "done"], "end-turn": "rush:BT:lane2"}
    )
    course.run(game().play(s))
    assert one(s, "M").lane == 1 and one(s, "SL").at == "OL"
    assert "SL" not in [d.name for d in extra_for_lanes(s, [1])]
    assert group_of(s, one(s, "SL")) == ("OLB", "L")
    assert course.stopped == "draw:handoff"


# Execution


def test_at_the_start_of_a_turn_the_ball_may_go_to_a_card_revealed_by_it() -> None:
    """CB-29.2: no sack draws, no defensive answer."""
    s = rushed()
    course = Course(s, "", {"check": "pass:WR1"}).run(game().play(s))
    assert one(s, "WR1").up and "answer" not in course.whats and course.stopped == "draw:pass"


def test_at_the_end_of_a_turn_even_under_a_new_automatic_threat() -> None:
    """CB-29.3, CB-47.69"""
    s = rushed(QB="3D")
    s.play.phase = Phase.END_OF_TURN
    one(s, "WL1").up = True
    assert is_automatic(s)
    course = Course(s, "").run(game().play(s))
    assert "pass:WL1" in course.menus["end-turn"]


def test_six_plays_and_none_can_be_changed() -> None:
    """CB-29.4, CB-29.5, CB-29.6: once announced the play is resolved to a result."""
    s = scene(phase=Phase.QUICK, cards={"BT": "KH", "QB": "9H"})
    course = Course(s, "10S 9S 8S 7S", {"quick": "rush:BT:lane1"}).run(game().play(s))
    assert course.whats[0] == "quick" and course.stopped == "" and s.down == 2
    assert sneak_keys(scene()) == ["sneak:lane2", "sneak:lane3", "sneak:lane2-3"]


def test_blank_state_is_between_plays() -> None:
    """CB-29.6: after the play comes the next call."""
    s = blank()
    assert Course(s).run(game().play(s)).stopped == "call"
