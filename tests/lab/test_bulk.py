"""Bulk games: reproducible anywhere, exact sums, flat memory, files and pictures."""

import csv
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from fieldhouse.cli import main
from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.lab import bulk
from fieldhouse.lab.export import open_bulk_games_file
from fieldhouse.lab.players import make_policy
from fieldhouse.lab.pool import executor
from fieldhouse.lab.tables.alias_tables import fill_aliases

OPTIONS = {"quarter": 1, "overtime": "none"}


@pytest.fixture(scope="module")
def job() -> bulk.Job:
    job = bulk.job_of(registry.find("fastdrive").open(OPTIONS))
    job.load()
    return job


def same(a: bulk.Tally, b: bulk.Tally) -> bool:
    return (a.games, a.plays) == (b.games, b.plays) and all(
        np.array_equal(getattr(a, name), getattr(b, name)) for name in ("results", "points", "margins")
    )


def test_the_same_seed_gives_the_same_games_in_any_chunks(job: bulk.Job) -> None:
    whole = bulk.run_bulk(job, 5000, seed=3, chunk=5000)
    assert same(whole, bulk.run_bulk(job, 5000, seed=3, chunk=700))
    assert not same(whole, bulk.run_bulk(job, 5000, seed=4, chunk=5000))


def test_the_same_games_on_a_pool_of_processes(job: bulk.Job) -> None:
    with executor(2) as pool:
        assert same(bulk.run_bulk(job, 4000, seed=3, chunk=500, pool=pool), bulk.run_bulk(job, 4000, seed=3))


def test_results_follow_the_rules_generators(job: bulk.Job) -> None:
    """The mean points of 3000 games through the rules lie within five standard errors."""
    game = registry.find("fastdrive").open(OPTIONS)
    policy = make_policy(game, "starter", 0)
    points = []
    for seed in range(3000):
        s = game.start()
        playout(game, s, FastDice(seed), policy)
        points.append(s.scores[0])
    tally = bulk.run_bulk(job, 200_000)
    mean, deviation = tally.mean_points(0)
    assert abs(np.mean(points) - mean) < 5 * deviation / 3000**0.5


def test_counts_are_whole(job: bulk.Job) -> None:
    tally = bulk.run_bulk(job, 3000, seed=1)
    assert tally.results.sum() == tally.points[0].sum() == tally.margins.sum() == 3000
    assert sum(tally.histogram().values()) == 3000


def test_alias_tables_give_the_row_back(job: bulk.Job) -> None:
    """Each leaf's share over all entries of a row is its chance, to 32 bits."""
    start = np.array([0, 3], np.int32)
    draw = np.zeros((3, 4), np.uint32)
    fill_aliases(start, np.array([5, 6, 7], np.int32), np.array([0.5, 0.3, 0.2]), draw)
    shares = dict.fromkeys((5, 6, 7), 0.0)
    for cut, first, second, _ in draw.tolist():
        shares[first] += cut / 2**32 / 3
        shares[second] += (1 - cut / 2**32) / 3
    assert [shares[n] for n in (5, 6, 7)] == pytest.approx([0.5, 0.3, 0.2], abs=1e-9)


# A real cluster


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers on loopback, as processes of their own."""
    from distributed import Client

    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    port = _free_port()
    address = f"tcp://127.0.0.1:{port}"
    dask = [sys.executable, "-m", "distributed.cli"]
    scheduler = [
        *dask[:-1],
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--no-dashboard",
    ]
    worker = [
        *dask[:-1],
        "distributed.cli.dask_worker",
        address,
        "--nthreads",
        "1",
        "--no-nanny",
        "--no-dashboard",
    ]
    running = [subprocess.Popen(scheduler, **quiet)]
    running += [subprocess.Popen(worker, **quiet) for _ in range(2)]
    try:
        with Client(address, timeout=60, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(2, timeout=60)
        yield address, running[1:]
    finally:
        for process in reversed(running):
            process.kill()
            process.wait()


def _free_port() -> int:
    import socket

    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_gives_the_same_even_when_a_worker_dies(
    job: bulk.Job, cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, workers = cluster
    alone = bulk.run_bulk(job, 400_000, seed=3, chunk=5000)
    done = 0

    def kill_in_the_middle(games: int) -> None:
        nonlocal done
        done += games
        if done == 50_000:
            workers[0].kill()
            workers[0].wait()
            time.sleep(0.1)

    with executor(cluster=address) as pool:
        spread = bulk.run_bulk(job, 400_000, seed=3, chunk=5000, pool=pool, progress=kill_in_the_middle)
    assert workers[0].poll() is not None
    assert workers[1].poll() is None
    assert same(alone, spread)


# Files and pictures


def test_every_game_is_written_to_csv_and_parquet_alike(job: bulk.Job, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    seats = ("Away", "Home")
    for name in ("games.csv", "games.parquet"):
        with open_bulk_games_file(str(tmp_path / name), seats) as file:
            tally = bulk.run_bulk(job, 900, seed=2, chunk=200, keep=file.write)
    with (tmp_path / "games.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    table = pq.read_table(tmp_path / "games.parquet").to_pylist()
    assert [int(row["game"]) for row in rows] == list(range(900))
    assert [row["winner"] for row in rows] == [row["winner"] for row in table]
    assert sum(int(row["points Home"]) for row in rows) == sum(row["points Home"] for row in table)
    assert sum(row["winner"] == "Away" for row in rows) == tally.results[0]


def test_the_command_prints_shares_and_draws_a_histogram(job: bulk.Job, tmp_path: Path) -> None:
    picture = tmp_path / "margin.svg"
    arguments = [
        "bulk",
        "fastdrive",
        "-n",
        "2000",
        "--svg",
        str(picture),
        "-o",
        "quarter=1",
        "-o",
        "overtime=none",
    ]
    ran = CliRunner().invoke(main, [*arguments, "--exact"])
    assert ran.exit_code == 0, ran.output
    assert "Away win" in ran.output
    assert "2,000 games" in ran.output
    bars = list(ET.parse(picture).iter("{http://www.w3.org/2000/svg}rect"))
    assert len(bars) > 10


def test_a_wrong_file_name_is_refused() -> None:
    ran = CliRunner().invoke(
        main, ["bulk", "fastdrive", "-n", "10", "-o", "quarter=1", "-o", "overtime=none", "--out", "x.txt"]
    )
    assert ran.exit_code == 2
    assert ".csv or .parquet" in ran.output
