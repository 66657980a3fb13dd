"""Many games at once, over all cores: the same games for the same seed, however many processes play them.

Game number n of a plan has a seed of its own, made from the plan's seed and n by a stable hash, so
neither the number of processes nor the size of a chunk changes any game. (A coach that thinks by the
clock is the exception: its answers depend on the machine.)
"""

from __future__ import annotations

import hashlib
import math
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from functools import lru_cache, partial
from typing import Any

import msgspec

from fieldhouse.football.box_score import STATISTICS, BoxScore, TeamLine
from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import Policy, play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import FORMED, Game, Outcome, start_play
from fieldhouse.kernel.notebook import Tabular
from fieldhouse.kernel.playout import playout, run_play
from fieldhouse.kernel.record import Record, record_of_table
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.table import Table
from fieldhouse.lab.extras import need_lab
from fieldhouse.lab.play_rows import PlayRows, PlayStart, Row, events_by_play
from fieldhouse.lab.players import RANDOM, check_coach, make_coach, make_policy
from fieldhouse.lab.pool import executor, run_pieces


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to play: a game with everything bound, who sits where, and the seed. Plain data: it travels."""

    game: str
    options: dict[str, bool | int | str]
    materials: dict[str, Any]
    levels: tuple[str, ...]
    edition: int = 1
    seed: int = 0
    statistics: bool = True
    seconds: float | None = None
    plays: bool = False
    """Keep every play as a row (`lab.play_rows`)?"""
    chances: bool = False
    """And with the win chance at its whistle (`lab.review.win_probability_rows`)?"""
    luck: bool = False
    """And with what the dice of the play did, where the game has exact tables?"""


class PlayedGame(msgspec.Struct, frozen=True):
    """One game's result; `lines` are both sides' football statistics, where the game reports any."""

    number: int
    seed: int
    winner: int | None
    why: str
    scores: tuple[int, ...]
    lines: tuple[TeamLine, ...] = ()
    plays: tuple[Row, ...] = ()

    @property
    def tied(self) -> bool:
        """Nobody won, and somebody could have."""
        return Outcome(self.winner, self.why, "").is_tie


def make_plan(
    game: Game[Any],
    levels: Sequence[str],
    *,
    seed: int = 0,
    statistics: bool = True,
    seconds: float | None = None,
    plays: bool = False,
    chances: bool = False,
    luck: bool = False,
) -> Plan:
    """The plan for a game that is open here; BadOptions for a level it does not have."""
    meta = game.meta
    if len(levels) != len(game.seats):
        raise BadOptions(f"{meta.title} has {len(game.seats)} seats, but {len(levels)} levels are given")
    for level in levels:
        check_coach(game, level)
    if chances or luck:
        need_lab()
    return Plan(
        game=meta.name,
        options=dict(game.options),
        materials=dict(game.setup.materials),
        levels=tuple(levels),
        edition=game.setup.edition,
        seed=seed,
        statistics=statistics,
        seconds=seconds,
        plays=plays,
        chances=chances or luck,
        luck=luck,
    )


def game_seed(seed: int, number: int) -> int:
    """The seed of game `number`: 63 bits of a hash, the same on every machine."""
    digest = hashlib.sha256(f"{seed}/{number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


# One game


def play_some(plan: Plan, first: int, last: int) -> list[PlayedGame]:
    """Games `first` up to and without `last`, here and now."""
    made_of = msgspec.msgpack.encode((plan.options, plan.materials, plan.edition))
    game = _opened(registry.find(plan.game), made_of)
    fast = _has_policies(plan)
    found = [_play_one(plan, game, number, fast=fast) for number in range(first, last)]
    if plan.chances:
        from fieldhouse.lab.review.win_probability_rows import win_probability_rows

        filler = win_probability_rows(game)
        filler.fill([taken.ended for _, taken in found])
        if plan.luck:
            filler.fill_luck([taken.recorded for _, taken in found])
    return [played for played, _ in found]


@lru_cache(maxsize=2)
def _opened(folder: registry.Folder, made_of: bytes) -> Game[Any]:
    """The game of a plan, kept from one handful of games to the next, with what its coaches worked out."""
    options, materials, edition = msgspec.msgpack.decode(made_of)
    return folder.open(options, materials, edition=edition)


def _has_policies(plan: Plan) -> bool:
    """Can every seat be played by a policy, without a table? A policy has no use for time."""
    if plan.seconds is not None or any(":" in level for level in plan.levels):
        return False
    return hasattr(registry.find(plan.game).coaches, "policy") or set(plan.levels) == {RANDOM}


def _play_one(plan: Plan, game: Game[Any], number: int, *, fast: bool) -> tuple[PlayedGame, GameRecorder]:
    seed = game_seed(plan.seed, number)
    box = BoxScore(_teams(game)) if plan.statistics else None
    rows = PlayRows(game, f"{plan.seed}-{number}") if plan.plays else None
    taken = GameRecorder(box, rows)
    end = _by_policies(plan, game, seed, taken) if fast else _by_coaches(plan, game, seed, taken)
    lines = (
        tuple(box.lines)
        if box is not None and any(line.points or line.plays or line.drives for line in box.lines)
        else ()
    )
    kept = tuple(rows.found) if rows is not None else ()
    return PlayedGame(number, seed, end.winner, end.why, end.scores, lines, kept), taken


def _teams(game: Game[Any]) -> tuple[str, str]:
    """Football has two sides, also where one person plays both or only one of them."""
    first, second, *_ = (*game.seats, "", "")
    return first, second


class GameRecorder:
    """Who hears of the events: the box score and the play rows, where they are wanted."""

    def __init__(self, box: BoxScore | None, rows: PlayRows | None) -> None:
        self.box, self.rows = box, rows
        self.last: PlayStart | None = None
        self.record: Record | None = None

    def add(self, event: Event, at: PlayStart) -> None:
        """An event, and the whistle before its play."""
        if self.box is not None:
            self.box.add(event)
        if self.rows is not None:
            self.rows.add(event, at)

    @property
    def ended(self) -> tuple[PlayRows, PlayStart]:
        """The rows of a game that is over, and its last whistle."""
        assert self.rows is not None
        assert self.last is not None
        return self.rows, self.last

    @property
    def recorded(self) -> tuple[PlayRows, Record]:
        """The rows of a game that was played at a table, and its record."""
        assert self.rows is not None
        assert self.record is not None
        return self.rows, self.record


def _by_policies(plan: Plan, game: Game[Any], seed: int, taken: GameRecorder) -> Outcome:
    """On the fast interpreter; each seat's policy is seeded apart from the dice."""
    policies = [make_policy(game, level, game_seed(seed, seat)) for seat, level in enumerate(plan.levels)]
    state, dice = game.start(), FastDice(seed)

    def answer(request: Choose, s: Any) -> str:
        return policies[request.seat](request, s)

    if plan.luck:
        return _taken_from(_at_a_table(game, seed, policies), taken)
    if taken.rows is None:
        if taken.box is not None:
            state.tell = taken.box.add
        return playout(game, state, dice, answer)
    taken.last = PlayStart(game.scoreboard(state, None), game.save(state))
    while (end := game.outcome(state)) is None:
        state.tell = partial(taken.add, at=taken.last)
        run_play(start_play(game, state), state, dice, answer)
        taken.last = PlayStart(game.scoreboard(state, None), game.save(state))
    return end


