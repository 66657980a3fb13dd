"""A table: one game being played. Everything that happens to a game goes through `answer`.

The table keeps a snapshot of the state at the last whistle and the answers given since. A copy, a
save or an undo in the middle of a play replays those few answers; nothing is ever pickled.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Generic

import msgspec

from fieldhouse.kernel.dice import Dice
from fieldhouse.kernel.entries import (
    Chosen,
    Conceded,
    Entry,
    Rolled,
    TieAnswered,
    TieOffered,
    Undone,
)
from fieldhouse.kernel.errors import BatchRefused, IllegalAnswer, NotYourTurn, StaleAnswer
from fieldhouse.kernel.events import Event, Note, visible
from fieldhouse.kernel.game import Game, Given, Outcome, S, View
from fieldhouse.kernel.head import Head
from fieldhouse.kernel.redeal import redeal
from fieldhouse.kernel.requests import Chance, Choose, Menu, Option, Request, Seat, Sees, Together
from fieldhouse.kernel.run import Frame, Run
from fieldhouse.kernel.sight import sight

CONCEDE = "concede"
OFFER_TIE = "offer-tie"
UNDO = "undo"
VERBS = (CONCEDE, OFFER_TIE, UNDO)
"""Keys that mean the same at every table; no game may use them for options of its own."""

TIE_MENU = Menu(
    [Option("accept", "Accept the tie"), Option("decline", "Decline and play on")],
    binding=("accept", "decline"),
)


class _Undoable:
    """An answer that may still be taken back: where it stands and what had been told before it."""

    __slots__ = ("events", "frame", "place", "seat")

    def __init__(self, seat: Seat, frame: int, place: int, events: int) -> None:
        self.seat = seat
        self.frame = frame
        self.place = place
        self.events = events


class Table(Generic[S]):
    """One game in progress: ask `request`, give `answer`, look with `view` and `events_for`.

    Without `dice` (or with TypedDice) the table stops at every roll and waits for `roll(key)`.
    `state` starts from another position; such a table has no record.
    """

    _run: Run[S] | None

    def __init__(
        self, game: Game[S], dice: Dice | None = None, *, state: S | None = None, quiet: bool = False
    ) -> None:
        self._blank(game, dice, quiet)
        self.from_start = state is None
        self._run = Run(game, game.start() if state is None else state)
        self._listen()
        self._whistle()
        self._settle()

    def _blank(self, game: Game[S], dice: Dice | None, quiet: bool) -> None:
        self.game = game
        self.dice = dice
        self.quiet = quiet
        self.from_start = True
        self.entries: list[Entry] = []
        self.events: list[Event] = []
        self.outcome: Outcome | None = None
        self.tie_offer: Seat | None = None
        self._retracted: set[int] = set()
        seats = len(game.meta.seats)
        self._sequences = [0] * seats
        self._offered_at: list[int | None] = [None] * seats
        self._frames: list[Frame] = []
        self._undoable: list[_Undoable] = []
        self._run = None

    # Looking

    @property
    def state(self) -> S:
        """The present state. Read it, never change it: change comes from `answer` alone."""
        return self._awake().state

    @property
    def request(self) -> Request | None:
        """What the rules ask now; None once the game is over."""
        return None if self.outcome is not None else self._awake().request

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have something to answer now."""
        if self.outcome is not None:
            return ()
        if self.tie_offer is not None:
            return tuple(seat for seat in range(len(self._sequences)) if seat != self.tie_offer)
        run = self._awake()
        return tuple(seat for seat in range(len(self._sequences)) if run.asked(seat) is not None)

    def asked(self, seat: Seat) -> Choose | None:
        """What this seat is asked now, if anything."""
        if seat not in self.waiting:
            return None
        if self.tie_offer is not None:
            return Choose(seat, "tie-offer", TIE_MENU, "The other side offers a tie")
        return self._awake().asked(seat)

    @property
    def chance(self) -> Chance | None:
        """The roll or draw that waits for somebody to type it in, if one does."""
        request = self.request
        return request if isinstance(request, Chance) else None

    def sequence(self, seat: Seat) -> int:
        """How many answers this seat has given: the number its next answer carries."""
        return self._sequences[seat]

    def view(self, seat: Seat | None = None) -> View:
        """What that seat (None: a spectator) may see of the state: JSON-ready data of the caller's own."""
        view: View = msgspec.to_builtins(self.game.view(self.state, seat))
        return view

    def head(self, seat: Seat | None = None) -> Head:
        """The headline of that view: score, ball, clock, down, the seat's hand."""
        return self.game.head(self.state, seat)

    def svg(self, seat: Seat | None = None) -> str:
        """The game's own picture of what that seat may see."""
        from fieldhouse.kernel.registry import find  # the registry knows tables; a picture is rarely asked

        drawn: str = find(self.game.meta.name).board.svg(self.view(seat))
        return drawn

    def _repr_svg_(self) -> str:
        """What a notebook shows: a spectator's view."""
        return self.svg()

    def events_for(self, seat: Seat | None = None) -> list[Event]:
        """The events this seat may see and that were not taken back, in order."""
        told = self.events_for_record() if self._retracted else self.events
        return [event for event in told if event.sees is None or visible(event, seat)]

    def events_for_record(self) -> list[Event]:
        """Every event that was not taken back, secret ones too: for a record, never for a seat."""
        return [event for n, event in enumerate(self.events) if n not in self._retracted]

    def verbs(self, seat: Seat) -> tuple[str, ...]:
        """What this seat may do besides answering: concede, offer a tie, undo."""
        if self.outcome is not None:
            return ()
        may_offer = self.game.meta.ties and seat in self.waiting and self._may_offer(seat)
        offered = (OFFER_TIE,) if may_offer and self.tie_offer is None else ()
        return (CONCEDE, *offered, *((UNDO,) if self.can_undo(seat) else ()))

    def sight(self, seat: Seat | None) -> bytes:
        """Everything this seat can perceive, as bytes: two tables it cannot tell apart have equal sights."""
        return sight(self, seat)

    # Answering

    def answer(self, seat: Seat, key: str, sequence: int | None = None) -> None:
        """Give the seat's answer (or one of VERBS) and run on to the next question.

        Raises IllegalAnswer with reason and rule, StaleAnswer if `sequence` is not the seat's
        present number, NotYourTurn if nothing is asked of it. Nothing changes on an error.
        """
        self._check_seat(seat, sequence)
        if key == CONCEDE:
            self._concede(seat)
        elif key == UNDO:
            self._undo(seat)
        elif key == OFFER_TIE:
            self._offer_tie(seat)
        elif self.tie_offer is not None:
            self._answer_tie(seat, key)
        else:
            self._choose(seat, key)
            self._settle()

    def answer_all(self, seat: Seat, keys: Sequence[str], sequence: int | None = None) -> None:
        """A batch of answers, taken whole or not at all.

        It may not run past the seat's own decisions in this play: a roll, another seat's answer or
        the whistle in between refuses it, as does any refused key (BatchRefused names the first).
        """
        self._check_seat(seat, sequence)
        before = self.copy(dice=self.dice)
        whistle = self._frames[-1]
        for place, key in enumerate(keys, start=1):
            try:
                if key in VERBS or self.tie_offer is not None:
                    raise IllegalAnswer(str(key), "only plain answers can stand in a batch")
                if self._frames[-1] is not whistle:
                    raise IllegalAnswer(str(key), "the play is over: the batch runs past the whistle")
                self._choose(seat, key)
            except IllegalAnswer as refused:
                self._become(before)
                raise BatchRefused(place, str(key), refused.reason, refused.rule) from None
            except NotYourTurn:
                self._become(before)
                raise BatchRefused(place, str(key), "the batch runs past this seat's decisions") from None
        self._settle()

    def roll(self, key: str) -> None:
        """Type in the outcome of the pending roll or draw, by its key."""
        chance = self.chance
        if chance is None:
            raise NotYourTurn("no roll or draw is due now")
        try:
            value = chance.value(key)
        except (KeyError, TypeError):
            raise IllegalAnswer(
                str(key),
                f"{chance.label} gives "
                + ("a card not yet seen" if chance.veiled else f"one of {', '.join(chance.keys)}"),
                chance.rule,
            ) from None
        self._take_chance(chance, value)
        self._settle()

    def take_dice(self, dice: Dice | None) -> None:
        """From now on these dice answer; a roll that waited is made at once."""
        self.dice = dice
        self._settle()

    def can_undo(self, seat: Seat) -> bool:
        """True until a die has been rolled, a secret learned, or another seat has answered."""
        return (
            self.outcome is None
            and self.tie_offer is None
            and any(item.seat == seat for item in self._undoable)
        )

    # Copies

    def copy(self, dice: Dice | None = None) -> Table[S]:
        """An independent table in the same position. The dice of a running game are never carried along."""
        other = object.__new__(Table)
        other._take_from(self)
        other.dice = dice
        return other

    def redeal(self, seat: Seat, rng: Random, tries: int = 64, *, strict: bool = False) -> Table[S]:
        """Another table, without dice, that this seat cannot tell from the real one.

        When `tries` proposals of the game were all rejected: a plain copy, or NoOtherWorld if `strict`.
        Whoever shows the result to the seat must be strict, since a copy holds the real secrets.
        """
        return redeal(self, seat, rng, tries, strict=strict)

    @property
    def last_frame(self) -> Frame:
        """The last whistle and the answers since, for `redeal`."""
        return self._frames[-1]

    def become_world(self, frame: Frame) -> None:
        """Stand after this frame instead of the last one, and tell its events anew. For `redeal`."""
        self._frames[-1] = frame
        del self.events[frame.events :]
        self._retracted = {n for n in self._retracted if n < frame.events}
        self._run = Run.rebuilt(self.game, frame, None if self.quiet else self.events.append)

    @property
    def whistle(self) -> tuple[bytes, int, int]:
        """A snapshot to resume from, with the number of log entries and of events before it.

        It is the latest whistle, or an earlier one where an answer before it may still be undone.
        """
        frame = self._frames[0]
        return frame.snapshot, frame.entries, frame.events

    @classmethod
    def resume(
        cls, game: Game[S], snapshot: bytes, entries: Sequence[Entry], events: Sequence[Event] = ()
    ) -> Table[S]:
        """The table as it stood at a whistle, without dice, given the log and events before it.

        The entries after that whistle are then applied one by one (`record.apply`).
        """
        table = object.__new__(cls)
        table._blank(game, None, quiet=False)
        table.entries = list(entries)
        table.events = list(events)
        for entry in entries:
            if not isinstance(entry, Rolled):
                table._sequences[entry.seat] += 1
            if isinstance(entry, TieOffered):
                table._offered_at[entry.seat] = table._sequences[entry.seat]
        table._frames = [Frame(snapshot, [], len(events), len(entries))]
        table._run = Run.rebuilt(game, table._frames[0], table.events.append)
        table.outcome = game.outcome(table.state)
        return table

    # The inside

    def _check_seat(self, seat: Seat, sequence: int | None) -> None:
        if seat not in range(len(self._sequences)):
            raise NotYourTurn(f"there is no seat {seat!r}; seats are 0 to {len(self._sequences) - 1}")
        if self.outcome is not None:
            raise NotYourTurn("the game is over")
        if sequence is not None and sequence != self._sequences[seat]:
            raise StaleAnswer(
                f"this answer carries number {sequence}, but seat {seat} is at {self._sequences[seat]}"
            )

    def _choose(self, seat: Seat, key: str) -> None:
        asked = self.asked(seat)
        if asked is None:
            raise NotYourTurn(f"nothing is asked of {self._name(seat)} now")
        if not isinstance(key, str):
            raise IllegalAnswer(repr(key), "an answer is the key of an option, a text")
        if key not in asked.menu:
            refusal = asked.menu.refusal(key)
            raise IllegalAnswer(key, refusal.reason, refusal.rule)
        run, frame = self._awake(), self._frames[-1]
        together = run.request if isinstance(run.request, Together) else None
        if together is None and any(item.seat != seat for item in self._undoable):
            self._barrier()
        self.entries.append(Chosen(seat, asked.what, key, asked.sees))
        self._sequences[seat] += 1
        if asked.menu.binds(key):
            self._barrier()
        else:
            self._undoable.append(_Undoable(seat, len(self._frames) - 1, len(frame.given), len(self.events)))
        if together is None:
            frame.given.append(Given(seat, key, self._hidden_from(asked.sees)))
            self._go_on(run.send(key))
        else:
            frame.given.append(Given(seat, key, self._hidden_from((seat,))))
            if len(run.parts) + 1 == len(together.parts):
                self._uncover(frame, together)
            self._go_on(run.give_part(seat, key))

    def _uncover(self, frame: Frame, together: Together) -> None:
        """All parts are in: from now on each is as secret as its own `sees` says."""
        sees = {part.seat: part.sees for part in together.parts}
        for place in range(len(frame.given) - len(together.parts), len(frame.given)):
            part = frame.given[place]
            assert part.seat is not None
            frame.given[place] = Given(part.seat, part.key, self._hidden_from(sees[part.seat]))
        self._barrier()

    def _hidden_from(self, sees: Sees) -> tuple[Seat, ...]:
        if sees is None:
            return ()
        return tuple(seat for seat in range(len(self._sequences)) if seat not in sees)

    def _take_chance(self, chance: Chance, value: Any) -> None:
        key = chance.key(value)
        self.entries.append(Rolled(chance.stream, key, chance.sees))
        self._frames[-1].given.append(Given(None, key, self._hidden_from(chance.sees)))
        self._barrier()
        self._go_on(self._awake().send(value))

    def _barrier(self) -> None:
        """From here nothing before can be taken back."""
        self._undoable.clear()
        del self._frames[:-1]

    def _go_on(self, asking: bool) -> None:
        if not asking:
            self._whistle()

    def _whistle(self) -> None:
        """A play is over (or none has begun): keep a snapshot and start the next play."""
        run = self._run
        assert run is not None
        asking = False
        while not asking:
            if not self._undoable:
                self._frames.clear()
            snapshot = self.game.save(run.state)
            self._frames.append(Frame(snapshot, [], len(self.events), len(self.entries)))
            self.outcome = self.game.outcome(run.state)
            if self.outcome is not None:
                self._undoable.clear()
                return
            asking = run.begin()

    def _settle(self) -> None:
        """Let the dice answer until a person or program is asked."""
        while self.dice is not None and (chance := self.chance) is not None:
            value = self.dice.outcome(chance)
            if value is None:
                return
            self._take_chance(chance, value)

    def _listen(self) -> None:
        if not self.quiet and self._run is not None:
            self._run.state.tell = self.events.append  # type: ignore[misc]

    def _awake(self) -> Run[S]:
        """The running play, rebuilt from the last whistle where a copy or an undo left none."""
        if self._run is None:
            self._run = Run.rebuilt(self.game, self._frames[-1])
            self._listen()
        return self._run

    def _become(self, other: Table[S]) -> None:
        dice = self.dice
        self._take_from(other)
        self.dice = dice

    def _take_from(self, other: Table[S]) -> None:
        self.game = other.game
        self.quiet = other.quiet
        self.from_start = other.from_start
        self.entries = other.entries[:]
        self.events = other.events[:]
        self.outcome = other.outcome
        self.tie_offer = other.tie_offer
        self._retracted = set(other._retracted)
        self._sequences = other._sequences[:]
        self._offered_at = other._offered_at[:]
        self._frames = [frame.copy() for frame in other._frames]
        self._undoable = other._undoable[:]
        self._run = None

    # Verbs that are the same at every table

    def _say(self, line: str) -> None:
        if not self.quiet:
            note, frame = Note(line=line), self._frames[-1]
            self.events.append(note)
            frame.said = (*frame.said, (len(frame.given), note))

    def _name(self, seat: Seat) -> str:
        return self.game.meta.seats[seat]

    def _concede(self, seat: Seat) -> None:
        self.entries.append(Conceded(seat))
        self._sequences[seat] += 1
        others = [other for other in range(len(self._sequences)) if other != seat]
        self._end(
            Outcome(
                winner=others[0] if len(others) == 1 else None,
                why="concession",
                text=f"{self._name(seat)} concedes",
                scores=self._scores(),
            )
        )

    def _may_offer(self, seat: Seat) -> bool:
        if self.game.one_tie_offer_a_play:
            return TieOffered(seat) not in self.entries[self._frames[-1].entries :]
        return self._offered_at[seat] != self._sequences[seat]

    def _offer_tie(self, seat: Seat) -> None:
        if not self.game.meta.ties:
            raise IllegalAnswer(OFFER_TIE, f"{self.game.meta.title} knows no ties")
        if seat not in self.waiting or self.tie_offer is not None:
            raise NotYourTurn("a tie may be offered at one's own decision, one offer at a time")
        if not self._may_offer(seat):
            when = "turn; play on" if self.game.one_tie_offer_a_play else "decision; answer"
            raise IllegalAnswer(OFFER_TIE, f"one offer a {when} first, then you may offer again")
        self.entries.append(TieOffered(seat))
        self._sequences[seat] += 1
        self._offered_at[seat] = self._sequences[seat]
        self.tie_offer = seat
        self._say(f"{self._name(seat)} offers a tie.")

    def _answer_tie(self, seat: Seat, key: str) -> None:
        offered_by = self.tie_offer
        if seat not in self.waiting:
            raise NotYourTurn("the tie offer waits for the other side's answer")
        if key not in TIE_MENU:
            raise IllegalAnswer(str(key), "a tie is offered: accept or decline it first")
        self.entries.append(TieAnswered(seat, key == "accept"))
        self._sequences[seat] += 1
        self.tie_offer = None
        if key == "accept":
            assert offered_by is not None
            text = f"{self._name(offered_by)} and {self._name(seat)} agree on a tie"
            self._end(Outcome(None, "agreement", text, self._scores()))
        else:
            self._say(f"{self._name(seat)} declines the tie.")

    def _scores(self) -> tuple[int, ...]:
        return self.head().scores

    def _end(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.tie_offer = None
        self._undoable.clear()
        self._say(outcome.text + ".")

    def _undo(self, seat: Seat) -> None:
        if not self.can_undo(seat):
            raise IllegalAnswer(UNDO, "nothing can be taken back: a die was rolled, a secret or answer seen")
        place = max(n for n, item in enumerate(self._undoable) if item.seat == seat)
        item = self._undoable.pop(place)
        del self._frames[item.frame + 1 :]
        frame = self._frames[item.frame]
        del frame.given[item.place]
        frame.said = tuple(note for note in frame.said if note[0] <= item.place)
        self._retracted.update(range(item.events, len(self.events)))
        self.entries.append(Undone(seat))
        self._sequences[seat] += 1
        self._run = None
