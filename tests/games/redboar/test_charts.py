# ruff: noqa: E501
"""Default charts, and what a person's own charts must satisfy (section 20)."""

from __future__ import annotations

import copy
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.games.redboar.helpers import BLUE, CARDS, RED, at, game, run, where, with_cards

from fieldhouse.games.redboar.charts.reader import PLAYS, check_charts, default_text, read_chart_file
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.kernel.errors import BadChart
from fieldhouse.kernel.registry import find

DEFAULTS = dict(CARDS.setup.materials)
CATALOGUE = find("redboar").catalogue


def printed() -> dict[str, Any]:
    """The machine-readable data of the catalogue."""
    block = re.search(r"```json\n(.*?)```", CATALOGUE, re.S)
    assert block is not None
    return json.loads(block[1])


def test_the_decks_are_those_of_the_catalogue() -> None:
    """RB-20.1, RB-20.2, RB-20.9: cell by cell, the printed BLITZ card included."""
    data = printed()
    assert DEFAULTS["offense_cards"] == data["offense_cards"]
    assert DEFAULTS["defense_cards"] == data["defense_cards"]
    assert DEFAULTS["defense_cards"]["BZ"]["LONG"] == [0, "1=#(-10),2-3=I"]


def test_the_dice_table_is_that_of_the_catalogue() -> None:
    """RB-20.3, RB-20.9."""
    rows = {
        total: {key: value for key, value in row.items() if value is not None}
        for total, row in printed()["dice_offense"].items()
    }
    assert DEFAULTS["dice_offense"] == rows


def test_the_kicks_are_those_of_the_catalogue() -> None:
    """RB-20.4, RB-20.5, RB-20.6, RB-20.7, RB-20.8, RB-20.9."""
    data, special = printed(), DEFAULTS["special_teams"]
    for part in ("kickoff", "punt", "field_goal", "try_kick", "try_conversion"):
        assert special[part] == data[part], part
    assert special["spots"] == {"touchback_g": data["touchback_g"], "safety_punt_g": data["safety_punt_g"]}


def mean_yards(card: str, against: str) -> float:
    """Mean of a pairing far from the goal line; a turnover counts as 0 yards."""
    call, entry = CARDS.book.calls[card], CARDS.book.defenses[against][card]
    total = Fraction(0)
    for face in range(1, 7):
        modifier = entry.modifiers[face] if entry.modifiers else ""
        assert call.base is not None
        normal = call.base + entry.adjust
        if modifier == "B":
            total += normal + 35
        elif modifier.startswith("#"):
            total += int(modifier[2:-1])
        elif modifier not in ("I", "T"):
            total += normal
    return round(float(total / 6), 1)


def test_the_means_of_the_pairings_are_those_printed() -> None:
    """RB-20.2: the table of mean yards."""
    table = re.search(r"\| \| LP \| MP \| SP \| SR \| NR \| BZ \|\n\|[-|]+\n((?:\|.*\n)+)", CATALOGUE)
    assert table is not None
    for line in table[1].splitlines():
        card, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        for against, cell in zip(("LP", "MP", "SP", "SR", "NR", "BZ"), cells, strict=True):
            expected = float(cell.replace("−", "-").replace(" t", ""))
            assert mean_yards(card, against) == pytest.approx(expected, abs=0.051), (card, against)


def faults(name: str, change: Any) -> list[str]:
    """The faults of a default chart after a change."""
    chart = copy.deepcopy(DEFAULTS[name])
    change(chart)
    with pytest.raises(BadChart) as refused:
        check_charts({name: chart})
    return refused.value.faults


def put(row: str, column: str, value: Any) -> Any:
    def change(chart: Any) -> None:
        chart[row][column] = value

    return change


