"""Bulk simulation against the limit: our tables beside C in the same run, with agreement of the results.

For each game two C programs are compiled with `cc -O3 -march=native`: the straightforward one (a random draw
for each die) and the table-driven one (`table.c`, one draw a play, on the very tables that Python uses).
Plain playouts through the rules generators are timed beside them.
"""

from __future__ import annotations

import math
import resource
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import click
import numpy as np
import numpy_stepper
from rich.console import Console
from rich.table import Table

from fieldhouse.games.fastdrive.charts import reader
from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.playout import playout
from fieldhouse.lab import bulk
from fieldhouse.lab.exact import Exact
from fieldhouse.lab.players import make_policy
from fieldhouse.lab.tables.alias_tables import AliasTables

HERE = Path(__file__).parent
PLAIN = {
    "team": "Plain", "season": 2020, "league": "NFL", "offense": [], "defense": [], "special": [],
    "fg": "11-61", "xp": "11-64", "detail": "none", "results": [],
}  # fmt: skip
FIRST_EDITION = Path(reader.__file__).parent / "edition-1.txt"
TEAMS = {"away": PLAIN, "home": PLAIN}
GAMES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "redboar": ("redboar", {"mode": "dice", "overtime": "none"}, {}),
    "fastdrive": ("fastdrive", {"overtime": "none"}, TEAMS),
    "fastdrive, first edition": (
        "fastdrive",
        {"overtime": "none"},
        {**TEAMS, "charts": reader.read_chart_text(FIRST_EDITION.read_text(encoding="utf-8"))},
    ),
}
"""What is played: game, options, materials."""
BY_HAND = {"redboar": "redboar", "fastdrive, first edition": "fastdrive"}
"""The C programs written by hand. Fast Drive's knows no questions about score and clock, which the
charts ask since the second edition; so it is held against the first."""


def build(folder: Path, name: str) -> Path:
    """Compile a C program of this folder."""
    source = HERE / f"{name}.c"
    target = folder / name
    subprocess.run(["cc", "-O3", "-march=native", "-o", target, source, "-I", HERE], check=True)
    return target


def run_c(program: Path, *args: object) -> tuple[np.ndarray[Any, Any], float]:
    """Wins, ties, losses, points of both seats, plays; and the seconds."""
    out = subprocess.run(
        [program, *map(str, args)], check=True, capture_output=True, text=True
    ).stdout.split()
    return np.array(out[:6], float), float(out[6])


def write_table(loaded: AliasTables, path: Path) -> None:
    """The packed tables as `table.c` reads them."""
    t = loaded
    head = [t.start, t.limit, *t.kind.shape[:2], len(t.rows), len(t.draw), len(t.leaf)]
    with path.open("wb") as file:
        file.write(np.array(head, np.int64).tobytes())
        for array in (t.kind, t.rows, t.stop, t.draw, t.leaf):
            file.write(np.ascontiguousarray(array).tobytes())


def write_charts(game: Any, path: Path) -> None:
    """Fast Drive's chart entries for `fastdrive.c`, all questions answered that two plain cards answer."""
    words = ["TD-RUN", "FGA", "PUNT", "PUNT-BU", "PUNT-CO", "FUMBLE", "INTERCEPTION", "SAFETY", "DOWNS"]
    words += ["REROLL", "BLOCKED-PUNT", "BLOCKED-FGA", "DEF-TD"]
    out: list[int] = [0, len(game.unusual), len(game.follow_ups)]
    # Drive entries that lead to an unusual table get numbers of their own after the endings.
    numbers: dict[Any, int] = {ending: ending.number for ending in game.endings}
    rows = [
        (words.index(e.word.replace("TD-PASS", "TD-RUN")), e.start, e.base, int(e.dot), -1)
        for e in game.endings
    ]

    def number(found: Any) -> int:
        assert not found.asked
        if found.table >= 0 and found not in numbers:
            numbers[found] = len(rows)
            rows.append((0, -1, 0, 0, found.table))
        return numbers[found]

    drives = [number(found) for table in game.drive[1] for found in table]
    unusual = [number(found) for table in game.unusual for found in table]
    out[0] = len(rows)
    for row in rows:
        out += row
    out += unusual
    out += [n for table in game.follow_ups for found in table for n in _pair(found)]
    out += drives
    tables = game.tables[1]
    for name in ("kickoff", "squib", "onside", "punt-bu", "punt", "punt-co"):
        out += [n for table in tables[name] for found in table for n in _pair(found)]
    for name in ("fumble", "interception", "two-point", "fourth-down", "desperation"):
        out += [n for table in tables[name] for found in table for n in _pair(found)]
    out += [int(_hopes(table)) for table in tables["desperation"]]
    out += [n for pair in (*game.fg, *game.xp) for n in pair]
    path.write_text(" ".join(map(str, out)) + "\n")


