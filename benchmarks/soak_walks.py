"""Random walks through every game, looking for a broken promise (`kernel/conformance/random_walk.py`).

`make soak` takes 10,000 walks of each game on all cores.
`python benchmarks/soak_walks.py [walks] [first seed] [game ...]` takes more or fewer, or only some games.
Every fault is printed with its seed; the same seed walks
the same way again: `python benchmarks/soak_walks.py 1 SEED GAME`.
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from fieldhouse.kernel.conformance.random_walk import random_walk
from fieldhouse.kernel.registry import add_games_folder, list_all_games

SHELF = Path(__file__).parents[1] / "examples" / "games"


def one(name: str, seed: int) -> str:
    """The fault that this walk finds, or nothing."""
    add_games_folder(SHELF)
    try:
        random_walk(list_all_games()[name], seed)
    except AssertionError as fault:
        return str(fault)
    return ""


def main(walks: int = 10_000, first: int = 0, *names: str) -> int:
    """Every game in turn; the number of faults."""
    add_games_folder(SHELF)
    faults = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for name in names or sorted(list_all_games()):
            began = time.perf_counter()
            seeds = range(first, first + walks)
            found = [text for text in pool.map(partial(one, name), seeds, chunksize=20) if text]
            faults += len(found)
            took = (time.perf_counter() - began) / 60
            print(
                f"{name}: {walks} walks, seeds {first} to {first + walks - 1}, "
                f"{took:.1f} minutes, {len(found)} faults",
                flush=True,
            )
            for text in found[:5]:
                print(f"  {text}", flush=True)
    return faults


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:3]]
    sys.exit(1 if main(*numbers, *sys.argv[3:]) else 0)
