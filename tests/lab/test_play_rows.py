"""Play rows: what they say is what the record's events say, and they add up to the box score."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import fieldhouse
from fieldhouse.cli import main
from fieldhouse.football.box_score import BoxScore
from fieldhouse.football.events import FootballEvent
from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import RandomCoach
from fieldhouse.kernel.record import Record, record_game, record_of_table, replay_record
from fieldhouse.kernel.table import Table
from fieldhouse.lab import simulate, simulation_plan
from fieldhouse.lab.exact import Exact
from fieldhouse.lab.export import open_plays_file
from fieldhouse.lab.play_rows import COLUMNS, events_by_play, play_rows
from fieldhouse.lab.review.luck_ledger import luck_ledger
from fieldhouse.lab.review.win_probability_rows import EXACT, WinProbabilityRows

RECORDS = Path(__file__).parents[1] / "records"
FINISHED = [*sorted((RECORDS / "redboar").glob("*.json")), *sorted((RECORDS / "thegrid").glob("*.json"))]


@pytest.mark.parametrize("path", FINISHED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_rows_add_up_to_the_box_score(path: Path) -> None:
    record = fieldhouse.read_record(path)
    table = replay_record(record)
    teams = table.scoreboard().teams
    box = BoxScore((teams[0], teams[1]))
    for event in table.events:
        box.add(event)
    rows: list[Any] = play_rows(record, "g")[0].rows
    for side, line in enumerate(box.lines):
        mine = [row for row in rows if row["posteam"] == teams[side]]
        runs = [row for row in mine if row["rush_attempt"] == 1]
        passes = [row for row in mine if row["complete_pass"] == 1]
        assert len(runs) == line.runs
        assert sum(int(row["yards_gained"] or 0) for row in runs) == line.run_yards
        assert len(passes) == line.completions
    assert all(list(row) == list(COLUMNS) for row in rows)
    assert [row["play_id"] for row in rows] == list(range(1, len(rows) + 1))


def test_scores_stand_as_they_were_before_the_play() -> None:
    record = fieldhouse.read_record(RECORDS / "redboar" / "points-dice.json")
    rows: list[Any] = play_rows(record, "g")[0].rows
    assert (rows[0]["posteam_score"], rows[0]["defteam_score"]) == (0, 0)
    assert all(row["score_differential"] == row["posteam_score"] - row["defteam_score"] for row in rows)
    assert {row["qtr"] for row in rows} <= {1, 2, 3, 4, 5}
    assert all(row["yardline_100"] is None or 0 < row["yardline_100"] < 100 for row in rows)


def played(game: str, options: Mapping[str, Any], seed: int = 1) -> Record:
    """A whole game between coaches that answer anything."""
    table: Table[Any] = Table(registry.find(game).open(options), fieldhouse.FastDice(seed))
    fieldhouse.play_on(table, {seat: RandomCoach(seed + seat) for seat in range(len(table.game.seats))})
    return record_of_table(table)


DICE = {"mode": "dice", "overtime": "none", "quarters": 1, "minutes": 1}
DRIVES = {"quarter": 1, "overtime": "none"}
GIVE_ROWS = [
    *(("redboar", DICE), ("redboar", {"mode": "cards", "quarters": 2, "minutes": 2}), ("fastdrive", DRIVES)),
    *(("thegrid", {}), ("cardbowl", {"quarter": 12})),
]


@pytest.mark.parametrize(
    ("game", "options"), GIVE_ROWS, ids=lambda case: case if isinstance(case, str) else ""
)
def test_every_football_event_has_its_period_its_clock_and_both_scores(
    game: str, options: Mapping[str, Any]
) -> None:
    """And so has every row; scores never fall, and the last whistle has the final ones."""
    record = played(game, options)
    events, last = events_by_play(record)
    football = [at.head for event, at in events if isinstance(event, FootballEvent)]
    assert football
    for head in football:
        assert head.period, head
        assert head.clock, head
        assert len(head.scores) == len(head.teams) == 2
    for before, after in pairwise([*football, last.head]):
        assert all(a <= b for a, b in zip(before.scores, after.scores, strict=True))
    assert record.outcome is not None
    assert last.head.scores == record.outcome.scores
    rows: list[Any] = play_rows(record, "g")[0].rows
    assert rows
    for row in rows:
        assert row["fh_period"]
        assert row["fh_clock"]
        assert None not in (row["posteam_score"], row["defteam_score"])


def test_fast_drive_gives_one_row_a_drive() -> None:
    record = fieldhouse.read_record(RECORDS / "fastdrive" / "played-by-hand.json")
    rows: list[Any] = play_rows(record, "g")[0].rows
    logged: list[Any] = [event for event in replay_record(record).events if event.kind == "Logged"]
    assert [row["drive"] for row in rows] == list(range(1, len(logged) + 1))
    assert [row["fh_drive_seconds"] for row in rows] == [75 * event.ticks or None for event in logged]
    assert {"punt"} <= {row["fixed_drive_result"] for row in rows}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"), [("redboar", DICE), ("fastdrive", DRIVES)], ids=["plays", "drives"]
)
def test_win_chances_lead_from_the_first_play_to_the_result(game: str, options: Mapping[str, Any]) -> None:
    record = played(game, options)
    rows, last = play_rows(record, "g")
    filler = WinProbabilityRows(record_game(record))
    assert filler.kind == EXACT
    filler.fill([(rows, last)])
    filler.fill_luck([(rows, record)])
    first, at = rows.starts[0]
    opened = record_game(record)
    chance = Exact(opened).at(opened.load(at.snapshot)).win_probability
    assert first["fh_wp"] == pytest.approx(chance if first["posteam"] == at.head.teams[0] else 1 - chance)
    total = chance
    begun: list[Any] = rows.starts
    for row, whistle in begun:
        assert row["wpa"] == row["fh_wpa"]
        if row["fh_wpa"] is not None:
            total += row["fh_wpa"] if row["posteam"] == whistle.head.teams[0] else -row["fh_wpa"]
            assert 0 <= row["fh_wp"] <= 1
    told_luck = [(row["fh_luck"], row, whistle) for row, whistle in begun if row["fh_luck"] is not None]
    assert len(told_luck) == len({whistle.snapshot for _, whistle in rows.starts})
    dice = sum(luck if row["posteam"] == at.head.teams[0] else -luck for luck, row, at in told_luck)
    whole = luck_ledger(record)
    decided = float(whole.decisions(0) - whole.decisions(1))
    assert dice + decided == pytest.approx(total - chance), "a row's change is its dice and its decisions"
    assert record.outcome is not None
    assert total == pytest.approx({0: 1.0, 1: 0.0, None: 0.5}[record.outcome.winner])
    found: list[Any] = rows.rows
    for row in found:
        at_home = row["posteam"] == last.head.teams[1]
        if game == "redboar" or row["fh_wp"] is None:
            assert row["home_wp"] is None, "nobody is at home on Gridiron's field"
        else:
            assert row["home_wp"] == pytest.approx(row["fh_wp"] if at_home else 1 - row["fh_wp"])


def test_a_game_without_tables_has_estimates_and_says_whose() -> None:
    """The Grid brings values of its own; what cannot be judged stays empty, and the end is the result."""
    record = fieldhouse.read_record(RECORDS / "thegrid" / "played-by-hand.json")
    rows, last = play_rows(record, "g")
    filler = WinProbabilityRows(record_game(record))
    filler.fill([(rows, last)])
    filler.fill_luck([(rows, record)])
    assert {row["fh_wp_kind"] for row in rows.rows} == {filler.kind}
    assert filler.kind.startswith("estimate: ")
    known: list[Any] = [row["fh_wp"] for row in rows.rows if row["fh_wp"] is not None]
    assert len(known) > len(rows.rows) // 2
    assert all(0 <= chance <= 1 for chance in known)
    assert all(row["fh_luck"] is None for row in rows.rows)


def test_squares_has_no_plays_of_this_kind() -> None:
    record = fieldhouse.read_record(next((RECORDS / "squares").glob("*.json")))
    assert play_rows(record, "g")[0].rows == []


def test_the_command_writes_csv_and_parquet_from_files_and_archives(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    paths = sorted((RECORDS / "redboar").glob("*.json"))[:3]
    archive = tmp_path / "many.jsonl.gz"
    fieldhouse.write_records(archive, map(fieldhouse.read_record, paths))
    runner = CliRunner()
    one = runner.invoke(main, ["export", *map(str, paths), "--plays", str(tmp_path / "a.csv")])
    two = runner.invoke(main, ["export", str(archive), "--plays", str(tmp_path / "b.parquet")])
    assert (one.exit_code, two.exit_code) == (0, 0), (one.output, two.output)
    with (tmp_path / "a.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    read = pq.read_table(tmp_path / "b.parquet").to_pylist()
    assert len(rows) == len(read) > 20
    assert [row["desc"] for row in rows] == [row["desc"] for row in read]
    refused = runner.invoke(main, ["export", str(archive), "--plays", str(tmp_path / "c.txt")])
    assert refused.exit_code == 2
    assert not (tmp_path / "c.txt").exists()


@pytest.mark.parametrize("seconds", [None, 1.0], ids=["policies", "coaches"])
def test_simulated_games_give_the_rows_of_their_records(seconds: float | None) -> None:
    """The same games with rows and without, and the rows add up to the points that were scored."""
    game = registry.find("redboar").open({"mode": "dice"}, length="short")
    plain = simulation_plan.make_plan(game, ("rookie", "rookie"), seed=4, seconds=seconds)
    plan = simulation_plan.make_plan(game, ("rookie", "rookie"), seed=4, seconds=seconds, plays=True)
    with_rows = simulate.play_some(plan, 0, 3)
    for one, other in zip(simulate.play_some(plain, 0, 3), with_rows, strict=True):
        assert (one.scores, one.lines) == (other.scores, other.lines)
        every: Sequence[Any] = other.plays
        plays = [row for row in every if row["down"]]
        assert sum(line.plays for line in other.lines) == len(plays)
        assert sum(row["touchdown"] or 0 for row in every) == sum(line.touchdowns for line in other.lines)
        assert len({row["game_id"] for row in other.plays}) == 1


def test_simulate_streams_its_plays_into_a_file(tmp_path: Path) -> None:
    file = tmp_path / "plays.csv"
    words = ["simulate", "redboar", "-o", "mode=dice", "--length", "tiny", "-n", "6", "--jobs", "1"]
    ran = CliRunner().invoke(main, [*words, "--plays", str(file)])
    assert ran.exit_code == 0, ran.output
    with file.open(newline="") as rows:
        found = list(csv.DictReader(rows))
    assert len({row["game_id"] for row in found}) == 6
    assert tuple(found[0]) == COLUMNS


@pytest.mark.slow
def test_bulk_writes_the_plays_that_simulate_writes(tmp_path: Path) -> None:
    """The compiled tables keep no plays: the rows are of games of the same policy and seed."""
    files = [tmp_path / "bulk.csv", tmp_path / "simulate.csv"]
    words = ["fastdrive", "-n", "3", "--seed", "5", "--jobs", "1"]
    runner = CliRunner()
    one = runner.invoke(main, ["bulk", *words, "--plays", str(files[0])])
    two = runner.invoke(main, ["simulate", *words, "--plays", str(files[1])])
    assert (one.exit_code, two.exit_code) == (0, 0), (one.output, two.output)
    assert files[0].read_text() == files[1].read_text()
    assert "plays of 3 games" in one.output


def test_a_game_without_plays_is_refused_and_leaves_no_file(tmp_path: Path) -> None:
    file = tmp_path / "plays.csv"
    record = next((RECORDS / "squares").glob("*.json"))
    words = ["simulate", "squares", "--length", "tiny", "-n", "1", "--jobs", "1"]
    for asked in (words, ["export", str(record)]):
        refused = CliRunner().invoke(main, [*asked, "--plays", str(file)])
        assert refused.exit_code == 2, refused.output
        assert "squares" in refused.output.lower()
        assert not file.exists()


@pytest.mark.slow
def test_luck_in_simulated_rows_is_that_of_the_same_games_by_the_record() -> None:
    """Drives of a game that ends soon: the games are those without luck, the dice those of `export`."""
    game = registry.find("fastdrive").open(DRIVES)
    levels = ("starter",) * len(game.seats)
    plain, lucky = (
        simulation_plan.make_plan(game, levels, seed=2, plays=True, luck=luck) for luck in (False, True)
    )
    without, with_luck = simulate.play_some(plain, 0, 2), simulate.play_some(lucky, 0, 2)
    for one, other in zip(without, with_luck, strict=True):
        assert (one.scores, one.lines) == (other.scores, other.lines)
        assert [row["desc"] for row in one.plays] == [row["desc"] for row in other.plays]
        assert all(row["fh_luck"] is None for row in one.plays)
        assert any(row["fh_luck"] for row in other.plays)
        assert {row["fh_wp_kind"] for row in other.plays} == {EXACT}


@pytest.mark.slow
def test_simulate_and_export_write_win_chances_on_request(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    record = tmp_path / "games.jsonl"
    fieldhouse.write_records(record, [played("redboar", DICE, 3)])
    files = [tmp_path / "a.parquet", tmp_path / "b.parquet"]
    options = [word for name, value in DICE.items() for word in ("-o", f"{name}={value}")]
    runner = CliRunner()
    words = ["simulate", "redboar", *options, "-n", "3", "--jobs", "1", "--win-chance"]
    one = runner.invoke(main, [*words, "--plays", str(files[0])])
    two = runner.invoke(main, ["export", str(record), "--win-chance", "--plays", str(files[1])])
    assert (one.exit_code, two.exit_code) == (0, 0), (one.output, two.output)
    for file in files:
        rows = pq.read_table(file).to_pylist()
        assert {row["fh_wp_kind"] for row in rows} == {EXACT}
        assert all(0 <= row["fh_wp"] <= 1 for row in rows if row["fh_wp"] is not None)
        assert any(row["wpa"] for row in rows)
    refused = runner.invoke(main, words)
    assert refused.exit_code == 2
    assert "need --plays FILE" in refused.output


def test_rows_of_many_games_share_row_groups_and_none_is_lost(tmp_path: Path) -> None:
    """A group for each game kept 0.1 MB of memory a game until the file was closed, and made it ten times as
    large."""
    path = tmp_path / "many.parquet"
    row = dict.fromkeys(COLUMNS)
    with open_plays_file(str(path)) as file:
        for game in range(50):
            file.write([{**row, "game_id": str(game), "play_id": play} for play in range(100)])
    import pyarrow.parquet as pq

    found = pq.ParquetFile(path)
    assert found.num_row_groups == 2
    read = found.read(["game_id", "play_id"]).to_pylist()
    assert [(one["game_id"], one["play_id"]) for one in read] == [
        (str(game), play) for game in range(50) for play in range(100)
    ]