def _pair(found: Any) -> tuple[int, int]:
    """What an odd and an even check die give; the same twice where nothing is asked."""
    if not found.asked:
        return (_code(found),) * 2
    (test, yes), (_, no) = found.steps
    assert test.name == "ODD"
    return _code(yes), _code(no)


def _code(found: Any) -> int:
    """A landing as `fastdrive.c` numbers it."""
    if found.follow >= 0:
        return 100 + int(found.follow)
    fixed = {"TD": 6, "DEF-TD": 7, "GOOD": 8, "NOTHING": 13}
    if found.word in fixed:
        return fixed[found.word]
    if found.word == "NO-GOOD":
        return 9 if found.start < 0 else 10 + int(found.start)
    return int(found.start) + (3 if found.word == "KICKERS" else 0)


def _hopes(table: Any) -> bool:
    """FD-21.9 for the coach in C."""
    said = [{end.word for _, end in f.steps} if f.asked else {f.word} for f in table]

    def codes(word: str) -> float:
        return sum(0.0 if word not in s else 1.0 if len(s) == 1 else 0.5 for s in said)

    return codes("TD") >= codes("DEF-TD")


def distance(a: np.ndarray[Any, Any], n: float, b: np.ndarray[Any, Any], m: float) -> float:
    """How many standard errors the shares of wins, ties and losses differ at most."""
    worst = 0.0
    for x, y in zip(a[:3] / n, b[:3] / m, strict=True):
        p = (x * n + y * m) / (n + m)
        worst = max(worst, abs(x - y) / math.sqrt(max(p * (1 - p), 1e-9) * (1 / n + 1 / m)))
    return worst


def bulk_rate(loaded: AliasTables, games: int, seed: int) -> tuple[bulk.Tally, float]:
    """A run on one core, by CPU seconds."""
    bulk.run_chunk(loaded, seed, 0, 1000)
    began = time.process_time()
    tally, _ = bulk.run_chunk(loaded, seed, 0, games)
    return tally, time.process_time() - began


def generator_rate(game: Any, games: int) -> float:
    """Whole games a second through the rules generators, with the starter's policy."""
    policy = make_policy(game, "starter", 0)
    began = time.process_time()
    for seed in range(games):
        playout(game, game.start(), FastDice(seed), policy)
    return games / (time.process_time() - began)


