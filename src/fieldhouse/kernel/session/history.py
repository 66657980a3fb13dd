"""The history of a game at a table: log, events, the whistles an undo may go back to, the running play.

A copy or an undo in the middle of a play replays the answers since the last whistle. `table.py` decides who
may answer what, and when.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fieldhouse.kernel.entries import Chosen, Entry, Rolled, RollUndone, Undone
from fieldhouse.kernel.events import Event, Tell, visible
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import Game, Outcome, S
from fieldhouse.kernel.requests import Chance, Choose, Seat, Together
from fieldhouse.kernel.run import Run
from fieldhouse.kernel.session.event_log import EventLog
from fieldhouse.kernel.session.game_progress import GameProgress
from fieldhouse.kernel.session.redacted_log import OpenSpan, RedactedLogs
from fieldhouse.kernel.session.undo import ROLL, UndoableAnswer, without_answer


class GameHistory(GameProgress[S]):
    """Log, events, whistles and the running play; `outcome` once the game is over."""

    __slots__ = ("_redacted_logs", "_run", "entries", "event_log", "undoable")

    def __init__(self, game: Game[S], *, quiet: bool = False) -> None:
        self.game = game
        self.quiet = quiet
        self.entries: list[Entry] = []
        self.outcome = None
        self.event_log = EventLog()
        self.frames = []
        self.undoable: list[UndoableAnswer] = []
        """The answers since the first of `frames`, as far as they can be undone or stand in the way of it."""
        self._redacted_logs: RedactedLogs | None = None
        """Made when somebody looks at the log."""
        self._run: Run[S] | None = None

    @classmethod
    def start(cls, game: Game[S], state: S, *, quiet: bool) -> GameHistory[S]:
        """Begin at this state and run up to the first request."""
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
        """Restore the history at a whistle, given the log and events before it."""
        history = cls(game)
        history.entries = list(entries)
        history.event_log = EventLog(events)
        history.frames = [Frame(snapshot, [], len(events), len(entries))]
        history.outcome = game.outcome(history.run.state)
        return history

    def copy(self) -> GameHistory[S]:
        """Independent of this one, in the same place."""
        other: GameHistory[S] = object.__new__(GameHistory)
        other.game, other.quiet, other.outcome = self.game, self.quiet, self.outcome
        other.entries, other.undoable = self.entries[:], self.undoable[:]
        other.event_log = self.event_log.copy()
        other.frames = list(map(Frame.copy, self.frames))
        other._redacted_logs = None if self._redacted_logs is None else self._redacted_logs.copy()
        other._run = None
        return other

    def world(self, seat: Seat, frame: Frame) -> GameHistory[S]:
        """The history as the seat knows it, with this frame in place of the last one.

        Of what came before the whistle it holds what the seat has seen and nothing else: no earlier frame, no
        secret of another seat in log or events.
        """
        last = self.frames[-1]
        other = GameHistory(self.game, quiet=self.quiet)
        other.outcome = self.outcome
        other.entries = self._logs.before(self.entries, self.frames[0].entries, last.entries, seat)
        told = self.event_log.events[: last.events]
        other.event_log = EventLog(event for event in told if visible(event, seat))
        said = tuple(aside for aside in frame.said if visible(aside.note, seat))
        own = Frame(frame.snapshot, frame.given[:], len(other.event_log.events), len(other.entries), said)
        other.frames = [own]
        other._run = Run.rebuilt(self.game, own, other._tell, other.entries)
        if [given.seat for given in own.given] == [given.seat for given in last.given]:
            other.undoable = self._undoable_in_this_play()
        return other

    @property
    def run(self) -> Run[S]:
        """The running play, rebuilt from the last whistle where a copy or an undo left none.

        What was told since then is told again, by the rules themselves.
        """
        if self._run is None:
            frame = self.frames[-1]
            self.event_log.truncate(frame.events)
            self._run = Run.rebuilt(self.game, frame, self._tell)
        return self._run

    @property
    def _tell(self) -> Tell | None:
        return None if self.quiet else self.event_log.events.append

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

    def open_span(self, seat: Seat | None) -> OpenSpan:
        """Up to which entry the log is this seat's own."""
        return self._logs.open_span(self.entries, self.frames[0].entries, self.face_down_seats, seat)

    @property
    def _logs(self) -> RedactedLogs:
        if self._redacted_logs is None:
            self._redacted_logs = RedactedLogs()
        return self._redacted_logs

    # Answers

    def choose(self, asked: Choose, key: str) -> None:
        """Take a legal answer to what is asked now."""
        run, seat, last = self.run, asked.seat, len(self.frames) - 1
        together = isinstance(run.request, Together)
        binds = asked.menu.binds(key)
        if asked.forced_key is None and self.has_typed_rolls:  # a decision: what was rolled before it stands
            self._forbid_undo()
            last = len(self.frames) - 1
        if not together and binds:
            self._forbid_undo()
        elif asked.forced_key is None and any(
            answer.seat != seat and answer.frame < last for answer in self.undoable
        ):
            self._close_earlier_plays()
        self.entries.append(Chosen(seat, asked.what, key, asked.sees))
        if together or not binds:
            place = len(self.frame.given)
            question = place - len(run.parts)
            no_choice = not binds and asked.only_key is not None, not binds and asked.forced_key is not None
            here = len(self.frames) - 1
            self.undoable.append(UndoableAnswer(seat, here, place, question, binds, *no_choice))
        self._take_choice(asked, key)

    @property
    def has_typed_rolls(self) -> bool:
        """Have people typed in a roll since the last decision?"""
        return any(answer.seat == ROLL for answer in self.undoable)

    def take_chance(self, chance: Chance, value: Any, *, typed: bool = False) -> None:
        """Take the outcome of the roll or draw that is due; one `typed` by people can be undone."""
        key = chance.key(value)
        self.entries.append(Rolled(chance.stream, key, chance.sees))
        if not typed or not self.has_typed_rolls:
            self._forbid_undo()
        if typed:
            place = len(self.frame.given)
            self.undoable.append(
                UndoableAnswer(ROLL, len(self.frames) - 1, place, place, False, sees=chance.sees)
            )
        self._take_roll(chance, key, value)

    def say(self, note: Event, entry: Entry | None = None, *, announces: bool = False) -> None:
        """Add a line to the play-by-play that no rule tells, with its entry in the log if it has one."""
        _ = self.run  # what was told before it is told
        if entry is not None:
            self.entries.append(entry)
        self.frames[-1].say(note, entry, announces=announces)
        if not self.quiet:
            self.event_log.events.append(note)

    def end(self, outcome: Outcome) -> None:
        """End the game, though the rules would go on."""
        self.outcome = outcome
        self.undoable.clear()

    def undo_answer(self, answer: UndoableAnswer) -> None:
        """Undo that answer; its play is open again."""
        self._remove(answer)
        self.entries.append(Undone(answer.seat))

    def undo_roll(self, roll: UndoableAnswer, seat: Seat) -> str:
        """Undo that typed roll, as this seat wants; its play is open again. The key of the roll."""
        key = self.frames[roll.frame].given[roll.place].key
        self._remove(roll)
        self.entries.append(RollUndone(seat))
        return key or ""

    def _remove(self, answer: UndoableAnswer) -> None:
        self.undoable = without_answer(self.undoable, answer)
        frame = self.frames[answer.frame]
        frame.remove_answer(answer.place)
        for later in self.frames[answer.frame + 1 :]:
            frame.absorb(later)
        del self.frames[answer.frame + 1 :]
        self._run = None

    # The inside

    def _counts(self) -> tuple[int, int]:
        return len(self.event_log.events), len(self.entries)

    def _uncover(self, together: Together) -> None:
        super()._uncover(together)
        self._forbid_undo()

    def _start_frame(self, frame: Frame) -> None:
        if not self.undoable:
            self.frames.clear()
        self.frames.append(frame)

    def _whistle(self, run: Run[S]) -> None:
        super()._whistle(run)
        if self.outcome is not None:
            self.undoable.clear()

    def _forbid_undo(self) -> None:
        """From here nothing before can be undone."""
        self.undoable.clear()
        del self.frames[:-1]

    def _close_earlier_plays(self) -> None:
        """Another seat answers in a later play: what was answered before its whistle cannot be undone."""
        self.undoable = self._undoable_in_this_play()
        del self.frames[:-1]

    def _undoable_in_this_play(self) -> list[UndoableAnswer]:
        here = len(self.frames) - 1
        return [answer._replace(frame=0) for answer in self.undoable if answer.frame == here]
