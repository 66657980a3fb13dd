"""Predicted against played win probability when the two sides are not the coach the values were fitted to.

`python benchmarks/calibration_opponents.py --games 1000` plays `starter` against `starter`, `rookie`, and the
best habit of `lab/exploit.toml`, both seatings, and compares the shipped win probability at every whistle,
seen from that opponent's seat, with the results. Prints rows for docs/benchmarks.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
import numpy as np

from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.habits import Habit, habit_policy, parse_habit
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.requests import Choose
from fieldhouse.lab.elo import mean_score
from fieldhouse.lab.exploit_table import NOW, shipped_exploit_table
from fieldhouse.lab.players import make_policy
from fieldhouse.lab.win_probability.files import ready_estimator
from fieldhouse.lab.win_probability.reliability import calibration_error, calibration_groups

HEAD = "| game | opponent of `starter` | games | won by it | predicted for it, mean | off |"
WAYS = (
    ("fastdrive", ""),
    ("redboar", "dice"),
    ("redboar", "cards"),
    ("thegrid", ""),
    ("cardbowl", ""),
)


@click.command()
@click.option("--games", "count", default=1000, show_default=True, help="Games an opponent.")
@click.option("--length", default="short", show_default=True)
@click.option("--only", multiple=True, help="Only these games.")
def main(count: int, length: str, only: tuple[str, ...]) -> None:
    """Play and print."""
    click.echo(HEAD + "\n|" + "---|" * (HEAD.count("|") - 1))
    for name, variant in WAYS:
        if only and name not in only:
            continue
        game = registry.find(name).open({"mode": variant} if variant else {}, length=length)
        for title, level, habit in opponents(name, variant):
            row = compare(game, level, habit, count)
            click.echo(f"| {name}{', ' + variant if variant else ''} | {title} | {row} |")


def opponents(name: str, variant: str) -> Iterator[tuple[str, str, Habit]]:
    """Title, level and habit of everybody who meets the starter."""
    yield "`starter`", "starter", Habit(())
    yield "`rookie`", "rookie", Habit(())
    rows = [row for row in shipped_exploit_table().row if (row.game, row.variant) == (name, variant)]
    known = sorted((row for row in rows if row.level == "starter"), key=lambda row: row.coaches != NOW)
    for row in known[:1]:
        yield f"`{row.habit}`", row.base, parse_habit(row.habit)


def compare(game: Game[Any], level: str, habit: Habit, count: int) -> str:
    """The cells of a row: games, share won, mean prediction at the whistles, and their distance in groups."""
    estimator = ready_estimator(game)
    if estimator is None:
        return " | | |"
    predicted: list[float] = []
    results: list[float] = []
    shares = []
    for number in range(count):
        seat = number % 2
        theirs = make_policy(game, "starter", 2 * number)
        own = habit_policy(game, habit, make_policy(game, level, 2 * number + 1))

        def both(request: Choose, s: Any, seat: int = seat, own: Any = own, theirs: Any = theirs) -> str:
            return str(own(request, s) if request.seat == seat else theirs(request, s))

        s, dice, noted = game.start(), FastDice(number // 2), []
        while (end := game.outcome(s)) is None:
            if (inputs := estimator.inputs(s)) is not None:
                noted.append(inputs)
            run_play(game.play(s), s, dice, both)
        won = 0.5 if end.winner is None else float(end.winner == seat)
        values = np.asarray(estimator.win_probabilities(noted), float)
        predicted += (values if seat == 0 else 1 - values).tolist()
        results += [won] * len(values)
        shares.append(won)
    share = mean_score(shares, always=False)
    off = calibration_error(calibration_groups(predicted, results))
    half = (share.high - share.low) / 2
    return f"{count:,} | {share.value:.3f} ± {half:.3f} | {np.mean(predicted):.3f} | {off:.1%}"


if __name__ == "__main__":
    main()
