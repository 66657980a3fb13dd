"""Whole games of Fast Drive Football per second, through the rules generators, on one core.

`python benchmarks/bench_fastdrive.py [games]`. Plain playouts: the automatic coach of section 21 on both
sides, no event sink, no table. Also how long it takes to bind the charts to two cards.
"""

from __future__ import annotations

import sys
from time import process_time

from fieldhouse.games.fastdrive.coach import policy
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import find

PAIRS = (
    ("chicago-1985", "miami-1985"),
    ("detroit-2008", "new-england-2007"),
    ("chicago-1970", "dallas-1970"),
)


def main() -> None:
    """Print games per second of CPU time for three pairings."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    folder = find("fastdrive")
    for away, home in PAIRS:
        folder.open({"away": away, "home": home})
        began = process_time()
        for _ in range(20):
            game = folder.open({"away": away, "home": home})
        bound = (process_time() - began) / 20
        choose, dice = policy("starter", game, 1), FastDice(1)
        began = process_time()
        for _ in range(games):
            playout(game, game.start(), dice, choose)
        speed = games / (process_time() - began)
        print(f"{away:16} at {home:18} {speed:7.0f} games/s   opening a game {bound * 1000:.1f} ms")


if __name__ == "__main__":
    main()
