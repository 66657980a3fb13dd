"""Sections 1 to 3 and 6: field, cards, ratings, rosters and team values; and the default components."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from tests.games.thegrid.helpers import BRE, CAN, at, grid, play, put_in

from fieldhouse.games.thegrid.charts.book import box_value, read_boxes, read_table, read_toml
from fieldhouse.games.thegrid.charts.cards import CODES, DECK, HURT, OFFENSE, PACK, ZONE
from fieldhouse.games.thegrid.meta import META
from fieldhouse.games.thegrid.rules.events import Flipped, Play
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.state import box_words
from fieldhouse.games.thegrid.rules.stats import LogSheet
from fieldhouse.games.thegrid.teams.making import (
    COLUMN_OF,
    COLUMNS,
    WORLD,
    attempt_kept,
    create_player,
    grade,
    named_team,
    world_team,
)
from fieldhouse.games.thegrid.teams.players import (
    DICE,
    DS,
    EMERGENCIES,
    NEEDED,
    NUMBERS,
    ORDER,
    ROSTER,
    SIDES_OF_DICE,
    Player,
    read_team,
    roster_faults,
    team_data,
)
from fieldhouse.kernel.errors import BadChart, BadOptions
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Roll


def founders() -> dict[str, Any]:
    """The Founders as a person's file gives them."""
    data: dict[str, Any] = TheGrid.read_material("home", TheGrid.material_text("home"))
    return data


# Section 1


def test_two_coaches_one_team_each() -> None:
    """TG-1.1: two seats, two teams."""
    game = grid()
    assert META.seats == ("Home", "Visitor")
    assert [team.code for team in game.teams] == ["CAN", "BRE"]


def test_sixty_yards_in_boxes_of_five() -> None:
    """TG-1.2, TG-1.3: from box 0 to box 12 are twelve boxes of 5 yards, 60 in all."""
    s = at(grid(), 1)
    script = play(grid(), s, "play", ("RI-HB", "LP-NK"), 20, 10, 8, "2D", "one", "3D")
    assert s.box == 1 + 8 + 1  # Dice +5: nine boxes
    assert script.of(Play)[0].yards == 45
    assert box_words(0) == "own 0"
    assert box_words(12) == "opponent's 0"


def test_plays_start_in_boxes_1_to_11() -> None:
    """TG-1.4: box 12 is a touchdown and box 0 a safety, so neither ever starts a play."""
    game = grid()
    s = at(game, 11)
    play(game, s, "play", ("RI-HB", "LP-NK"), 10, 3, 3, "2D", 4)
    assert (s.phase, s.scores) == ("kickoff", [7, 0])
    s = at(game, 1)
    play(game, s, "play", ("RI-HB", "RI-HB"), 1, 3, 3, "2C", 1)
    assert (s.phase, s.scores) == ("kickoff", [0, 2])


def test_the_other_side_counts_from_its_own_goal() -> None:
    """TG-1.5: the ball at box 7 is at box 5 of the other team."""
    game = grid()
    s = at(game, 7, 4, 9)
    play(game, s, "play", ("RI-HB", "RI-HB"), 1, 3, 3, "2D")
    assert (s.offense, s.box) == (BRE, 5)


def test_boxes_as_people_call_them() -> None:
    """TG-1.6: box 2 is the own 10, box 6 midfield, box 9 the opponents' 15."""
    assert [box_words(box) for box in (2, 5, 6, 9, 11)] == [
        "own 10",
        "own 25",
        "midfield",
        "opponent's 15",
        "opponent's 5",
    ]


def test_every_die_is_fair() -> None:
    """TG-1.7: d20 and the rating dice d4 to d12, every side equally likely."""
    game = grid()
    script = play(game, at(game, 5), "play", ("RO-LE", "FP-NK"), 4, 5, 5, "2S", 4, "one", "2D")
    rolls = [request for request in script.asked if isinstance(request, Roll)]
    assert [roll.die.name for roll in rolls] == ["d20", "d6", "d8", "d8"]
    assert all(set(roll.weights) == {1} for roll in rolls)


