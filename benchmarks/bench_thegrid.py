"""Plain playouts of The Grid per second, and the time of one decision of the strongest coach.

Run: python benchmarks/bench_thegrid.py [games]
"""

from __future__ import annotations

import sys
import time

from fieldhouse.games.thegrid.coach import policy, values_of
from fieldhouse.games.thegrid.outlook import Outlook
from fieldhouse.games.thegrid.rules import TheGrid
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import find


def main(games: int) -> None:
    """Measure and print."""
    game = find("thegrid").open({"lineups": "fixed"})
    assert isinstance(game, TheGrid)
    for level in ("rookie", "starter"):
        caller = policy(level, game, 1)
        begin = time.perf_counter()
        for seed in range(games):
            playout(game, game.start(), FastDice(seed), caller)
        print(f"{level}: {games / (time.perf_counter() - begin):.0f} whole games a second")
    values = values_of(game)
    begin = time.perf_counter()
    for cards in range(2, 52):
        s = game.start()
        s.phase, s.box, s.down, s.marker, s.left = "play", 5, 2, 8, cards
        Outlook(game, s, values, 52).solution  # noqa: B018
    print(f"exact matrix and solution: {1000 * (time.perf_counter() - begin) / 50:.2f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
