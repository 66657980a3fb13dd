"""One card laid again and again, all runs, all passes: each habit against the coach it is otherwise.

    python benchmarks/redboar_habits.py starter --games 1000 --habit SR --habit passes

Card mode, full games, seats swapped on the same dice. Who has a habit lays such a card whenever he holds one;
all else (other cards, kicks, flags) is the coach's own. A share above one half is what the habit gains.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

from fieldhouse.games.redboar.coaches import policy
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose


def cards_of(game: GridironGame, habit: str) -> set[str]:
    """The cards that the habit lays."""
    if habit in ("runs", "passes"):
        return {card for card, call in game.book.calls.items() if call.is_pass == (habit == "passes")}
    return {habit}


def share_of(game: GridironGame, habit: str, level: str, games: int, seed: int) -> float:
    """The share of games that the habit wins, a tie counting half."""
    rng, own, other = Random(seed), policy(level, game, seed + 1), policy(level, game, seed + 2)
    likes, score = cards_of(game, habit), 0.0
    for number in range(games):
        mine = number % 2

        def both(request: Choose, s: Any, mine: int = mine) -> str:
            if request.seat != mine:
                return other(request, s)
            liked = [card for card in request.keys if card in likes] if request.what == "card" else []
            return rng.choice(liked) if liked else own(request, s)

        end = playout(game, game.start(), FastDice(seed * 1_000_000 + number // 2), both)
        score += 0.5 if end.winner is None else float(end.winner == mine)
    return score / games


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("level", nargs="?", default="starter")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--habit", action="append", help="only these")
    given = parser.parse_args()
    game = find("redboar").open({"mode": "cards"})
    assert isinstance(game, GridironGame)
    every = ("runs", "passes", *sorted(game.book.calls), *sorted(game.book.defenses))
    for habit in given.habit or every:
        share = share_of(game, habit, given.level, given.games, given.seed)
        error = 1.96 * (share * (1 - share) / given.games) ** 0.5
        print(f"{habit:7} {share:.3f} +- {error:.3f}", flush=True)


if __name__ == "__main__":
    main()
