"""What `allpro` does where it has no tables: it tries its options out."""

from __future__ import annotations

from math import sqrt
from random import Random

import msgspec

from fieldhouse.games.fastdrive.coaches.starter import starter
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.games.fastdrive.rules.state import Sheet
from fieldhouse.kernel.coaches import CoachView
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.requests import Choose


class Gain:
    """What an option won more than the usual one, game by game."""

    def __init__(self) -> None:
        self.games = 0
        self.total = 0.0
        self.square = 0.0

    def add(self, gain: float) -> None:
        """One more pair of games."""
        self.games += 1
        self.total += gain
        self.square += gain * gain

    @property
    def errors(self) -> float:
        """The mean gain in standard errors; far below zero when both are always the same."""
        spread = sqrt(max(0.0, self.square - self.total**2 / self.games))
        return self.total / spread if spread else -99.0 if self.total <= 0 else 99.0


class RolloutCoach:
    """Tries every option out: games played on from here by the starter, the same dice for each option.

    It leaves the starter's choice only for one that has proved better by more than two standard errors,
    and stops after `games` games per option and second, or when nothing can come of it any more.
    """

    def __init__(self, game: FastDrive, seed: int, seconds: float | None, games: int = 1000) -> None:
        self._game = game
        self._rng = Random(seed)
        self._games = games * (1.0 if seconds is None else seconds)
        self._policy = starter(game)

    def answer(self, request: Choose, seen: CoachView) -> str:
        assert seen.world is not None  # nothing is hidden here, so there is always one
        return self.choose(request, seen.world.state)

    def choose(self, request: Choose, sheet: Sheet) -> str:
        """The best answer where this is asked, which is always the first thing of a play."""
        usual = self._policy(request, sheet)
        gains = {key: Gain() for key in request.menu.keys if key != usual}
        played = 0
        start = self._start(sheet)
        while gains and played < self._games:
            for _ in range(20):
                seed = self._rng.getrandbits(48)
                as_usual = self._try_out(start, request, usual, seed)
                for key, gain in gains.items():
                    gain.add(self._try_out(start, request, key, seed) - as_usual)
            played += 20
            if played >= 200 and all(gain.errors < -3 for gain in gains.values()):
                break
        better = {key: gain.total for key, gain in gains.items() if gain.errors > 2}
        return max(better, key=lambda key: better[key]) if better else usual

    def compare(self, sheet: Sheet, request: Choose, key: str, other: str) -> float:
        """What `key` wins more than `other` in one game from here with the same dice."""
        start, seed = self._start(sheet), self._rng.getrandbits(48)
        return self._try_out(start, request, key, seed) - self._try_out(start, request, other, seed)

    def _start(self, sheet: Sheet) -> bytes:
        """Where the games begin; the scoresheet filled so far is left out, nothing later reads it."""
        return self._game.save(msgspec.structs.replace(sheet, log=[], points=[]))

    def _try_out(self, start: bytes, request: Choose, key: str, seed: int) -> float:
        """1 for a win, a half for a tie: the decision, then the starter on both sides."""
        s = self._game.load(start)
        dice = FastDice(seed)
        first = True

        def choose(asked: Choose, now: Sheet) -> str:
            nonlocal first
            if first and asked.what == request.what and asked.seat == request.seat:
                first = False
                return key
            return self._policy(asked, now)

        end = playout(self._game, s, dice, choose)
        return 0.5 if end.winner is None else float(end.winner == request.seat)