def _at_a_table(game: Game[Any], seed: int, policies: Sequence[Policy]) -> Table[Any]:
    """The same game as on the fast interpreter, with a log of its steps: luck is counted by the roll."""
    table = Table(game, FastDice(seed))
    while table.outcome is None:
        for seat in table.pending_seats:
            asked = table.request_for(seat)
            assert asked is not None
            table.answer(seat, policies[seat](asked, table.state))
    return table


def _by_coaches(plan: Plan, game: Game[Any], seed: int, taken: GameRecorder) -> Outcome:
    """At a table that tells its events, because a coach may remember what it has been shown."""
    table = Table(game, FastDice(seed))
    coaches = {
        seat: make_coach(game, level, seat, game_seed(seed, seat), plan.seconds)
        for seat, level in enumerate(plan.levels)
    }
    play_on(table, coaches)
    return _taken_from(table, taken)


def _taken_from(table: Table[Any], taken: GameRecorder) -> Outcome:
    end = table.outcome
    assert end is not None
    if taken.rows is not None:
        taken.record = record_of_table(table)
        events, taken.last = events_by_play(taken.record)
        for event, at in events:
            taken.add(event, at)
    elif taken.box is not None:
        for event in table.events:
            taken.box.add(event)
    return end


# Many games

SWEPT = 20
"""Games to one sweep of the tables, where chances are wanted: a sweep takes time, a game's plays memory."""