def test_the_timing_deck_is_a_pack_of_52() -> None:
    """TG-1.8: four suits of thirteen, no jokers."""
    assert len(PACK) == len(set(PACK)) == 52
    assert Counter(card[-1] for card in PACK) == {"H": 13, "D": 13, "C": 13, "S": 13}


def test_twenty_play_cards() -> None:
    """TG-1.9: each of five plays for HB, LE, RE and as No Key."""
    assert len(DECK) == 20
    assert Counter(card.play for card in DECK.values()) == dict.fromkeys(("RI", "RO", "FP", "SP", "LP"), 4)
    assert sum(card.who < 0 for card in DECK.values()) == 5


def test_the_board_shows_what_a_coach_needs() -> None:
    """TG-1.10: lineup, blocking dice, defense modifiers, time outs, down, track: all in view."""
    game = grid()
    seen = game.view(at(game, 3, 2, 7, time_outs=(4, 5)), None)
    assert seen["sides"][CAN]["lineup"]["HB"] == "22"
    assert (seen["sides"][CAN]["run_block"], seen["sides"][CAN]["pass_block"]) == (8, 6)
    assert (seen["sides"][CAN]["run_defense"], seen["sides"][CAN]["pass_defense"]) == (0, 0)
    assert [side["time_outs"] for side in seen["sides"]] == [4, 5]
    assert (seen["down"], seen["box"], seen["marker"]) == (2, 3, 7)


def test_six_sets_of_two_teams_of_fifteen() -> None:
    """TG-1.11: thirty players a set, twelve teams in all."""
    assert len(WORLD) == 12
    assert all(len(world_team(7, index).players) == 15 for index in range(1, 13))


def test_the_log_sheet_records_the_score() -> None:
    """TG-1.12: the sheet's points are the game's."""
    game = grid()
    s = at(game, 11)
    script = play(game, s, "play", ("RI-HB", "LP-NK"), 10, 3, 3, "2D", 4)
    assert [team.total for team in LogSheet.of(game, script.events).teams] == s.scores == [7, 0]


def test_metres_are_never_used() -> None:
    """TG-1.13: a statistic is 5 yards per box and nothing else."""
    game = grid()
    s = at(game, 3)
    script = play(game, s, "play", ("RI-HB", "LP-NK"), 10, 3, 3, "2D", "one", "3D")
    assert LogSheet.of(game, script.events).teams[CAN].players["22"].run_yards == 5


def test_the_deck_is_the_only_clock() -> None:
    """TG-1.14: nothing but flipped cards moves the time."""
    game = grid()
    s = at(game, 3, left=9)
    script = play(game, s, "play", ("RI-HB", "LP-NK"), 10, 3, 3, "2D", "two", "3D", "4D")
    assert s.left == 9 - len(script.of(Flipped)) == 6


# Section 2


def test_each_type_has_its_own_ratings() -> None:
    """TG-2.1, TG-2.2, TG-2.3, TG-2.4: a QB, an HBE and an LN carry these ratings and no others."""
    assert ORDER["QB"] == ("flat", "short", "long", "pass_yards", "interception", "injury")
    assert set(ORDER["HBE"]) == {
        "run_yards",
        "pass_yards",
        "run_defense",
        "pass_defense",
        "kicking",
        "fumble",
        "injury",
    }
    assert ORDER["LN"] == ("run_block", "pass_block", "run_defense", "pass_defense", "injury")
    team = founders()
    team["ln"][0]["kicking"] = "d8"
    with pytest.raises(BadChart, match="home, ln row 1: a LN has no 'kicking'"):
        read_team(team, "home")
    with pytest.raises(AttributeError):
        grid().teams[0].players[0].type = "LN"  # type: ignore[misc]


@pytest.mark.parametrize(("card", "total"), [("FP-RE", 12), ("SP-RE", 11), ("LP-RE", 11), ("RO-RE", 11)])
def test_a_pass_rating_counts_on_its_own_pass(card: str, total: int) -> None:
    """TG-2.5: Whitlock's Flat +1 helps flat passes only."""
    game = grid()
    s = at(game, 5)
    same_kind = "LP-NK" if card[0] != "R" and card != "LP-RE" else ("FP-NK" if card == "LP-RE" else "RI-NK")
    play(game, s, "play", (card, same_kind), 11, 3, 3)
    assert s.total == total


