"""Where The Grid's `starter` gives chances away, by the solved values: win chance per side and game.

    python benchmarks/thegrid_regret.py --games 300

Starter against starter, two average teams, lineups fixed. At each decision two figures are added up: what
is lost to a player who counts on no habit (the equilibrium: what `allpro` wins), and what somebody who knew
every habit could win with it in all. Unlike an arena it is hardly noisy: no luck is in it. One half and the
first sum is what `allpro` can score against `starter`, one half and the second the first order of what the
perfect answer to it can.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from random import Random
from typing import Any

from fieldhouse.games.thegrid.charts.cards import DEFENSE, INC
from fieldhouse.games.thegrid.coaches.allpro import AllPro
from fieldhouse.games.thegrid.coaches.card_mixes import mixes_for
from fieldhouse.games.thegrid.coaches.levels import policy
from fieldhouse.games.thegrid.coaches.starter import LATE
from fieldhouse.games.thegrid.coaches.value_table import values_in_use
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.games.thegrid.teams.players import PLACES
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose
from fieldhouse.solve.matrix import column_values, row_values

DECISIONS = ("declare", "offense-card", "defense-card", "re-roll", "clock", "clock-reply")


class Regrets:
    """What each answer loses, by decision; everything from the side that decides."""

    def __init__(self, game: TheGrid) -> None:
        self.game = game
        self.pro = AllPro(game, Random(0), values_in_use(game))
        self.steady = mixes_for(game)

    def of(self, request: Choose, s: Grid, key: str) -> tuple[float, float]:
        """Lost to a player of no habits, and to one who knows all of them."""
        lost = getattr(self, request.what.replace("-", "_"))(request, s, key)
        return lost if isinstance(lost, tuple) else (lost, lost)

    def declare(self, request: Choose, s: Grid, key: str) -> float:
        """A kick or a play."""
        now = self.pro.evaluate(s)
        took = now.solution.value if key == "play" else now.kick(PLACES.index(key.removeprefix("kick:")))
        return now.value - took

    def offense_card(self, request: Choose, s: Grid, key: str) -> tuple[float, float]:
        """The mix of the offense: against the best mix, and against the best card."""
        now, mix = self.pro.evaluate(s), self.steady.mixes(s)[0]
        called = [mix.get(card, 0.0) for card in now.calls]
        worth = column_values(now.matrix, called)
        met = sum(a * b for a, b in zip(worth, now.solution.columns, strict=True))
        return now.solution.value - met, now.solution.value - min(worth)

    def defense_card(self, request: Choose, s: Grid, key: str) -> tuple[float, float]:
        """The mix of the defense."""
        now, mix = self.pro.evaluate(s), self.steady.mixes(s)[1]
        worth = row_values(now.matrix, [mix.get(card, 0.0) for card in DEFENSE])
        met = sum(a * b for a, b in zip(worth, now.solution.rows, strict=True))
        return met - now.solution.value, max(worth) - now.solution.value

    def re_roll(self, request: Choose, s: Grid, key: str) -> float:
        """Keeping or rolling again."""
        now = self.pro.evaluate(s)
        have = now.result_values(s.calls[0])[0 if s.result == INC else 1 + s.gain]
        gain = now.mean(s.calls[0], s.calls[1]) - have
        gain = gain if request.seat == s.offense else -gain
        return max(0.0, -gain if key == "re-roll" else gain)

    def clock(self, request: Choose, s: Grid, key: str) -> float:
        """One card, two, a time out, each against the best reply."""
        stop = self.pro.value_if_stopped(s)
        worth = {name: self.pro.run_on(s, cards) for name, cards in (("one", 1), ("two", 2))}
        worth = {name: value if stop is None else min(value, stop) for name, value in worth.items()}
        if "time-out" in request.keys:
            worth["time-out"] = self.pro.evaluate(s, mine=s.sides[s.offense].time_outs - 1, right=1).value
        return max(worth.values()) - worth[key]

    def clock_reply(self, request: Choose, s: Grid, key: str) -> float:
        """The defense's time out."""
        stop = self.pro.value_if_stopped(s)
        assert stop is not None
        run = self.pro.run_on(s, int(s.step.removeprefix("clock-reply:")))
        return (stop if key == "time-out" else run) - min(stop, run)


def main() -> None:
    """Play, add up, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = find("thegrid").open({"lineups": "fixed", "home": "average", "visitor": "average"})
    assert isinstance(game, TheGrid)
    regrets, starter = Regrets(game), policy("starter", game, given.seed)
    lost: defaultdict[tuple[str, str], float] = defaultdict(float)
    read: defaultdict[tuple[str, str], float] = defaultdict(float)
    asked: Counter[tuple[str, str]] = Counter()
    games: list[float] = []

    def choose(request: Choose, s: Any) -> str:
        key = starter(request, s)
        if request.what in DECISIONS and len(request.keys) > 1:
            once, seen = regrets.of(request, s, key)
            half = "first half" if s.period == 1 else "second half"
            row = request.what, f"{half}, last {LATE} cards" if s.left <= LATE else half
            lost[row] += once
            read[row] += seen
            asked[row] += 1
            games[-1] += once / 2
        return key

    for number in range(given.games):
        games.append(0.0)
        playout(game, game.start(), FastDice(given.seed * 1_000_000 + number), choose)
    sides = 2 * given.games
    print(f"{'decision':14}{'when':28}{'a game':>8}{'lost':>9}{'if known':>10}")
    for row in sorted(asked, key=lambda row: (DECISIONS.index(row[0]), row[1])):
        shares = f"{asked[row] / sides:8.1f}{lost[row] / sides:9.2%}{read[row] / sides:10.2%}"
        print(f"{row[0]:14}{row[1]:28}{shares}")
    mean = sum(games) / len(games)
    error = (sum((one - mean) ** 2 for one in games) / len(games) ** 2) ** 0.5
    known = sum(read.values()) / sides
    print(f"together {mean:.2%} +- {1.96 * error:.2%} a side and game; if known {known:.2%}")


if __name__ == "__main__":
    main()
