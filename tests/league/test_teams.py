"""Teams of the house in competitions, from Python and from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fieldhouse.cli import main
from fieldhouse.games.thegrid.league import WorldTournament
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.registry import find
from fieldhouse.league import Cup, Fixture, LeagueDice, play_out
from fieldhouse.league.teams import GameTeams, find_clubs

DICE = LeagueDice("teams")


def cli(*words: str) -> Result:
    return CliRunner().invoke(main, ["tournament", *words])


def test_a_world_tournament_of_the_grid() -> None:
    """DC-11: nineteen games of the twelve towns; the same secret plays the same tournament."""
    words = [
        "canton",
        "bremen",
        "halifax",
        "puebla",
        "recife",
        "leeds",
        "bari",
        "tampere",
        "ibadan",
        "sendai",
        "busan",
        "perth",
    ]
    names, clubs = find_clubs("thegrid", words)
    assert names[0] == "Canton Founders"
    form = WorldTournament(tuple(names))
    one, two = (play_out(form, GameTeams("thegrid", clubs, level="rookie"), DICE) for _ in range(2))
    assert one.known == two.known
    assert len(one.known.results) == 19
    told = cli("world", "--level", "rookie", "--seed", "3")
    assert told.exit_code == 0, told.output
    assert told.output.count("level;") <= 8
    assert "Champions: " in told.output
    assert told.output == cli("world", "--level", "rookie", "--seed", "3").output


def test_a_cross_era_cup() -> None:
    """FD-18.1, FD-19.2, FD-24.61: knock-out series at neutral sites; five teams need four series."""
    words = ["chicago-1985", "miami-1984", "denver-2013", "dallas-1993", "detroit-2008"]
    names, clubs = find_clubs("fastdrive", words)
    teams = GameTeams("fastdrive", clubs)
    season = play_out(Cup(tuple(names), draw="list", neutral=True, best_of=3), teams, DICE)
    assert len(season.fixtures) == 4
    assert all(fixture.neutral and fixture.knockout for fixture in season.fixtures)
    game = teams.open(season.fixtures[0])
    assert game.options["neutral"] is True and game.options["knockout"] is True
    told = cli("eras", *words, "--best-of", "3")
    assert told.exit_code == 0, told.output
    assert "Champions: " in told.output


def test_the_home_team_sits_in_the_home_seat() -> None:
    """Fast Drive's home seat is the second, The Grid's the first."""
    fixture = Fixture("final", "final", 0, 1, knockout=True)
    for game, words in (("fastdrive", ["chicago-1985", "miami-1985"]), ("thegrid", ["canton", "bremen"])):
        _, clubs = find_clubs(game, words)
        teams = GameTeams(game, clubs)
        opened = teams.open(fixture)
        named = opened.scoreboard(opened.start(), None).teams
        assert words[0].split("-")[0] in named[teams.home_seat].lower()


def test_events_of_a_simulated_game_can_be_told() -> None:
    """The same fixture, dice and attempt give the same game, told or not."""
    _, clubs = find_clubs("fastdrive", ["chicago-1985", "miami-1985"])
    teams = GameTeams("fastdrive", clubs)
    fixture = Fixture("week 13: CHI at MIA", "week 13", 1, 0, 13)
    told: list[Event] = []
    assert teams.play(fixture, DICE, 1, told.append) == teams.play(fixture, DICE)
    assert len(told) > 20
    assert teams.play(fixture, DICE, 2) != teams.play(fixture, DICE, 1)


def test_a_game_without_clubs_is_played_by_coaches() -> None:
    """Red Boar brings no clubs: the entrants are coaches, and a drawn final is played again."""
    told = cli("cup", "starter", "rookie", "starter", "--game", "redboar", "-o", "mode=dice")
    assert told.exit_code == 0, told.output
    assert "Champions: " in told.output
    with pytest.raises(BadOptions, match="choose from"):
        find_clubs("redboar", ["nobody"])


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (("cup", "chicago-1985"), "2 to 64 teams, not 1"),
        (("cup", "chicago-1985", "chicago-1985"), "chicago-1985 is in the league twice"),
        (("cup", "chicago-1885", "miami-1985"), "did you mean chicago-19"),
        (("world", "--game", "redboar"), "name twelve"),
        (("league", "canton", "atlantis"), "no team 'atlantis'"),
    ],
)
def test_what_cannot_be_played_is_refused(words: tuple[str, ...], refusal: str, tmp_path: Path) -> None:
    told = cli(*words)
    assert told.exit_code == 2
    assert refusal in told.output


@pytest.mark.parametrize(
    ("game", "material", "name", "option", "other"),
    [
        ("thegrid", "home", "Leeds Ironclads", {"home": "world-leeds"}, "canton"),
        ("fastdrive", "home", "Miami Dolphins 1985", {"home": "miami-1985"}, "chicago-1985"),
    ],
)
def test_a_team_of_ones_own_enters_by_its_file(
    tmp_path: Path, game: str, material: str, name: str, option: dict[str, str], other: str
) -> None:
    """A rolled team or an own card plays as the same team by its name does."""
    folder = find(game)
    file = tmp_path / "own.toml"
    file.write_text(folder.game.chosen_text(material, folder.meta.read_options(option)), encoding="utf-8")
    by_file, by_name = (cli("cup", "--game", game, word, other) for word in (str(file), option["home"]))
    assert by_file.exit_code == 0, by_file.output
    assert name in by_file.output
    assert by_file.output == by_name.output.replace("miami-1985", name)
    file.write_text("team = 3\n", encoding="utf-8")
    refused = cli("cup", "--game", game, str(file), other)
    assert refused.exit_code == 2
    assert "own.toml" in refused.output


def test_leagues_on_the_command_line() -> None:
    told = cli("league", "canton", "bremen", "leeds", "--level", "rookie")
    assert told.exit_code == 0, told.output
    assert told.output.count("\nRound ") == 6
    assert "Final" in told.output
    told = cli("robin", "chicago-1985", "miami-1985", "--weeks", "3")
    assert told.output.count("\nWeek ") == 3