def test_rating_dice_have_five_sizes() -> None:
    """TG-2.6: d4, d6, d8, d10, d12 and nothing else."""
    assert SIDES_OF_DICE == (4, 6, 8, 10, 12)
    team = founders()
    team["hbe"][2]["fumble"] = "d20"
    with pytest.raises(BadChart, match="hbe row 3, fumble: 'd20' is not one of d4, d6, d8, d10, d12"):
        read_team(team)


@pytest.mark.parametrize("roll", [2, 3, 8])
def test_only_a_one_is_bad(roll: int) -> None:
    """TG-2.7: any other number of a bad-luck die does nothing."""
    game = grid()
    s = at(game, 5)
    play(game, s, "play", ("RI-HB", "LP-NK"), 10, 3, 3, "2S", roll, "one", "3D")
    assert (s.offense, s.box) == (CAN, 6)


def test_default_scales() -> None:
    """TG-2.8: created ratings lie in -2 to +2, 0 to 2 and 0 to 3."""
    for index in range(1, 13):
        for player in world_team(3, index).players:
            assert min(player.flat, player.short, player.long) >= -2
            assert max(player.flat, player.short, player.long) <= 2
            assert min(player.run_defense, player.pass_defense) >= 0
            assert max(player.run_defense, player.pass_defense) <= 2
            assert min(player.run_block, player.pass_block) >= 0
            assert max(player.run_block, player.pass_block) <= 3


def test_only_an_hbe_kicks() -> None:
    """TG-2.9: QBs and LNs have no Kicking die, and only HB, LE and RE are offered a kick."""
    assert "kicking" in DICE["HBE"]
    assert "kicking" not in DICE["QB"] + DICE["LN"]
    game = grid()
    script = play(game, at(game, 9), "kick:HB")
    assert list(script.asked[0].keys) == ["play", "kick:HB", "kick:LE", "kick:RE"]  # type: ignore[attr-defined]


# Section 3


def test_a_roster_is_fifteen_with_enough_of_each_type() -> None:
    """TG-3.1, TG-3.2: fifteen players, at least 2 QBs, 5 HBEs, 5 LNs; every fault is named."""
    assert roster_faults(["QB"] * 2 + ["HBE"] * 5 + ["LN"] * 8) == []
    faults = roster_faults(["QB"] * 1 + ["HBE"] * 4 + ["LN"] * 9)
    assert len(faults) == 3
    assert "has 14" in faults[0]


def test_the_largest_possible_numbers() -> None:
    """TG-3.3: 5 QBs, 8 HBEs or 8 LNs fit, one more does not."""
    spare = ROSTER - sum(NEEDED.values())
    assert {kind: least + spare for kind, least in NEEDED.items()} == {"QB": 5, "HBE": 8, "LN": 8}
    assert roster_faults(["QB"] * 5 + ["HBE"] * 5 + ["LN"] * 5) == []
    assert roster_faults(["QB"] * 6 + ["HBE"] * 5 + ["LN"] * 4) != []


def test_a_game_cannot_start_with_a_broken_roster() -> None:
    """TG-3.4: opening a game with fourteen players is refused."""
    team = founders()
    del team["ln"][4]
    with pytest.raises(BadChart, match="exactly 15 players, this one has 14"):
        grid(materials={"home": team})


def test_ratings_are_open() -> None:
    """TG-3.5: each coach sees both rosters with every rating."""
    game = grid()
    s = game.start()
    rosters = [game.view(s, seat)["sides"][1 - seat]["players"] for seat in (CAN, BRE)]
    assert rosters[0][3]["run_yards"] == "d8"  # Kesselring, seen by CAN
    assert rosters[1][3]["kicking"] == "d4"  # Maddox, seen by BRE


