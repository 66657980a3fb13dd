"""Figures of Gridiron on squares: speeds, puzzle results, series between levels. `--help` lists them.

    python benchmarks/bench_squares.py speed
    python benchmarks/bench_squares.py puzzles --seconds 0.4
    python benchmarks/bench_squares.py series allpro starter --formation pocket --series 40 --seconds 0.25
    python benchmarks/bench_squares.py search --positions 200

Whole games between levels: `fieldhouse arena squares allpro starter --pairs 200 --all --seconds 0.2`.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from random import Random

from fieldhouse.games.squares.analysis.counts import count_pairs, find_end
from fieldhouse.games.squares.analysis.puzzles import puzzles, solves
from fieldhouse.games.squares.analysis.search import find_score, find_tackle
from fieldhouse.games.squares.coaches import thinker
from fieldhouse.games.squares.coaches.allpro import AllPro
from fieldhouse.games.squares.coaches.evaluate import after_defense, after_offense
from fieldhouse.games.squares.rules.formations import formation_text, line_up, read_formation
from fieldhouse.games.squares.rules.grid import ALL, FILE_OF, RANK_OF, reach
from fieldhouse.games.squares.rules.moves import actions
from fieldhouse.games.squares.rules.turn import Turn


def timed(work: Callable[[], object], seconds: float = 0.5) -> float:
    """Processor seconds for one call, over as many calls as fit: other programs do not count."""
    calls, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        work()
        calls += 1
    return (time.process_time() - began) / calls


def speed() -> None:
    """How fast the parts are, from the standard formation."""
    turn = line_up(read_formation(formation_text("standard")), True).turn()
    listed = list(actions(turn))
    pairs = count_pairs(turn)
    rows = [
        ("reach of a piece", timed(lambda: reach(turn.qb, turn.free))),
        ("all actions of a turn", timed(lambda: list(actions(turn)))),
        ("one action played", timed(lambda: [turn.after(a) for a in listed]) / len(listed)),
        (f"pairs of actions ({pairs} distinct), each", timed(lambda: count_pairs(turn)) / pairs),
        ("evaluation after the offense", timed(lambda: after_offense(turn, 3))),
        ("evaluation after the defense", timed(lambda: after_defense(turn, 3))),
    ]
    for name, took in rows:
        print(f"{name:45} {took * 1e6:9.1f} us  {1 / took:12,.0f} a second")


def solve_puzzles(seconds: float) -> None:
    """Each puzzle, solved or not, and the time it took."""
    times, solved = [], 0
    for puzzle in puzzles():
        began = time.process_time()
        done = AllPro(1, seconds).turn(puzzle.turn, puzzle.down)
        times.append(time.process_time() - began)
        good = solves(puzzle, done)
        solved += good
        print(f"{puzzle.name} {puzzle.goal:17} {'solved' if good else 'NOT SOLVED':10} {times[-1]:6.3f} s")
    print(
        f"{solved} of {len(times)} solved, {sum(times) / len(times):.3f} s each, {max(times):.3f} s at most"
    )


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95% interval of a rate."""
    z, p = 1.96, hits / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - half, middle + half


def play_series(offense: str, defense: str, formation: str, count: int, seconds: float) -> None:
    """Touchdowns of one level's offense against another's defense, from one formation."""
    start = line_up(read_formation(formation_text(formation)), True).turn()
    ends: list[str] = []
    spent: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(count):
        minds = {True: thinker(offense, seed, seconds), False: thinker(defense, 10_000 + seed, seconds)}
        turn, down = start, 1
        while True:
            began = time.process_time()
            done = minds[turn.attack].turn(turn, down)
            spent[turn.attack].append(time.process_time() - began)
            for action in done:
                turn = turn.after(action)
            if turn.over or (turn.attack and down == 4):
                ends.append(turn.over or "downs")
                break
            down += not turn.attack
            turn = turn.handed_over()
    low, high = wilson(ends.count("touchdown"), count)
    rates = {end: f"{ends.count(end) / count:.0%}" for end in ("touchdown", "tackle", "downs")}
    print(
        f"{formation}, {offense} attacks {defense}: {count} series, touchdowns {rates['touchdown']} "
        f"({low:.0%} to {high:.0%}), tackles {rates['tackle']}, downs {rates['downs']}"
    )
    for attack, name in ((True, "offense"), (False, "defense")):
        if times := spent[attack]:
            print(f"  {name}: {sum(times) / len(times):.3f} s (processor) a turn, at most {max(times):.3f}")


def check_search(count: int, seed: int) -> None:
    """Random small positions: does the goal search miss what an exhaustive search finds?"""
    rng = Random(seed)
    for attack in (True, False):
        found = missed = none = 0
        while found + missed + none < count:
            turn = small_position(rng, attack)
            search = find_score if attack else find_tackle
            if search(turn, 0, 1000, 0).line is not None:
                continue  # too easy to say anything
            if search(turn, 3, 20_000, 2).line is not None:
                found += 1
            elif find_end(turn, "touchdown" if attack else "tackle") is not None:
                missed += 1
            else:
                none += 1
        goal = "touchdown" if attack else "tackle"
        print(f"{goal}: {count} positions, found {found}, missed {missed}, proved impossible {none}")


def small_position(rng: Random, attack: bool) -> Turn:
    """Three attackers against four near the goal, or five against three near the corner."""
    ranks, files, own, other = (range(8, 15), range(5), 3, 4) if attack else (range(1, 8), range(4), 5, 3)
    squares = rng.sample([s for s in ALL if RANK_OF[s] in ranks and FILE_OF[s] in files], own + other)
    if attack and RANK_OF[squares[0]] > 11:
        return small_position(rng, attack)
    return Turn(sum(squares[:own]), sum(squares[own:]), squares[0], True, attack)


def main() -> None:
    """Choose the measurement."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = parser.add_subparsers(dest="what", required=True)
    parts.add_parser("speed")
    parts.add_parser("puzzles").add_argument("--seconds", type=float, default=0.4)
    series = parts.add_parser("series")
    series.add_argument("offense")
    series.add_argument("defense")
    series.add_argument("--formation", default="standard")
    series.add_argument("--series", type=int, default=40)
    series.add_argument("--seconds", type=float, default=0.25)
    search = parts.add_parser("search")
    search.add_argument("--positions", type=int, default=100)
    search.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.what == "speed":
        speed()
    elif given.what == "puzzles":
        solve_puzzles(given.seconds)
    elif given.what == "series":
        play_series(given.offense, given.defense, given.formation, given.series, given.seconds)
    else:
        check_search(given.positions, given.seed)


if __name__ == "__main__":
    main()
