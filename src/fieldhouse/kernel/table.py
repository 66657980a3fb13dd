"""A table: one game being played. Everything that happens to a game goes through `answer`.

The table keeps a snapshot of the state at the last whistle and the answers given since. A copy, a
save or an undo in the middle of a play replays those few answers; nothing is ever pickled.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Generic

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
from fieldhouse.kernel.errors import BatchRefused, IllegalAnswer, NoOtherWorld, NotYourTurn, StaleAnswer
from fieldhouse.kernel.events import Event, Note, visible
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import CONCESSION, Game, Given, Outcome, S, Tell, View
from fieldhouse.kernel.head import Head
from fieldhouse.kernel.redeal import proposals
from fieldhouse.kernel.requests import Chance, Choose, Menu, Option, Request, Seat, Sees, Together
from fieldhouse.kernel.run import Run
from fieldhouse.kernel.seenlog import SeenLogs
from fieldhouse.kernel.sight import sight
from fieldhouse.kernel.told import Told
from fieldhouse.kernel.undo import Laid, back_to_a_choice, takeable, without

if TYPE_CHECKING:
    from fieldhouse.kernel.position import Position

CONCEDE = "concede"
OFFER_TIE = "offer-tie"
UNDO = "undo"
VERBS = (CONCEDE, OFFER_TIE, UNDO)
"""Keys that mean the same at every table; no game may use them for options of its own."""

NOTHING_TO_TAKE_BACK = (
    "nothing can be taken back: a die was rolled, a secret seen, or another has answered since"
)

TIE_MENU = Menu(
    [Option("accept", "Accept the tie"), Option("decline", "Decline and play on")],
    binding=("accept", "decline"),
)


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
        self.outcome: Outcome | None = None
        self.tie_offer: Seat | None = None
        self._accepted: tuple[Seat, ...] = ()
        seats = len(game.seats)
        self._sequences = [0] * seats
        self._offered_at: list[int | None] = [None] * seats
        self._told = Told()
        self._seen_logs = SeenLogs()
        self._frames: list[Frame] = []
        self._laid: list[Laid] = []
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
            done = (self.tie_offer, *self._accepted)
            return tuple(seat for seat in self.seats if seat not in done)
        return self._awake().waiting

    @property
    def seats(self) -> range:
        """The seats at this table."""
        return range(len(self._sequences))

    @property
    def together(self) -> bool:
        """Is a simultaneous choice open now? Coaches lay their part of it after the people."""
        return self.tie_offer is None and isinstance(self.request, Together)

    @property
    def laid(self) -> tuple[Seat, ...]:
        """The seats whose part of an open simultaneous choice lies on the table, face down."""
        return tuple(self._awake().parts)

    def asked(self, seat: Seat) -> Choose | None:
        """What this seat is asked now, if anything."""
        if seat not in self.waiting:
            return None
        if self.tie_offer is not None:
            return Choose(seat, "tie-offer", TIE_MENU, f"{self._name(self.tie_offer)} offers a tie")
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

    @property
    def position(self) -> Position[S]:
        """Where the game stands, as a value whose text can be pasted back. It holds every secret."""
        from fieldhouse.kernel.position import Position

        return Position.of(self)

    def __repr__(self) -> str:
        """Can be pasted back where nothing is hidden; with secrets about it says what anybody may see."""
        if not self.game.meta.hidden:
            return f"{self.position!r}.table()"
        head = self.head()
        score = " - ".join(f"{name} {points}" for name, points in zip(head.teams, head.scores, strict=True))
        return f"<Table of {self.game.meta.title}: {score}; {head.status}>"

    @property
    def events(self) -> Sequence[Event]:
        """Everything told that still stands, secret events too: for a record, never for a seat."""
        self._awake()
        return self._told.events

    def events_for(self, seat: Seat | None = None) -> Sequence[Event]:
        """The events this seat (None: a spectator) may see, in order. The list runs on with the game."""
        self._awake()
        return self._told.seen_by(seat)

    def told_mark(self, seat: Seat | None) -> str:
        """A digest of the words the seat has been told."""
        self._awake()
        return self._told.mark(seat)

    def log_for(self, seat: Seat | None = None) -> list[Entry]:
        """The log as this seat may have it now, with what is secret from it masked (`seenlog`)."""
        return self._seen_logs.entries(self.entries, self._frames[0].entries, self.laid, seat)

    def log_mark(self, seat: Seat | None) -> str:
        """A digest of `log_for(seat)`."""
        return self._seen_logs.mark(self.entries, self._frames[0].entries, self.laid, seat)

    def verbs(self, seat: Seat) -> tuple[str, ...]:
        """What this seat may do besides answering: concede, offer a tie, undo."""
        if self.outcome is not None:
            return ()
        known = self.game.meta
        concede = (CONCEDE,) if known.concession else ()
        may_offer = known.ties and seat in self.waiting and self._may_offer(seat)
        offered = (OFFER_TIE,) if may_offer and self.tie_offer is None else ()
        return (*concede, *offered, *((UNDO,) if self.can_undo(seat) else ()))

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
        before = self.copy()
        try:
            self._take_all(seat, keys)
        except BaseException:
            before.dice = self.dice
            self._take_from(before)
            raise
        self._settle()

    def _take_all(self, seat: Seat, keys: Sequence[str]) -> None:
        whistle = self._frames[-1]
        for place, key in enumerate(keys, start=1):
            try:
                if key in VERBS or self.tie_offer is not None:
                    raise IllegalAnswer(str(key), "only plain answers can stand in a batch")
                if self._frames[-1] is not whistle:
                    raise IllegalAnswer(str(key), "the play is over: the batch runs past the whistle")
                self._choose(seat, key)
            except IllegalAnswer as refused:
                raise BatchRefused(place, str(key), refused.reason, refused.rule) from None
            except NotYourTurn:
                raise BatchRefused(place, str(key), "the batch runs past this seat's decisions") from None

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

    def say(self, note: Event, *, announces: bool = False) -> None:
        """A word of the house in the play-by-play, here and in every copy; it is no part of the record.

        What `announces` the answer that comes next goes when that is taken back.
        """
        self._say(note, announces=announces)

    def can_undo(self, seat: Seat) -> bool:
        """True until a die has been rolled, a secret learned, or another has chosen since.

        Taking back opens the seat's last real choice again: an answer without another, whoever gave it, goes
        along with it.
        """
        return self.outcome is None and self.tie_offer is None and bool(back_to_a_choice(self._laid, seat))

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
        target = sight(self, seat, undo=False)
        for frame in proposals(self.game, self._frames[-1], self.state, seat, rng, tries):
            world = self.world(seat, frame)
            if sight(world, seat, undo=False) == target:
                return world
        if strict:
            raise NoOtherWorld(f"no other world for seat {seat} was found in {tries} tries")
        return self.copy()

    def world(self, seat: Seat, frame: Frame) -> Table[S]:
        """A table that stands after this frame instead of the last one, and is the seat's own.

        Of what came before the whistle it holds what the seat has seen and nothing else: no earlier frame,
        no secret of another seat in log or events, not how often another has answered.
        """
        last = self._frames[-1]
        other: Table[S] = object.__new__(Table)
        other._blank(self.game, None, self.quiet)
        other.from_start = False
        other.outcome, other.tie_offer, other._accepted = self.outcome, self.tie_offer, self._accepted
        other._sequences[seat] = self._sequences[seat]
        other._offered_at[seat] = self._offered_at[seat]
        other.entries = self._seen_logs.before(self.entries, self._frames[0].entries, last.entries, seat)
        other._told = Told(event for event in self.events[: last.events] if visible(event, seat))
        said = tuple(aside for aside in frame.said if visible(aside.note, seat))
        own = Frame(frame.snapshot, frame.given[:], len(other._told.events), len(other.entries), said)
        other._frames = [own]
        other._run = Run.rebuilt(self.game, own, other._tell, other.entries)
        if [given.seat for given in own.given] == [given.seat for given in last.given]:
            here = len(self._frames) - 1
            other._laid = [answer._replace(frame=0) for answer in self._laid if answer.frame == here]
        return other

    @property
    def last_frame(self) -> Frame:
        """The last whistle and the answers since. Read it, never change it."""
        return self._frames[-1]

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
        table._told = Told(events)
        for entry in entries:
            if not isinstance(entry, Rolled):
                table._sequences[entry.seat] += 1
            if isinstance(entry, TieOffered):
                table._offered_at[entry.seat] = table._sequences[entry.seat]
        table._frames = [Frame(snapshot, [], len(events), len(entries))]
        table.outcome = game.outcome(table.state)
        return table

    # The inside

    def _check_seat(self, seat: Seat, sequence: int | None) -> None:
        if type(seat) is not int or seat not in self.seats:  # True is no seat, though it equals 1
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
        binds = asked.menu.binds(key)
        if together is None and binds:
            self._barrier()
        elif asked.alone is None and any(
            answer.seat != seat and answer.frame < len(self._frames) - 1 for answer in self._laid
        ):
            self._close_earlier_plays()
        self.entries.append(Chosen(seat, asked.what, key, asked.sees))
        self._sequences[seat] += 1
        if together is not None or not binds:
            place = len(frame.given)
            question = place - len(run.parts)
            no_choice = not binds and asked.only is not None, not binds and asked.alone is not None
            self._laid.append(Laid(seat, len(self._frames) - 1, place, question, binds, *no_choice))
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
        return tuple(seat for seat in self.seats if seat not in sees)

    def _take_chance(self, chance: Chance, value: Any) -> None:
        key = chance.key(value)
        self.entries.append(Rolled(chance.stream, key, chance.sees))
        self._frames[-1].given.append(Given(None, key, self._hidden_from(chance.sees)))
        self._barrier()
        self._go_on(self._awake().send(value))

    def _barrier(self) -> None:
        """From here nothing before can be taken back."""
        self._laid.clear()
        del self._frames[:-1]

    def _close_earlier_plays(self) -> None:
        """Another seat answers in a later play: what was answered before its whistle stands for good."""
        here = len(self._frames) - 1
        self._laid = [answer._replace(frame=0) for answer in self._laid if answer.frame == here]
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
            if not self._laid:
                self._frames.clear()
            snapshot = self.game.save(run.state)
            self._frames.append(Frame(snapshot, [], len(self._told.events), len(self.entries)))
            self.outcome = self.game.outcome(run.state)
            if self.outcome is not None:
                self._laid.clear()
                return
            asking = run.begin()

    def _settle(self) -> None:
        """Let the dice answer until a person or program is asked."""
        while self.dice is not None and (chance := self.chance) is not None:
            value = self.dice.outcome(chance)
            if value is None:
                return
            self._take_chance(chance, value)

    @property
    def _tell(self) -> Tell | None:
        return None if self.quiet else self._told.events.append

    def _listen(self) -> None:
        if not self.quiet and self._run is not None:
            self._run.state.tell = self._tell  # type: ignore[misc]

    def _awake(self) -> Run[S]:
        """The running play, rebuilt from the last whistle where a copy or an undo left none.

        What was told since then is told again, by the rules themselves.
        """
        if self._run is None:
            frame = self._frames[-1]
            self._told.cut(frame.events)
            self._run = Run.rebuilt(self.game, frame, self._tell)
        return self._run

    def _take_from(self, other: Table[S]) -> None:
        self.game = other.game
        self.dice = other.dice
        self.quiet = other.quiet
        self.from_start = other.from_start
        self.entries = other.entries[:]
        self.outcome = other.outcome
        self.tie_offer = other.tie_offer
        self._accepted = other._accepted
        self._sequences = other._sequences[:]
        self._offered_at = other._offered_at[:]
        self._told = other._told.copy()
        self._seen_logs = other._seen_logs.copy()
        self._frames = [frame.copy() for frame in other._frames]
        self._laid = other._laid[:]
        self._run = None

    # Verbs that are the same at every table

    def _say(self, note: Event, entry: Entry | None = None, *, announces: bool = False) -> None:
        self._awake()
        self._frames[-1].say(note, entry, announces=announces)
        if not self.quiet:
            self._told.events.append(note)

    def _verb(self, entry: Conceded | TieOffered | TieAnswered, line: str) -> None:
        """A verb's line in the log and in the play-by-play."""
        self.entries.append(entry)
        self._sequences[entry.seat] += 1
        self._say(Note(line=line), entry)

    def _name(self, seat: Seat) -> str:
        return self.game.seats[seat]

    def _concede(self, seat: Seat) -> None:
        if not self.game.meta.concession:
            raise IllegalAnswer(CONCEDE, f"nobody concedes in {self.game.meta.title}")
        others = [other for other in self.seats if other != seat]
        text = f"{self._name(seat)} concedes"
        self._verb(Conceded(seat), text + ".")
        self._end(Outcome(others[0] if len(others) == 1 else None, CONCESSION, text, self._scores()))

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
        self._verb(TieOffered(seat), f"{self._name(seat)} offers a tie.")
        self._offered_at[seat] = self._sequences[seat]
        self.tie_offer, self._accepted = seat, ()

    def _answer_tie(self, seat: Seat, key: str) -> None:
        """A tie needs everybody else's yes; the first no ends the offer."""
        offered_by = self.tie_offer
        assert offered_by is not None
        if seat not in self.waiting:
            raise NotYourTurn("the tie offer waits for the other side's answer")
        if key not in TIE_MENU:
            raise IllegalAnswer(str(key), "a tie is offered: accept or decline it first")
        entry = TieAnswered(seat, key == "accept")
        if key != "accept":
            self._verb(entry, f"{self._name(seat)} declines the tie.")
            self.tie_offer, self._accepted = None, ()
        elif len(self.waiting) > 1:
            self._verb(entry, f"{self._name(seat)} accepts the tie.")
            self._accepted = (*self._accepted, seat)
        else:
            agreed = [self._name(other) for other in (offered_by, *self._accepted, seat)]
            text = f"{', '.join(agreed[:-1])} and {agreed[-1]} agree on a tie"
            self._verb(entry, text + ".")
            self._end(Outcome(None, "agreement", text, self._scores()))

    def _scores(self) -> tuple[int, ...]:
        return self.head().scores

    def _end(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.tie_offer = None
        self._laid.clear()

    def _undo(self, seat: Seat) -> None:
        if not self.can_undo(seat):
            raise IllegalAnswer(UNDO, NOTHING_TO_TAKE_BACK)
        for answer in back_to_a_choice(self._laid, seat):
            self.strike(answer.seat)

    def strike(self, seat: Seat) -> None:
        """Take back the seat's last answer and no other: one entry of a log. An undo may write several."""
        standing = self.outcome is None and self.tie_offer is None
        struck = takeable(self._laid, seat) if standing else None
        if struck is None:
            raise IllegalAnswer(UNDO, NOTHING_TO_TAKE_BACK)
        self._laid = without(self._laid, struck)
        frame = self._frames[struck.frame]
        frame.take_back(struck.place)
        for later in self._frames[struck.frame + 1 :]:
            frame.swallow(later)
        del self._frames[struck.frame + 1 :]
        self.entries.append(Undone(seat))
        self._sequences[seat] += 1
        self._run = None