def test_two_cards_with_one_name_and_number_are_two_players() -> None:
    """TG-3.6: the card is the player."""
    team = founders()
    team["hbe"][1]["number"], team["hbe"][1]["name"] = 22, "Corvin Maddox"
    team["lineup"]["LE"] = "22/2"
    read = read_team(team)
    assert [player.card for player in read.players[3:5]] == ["22", "22/2"]
    assert read.lineup[1:3] == (3, 4)


def test_both_coaches_may_choose_the_same_team() -> None:
    """TG-3.7: each has his own copy; an injury to one leaves the other fit."""
    game = grid(visitor="founders")
    s = at(game, 5)
    play(game, s, "play", ("RI-HB", "LP-NK"), 10, 3, 3, "QH", 1, "33", "one", "2D")
    assert s.sides[CAN].injured == [3]
    assert s.sides[BRE].injured == []
    assert game.teams[BRE].players[s.sides[BRE].lineup[1]].card == "22"


# Section 6


def test_blocking_comes_from_the_three_linemen() -> None:
    """TG-6.1: LG, C and RG count; a lineman at DS does not."""
    game = grid()
    s = game.start()
    assert (s.sides[CAN].run_block, s.sides[CAN].pass_block) == (8, 6)  # totals 5 and 3
    put_in(game, s, CAN, DS="60")  # another lineman at DS
    assert (s.sides[CAN].run_block, s.sides[CAN].pass_block) == (8, 6)


@pytest.mark.parametrize(
    ("total", "die"), [(0, 4), (1, 4), (2, 6), (3, 6), (4, 8), (5, 8), (6, 10), (7, 10), (8, 12), (9, 12)]
)
def test_blocking_boxes(total: int, die: int) -> None:
    """TG-6.2: boxes of two, d4 to d12."""
    assert box_value(grid().blocking, total) == die


def test_defense_counts_seven_players() -> None:
    """TG-6.3: everyone but the QB; the Founders have 8 and 7."""
    game = grid()
    s = game.start()
    men = [game.player(CAN, s.sides[CAN].lineup, place) for place in range(1, 8)]
    assert (sum(man.run_defense for man in men), sum(man.pass_defense for man in men)) == (8, 7)
    assert game.player(CAN, s.sides[CAN].lineup, 0).run_defense == 0


@pytest.mark.parametrize(
    ("total", "modifier"),
    [(0, 2), (2, 2), (3, 1), (5, 1), (6, 0), (8, 0), (9, -1), (11, -1), (12, -2), (14, -2)],
)
def test_defense_boxes(total: int, modifier: int) -> None:
    """TG-6.4: the printed boxes."""
    assert box_value(grid().defense, total) == modifier


def test_totals_beyond_the_boxes_use_the_nearest() -> None:
    """TG-6.5: below 0 and above the last box."""
    game = grid()
    assert [box_value(game.blocking, total) for total in (-3, 12)] == [4, 12]
    assert [box_value(game.defense, total) for total in (-1, 17)] == [2, -2]


def test_team_values_follow_every_change() -> None:
    """TG-6.6: another lineman, another die, at once."""
    game = grid()
    s = at(game, 5)
    # The four of hearts tests both centers; Torrigan (2, 1) is hurt and Kilbride (1, 2) comes in.
    play(game, s, "play", ("RI-HB", "LP-NK"), 10, 3, 3, "4H", 1, "60", 5, "one", "2D")
    assert (s.sides[CAN].run_block, s.sides[CAN].pass_block) == (8, 8)  # totals 4 and 4
    assert (s.sides[CAN].run_defense, s.sides[CAN].pass_defense) == (0, 0)  # totals 7 and 8


def test_only_the_offense_blocks_and_only_the_defense_defends() -> None:
    """TG-6.7: the defense's block dice and the offense's defense play no part."""
    game = grid()
    s = at(game, 3)
    s.sides[BRE].run_block = 12
    s.sides[CAN].run_defense = -2
    script = play(game, s, "play", ("RI-HB", "RI-NK"), 15, 3, 3)
    assert s.total == 10
    assert [r.die.name for r in script.asked if isinstance(r, Roll)] == ["d20", "d10", "d8"]


