"""A whole game, one answer at a time, for programs: search, gyms, analysis, an outsider's own.

A `Walker` is a position. It says who is to act and what is asked, takes a key, can be copied and pickled, and
deals another world that a seat could not tell from this one. Like a table it keeps the state at the last
whistle and the answers since, never a generator. Dice, log, undo and the verbs of people are the table's.

    walker = Walker(open_game("redboar", length="short"))
    dice = FastDice(1)
    while walker.outcome is None:
        if walker.to_act is None:
            walker.roll(dice)
        else:
            walker.give(my_choice(walker.to_act, walker.keys, walker.view(walker.to_act)))

Seats that choose together are asked one after the other, in the order of the parts; what the first has
answered is hidden from the second until both are in.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from fieldhouse.kernel.determinize import world_proposals
from fieldhouse.kernel.dice import Dice
from fieldhouse.kernel.errors import IllegalAnswer, NoOtherWorld, NotYourTurn
from fieldhouse.kernel.events import Event, visible
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import Game, GameFolder, GivenAnswer, S, Setup, View
from fieldhouse.kernel.observation import PlayObservation
from fieldhouse.kernel.position_text import position_text
from fieldhouse.kernel.requests import Chance, Choose, Request, Seat, Together
from fieldhouse.kernel.run import Run
from fieldhouse.kernel.session.game_progress import GameProgress


class Walker(GameProgress[S]):
    """A position of a game and the way on from it.

    `state` starts from another whistle; `outcome` is None until the game is over; `history` has every answer
    since the walker was made, of dice and seats, with the seats each is hidden from. A `quiet` walker keeps
    no events, so it is faster and cannot say what a seat knows.
    """

    __slots__ = ("_run", "asks", "events", "history")

    asks: Chance | Choose | None
    """What is asked now: a roll or draw, or the question of the seat to act; None once the game is over."""

    def __init__(self, game: Game[S], state: S | None = None, *, quiet: bool = False) -> None:
        self.game = game
        self.quiet = quiet
        self.events: list[Event] = []
        self.history: list[GivenAnswer] = []
        self._run = Run(game, game.start() if state is None else state)
        if not quiet:
            self._run.state.tell = self.events.append  # type: ignore[misc]
        self._whistle(self._run)

    @property
    def run(self) -> Run[S]:
        """The running play, for the kernel alone."""
        return self._run

    # Reading

    @property
    def to_act(self) -> Seat | None:
        """The seat whose answer is due; None where dice are due or the game is over."""
        asks = self.asks
        return asks.seat if isinstance(asks, Choose) else None

    @property
    def keys(self) -> Sequence[str]:
        """What `give` takes now: outcomes of the dice, or the options of the seat to act."""
        return () if self.asks is None else self.asks.keys

    @property
    def request(self) -> Request | None:
        """What the rules ask, a simultaneous choice whole; None once the game is over."""
        return self._run.request

    @property
    def due(self) -> tuple[Choose, ...]:
        """The questions that are open now: one, or every part of a simultaneous choice without an answer."""
        request: Any = self._run.request
        if isinstance(request, Together):
            return request.parts[len(self._run.parts) :]
        return (request,) if isinstance(request, Choose) else ()

    @property
    def state(self) -> S:
        """The present state, secrets and all. Read it, never change it."""
        return self._run.state

    if TYPE_CHECKING:
        position: Any
        """Where the game stands, as a `Position`. Added by `kernel/position.py`, which knows walkers."""

    def __repr__(self) -> str:
        """Text that can be pasted back. It holds every secret: a walker is a program's own world."""
        return f"fieldhouse.position({position_text(self.game, self.frame)!r}).walker()"

    def view(self, seat: Seat | None = None) -> View:
        """What that seat (None: a spectator) may see of the state. Read it, never change it."""
        return self.game.view(self._run.state, seat)

    def events_for(self, seat: Seat | None = None) -> list[Event]:
        """The events that seat has seen since the walker was made."""
        return [event for event in self.events if visible(event, seat)]

    def information_state(self, seat: Seat) -> bytes:
        """Everything the seat knows, with perfect recall: equal where it cannot tell two positions apart.

        As bytes: the answers it saw, the events it saw, its view, and its question with the legal keys.
        """
        return bytes(self._observe(seat, self.history, self.events))

    def play_information_state(self, seat: Seat) -> bytes:
        """The information state since the last whistle: enough to compare positions that share what came
        before.
        """
        return bytes(self.observe_play(seat))

    def observe_play(self, seat: Seat) -> PlayObservation:
        """What the seat observes of the running play, to be compared: quicker than writing it out."""
        return self._observe(seat, self.frame.given, self.events[self.frame.events :])

    def _observe(
        self, seat: Seat, answers: Sequence[GivenAnswer], events: Sequence[Event]
    ) -> PlayObservation:
        if self.quiet:
            raise ValueError("a quiet walker keeps no events, so it cannot tell what a seat knows")
        return PlayObservation(self.game, self.state, self.asks, self.outcome, answers, events, seat)

    # Walking

    def give(self, key: str) -> None:
        """Give the outcome that is due, or the answer of the seat to act; IllegalAnswer changes nothing."""
        asks = self.asks
        if isinstance(asks, Choose):
            if key not in asks.menu:
                refusal = asks.menu.refusal(key)
                raise IllegalAnswer(key, refusal.reason, refusal.rule)
            self._take_choice(asks, key)
        elif asks is not None:
            try:
                value = asks.value(key)
            except (KeyError, TypeError):
                raise IllegalAnswer(str(key), f"{asks.label} gives no such outcome", asks.rule) from None
            self._take_roll(asks, key, value)
        else:
            raise NotYourTurn("the game is over")

    def roll(self, dice: Dice) -> str:
        """Let these dice give the outcome that is due; returns its key."""
        asks = self.asks
        if not isinstance(asks, Chance):
            raise NotYourTurn("no roll or draw is due now")
        value = dice.outcome(asks)
        key = asks.key(value)
        self._take_roll(asks, key, value)
        return key

    def _counts(self) -> tuple[int, int]:
        return len(self.events), len(self.history)

    def _keep_answer(self, given: GivenAnswer) -> None:
        self.frames[-1].given.append(given)
        self.history.append(given)

    def _uncover(self, together: Together) -> None:
        super()._uncover(together)
        count = len(together.parts)
        self.history[-count:] = self.frame.given[-count:]

    def _after_answer(self, run: Run[S], asking: bool) -> None:
        if asking:
            self.asks = _present(run)
        else:
            self._whistle(run)

    def _whistle(self, run: Run[S]) -> None:
        super()._whistle(run)
        self.asks = _present(run)

    # Copies and other worlds

    def copy(self) -> Walker[S]:
        """An independent walker in the same position."""
        frame, before = self.frame.copy(), self.events[: self.frame.events]
        return Walker.at_frame(self.game, frame, self.history[:], before, quiet=self.quiet)

    def resample(self, seat: Seat, rng: Random, tries: int = 64) -> Walker[S]:
        """A position that this seat cannot tell from this one, with what it cannot know dealt at random.

        NoOtherWorld when every proposal of the game was rejected: the real secrets are never used instead.
        """
        before = [_as_seen(given, seat) for given in self.history[: self.frame.entries]]
        told = [event for event in self.events[: self.frame.events] if visible(event, seat)]
        frame = Frame(self.frame.snapshot, self.frame.given, len(told), len(before))
        known = self.observe_play(seat)
        return Walker.from_proposals(self.game, frame, self.state, known, (before, told), seat, rng, tries)

    @classmethod
    def from_proposals(
        cls,
        game: Game[S],
        frame: Frame,
        now: S,
        known: PlayObservation,
        past: tuple[Sequence[GivenAnswer], Sequence[Event]],
        seat: Seat,
        rng: Random,
        tries: int,
    ) -> Walker[S]:
        """A world of the seat in place of `frame`, which leads to the state `now` and observes `known`
        there.

        `past` are the answers and events of the plays before it, as the seat knows them.
        """
        before, told = past
        for proposed in world_proposals(game, frame, now, seat, rng, tries, told):
            world = cls._at(proposed.run, proposed.frame, [*before, *proposed.frame.given], proposed.events)
            if world.observe_play(seat) == known:
                return world
        raise NoOtherWorld(f"no other world for seat {seat} was found in {tries} tries")

    @classmethod
    def at_frame(
        cls,
        game: Game[S],
        frame: Frame,
        history: list[GivenAnswer],
        events: list[Event],
        *,
        quiet: bool = False,
    ) -> Walker[S]:
        """The position after this frame, with all answers so far and the events before its whistle."""
        run = Run.rebuilt(game, frame, None if quiet else events.append)
        return cls._at(run, frame, history, events, quiet=quiet)

    @classmethod
    def _at(
        cls,
        run: Run[S],
        frame: Frame,
        history: list[GivenAnswer],
        events: list[Event],
        *,
        quiet: bool = False,
    ) -> Walker[S]:
        """A walker at this run, which tells to these events."""
        walker = object.__new__(cls)
        walker.game, walker.quiet, walker.frames = run.game, quiet, [frame]
        walker.history, walker.events = history, events
        walker._run = run
        walker.outcome = run.game.outcome(run.state) if run.request is None else None
        walker.asks = _present(run)
        return walker

    def __reduce__(self) -> tuple[Any, ...]:
        """Set-up, snapshot and answers; the events since the whistle are told again when it is restored."""
        frame = self.frame
        kept = (frame.snapshot, tuple(frame.given), tuple(self.history), tuple(self.events[: frame.events]))
        return _restore, (self.game.folder, _setup_bytes(self.game), *kept, self.quiet)


