"""What Fast Drive's starter gives away to the exact solution: win probability per game, with its interval.

`python benchmarks/fastdrive_regret.py 400 short` plays the solution against the starter, both seatings on the
same dice, and adds up how much better the best option was at each of the starter's decisions. The solution
gives nothing away, so its expected score is one half and that sum. It plays safe: who bets on the starter's
mistakes could gain more. Hardly noisy, unlike an arena. Needs the extra [lab].
"""

from __future__ import annotations

import sys
from typing import Any

from fieldhouse.games.fastdrive.coaches.evaluation import solution
from fieldhouse.games.fastdrive.coaches.starter import starter
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose
from fieldhouse.lab.elo import mean_score


def main(games: int = 400, length: str = "full") -> None:
    """Play, add up, print."""
    game = find("fastdrive").open(length=length)
    assert isinstance(game, FastDrive)
    solved = solution(game)
    if solved is None:
        sys.exit("no tables for this game: install the extra [lab]")
    plain, given, shares = starter(game), [], []
    for number in range(games):
        seat, lost = number % 2, 0.0

        def choose(request: Choose, s: Any, seat: int = seat) -> str:
            nonlocal lost
            if request.seat != seat:
                return solved.best(request, s)
            key, sign = plain(request, s), 1.0 if seat == 0 else -1.0
            if len(request.menu.keys) > 1:
                values = {one: sign * value for one, value in solved.option_values(s).items()}
                lost += max(values.values()) - values[key]
            return key

        end = playout(game, game.start(), FastDice(number // 2), choose)
        shares.append(0.5 if end.winner is None else float(end.winner != seat))
        given.append(lost)
    mean, played = mean_score(given, always=False), mean_score(shares, always=False)
    print(
        f"{games} {length} games: the starter gives away {mean.value:.4f} ({mean.low:.4f} to {mean.high:.4f})"
    )
    print(f"so the solution is expected to score {0.5 + mean.value:.4f}; it scored {played.value:.3f} here")


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