# Default components: files, creation, the World Tournament


def test_default_play_cards_are_those_of_the_catalogue() -> None:
    """TG-11.9: the twelve tables, spot-checked at the edges of their rows."""
    tables = grid().tables
    assert set(tables) == set(OFFENSE)
    expected = {
        "RI-HB": {5: "NG", 6: "5 Yds", 15: "5 Yds", 16: "Dice", 21: "Dice", 22: "Dice +5"},
        "RO-HB": {8: "NG", 9: "5 Yds", 12: "Dice", 20: "Dice +5"},
        "RO-LE": {10: "NG", 11: "5 Yds", 14: "Dice", 17: "Dice +5", 20: "Dice +15"},
        "FP-HB": {3: "Inc", 4: "NG", 6: "5 Yds", 14: "Dice", 40: "Dice"},
        "FP-RE": {8: "Inc", 9: "5 Yds", 14: "Dice", 19: "Dice +5"},
        "SP-HB": {8: "Inc", 9: "5 Yds", 12: "Dice", 20: "Dice +5"},
        "SP-LE": {10: "Inc", 11: "5 Yds", 14: "Dice", 17: "Dice +5"},
        "LP-RE": {13: "Inc", 14: "Dice", 16: "Dice +5", 19: "Dice +15"},
    }
    for card, rows in expected.items():
        for roll, code in rows.items():
            assert CODES[tables[card][roll + 40]] == code, (card, roll)
    assert tables["RO-LE"] == tables["RO-RE"]
    assert ZONE == (0,) * 8 + (-1, -1, -2, -2)


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ({"up to 5": "NG", "7 and up": "Dice"}, "6 has no result"),
        ({"up to 5": "NG", "5 and up": "Dice"}, "5 already has a result"),
        ({"up to 5": "Inc", "6 and up": "Dice"}, "'Inc' is not one of NG"),
        ({"up to 5": "NG", "6 and up": "Dice +10"}, "'Dice +10' is not one of"),
        ({"below 5": "NG", "5 and up": "Dice"}, 'write "up to 5"'),
    ],
)
def test_a_replaced_table_must_cover_every_roll_once(rows: dict[str, str], fault: str) -> None:
    """TG-11.18: gaps, overlaps, and Inc on a run are refused, with the card and the row."""
    _, faults = read_table("RI-HB", rows)
    assert any(fault in said and "RI-HB" in said for said in faults)


def test_ends_may_differ_in_a_replaced_table() -> None:
    """TG-11.18: LE and RE may have different tables, and negative rolls rows of their own."""
    plays = TheGrid.read_material("plays", TheGrid.material_text("plays"))
    plays["SP-LE"] = {"up to -1": "Inc", "0": "NG", "1 to 9": "5 Yds", "10 and up": "Dice +15"}
    game = grid(materials={"plays": plays})
    assert game.tables["SP-LE"] != game.tables["SP-RE"]
    assert [CODES[game.tables["SP-LE"][roll + 40]] for roll in (-5, 0, 1, 10)] == [
        "Inc",
        "NG",
        "5 Yds",
        "Dice +15",
    ]


def test_boxes_can_be_replaced() -> None:
    """TG-6.2: a printed box chart can be typed in; faults name the row."""
    blocking, defense = read_boxes({"blocking": {"0-4": "d4", "5-9": "d12"}, "defense": {"0-14": 0}})
    assert (box_value(blocking, 4), box_value(blocking, 5), box_value(defense, 3)) == (4, 12, 0)
    with pytest.raises(BadChart, match=r"row '3-4': 'd20' is not a die.*row '3-4': .*begin at 2"):
        read_boxes({"blocking": {"0-1": "d4", "3-4": "d20"}, "defense": {"0-14": 0}})


