"""Teams rolled, written, printed, copied; long names; the managers' strength model."""

from __future__ import annotations

import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from scripts.thegrid_values.manager_matches import compare
from scripts.thegrid_values.strength_fit import features, file_text, fit, rolled_team
from tests.games.thegrid.draft_helpers import auction, draft, pool_of
from tests.games.thegrid.helpers import grid

from fieldhouse.cli import main
from fieldhouse.games.thegrid.team_building.game import TeamBuildingGame
from fieldhouse.games.thegrid.team_building.levels import LEVELS, policy
from fieldhouse.games.thegrid.team_building.pool import read_pool
from fieldhouse.games.thegrid.team_building.rosters import team_from_roster
from fieldhouse.games.thegrid.team_building.strength_model import (
    FEATURES,
    lineup_features,
    weights,
)
from fieldhouse.games.thegrid.teams.creation import COLUMNS, GRADES, grade, named_team
from fieldhouse.games.thegrid.teams.players import PLACES, read_team, team_data, team_text
from fieldhouse.kernel import record
from fieldhouse.kernel.coaches import RandomCoach, play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.table import Table


def run(*words: str | int | Path, typed: str = "") -> str:
    """What the command says; it must succeed."""
    done = CliRunner().invoke(main, [str(word) for word in words], input=typed)
    assert done.exit_code == 0, done.output
    return done.output


def test_a_rolled_team_is_balanced_and_can_be_played(tmp_path: Path) -> None:
    """DC-6, TG-4.22: 3 QBs, 6 HBEs, 6 LNs with grades of 74 to 82; the file plays at once."""
    file, cards = tmp_path / "own.toml", tmp_path / "own.html"
    said = run("thegrid", "roll", "--seed", "5", "--name", "Own Men", "--file", file, "--cards", cards)
    assert "Seed 5" in said
    team = read_team(tomllib.loads(file.read_text(encoding="utf-8")))
    assert sum(map(grade, team.players)) in GRADES
    assert grid(materials={"home": team_data(team)}).teams[0].name == "Own Men"
    page = cards.read_text(encoding="utf-8")
    assert page.count("<svg") == 15
    assert all(player.name in page for player in team.players)
    again = CliRunner().invoke(main, ["thegrid", "roll", "--file", str(file)])
    assert again.exit_code != 0
    assert "exists" in again.output


def test_a_player_is_rolled_with_dice_of_ones_own() -> None:
    """DC-5: the typed 2d6 are read in the columns of the table, a bad one is asked again."""
    said = run("thegrid", "roll", "LN", "--dice", "mine", "--name", "Sam", typed="12\n13\n2\n9\n6\n11\n")
    rows = [(line[2:15].strip(), line[15:].split()[0], line.split()[-1]) for line in said.splitlines()[-5:]]
    assert rows == [
        ("run block", str(COLUMNS["B"][10]), "12"),
        ("pass block", str(COLUMNS["B"][0]), "2"),
        ("run defense", str(COLUMNS["F"][7]), "9"),
        ("pass defense", str(COLUMNS["F"][4]), "6"),
        ("injury", f"d{COLUMNS['H'][9]}", "11"),
    ]


def test_team_files_make_a_pool(tmp_path: Path) -> None:
    """TG-4.3, TG-4.29: two rolled teams, drafted by coaches of the house, come out as files again."""
    for number in (1, 2):
        run(
            "thegrid", "roll", "--seed", number, "--name", f"T{number}", "--file", tmp_path / f"{number}.toml"
        )
    pool = tmp_path / "pool.toml"
    pool.write_text(run("thegrid", "pool", tmp_path / "1.toml", tmp_path / "2.toml"), encoding="utf-8")
    folder = find("thegrid-draft")
    data = folder.game.read_material("pool", pool.read_text(encoding="utf-8"))
    game = folder.open({"coaches": 2}, {"pool": data})
    table = Table(game, FastDice(1))
    play_on(table, {0: folder.coach("allpro", game, 0, 1), 1: RandomCoach(2)})
    kept = tmp_path / "draft.json"
    kept.write_text(record.record_text(record.record_of_table(table)), encoding="utf-8")
    run("thegrid", "teams", kept, "--folder", tmp_path / "formed")
    teams = [
        read_team(tomllib.loads((tmp_path / "formed" / f"{town}.toml").read_text(encoding="utf-8")))
        for town in ("canton", "bremen")
    ]
    ids = {player.id for team in teams for player in team.players}
    assert ids == {
        f"T{team}-{n}" for team in (1, 2) for n in (*range(10, 13), *range(20, 26), *range(60, 66))
    }


