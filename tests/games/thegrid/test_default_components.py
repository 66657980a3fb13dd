"""The default components: files, creation, the World Tournament."""

from __future__ import annotations

import msgspec
import pytest
from tests.games.thegrid.helpers import founders, grid

from fieldhouse.football.charts import read_toml
from fieldhouse.games.thegrid.charts.cards import CODES, HURT, OFFENSE, ZONE
from fieldhouse.games.thegrid.charts.reader import box_value, read_boxes, read_table
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.teams.creation import (
    COLUMN_OF,
    COLUMNS,
    accepted_attempt,
    create_player,
    grade,
    named_team,
    world_team,
)
from fieldhouse.games.thegrid.teams.players import (
    DS,
    EMERGENCIES,
    NUMBERS,
    Player,
    read_team,
    team_data,
)
from fieldhouse.kernel.errors import BadChart, BadOptions
from fieldhouse.kernel.registry import find

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
    with pytest.raises(BadChart, match=r"row 3-4: 'd20' is not a die.*row 3-4: .*begin at 2"):
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
        "home, row qb 1, column flat: '+1' is not a whole number from -9 to 9",
        "home, row hbe 2, column name: '' is not a text",
        "home, row ln 6, column injury: is missing",
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
    assert [accepted_attempt(2050, n) for n in range(1, 13)] == [0, 0, 0, 1, 1, 2, 0, 0, 2, 0, 1, 1]
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
