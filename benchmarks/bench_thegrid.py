"""Figures of The Grid: playouts a second, a decision's time, coaches against each other.

    python benchmarks/bench_thegrid.py speed --games 2000
    python benchmarks/bench_thegrid.py arena --a allpro --b starter --games 2000 --seed 1 [--teams usual]
    python benchmarks/bench_thegrid.py habits --games 2000 --b starter [--habit LP-LE]
    python benchmarks/bench_thegrid.py draft

The arena plays pairs of games on the same dice with seats swapped, average teams on both sides, lineups
fixed (`--teams usual`: the house's own two teams, lineups set by the coaches; `--a lined-up` is `starter`
with `allpro`'s lineups), and prints the mean score (a draw is half a win) with an interval that holds at
every look.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from random import Random

from fieldhouse.games.thegrid.charts.cards import DECK, OFFENSE, legal
from fieldhouse.games.thegrid.coaches.allpro import AllPro
from fieldhouse.games.thegrid.coaches.evaluation import Evaluation
from fieldhouse.games.thegrid.coaches.levels import policy
from fieldhouse.games.thegrid.coaches.starter import Starter
from fieldhouse.games.thegrid.coaches.value_table import values_in_use
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.kernel.coaches import Policy, coach_view, play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.table import Table
from fieldhouse.lab.elo import mean_score


def open_game(**options: object) -> TheGrid:
    """The game with fixed lineups."""
    game = find("thegrid").open({"lineups": "fixed", **options})
    assert isinstance(game, TheGrid)
    return game


def speed(games: int) -> None:
    """Plain playouts, and one exact matrix with its solution; in seconds of one core, whatever else runs."""
    game = open_game()
    for level in ("rookie", "starter"):
        caller = policy(level, game, 1)
        begin = time.process_time()
        for seed in range(games):
            playout(game, game.start(), FastDice(seed), caller)
        print(f"{level}: {games / (time.process_time() - begin):.0f} whole games a second of one core")
    values = values_in_use(game)
    begin = time.process_time()
    for cards in range(2, 52):
        s = game.start()
        s.phase, s.box, s.down, s.marker, s.left = "play", 5, 2, 8, cards
        assert Evaluation(game, s, values, 52).solution.value > 0
    print(f"exact matrix and solution: {1000 * (time.process_time() - begin) / 50:.2f} ms")


class LinedUp(Starter):
    """`starter` in all but who plays: lineups and replacements are those of `allpro`."""

    def __init__(self, game: TheGrid, rng: Random) -> None:
        super().__init__(game, rng)
        self.pro = AllPro(game, rng, values_in_use(game))

    def lineup(self, request: Choose, s: Grid) -> str:
        """The best by points a game."""
        return self.pro.lineup(request, s)

    def replacement(self, request: Choose, s: Grid) -> str:
        """The best by points a game."""
        return self.pro.replacement(request, s)


def player(level: str, game: TheGrid, seed: int) -> Policy:
    """A level, or `lined-up`."""
    return LinedUp(game, Random(seed)).answer if level == "lined-up" else policy(level, game, seed)


def arena(a: str, b: str, games: int, seed: int, *, usual: bool = False) -> None:
    """Pairs of games; a line every 25 pairs."""
    game = open_game(lineups="set") if usual else open_game(home="average", visitor="average")
    first, second = player(a, game, seed), player(b, game, seed + 1)
    pairs: list[float] = []
    results = [0, 0, 0]
    points = [0, 0]
    begin = time.perf_counter()
    for pair in range(games // 2):
        score = 0.0
        for seat in (0, 1):

            def both(request: Choose, s: object, seat: int = seat) -> str:
                return (first if request.seat == seat else second)(request, s)

            s = game.start()
            end = playout(game, s, FastDice(seed * 1_000_000 + pair), both)
            won = 0.5 if end.winner is None else float(end.winner == seat)
            results[round(2 - 2 * won)] += 1
            score += won / 2
            points[0] += s.scores[seat]
            points[1] += s.scores[1 - seat]
        pairs.append(score)
        if len(pairs) % 25 == 0 or pair == games // 2 - 1:
            found, played = mean_score(pairs), 2 * len(pairs)
            took = (time.perf_counter() - begin) / played
            print(f"{a} against {b}: {played} games, won {results[0]}, drawn {results[1]}, lost {results[2]}")
            print(f"  score {found.value:.3f} [{found.low:.3f}, {found.high:.3f}]", end="; ")
            print(
                f"points {points[0] / played:.1f} to {points[1] / played:.1f}; {took:.2f} s a game",
                flush=True,
            )


def habits(level: str, games: int, seed: int, only: Sequence[str]) -> None:
    """One card called again and again, all runs, all passes: each against the coach it is otherwise."""
    game = open_game(home="average", visitor="average")
    for habit in only or ("runs", "passes", *OFFENSE):
        share = habit_share(game, habit, level, games, seed)
        print(f"{habit:7} {share:.3f} +- {1.96 * (share * (1 - share) / games) ** 0.5:.3f}", flush=True)


def habit_share(game: TheGrid, habit: str, level: str, games: int, seed: int) -> float:
    """The share of games that the person of one habit wins, seats swapped on the same dice."""
    rng, own, other = Random(seed), policy(level, game, seed + 1), policy(level, game, seed + 2)
    score = 0.0
    for number in range(games):
        seat = number % 2

        def both(request: Choose, s: Grid, seat: int = seat) -> str:
            if request.seat == seat and request.what == "offense-card":
                return rng.choice(by_habit(habit, legal(s.box)))
            return (own if request.seat == seat else other)(request, s)

        end = playout(game, game.start(), FastDice(seed * 1_000_000 + number // 2), both)
        score += 0.5 if end.winner is None else float(end.winner == seat)
    return score / games


def by_habit(habit: str, cards: Sequence[str]) -> Sequence[str]:
    """The cards that a person of one habit calls; near the goal the nearest thing that is legal."""
    if habit in ("runs", "passes"):
        return [card for card in cards if DECK[card].run == (habit == "runs")]
    same = [card for card in cards if card == habit]
    return same or [c for c in cards if c[3:] == habit[3:] and DECK[c].run == DECK[habit].run] or cards


def draft_and_auction() -> None:
    """A draft and an auction of twelve `allpro` managers at a table: the whole, one answer, one copy."""
    for name in ("thegrid-draft", "thegrid-auction"):
        folder = find(name)
        game = folder.open({"coaches": 12})
        managers = {seat: folder.coach("allpro", game, seat, 1) for seat in range(12)}
        begin = time.process_time()
        play_on(Table(game, FastDice(1)), managers)
        whole = time.process_time() - begin
        answers, copies = [], []
        table = Table(game, FastDice(1))
        while table.outcome is None:
            seat = table.pending_seats[0]
            asked = table.request_for(seat)
            assert asked is not None
            key = managers[seat].answer(asked, coach_view(table, seat))
            begin = time.perf_counter()
            table.answer(seat, str(key))
            table.view(seat)
            answers.append(time.perf_counter() - begin)
            begin = time.perf_counter()
            table.copy()
            copies.append(time.perf_counter() - begin)
        p99 = 1000 * sorted(answers)[int(0.99 * len(answers))]
        print(f"{name}: {whole:.2f} s of one core, {len(table.entries)} entries; an answer p99 {p99:.1f} ms,")
        print(f"a copy at most {1000 * max(copies):.1f} ms")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("speed", "arena", "habits", "draft"))
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--teams", choices=("average", "usual"), default="average")
    parser.add_argument("--habit", action="append", help="only these")
    parser.add_argument("--a", default="allpro")
    parser.add_argument("--b", default="starter")
    given = parser.parse_args()
    if given.what == "speed":
        speed(given.games)
    elif given.what == "habits":
        habits(given.b, given.games, given.seed, given.habit)
    elif given.what == "draft":
        draft_and_auction()
    else:
        arena(given.a, given.b, given.games, given.seed, usual=given.teams == "usual")


if __name__ == "__main__":
    main()
