"""`make arena`: the coaches of every game against each other, one table over all games and levels.

As many processes as there are cores play, at the lowest priority (`--nice`). Always the pairing of which
least is known plays next (`Pairing.unknown`), so that games that cost little are soon done and leave the
time to the others. After every turn `src/fieldhouse/lab/arena.toml` is written; docs/benchmarks.md shows it,
and it is printed as Markdown at the end. `make arena ARGS="--games redboar --seconds 0.5
--minutes 30"`: minutes of the clock on the wall; games that are under way then are played to their end.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from itertools import combinations
from pathlib import Path
from typing import Any

import click
import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.game import Game, Setup
from fieldhouse.lab import arena, arena_table
from fieldhouse.lab.elo import Interval, mean_score
from fieldhouse.lab.pool import executor

VARIANTS: tuple[tuple[str, str, dict[str, Any], str, float], ...] = (
    ("fastdrive", "", {}, "short", 0.1),
    ("redboar", "dice", {"mode": "dice"}, "short", 0.1),
    ("redboar", "cards", {"mode": "cards"}, "short", 0.1),
    ("thegrid", "", {}, "short", 0.1),
    ("cardbowl", "", {}, "short", 0.01),
    ("squares", "", {}, "tiny", 0.05),
)
"""Game, the word for how it is played, the options of that, length and seconds of work an answer: what costs
most gets least."""
TURN = 2.0
"""Seconds of the processor for which a pairing plays before another may be less known."""


class Pairing:
    """Two levels of one game and the pairs of games they have played."""

    def __init__(self, game: Game[Any], variant: str, length: str, seconds: float, a: str, b: str) -> None:
        self.game, self.variant, self.length, self.seconds = game, variant, length, seconds
        self.a, self.b = a, b
        self.pairs: list[arena.PairScore] = []

    @property
    def score(self) -> Interval:
        """What the first has scored so far."""
        return mean_score([pair.score for pair in self.pairs])

    @property
    def unknown(self) -> float:
        """How little is known: the width of the interval, doubled while it holds an even match; what has not
        played comes first."""
        score = self.score
        even = score.low <= 0.5 <= score.high
        return (score.high - score.low) * (2 if even else 1) if self.pairs else 4.0

    def begin(self, pool: Executor | None, seed: int, most: int) -> Future[list[arena.PairScore]]:
        """A turn of pairs that nobody has played yet, in another process if there are any."""
        seeds = range(seed + len(self.pairs), seed + most)
        work = (self.game.meta.name, self.game.setup, self.a, self.b, seeds, self.seconds)
        if pool is not None:
            return pool.submit(turn_of, *work)
        done: Future[list[arena.PairScore]] = Future()
        done.set_result(turn_of(*work))
        return done

    def row(self) -> arena_table.ArenaRow:
        """As it stands, rounded as its file keeps it: what is printed and what is kept then read alike."""
        score = self.score
        return arena_table.ArenaRow(
            game=self.game.meta.name,
            variant=self.variant,
            a=self.a,
            b=self.b,
            games=2 * len(self.pairs),
            wins=sum(pair.wins for pair in self.pairs),
            ties=sum(pair.ties for pair in self.pairs),
            losses=sum(pair.losses for pair in self.pairs),
            score=round(score.value, 4),
            low=round(score.low, 4),
            high=round(score.high, 4),
            budget=self.seconds,
            length=self.length,
        )


def turn_of(name: str, setup: Setup, a: str, b: str, seeds: range, seconds: float) -> list[arena.PairScore]:
    """Pair after pair for `TURN`, one at least. Runs in a worker process."""
    game = registry.find(name).open(setup.options, setup.materials, edition=setup.edition)
    begun, played = time.process_time(), []
    for seed in seeds:
        played.append(arena.play_both_seatings(game, a, b, seed, seconds))
        if time.process_time() >= begun + TURN:
            break
    return played


def pairings(games: Iterable[str], length: str | None, seconds: float | None) -> list[Pairing]:
    """Every two levels of every way of playing."""
    found = []
    for name, variant, options, own, work in VARIANTS:
        if games and name not in games:
            continue
        folder = registry.find(name)
        game = folder.open(options, length=length or own)
        for a, b in combinations(folder.meta.levels, 2):
            found.append(Pairing(game, variant, length or own, seconds or work, a, b))
    return found


@click.command()
@click.option("--games", multiple=True, help="Only these games; the others keep their rows.")
@click.option("--pairs", default=400, show_default=True, help="Pairs of games a pairing, at most.")
@click.option("--seconds", type=float, help="One budget for all; otherwise what costs most gets least.")
@click.option("--minutes", default=10.0, show_default=True, help="For all games together, by the clock.")
@click.option("--length", help="One length for all; otherwise what costs most is shortest.")
@click.option("--seed", default=1, show_default=True)
@click.option("--jobs", default=os.cpu_count() or 1, show_default="one a core", help="Processes.")
@click.option("--nice", default=19, show_default=True, help="How far to stand back for other programs.")
@click.option("--out", default=arena_table.FILE, type=click.Path(path_type=Path), show_default=False)
def main(
    games: tuple[str, ...],
    pairs: int,
    seconds: float | None,
    minutes: float,
    length: str | None,
    seed: int,
    jobs: int,
    nice: int,
    out: Path,
) -> None:
    """Every game's levels against each other."""
    if hasattr(os, "nice"):
        os.nice(nice)
    until = time.monotonic() + 60 * minutes
    meetings = pairings(games, length, seconds)
    with executor(jobs) as pool:
        running: dict[Future[list[arena.PairScore]], Pairing] = {}
        while True:
            for each in due(meetings, running.values(), pairs, jobs, late=time.monotonic() > until):
                running[each.begin(pool, seed, pairs)] = each
            if not running:
                break
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                running.pop(done).pairs += done.result()
            if all(each.pairs for each in meetings):
                out.write_text(arena_table.toml(table(meetings, games, minutes, out)), encoding="utf-8")
    click.echo(arena_table.markdown(table(meetings, games, minutes, out)))


def due(
    meetings: list[Pairing], running: Iterable[Pairing], pairs: int, jobs: int, *, late: bool
) -> list[Pairing]:
    """Of whom least is known, as many as are free; when time is up, only who has not played yet."""
    busy = list(running)
    free = [each for each in meetings if len(each.pairs) < pairs and not (late and each.pairs)]
    waiting = sorted((each for each in free if each not in busy), key=lambda each: -each.unknown)
    return waiting[: jobs - len(busy)]


def table(
    meetings: list[Pairing], games: tuple[str, ...], minutes: float, out: Path
) -> arena_table.ArenaTable:
    """The rows of this run, and of games that were left out those that stood there before."""
    rows = [each.row() for each in meetings if each.pairs]
    if games and out.exists():
        before = msgspec.toml.decode(out.read_bytes(), type=arena_table.ArenaTable).pairing
        rows += [row for row in before if row.game not in games]
        order = [name for name, *_ in VARIANTS]
        rows.sort(key=lambda row: order.index(row.game))
    return arena_table.ArenaTable(
        command=f'make arena ARGS="--minutes {minutes:g}"',
        made=time.strftime("%B %Y"),
        pairing=tuple(rows),
    )


if __name__ == "__main__":
    main()
