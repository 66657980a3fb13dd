"""`fieldhouse simulate`: a game played many times on all cores, and the results."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from typing import TYPE_CHECKING, Any

import click

from fieldhouse.cli.completion import complete_game
from fieldhouse.kernel.coaches import level_name
from fieldhouse.kernel.errors import BadOptions

if TYPE_CHECKING:
    from fieldhouse.kernel.game import Game
    from fieldhouse.lab.export import GamesFile
    from fieldhouse.lab.simulation_plan import SimulationPlan
    from fieldhouse.lab.summary import Summary

CLUSTER_JOBS = 16
"""Chunks of games are cut for so many workers of a cluster, unless --jobs says how many it has."""


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("-n", "--games", "count", type=click.IntRange(1), default=1000, show_default=True)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=LEVEL",
    help="Coach of a seat: a level, random, policy:FILE or module:factory; default: starter.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes; default: one per core.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster with this scheduler address.")
@click.option("--length", metavar="NAME", help="A length of the game, such as full, short or tiny.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--charts", multiple=True, metavar="NAME=FILE", help="Play with your own chart, deck or team.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    help="Play with the full coaches and this much time per answer, not their fast policies.",
)
@click.option(
    "--stats/--no-stats",
    "statistics",
    default=True,
    help="Collect football statistics (slower), or only results.",
)
@click.option("--csv", "csv_file", metavar="FILE", help="Save one row per game as CSV.")
@click.option(
    "--parquet", "parquet_file", metavar="FILE", help="Save one row per game as Parquet; needs pyarrow."
)
@click.option("--plays", metavar="FILE", help="Save one row per play (.csv or .parquet), as `export` does.")
@click.option(
    "--win-probability",
    "--win-chance",
    is_flag=True,
    help="With --plays: add the win probability before each play, exact or estimated.",
)
@click.option(
    "--luck", is_flag=True, help="With --plays: add the luck of each play, where the game has exact tables."
)
def command(game: str, count: int, **given: Any) -> None:
    """Play GAME many times, coach against coach, and summarize the results.

    The same seed gives the same games, on any number of processes.
    """
    from fieldhouse.cli.terminal.common import find_game, make_console, open_rules
    from fieldhouse.cli.terminal.seats import PERSON, read_seats
    from fieldhouse.lab.simulation_plan import make_plan

    folder = find_game(game)
    opened: Game[Any] = open_rules(folder, given["options"], given["charts"], given["length"])
    levels = [sitter.who for sitter in read_seats(opened, given["seats"], people="none")]
    if PERSON in levels:
        raise BadOptions("a person can't play in a simulation; give the seat a coach (a level or random)")
    if (given["win_probability"] or given["luck"]) and not given["plays"]:
        raise BadOptions("--win-probability and --luck add columns to the plays: they need --plays FILE")
    plan = make_plan(
        opened,
        levels,
        seed=given["seed"],
        statistics=given["statistics"],
        seconds=given["seconds"],
        plays=bool(given["plays"]),
        win_probability=given["win_probability"],
        luck=given["luck"],
    )
    started = time.perf_counter()
    summary = _run(plan, opened.seats, count, given)
    took = time.perf_counter() - started
    screen = make_console()
    who = ", ".join(f"{seat} {level_name(level)}" for seat, level in zip(opened.seats, levels, strict=True))
    click.echo(f"{folder.meta.title}: {who}; seed {plan.seed}")
    click.echo(f"{count:,} games in {took:.1f} s ({count / took:,.0f} per second)")
    fancy = (screen.encoding or "").lower().startswith("utf")
    click.echo(summary_text(summary, min(screen.width, 100), fancy=fancy))


def _run(plan: SimulationPlan, seats: tuple[str, ...], count: int, given: dict[str, Any]) -> Summary:
    from fieldhouse.cli.lab.grids import game_progress_bar
    from fieldhouse.cli.terminal.common import make_console
    from fieldhouse.lab.export import open_plays_file
    from fieldhouse.lab.pool import executor, processor_count
    from fieldhouse.lab.simulate import simulate_games
    from fieldhouse.lab.summary import Summary

    jobs = given["jobs"] or (CLUSTER_JOBS if given["cluster"] else processor_count())
    summary = Summary(seats)
    with ExitStack() as stack:
        files = [stack.enter_context(file) for file in _games_files(plan.game, seats, given)]
        plays = stack.enter_context(open_plays_file(given["plays"])) if given["plays"] else None
        pool = stack.enter_context(executor(jobs, given["cluster"]))
        advance = stack.enter_context(game_progress_bar(make_console(stderr=True), count))
        for played in simulate_games(plan, count, jobs=jobs, pool=pool, on_chunk=advance):
            summary.add(played)
            if plays is not None:
                plays.add(played)
            for file in files:
                file.add(played)
    return summary


def _games_files(
    game: str, seats: tuple[str, ...], given: dict[str, Any]
) -> Iterator[AbstractContextManager[GamesFile]]:
    from fieldhouse.football.box_score import game_statistics
    from fieldhouse.lab.export import open_games_file

    if given["csv_file"]:
        yield open_games_file(given["csv_file"], "csv", seats, game_statistics(game))
    if given["parquet_file"]:
        yield open_games_file(given["parquet_file"], "parquet", seats, game_statistics(game))


def summary_text(summary: Summary, width: int = 80, *, fancy: bool = True) -> str:
    """Results with intervals, a histogram of scores, and football statistics where there are any."""
    from fieldhouse.cli.lab.grids import text_histogram

    parts = [_results(summary)]
    if summary.scores:
        named = dict(zip(_sides(summary), summary.scores, strict=True))
        parts.append("Points\n" + text_histogram(named, width, fancy=fancy))
    if summary.lines:
        parts.append(_football(summary))
    return "\n\n".join(parts)


def _results(summary: Summary) -> str:
    from fieldhouse.lab.summary import mean_and_deviation, wilson_interval

    lines = []
    rows = [(f"{seat} wins", hits) for seat, hits in zip(summary.seats, summary.wins, strict=True)]
    for name, hits in [] if summary.has_no_winner else [*rows, ("Ties", summary.ties)]:
        low, high = wilson_interval(hits, summary.games)
        lines.append(f"  {name:<20} {hits:>8}  {hits / summary.games:6.1%}  (95%: {low:.1%} to {high:.1%})")
    for name, counts in zip(_sides(summary), summary.scores, strict=True):
        mean, deviation = mean_and_deviation(counts)
        lines.append(f"  {name + ' points':<20} {mean:8.2f}  (std. dev. {deviation:.2f})")
    ends = ", ".join(
        f"{'tie' if why == 'draw' else why} {times}" for why, times in summary.whys.most_common()
    )
    return "\n".join(["Results", *lines, f"  Ended by: {ends}"])


def _sides(summary: Summary) -> list[str]:
    """Names of the teams that score: the seats, unless one person plays against a chart."""
    same = len(summary.seats) == len(summary.scores)
    return list(summary.seats) if same else [f"side {n + 1}" for n in range(len(summary.scores))]


def _football(summary: Summary) -> str:
    """Football of both teams together compared to the NFL."""
    from fieldhouse.football.nfl_averages import LABELS, RECENT, TARGETS
    from fieldhouse.lab.summary import football_figures

    found = football_figures(summary)
    lines = [f"{f'Football, both teams (NFL: {RECENT})':<52} {'here':>9} {'NFL':>9}"]
    for name, label in LABELS.items():
        if name in found:
            lines.append(f"  {label[:50]:<50} {_figure(found[name]):>9} {_figure(TARGETS[name]):>9}")
    return "\n".join(lines)


def _figure(value: float) -> str:
    return f"{value:.3f}" if abs(value) < 1 else f"{value:.2f}"
