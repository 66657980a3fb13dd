"""Win probability before and after each step of a finished game, by sampling; without exact tables.

Every play is replayed from its whistle. At each step (a roll, a deal, a choice) the rest of the play is
sampled many times under the rules, rolls by dice and choices by the game's policy, and each sample ends at
a whistle with an estimate. Sample i uses the same dice at every step, and where its dice or its
policy do what really happened, it is the very sample of the next step: so a decision that the policy would
also have made moves nothing. All of it looks at the real cards: the ledger is the referee's, after the game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
import numpy as np

from fieldhouse.kernel.entries import Chosen, Entry, Rolled
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import Game, State
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.requests import Chance, Choose, Request, Seat, Together
from fieldhouse.kernel.run import Run
from fieldhouse.lab.players import make_policy
from fieldhouse.lab.simulation_plan import game_seed
from fieldhouse.lab.win_probability.estimator import Estimator

Answers = list[tuple[int, Entry]]
Progress = Callable[[float], None]
SampleValues = list[list[tuple[float, ...]]]
"""One sample: by play and step the win_probabilities before each part of it, and those of the play's end."""
LEAST = 8
"""The fewest samples that are taken."""
SAMPLING = 0.95
"""Of the time for all of it; adding up takes the rest."""


class AskedPart(msgspec.Struct, frozen=True):
    """Who is asked what: a seat, or (None) the dice. No request is kept: it may look at the state."""

    seat: Seat | None
    what: str
    pack: str = ""
    """Secret draws with the same one, in a row, are one deal."""
    free: bool = True
    """Is there more than one option?"""


class Step(msgspec.Struct, frozen=True):
    """One step of a play: who was asked what, the answers as sent to the rules, and their log entries."""

    parts: tuple[AskedPart, ...]
    sent: tuple[Any, ...]
    entries: tuple[tuple[int, Entry], ...]
    told: str = ""
    """The first event after it in the play, in words."""


class RecordedPlay(msgspec.Struct, frozen=True):
    """One play as it happened: its whistle, its steps, and the state after it (None: it was broken off)."""

    snapshot: bytes
    steps: tuple[Step, ...]
    after: bytes | None


class Swing(msgspec.Struct, frozen=True):
    """What one seat's answer, or (seat None) the dice or a whistle did: the samples' mean, and its error."""

    entries: tuple[tuple[int, Entry], ...]
    seat: Seat | None
    label: str
    mean: float
    error: float
    usual: str = ""
    """What the policy would most often have answered, if not this."""
    drift: bool = False
    told: str = ""


class SampledSwings(msgspec.Struct, frozen=True):
    """All swings of a game: win probability at the start, each swing, sample count, errors of the totals."""

    start: float
    start_error: float
    swings: tuple[Swing, ...]
    samples: int
    total_errors: tuple[float, float, float, float]
    """95 % half-widths: dice, seat 0's decisions, seat 1's decisions, drift."""


# What happened


def recorded_plays(game: Game[Any], entries: Answers) -> list[RecordedPlay]:
    """The plays of a log, each with its steps; a run of secret draws from one pack is one step, a deal."""
    s = game.start()
    events: list[Event] = []
    s.tell = events.append
    queue = [item for item in entries if isinstance(item[1], Rolled | Chosen)]
    plays: list[RecordedPlay] = []
    place = 0
    while place < len(queue) and game.outcome(s) is None:
        snapshot = game.save(s)
        steps: list[Step] = []
        run = Run.along(game, s)
        while run.request is not None and place < len(queue):
            taken = _answers_to(run.request, queue[place:])
            if taken is None:
                break  # broken off between the parts of a simultaneous choice
            place += len(taken)
            parts, sent = _parts_of(run.request), _sent(run.request, taken)
            _add(steps, sent, taken, parts)
            events.clear()
            run.send(sent)
            _tell(steps, events)
        over = run.request is None
        if steps:
            plays.append(RecordedPlay(snapshot, _filled(steps), game.save(s) if over else None))
        if not over:
            break
    return plays


def _answers_to(request: Request, queue: Answers) -> Answers | None:
    wanted = len(request.parts) if isinstance(request, Together) else 1
    return queue[:wanted] if len(queue) >= wanted else None


