"""Two levels of Gridiron's coaches against each other, with the interval of the win share.

`python benchmarks/redboar_arena.py cards allpro starter 2000`. The sides change every game, each pair of
games has the same dice seed. Policies are used (they read only what their seat may see), so no game has a
clock for thinking; the mean time of an answer is printed. Build the solved tables first:
`fieldhouse redboar solve`.
"""

from __future__ import annotations

import math
import sys
import time
from typing import Any

from fieldhouse.games.redboar.coaches import policy, win_table
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import find


def wilson(count: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share."""
    share, width = count / n, z * math.sqrt(count * (n - count) / n + z * z / 4) / n
    middle = share + z * z / (2 * n)
    return (middle - width) / (1 + z * z / n), (middle + width) / (1 + z * z / n)


def main(mode: str, first: str, second: str, games: int, seed: int = 1000) -> None:
    """Play and print won, tied, lost of the first level."""
    game = find("redboar").open({"mode": mode})
    one, two = policy(first, game, 1), policy(second, game, 2)
    results, points = [0, 0, 0], [0, 0]
    spent, answers = 0.0, 0

    def choose(request: Any, s: Any) -> str:
        nonlocal spent, answers
        if request.seat != seat:
            return two(request, s)
        began = time.perf_counter()
        key = one(request, s)
        spent, answers = spent + time.perf_counter() - began, answers + 1
        return key

    for number in range(games):
        seat = number % 2
        end = playout(game, game.start(), FastDice(seed + number // 2), choose)
        results[1 if end.winner is None else 0 if end.winner == seat else 2] += 1
        points[0] += end.scores[seat]
        points[1] += end.scores[1 - seat]
    won, tied, lost = results
    low, high = wilson(won, games)
    table = "with" if win_table.load_table(game) is not None else "without"
    print(f"{mode}: {first} ({table} a solved table) against {second}, {games} games")
    print(f"won {won}, tied {tied}, lost {lost}: won {won / games:.1%}, 95 % {low:.1%} to {high:.1%}")
    print(f"points {points[0] / games:.1f} to {points[1] / games:.1f}")
    print(f"{1000 * spent / answers:.2f} ms an answer")


if __name__ == "__main__":
    main(*sys.argv[1:4], *map(int, sys.argv[4:]))
