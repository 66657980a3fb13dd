"""Many games at once, over all cores: the same games for the same seed, however many processes play them.

Game number n of a plan has a seed of its own, made from the plan's seed and n by a stable hash, so
neither the number of processes nor the size of a chunk changes any game. (A coach that thinks by the
clock is the exception: its answers depend on the machine.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from functools import partial
from typing import Any

from fieldhouse.football.box_score import BoxScore
from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import Policy, play_on
from fieldhouse.kernel.deprecation import warn_renamed
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import Game, Outcome, State, start_play
from fieldhouse.kernel.playout import playout, run_play
from fieldhouse.kernel.record import Record, record_of_table
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.table import Table
from fieldhouse.lab import summary
from fieldhouse.lab.play_rows import PlayRows, PlayStart, events_by_play
from fieldhouse.lab.players import RANDOM, make_coach, make_policy
from fieldhouse.lab.pool import executor, run_pieces
from fieldhouse.lab.simulation_plan import SimulationPlan, game_seed, open_planned_game
from fieldhouse.lab.summary import PlayedGame

# One game


def play_some(plan: SimulationPlan, first: int, last: int) -> list[PlayedGame]:
    """Games `first` up to and without `last`, here and now."""
    game = open_planned_game(plan)
    fast = _has_policies(plan)
    found = [_play_one(plan, game, number, fast=fast) for number in range(first, last)]
    if plan.win_probability:
        from fieldhouse.lab.review.win_probability_rows import win_probability_rows

        filler = win_probability_rows(game)
        filler.fill([taken.final_rows for _, taken in found])
        if plan.luck:
            filler.fill_luck([taken.rows_and_record for _, taken in found])
    return [played for played, _ in found]


def _has_policies(plan: SimulationPlan) -> bool:
    """Can every seat be played by a policy, without a table? A policy has no use for time."""
    if plan.seconds is not None or any(":" in level for level in plan.levels):
        return False
    return hasattr(registry.find(plan.game).coaches, "policy") or set(plan.levels) == {RANDOM}


def _play_one(
    plan: SimulationPlan, game: Game[Any], number: int, *, fast: bool
) -> tuple[PlayedGame, GameRecorder]:
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
    kept = tuple(rows.rows) if rows is not None else ()
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
    def final_rows(self) -> tuple[PlayRows, PlayStart]:
        """The rows of a game that is over, and its last whistle."""
        assert self.rows is not None
        assert self.last is not None
        return self.rows, self.last

    @property
    def rows_and_record(self) -> tuple[PlayRows, Record]:
        """The rows of a game that was played at a table, and its record."""
        assert self.rows is not None
        assert self.record is not None
        return self.rows, self.record


def _by_policies(plan: SimulationPlan, game: Game[Any], seed: int, taken: GameRecorder) -> Outcome:
    """On the fast interpreter; each seat's policy is seeded apart from the dice."""
    policies = [make_policy(game, level, game_seed(seed, seat)) for seat, level in enumerate(plan.levels)]
    state, dice = game.start(), FastDice(seed)

    def answer(request: Choose, s: State) -> str:
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


def _by_coaches(plan: SimulationPlan, game: Game[Any], seed: int, taken: GameRecorder) -> Outcome:
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
"""Games per sweep of the tables: a sweep takes time, the plays of its games memory."""


def simulate_games(
    plan: SimulationPlan,
    count: int,
    *,
    jobs: int = 1,
    pool: Executor | None = None,
    on_chunk: Callable[[int], None] | None = None,
) -> Iterator[PlayedGame]:
    """Play `count` games and yield them by number. `on_chunk` is called with the number of games just done.

    In `jobs` fresh processes (1: in this one), or through an executor of `lab.pool` that is open already.
    """
    size = max(1, min(SWEPT, -(-count // jobs)) if plan.win_probability else min(100, count // (16 * jobs)))
    chunks = ((plan, first, min(first + size, count)) for first in range(0, count, size))
    with nullcontext(pool) if pool is not None else executor(jobs) as workers:
        for results in run_pieces(workers, play_some, chunks, ahead=4 * jobs):
            if on_chunk is not None:
                on_chunk(len(results))
            yield from results


# What they add up to


MOVED = {"figures": "football_figures", "Summary": "Summary", "wilson": "wilson_interval"}
"""Names that this module had before `lab/summary.py`."""


def __getattr__(name: str) -> Any:
    if name not in MOVED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn_renamed(f"{__name__}.{name}", f"fieldhouse.lab.summary.{MOVED[name]}")
    return getattr(summary, MOVED[name])
