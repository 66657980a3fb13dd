"""What a changed chart does: the same seeds with the old charts and with the new, and the difference.

Both games of a pair have the same dice, so much of the luck falls out of the difference; its interval is that
of the differences of pairs. Where tables are left open for any charts (`lab.bulk`), wins and points come from
hundreds of thousands of games besides.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from fieldhouse.football.box_score import STATISTICS, BoxScore
from fieldhouse.football.nfl_averages import LABELS, TARGETS
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.game import Game, State
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.requests import Choose
from fieldhouse.lab.extras import has_lab
from fieldhouse.lab.players import check_has_winner, make_policy, policy_level
from fieldhouse.lab.simulation_plan import game_seed
from fieldhouse.lab.summary import PER_GAME, RATIOS

MOST_PAIRS = 4_000
LEAST_PAIRS = 20
MAIN_SHARE = 0.6
"""Of the time goes to the level whose football is shown, the rest to the balance of the others."""
PATIENT = 3
"""On a busy machine a comparison may take this many times as long before it stops with fewer pairs."""
BULK = 200_000
Counted = dict[str, float]
Progress = Callable[[float], None]


class FigureChange(msgspec.Struct, frozen=True):
    """A figure with the old charts and the new; the change with its 95 % interval, and the NFL's figure."""

    name: str
    old: float
    new: float
    error: float
    share: bool = False
    nfl: float | None = None

    @property
    def change(self) -> float:
        """The new figure minus the old one."""
        return self.new - self.old

    @property
    def clear(self) -> bool:
        """Is the change larger than its 95% interval?"""
        return abs(self.change) > self.error


class LevelBalance(msgspec.Struct, frozen=True):
    """How often the first seat wins (a tie is half a win) when this level sits on both sides."""

    level: str
    games: int
    first: FigureChange


class ChartComparison(msgspec.Struct, frozen=True):
    """Everything that was found."""

    game: str
    level: str
    pairs: int
    same: int
    """Pairs that went the same way with both charts, to the last point and play."""
    score: tuple[FigureChange, ...]
    football: tuple[FigureChange, ...]
    balance: tuple[LevelBalance, ...]
    bulk: int = 0
    """Games with each of the charts from tables, behind wins and points; 0: they come from the pairs."""


def compare_charts(
    old: Game[Any],
    new: Game[Any],
    *,
    seconds: float = 20.0,
    seed: int = 0,
    progress: Progress = lambda x: None,
) -> ChartComparison:
    """Play pairs of games for about so long; never fewer than a few, so that every game can be tried."""
    check_has_winner(new)
    level = policy_level(new)
    others = [name for name in new.meta.levels if name != level and _quick(new, name)]
    main = seconds if not others else MAIN_SHARE * seconds
    pairs = _pairs(old, new, level, main, seed, lambda x: progress(x * main / seconds))
    score = _score(pairs, new.seats)
    balance = [LevelBalance(level, len(pairs), _first(pairs, new.seats[0]))]
    for n, name in enumerate(others):
        rest = (seconds - main) / len(others)
        later = partial(_later, progress, (main + n * rest) / seconds, rest / seconds)
        found = _pairs(old, new, name, rest, seed, later)
        if found == pairs[: len(found)]:
            continue  # in playouts this level is the other
        balance.append(LevelBalance(name, len(found), _first(found, new.seats[0])))
    bulk = 0
    if _tabled(new, level):
        score, balance = _by_bulk(old, new, level, score, balance)
        bulk = BULK
    return ChartComparison(
        new.meta.name,
        level,
        len(pairs),
        sum(a == b for a, b in pairs),
        tuple(score),
        tuple(_football(pairs)),
        tuple(sorted(balance, key=lambda one: (*new.meta.levels, one.level).index(one.level))),
        bulk,
    )


def _later(progress: Progress, begun: float, part: float, share: float) -> None:
    progress(begun + part * share)


def _quick(game: Game[Any], level: str) -> bool:
    """Has the level a policy that answers at once? One game of the length of a whistle tells."""
    try:
        policy, s = make_policy(game, level, 0), game.start()
        began = time.process_time()
        for _ in range(3):
            if game.outcome(s) is None:
                run_play(game.play(s), s, FastDice(1), policy)
    except FieldhouseError:
        return False
    return time.process_time() - began < 0.5


# Pairs of games


def _pairs(
    old: Game[Any], new: Game[Any], level: str, seconds: float, seed: int, progress: Progress
) -> list[tuple[Counted, Counted]]:
    began, clock = time.process_time(), time.monotonic()
    found: list[tuple[Counted, Counted]] = []
    while len(found) < MOST_PAIRS:
        spent = max(time.process_time() - began, (time.monotonic() - clock) / PATIENT)
        if len(found) >= LEAST_PAIRS and spent >= seconds:
            break
        one = game_seed(seed, len(found))
        found.append((_played(old, level, one), _played(new, level, one)))
        progress(min(1.0, max(len(found) / MOST_PAIRS, spent / seconds)))
    return found


