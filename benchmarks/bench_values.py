"""How long answers of the lab take: chance at a whistle, win chances, hint, luck ledger.

    python benchmarks/bench_values.py [GAME ...]

In seconds of the processor on one core, after one question to warm up; wall time on a busy machine is longer.
The aims are those of issue 19.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.players import ask, play_on
from fieldhouse.kernel.table import Table
from fieldhouse.lab.advice import advise
from fieldhouse.lab.inwords import hint
from fieldhouse.lab.luck import ledger
from fieldhouse.lab.worth.values import chance_at, values_of

GAMES: dict[str, dict[str, Any]] = {
    "redboar": {"mode": "cards"},
    "redboar by dice": {"mode": "dice"},
    "fastdrive": {},
    "thegrid": {},
    "cardbowl": {},
    "squares": {},
}
DECISIONS = 6


def spent(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of the processor, and what came of it."""
    began = time.process_time()
    found = work()
    return time.process_time() - began, found


def positions(game: Any, folder: Any, count: int) -> list[Table[Any]]:
    """Decisions with a choice, spread over the first plays of a game between coaches."""
    table: Table[Any] = Table(game, FastDice(5))
    level = "starter" if "starter" in game.meta.levels else game.meta.levels[0]
    coaches = {seat: folder.coach(level, game, seat, 1) for seat in (0, 1)}
    found: list[Table[Any]] = []
    steps = 0
    while table.outcome is None and len(found) < count:
        seat = table.waiting[0]
        asked = table.asked(seat)
        if steps % 7 == 3 and asked is not None and len(asked.keys) > 1:
            found.append(table.copy())
        ask(table, seat, coaches[seat])
        steps += 1
    return found


def row(name: str) -> str:
    """The figures of one game."""
    folder = registry.find(name.split(maxsplit=1)[0])
    game = folder.open(GAMES[name])
    judge = values_of(game)
    assert judge is not None, f"{name}: no values on the shelf"
    tables = positions(game, folder, DECISIONS)
    states = [game.load(table.last_frame.snapshot) for table in tables]
    look, _ = spent(lambda: [chance_at(judge, game, s) for s in states * 20])
    advise(tables[0], seconds=1.0)
    took, widest = [], 0.0
    for table in tables:
        began = time.process_time()
        found = advise(table, seconds=1.0, why=3)
        hint(found)
        took.append(time.process_time() - began)
        widest = max(widest, found.best.error)
    short = folder.open({**folder.meta.lengths["short"], **GAMES[name]})
    played: Table[Any] = Table(short, FastDice(2))
    play_on(played, {seat: folder.coach("rookie", short, seat, 1) for seat in (0, 1)})
    book, _ = spent(lambda: ledger(record.of_table(played), seconds=10.0, playouts=100))
    chance = 1000 * look / max(1, 20 * len(states))
    mean = sum(took) / len(took)
    return f"| {name} | {chance:.2f} | {mean:.2f}, {max(took):.2f} | ± {widest:.1%} | {book:.1f} |"


def main() -> None:
    print("| game | chance, ms | win chances, s (mean, most) | widest interval | ledger, short game, s |")
    print("|---|---|---|---|---|")
    for name in sys.argv[1:] or GAMES:
        print(row(name), flush=True)


if __name__ == "__main__":
    main()
