"""Figures of Gridiron on squares: speeds, puzzle results, series between levels. `--help` lists them.

    python benchmarks/bench_squares.py speed
    python benchmarks/bench_squares.py puzzles --seconds 0.4
    python benchmarks/bench_squares.py series allpro starter --formation pocket --series 40 --seconds 0.25
    python benchmarks/bench_squares.py match allpro@0.3 allpro@0.03 --formation funnel --pairs 100
    python benchmarks/bench_squares.py series allpro allpro --opening "f4*f7 f7-j7 h5-h9 e4-e8 g4-g8 d5-f7"
    python benchmarks/bench_squares.py search --positions 200

With `--opening` the offense's first turn of each series is the given one. `fieldhouse exploit squares` looks
for openings that beat a coach.

Whole games between levels: `fieldhouse arena squares allpro starter --pairs 200 --all --seconds 0.2`.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence
from random import Random

from fieldhouse.games.squares.analysis.puzzles import puzzles, solves
from fieldhouse.games.squares.coaches.allpro import AllPro
from fieldhouse.games.squares.coaches.evaluation import after_defense, after_offense
from fieldhouse.games.squares.coaches.levels import TurnCoach, turn_coach
from fieldhouse.games.squares.rules.formations import formation_position, formation_text, read_formation
from fieldhouse.games.squares.rules.grid import ALL, FILE_OF, RANK_OF, reach
from fieldhouse.games.squares.rules.moves import legal_actions
from fieldhouse.games.squares.rules.notation import read_action
from fieldhouse.games.squares.rules.turn import Action, Turn
from fieldhouse.games.squares.search.exhaustive import count_pairs, find_end
from fieldhouse.games.squares.search.goal_search import find_score, find_tackle


def timed(work: Callable[[], object], seconds: float = 0.5) -> float:
    """Processor seconds for one call, over as many calls as fit: other programs do not count."""
    calls, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        work()
        calls += 1
    return (time.process_time() - began) / calls


def speed() -> None:
    """How fast the parts are, from the standard formation."""
    turn = formation_position(read_formation(formation_text("standard")), True).turn()
    listed = list(legal_actions(turn))
    pairs = count_pairs(turn)
    rows = [
        ("reach of a piece", timed(lambda: reach(turn.qb, turn.free))),
        ("all actions of a turn", timed(lambda: list(legal_actions(turn)))),
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


def mind_of(name: str, seed: int, seconds: float) -> TurnCoach:
    """A level, or a level with seconds of its own (`allpro@0.3`)."""
    level, _, own = name.partition("@")
    return turn_coach(level, seed, float(own or seconds))


def one_series(
    start: Turn,
    minds: dict[bool, TurnCoach],
    spent: dict[bool, list[float]],
    opening: Sequence[Action] = (),
) -> str:
    """How a series ends: touchdown, tackle or downs."""
    turn, down = start, 1
    while True:
        began = time.process_time()
        first = opening and turn is start
        done = list(opening) if first else minds[turn.attack].turn(turn, down)
        spent[turn.attack].append(time.process_time() - began)
        for action in done:
            turn = turn.after(action)
        if turn.over or (turn.attack and down == 4):
            return turn.over or "downs"
        down += not turn.attack
        turn = turn.handed_over()


def play_series(
    offense: str, defense: str, formation: str, count: int, seconds: float, opening: str = ""
) -> None:
    """Touchdowns of one level's offense against another's defense, from one formation."""
    start = formation_position(read_formation(formation_text(formation)), True).turn()
    spent: dict[bool, list[float]] = {True: [], False: []}
    first = [found[0] for word in opening.split() if (found := read_action(word)) is not None]
    ends = [
        one_series(
            start,
            {True: mind_of(offense, seed, seconds), False: mind_of(defense, 10_000 + seed, seconds)},
            spent,
            first,
        )
        for seed in range(count)
    ]
    low, high = wilson(ends.count("touchdown"), count)
    rates = {end: f"{ends.count(end) / count:.0%}" for end in ("touchdown", "tackle", "downs")}
    print(
        f"{formation}, {offense} attacks {defense}: {count} series, {ends.count('touchdown')} touchdowns, "
        f"{rates['touchdown']} "
        f"({low:.0%} to {high:.0%}), tackles {rates['tackle']}, downs {rates['downs']}"
    )
    for attack, name in ((True, "offense"), (False, "defense")):
        if times := spent[attack]:
            print(f"  {name}: {sum(times) / len(times):.3f} s (processor) a turn, at most {max(times):.3f}")


def play_match(a: str, b: str, formation: str, pairs: int, seconds: float, first: int) -> None:
    """A series of each against the other, again and again: touchdowns of both, and what `a` has more."""
    start = formation_position(read_formation(formation_text(formation)), True).turn()
    scored: list[tuple[bool, bool]] = []
    spent: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(first, first + pairs):
        found = []
        for offense, defense in ((a, b), (b, a)):
            minds = {True: mind_of(offense, seed, seconds), False: mind_of(defense, 10_000 + seed, seconds)}
            found.append(one_series(start, minds, spent) == "touchdown")
        scored.append((found[0], found[1]))
        if (n := len(scored)) % 10 == 0 or n == pairs:
            more = [one - other for one, other in scored]
            mean = sum(more) / n
            error = 1.96 * math.sqrt(sum((x - mean) ** 2 for x in more) / max(1, n - 1) / n)
            own, theirs = (sum(pair[side] for pair in scored) for side in (0, 1))
            print(
                f"{n} pairs: {a} scores {own}, {b} scores {theirs}; {mean:+.3f} +- {error:.3f}, "
                f"{time.process_time():.0f} s of the processor",
                flush=True,
            )


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
    series.add_argument("--formation", default="funnel")
    series.add_argument("--series", type=int, default=40)
    series.add_argument("--seconds", type=float, default=0.25)
    series.add_argument("--opening", default="", help="the offense's first turn of each series")
    match = parts.add_parser("match")
    match.add_argument("a")
    match.add_argument("b")
    match.add_argument("--formation", default="funnel")
    match.add_argument("--pairs", type=int, default=100)
    match.add_argument("--seconds", type=float, default=0.25)
    match.add_argument("--seed", type=int, default=0)
    search = parts.add_parser("search")
    search.add_argument("--positions", type=int, default=100)
    search.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.what == "speed":
        speed()
    elif given.what == "puzzles":
        solve_puzzles(given.seconds)
    elif given.what == "series":
        play_series(given.offense, given.defense, given.formation, given.series, given.seconds, given.opening)
    elif given.what == "match":
        play_match(given.a, given.b, given.formation, given.pairs, given.seconds, given.seed)
    else:
        check_search(given.positions, given.seed)


if __name__ == "__main__":
    main()
