"""A game in progress: the play that runs and the frames of its whistles. Tables and walkers build on it.

The state is saved at each whistle (the end of a play), and the answers given since are kept. Copies, saves,
undo and worlds replay those few answers through the rules; a generator is never pickled.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Generic

from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import Game, GivenAnswer, Outcome, S
from fieldhouse.kernel.requests import Chance, Choose, Seat, Sees, Together
from fieldhouse.kernel.run import Run


class GameProgress(Generic[S]):
    """Runs the rules from answer to answer and starts a new frame at each whistle.

    A subclass says where the running play is (`run`), how many events and log entries there are, and may
    keep each answer elsewhere too.
    """

    __slots__ = ("frames", "game", "outcome", "quiet")

    game: Game[S]
    quiet: bool
    """Keeps no events: faster, and it cannot say what a seat knows."""
    frames: list[Frame]
    """From the first whistle that an undo may still go back to, to the last one."""
    outcome: Outcome | None
    """How the game ended, once it has."""

    @property
    @abstractmethod
    def run(self) -> Run[S]:
        """The play that is running now."""

    @abstractmethod
    def _counts(self) -> tuple[int, int]:
        """How many events and how many log entries there are so far."""

    @property
    def frame(self) -> Frame:
        """The last whistle and the answers since. Read it, never change it."""
        return self.frames[-1]

    def hidden_from(self, sees: Sees) -> tuple[Seat, ...]:
        """The seats that may not see what only `sees` may."""
        if sees is None:
            return ()
        return tuple([seat for seat in range(len(self.game.seats)) if seat not in sees])

    def _take_roll(self, chance: Chance, key: str, value: Any) -> None:
        """Give the rules the outcome of the roll or draw that is due."""
        run = self.run
        self._keep_answer(GivenAnswer(None, key, self.hidden_from(chance.sees)))
        self._after_answer(run, run.send(value))

    def _take_choice(self, asked: Choose, key: str) -> None:
        """Give the rules a legal answer; a part of a simultaneous choice is hidden until all are in."""
        run, seat = self.run, asked.seat
        together = run.request
        if not isinstance(together, Together):
            self._keep_answer(GivenAnswer(seat, key, self.hidden_from(asked.sees)))
            self._after_answer(run, run.send(key))
            return
        self._keep_answer(GivenAnswer(seat, key, self.hidden_from((seat,))))
        if len(run.parts) + 1 == len(together.parts):
            self._uncover(together)
        self._after_answer(run, run.give_part(seat, key))

    def _keep_answer(self, given: GivenAnswer) -> None:
        self.frames[-1].given.append(given)

    def _uncover(self, together: Together) -> None:
        """All parts are in: from now on each is as secret as its own `sees` says."""
        uncover_parts(
            self.frames[-1].given, {part.seat: self.hidden_from(part.sees) for part in together.parts}
        )

    def _after_answer(self, run: Run[S], asking: bool) -> None:
        if not asking:
            self._whistle(run)

    def _whistle(self, run: Run[S]) -> None:
        """A play is over, or none has begun: keep a snapshot and start the next play."""
        asking = False
        while not asking:
            self._start_frame(Frame(self.game.save(run.state), [], *self._counts()))
            self.outcome = self.game.outcome(run.state)
            if self.outcome is not None:
                return
            asking = run.begin()

    def _start_frame(self, frame: Frame) -> None:
        self.frames = [frame]


def uncover_parts(given: list[GivenAnswer], hidden_from: dict[Seat, tuple[Seat, ...]]) -> None:
    """Mark the last answers, one for each seat of a simultaneous choice, as hidden from these seats only."""
    for place in range(len(given) - len(hidden_from), len(given)):
        part = given[place]
        assert part.seat is not None
        given[place] = GivenAnswer(part.seat, part.key, hidden_from[part.seat])
