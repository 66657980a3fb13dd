"""What Card Bowl's allpro knows from games of starters: points by situation, formations, two-point tries.

`python benchmarks/cardbowl_worth.py points 500`, `spread 500`, `habits 1000`, `answers 400`,
`two-points 600`: the numbers in `evaluation.py`, `rollouts.py`, `defense.py` and `exact_decisions.py` of the
game's `coaches`. Each takes a minute or a few on one core.
"""

from __future__ import annotations

from random import Random
from typing import Any

import click
import numpy as np

from fieldhouse.games.cardbowl.coaches.evaluation import situation_value
from fieldhouse.games.cardbowl.coaches.offense import PASS_PLANS, RUN_CALLS
from fieldhouse.games.cardbowl.coaches.starter import starter
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.state import Bowl
from fieldhouse.kernel.coaches import Policy
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout, run_play
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose

Row = tuple[str, int, int, int, int]
"""next, off, x, down, line to gain."""

GAME = find("cardbowl").open()
assert isinstance(GAME, CardBowl)
BOOK = GAME.book


@click.group()
def main() -> None:
    """Fit the allpro's numbers."""


def starters(rng: Random) -> Policy:
    """Both sides."""
    return lambda request, state: starter(request, state, rng)


def half_by_half(seed: int) -> list[tuple[Row, int, int]]:
    """Each situation with the points of the next score for seat 0 and who kicks off after it (or -1)."""
    rng, dice, s = Random(seed), FastDice(seed), GAME.start()
    open_rows: list[tuple[Row, int]] = []
    found: list[tuple[Row, int, int]] = []
    points = 0
    while GAME.outcome(s) is None and s.quarter < 5:
        if s.quarter:
            open_rows.append(((s.next, s.off, s.x, s.down, s.ltg), points))
        before, quarter = s.scores[0] - s.scores[1], s.quarter
        run_play(GAME.play(s), s, dice, starters(rng))
        points += s.scores[0] - s.scores[1] - before
        ended = bool(s.over) or s.quarter > 4 or (quarter <= 2 < s.quarter)
        if ended or (points and s.next != "try"):
            found += [(row, points - had, -1 if ended else s.off) for row, had in open_rows]
            open_rows, points = [], 0
    return found


@main.command()
@click.argument("games", type=int, default=500)
def points(games: int) -> None:
    """Expected points by down, spot and distance, and what a kickoff is worth."""
    rows = [row for seed in range(games) for row in half_by_half(seed)]
    receiving = 0.0
    for _ in range(8):
        kicks = [worth(row, receiving) for row in rows if row[0][0] == "kickoff"]
        receiving = -sum(kicks) / len(kicks)
    print(f"{len(rows)} situations; receiving a kickoff {receiving:.3f}")
    for what in ("free-kick", "try"):
        values = [worth(row, receiving) for row in rows if row[0][0] == what]
        print(f"{what}: {sum(values) / max(1, len(values)):.3f} of {len(values)}")
    for down in (1, 2, 3, 4):
        at = [row for row in rows if row[0][0] == "down" and row[0][3] == down]
        x = np.array([row[0][2] for row in at], float)
        go = np.array([row[0][4] - row[0][2] for row in at], float)
        table = np.stack([np.ones_like(x), x, x * x / 100, go, go * x / 100], 1)
        fit = np.linalg.lstsq(table, np.array([worth(row, receiving) for row in at]), rcond=None)[0]
        print(f"down {down}, {len(at)}: {np.round(fit, 4)}")


def worth(row: tuple[Row, int, int], receiving: float) -> float:
    """The points for the side with the ball, the kickoff after them included."""
    (_, off, *_), score, kicker = row
    value = score if off == 0 else -score
    return value + (0.0 if kicker < 0 else -receiving if kicker == off else receiving)


@main.command()
@click.argument("games", type=int, default=500)
def spread(games: int) -> None:
    """How much the variance of the final margin grows with each scrimmage play to come, by quarters."""
    margins: list[list[int]] = []
    for seed in range(games):
        rng, dice, s = Random(seed), FastDice(seed), GAME.start()
        kept = {1: 0}
        while GAME.outcome(s) is None:
            run_play(GAME.play(s), s, dice, starters(rng))
            kept.setdefault(s.quarter, s.scores[0] - s.scores[1])
        margins.append([s.scores[0] - s.scores[1] - kept[quarter] for quarter in (1, 2, 3, 4)])
    for quarter, grown in enumerate(np.array(margins).T, 1):
        print(f"from quarter {quarter}: variance {grown.var() / (31 * (5 - quarter)):.2f} a play")


