"""Team cards: what stands on them, reading, making (sections 2 and 27)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.games.fastdrive.sheets import PLAIN, at, opened, run

from fieldhouse.games.fastdrive.cards import card as cards
from fieldhouse.games.fastdrive.cards import season_statistics
from fieldhouse.games.fastdrive.charts.codes import CODES, range_of
from fieldhouse.games.fastdrive.charts.qualities import GOOD_BAD, QUESTIONS
from fieldhouse.games.fastdrive.rules.state import DRIVE, KICKOFF, TRY
from fieldhouse.kernel.errors import BadChart, BadOptions


def fault(**changed: Any) -> str:
    """What is wrong with a plain card changed like this."""
    with pytest.raises(BadChart) as bad:
        cards.read_card(PLAIN | changed)
    return str(bad.value)


def test_a_card_lists_qualities_ranges_and_special_results() -> None:
    """FD-2.1, FD-25.17: team, season, league, three lists, two ranges, detail, results."""
    card = cards.read_card(
        PLAIN
        | {"offense": ["SOLID*"], "defense": ["STIFF"], "special": ["ELECTRIC"], "detail": "R+"}
        | {"results": ["offense 1-2-3: ODD? FUMBLE dot turnover"]}
    )
    assert cards.read_card(cards.to_data(card)) == card
    assert cards.read_card(cards.read_card_text(cards.to_text(card))) == card


def test_no_quality_means_no() -> None:
    """FD-2.2: a plain offense rolls an FGA in row 3-4-5 where PROLIFIC is a touchdown."""
    assert run(opened(), at(), "345 11").log[0].result == "FGA good"


@pytest.mark.parametrize(
    ("card", "dice", "result"),
    [
        ({"offense": ["PROLIFIC"]}, "126", "TD-PASS"),  # FD-2.3
        ({"offense": ["DULL"]}, "346 11", "PUNT-CO"),  # FD-2.3
        ({"offense": ["ERRATIC"]}, "116 11", "FGA good"),  # FD-2.5
        ({"offense": ["DYNAMIC"]}, "125 11", "FGA good"),  # FD-2.5
        ({"offense": ["SOLID"]}, "134 11", "FGA good"),  # FD-2.7
        ({"offense": ["POROUS"]}, "344 31", "PUNT"),  # FD-2.7
        ({"offense": ["RELIABLE"]}, "225", "TD-PASS"),  # FD-2.9
        ({"offense": ["SHAKY"]}, "455 3", "INTERCEPTION"),  # FD-2.9
        ({"offense": ["SECURE"]}, "122 11", "FGA good"),  # FD-2.11
        ({"offense": ["CLUMSY"]}, "112 4", "FUMBLE"),  # FD-2.11
        ({"offense": ["DISCIPLINED"]}, "224 11", "FGA good"),  # FD-2.13
        ({"offense": ["UNDISCIPLINED"]}, "446 11", "PUNT-CO"),  # FD-2.13
    ],
)
def test_offense_qualities_change_the_offenses_rows(card: dict[str, Any], dice: str, result: str) -> None:
    """FD-2.3, FD-2.5, FD-2.7, FD-2.9, FD-2.11, FD-2.13: and nothing when the defense's card has them."""
    assert run(opened(card), at(), dice).log[0].result == result
    other = opened(home=card).drive[1][1]
    assert other == opened().drive[1][1]


@pytest.mark.parametrize(
    ("card", "dice", "result"),
    [
        ({"defense": ["STAUNCH"]}, "456 11", "FGA good"),  # FD-2.4
        ({"defense": ["INEPT"]}, "345", "TD-RUN"),  # FD-2.4
        ({"defense": ["STIFF"]}, "356 11", "FGA good"),  # FD-2.6
        ({"defense": ["SOFT"]}, "355", "TD-PASS"),  # FD-2.6
        ({"defense": ["PUNISHING"]}, "236 11", "PUNT-CO"),  # FD-2.8
        ({"defense": ["MILD"]}, "135 11", "FGA good"),  # FD-2.8
        ({"defense": ["AGGRESSIVE"]}, "466 3", "INTERCEPTION"),  # FD-2.10
        ({"defense": ["MEEK"]}, "155", "TD-PASS"),  # FD-2.10
        ({"defense": ["ACTIVE"]}, "223 4", "FUMBLE"),  # FD-2.12
        ({"defense": ["PASSIVE"]}, "133 11", "FGA good"),  # FD-2.12
        ({"defense": ["DISCIPLINED"]}, "445 11", "PUNT-CO"),  # FD-2.13
        ({"defense": ["UNDISCIPLINED"]}, "233 11", "FGA good"),  # FD-2.13
    ],
)
def test_defense_qualities_change_the_opponents_rows(card: dict[str, Any], dice: str, result: str) -> None:
    """FD-2.4, FD-2.6, FD-2.8, FD-2.10, FD-2.12, FD-2.13."""
    assert run(opened(home=card), at(), dice).log[0].result == result


