"""Whole games of Card Bowl per second: `python benchmarks/bench_cardbowl.py [games]`.

Processor seconds of one process are counted, not the clock on the wall, so that a busy machine does not
change the figures much. `plain` is the fast interpreter (no table, no events) with the starter on both
sides, `random` with random legal answers, `table` a live table with events for the same coaches.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random

from fieldhouse.games.cardbowl.coaches import coach, policy
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.kernel.coaches import play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.table import Table


def plain(game: CardBowl, seed: int) -> None:
    """Starter against starter through the generators."""
    playout(game, game.start(), FastDice(seed), policy("starter", game, seed))


def at_random(game: CardBowl, seed: int) -> None:
    """Random legal answers through the generators."""
    rng = Random(seed)
    playout(game, game.start(), FastDice(seed), lambda request, _: rng.choice(request.keys))


def at_table(game: CardBowl, seed: int) -> None:
    """Starter against starter at a live table."""
    seats = {seat: coach("starter", game, seat, seed + seat) for seat in (0, 1)}
    play_on(Table(game, FastDice(seed)), seats)


def measure(name: str, play: Callable[[CardBowl, int], None], games: int) -> None:
    """Print games per processor second at full length."""
    game = find("cardbowl").open()
    assert isinstance(game, CardBowl)
    began = time.process_time()
    for seed in range(games):
        play(game, seed)
    spent = time.process_time() - began
    print(f"{name:8}{games / spent:8.1f} games/s   {games} full games in {spent:.1f} processor seconds")


def main() -> None:
    """All three."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    measure("plain", plain, games)
    measure("random", at_random, games)
    measure("table", at_table, max(2, games // 10))


if __name__ == "__main__":
    main()
