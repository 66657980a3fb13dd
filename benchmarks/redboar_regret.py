"""What the baseline coach gives away by dice, by the solved table: win chance per side and game.

`python benchmarks/redboar_regret.py 300` plays starter against starter and adds up, over all decisions, how
much better the best option was. Unlike an arena it is hardly noisy. Needs `fieldhouse redboar solve`.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from typing import Any

from fieldhouse.games.redboar.coaches import policy, win_table
from fieldhouse.games.redboar.coaches.allpro import AllProMind
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose


def values(table: win_table.WinTable, mind: AllProMind, request: Choose, s: Gridiron) -> dict[str, float]:
    """What each option is worth to the side that is asked."""
    if request.what == "penalty":
        return {key: mind.after(table, mind.state_after_answer(s, key), request.seat) for key in request.keys}
    if request.what == "declare":
        begun = table.declaration(s)
        if begun is None:
            return {}
        number, keys = begun
    else:
        ((target, _),) = table.rows[table.roots[table.number["try",]]]
        number, keys = ~target, table.keys[~target]
    rows = zip(keys, table.options[number], strict=True)
    return {key: table.worth(row, s, mind.when(s)) for key, row in rows}


def main(games: int = 300) -> None:
    """Play, add up, print."""
    game = find("redboar").open({"mode": "dice", "overtime": "none"})
    assert isinstance(game, GridironGame)
    table = win_table.load_table(game)
    if table is None:
        sys.exit("no solved table: run `fieldhouse redboar solve --mode dice` first")
    mind, starter = AllProMind(game, Random(1)), policy("starter", game, 1)
    lost: Counter[str] = Counter()

    def choose(request: Choose, s: Any) -> str:
        key = starter(request, s)
        worth = values(table, mind, request, s)
        if worth:
            lost[request.what] += max(worth.values()) - worth[key]
        return key

    for seed in range(games):
        playout(game, game.start(), FastDice(seed), choose)
    for what, chance in lost.items():
        print(f"{what:<10}{50 * chance / games:6.2f} percent")
    print(f"{'together':<10}{50 * sum(lost.values()) / games:6.2f} percent per side and game, {games} games")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