def compare(screen: Console, name: str, games: int, rounds: int) -> None:
    """One game: ours, both C programs, playouts."""
    played, options, materials = GAMES[name]
    game = registry.find(played).open(options, materials)
    loaded = bulk.job_of(game).load()
    table = Table(title=f"{name}: {games} games, best of {rounds}, one core, CPU seconds")
    for column in ("program", "games/s", "ours / this", "worst difference in standard errors", "points"):
        table.add_column(column, justify="right")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        write_table(loaded, path / "tables")
        driven = build(path, "table")
        plain = build(path, BY_HAND[name]) if name in BY_HAND else None
        charts: list[Path] = []
        if BY_HAND.get(name) == "fastdrive":
            charts = [path / "charts"]
            write_charts(game, charts[0])
        ours = best = 0.0
        seconds = {"table": math.inf, "plain": math.inf, "ours": math.inf}
        for _ in range(rounds):
            tally, took = bulk_rate(loaded, games, 1)
            seconds["ours"] = min(seconds["ours"], took)
            by_table, took = run_c(driven, path / "tables", games, 2)
            seconds["table"] = min(seconds["table"], took)
            if plain is not None:
                by_plain, took = run_c(plain, *charts, games, 3)
                seconds["plain"] = min(seconds["plain"], took)
        ours = games / seconds["ours"]
        counted = tally.results.astype(float)
        points = f"{tally.mean_points(0)[0]:.3f} {tally.mean_points(1)[0]:.3f}"
        table.add_row("tables, numba", f"{ours:,.0f}", "1.00", "", points)
        best = games / seconds["table"]
        apart = distance(counted, games, by_table, games)
        shown = f"{by_table[3] / games:.3f} {by_table[4] / games:.3f}"
        table.add_row("C, table-driven", f"{best:,.0f}", f"{ours / best:.2f}", f"{apart:.2f}", shown)
        if plain is not None:
            rate = games / seconds["plain"]
            apart = distance(counted, games, by_plain, games)
            shown = f"{by_plain[3] / games:.3f} {by_plain[4] / games:.3f}"
            table.add_row("C, a draw per die", f"{rate:,.0f}", f"{ours / rate:.2f}", f"{apart:.2f}", shown)
        began = time.process_time()
        by_numpy = numpy_stepper.play(loaded, games // 10, 4)
        rate = games // 10 / (time.process_time() - began)
        apart = distance(counted, games, by_numpy.astype(float), games // 10)
        table.add_row("tables, numpy", f"{rate:,.0f}", f"{ours / rate:.2f}", f"{apart:.2f}", "")
        slow = generator_rate(game, 200)
        table.add_row("rules generators", f"{slow:,.0f}", f"{ours / slow:.0f}", "", "")
    screen.print(table)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    screen.print(f"tables {loaded.megabytes:.1f} MB, peak memory of this process {memory:.0f} MB")


SHORT = {"mode": "dice", "quarters": 1, "minutes": 1}
ENDLESS: dict[str, tuple[str, dict[str, Any]]] = {
    "series": ("redboar", {**SHORT, "overtime": "series"}),
    "both, no ties": ("redboar", {**SHORT, "overtime": "both", "ties": False}),
    "knockout": ("fastdrive", {"quarter": 1, "knockout": True}),
}
"""Overtimes that may go on for ever, after a short game."""


def exact_against_bulk(screen: Console, name: str, game: Game[Any], games: int) -> None:
    """The chances under the starter's policy, worked out and played, and the best that can be done."""
    began = time.process_time()
    exact = Exact(game, "starter")
    known = exact.start()
    took = time.process_time() - began
    tally = bulk.run_bulk(bulk.job_of(game), games, seed=11)
    table = Table(title=f"{name}: exact against {games} games")
    for column in ("", "share", "standard error", "exact", "off by errors"):
        table.add_column(column, justify="right")
    for what, share, chance in zip(("win", "tie", "loss"), tally.shares, known, strict=True):
        error = tally.error(chance)
        table.add_row(
            what, f"{share:.5f}", f"{error:.5f}", f"{chance:.5f}", f"{(share - chance) / error:+.2f}"
        )
    screen.print(table)
    began = time.process_time()
    best = Exact(game)
    place = best.reduction.where(game.start())
    chances = best.values([place])[place]
    seconds = time.process_time() - began
    low, high = best.bounds([place])[place]
    apart = abs(high - low)
    screen.print(f"exact by the policy {took:.1f} CPU s; both at their best {seconds:.1f} CPU s: win")
    screen.print(
        f"{chances.win:.6f}, tie {chances.tie:.6f}, loss {chances.loss:.6f}; large leads: +-{apart:.1e}"
    )


@click.command()
@click.option("--games", default=300_000, show_default=True)
@click.option("--rounds", default=3, show_default=True)
@click.option("--only", type=click.Choice(["redboar", "fastdrive"]), help="One of the games.")
@click.option("--overtimes", is_flag=True, help="Endless overtimes too: some minutes.")
def main(games: int, rounds: int, only: str | None, overtimes: bool) -> None:
    """Ratios to C, in one run."""
    screen = Console(width=120)
    for name, (game, *setup) in GAMES.items():
        if only in (None, game):
            compare(screen, name, games, rounds)
            exact_against_bulk(screen, name, registry.find(game).open(*setup), games)
    for what, (name, options) in ENDLESS.items():
        if overtimes and only in (None, name):
            exact_against_bulk(screen, f"{name}, {what}", registry.find(name).open(options), games)


if __name__ == "__main__":
    main()
