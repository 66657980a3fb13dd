"""Play rows: what they say is what the record's events say, and they add up to the box score."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from click.testing import CliRunner

import fieldhouse
from fieldhouse.cli import main
from fieldhouse.football.boxscore import BoxScore
from fieldhouse.kernel import registry
from fieldhouse.kernel.record import replay
from fieldhouse.lab import simulate
from fieldhouse.lab.plays import COLUMNS, play_rows

RECORDS = Path(__file__).parents[1] / "records"
FINISHED = [*sorted((RECORDS / "redboar").glob("*.json")), *sorted((RECORDS / "thegrid").glob("*.json"))]


@pytest.mark.parametrize("path", FINISHED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_rows_add_up_to_the_box_score(path: Path) -> None:
    record = fieldhouse.read_record(path)
    table = replay(record)
    teams = table.head().teams
    box = BoxScore((teams[0], teams[1]))
    for event in table.events:
        box.add(event)
    rows = list(play_rows(record, "g"))
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
    rows = list(play_rows(record, "g"))
    assert (rows[0]["posteam_score"], rows[0]["defteam_score"]) == (0, 0)
    assert all(row["score_differential"] == row["posteam_score"] - row["defteam_score"] for row in rows)
    assert {row["qtr"] for row in rows} <= {1, 2, 3, 4, 5}
    assert all(row["yardline_100"] is None or 0 < row["yardline_100"] < 100 for row in rows)


def test_squares_has_no_plays_of_this_kind() -> None:
    record = fieldhouse.read_record(next((RECORDS / "squares").glob("*.json")))
    assert list(play_rows(record, "g")) == []


def test_the_command_writes_csv_and_parquet_from_files_and_archives(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    paths = sorted((RECORDS / "redboar").glob("*.json"))[:3]
    archive = tmp_path / "many.jsonl.gz"
    fieldhouse.keep_records(archive, map(fieldhouse.read_record, paths))
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
    plain = simulate.plan_of(game, ("rookie", "rookie"), seed=4, seconds=seconds)
    plan = simulate.plan_of(game, ("rookie", "rookie"), seed=4, seconds=seconds, plays=True)
    with_rows = simulate.play_some(plan, 0, 3)
    for one, other in zip(simulate.play_some(plain, 0, 3), with_rows, strict=True):
        assert (one.scores, one.lines) == (other.scores, other.lines)
        plays = [row for row in other.plays if row["down"]]
        assert sum(line.plays for line in other.lines) == len(plays)
        assert sum(row["touchdown"] or 0 for row in other.plays) == sum(
            line.touchdowns for line in other.lines
        )
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