def test_discipline_is_kept_by_side() -> None:
    """FD-2.13, FD-24.42: a question names the side."""
    assert QUESTIONS["O-DISCIPLINED"] == ("offense", "DISCIPLINED")
    assert QUESTIONS["D-DISCIPLINED"] == ("defense", "DISCIPLINED")
    assert run(opened(home={"offense": ["DISCIPLINED"]}), at(), "445 11").log[0].result == "FGA good"


def test_electric_is_the_receivers() -> None:
    """FD-2.15, FD-24.43: 56 opens the field for an ELECTRIC return team only; it may be semi."""
    assert run(opened({"special": ["ELECTRIC"]}), at(phase=KICKOFF, kicker=1), "56 2").phase == TRY
    assert run(opened(home={"special": ["ELECTRIC"]}), at(phase=KICKOFF, kicker=1), "56").phase == DRIVE
    semi = opened({"special": ["ELECTRIC*"]})
    assert run(semi, at(phase=KICKOFF, kicker=1), "56 2").phase == DRIVE
    assert run(semi, at(phase=KICKOFF, kicker=1), "56 1 2 1").phase == TRY


def test_a_special_result_comes_before_the_chart() -> None:
    """FD-2.16, FD-24.45: without a question it replaces the row."""
    game = opened({"results": ["offense 5-5-6: FUMBLE dot"]})
    assert run(game, at(), "556 4").log[0].result == "FUMBLE"
    assert run(game, at(ball=1), "556").log[0].result == "TD-PASS"


def test_era_turnovers_are_an_additional_chance() -> None:
    """FD-2.17, FD-24.45: with a question, a no goes on to the chart."""
    old = {"season": 1960, "results": ["offense 5-5-6: ODD? INTERCEPTION turnover"]}
    game = opened(old, {"season": 1960})
    assert run(game, at(), "556 1 3").log[0].result == "INTERCEPTION"
    assert run(game, at(), "556 2").log[0].result == "TD-PASS"
    later = opened(old, {"season": 2020})
    assert run(later, at(), "556").log[0].result == "TD-PASS"


def test_offense_specials_come_before_the_defenses() -> None:
    """FD-24.46: the offense's list, then the defense's; lines in file order."""
    offense = {"results": ["offense 5-5-6: ROLL 1? FGA", "offense 5-5-6: ROLL 1-2? PUNT"]}
    game = opened(offense, {"results": ["defense 5-5-6: FUMBLE"]})
    assert run(game, at(), "556 1 11").log[0].result == "FGA good"
    assert run(game, at(), "556 2 2 31").log[0].result == "PUNT"
    assert run(game, at(), "556 2 3 4").log[0].result == "FUMBLE"


def test_opposites_are_rejected() -> None:
    """FD-24.40."""
    assert "PROLIFIC and DULL are opposites" in fault(offense=["PROLIFIC", "DULL*"])


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"offense": ["STAUNCH"]}, "'STAUNCH' isn't one of the offense qualities"),
        ({"offense": ["SOLID", "SOLID*"]}, "SOLID more than once"),
        ({"fg": "61"}, "fg: a range of codes such as 11-61"),
        ({"xp": "11-67"}, "xp: a range"),
        ({"detail": "RP"}, "detail: 'RP'"),
        ({"results": ["offense 5-6-5: FGA"]}, "'5-6-5' isn't a drive row"),
        ({"results": ["attack 5-5-6: FGA"]}, "it should read"),
        ({"results": ["offense 5-5-6: GOAL"]}, "isn't a result of drive"),
        ({"season": "1985"}, "season"),
        ({"color": "red"}, "color"),
    ],
)
def test_cards_are_checked_on_reading(changed: dict[str, Any], what: str) -> None:
    """FD-25.17, FD-24.72: every fault is named."""
    assert what in fault(**changed)


def test_both_ranges_are_required() -> None:
    """FD-24.72: there is no neutral value."""
    with pytest.raises(BadChart, match="xp"):
        cards.read_card({"team": "Plain", "season": 2020, "fg": "11-61"})
    with pytest.raises(BadChart, match="line 1, column"):
        cards.read_card_text("team = Plain\n")


