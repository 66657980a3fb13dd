"""`fieldhouse simulate`: summary, files, progress bar, Ctrl-C, a Dask cluster."""

import csv
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.shared import COMMAND, Fieldhouse

from fieldhouse.cli.lab.simulate import summary_text
from fieldhouse.football.box_score import TeamLine
from fieldhouse.lab.summary import PlayedGame, Summary


def test_the_summary_has_results_with_intervals_and_a_picture(fieldhouse: Fieldhouse) -> None:
    shown = fieldhouse("simulate", "sandlot", "-n", "60", "--jobs", "1", "--seed", "4").output
    assert "Sandlot: Shirts Starter, Skins Starter; seed 4\n60 games in " in shown
    for line in ("Shirts wins", "Skins wins", "Ties", "Shirts points", "Ended by: points "):
        assert line in shown
    assert shown.count("(95%: ") == 3
    assert "█" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert "NFL" not in shown, "Sandlot reports no football"


def test_files_have_one_row_a_game_and_do_not_depend_on_jobs(fieldhouse: Fieldhouse) -> None:
    args = ["simulate", "sandlot", "-n", "40", "--length", "tiny", "--seat", "Skins=random"]
    fieldhouse(*args, "--jobs", "1", "--csv", "one.csv", "--parquet", "one.parquet")
    fieldhouse(*args, "--jobs", "2", "--csv", "two.csv")
    assert Path("one.csv").read_bytes() == Path("two.csv").read_bytes()
    rows = list(csv.DictReader(Path("one.csv").read_text().splitlines()))
    assert [int(row["number"]) for row in rows] == list(range(40))
    assert list(rows[0]) == ["number", "seed", "winner", "why", "shirts_score", "skins_score"]
    for row in rows:
        shirts, skins = int(row["shirts_score"]), int(row["skins_score"])
        assert row["winner"] == ("Shirts" if shirts > skins else "Skins" if skins > shirts else "")

    from pyarrow import parquet

    table = parquet.read_table("one.parquet").to_pylist()
    assert [{name: str(cell) for name, cell in row.items()} for row in table] == rows


def test_what_a_game_does_not_count_is_empty_and_never_zero(fieldhouse: Fieldhouse) -> None:
    """Fast Drive counts drives and points, but no yards: a cell without a number, and null in Parquet."""
    fieldhouse(
        *("simulate", "fastdrive", "-n", "2", "--jobs", "1", "--length", "tiny"),
        *("--csv", "f.csv", "--parquet", "f.parquet"),
    )
    rows = list(csv.DictReader(Path("f.csv").read_text().splitlines()))
    assert [(row["home_yards"], row["home_drives"] != "") for row in rows] == [("", True)] * 2

    from pyarrow import parquet

    table = parquet.read_table("f.parquet").to_pylist()
    assert [(row["home_yards"], str(row["home_drives"])) for row in table] == [
        (None, row["home_drives"]) for row in rows
    ]


def test_without_pyarrow_the_extra_is_named(fieldhouse: Fieldhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    refused = fieldhouse("simulate", "sandlot", "-n", "5", "--parquet", "x.parquet")
    assert refused.exit_code == 2
    assert refused.stderr == "fieldhouse: Parquet needs pyarrow: pip install 'fieldhouse[parquet]'\n"


def test_football_stands_beside_the_nfl() -> None:
    line = TeamLine(
        team="Red", plays=60, yards=300, runs=30, run_yards=120, passes=28, completions=21, drives=9
    )
    summary = Summary.of(("Red", "Blue"), [PlayedGame(0, 1, 0, "points", (21, 14), (line, line))])
    shown = summary_text(summary)
    row = next(text for text in shown.splitlines() if "plays from scrimmage" in text)
    assert row.split()[-2] == "120.00"
    assert "yards per play" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_a_bar_moves_at_a_terminal(terminal: Callable[..., Any]) -> None:
    screen = terminal("simulate", "sandlot", "-n", "300", "--jobs", "1", "--length", "tiny")
    screen.expect("/300")
    screen.expect("300 games in ")
    assert screen.end() == 0


def test_ctrl_c_ends_all_processes_without_a_traceback(terminal: Callable[..., Any]) -> None:
    screen = terminal("simulate", "sandlot", "-n", "1000000", "--jobs", "2", "--length", "tiny")
    while not re.search(r"([2-9]\d\d|,\d\d\d)/1,000,000", screen.screen):
        screen.expect("/1,000,000", seconds=60)
    os.killpg(screen.process.pid, signal.SIGINT)  # as a terminal does: everybody in the group gets it
    assert screen.end() == 1
    assert "Traceback" not in screen.screen
    assert screen.screen.rstrip().endswith("Aborted!")


@pytest.mark.slow
def test_a_dask_cluster_plays_the_same_games(fieldhouse: Fieldhouse) -> None:
    code = """
import sys, time
from distributed import LocalCluster
if __name__ == "__main__":
    plain = {"processes": False, "protocol": "tcp://", "dashboard_address": None}
    with LocalCluster(n_workers=1, threads_per_worker=1, **plain) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""
    Path("cluster.py").write_text(code)
    cluster = subprocess.Popen(
        [sys.executable, "cluster.py"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert cluster.stdout is not None
        address = cluster.stdout.readline().strip()
        args = ["simulate", "sandlot", "-n", "30", "--length", "tiny"]
        ran = subprocess.run(
            [*COMMAND, *args, "--cluster", address, "--csv", "far.csv"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        fieldhouse(*args, "--jobs", "1", "--csv", "near.csv")
        assert Path("far.csv").read_bytes() == Path("near.csv").read_bytes()
    finally:
        cluster.communicate(timeout=60)


@pytest.mark.slow
def test_a_cluster_that_does_not_answer_is_one_line() -> None:
    command = [*COMMAND, "simulate", "sandlot", "-n", "5", "--cluster", "tcp://127.0.0.1:9"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.startswith("fieldhouse: no Dask scheduler answers at tcp://127.0.0.1:9: ")
    assert ran.stderr.count("\n") == 1
