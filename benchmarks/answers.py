"""How many answers a person gives in a game of each length, and the minutes: figures for the lobby.

    python benchmarks/answers.py [--games 5] [--seconds 6] [--drives 5] [GAME...]

Two starter coaches play; the answers of seat 0 that had a choice are counted, each part of a batch as one,
and the drives that draw themselves between them (Fast Drive's). Minutes are answers and drives times the
seconds that one takes, rounded up; from five on to five.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Iterator, Sequence

from fieldhouse.football.beats import beats as football_beats
from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import coach_view
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.table import Table


def answers(name: str, length: str, seed: int) -> tuple[int, int]:
    """The answers of seat 0 in one game, and the drives that it watches."""
    folder = registry.find(name)
    game = folder.open(length=length)
    table = Table(game, FastDice(seed))
    level = "starter" if "starter" in folder.meta.levels else folder.meta.levels[-1]
    coaches = {seat: folder.coach(level, game, seat, seed + seat) for seat in range(len(game.seats))}
    count = 0
    while table.outcome is None:
        seat = table.pending_seats[0]
        asked = table.request_for(seat)
        assert asked is not None
        given = coaches[seat].answer(asked, coach_view(table, seat))
        keys = [given] if isinstance(given, str) else list(given)
        if seat == 0 and len(asked.keys) > 1:
            count += sum(len(key.split()) for key in keys)  # a turn in one line is several actions
        table.answer_all(seat, keys) if len(keys) > 1 else table.answer(seat, keys[0])
    beats = getattr(folder.board, "beats", football_beats)
    return count, sum(bool(beat.shows) for event in table.events for beat in beats(event))


def lines(names: Sequence[str], games: int, seconds: float, drives: float) -> Iterator[str]:
    """One line a game and length."""
    for name, folder in sorted(registry.list_games().items()):
        if names and name not in names:
            continue
        for length in folder.meta.lengths:
            if length == "tiny":
                continue
            found = [answers(name, length, seed) for seed in range(games)]
            middle, watched = (statistics.median(column) for column in zip(*found, strict=True))
            exact = (middle * seconds + watched * drives) / 60
            minutes = math.ceil(exact) if exact <= 5 else 5 * math.ceil(exact / 5)
            yield f"{name:10} {length:8} {middle:6.0f} answers {watched:4.0f} drives  about {minutes} minutes"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--drives", type=float, default=5.0)
    parser.add_argument("names", nargs="*", metavar="GAME")
    given = parser.parse_args()
    for line in lines(given.names, given.games, given.seconds, given.drives):
        print(line, flush=True)


if __name__ == "__main__":
    main()
