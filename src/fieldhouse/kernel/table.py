"""A table: one game being played. Everything that happens to a game goes through `answer`.

Who may answer what, and how tables are copied, is here. `session/table_session.py` has what a table shows,
`session/history.py` how the game runs and runs again from its last whistle, `session/verbs.py` conceding,
ties and undo.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from fieldhouse.kernel.deprecation import RenamedAttribute
from fieldhouse.kernel.determinize import world_proposals
from fieldhouse.kernel.dice import Dice, TypedDice
from fieldhouse.kernel.entries import Entry, Rolled, TieOffered
from fieldhouse.kernel.errors import BatchRefused, IllegalAnswer, NoOtherWorld, NotYourTurn, StaleAnswer
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import Game, S
from fieldhouse.kernel.observation import Observation, observe
from fieldhouse.kernel.position_text import position_text
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.session import table_actions
from fieldhouse.kernel.session.history import GameHistory
from fieldhouse.kernel.session.table_session import TableSession
from fieldhouse.kernel.session.verbs import CONCEDE, OFFER_TIE, UNDO, VERBS


class Table(TableSession[S]):
    """One game in progress: ask `request`, give `answer`, look with `view` and `events_for`.

    Without `dice` (or with TypedDice) the table stops at every roll and waits for `roll(key)`.
    `state` starts from another position; such a table has no record.
    """

    def __init__(
        self, game: Game[S], dice: Dice | None = None, *, state: S | None = None, quiet: bool = False
    ) -> None:
        begun = GameHistory.start(game, game.start() if state is None else state, quiet=quiet)
        self._sit_down(begun, from_start=state is None)
        self.dice = dice
        self._settle()

    if TYPE_CHECKING:
        position: Any
        """Where the game stands, as a `Position`. Added by `kernel/position.py`, which knows tables."""

    def __repr__(self) -> str:
        """Text that can be pasted back where nothing is hidden; else what a spectator may see."""
        if not self.game.meta.hidden:
            return f"fieldhouse.position({position_text(self.game, self.last_frame)!r}).table()"
        head = self.scoreboard()
        score = " - ".join(f"{name} {points}" for name, points in zip(head.teams, head.scores, strict=True))
        return f"<Table of {self.game.meta.title}: {score}; {head.status}>"

    # Answering

    def answer(self, seat: Seat, key: str, sequence: int | None = None) -> None:
        """Give the seat's answer (or one of VERBS) and run on to the next question.

        Raises IllegalAnswer with reason and rule, StaleAnswer if `sequence` is not the seat's
        present number, NotYourTurn if nothing is asked of it. Nothing changes on an error.
        """
        self._check_seat(seat, sequence)
        if key == CONCEDE:
            table_actions.end_by_concession(self, seat)
        elif key == UNDO:
            table_actions.undo_last_choice(self, seat)
        elif key == OFFER_TIE:
            table_actions.open_tie_offer(self, seat)
        elif self.tie_offer is not None:
            table_actions.answer_tie_offer(self, seat, key)
        else:
            self._choose(seat, key)
            self._settle()

    def answer_all(self, seat: Seat, keys: Sequence[str], sequence: int | None = None) -> None:
        """Give several answers at once, all or none.

        They may not go past the seat's own decisions in this play: a roll, another seat's answer or the
        whistle in between refuses them, as does any illegal key (BatchRefused names the first).
        """
        self._check_seat(seat, sequence)
        before = self.copy()
        try:
            self._take_all(seat, keys)
        except BaseException:
            self.history, self.ties, self.sequences = before.history, before.ties, before.sequences
            raise
        self._settle()

    def _take_all(self, seat: Seat, keys: Sequence[str]) -> None:
        whistle = self.history.frames[-1]
        for place, key in enumerate(keys, start=1):
            try:
                if key in VERBS or self.tie_offer is not None:
                    raise IllegalAnswer(str(key), "a batch can hold plain answers only")
                if self.history.frames[-1] is not whistle:
                    raise IllegalAnswer(str(key), "the batch goes past the end of the play")
                self._choose(seat, key)
            except IllegalAnswer as refused:
                raise BatchRefused(place, str(key), refused.reason, refused.rule) from None
            except NotYourTurn:
                raise BatchRefused(place, str(key), "the batch goes past this seat's decisions") from None

    def roll(self, key: str) -> None:
        """Enter the outcome of the roll or draw that is due, by its key."""
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
        self.history.take_chance(chance, value, typed=isinstance(self.dice, TypedDice))
        self._settle()

    def undo_last_roll(self, seat: Seat) -> None:
        """Undo the last roll that people typed in: one entry of a log. An undo may write several."""
        table_actions.undo_last_roll(self, seat)

    def take_dice(self, dice: Dice | None) -> None:
        """Use these dice from now on; a roll that is due is made at once."""
        self.dice = dice
        self._settle()

    def say(self, note: Event, *, announces: bool = False) -> None:
        """Add a server note to the play-by-play, here and in every copy; it is not part of the record.

        One that `announces` the next answer goes when that is undone.
        """
        self.history.say(note, announces=announces)

    def undo_last_answer(self, seat: Seat) -> None:
        """Undo the seat's last answer and no other: one entry of a log. An undo may write several."""
        table_actions.undo_last_answer(self, seat)

    def observation(self, seat: Seat | None) -> Observation:
        """Everything this seat can observe now: two tables it cannot tell apart have equal observations."""
        return observe(self, seat)

    # Copies

    def copy(self, dice: Dice | None = None) -> Table[S]:
        """An independent table in the same position. The dice of a running game are not copied."""
        other: Table[S] = object.__new__(Table)
        other.dice = dice
        other.history = self.history.copy()
        other.from_start = self.from_start
        other.ties = self.ties
        other.sequences = self.sequences[:]
        other.before_choice = None
        return other

    @staticmethod
    def _at(history: GameHistory[S], from_start: bool) -> Table[S]:
        """A table without dice, at which nobody has answered yet."""
        table: Table[S] = object.__new__(Table)
        table._sit_down(history, from_start=from_start)
        return table

    def determinize(self, seat: Seat, rng: Random, tries: int = 64, *, strict: bool = False) -> Table[S]:
        """Another table, without dice, that this seat cannot tell from the real one.

        When all `tries` proposals of the game were rejected: a plain copy, or NoOtherWorld if `strict`. Be
        strict wherever the result is shown to the seat, since a copy holds the real secrets.
        """
        target = observe(self, seat).without_undo()
        for proposed in world_proposals(self.game, self.history.frames[-1], self.state, seat, rng, tries):
            world = self.world(seat, proposed.frame)
            if observe(world, seat).without_undo() == target:
                return world
        if strict:
            raise NoOtherWorld(f"no other world for seat {seat} was found in {tries} tries")
        return self.copy()

    def world(self, seat: Seat, frame: Frame) -> Table[S]:
        """A table of the seat's own, with this frame in place of the last one.

        Of what came before the whistle it holds what the seat has seen and nothing else: no earlier frame,
        no secret of another seat in log or events, not how often another has answered.
        """
        other = self._at(self.history.world(seat, frame), False)
        other.ties = self.ties.for_seat(seat)
        other.sequences[seat] = self.sequences[seat]
        return other

    @property
    def whistle(self) -> tuple[bytes, int, int]:
        """A snapshot to resume from, with the number of log entries and of events before it.

        It is the latest whistle, or an earlier one where an answer before it may still be undone.
        """
        frame = self.history.frames[0]
        return frame.snapshot, frame.entries, frame.events

    @classmethod
    def resume(
        cls, game: Game[S], snapshot: bytes, entries: Sequence[Entry], events: Sequence[Event] = ()
    ) -> Table[S]:
        """Restore the table at a whistle, without dice, given the log and events before it.

        The entries after that whistle are then applied one by one (`record.apply_entry`).
        """
        table = cls._at(GameHistory.resume(game, snapshot, entries, events), True)
        for entry in entries:
            if not isinstance(entry, Rolled):
                table.sequences[entry.seat] += 1
            if isinstance(entry, TieOffered):
                table.ties = table.ties.with_offer(entry.seat, table.sequences[entry.seat])
        return table

    # The inside

    def _check_seat(self, seat: Seat, sequence: int | None) -> None:
        if type(seat) is not int or seat not in self.seats:  # True is no seat, though it equals 1
            raise NotYourTurn(f"there is no seat {seat!r}; seats are 0 to {len(self.sequences) - 1}")
        if self.outcome is not None:
            raise NotYourTurn("the game is over")
        if sequence is not None and sequence != self.sequences[seat]:
            raise StaleAnswer(
                f"this answer carries number {sequence}, but seat {seat} is at {self.sequences[seat]}"
            )

    def _choose(self, seat: Seat, key: str) -> None:
        asked = self.request_for(seat)
        if asked is None:
            raise NotYourTurn(f"{self.game.seats[seat]} has nothing to answer now")
        if not isinstance(key, str):
            raise IllegalAnswer(repr(key), "an answer must be the key of an option, as text")
        if key not in asked.menu:
            refusal = asked.menu.refusal(key)
            raise IllegalAnswer(key, refusal.reason, refusal.rule)
        if self.before_choice is not None:
            self.before_choice(self, seat, key)
        self.history.choose(asked, key)
        self.sequences[seat] += 1

    def _settle(self) -> None:
        """Let the dice answer until a person or program is asked."""
        while self.dice is not None and (chance := self.chance) is not None:
            value = self.dice.outcome(chance)
            if value is None:
                return
            self.history.take_chance(chance, value)

    if not TYPE_CHECKING:
        asked = RenamedAttribute("request_for")
        waiting = RenamedAttribute("pending_seats")
        head = RenamedAttribute("scoreboard")
        redeal = RenamedAttribute("determinize")