# Making cards


def league(column: str, values: list[float], **more: str) -> list[dict[str, str]]:
    """Teams that differ in one figure, over ten games."""
    base = {"season": "2020", "games": "10", "wins": "5", "losses": "5", "ties": "0", "points_for": "200"}
    base |= {"points_against": "200", "fg_made": "8", "fg_att": "10", "xp_made": "9", "xp_att": "10"}
    return [
        base | {"team_name": f"City Team{n}", column: str(value)} | more for n, value in enumerate(values)
    ]


RATES = {"fg": (8, 10), "xp": (9, 10)}
SPREAD = [-2.0, -1.0, -0.6, -0.3, 0.3, 0.6, 1.0, 2.0]  # mean 0, population SD 1.162


def made(column: str, values: list[float], side: str, **more: str) -> list[tuple[str, ...]]:
    """The qualities that a league's teams get on that side."""
    return [card.side(side) for card in season_statistics.make_cards(league(column, values, **more), RATES)]


def test_z_scores_and_bars() -> None:
    """FD-27.1, FD-27.2: z of -1.72, -0.86, -0.52, -0.26 and the same above; offense bars 0.90 and 0.40."""
    found = made("total_yards", [3000 + 100 * z for z in SPREAD], "offense")
    assert found == [
        ("ERRATIC",),
        ("ERRATIC*",),
        ("ERRATIC*",),
        (),
        (),
        ("DYNAMIC*",),
        ("DYNAMIC*",),
        ("DYNAMIC",),
    ]


def test_the_defense_bar_is_higher_and_less_is_better() -> None:
    """FD-27.2: defense 1.10 and 0.50; fewer yards allowed are good."""
    found = made("yards_allowed", [3000 + 100 * z for z in SPREAD], "defense")
    assert found == [("STIFF",), ("STIFF*",), ("STIFF*",), (), (), ("SOFT*",), ("SOFT*",), ("SOFT",)]
    wide = made("yards_allowed", [3000, 3000, 3000, 3000, 3000, 3000, 3010, 3050], "defense")
    assert wide[-1] == ("SOFT",)
    assert wide[-2] == ()


def test_every_figure_gives_its_quality() -> None:
    """FD-27.3: the table of statistics."""
    names = {(good, bad) for _, _, good, bad, _ in season_statistics.GRADED} | {
        ("EFFICIENT", "INEFFICIENT"),
        ("ELECTRIC", ""),
    }
    assert names == {pair for pairs in GOOD_BAD.values() for pair in pairs}
    for column, side, good, bad, more in season_statistics.GRADED:
        low, high = ((bad,), (good,)) if more else ((good,), (bad,))
        extra = {} if column != "points_for" else {"wins": "5"}
        found = made(column, [300 + 10 * z for z in SPREAD], side, **extra)
        assert (low[0] in found[0], high[0] in found[-1]) == (True, True), column


def test_no_spread_no_quality() -> None:
    """FD-27.3: SD 0."""
    assert made("total_yards", [3000.0] * 8, "offense") == [()] * 8


def test_small_leagues_go_by_rank() -> None:
    """FD-27.3: best sixth full, next semi, the same below; ties get the weaker grade."""
    found = made("total_yards", [10, 20, 30, 40, 50, 60], "offense")
    assert found == [("ERRATIC",), ("ERRATIC*",), (), (), ("DYNAMIC*",), ("DYNAMIC",)]
    tied = made("total_yards", [10, 20, 30, 40, 60, 60], "offense")
    assert tied[-2:] == [("DYNAMIC*",), ("DYNAMIC*",)]


def test_penalties_of_the_team_count_for_both_sides() -> None:
    """FD-27.4: each with its own bar (z -0.52 is semi on both, -1.0 full only for the offense)."""
    teams = league("penalties", [60 + 10 * z for z in (-1, -1, -1, -1, 1, 1, 1, 1)])
    card = season_statistics.make_cards(teams, RATES)[0]
    assert (card.offense, card.defense) == (("DISCIPLINED",), ("DISCIPLINED*",))
    split = [team | {"penalties_offense": str(n)} for n, team in enumerate(teams)]
    assert season_statistics.make_cards(split, RATES)[7].offense == ("UNDISCIPLINED",)


