"""The arena: coaches against coaches, seats swapped on the same dice, Elo with intervals, early stopping.

A pair of games has one dice seed and both seatings; its score (0 to 1, in quarters) is one observation, so
luck of the dice and of the seat cancels. After every `block` of pairs the confidence sequence is looked at:
it holds at all looks together, so stopping when it excludes an even match does not cheat.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import Coach, CoachView, looks_on, play_on, reads_state
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game, Outcome, Setup
from fieldhouse.kernel.notebook import Tabular
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.kernel.table import Table
from fieldhouse.lab.elo import Interval, elo, fit_ratings, mean_score, pairings
from fieldhouse.lab.players import check_coach, check_has_winner, make_coach
from fieldhouse.lab.pool import executor, run_pieces


class ArenaPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: at most `pairs` pairs a pairing, `seconds` of thinking time for an answer."""

    pairs: int = 100
    block: int = 10
    seconds: float | None = None
    seed: int = 0
    stop: bool = True
    """Stop a pairing when its interval excludes an even match."""
    width: float = 0.0
    """Stop also when the interval of the mean score is narrower than this."""
    limit: float | None = None
    """Stop a pairing after this many seconds, at the end of a pair."""


class PairScore(msgspec.Struct, frozen=True):
    """One pair of games for the first of the two: its score, results in order, and time per decision."""

    score: float
    wins: int
    ties: int
    losses: int
    decisions: tuple[int, int]
    thought: tuple[float, float]
    points: tuple[int, int] = (0, 0)


class Meeting(msgspec.Struct, frozen=True):
    """All pairs of two coaches."""

    a: str
    b: str
    pairs: tuple[PairScore, ...]
    stopped: str

    @property
    def scores(self) -> list[float]:
        """The score of each pair for `a`."""
        return [pair.score for pair in self.pairs]

    @property
    def score(self) -> Interval:
        """Mean score of `a` with an interval that holds at every look."""
        return mean_score(self.scores)

    @property
    def difference(self) -> Interval:
        """The same as an Elo difference."""
        score = self.score
        return Interval(elo(score.value), elo(score.low), elo(score.high))

    @property
    def record(self) -> str:
        """The record of `a` as W-L-T."""
        won, tied, lost = self.results
        return f"{won}-{lost}-{tied}"

    @property
    def results(self) -> tuple[int, int, int]:
        """Games won, tied and lost by `a`."""
        return (
            sum(pair.wins for pair in self.pairs),
            sum(pair.ties for pair in self.pairs),
            sum(pair.losses for pair in self.pairs),
        )


class ArenaResult(Tabular, msgspec.Struct, frozen=True):
    """All pairings of a finished arena, with the plan they were played by."""

    game: str
    options: dict[str, Any]
    plan: ArenaPlan
    meetings: tuple[Meeting, ...]

    @property
    def ratings(self) -> dict[str, Interval]:
        """Elo of everybody, mean 0, best first."""
        found = fit_ratings({(m.a, m.b): m.scores for m in self.meetings})
        return dict(sorted(found.items(), key=lambda item: -item[1].value))

    def __repr__(self) -> str:
        met = "; ".join(f"{one.a} {one.record} {one.b}" for one in self.meetings[:3])
        more = f"; {len(self.meetings) - 3} more meetings" if len(self.meetings) > 3 else ""
        return f"<ArenaResult of {self.game} (W-L-T): {met}{more}>"

    def rows(self) -> list[dict[str, Any]]:
        """One row a meeting: games, and the first one's share with its interval."""
        return [
            {
                "a": each.a,
                "b": each.b,
                "games": sum(each.results),
                "won": each.results[0],
                "tied": each.results[1],
                "lost": each.results[2],
                "share": each.score.value,
                "low": each.score.low,
                "high": each.score.high,
            }
            for each in self.meetings
        ]


class _Timed:
    """A coach whose thinking time is measured."""

    def __init__(self, coach: Coach) -> None:
        self._coach = coach
        self.looks_on = looks_on(coach)
        self.reads_state = reads_state(coach)
        self.decisions = 0
        self.thought = 0.0

    def answer(self, request: Choose, seen: CoachView) -> str | Sequence[str]:
        before = time.perf_counter()
        reply = self._coach.answer(request, seen)
        self.thought += time.perf_counter() - before
        self.decisions += 1
        return reply