def _played(game: Game[Any], level: str, seed: int) -> Counted:
    """One game, counted: points, who won, whistles, decisions, football of both sides together."""
    policies = [make_policy(game, level, game_seed(seed, seat)) for seat in range(len(game.seats))]
    first, second, *_ = (*game.seats, "", "")
    box, dice, s = BoxScore((first, second)), FastDice(seed), game.start()
    s.tell = box.add
    asked = whistles = 0

    def answer(request: Choose, state: State) -> str:
        nonlocal asked
        asked += len(request.keys) > 1
        return policies[request.seat](request, state)

    while (end := game.outcome(s)) is None:
        run_play(game.play(s), s, dice, answer)
        whistles += 1
    a, b = (*end.scores, 0, 0)[:2]
    counted: Counted = {name: sum(getattr(line, name) for line in box.lines) for name in STATISTICS}
    counted |= {
        "a": a, "b": b, "points": a + b, "margin": abs(a - b), "tie_share": float(end.is_tie),
        "first": 0.5 if end.winner is None else float(end.winner == 0),
        "whistles": whistles, "asked": asked,
        "turnovers": counted["interceptions"] + counted["fumbles_lost"],
        "pass_plays": counted["passes"] + counted["sacked"],
    }  # fmt: skip
    return counted


def compare_figure(
    pairs: Sequence[tuple[Counted, Counted]], name: str, above: str, below: str = "", *, share: bool = False,
    nfl: float | None = None,
) -> FigureChange:  # fmt: skip
    """A mean, or a quotient of sums (by what each pair moves it, to first order), old and new."""
    bits: list[list[float]] = []
    values = []
    for side in (0, 1):
        a = [pair[side][above] for pair in pairs]
        b = [pair[side][below] for pair in pairs] if below else [1.0] * len(pairs)
        total = sum(b)
        value = sum(a) / total if total else 0.0
        per = total / len(pairs)
        bits.append([(x - value * y) / per if per else 0.0 for x, y in zip(a, b, strict=True)])
        values.append(value)
    apart = [new - old for old, new in zip(*bits, strict=True)]
    error = 1.96 * math.sqrt(sum(x * x for x in apart) / max(len(apart) - 1, 1) / len(apart))
    return FigureChange(name, values[0], values[1], error, share, nfl)


def _first(pairs: Sequence[tuple[Counted, Counted]], name: str) -> FigureChange:
    return compare_figure(pairs, name, "first", share=True)


def _score(pairs: Sequence[tuple[Counted, Counted]], seats: Sequence[str]) -> list[FigureChange]:
    """Points, length and balance."""
    found = [compare_figure(pairs, "total points", "points", nfl=TARGETS["points"])]
    if len(seats) > 1:
        found += [compare_figure(pairs, f"{seats[side]} points", key) for side, key in enumerate(("a", "b"))]
    found += [
        compare_figure(pairs, "winning margin", "margin", nfl=TARGETS["margin"]),
        compare_figure(pairs, "ties", "tie_share", share=True, nfl=TARGETS["tie_share"]),
        compare_figure(pairs, "plays per game", "whistles"),
        compare_figure(pairs, "decisions per game", "asked"),
    ]
    return found


_SHOWN = ("points", "points_sd", "margin", "tie_share")


def _football(pairs: Sequence[tuple[Counted, Counted]]) -> list[FigureChange]:
    """What the game tells of football, beside the NFL's; what never came up is left out."""
    found = []
    for name, label in LABELS.items():
        above, below = RATIOS.get(name, (name, ""))
        if name in _SHOWN or (name not in PER_GAME and name not in RATIOS):
            continue
        if all(any(count[part] for pair in pairs for count in pair) for part in (above, below) if part):
            share = name.endswith(("_pct", "_share"))
            found.append(compare_figure(pairs, label, above, below, share=share, nfl=TARGETS[name]))
    return found


# Tables


def _tabled(game: Game[Any], level: str) -> bool:
    """Are tables of this level at hand that take any charts?"""
    if not has_lab():
        return False
    from fieldhouse.lab.tables.compiled_game import reduction_of
    from fieldhouse.lab.tables.open_tables import are_tables_ready

    try:
        return are_tables_ready(reduction_of(game), level)
    except FieldhouseError:
        return False


def _by_bulk(
    old: Game[Any], new: Game[Any], level: str, score: list[FigureChange], balance: list[LevelBalance]
) -> tuple[list[FigureChange], list[LevelBalance]]:
    """Wins and points from tables in place of those of the pairs, for the levels that have them."""
    from fieldhouse.lab import bulk

    found: list[LevelBalance] = []
    for one in balance:
        if not _tabled(new, one.level):
            found.append(one)
            continue
        a, b = (bulk.run_bulk(bulk.job_of(game, one.level), BULK) for game in (old, new))
        if one.level == level:
            score = _points(a, b, score)
        was, now = (tally.shares[0] + tally.shares[1] / 2 for tally in (a, b))
        error = 1.96 * math.hypot(a.error(was), b.error(now))
        found.append(LevelBalance(one.level, BULK, FigureChange(one.first.name, was, now, error, share=True)))
    return score, found


def _points(old: Any, new: Any, score: list[FigureChange]) -> list[FigureChange]:
    """The points of both sides and of each; of their sum the error is at most the sum of theirs."""
    found, error = [], 0.0
    for seat in (0, 1):
        (a, sd_a), (b, sd_b) = old.mean_points(seat), new.mean_points(seat)
        off = 1.96 * math.hypot(sd_a, sd_b) / math.sqrt(BULK)
        found.append(FigureChange(score[1 + seat].name, a, b, off))
        error += off
    was, now = sum(one.old for one in found), sum(one.new for one in found)
    both = FigureChange(score[0].name, was, now, error, nfl=score[0].nfl)
    return [both, *found, *score[3:]]
