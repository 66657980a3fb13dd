"""Error of a fitted win probability (lab/win_probability/fit.py) against the exact one of the same policy.

`python benchmarks/bench_fit.py redboar -o mode=dice --games 1000`: root mean square of the difference at each
whistle, and of the difference of the swings from whistle to whistle, beside the size of those swings.
"""

from __future__ import annotations

import time

import click
import numpy as np

from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import run_play
from fieldhouse.lab.exact import Exact
from fieldhouse.lab.players import make_policy
from fieldhouse.lab.win_probability.fit import facts_of, fit_estimator

LEVEL = "starter"


@click.command()
@click.argument("game")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE")
@click.option("--length", default="full", show_default=True)
@click.option("--games", multiple=True, type=int, default=(250, 1000, 4000), show_default=True)
@click.option("--test", default=20, show_default=True, help="Games whose whistles are compared.")
def main(game: str, options: tuple[str, ...], length: str, games: tuple[int, ...], test: int) -> None:
    """Compare fits to so many games with the exact chances."""
    opened = registry.find(game).open(dict(pair.split("=", 1) for pair in options), length=length)
    exact = Exact(opened, LEVEL)
    where = exact.reduction.where
    spots, facts = [], []
    for seed in range(test):
        s, dice, policy = opened.start(), FastDice(10**6 + seed), make_policy(opened, LEVEL, seed)
        while opened.outcome(s) is None:
            noted = facts_of(opened, s)
            if noted is not None:
                spots.append(where(s))
                facts.append(noted)
            run_play(opened.play(s), s, dice, policy)
    values = exact.values(spots)
    known = np.array([values[spot].win_probability for spot in spots])
    click.echo(f"{game}, {len(known)} whistles of {test} games; swings {np.diff(known).std():.2%}")
    for count in games:
        began = time.process_time()
        fitted = fit_estimator(opened, LEVEL, games=count, seconds=1e9)
        took = time.process_time() - began
        found = np.array(fitted.win_probabilities(facts))
        off, swing = found - known, np.diff(found) - np.diff(known)
        click.echo(
            f"{count} games: off by {np.sqrt((off**2).mean()):.2%}, swings off by "
            f"{np.sqrt((swing**2).mean()):.2%}, calibration {fitted.error:.2%}, {took:.1f} CPU seconds"
        )


if __name__ == "__main__":
    main()
