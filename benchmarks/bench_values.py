"""How long answers of the lab take: chance at a whistle, win chances, hint, luck ledger, two other cards.

    python benchmarks/bench_values.py [GAME ...] [--cards]

In seconds of the processor on one core, after one question to warm up; wall time on a busy machine is longer.
The aims are those of issue 19.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.coaches import ask_coach, play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.table import Table
from fieldhouse.lab import bulk
from fieldhouse.lab.advice.adviser import advise
from fieldhouse.lab.advice.text import hint_text
from fieldhouse.lab.exact import Exact
from fieldhouse.lab.review.luck_ledger import luck_ledger
from fieldhouse.lab.win_probability.files import ready_estimator, win_probability_at

GAMES: dict[str, dict[str, Any]] = {
    "redboar": {"mode": "cards"},
    "redboar by dice": {"mode": "dice"},
    "fastdrive": {},
    "thegrid": {},
    "cardbowl": {},
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
        seat = table.pending_seats[0]
        asked = table.request_for(seat)
        if steps % 7 == 3 and asked is not None and len(asked.keys) > 1:
            found.append(table.copy())
        ask_coach(table, seat, coaches[seat])
        steps += 1
    return found


def row(name: str) -> str:
    """The figures of one game."""
    folder = registry.find(name.split(maxsplit=1)[0])
    game = folder.open(GAMES[name])
    estimator = ready_estimator(game)
    assert estimator is not None, f"{name}: no values on the shelf"
    tables = positions(game, folder, DECISIONS)
    states = [game.load(table.last_frame.snapshot) for table in tables]
    look, _ = spent(lambda: [win_probability_at(estimator, game, s) for s in states * 20])
    advise(tables[0], seconds=1.0)
    took, widest = [], 0.0
    for table in tables:
        began = time.process_time()
        found = advise(table, seconds=1.0, why=3)
        hint_text(found)
        took.append(time.process_time() - began)
        widest = max(widest, found.best.error)
    books = [f"{ledger_of(folder, GAMES[name], length, limit):.1f}" for length, limit in LEDGERS.items()]
    chance = 1000 * look / max(1, 20 * len(states))
    mean = sum(took) / len(took)
    return f"| {name} | {chance:.2f} | {mean:.2f}, {max(took):.2f} | ± {widest:.1%} | {' | '.join(books)} |"


LEDGERS = {"short": 10.0, "full": 60.0}
"""Lengths of which a game's ledger is timed, and the seconds it may take."""


def ledger_of(folder: Any, options: dict[str, Any], length: str, limit: float) -> float:
    """Seconds of the processor for the ledger of a game between two rookies."""
    game = folder.open({**folder.meta.lengths[length], **options})
    played: Table[Any] = Table(game, FastDice(2))
    play_on(played, {seat: folder.coach("rookie", game, seat, 1) for seat in (0, 1)})
    took, _ = spent(lambda: luck_ledger(record.record_of_table(played), seconds=limit, playouts=100))
    return took


def chances_of(game: Any) -> Any:
    """The exact chances of a game before it begins."""
    return Exact(game).start()


def cards() -> str:
    """Two Fast Drive cards never met before: their bulk tables, and their exact chances."""
    folder = registry.find("fastdrive")
    lines = ["| two cards | bulk tables, s | exact chances, s |", "|---|---|---|"]
    for n, (away, home) in enumerate([("chicago-1985", "miami-1985"), *PAIRS]):
        game = folder.open({"away": away, "home": home})
        job = bulk.job_of(game)
        bound, _ = spent(job.load)
        solved, _ = spent(partial(chances_of, game))
        if n:  # the first loads what all pairs share
            lines.append(f"| {away} at {home} | {bound:.2f} | {solved:.2f} |")
    return "\n".join(lines)


PAIRS = (
    ("denver-1998", "green-bay-1996"),
    ("oakland-1976", "pittsburgh-1974"),
    ("dallas-1992", "buffalo-1990"),
)


def main() -> None:
    if "--cards" in sys.argv:
        print(cards(), flush=True)
        return
    print(
        "| game | chance, ms | win chances, s (mean, most) | widest interval | ledger, short | ledger, full |"
    )
    print("|---|---|---|---|---|---|")
    for name in sys.argv[1:] or GAMES:
        print(row(name), flush=True)


if __name__ == "__main__":
    main()