def simulate_games(
    plan: Plan,
    count: int,
    *,
    jobs: int = 1,
    pool: Executor | None = None,
    on_chunk: Callable[[int], None] | None = None,
) -> Iterator[PlayedGame]:
    """Play `count` games and yield them by number. `on_chunk` is told how many more are done.

    In `jobs` fresh processes (1: in this one), or through an executor of `lab.pool` that is open already.
    """
    size = max(1, min(SWEPT, -(-count // jobs)) if plan.chances else min(100, count // (16 * jobs)))
    chunks = ((plan, first, min(first + size, count)) for first in range(0, count, size))
    with nullcontext(pool) if pool is not None else executor(jobs) as workers:
        for results in run_pieces(workers, play_some, chunks, ahead=4 * jobs):
            if on_chunk is not None:
                on_chunk(len(results))
            yield from results


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# What they add up to


def wilson(hits: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson interval of a proportion; at z = 1.96 it holds the truth 95 times in a hundred."""
    if n == 0:
        return 0.0, 1.0
    share = hits / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


class Summary(Tabular):
    """Results added up as they come: wins, ties, how games ended, scores, football per side."""

    def __init__(self, seats: Sequence[str]) -> None:
        self.seats = tuple(seats)
        self.games = 0
        self.wins = [0] * len(seats)
        self.ties = 0
        self.whys: Counter[str] = Counter()
        self.scores: list[Counter[int]] = []
        self.totals: Counter[int] = Counter()
        self.margins: Counter[int] = Counter()
        self.lines: list[TeamLine] = []
        self.call = ""
        """What to type for the same summary, where a verb of `fieldhouse` made it and nothing was added."""

    def add(self, played: PlayedGame) -> None:
        """Count one game."""
        self.call = ""
        self.games += 1
        self.whys[played.why] += 1
        if played.winner is not None:
            self.wins[played.winner] += 1
        elif played.tied:
            self.ties += 1
        while len(self.scores) < len(played.scores):
            self.scores.append(Counter())
        for side, score in enumerate(played.scores):
            self.scores[side][score] += 1
        self.totals[sum(played.scores)] += 1
        if len(played.scores) == 2:
            self.margins[played.scores[0] - played.scores[1]] += 1
        self._add_lines(played.lines)

    @property
    def formed(self) -> bool:
        """Were these games that nobody could win, such as a draft?"""
        return self.games > 0 and self.whys[FORMED] == self.games

    def _add_lines(self, lines: Sequence[TeamLine]) -> None:
        while len(self.lines) < len(lines):
            self.lines.append(TeamLine(team=lines[len(self.lines)].team))
        for total, line in zip(self.lines, lines, strict=False):
            for name in STATISTICS:
                setattr(total, name, getattr(total, name) + getattr(line, name))

    @classmethod
    def of(cls, seats: Sequence[str], games: Iterable[PlayedGame]) -> Summary:
        """The summary of these games."""
        summary = cls(seats)
        for played in games:
            summary.add(played)
        return summary

    def rows(self) -> list[dict[str, Any]]:
        """One row a seat: wins with their interval, and points."""
        found = []
        for seat, name in enumerate(self.seats):
            low, high = wilson(self.wins[seat], max(self.games, 1))
            mean, spread = mean_and_deviation(self.scores[seat]) if seat < len(self.scores) else (0.0, 0.0)
            found.append(
                {
                    "seat": name,
                    "games": self.games,
                    "wins": self.wins[seat],
                    "ties": self.ties,
                    "share": self.wins[seat] / max(self.games, 1),
                    "low": low,
                    "high": high,
                    "points": mean,
                    "points_sd": spread,
                }
            )
        return found

    @property
    def pictures(self) -> Sequence[str]:
        """How many points both sides made together."""
        from fieldhouse.lab.svg import histogram

        return [histogram("Points of both sides together", self.totals, "points")] if self.totals else []

    def __repr__(self) -> str:
        wins = ", ".join(f"{name} {won}" for name, won in zip(self.seats, self.wins, strict=True))
        return call_repr("Summary", self.call, f"{self.games} games: won by {wins}, ties {self.ties}")


def call_repr(what: str, call: str, words: str) -> str:
    """A `repr`: the call that gives the value again with the words as its comment, or the words alone."""
    return f"{call}  # {words}" if call else f"<{what} of {words}>"


def mean_and_deviation(counts: Counter[int]) -> tuple[float, float]:
    """The mean and standard deviation of numbers counted."""
    n = sum(counts.values())
    if n == 0:
        return 0.0, 0.0
    mean = sum(value * times for value, times in counts.items()) / n
    spread = sum((value - mean) ** 2 * times for value, times in counts.items()) / n
    return mean, math.sqrt(spread)


def figures(summary: Summary) -> dict[str, float]:
    """Football of both sides together by the names of `football.nfl_averages`, without what nobody did."""
    if not summary.lines:
        return {}
    both = {name: sum(getattr(line, name) for line in summary.lines) for name in STATISTICS}
    both["turnovers"] = both["interceptions"] + both["fumbles_lost"]
    found = {name: both[name] / summary.games for name in A_GAME if both[name]}
    found["points"], found["points_sd"] = mean_and_deviation(summary.totals)
    found["margin"] = sum(abs(m) * times for m, times in summary.margins.items()) / summary.games
    found["tie_share"] = summary.ties / summary.games
    both["pass_plays"] = both["passes"] + both["sacked"]
    for name, (above, below) in SHARES.items():
        if both[below] and both[above]:
            found[name] = both[above] / both[below]
    return found


A_GAME = (
    "touchdowns", "field_goals", "field_goal_tries", "safeties", "plays", "yards", "passes", "completions",
    "sacked", "interceptions", "fumbles_lost", "turnovers", "first_downs", "punts", "penalties",
    "penalty_yards", "drives",
)  # fmt: skip
"""Figures that are counted a game, both sides together."""
SHARES = {
    "field_goal_pct": ("field_goals", "field_goal_tries"),
    "yards_per_play": ("yards", "plays"),
    "run_share": ("runs", "plays"),
    "yards_per_run": ("run_yards", "runs"),
    "completion_pct": ("completions", "passes"),
    "sack_share": ("sacked", "pass_plays"),
    "turnovers_per_play": ("turnovers", "plays"),
    "third_down_pct": ("third_downs_made", "third_downs"),
    "punt_net": ("punt_yards", "punts"),
    "drive_plays": ("plays", "drives"),
    "drive_yards": ("yards", "drives"),
    "drive_seconds": ("seconds", "drives"),
}
"""Figures that are one sum by another."""
