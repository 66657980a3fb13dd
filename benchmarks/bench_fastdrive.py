"""How fast Fast Drive Football runs, and what its coaches are worth.

`python benchmarks/bench_fastdrive.py [games]`: whole games per second of CPU time through the rules
generators on one core (plain playouts: the coach of section 21 on both sides, no event sink, no table), and
how long it takes to bind the charts to two cards.

`python benchmarks/bench_fastdrive.py coaches [games] [seconds]`: the starter against the rookie, the same
dice from either seat; and what the all-pro's choices win over the starter's, each judged by 2000 pairs of
fresh games. (Decisions are few and dice are many, so whole games tell coaches apart very slowly.)
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import sqrt
from time import process_time

from fieldhouse.games.fastdrive.coaches.allpro import RolloutCoach
from fieldhouse.games.fastdrive.coaches.levels import policy
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.games.fastdrive.rules.state import Sheet
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout, run_play
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose

PAIRS = (
    ("chicago-1985", "miami-1985"),
    ("detroit-2008", "new-england-2007"),
    ("chicago-1970", "dallas-1970"),
)
FRESH = 2000


def speed(games: int) -> None:
    """Print games per second of CPU time for three pairings."""
    folder = find("fastdrive")
    for away, home in PAIRS:
        setup = folder.open({"away": away, "home": home}).setup
        began = process_time()
        for _ in range(20):
            game = FastDrive(setup)  # `open` would give the one that is bound already
        bound = (process_time() - began) / 20
        choose, dice = policy("starter", game, 1), FastDice(1)
        began = process_time()
        for _ in range(games):
            playout(game, game.start(), dice, choose)
        rate = games / (process_time() - began)
        print(f"{away:16} at {home:18} {rate:7.0f} games/s   binding its cards {bound * 1000:.1f} ms")


def opened(count: int) -> Iterator[FastDrive]:
    """The three pairings in turn."""
    games = [find("fastdrive").open({"away": away, "home": home}) for away, home in PAIRS]
    for number in range(count):
        game = games[number % len(games)]
        assert isinstance(game, FastDrive)
        yield game


def share_of(game: FastDrive, seat: int, seed: int) -> float:
    """The starter in that seat against the rookie: 1 for a win, a half for a tie."""
    levels = [policy("starter", game, seed), policy("rookie", game, seed)]

    def choose(request: Choose, s: Sheet) -> str:
        return levels[request.seat != seat](request, s)

    end = playout(game, game.start(), FastDice(seed), choose)
    return 0.5 if end.winner is None else float(end.winner == seat)


def gain_in(game: FastDrive, seed: int, seconds: float) -> float:
    """What the all-pro would win a side in one game by leaving the starter's choice where it does."""
    usual = policy("starter", game, seed)
    pro, judge = RolloutCoach(game, seed, seconds), RolloutCoach(game, -1 - seed, None)
    gains: list[float] = []

    def choose(request: Choose, s: Sheet) -> str:
        key = usual(request, s)
        other = pro.choose(request, s)
        if other != key:
            gains.append(sum(judge.compare(s, request, other, key) for _ in range(FRESH)) / FRESH)
        return key

    s, dice = game.start(), FastDice(seed)
    while game.outcome(s) is None:
        run_play(game.play(s), s, dice, choose)
    return sum(gains) / 2


def coaches(count: int, seconds: float) -> None:
    """Both measurements; games that share their dice are one case."""
    pairs = [(share_of(game, 0, n) + share_of(game, 1, n)) / 2 for n, game in enumerate(opened(50 * count))]
    shown("starter against rookie, share of wins", pairs)
    gains = [gain_in(game, n, seconds) for n, game in enumerate(opened(count))]
    shown(f"all-pro ({seconds} s a decision) over starter, gain a game", gains)


def shown(name: str, values: list[float]) -> None:
    """Mean and 95 % interval."""
    mean = sum(values) / len(values)
    spread = sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    print(f"{name}: {mean:.4f} +- {1.96 * spread / sqrt(len(values)):.4f} ({len(values)} cases)")


def main() -> None:
    """Speed, or coaches."""
    words = sys.argv[1:]
    if words[:1] == ["coaches"]:
        coaches(int(words[1]) if len(words) > 1 else 60, float(words[2]) if len(words) > 2 else 0.2)
    else:
        speed(int(words[0]) if words else 5000)


if __name__ == "__main__":
    main()
