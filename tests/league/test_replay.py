"""Season replays: the real schedule and form of a year, beside what happened; own team, cards, charts;
files."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.timed import within

from fieldhouse.cli import main
from fieldhouse.games.fastdrive.cards.card import find_card, to_text
from fieldhouse.games.fastdrive.charts.reader import default_text
from fieldhouse.games.fastdrive.seasons import season_options
from fieldhouse.kernel.errors import BadOptions, BadRecord
from fieldhouse.kernel.registry import find
from fieldhouse.league import Fixture
from fieldhouse.league.season_replay import SeasonReplay, new_season_replay, read_season_replay


def season(*words: str) -> Result:
    return CliRunner().invoke(main, ["season", *words])


def whole(year: int) -> SeasonReplay:
    replay = new_season_replay(year, "tests")
    while replay.play_week():
        pass
    return replay


@pytest.mark.parametrize(
    ("year", "games", "play_offs"),
    [(1970, 182, 7), (1982, 126, 15), (1985, 224, 9), (2007, 256, 11)],
)
def test_a_season_of_the_year(year: int, games: int, play_offs: int) -> None:
    """The year's schedule and its play-offs: 8 teams, 16 in 1982, 10, 12, 14; a champion at the end."""
    replay = whole(year)
    now = replay.current_season()
    assert now.over
    knock_out = [fixture for fixture in now.fixtures if fixture.knockout]
    assert len(knock_out) == play_offs
    assert len(replay.known.results) == games + play_offs
    assert knock_out[-1].id == "Super Bowl" and knock_out[-1].neutral
    assert now.progress.champion in (knock_out[-1].home, knock_out[-1].visitor)
    lines = [now.ledger.line(team) for team in range(len(replay.cards))]
    assert sum(line.won for line in lines) == sum(line.lost for line in lines)
    assert sum(line.games for line in lines) == 2 * games


def test_a_32_team_season_takes_seconds_not_minutes() -> None:
    """285 games with results only: 1.5 to 1.7 s of processor at a load of 15 on two cores; twice that
    is a fault."""
    replay = within(3.5, lambda: whole(2023))
    assert len(replay.known.results) == 272 + 13


@pytest.fixture(scope="module")
def of_1985() -> Result:
    """What the command says of a whole season."""
    return season("1985")


def test_the_command_shows_tables_play_offs_and_what_really_happened(of_1985: Result) -> None:
    told = of_1985
    assert told.exit_code == 0, told.output
    for words in (
        "AFC East",
        "NFC West",
        "Wild card",
        "Super Bowl",
        "Champions: ",
        "Actual:    Chicago Bears",
    ):
        assert words in told.output
    assert "15-1" in told.output
    one, again, other = (season("1985", "--week", "1", "--seed", seed) for seed in ("1", "1", "2"))
    assert one.output.splitlines()[:-1] == again.output.splitlines()[:-1] != other.output.splitlines()[:-1]
    assert max(map(len, told.output.splitlines())) <= 80


def test_a_season_stops_at_a_week_is_kept_and_goes_on(of_1985: Result, tmp_path: Path) -> None:
    """Saved, resumed, exported: the same season as without a stop."""
    file, table = str(tmp_path / "s.json"), tmp_path / "games.csv"
    told = season("1985", "--week", "3", "--save", file)
    assert "after week 3" in told.output
    assert len(read_season_replay(Path(file).read_text()).known.results) == 42
    assert "exists" in season("1985", "--save", file).output
    assert "can't be changed" in season("--resume", file, "-o", "two_point=no").output
    assert "--seed can't be changed" in season("--resume", file, "--seed", "2").output
    on = season("--resume", file, "--export", str(table))
    assert on.exit_code == 0, on.output
    assert on.output.split("Champions")[0] == of_1985.output.split("Champions")[0]
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert len(rows) == 233
    assert (rows[0]["stage"], rows[-1]["stage"]) == ("week 1", "Super Bowl")
    bears = [row for row in rows if row["week"] == "13" and row["visitor"] == "Chicago Bears"]
    assert [(row["real_visitor_points"], row["real_home_points"]) for row in bears] == [("24", "38")]


def test_every_game_beside_the_real_one() -> None:
    told = season("1985", "--week", "1", "--results")
    assert told.output.count("actual") == 14 + 6  # fourteen games, six heads of tables


def test_own_cards_charts_and_options(tmp_path: Path) -> None:
    """A hopeless card for the Bears; charts from a file; an option of the game."""
    card, charts = tmp_path / "bears.toml", tmp_path / "charts.txt"
    card.write_text(to_text(find_card("tampa-bay-1985")[1]).replace("Tampa Bay Buccaneers", "Chicago Cubs"))
    charts.write_text(default_text())
    told = season(
        "1985", "--week", "2", "--card", f"chicago={card}", "--charts", str(charts), "-o", "quarter=6"
    )
    assert told.exit_code == 0, told.output
    assert "Chicago Cubs" in told.output
    assert season("1985", "--card", "nowhere=x.toml").exit_code == 2
    assert (
        "no option" in season("1985", "-o", "nothing=1").output
        or season("1985", "-o", "nothing=1").exit_code == 2
    )