def test_every_fault_of_a_team_file_is_named_with_row_and_column() -> None:
    """TG-3.4: a person's own file gets all its faults at once."""
    team = founders()
    team["qb"][0]["flat"] = "+1"
    team["hbe"][1]["name"] = ""
    del team["ln"][5]["injury"]
    team["coach"] = "me"
    with pytest.raises(BadChart) as caught:
        read_team(team, "home")
    assert caught.value.faults == [
        "home: unknown key 'coach'; a team has name, code, country, qb, hbe, ln, lineup",
        "home, qb row 1, flat: '+1' is not a whole number from -9 to 9",
        "home, hbe row 2, name: '' is not a text",
        "home, ln row 6: injury is missing",
    ]
    with pytest.raises(BadChart, match=r"home: .*line 1"):
        TheGrid.read_material("home", "name = x\ncode = 3")
    with pytest.raises(BadOptions, match="no option 'half'"):
        find("thegrid").open({"half": 3})


def test_sample_teams_are_those_of_the_catalogue() -> None:
    """TG-4.2: grades 78 and 77, and the printed team values."""
    game = grid()
    s = game.start()
    assert [sum(map(grade, team.players)) for team in game.teams] == [78, 77]
    values = [(x.run_block, x.pass_block, x.run_defense, x.pass_defense) for x in s.sides]
    assert values == [(8, 6, 0, 0), (6, 8, 0, 0)]


def test_the_seeded_teams_are_reproducible() -> None:
    """TG-4.26: seed 2050 keeps the attempts and grades of the catalogue, and team 1 is printed there."""
    assert [attempt_kept(2050, n) for n in range(1, 13)] == [0, 0, 0, 1, 1, 2, 0, 0, 2, 0, 1, 1]
    grades = [sum(map(grade, world_team(2050, n).players)) for n in range(1, 13)]
    assert grades == [77, 77, 74, 76, 75, 78, 75, 79, 79, 77, 75, 81]
    team = world_team(2050, 1)
    ximenes = team.players[5]
    assert (ximenes.number, ximenes.name, ximenes.run_yards, ximenes.pass_yards) == (
        22,
        "Idris Ximenes",
        8,
        10,
    )
    assert [team.players[n].number for n in team.lineup] == [10, 22, 21, 24, 61, 64, 62, 23]
    assert named_team("world-perth", 2050).code == "PER"


def test_player_creation_columns() -> None:
    """TG-4.22: 2d6 on the columns of DC-5, in the order printed."""
    totals = iter([2, 7, 12, 4, 11, 12])
    player = create_player("QB", lambda: next(totals))
    assert player == Player(
        "0", 0, "", "QB", flat=-2, short=0, long=2, pass_yards=4, interception=8, injury=12
    )
    assert all(len(values) == 11 for values in COLUMNS.values())
    assert {kind: len(columns) for kind, columns in COLUMN_OF.items()} == {"QB": 6, "HBE": 7, "LN": 5}
    assert COLUMNS["K"] == (4, 4, 4, 4, 6, 6, 6, 8, 8, 10, 12)
    assert COLUMNS["B"] == (0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3)


def test_a_team_survives_the_way_through_a_record() -> None:
    """TG-3.1: team data written and read again is the same team."""
    team = world_team(11, 5)
    assert read_team(msgspec.json.decode(msgspec.json.encode(team_data(team)))) == team
    assert read_toml("x", "a = 1") == {"a": 1}


def test_emergency_players_are_the_lowest() -> None:
    """TG-13.9: DC-7's ratings; no Injury die."""
    assert all(player.injury == 0 for player in EMERGENCIES.values())
    assert (EMERGENCIES["QB"].flat, EMERGENCIES["QB"].interception) == (-2, 4)
    assert (EMERGENCIES["HBE"].kicking, EMERGENCIES["HBE"].run_yards) == (4, 4)
    assert NUMBERS["LN"] == ("run_block", "pass_block", "run_defense", "pass_defense")
    assert EMERGENCIES["LN"].run_block == 0


def test_hearts_name_places() -> None:
    """TG-13.1: the printed table of hearts."""
    named = {rank: pair for rank, pair in HURT.items() if pair is not None}
    assert named["A"] == (0, DS)
    assert [named[rank][0] for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10")] == [
        4,
        4,
        5,
        5,
        6,
        6,
        1,
        3,
        2,
    ]
    assert [HURT[rank] for rank in "JQK"] == [None] * 3