@pytest.mark.parametrize(
    ("name", "change", "fault"),
    [
        ("offense_cards", put("DIVE", "base", 7), "offense_cards, row DIVE, column base: 7 is not a multiple of 5"),
        ("offense_cards", put("DIVE", "clock", 20), "offense_cards, row DIVE, column clock: 20 is not one of 10, 30"),
        ("offense_cards", put("DIVE", "pass", True), "offense_cards, row DIVE, column pass: DIVE is a run (RB-10.5)"),
        ("offense_cards", put("DIVE", "copies", 4), "offense_cards, row (all), column copies: the deck has 19 cards, not 18"),
        ("offense_cards", put("DIVE", "yards", 4), "offense_cards, row DIVE, column yards: is unknown"),
        ("offense_cards", put("DIVE", "play", "REV"), "offense_cards, row (all), column play: no card is DIVE"),
        ("offense_cards", lambda c: c["DIVE"].pop("base"), "offense_cards, row DIVE, column base: is missing"),
        ("defense_cards", put("LP", "REV", [5, "1-2=#(-4)"]), "row LP, column REV: '1-2=#(-4)': -4 is not a multiple of 5"),
        ("defense_cards", put("LP", "REV", [5, "1=I"]), "row LP, column REV: I (incomplete) is for passes only"),
        ("defense_cards", put("LP", "MED", [5, "1-3=I,3=T"]), "row LP, column MED: face 3 is listed twice"),
        ("defense_cards", put("LP", "MED", [5, "7=I"]), "row LP, column MED: '7=I' is not like 1=I"),
        ("defense_cards", put("LP", "MED", [5, "3-1=I"]), "row LP, column MED: '3-1=I': the range runs backwards"),
        ("defense_cards", put("LP", "MED", 5), "row LP, column MED: 5 is not like"),
        ("defense_cards", lambda c: c["LP"].pop("MED"), "row LP, column MED: is missing"),
        ("dice_offense", put("3", "kind", "long"), "row 3, column kind: the rulebook fixes 'touchdown_pass'"),
        ("dice_offense", put("5", "yards", -5), "row 5, column yards: the rulebook fixes -10, not -5"),
        ("dice_offense", put("8", "yards", 10), "row 8, column yards: the rulebook fixes 5, not 10"),
        ("dice_offense", put("7", "defense_die", True), "row 7, column defense_die: total 7, and no other row"),
        ("dice_offense", put("6", "defense_die", False), "row 6, column defense_die: total 7, and no other row"),
        ("dice_offense", lambda c: c.pop("9"), "row (all), column 9: is missing"),
        ("dice_offense", lambda c: c.update({"13": c["9"]}), "row (all), column 13: is not a total of two dice"),
        ("dice_offense", put("2", "lost_on", [1, 1]), "row 2, column lost_on: [1, 1] is not a list of different faces"),
        ("dice_offense", lambda c: c["2"].pop("lost_on"), "row 2, column lost_on: is missing"),
        ("dice_offense", put("6", "lost_on", [1]), "row 6, column lost_on: is for interception and fumble rows only"),
        ("dice_offense", put("3", "yards", 5), "row 3, column yards: a touchdown pass has no yards"),
        ("dice_offense", lambda c: c["6"].pop("yards"), "row 6, column yards: is missing"),
        ("dice_offense", put("7", "yards", 5), "row 7, column yards: an incomplete pass gains 0 yards"),
        ("dice_offense", put("6", "kind", "trick"), "row 6, column kind: 'trick' is not one of"),
        ("special_teams", lambda c: c["kickoff"]["net"].pop("9"), "row kickoff, column 9: is missing"),
        ("special_teams", lambda c: c["punt"]["net"].update({"9": "touchback"}), "row punt, column 9: only a kickoff can have a touchback"),
        ("special_teams", lambda c: c["punt"]["net"].update({"9": 41}), "row punt, column 9: 41 is not a multiple of 5"),
        ("special_teams", lambda c: c["punt"]["net"].update({"9": -40}), "row punt, column 9: -40 is not from 5 to 95"),
        ("special_teams", put("punt", "out_of_bounds", "even"), "row punt, column out_of_bounds: 'even' is not one of odd"),
        ("special_teams", lambda c: c["field_goal"]["need_by_g"].pop("20"), "row field_goal.need_by_g, column 20: is missing, though 50 is in range"),
        ("special_teams", lambda c: c["field_goal"]["need_by_g"].update({"20": 13}), "column 20: 13 is not a whole number from 2 to 12"),
        ("special_teams", put("try_kick", "good", [1, 5]), "row try_kick, column good: [1, 5] is not a list of different totals"),
        ("special_teams", put("spots", "touchback_g", 100), "row spots, column touchback_g: 100 is not from 5 to 95"),
        ("special_teams", lambda c: c.pop("punt"), "special_teams, row punt: is missing"),
    ],
)  # fmt: skip
def test_a_fault_is_named_by_row_and_column(name: str, change: Any, fault: str) -> None:
    """RB-20.11, RB-2.2: each entry that a chart check must refuse."""
    found = faults(name, change)
    assert any(fault in one for one in found), found


def test_every_fault_is_listed_not_only_the_first() -> None:
    """RB-20.11: the whole list at once."""

    def spoil(chart: Any) -> None:
        chart["DIVE"]["base"] = 7
        chart["LONG"]["clock"] = 11
        chart["REV"]["copies"] = 0

    assert len(faults("offense_cards", spoil)) == 4