def _sent(request: Any, taken: Answers) -> Any:
    keys = [entry.key for _, entry in taken if isinstance(entry, Rolled | Chosen)]
    if isinstance(request, Chance):
        return request.value(keys[0])
    if isinstance(request, Together):
        by_seat = {entry.seat: entry.key for _, entry in taken if isinstance(entry, Chosen)}
        return tuple(by_seat[part.seat] for part in request.parts)
    return keys[0]


def _add(steps: list[Step], sent: Any, taken: Answers, parts: tuple[AskedPart, ...]) -> None:
    """A new step, or one more card of a deal."""
    last = steps[-1] if steps else None
    if last is not None and parts[0].pack and last.parts[0].pack == parts[0].pack:
        steps[-1] = Step(last.parts, (*last.sent, sent), (*last.entries, *taken))
    else:
        steps.append(Step(parts, (sent,), tuple(taken)))


def _tell(steps: list[Step], events: Sequence[Event]) -> None:
    """Put the first event into the last step."""
    if steps and events:
        steps[-1] = msgspec.structs.replace(steps[-1], told=events[0].text())


def _filled(steps: list[Step]) -> tuple[Step, ...]:
    """Give steps without an event of their own the next one of the play."""
    told = ""
    filled: list[Step] = []
    for step in reversed(steps):
        told = step.told or told
        filled.append(msgspec.structs.replace(step, told=told))
    return tuple(reversed(filled))


def _parts_of(request: Any) -> tuple[AskedPart, ...]:
    """As they stand when the question is asked."""
    if isinstance(request, Chance):
        return (AskedPart(None, request.label, request.stream if request.sees is not None else ""),)
    parts = request.parts if isinstance(request, Together) else (request,)
    return tuple(AskedPart(part.seat, part.what, free=_free(part)) for part in parts)


def _free(request: Choose) -> bool:
    keys = iter(request.keys)
    next(keys, None)
    return next(keys, None) is not None


# Sampling


class IndexedDice:
    """The dice of one sample: place n of a play has its own number, whatever came before it."""

    kind = "tape"

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self._numbers: list[float] = []
        self.place = 0

    def outcome(self, request: Chance) -> Any:
        """The outcome at the present place."""
        while len(self._numbers) <= self.place:
            self._numbers.append(self._rng.random())
        number = self._numbers[self.place]
        self.place += 1
        return request.flat[int(number * len(request.flat))]