def test_men_rolled_one_at_a_time_are_pooled_and_become_a_team(tmp_path: Path) -> None:
    """DC-5, TG-4.29: fifteen with one name and number stay fifteen; short of that a team is refused."""
    pool = tmp_path / "own.toml"
    for number, kind in enumerate(["QB"] * 3 + ["HBE"] * 6 + ["LN"] * 6):
        if kind == "LN" and number == 14:
            short = CliRunner().invoke(main, ["thegrid", "pool", str(pool), "--team", "Otters"])
            assert "a roster needs exactly 15 players; this one has 14 (TG-3.1)" in short.output
        said = run("thegrid", "roll", kind, "--seed", str(number), "--name", "Sam", "--pool", pool)
        assert f"own.toml now has {number + 1} player" in said
    team = read_team(tomllib.loads(run("thegrid", "pool", pool, "--team", "Otters")))
    assert (team.name, team.code) == ("Otters", "OTT")
    assert sorted(player.id for player in team.players) == sorted(
        ["OWN-1", *(f"OWN-1/{again}" for again in range(2, 16))]
    )
    refused = CliRunner().invoke(main, ["thegrid", "roll", "QB", "--file", str(tmp_path / "qb.toml")])
    assert "use --pool or --cards for a single player" in refused.output


def test_two_teams_of_one_code_are_pooled_and_a_pooled_man_keeps_his_id(tmp_path: Path) -> None:
    """TG-4.29: the second team of a code gets a code of its own; pools and teams go into one pool."""
    files = [tmp_path / f"{number}.toml" for number in (1, 2)]
    for number, file in enumerate(files):
        run("thegrid", "roll", "--seed", str(number), "--name", "Otters", "--file", file)
    pool = tmp_path / "pool.toml"
    pool.write_text(run("thegrid", "pool", *files), encoding="utf-8")
    men = read_pool(tomllib.loads(pool.read_text(encoding="utf-8")))
    assert {man.id.partition("-")[0] for man in men} == {"OTT", "OTT2"}
    drafted = tmp_path / "drafted.toml"
    drafted.write_text(
        team_text(team_data(team_from_roster(men, range(15, 30), "Bears", "BEA"))), encoding="utf-8"
    )
    again = read_pool(tomllib.loads(run("thegrid", "pool", drafted, files[0])))
    assert {man.id for man in again} == {man.id for man in men}, "BEA's men are still OTT2's"
    twice = CliRunner().invoke(main, ["thegrid", "pool", str(pool), str(pool)])
    assert "is listed twice" in twice.output


def test_every_typed_roll_of_a_team_says_what_it_is_for() -> None:
    """DC-6: with dice of one's own a squad that is thrown away is told, with its grades."""
    rng = Random(4)
    typed = "".join(f"{rng.randint(1, 6) + rng.randint(1, 6)}\n" for _ in range(90 * 40))
    said = run("thegrid", "roll", "--dice", "mine", "--name", "Typed", typed="12\n" * 90 + typed)
    assert said.startswith("2d6 for quarterback 10, flat pass: ")
    assert "2d6 for back or end 25, injury: " in said
    assert "2d6 for lineman 65, injury: " in said
    assert "a team needs 74 to 82. Roll the squad again (DC-6)" in said