def _present(run: Run[Any]) -> Chance | Choose | None:
    """What is asked, or of a simultaneous choice the first part that has no answer yet."""
    request: Any = run.request
    if type(request) is not Together:
        return request  # type: ignore[no-any-return]
    return next(part for part in request.parts if part.seat not in run.parts)


def _as_seen(given: GivenAnswer, seat: Seat) -> GivenAnswer:
    """An answer of an earlier play as the seat knows it: its key only where it saw that."""
    return GivenAnswer(given.seat, None, given.hidden_from) if _hidden(given, seat) else given


def _hidden(given: GivenAnswer, seat: Seat | None) -> bool:
    return bool(given.hidden_from) and (seat is None or seat in given.hidden_from)


# Pickles


@lru_cache(maxsize=16)
def _setup_bytes(game: Game[Any]) -> bytes:
    if game.folder is None or type(game) is not game.folder.game:
        raise TypeError(f"{type(game).__name__} is not a registered game, so it cannot be opened again")
    return msgspec.json.encode(game.setup)


@lru_cache(maxsize=16)
def _reopen(folder: GameFolder, setup_bytes: bytes) -> Game[Any]:
    setup = msgspec.json.decode(setup_bytes, type=Setup)
    return folder.open(setup.options, setup.materials, edition=setup.edition)


def _restore(
    folder: GameFolder,
    setup_bytes: bytes,
    snapshot: bytes,
    given: tuple[GivenAnswer, ...],
    history: tuple[GivenAnswer, ...],
    events: tuple[Event, ...],
    quiet: bool,
) -> Walker[Any]:
    frame = Frame(snapshot, list(given), len(events), len(history) - len(given))
    return Walker.at_frame(_reopen(folder, setup_bytes), frame, list(history), list(events), quiet=quiet)