@pytest.mark.parametrize(
    ("wins", "quality"),
    [("10", "EFFICIENT"), ("9", "EFFICIENT*"), ("8", ""), ("7", "INEFFICIENT*"), ("6.0", "INEFFICIENT")],
)
def test_wins_against_expectation(wins: str, quality: str) -> None:
    """FD-27.5: 16 games, level points: 8 expected; a win more is +1.06 per 17 games, two are +2.1."""
    team = league("x", [0])[0] | {"games": "16", "wins": wins, "losses": "8"}
    assert season_statistics.make_cards([team], RATES)[0].offense == ((quality,) if quality else ())


@pytest.mark.parametrize(
    ("made_kicks", "tried", "kicks"),
    [(29, 33, "11-62"), (45, 47, "11-64"), (0, 5, "11-11"), (5, 5, "11-66"), (1, 2, "11-36")],
)
def test_ranges_from_kicks(made_kicks: int, tried: int, kicks: str) -> None:
    """FD-27.6: n = floor(36 x made / attempts + 0.5), held within 1 and 36."""
    assert range_of(made_kicks, tried) == kicks


def test_codes_by_number() -> None:
    """FD-27.7: n 24 = 46, 26 = 52, 28 = 54, 30 = 56, 31 = 61 ... 36 = 66."""
    table = {
        24: "46",
        26: "52",
        28: "54",
        30: "56",
        31: "61",
        32: "62",
        33: "63",
        34: "64",
        35: "65",
        36: "66",
    }
    assert all(CODES[n - 1] == code for n, code in table.items())


def detail(pairs: list[tuple[int, int]], run_name: str, pass_name: str) -> list[str]:
    """The designators of teams with these figures."""
    teams = league("x", [0.0] * len(pairs))
    rows = [team | {run_name: str(a), pass_name: str(b)} for team, (a, b) in zip(teams, pairs, strict=True)]
    return [card.detail for card in season_statistics.make_cards(rows, RATES)]


def test_designators_from_touchdowns() -> None:
    """FD-27.8: share of rushing touchdowns against the league's, bars 0.15 and 0.07."""
    pairs = [(65, 35), (58, 42), (50, 50), (42, 58), (35, 65)]
    assert detail(pairs, "rush_td", "pass_td") == ["R+", "R", "none", "P", "P+"]


def test_designators_from_attempts() -> None:
    """FD-27.13: where touchdowns by kind are unknown, with bars 0.06 and 0.03."""
    pairs = [(56, 44), (53, 47), (50, 50), (47, 53), (44, 56)]
    assert detail(pairs, "rush_att", "pass_att") == ["R+", "R", "none", "P", "P+"]


def test_no_special_results_by_machine() -> None:
    """FD-27.9."""
    assert all(card.results == () for card in cards.collection().values())


def test_the_example_team() -> None:
    """FD-27.10: the 12-5 team's surplus, ranges and return touchdown."""
    team = league("kr_td", [1])[0] | {"games": "17", "wins": "12", "losses": "5", "points_for": "451"}
    team |= {
        "points_against": "340",
        "fg_made": "29",
        "fg_att": "33",
        "xp_made": "45",
        "xp_att": "47",
        "pr_td": "0",
    }
    assert season_statistics.surplus_wins(team) == pytest.approx(0.76, abs=0.005)
    card = season_statistics.make_cards([team], RATES)[0]
    assert (card.offense, card.special, card.fg, card.xp) == (
        ("EFFICIENT*",),
        ("ELECTRIC*",),
        "11-62",
        "11-64",
    )
    grades = [((26.53 - 22.0) / 4.1, 1.10), ((362 - 340) / 35, 0.63), ((0.8 - 0.53) / 0.25, 1.08)]
    assert all(z == pytest.approx(said, abs=0.01) for z, said in grades)


def test_unknown_figures() -> None:
    """FD-27.11: unknown for all, nobody; for some, the others get none."""
    assert made("sacks_made", [], "defense") == []
    teams = league("sacks_made", [20 + 2 * z for z in SPREAD]) + league("x", [0])
    found = [card.defense for card in season_statistics.make_cards(teams, RATES)]
    assert found[-1] == ()
    assert found[0] == ("MILD",)
    results_only = cards.collection()["chicago-1970"]
    allowed = {"PROLIFIC", "DULL", "EFFICIENT", "INEFFICIENT", "STAUNCH", "INEPT"}
    assert {name.rstrip("*") for name in (*results_only.offense, *results_only.defense)} <= allowed