@main.command()
@click.argument("games", type=int, default=1000)
@click.argument("names", nargs=-1)
def habits(games: int, names: tuple[str, ...]) -> None:
    """One call again and again, all runs or all passes, against the starter; otherwise as the starter plays.

    NAMES are formations, alignments, `runs` and `passes`; without any all of them are tried.
    """
    for name in names or ("runs", "passes", *BOOK.offenses, *BOOK.defenses):
        scores, margin = match(games, name)
        share, error = float(np.mean(scores)), 1.96 * float(np.std(scores)) / len(scores) ** 0.5
        print(f"{name}: {share:.3f} +- {error:.3f} of {games} games, {margin:+.1f} points a game", flush=True)


def match(games: int, habit: str) -> tuple[list[float], float]:
    """The score of each pair of games (the same cards, both seatings) and the mean margin of the habit."""
    called = {"runs": RUN_CALLS, "passes": PASS_PLANS}.get(habit, (habit,))
    what = "alignment" if habit in BOOK.defenses else "formation"
    scores, margin = [], 0
    for seed in range(games // 2):
        score = 0.0
        for mine in (0, 1):
            rng = Random(seed)

            def decide(request: Choose, state: Bowl, mine: int = mine, rng: Random = rng) -> str:
                if request.seat == mine and request.what == what:
                    return rng.choice(called)
                return starter(request, state, rng)

            s = GAME.start()
            winner = playout(GAME, s, FastDice(seed), decide).winner
            score += 0.25 if winner is None else 0.5 * (winner == mine)
            margin += s.scores[mine] - s.scores[1 - mine]
        scores.append(score)
    return scores, margin / games


@main.command()
@click.argument("plays", type=int, default=400)
@click.argument("down", type=int, default=1)
def answers(plays: int, down: int) -> None:
    """What every formation brings against every alignment from the own 30 with ten to go, in points."""
    print("formation", *BOOK.defenses, sep=",")
    for called in BOOK.offenses:
        found = [outcome(called, shown, plays, down) for shown in BOOK.defenses]
        print(called, *(f"{points:.2f}" for points in found), sep=",", flush=True)


def outcome(called: str, shown: str, plays: int, down: int) -> float:
    """The mean worth of a play, on the same cards for every pair."""
    total = 0.0
    for seed in range(plays):
        rng, dice, s = Random(seed), FastDice(seed), GAME.start()
        s.next, s.quarter, s.off, s.x, s.down, s.ltg = "down", 1, 0, 30, down, 40

        def decide(request: Choose, state: Bowl, rng: Random = rng) -> str:
            fixed = {"call": "scrimmage", "formation": called, "alignment": shown}.get(request.what, "")
            return fixed if fixed in request.keys else starter(request, state, rng)

        run_play(GAME.play(s), s, dice, decide)
        total += s.scores[0] - s.scores[1]
        if s.next == "down":
            value = situation_value(s.x, s.down, s.ltg)
            total += value if s.off == 0 else -value
    return total / plays


@main.command("two-points")
@click.argument("tries", type=int, default=600)
@click.argument("formation", default="i_heavy")
def two_points(tries: int, formation: str) -> None:
    """How often a two-point try from this formation is good."""
    good = 0
    for seed in range(tries):
        rng = Random(seed)
        s = Bowl(scores=[0, 0], timeouts=[3, 3], quarter=1, left=31, next="try", x=98, ltg=100)
        answers: dict[str, Any] = {"try": "two-point", "formation": formation}

        def decide(request: Choose, state: Bowl, answers: dict[str, Any] = answers, rng: Random = rng) -> str:
            return answers.get(request.what) or starter(request, state, rng)

        dice = FastDice(seed)
        while s.next == "try":
            run_play(GAME.play(s), s, dice, decide)
        good += s.scores[0] == 2
    print(f"{formation}: {good} of {tries} good, {good / tries:.3f}")


if __name__ == "__main__":
    main()
