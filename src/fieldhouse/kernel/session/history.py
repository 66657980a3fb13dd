"""The game so far: its log, the whistles that may still be gone back to, and the play that runs.

A snapshot of the state is kept at the last whistle, with the answers given since. A copy, a save or an undo
in the middle of a play replays those few answers; nothing is ever pickled. Who may answer what, and when, is
`table.py`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

from fieldhouse.kernel.events import Event, Tell, visible
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import Game, GivenAnswer, Outcome, S
from fieldhouse.kernel.requests import Chance, Choose, Seat, Sees, Together
from fieldhouse.kernel.run import Run
from fieldhouse.kernel.session.entries import Chosen, Entry, Rolled, Undone
from fieldhouse.kernel.session.event_log import EventLog
from fieldhouse.kernel.session.redacted_log import RedactedLogs
from fieldhouse.kernel.session.undo import UndoableAnswer, without_answer


class GameHistory(Generic[S]):
    """Log, events, whistles and the running play; `outcome` once the game is over."""

    __slots__ = ("_run", "_seen_logs", "entries", "frames", "game", "laid", "outcome", "quiet", "told")

    def __init__(self, game: Game[S], *, quiet: bool = False) -> None:
        self.game = game
        self.quiet = quiet
        self.entries: list[Entry] = []
        self.outcome: Outcome | None = None
        self.told = EventLog()
        self.frames: list[Frame] = []
        """From the first whistle that an undo may still go back to, to the last one."""
        self.laid: list[UndoableAnswer] = []
        """The answers since then, as far as they may be taken back or stand in the way of it."""
        self._seen_logs: RedactedLogs | None = None
        """Made when somebody looks at the log."""
        self._run: Run[S] | None = None

    @classmethod
    def start(cls, game: Game[S], state: S, *, quiet: bool) -> GameHistory[S]:
        """From this state on, up to the first request."""
        history = cls(game, quiet=quiet)
        history._run = run = Run(game, state)
        if not quiet:
            run.state.tell = history._tell  # type: ignore[misc]
        history._whistle(run)
        return history

    @classmethod
    def resume(
        cls, game: Game[S], snapshot: bytes, entries: Sequence[Entry], events: Sequence[Event]
    ) -> GameHistory[S]:
        """As it stood at a whistle, given the log and events before it."""
        history = cls(game)
        history.entries = list(entries)
        history.told = EventLog(events)
        history.frames = [Frame(snapshot, [], len(events), len(entries))]
        history.outcome = game.outcome(history.run.state)
        return history

    def copy(self) -> GameHistory[S]:
        """Independent of this one, in the same place."""
        other: GameHistory[S] = object.__new__(GameHistory)
        other.game, other.quiet, other.outcome = self.game, self.quiet, self.outcome
        other.entries, other.laid = self.entries[:], self.laid[:]
        other.told = self.told.copy()
        other.frames = list(map(Frame.copy, self.frames))
        other._seen_logs = None if self._seen_logs is None else self._seen_logs.copy()
        other._run = None
        return other

    def world(self, seat: Seat, frame: Frame) -> GameHistory[S]:
        """The game so far as the seat knows it, which stands after this frame instead of the last one.

        Of what came before the whistle it holds what the seat has seen and nothing else: no earlier frame, no
        secret of another seat in log or events.
        """
        last = self.frames[-1]
        other = GameHistory(self.game, quiet=self.quiet)
        other.outcome = self.outcome
        other.entries = self._logs.before(self.entries, self.frames[0].entries, last.entries, seat)
        other.told = EventLog(event for event in self.told.events[: last.events] if visible(event, seat))
        said = tuple(aside for aside in frame.said if visible(aside.note, seat))
        own = Frame(frame.snapshot, frame.given[:], len(other.told.events), len(other.entries), said)
        other.frames = [own]
        other._run = Run.rebuilt(self.game, own, other._tell, other.entries)
        if [given.seat for given in own.given] == [given.seat for given in last.given]:
            other.laid = self._laid_in_this_play()
        return other

    @property
    def run(self) -> Run[S]:
        """The running play, rebuilt from the last whistle where a copy or an undo left none.

        What was told since then is told again, by the rules themselves.
        """
        if self._run is None:
            frame = self.frames[-1]
            self.told.truncate(frame.events)
            self._run = Run.rebuilt(self.game, frame, self._tell)
        return self._run

    @property
    def _tell(self) -> Tell | None:
        return None if self.quiet else self.told.events.append

    # Looking

    @property
    def face_down_seats(self) -> tuple[Seat, ...]:
        """The seats whose part of an open simultaneous choice lies on the table."""
        return tuple(self.run.parts)

    def log_for(self, seat: Seat | None) -> list[Entry]:
        """The log as this seat may have it now, with what is secret from it masked (`redacted_log`)."""
        return self._logs.entries(self.entries, self.frames[0].entries, self.face_down_seats, seat)

    def log_digest(self, seat: Seat | None) -> str:
        """A digest of `log_for(seat)`."""
        return self._logs.digest(self.entries, self.frames[0].entries, self.face_down_seats, seat)

    @property
    def _logs(self) -> RedactedLogs:
        if self._seen_logs is None:
            self._seen_logs = RedactedLogs()
        return self._seen_logs

    # Going on

    def choose(self, asked: Choose, key: str) -> None:
        """A legal answer to what is asked now."""
        run, frame, seat = self.run, self.frames[-1], asked.seat
        together = run.request if isinstance(run.request, Together) else None
        binds = asked.menu.binds(key)
        if together is None and binds:
            self._barrier()
        elif asked.forced_key is None and any(
            answer.seat != seat and answer.frame < len(self.frames) - 1 for answer in self.laid
        ):
            self._close_earlier_plays()
        self.entries.append(Chosen(seat, asked.what, key, asked.sees))
        if together is not None or not binds:
            place = len(frame.given)
            question = place - len(run.parts)
            no_choice = not binds and asked.only_key is not None, not binds and asked.forced_key is not None
            self.laid.append(UndoableAnswer(seat, len(self.frames) - 1, place, question, binds, *no_choice))
        if together is None:
            frame.given.append(GivenAnswer(seat, key, self._hidden_from(asked.sees)))
            asking = run.send(key)
        else:
            frame.given.append(GivenAnswer(seat, key, self._hidden_from((seat,))))
            if len(run.parts) + 1 == len(together.parts):
                self._uncover(frame, together)
            asking = run.give_part(seat, key)
        if not asking:
            self._whistle(run)

    def take_chance(self, chance: Chance, value: Any) -> None:
        """The outcome of the roll or draw that waits."""
        key, run = chance.key(value), self.run
        self.entries.append(Rolled(chance.stream, key, chance.sees))
        self.frames[-1].given.append(GivenAnswer(None, key, self._hidden_from(chance.sees)))
        self._barrier()
        if not run.send(value):
            self._whistle(run)

    def say(self, note: Event, entry: Entry | None = None, *, announces: bool = False) -> None:
        """A word beside the rules, with its line in the log if it has one."""
        _ = self.run  # what was told before it is told
        if entry is not None:
            self.entries.append(entry)
        self.frames[-1].say(note, entry, announces=announces)
        if not self.quiet:
            self.told.events.append(note)

    def end(self, outcome: Outcome) -> None:
        """Over, though the rules would go on."""
        self.outcome = outcome
        self.laid.clear()

    def undo_answer(self, struck: UndoableAnswer) -> None:
        """Take back that answer; the play before it is open again."""
        self.laid = without_answer(self.laid, struck)
        frame = self.frames[struck.frame]
        frame.remove_answer(struck.place)
        for later in self.frames[struck.frame + 1 :]:
            frame.absorb(later)
        del self.frames[struck.frame + 1 :]
        self.entries.append(Undone(struck.seat))
        self._run = None

    # The inside

    def _uncover(self, frame: Frame, together: Together) -> None:
        """All parts are in: from now on each is as secret as its own `sees` says."""
        sees = {part.seat: part.sees for part in together.parts}
        for place in range(len(frame.given) - len(together.parts), len(frame.given)):
            part = frame.given[place]
            assert part.seat is not None
            frame.given[place] = GivenAnswer(part.seat, part.key, self._hidden_from(sees[part.seat]))
        self._barrier()

    def _hidden_from(self, sees: Sees) -> tuple[Seat, ...]:
        if sees is None:
            return ()
        return tuple(seat for seat in range(len(self.game.seats)) if seat not in sees)

    def _barrier(self) -> None:
        """From here nothing before can be taken back."""
        self.laid.clear()
        del self.frames[:-1]

    def _close_earlier_plays(self) -> None:
        """Another seat answers in a later play: what was answered before its whistle stands for good."""
        self.laid = self._laid_in_this_play()
        del self.frames[:-1]

    def _laid_in_this_play(self) -> list[UndoableAnswer]:
        here = len(self.frames) - 1
        return [answer._replace(frame=0) for answer in self.laid if answer.frame == here]

    def _whistle(self, run: Run[S]) -> None:
        """A play is over (or none has begun): keep a snapshot and start the next play."""
        asking = False
        while not asking:
            if not self.laid:
                self.frames.clear()
            snapshot = self.game.save(run.state)
            self.frames.append(Frame(snapshot, [], len(self.told.events), len(self.entries)))
            self.outcome = self.game.outcome(run.state)
            if self.outcome is not None:
                self.laid.clear()
                return
            asking = run.begin()