def test_unknown_kicks_take_the_leagues_rate() -> None:
    """FD-27.12: of the season, or of the nearest season that has one, the later of two."""
    known = league("x", [0])
    blank = [known[0] | {"fg_made": "", "fg_att": "", "xp_made": "", "xp_att": ""}]
    later = [known[0] | {"fg_made": "9", "fg_att": "10"}]
    rates = season_statistics.league_rates({2018: known, 2019: blank, 2020: later})
    assert rates[2019]["fg"] == (9, 10)
    assert season_statistics.make_cards(blank, rates[2019])[0].fg == range_of(9, 10)


def test_the_shipped_cards() -> None:
    """FD-25.17, FD-27.2: every team of 1970-2025 by city and year; spot checks of the 1985 Bears."""
    found = cards.collection()
    assert len(found) == 1669
    bears = found["chicago-1985"]
    assert {"PROLIFIC", "RELIABLE"} <= set(bears.offense)
    assert {"STAUNCH", "STIFF", "PUNISHING", "AGGRESSIVE"} <= set(bears.defense)
    for name, card in found.items():
        assert cards.read_card(cards.to_data(card), name) == card


def test_cards_are_found_by_city_or_nickname() -> None:
    """FD-21.11: names are city and year; a city with two teams needs the nickname."""
    assert cards.find_card("Chicago Bears 1985")[0] == "chicago-1985"
    assert cards.find_card("new-york-giants-1986")[1].team == "New York Giants"
    with pytest.raises(BadOptions, match="did you mean chicago-1985"):
        cards.find_card("chicgo-1985")
    assert len(cards.season_cards(1985)) == 28
    with pytest.raises(BadOptions, match="1970 to 2025"):
        cards.season_cards(1969)


def test_a_users_own_table(tmp_path: Path) -> None:
    """FD-27.1: columns and figures are checked by line."""
    path = tmp_path / "league.csv"
    path.write_text("season,team_name,games\n")
    with pytest.raises(BadChart, match="line 1: no column wins"):
        season_statistics.read_seasons(path)
    head = ",".join(season_statistics.NEEDED)
    path.write_text(f"{head}\n2020,City Team,10,5,5,0,x,200\n")
    with pytest.raises(BadChart, match="line 2, column points_for: a number is needed"):
        season_statistics.read_seasons(path)
    path.write_text(f"{head}\n2020,City Team,10,5,5,0,200,200\n")
    rows = season_statistics.collection_rows(season_statistics.read_seasons(path))
    assert rows[0]["name"] == "city-2020"


def test_a_missing_field_does_not_hide_the_other_faults() -> None:
    """FD-25.17: all of them are named at once, with what would be right."""
    with pytest.raises(BadChart) as bad:
        cards.read_card({"team": "Mine", "xp": "11-64", "offense": ["FAST"], "detail": "X"}, "mine.toml")
    assert [fault.split(":")[1].strip().split()[0] for fault in bad.value.faults] == [
        "season", "fg", "offense", "detail",
    ]  # fmt: skip
    assert "fg is missing, such as '11-61'" in bad.value.faults[1]


def test_a_field_of_a_wrong_kind_does_not_hide_the_other_faults() -> None:
    """FD-25.17: what kind it should be is said, unknown fields too, and opposites are named once."""
    card = {"team": "Mine", "season": "1985", "fg": "11-99", "xp": 64, "defense": "STIFF", "color": "red"}
    with pytest.raises(BadChart) as bad:
        cards.read_card(card | {"offense": ["DULL", "PROLIFIC*"]}, "mine.toml")
    assert bad.value.faults == [
        "mine.toml: season: a whole number is needed, not '1985'",
        "mine.toml: xp: a text in quotation marks is needed, not 64",
        "mine.toml: defense: a list of texts is needed, not 'STIFF'",
        f"mine.toml: unknown field 'color'; there are {', '.join(cards.TYPES)}",
        "mine.toml: offense: DULL and PROLIFIC are opposites",
        "mine.toml: fg: a range of codes such as 11-61 is needed, not '11-99'",
    ]
    with pytest.raises(BadChart, match="fields by name are needed"):
        cards.read_card(["DULL"], "mine.toml")


def test_cards_spelled_the_other_way_are_read_as_well() -> None:
    """FD-25.17: the first cards and records wrote `offence` and `defence`."""
    data = {"team": "Old", "season": 1970, "fg": "11-61", "xp": "11-64", "defence": ["STIFF"]}
    data |= {"offence": ["SOLID*"], "results": ["offence 1-2-3: ODD? FUMBLE dot turnover"]}
    found = cards.read_card(data)
    assert found.offense == ("SOLID*",)
    assert found.defense == ("STIFF",)
    assert [special.side for special in cards.specials(found)] == ["offense"]
    assert "offense" in cards.to_data(found)