def test_any_team_can_be_copied_as_a_file(tmp_path: Path) -> None:
    """TG-4.2: `charts copy thegrid home -o home=world-perth` writes Perth, not Canton."""
    file = tmp_path / "perth.toml"
    run("charts", "copy", "thegrid", "home", file, "-o", "home=world-perth")
    assert read_team(tomllib.loads(file.read_text(encoding="utf-8"))) == named_team("world-perth", 2050)
    shown = run("charts", "show", "thegrid", "visitor", "-o", "visitor=average")
    assert read_team(tomllib.loads(shown)).name == named_team("average", 0).name


def test_long_names_do_not_break_the_board() -> None:
    """TG-3.5: scores and ratings stay on the screen, whatever people call their men."""
    data = team_data(named_team("founders", 0))
    data["name"] = "The Very Long Named Footballers of Llanfairpwllgwyngyll"
    for row in (*data["qb"], *data["hbe"], *data["ln"]):
        row["name"] = "Maximilian Wolfeschlegelsteinhausenbergerdorff"
    game = grid(materials={"home": data, "visitor": data})
    s = game.start()
    s.scores = [24, 31]
    folder = find("thegrid")
    lines = folder.board.text(game.view(s, 0)).splitlines()
    assert max(map(len, lines)) <= 80
    assert " 24 (" in lines[0]
    assert " 31 (" in lines[0]
    assert sum("run 10, pass 6, kick 4, fumble 8, defense 1/1" in line for line in lines) == 2
    ET.fromstring(folder.board.svg(game.view(s, 0)))
    s.pending = [list(side.lineup) for side in s.sides]
    making = folder.board.text(game.view(s, 0)).splitlines()
    last = game.player(0, s.pending[0], PLACES.index("DS"))
    place = next(line for line in making if line.startswith(f"  specialist  {last.number}"))
    assert place.endswith("defense 2/2"), "a line for each place, whole"


# The managers


def test_the_strength_model_counts_ratings_where_a_man_plays() -> None:
    """DC-4, DC-6: eight men by place; a quarterback's passes count, a lineman's do not exist."""
    team = named_team("founders", 0)
    men = [team.players[who] for who in team.lineup]
    found = lineup_features(men, bench=10)
    assert set(found) == set(FEATURES) == set(weights())
    assert (found["qb_flat"], found["hb_run_yards"], found["end_pass_yards"]) == (1, 3, 3)
    assert (found["run_block"], found["pass_block"]) == (5, 3)
    assert (found["run_defense"], found["pass_defense"]) == (8, 7)
    assert (found["kicking"], found["bench"]) == (2, 10)


def test_the_strength_model_can_be_fitted_anew() -> None:
    """The same seed gives the same file; every feature has its weight and its error."""
    pytest.importorskip("numpy")
    found = fit(30, 1)
    assert set(found["points"]) == set(found["error"]) == set(FEATURES)
    assert tomllib.loads(file_text(found))["report"]["games"] == 60
    assert len(features(rolled_team(Random(1)))) == len(FEATURES)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("coaches", [2, 12])
def test_every_manager_forms_teams(level: str, coaches: int) -> None:
    """TG-4.7, TG-4.21: a draft and an auction of two and of twelve by managers of a level."""
    games: tuple[TeamBuildingGame[Any], ...] = draft(coaches=coaches), auction(coaches=coaches)
    for game in games:
        s = game.start()
        end = playout(game, s, FastDice(1), policy(level, game, 1))
        assert end.why == "formed"


def test_managers_need_only_the_types_where_all_men_are_alike() -> None:
    """TG-4.25: a pool without differences divides no manager by nothing."""
    for level in LEVELS:
        game = auction(pool_of(6, 20, 19), 3)
        s = game.start()
        assert playout(game, s, FastDice(2), policy(level, game, 2)).why == "formed"


def test_managers_are_compared_by_leagues() -> None:
    """`fieldhouse thegrid managers`: shares of both add up, the interval goes by leagues."""
    score = compare("draft", "starter", "starter", leagues=2, coaches=2, seed=1)
    assert (score.leagues, score.games) == (2, 4)
    assert 0 <= score.share <= 1
    assert "in 2 leagues, 4 games" in score.text()
