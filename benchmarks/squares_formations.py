"""Looks for a default formation of squares: touchdowns in 25 to 45 % of series at every budget.

    python benchmarks/squares_formations.py --seed 1 --minutes 25

Placements that fit the text (six a side, about the middle, mirror-symmetric) are drawn by the seed and
played by `allpro` against itself. Stage by stage those outside the band drop out; each line gives the
touchdowns and series at each budget (seconds of a plain core a turn). Work is counted, so the same seed
finds the same formations.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from random import Random

from fieldhouse.games.squares.coaches.allpro import AllPro
from fieldhouse.games.squares.rules.formations import (
    NAMES,
    formation_position,
    formation_text,
    read_formation,
)
from fieldhouse.games.squares.rules.turn import Turn

STAGES = ((0.05, 10, 0.1, 0.7), (0.05, 30, 0.2, 0.5), (0.2, 30, 0.2, 0.5), (0.5, 30, 0.2, 0.5))
"""Budget, series, and the band to go on; the last bands are the aim, with room for chance."""

FILES = "abcdefghijk"


def mirrored(files: str, rank: int) -> list[str]:
    """A piece and its mirror image, or one on the middle file."""
    return [
        f"{file}{rank}" for file in ({*files} if files == "f" else {files, FILES[10 - FILES.index(files)]})
    ]


def side(rng: Random, ranks: range, middle: int, taken: set[str]) -> list[str]:
    """Six squares: so many on the middle file, the rest in pairs."""
    while True:
        found: list[str] = []
        for rank in rng.sample(ranks, middle):
            found += mirrored("f", rank)
        while len(found) < 6:
            found += sorted(mirrored(rng.choice("abcde"), rng.choice(ranks)))
        if len(set(found)) == 6 and not taken & set(found):
            return found


def candidates(rng: Random) -> Iterator[dict[str, object]]:
    """Placements without end."""
    number = 0
    while True:
        number += 1
        offense = side(rng, range(4, 8), 2, set())
        defense = side(rng, range(8, 12), rng.choice([0, 2]), set(offense))
        qb = min((square for square in offense if square[0] == "f"), key=lambda s: int(s[1:]))
        words = [f"Q{qb}", *sorted(square for square in offense if square != qb)]
        yield {"name": f"try {number}", "offense": words, "defense": sorted(defense)}


def series(start: Turn, seconds: float, seed: int) -> str:
    """How one series between equals ends."""
    minds = {True: AllPro(seed, seconds), False: AllPro(10_000 + seed, seconds)}
    turn, down = start, 1
    while True:
        for action in minds[turn.attack].turn(turn, down):
            turn = turn.after(action)
        if turn.over or (turn.attack and down == 4):
            return turn.over or "downs"
        down += not turn.attack
        turn = turn.handed_over()


def touchdowns(start: Turn, seconds: float, count: int) -> int:
    """Of so many series."""
    return sum(series(start, seconds, seed) == "touchdown" for seed in range(count))


def judged(formation: dict[str, object]) -> tuple[list[str], bool]:
    """The figures of the stages it got through, and whether it got through all."""
    start = formation_position(formation, True).turn()
    told: list[str] = []
    for seconds, count, low, high in STAGES:
        scored = touchdowns(start, seconds, count)
        told.append(f"{scored}/{count} at {seconds:g}")
        if not low <= scored / count <= high:
            return told, False
    return told, True


def main() -> None:
    """Print every formation that passed the first stage."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=25.0, help="of processor time")
    parser.add_argument("--known", action="store_true", help="judge the house's own formations instead")
    given = parser.parse_args()
    if given.known:
        for name in NAMES:
            print(name, *judged(read_formation(formation_text(name)))[0], sep="; ", flush=True)
        return
    tried = 0
    for formation in candidates(Random(given.seed)):
        if time.process_time() > 60 * given.minutes:
            break
        tried += 1
        told, good = judged(formation)
        if len(told) > 1:
            where = f"{' '.join(formation['offense'])} / {' '.join(formation['defense'])}"  # type: ignore[arg-type]
            print("FOUND" if good else "     ", where, *told, sep="; ", flush=True)
    print(f"{tried} formations tried in {time.process_time() / 60:.1f} processor minutes")


if __name__ == "__main__":
    main()
