"""A long soak of Gridiron: every pairing of coaches in both modes, looking for a broken promise.

`make soak-coaches` plays 300 games of each pairing.
`python benchmarks/soak.py [games] [minutes] [mode] [red] [blue]` plays more or fewer;
fewer minutes make shorter quarters, a mode and levels (or `all`) pick some pairings.
After every game: the points told in the events are the score, the clock never rose within a quarter, each
drive's yards are what its plays and penalties moved the ball, and no card was lost.
"""

from __future__ import annotations

import sys
import time
from itertools import product
from typing import Any

from fieldhouse.football.events import DriveEnded, Flag, Played, Possession, Scored
from fieldhouse.games.redboar.coaches import policy
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel.coaches import Policy
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.registry import find

LEVELS = ("rookie", "starter", "allpro")
METHODS = ("both", "sudden", "series", "none")


def check_points(s: Gridiron, told: list[Event]) -> None:
    """The points in the log equal the score."""
    points = [0, 0]
    for event in told:
        if isinstance(event, Scored):
            points[event.side] += event.points
    assert points == s.scores, f"events say {points}, the score is {s.scores}"


def check_yards(told: list[Event]) -> None:
    """Each play begins where the ball was left; each drive's yards add up."""
    start = moved = side = 0
    for event in told:
        if isinstance(event, Possession):
            start, side, moved = event.spot, event.side, 0
        elif isinstance(event, Played):
            assert event.spot == start - moved, f"{event} does not begin at {start - moved}"
            moved += event.yards
        elif isinstance(event, Flag) and event.accepted:
            moved += -event.yards if event.side == side else event.yards
        elif isinstance(event, DriveEnded):
            assert event.yards == moved, f"{event}: the ball moved {moved}"


def check_whistle(game: GridironGame, s: Gridiron, before: tuple[int, int]) -> None:
    """Clock, spot and cards at one whistle."""
    quarter, clock = before
    assert s.quarter in (quarter, quarter + 1), f"from quarter {quarter} to {s.quarter}"
    assert s.quarter != quarter or s.clock <= clock, f"the clock rose from {clock} to {s.clock}"
    assert s.g in range(5, 100, 5) and s.clock % 10 == 0
    if game.cards:
        for deck in s.decks:
            cards = len(deck.hand) + len(deck.draw) + len(deck.discard)
            assert cards in (0, 18), f"a deck of {cards} cards"


def play(game: GridironGame, policies: tuple[Policy, Policy], seed: int) -> int | None:
    """One checked game; returns the winner."""
    s, told, dice = game.start(), [], FastDice(seed)
    s.tell = told.append  # type: ignore[misc]

    def choose(request: Any, state: Any) -> str:
        return policies[request.seat](request, state)

    while (end := game.outcome(s)) is None:
        before = (s.quarter, s.clock)
        run_play(game.play(s), s, dice, choose)
        check_whistle(game, s, before)
    check_points(s, told)
    check_yards(told)
    assert list(end.scores) == s.scores
    return end.winner


def main(games: int = 300, minutes: int = 15, *wanted: str) -> None:
    """Every ordered pairing in both modes (or those `wanted`); the overtime methods take turns."""
    began = time.perf_counter()
    total = 0
    for mode, red, blue in product(("dice", "cards"), LEVELS, LEVELS):
        if any(word not in ("all", name) for word, name in zip(wanted, (mode, red, blue), strict=False)):
            continue
        rules = [find("redboar").open({"mode": mode, "overtime": m, "minutes": minutes}) for m in METHODS]
        pairs = [(policy(red, game, 1), policy(blue, game, 2)) for game in rules]
        won = [0, 0, 0]
        for seed in range(games):
            n = seed % len(rules)
            winner = play(rules[n], pairs[n], seed)
            won[2 if winner is None else winner] += 1
        total += games
        print(
            f"{mode:<6} Red {red:<8} Blue {blue:<8} {games} games: {won[0]}-{won[1]}, {won[2]} tied",
            flush=True,
        )
    print(f"{total} games without an error in {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *sys.argv[3:])
