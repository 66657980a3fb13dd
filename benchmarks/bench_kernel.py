"""The kernel's own cost: requests a second through a rules generator, and copies of a table.

Beside each figure stands a bare Python generator loop that rolls the same dice, in the same run, as a ratio.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.table import Table
from fieldhouse.lab.players import make_policy


def bare(count: int) -> float:
    """Requests a second of a generator that yields nothing and is sent a die."""

    def rules() -> Generator[None, int, None]:
        total = 0
        while True:
            total += yield

    rng, play = Random(1), rules()
    next(play)
    send, random = play.send, rng.random
    began = time.process_time()
    for _ in range(count):
        send(int(random() * 6) + 1)
    return count / (time.process_time() - began)


def through(game: Game[Any], games: int, *, told: bool) -> float:
    """Requests a second through the rules, choices by the policy, with or without a sink for events."""
    policy = make_policy(game, "starter", 0)
    asked = 0

    def counted(request: Choose, s: Any) -> str:
        nonlocal asked
        asked += 1
        return policy(request, s)

    class Dice(FastDice):
        rolls = 0

        def outcome(self, request: Any) -> Any:
            self.rolls += 1
            return super().outcome(request)

    sink: list[Any] = []
    rolls = 0
    began = time.process_time()
    for seed in range(games):
        dice, s = Dice(seed), game.start()
        if told:
            s.tell = sink.append
        while game.outcome(s) is None:
            run_play(game.play(s), s, dice, counted)
        rolls += dice.rolls
    return (asked + rolls) / (time.process_time() - began)


def per_call(work: Callable[[], object], count: int = 2000) -> float:
    """Microseconds a call."""
    began = time.process_time()
    for _ in range(count):
        work()
    return (time.process_time() - began) / count * 1e6


def copies(game: Game[Any]) -> dict[str, float]:
    """Microseconds for a copy at the whistle and mid-play, lazy and with the request rebuilt."""
    table = Table(game, FastDice(3))
    while not table.pending_seats:
        table.take_dice(table.dice)
    found = {
        "copy at the whistle": per_call(table.copy),
        "copy at the whistle, request rebuilt": per_call(lambda: table.copy().request),
    }
    quiet = Table(game)
    while quiet.chance is None or not quiet.last_frame.given:
        if quiet.chance is not None:
            quiet.roll(quiet.chance.keys[len(quiet.chance.keys) // 2])
        else:
            seat = quiet.pending_seats[0]
            asked = quiet.request_for(seat)
            assert asked is not None
            quiet.answer(seat, asked.keys[0])
    found["copy mid-play"] = per_call(quiet.copy)
    found["copy mid-play, request rebuilt"] = per_call(lambda: quiet.copy().request)
    return found


def main() -> None:
    """Both tables for Gridiron by dice."""
    screen = Console(width=100)
    game = registry.find("redboar").open({"mode": "dice"}, length="short")
    floor = bare(1_000_000)
    table = Grid(title="requests a second, Gridiron by dice, one core, CPU time")
    for column in ("through", "requests/s", "share of the bare loop"):
        table.add_column(column, justify="right")
    table.add_row("a bare Python generator", f"{floor:,.0f}", "1.00")
    for name, told in (("the rules, no events", False), ("the rules, events told", True)):
        rate = through(game, 150, told=told)
        table.add_row(name, f"{rate:,.0f}", f"{rate / floor:.2f}")
    screen.print(table)
    table = Grid(title="copies of a table, CPU time")
    for column in ("what", "microseconds"):
        table.add_column(column, justify="right")
    for name, cost in copies(game).items():
        table.add_row(name, f"{cost:.1f}")
    screen.print(table)


if __name__ == "__main__":
    main()