def test_own_schedules(tmp_path: Path) -> None:
    """A schedule typed as CSV, names without a year being of the season; or one made for so many weeks."""
    file = tmp_path / "schedule.csv"
    file.write_text("week,away,home\n1,chicago,Miami Dolphins\n2,miami-1985,chicago-1985\n")
    told = season("1985", "--schedule", str(file))
    assert told.exit_code == 0, told.output
    assert "2 games," in told.output
    file.write_text(
        "week,away,home\nx,chicago,miami\n2,nowhere,miami\n3,miami,miami\n4,miami,chicago\n4,miami,chicago\n"
    )
    told = season("1985", "--schedule", str(file))
    for line in (
        "line 2, column week",
        "line 3: there's no team",
        "line 4: miami-1985 cannot play itself",
        "line 6: miami-1985 at",
    ):
        assert line in told.output
    assert "no column home" in _refused(tmp_path, "week,away\n")
    assert "no game" in _refused(tmp_path, "week,away,home\n")
    assert "14 games," in season("1985", "--games", "1").output
    assert "1970 to 2024" in season("1950").output


def _refused(folder: Path, text: str) -> str:
    (folder / "bad.csv").write_text(text)
    return season("1985", "--schedule", str(folder / "bad.csv")).output


def test_a_team_for_yourself(tmp_path: Path) -> None:
    """The own game is asked for at the terminal; left in the middle it is kept, and the week is not
    lost."""
    file, answers = str(tmp_path / "s.json"), tmp_path / "answers.txt"
    answers.write_text("quit\n")
    told = season(
        "1985", "--team", "miami", "--save", file, "--week", "1", "--script", str(answers), "-o", "quarter=1"
    )
    assert "Your game, Week 1: Miami Dolphins at Houston Oilers" in told.output
    kept = read_season_replay(Path(file).read_text())
    assert len(kept.known.results) == 13
    own = kept.own_game()
    assert own is not None and own.id == "week 1: MIA at TEN"
    answers.write_text("1\n0\n" * 200)
    told = season("--resume", file, "--week", "1", "--script", str(answers))
    assert told.exit_code == 0, told.output
    done = read_season_replay(Path(file).read_text())
    assert done.by_hand == [own.id]
    assert {k: v for k, v in done.known.results.items() if k != own.id} == kept.known.results
    record = next(tmp_path.glob("s-week-1*.json"))
    assert CliRunner().invoke(main, ["verify", str(record)]).exit_code == 0


def test_own_cards_go_to_teams_by_their_old_names(tmp_path: Path) -> None:
    """A card may bring a new name, or another team's; `--team` and `--card` mean the old one."""
    otters, dolphins = tmp_path / "otters.toml", tmp_path / "dolphins.toml"
    text = find("fastdrive").game.material_text("home")
    dolphins.write_text(text)
    otters.write_text(text.replace("Miami Dolphins", "River Otters"))
    file, answers = tmp_path / "s.json", tmp_path / "answers.txt"
    answers.write_text("quit\n")
    given = ["--card", f"chicago={dolphins}", "--card", f"miami={otters}", "--team", "chicago"]
    told = season("1985", *given, "--save", str(file), "--week", "1", "--script", str(answers))
    assert "Your game, Week 1: Tampa Bay Buccaneers at Miami Dolphins" in told.output
    kept = read_season_replay(file.read_text())
    assert [kept.titles()[kept.form.names.index(code)] for code in ("CHI", "MIA")] == [
        "Miami Dolphins",
        "River Otters",
    ]
    assert kept.form.names[kept.mine] == "CHI"


@pytest.mark.parametrize("option", ["home=miami-1985", "knockout=no", "neutral=yes"])
def test_what_a_fixture_says_is_not_a_seasons_option(option: str) -> None:
    """It was taken and did nothing, or let a play-off game end level."""
    told = season("1985", "-o", option)
    assert told.exit_code != 0
    assert f"{option.partition('=')[0]}: the league sets this for every game" in told.output


def test_teams_are_found_by_code_city_and_nickname() -> None:
    replay = new_season_replay(1985, "x")
    assert {replay.find_team(words) for words in ("CHI", "Chicago", "bears", "Chicago Bears")} == {
        replay.form.names.index("CHI")
    }
    with pytest.raises(
        BadOptions, match="more than one team 'new york'; there are New York Jets, New York Giants"
    ):
        replay.find_team("new york")


def test_overtime_by_year() -> None:
    """No overtime before 1974 but in play-offs; sudden death; modified; both."""
    years = (1973, 1974, 2009, 2010, 2012, 2022, 2025)
    assert [season_options(y, knockout=False)["overtime"] for y in years] == [
        "none", "sudden", "sudden", "sudden", "modified", "modified", "both",
    ]  # fmt: skip
    assert [season_options(y, knockout=True)["overtime"] for y in years] == [
        "sudden", "sudden", "sudden", "modified", "modified", "both", "both",
    ]  # fmt: skip


def test_a_damaged_file_is_refused() -> None:
    good = new_season_replay(1985, "x")
    with pytest.raises(BadRecord, match="this isn't a saved season"):
        read_season_replay("{}")
    good.known.results["week 99: A at B"] = good.teams().play(Fixture("x", "x", 0, 1), good.dice)
    with pytest.raises(BadRecord, match="week 99: A at B"):
        read_season_replay(good.to_json())