class Sampler:
    """Samples the steps of a game's plays."""

    def __init__(
        self, game: Game[Any], plays: Sequence[RecordedPlay], estimator: Estimator, level: str, seed: int
    ) -> None:
        self.game, self.plays, self.estimator, self.level, self.seed = game, plays, estimator, level, seed
        self._notes: list[Any] = []
        self._fixed = [None if play.after is None else self._judged(game.load(play.after)) for play in plays]
        """By play: the win probability at the whistle after it, where there is an estimate."""

    def _judged(self, s: State) -> float | None:
        end = self.game.outcome(s)
        if end is not None:
            return 0.5 if end.winner is None else float(end.winner == 0)
        note = self.estimator.inputs(s)
        return None if note is None else float(self.estimator.win_probabilities([note])[0])

    def sample(self, number: int) -> SampleValues:
        """One sample of all plays: by play and step the win probability before each part, then at the end.

        A step of two simultaneous parts has four: nobody answered, only the first, only the second, both.
        """
        self._notes = []
        found: list[list[tuple[Any, ...]]] = []
        following: Any = None
        for place in range(len(self.plays) - 1, -1, -1):
            rows = self._play(place, number, following)
            following = rows[0][0]
            found.append(rows)
        found.reverse()
        win_probabilities = self.estimator.win_probabilities(self._notes) if self._notes else []
        return [
            [tuple(x if isinstance(x, float) else float(win_probabilities[x]) for x in row) for row in rows]
            for rows in found
        ]

    def _play(self, place: int, number: int, following: Any) -> list[tuple[Any, ...]]:
        play, fixed = self.plays[place], self._fixed[place]
        seed = game_seed(game_seed(self.seed, number), place)
        sent = [answer for step in play.steps for answer in step.sent]
        if fixed is not None:
            end: Any = fixed
        elif play.after is not None:
            end = following if following is not None else self._run(play, sent, seed)
        else:
            end = self._run(play, sent, seed)
        usual = self._usual(play, seed)
        rows: list[tuple[Any, ...]] = [(end,)]
        for n in range(len(play.steps) - 1, -1, -1):
            step = play.steps[n]
            begin = sum(len(s.sent) for s in play.steps[:n])
            before = sent[:begin]
            after = rows[0][0]
            if usual[n] == step.sent:
                rows.insert(0, (after,) * (4 if self._two(step) else 1))
            elif self._two(step):
                rows.insert(0, self._parts(play, before, step.sent[0], usual[n][0], after, seed))
            else:
                rows.insert(0, (self._run(play, [*before, *usual[n]], seed),))
        return rows

    @staticmethod
    def _two(step: Step) -> bool:
        return len(step.parts) == 2

    def _parts(
        self, play: RecordedPlay, before: list[Any], real: Any, usual: Any, after: Any, seed: int
    ) -> tuple[Any, ...]:
        """SampleValues with neither real answer, the first, the second, and both."""
        neither = self._run(play, [*before, usual], seed)
        first = neither if real[0] == usual[0] else after if real[1] == usual[1] else None
        second = neither if real[1] == usual[1] else after if real[0] == usual[0] else None
        if first is None:
            first = self._run(play, [*before, (real[0], usual[1])], seed)
        if second is None:
            second = self._run(play, [*before, (usual[0], real[1])], seed)
        return neither, first, second, after

    def _usual(self, play: RecordedPlay, seed: int) -> list[tuple[Any, ...]]:
        """What this sample's dice and policy answer at each step of the real play."""
        s = self.game.load(play.snapshot)
        run, dice = Run.along(self.game, s), IndexedDice(seed)
        policy = make_policy(self.game, self.level, seed)
        found: list[tuple[Any, ...]] = []
        place = 0
        for step in play.steps:
            dice.place = place
            found.append((self._answer(run.request, s, dice, policy),))  # of a deal, its first card
            place += len(step.sent)
            for answer in step.sent:
                run.send(answer)
        return found

    def _answer(self, request: Any, s: State, dice: IndexedDice, policy: Any) -> Any:
        if isinstance(request, Chance):
            return dice.outcome(request)
        if isinstance(request, Together):
            return tuple(policy(part, s) for part in request.parts)
        return policy(request, s)

    def _run(self, play: RecordedPlay, sent: Sequence[Any], seed: int) -> Any:
        """Play these answers, then dice and policy to the next whistle with an estimate."""
        game = self.game
        s = game.load(play.snapshot)
        dice, policy = IndexedDice(seed), make_policy(game, self.level, seed)
        run = Run.along(game, s, sent)
        dice.place = len(sent)
        while run.request is not None:
            chance = run.request.chance
            run.send(self._answer(run.request, s, dice, policy))
            if not chance:
                dice.place += 1
        return self._on(s, dice, policy)

    def _on(self, s: State, dice: IndexedDice, policy: Any) -> Any:
        while (end := self.game.outcome(s)) is None:
            note = self.estimator.inputs(s)
            if note is not None:
                self._notes.append(note)
                return len(self._notes) - 1
            run_play(self.game.play(s), s, dice, policy)
        return 0.5 if end.winner is None else float(end.winner == 0)


# The swings


def sample_swings(
    game: Game[Any],
    plays: Sequence[RecordedPlay],
    estimator: Estimator,
    level: str,
    *,
    samples: int,
    seconds: float,
    seed: int = 0,
    progress: Progress = lambda share: None,
) -> SampledSwings:
    """At most so many samples in at most so many seconds, but never fewer than LEAST; one that would not end
    in time is not begun."""
    sampler = Sampler(game, plays, estimator, level, seed)
    began = time.monotonic()
    taken: list[SampleValues] = []
    usually = 0.0
    while len(taken) < samples and (
        len(taken) < LEAST or time.monotonic() - began + usually < SAMPLING * seconds
    ):
        taken.append(sampler.sample(len(taken)))
        usually = (time.monotonic() - began) / len(taken)
        progress(max(len(taken) / samples, min(1.0, (time.monotonic() - began) / seconds)))
    return _swings(game, plays, level, taken, seed)


