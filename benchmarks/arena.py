"""`make arena`: the coaches of every game against each other, one table over all games and levels.

Always the pairing whose interval is widest plays next, so that the minutes go where least is known: games
that cost little are soon narrow and leave the time to the others. It runs at the lowest priority (`--nice`)
and writes `src/fieldhouse/lab/arena.toml` after every turn; docs/lab.md has its table from there, and it is
printed as Markdown at the end. `make arena ARGS="--games redboar --seconds 0.5 --minutes 30"`: minutes of the
clock on the wall.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

import click
import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.game import Game
from fieldhouse.lab import arena, standings
from fieldhouse.lab.elo import mean_score

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
"""Seconds of the processor for which a pairing plays before another may be wider."""


class Pairing:
    """Two levels of one game and the pairs of games they have played."""

    def __init__(self, game: Game[Any], variant: str, length: str, seconds: float, a: str, b: str) -> None:
        self.game, self.variant, self.length, self.seconds = game, variant, length, seconds
        self.a, self.b = a, b
        self.pairs: list[arena.PairScore] = []

    @property
    def width(self) -> float:
        """How little is known; what has not played comes first."""
        score = mean_score([pair.score for pair in self.pairs])
        return score.high - score.low if self.pairs else 2.0

    def play(self, seed: int, until: float) -> None:
        """Some pairs more: for a turn of the processor, but not past the end."""
        begun = time.process_time()
        while not self.pairs or (time.process_time() < begun + TURN and time.monotonic() < until):
            number = seed + len(self.pairs)
            pair = arena.play_pair(self.game.meta.name, self.game.setup, self.a, self.b, number, self.seconds)
            self.pairs.append(pair)
            if time.process_time() >= begun + TURN:
                break

    def row(self) -> standings.ArenaRow:
        """As it stands."""
        score = mean_score([pair.score for pair in self.pairs])
        return standings.ArenaRow(
            game=self.game.meta.name,
            variant=self.variant,
            a=self.a,
            b=self.b,
            games=2 * len(self.pairs),
            wins=sum(pair.wins for pair in self.pairs),
            ties=sum(pair.ties for pair in self.pairs),
            losses=sum(pair.losses for pair in self.pairs),
            score=score.value,
            low=score.low,
            high=score.high,
            budget=self.seconds,
            length=self.length,
        )


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
@click.option("--pairs", default=200, show_default=True, help="Pairs of games a pairing, at most.")
@click.option("--seconds", type=float, help="One budget for all; otherwise what costs most gets least.")
@click.option("--minutes", default=10.0, show_default=True, help="For all games together, by the clock.")
@click.option("--length", help="One length for all; otherwise what costs most is shortest.")
@click.option("--seed", default=1, show_default=True)
@click.option("--nice", default=19, show_default=True, help="How far to stand back for other programs.")
@click.option("--out", default=standings.FILE, type=click.Path(path_type=Path), show_default=False)
def main(
    games: tuple[str, ...],
    pairs: int,
    seconds: float | None,
    minutes: float,
    length: str | None,
    seed: int,
    nice: int,
    out: Path,
) -> None:
    """Every game's levels against each other."""
    if hasattr(os, "nice"):
        os.nice(nice)
    until = time.monotonic() + 60 * minutes
    meetings = pairings(games, length, seconds)
    while True:
        waiting = [each for each in meetings if len(each.pairs) < pairs]
        fresh = any(not each.pairs for each in waiting)  # everybody plays once, whatever it takes
        if not waiting or (time.monotonic() > until and not fresh):
            break
        max(waiting, key=lambda each: each.width).play(seed, until)
        if not fresh:
            out.write_text(standings.toml(table(meetings, games, minutes, out)), encoding="utf-8")
    click.echo(standings.markdown(table(meetings, games, minutes, out)))


def table(meetings: list[Pairing], games: tuple[str, ...], minutes: float, out: Path) -> standings.ArenaTable:
    """The rows of this run, and of games that were left out those that stood there before."""
    rows = [each.row() for each in meetings if each.pairs]
    if games and out.exists():
        before = msgspec.toml.decode(out.read_bytes(), type=standings.ArenaTable).pairing
        rows += [row for row in before if row.game not in games]
        order = [name for name, *_ in VARIANTS]
        rows.sort(key=lambda row: order.index(row.game))
    return standings.ArenaTable(
        command=f'make arena ARGS="--minutes {minutes:g}"',
        made=time.strftime("%B %Y"),
        pairing=tuple(rows),
    )


if __name__ == "__main__":
    main()
