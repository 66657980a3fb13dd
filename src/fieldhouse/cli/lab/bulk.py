"""`fieldhouse bulk`: millions of games from compiled tables."""

from __future__ import annotations

import time
from contextlib import ExitStack, nullcontext
from typing import Any

import click

from fieldhouse.cli.completion import complete_game


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "-n", "--games", type=click.IntRange(1), default=1_000_000, show_default=True, help="Number of games."
)
@click.option("--level", default="starter", show_default=True, help="Coach of both teams.")
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="The same seed gives the same games, on any number of processes.",
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://10.0.0.5:8786.")
@click.option(
    "--chunk", type=click.IntRange(1), default=100_000, show_default=True, help="Games per unit of work."
)
@click.option("--out", metavar="FILE", help="Save every game's result (.csv or .parquet).")
@click.option(
    "--plays",
    metavar="FILE",
    help="Save every play (.csv or .parquet) of as many games played by the full rules, with the same coach "
    "and seed. A few dozen games per second, so set -n.",
)
@click.option(
    "--svg", metavar="FILE", help="Save a histogram of the margin (with --points: of a team's points)."
)
@click.option("--points", metavar="SEAT", help="Show this team's points instead of the margin.")
@click.option("--exact", is_flag=True, help="Also compute the exact win probability for the same coach.")
@click.option("--length", metavar="NAME", help="A length of the game: full, short, tiny.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--charts", multiple=True, metavar="NAME=FILE", help="Play with your own chart, deck or team.")
def command(
    game: str, options: tuple[str, ...], charts: tuple[str, ...], length: str | None, **given: Any
) -> None:
    """Play GAME millions of times from compiled tables (`fastdrive`, `redboar -o mode=dice`).

    The games of --plays are not the ones that are counted; `fieldhouse simulate` plays the same ones.
    """
    from fieldhouse.cli.terminal.common import find_game, find_seat, make_console, open_rules, write_text
    from fieldhouse.lab.extras import need_lab

    need_lab()
    from fieldhouse.cli.lab import grids
    from fieldhouse.cli.lab.grids import game_progress_bar, text_histogram
    from fieldhouse.lab import bulk
    from fieldhouse.lab.export import open_bulk_games_file
    from fieldhouse.lab.pool import executor

    opened = open_rules(find_game(game), options, charts, length)
    screen, notes = make_console(), make_console(stderr=True)
    job = bulk.job_of(opened, given["level"])
    began = time.perf_counter()
    with notes.status("Building tables…") if notes.is_terminal else nullcontext():
        job.load()
    built = time.perf_counter()
    with ExitStack() as stack:
        out = stack.enter_context(open_bulk_games_file(given["out"], opened.seats)) if given["out"] else None
        pool = stack.enter_context(executor(given["jobs"], given["cluster"]))
        bar = stack.enter_context(game_progress_bar(notes, given["games"]))
        tally = bulk.run_bulk(
            job, given["games"], given["seed"], pool=pool, chunk=given["chunk"],
            ahead=max(8, 4 * given["jobs"]), progress=bar, keep=out.write if out is not None else None,
        )  # fmt: skip
    took = time.perf_counter() - built
    screen.print(
        grids.bulk_table(opened, tally, _exactly(opened, given["level"]) if given["exact"] else None)
    )
    seat = find_seat(opened.seats, given["points"]) if given["points"] else None
    counts = tally.histogram(seat)
    what = f"{opened.seats[seat]} points" if seat is not None else f"{opened.seats[0]} margin"
    screen.print(text_histogram({what: counts}, fancy=False), soft_wrap=True)
    screen.print(
        f"{tally.games:,} games, {tally.plays:,} plays in {took:.2f} s (tables: {built - began:.2f} s)",
        highlight=False,
    )
    if given["plays"]:
        screen.print(_write_plays(opened, given, notes), soft_wrap=True)
    if given["svg"]:
        from fieldhouse.lab.svg import histogram

        write_text(given["svg"], histogram(f"{opened.meta.title}: {what}", counts, what))


def _write_plays(game: Any, given: dict[str, Any], notes: Any) -> str:
    """Play as many games through the rules, by the same policy on both sides, and say what was written."""
    from fieldhouse.cli.lab.grids import game_progress_bar
    from fieldhouse.lab.export import open_plays_file
    from fieldhouse.lab.pool import executor
    from fieldhouse.lab.simulate import simulate_games
    from fieldhouse.lab.simulation_plan import make_plan

    count, jobs, began = given["games"], given["jobs"], time.perf_counter()
    plan = make_plan(
        game, [given["level"]] * len(game.seats), seed=given["seed"], statistics=False, plays=True
    )
    with (
        open_plays_file(given["plays"]) as file,
        executor(jobs, given["cluster"]) as pool,
        game_progress_bar(notes, count) as bar,
    ):
        for played in simulate_games(plan, count, jobs=jobs, pool=pool, on_chunk=bar):
            file.add(played)
    took = time.perf_counter() - began
    return f"Wrote {file.rows:,} plays of {count:,} games to {given['plays']} in {took:.2f} s"


def _exactly(game: Any, level: str) -> Any:
    from fieldhouse.lab.exact import Exact

    return Exact(game, level).start()
