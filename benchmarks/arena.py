"""`make arena`: the coaches of every game against each other, one table over all games and levels.

Each pairing stops when an even match is excluded, its pairs are used up or its share of `--minutes` is over.
It runs at the lowest priority. The table is Markdown, as it stands in docs/lab.md.
`make arena ARGS="--games redboar --pairs 200 --seconds 0.5 --minutes 30 --jobs 2"`.
"""

from __future__ import annotations

import os
import time
from itertools import combinations
from pathlib import Path
from typing import Any

import click

from fieldhouse.cli.lab.grids import thought
from fieldhouse.kernel import registry
from fieldhouse.lab import arena
from fieldhouse.lab.svg import intervals

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "fastdrive": ("fastdrive", {}),
    "redboar, dice": ("redboar", {"mode": "dice"}),
    "redboar, cards": ("redboar", {"mode": "cards"}),
    "thegrid": ("thegrid", {}),
    "cardbowl": ("cardbowl", {}),
    "squares": ("squares", {}),
}
"""What is played under which name; the quick games first, so that what they leave over helps the others."""
HEAD = "| game | pairing | games | won-tied-lost | score | 95 %, at any look | Elo | ms an answer |"


def lines(name: str, result: arena.ArenaResult) -> list[str]:
    """One row of the table a pairing."""
    found = []
    for meeting in result.meetings:
        won, tied, lost = meeting.results
        score = meeting.score
        took = " / ".join(f"{1000 * thought(result, who):.3g}" for who in (meeting.a, meeting.b))
        found.append(
            f"| {name} | {meeting.a} - {meeting.b} | {2 * len(meeting.pairs)} | {won}-{tied}-{lost} "
            f"| {score.value:.3f} | {score.low:.3f} to {score.high:.3f} "
            f"| {meeting.difference.value:+.0f} | {took} |"
        )
    return found


@click.command()
@click.option("--games", multiple=True, help="Only these games.")
@click.option("--pairs", default=200, show_default=True, help="Pairs of games a pairing, at most.")
@click.option("--seconds", default=0.1, show_default=True, help="What a level that searches may use.")
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
    """Every game's levels against each other."""
    if hasattr(os, "nice"):
        os.nice(19)
    chosen = {name: found for name, found in VARIANTS.items() if not games or found[0] in games}
    left = {
        name: len(list(combinations(registry.find(game).meta.levels, 2)))
        for name, (game, _) in chosen.items()
    }
    until = time.monotonic() + 60 * minutes
    click.echo(f"{length} games, {seconds} s of work an answer at most, seed {seed}\n\n{HEAD}")
    click.echo("|" + "---|" * (HEAD.count("|") - 1))
    for name, (of, options) in chosen.items():
        share = max(1.0, (until - time.monotonic()) / sum(left.values()))  # what others left over is used
        del left[name]
        folder = registry.find(of)
        game = folder.open(options, length=length if length in folder.meta.lengths else None)
        plan = arena.ArenaPlan(pairs=pairs, block=5, seconds=seconds, seed=seed, limit=share)
        result = arena.run(game, folder.meta.levels, plan, jobs=jobs)
        click.echo("\n".join(lines(name, result)))
        if svg is not None:
            svg.mkdir(parents=True, exist_ok=True)
            picture = intervals(f"Elo of {folder.meta.title}'s coaches", result.ratings, "Elo, mean 0")
            (svg / f"arena-{name.replace(', ', '-')}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