def play_game(
    game: Game[Any], seated: Sequence[str], seed: int, seconds: float | None
) -> tuple[Outcome, list[_Timed]]:
    """One game between the coaches named, by seat."""
    coaches = [
        _Timed(make_coach(game, who, seat, seed * 2 + seat, seconds)) for seat, who in enumerate(seated)
    ]
    table = Table(game, FastDice(seed))
    outcome = play_on(table, dict(enumerate(coaches)))
    assert outcome is not None
    return outcome, coaches


def play_pair(name: str, setup: Setup, a: str, b: str, seed: int, seconds: float | None) -> PairScore:
    """Both seatings of `a` and `b` on the dice of one seed. Runs in a worker process."""
    return play_both_seatings(
        registry.find(name).open(setup.options, setup.materials, edition=setup.edition), a, b, seed, seconds
    )


def play_both_seatings(game: Game[Any], a: str, b: str, seed: int, seconds: float | None) -> PairScore:
    """The same in a game that is open."""
    tally = {1.0: 0, 0.5: 0, 0.0: 0}
    decisions, thought, points = [0, 0], [0.0, 0.0], [0, 0]
    for seat_of_a in (0, 1):
        seated = (a, b) if seat_of_a == 0 else (b, a)
        outcome, coaches = play_game(game, seated, seed, seconds)
        tally[_score(outcome, seat_of_a)] += 1
        for seat, coach in enumerate(coaches):
            who = 0 if seat == seat_of_a else 1
            decisions[who] += coach.decisions
            thought[who] += coach.thought
            points[who] += outcome.scores[seat] if outcome.scores else 0
    return PairScore(
        (tally[1.0] + tally[0.5] / 2) / 2,
        tally[1.0],
        tally[0.5],
        tally[0.0],
        (decisions[0], decisions[1]),
        (thought[0], thought[1]),
        (points[0], points[1]),
    )


def _score(outcome: Outcome, seat: Seat) -> float:
    if outcome.winner is None:
        return 0.5
    return 1.0 if outcome.winner == seat else 0.0


def run(
    game: Game[Any],
    coaches: Sequence[str],
    plan: ArenaPlan,
    *,
    jobs: int = 1,
    progress: Callable[[Meeting], None] | None = None,
) -> ArenaResult:
    """Everybody against everybody else; the same with any `jobs` unless coaches watch the clock."""
    check_has_winner(game)
    for who in coaches:
        check_coach(game, who)
    if len(game.seats) != 2:
        raise BadOptions("the arena is for games of two seats")
    meetings = []
    with executor(jobs) as pool:
        for a, b in pairings(coaches):
            meeting = _meet(game, a, b, plan, pool, progress)
            meetings.append(meeting)
    return ArenaResult(game.meta.name, dict(game.options), plan, tuple(meetings))


def _meet(
    game: Game[Any],
    a: str,
    b: str,
    plan: ArenaPlan,
    pool: Executor | None,
    progress: Callable[[Meeting], None] | None,
) -> Meeting:
    played: list[PairScore] = []
    why = "all pairs played"
    began = time.monotonic()
    while len(played) < plan.pairs:
        seeds = range(plan.seed + len(played), plan.seed + min(plan.pairs, len(played) + plan.block))
        pieces = ((game.meta.name, game.setup, a, b, seed, plan.seconds) for seed in seeds)
        late = False
        for pair in run_pieces(pool, play_pair, pieces, ahead=plan.block):
            played.append(pair)
            late = plan.limit is not None and time.monotonic() - began > plan.limit
            if late:
                break
        meeting = Meeting(a, b, tuple(played), "")
        if progress is not None:
            progress(meeting)
        score = meeting.score
        if plan.stop and (score.low > 0.5 or score.high < 0.5):
            why = "one coach is clearly better"
            break
        if score.high - score.low < plan.width:
            why = "the interval is narrow enough"
            break
        if late:
            why = "time is up"
            break
    return Meeting(a, b, tuple(played), why)