def test_a_broken_file_says_where() -> None:
    """RB-20.11: line and column of the text."""
    with pytest.raises(BadChart, match=r"at line 2, column"):
        read_chart_file("offense_cards", "[REV]\ncopies = = 3\n")


def test_the_default_texts_read_back_as_the_defaults() -> None:
    """RB-20.9: a person copies and edits these files."""
    for name, chart in DEFAULTS.items():
        assert read_chart_file(name, default_text(name)) == chart


def test_an_unknown_chart_is_refused() -> None:
    """RB-20.11."""
    with pytest.raises(BadChart, match="it has: offense_cards, defense_cards, dice_offense, special_teams"):
        default_text("weather")


def test_a_deck_may_hold_different_cards_of_one_play() -> None:
    """RB-20.11, RB-19.86: DIVE-2 is a dive of its own."""
    cards = copy.deepcopy(DEFAULTS["offense_cards"])
    cards["DIVE"]["copies"] = 2
    cards["DIVE-2"] = {"play": "DIVE", "copies": 1, "pass": False, "base": 10, "clock": 10}
    rules = game("cards", {"offense_cards": cards})
    assert len(rules.book.offense_deck) == 18
    s = with_cards(at(50, clock=600), "DIVE", "BZ")
    s.decks[RED].hand[0] = "DIVE-2"
    run(rules, s, "play", ("DIVE-2", "BZ"), 7, 7)
    assert (where(s), s.clock) == ((RED, 35, 1, 10), 590), "10, and the blitz adds 5 for a dive"


def test_a_person_may_change_the_dice_table() -> None:
    """RB-20.11: a fumble row that always loses the ball."""
    rows = copy.deepcopy(DEFAULTS["dice_offense"])
    rows["11"]["lost_on"] = [1, 2, 3, 4, 5, 6]
    rules = game("dice", {"dice_offense": rows})
    s = at(50)
    run(rules, s, "play", 7, 7, 11, 6)
    assert s.offense == BLUE


@pytest.mark.parametrize("die", range(1, 7))
def test_by_the_rulebooks_letter_interceptions_and_fumbles_always_lose_the_ball(die: int) -> None:
    """RB-12.12: rows 2 and 11 on every face; the die moves the spot by 5. All other rows are the default's."""
    rules = find("redboar").open({"mode": "dice", "turnovers": "always"})
    assert isinstance(rules, GridironGame)
    moved = -5 if die <= 2 else 5 if die >= 5 else 0
    for total, yards in ((2, 20), (11, 0)):
        s = at(60)
        run(rules, s, "play", 7, 7, total, die)
        assert where(s) == (BLUE, 100 - (60 - yards - moved), 1, 10)
    rows, letter = (find("redboar").open({"turnovers": how}).setup.materials for how in ("die", "always"))
    differ = [n for n, row in rows["dice_offense"].items() if row != letter["dice_offense"][n]]
    assert differ == ["2", "11"]
    assert {name: chart for name, chart in rows.items() if name != "dice_offense"} == {
        name: chart for name, chart in letter.items() if name != "dice_offense"
    }


def test_a_row_without_defense_die_may_always_lose_the_ball() -> None:
    """RB-20.11: all six faces are the only list allowed there."""
    rows = copy.deepcopy(DEFAULTS["dice_offense"])
    rows["7"] = {
        "name": "fumble",
        "kind": "fumble",
        "pass": False,
        "yards": 0,
        "clock": 30,
        "defense_die": False,
    }
    rows["7"]["lost_on"] = [1, 2, 3, 4, 5, 6]
    rules = game("dice", {"dice_offense": rows})
    s = at(50)
    run(rules, s, "play", 7, 7, 7)
    assert where(s) == (BLUE, 50, 1, 10)
    rows["7"]["lost_on"] = [1, 2]
    with pytest.raises(BadChart, match="row 7, column lost_on: a row without defense die"):
        game("dice", {"dice_offense": rows})


def test_the_charts_lie_beside_the_game_as_data() -> None:
    """RB-20.9: one TOML file for each material, and the dice table by the rulebook's letter (RB-12.12)."""
    folder = Path(find("redboar").path) / "charts"
    assert {file.stem for file in folder.glob("*.toml")} == {*DEFAULTS, "dice_offense_letter"}
    assert set(PLAYS) == set(DEFAULTS["offense_cards"])
