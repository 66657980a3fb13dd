"""`make arena`: the coaches of every game against each other, levels below against levels above.

Each pairing stops when an even match is excluded, its pairs are used up or its share of `--minutes` is over;
the thinking time is short and is part of the table. It runs at the lowest priority.
`make arena ARGS="--games redboar --pairs 200 --seconds 0.5 --minutes 30 --jobs 2"`.
"""

from __future__ import annotations

import os
import time
from itertools import combinations
from pathlib import Path

import click
from rich.console import Console

from fieldhouse.kernel import registry
from fieldhouse.lab import arena, tables
from fieldhouse.lab.svg import intervals


@click.command()
@click.option("--games", multiple=True, help="Only these games.")
@click.option("--pairs", default=40, show_default=True)
@click.option("--seconds", default=0.1, show_default=True, help="Thinking time for an answer.")
@click.option("--minutes", default=10.0, show_default=True, help="For all games together, about.")
@click.option("--length", default="short", show_default=True)
@click.option("--jobs", default=1, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--svg", type=click.Path(path_type=Path), help="A folder for one picture per game.")
def main(
    games: tuple[str, ...],
    pairs: int,
    seconds: float,
    minutes: float,
    length: str,
    jobs: int,
    seed: int,
    svg: Path | None,
) -> None:
    """Elo of every game's levels."""
    if hasattr(os, "nice"):
        os.nice(19)
    screen = Console(width=140)
    folders = {name: folder for name, folder in registry.games().items() if not games or name in games}
    left = {name: len(list(combinations(folder.meta.levels, 2))) for name, folder in folders.items()}
    until = time.monotonic() + 60 * minutes
    for name, folder in folders.items():
        share = max(1.0, (until - time.monotonic()) / sum(left.values()))  # what others left over is used
        del left[name]
        game = folder.open(length=length if length in folder.meta.lengths else None)
        plan = arena.ArenaPlan(pairs=pairs, block=5, seconds=seconds, seed=seed, limit=share)
        began = time.perf_counter()
        result = arena.run(game, folder.meta.levels, plan, jobs=jobs)
        screen.print(tables.meetings(result))
        screen.print(tables.ratings(result))
        took = time.perf_counter() - began
        screen.print(f"{folder.meta.title}: {took:.1f} s; {seconds} s an answer at most, {length} games\n")
        if svg is not None:
            svg.mkdir(parents=True, exist_ok=True)
            picture = intervals(f"Elo of {folder.meta.title}'s coaches", result.ratings, "Elo, mean 0")
            (svg / f"arena-{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