def _swings(
    game: Game[Any],
    plays: Sequence[RecordedPlay],
    level: str,
    taken: list[SampleValues],
    seed: int,
) -> SampledSwings:
    swings: list[Swing] = []
    totals: dict[str, Any] = {"dice": 0.0, "0": 0.0, "1": 0.0, "drift": 0.0}
    usual = UsualAnswer(game, level, seed)
    for place, play in enumerate(plays):
        win_probabilities = [np.array(rows) for rows in zip(*(one[place] for one in taken), strict=True)]
        for n, step in enumerate(play.steps):
            now, after = win_probabilities[n], win_probabilities[n + 1][:, 0]
            for seat, label, entries, change in _changes(step, now, after):
                expected = usual(play, n, seat) if seat is not None else ""
                swings.append(Swing(entries, seat, label, *_mean(change), expected, told=step.told))
                totals["dice" if seat is None else str(seat)] += change
        if place + 1 < len(plays):
            drift = np.array([one[place + 1][0][0] - one[place][-1][0] for one in taken])
            if drift.any():
                swings.append(Swing((), None, "whistle", *_mean(drift), drift=True))
                totals["drift"] += drift
    start, start_error = _mean(np.array([one[0][0][0] for one in taken]))
    errors = [_mean(np.zeros(len(taken)) + totals[name])[1] for name in ("dice", "0", "1", "drift")]
    return SampledSwings(
        start, start_error, tuple(swings), len(taken), (errors[0], errors[1], errors[2], errors[3])
    )


def _changes(step: Step, now: Any, after: Any) -> list[tuple[Seat | None, str, Any, Any]]:
    """(seat, words, entries, change in each sample); simultaneous answers share their joint effect."""
    first = step.parts[0]
    if first.seat is None:
        count = f" ({len(step.sent)} cards)" if len(step.sent) > 1 else ""
        return [(None, first.what + count, step.entries, after - now[:, 0])]
    if len(step.parts) == 1:
        return [(first.seat, first.what, step.entries, after - now[:, 0])]
    by_seat = {entry.seat: (number, entry) for number, entry in step.entries if isinstance(entry, Chosen)}
    parts = [(part.seat, part.what, (by_seat[part.seat],)) for part in step.parts if part.seat is not None]
    if len(parts) != 2:
        share = (after - now[:, 0]) / len(parts)
        return [(*part, share) for part in parts]
    neither, left, right = now[:, 0], now[:, 1], now[:, 2]
    one = ((left - neither) + (after - right)) / 2
    two = ((right - neither) + (after - left)) / 2
    return [(*parts[0], one), (*parts[1], two)]


def _mean(values: Any) -> tuple[float, float]:
    error = 1.96 * float(values.std(ddof=1)) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return float(values.mean()), error


class UsualAnswer:
    """What the policy most often answers at a step, for the column that says so."""

    TRIES = 5

    def __init__(self, game: Game[Any], level: str, seed: int) -> None:
        self.game, self.level, self.seed = game, level, seed

    def __call__(self, play: RecordedPlay, n: int, seat: Seat) -> str:
        """The policy's usual answer if it is not the real one, else nothing."""
        step = play.steps[n]
        place = next(place for place, part in enumerate(step.parts) if part.seat == seat)
        real = step.sent[0][place] if len(step.parts) > 1 else step.sent[0]
        if not step.parts[place].free:
            return ""
        before = [answer for step in play.steps[:n] for answer in step.sent]
        run = Run.along(self.game, self.game.load(play.snapshot), before)
        request: Any = run.request
        asked = request.parts[place] if isinstance(request, Together) else request
        answers = [
            make_policy(self.game, self.level, game_seed(self.seed, k))(asked, run.state)
            for k in range(self.TRIES)
        ]
        most = max(answers, key=answers.count)
        return "" if most == real else most
