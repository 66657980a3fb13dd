"""Random use of a table: anything anybody may do to it, in any order, and the guarantees it must keep.

`RandomWalk.step` does one thing picked at random: an answer of any pending seat, a wrong or stale one, a
batch, an undo whether offered or not, a tie offer, a concession, a copy, a save, another world, a replay, a
look. What picks is outside: a seeded random number generator (`random_walk`, `make soak`) or Hypothesis (the
conformance suite), which then finds the shortest walk that breaks a guarantee.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

import msgspec

from fieldhouse.kernel import record
from fieldhouse.kernel.dice import Dice, FastDice, ScriptedDice, TypedDice
from fieldhouse.kernel.entries import Chosen, Rolled
from fieldhouse.kernel.errors import FieldhouseError, NoOtherWorld, StaleAnswer
from fieldhouse.kernel.events import Note, visible
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.observation import Observation, observe
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.kernel.session.redacted_log import effective_entries
from fieldhouse.kernel.session.verbs import CONCEDE, OFFER_TIE, UNDO, VERBS
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.verify import verify

Pick: TypeAlias = Callable[[int], int]
"""Picks a number below the one given."""

DICE: tuple[Callable[[int], Dice | None], ...] = (
    FastDice,
    lambda seed: FairDice([f"secret {seed}"], {"0": "nonce"}),
    lambda seed: TypedDice(),
    lambda seed: ScriptedDice([], FastDice(seed)),
    lambda seed: None,
)
NONSENSE: tuple[Any, ...] = ("no such thing", "", 7, None, True, ["undo"], "Undo", " ")


class RandomWalk:
    """One table under test. `pick` decides everything; the same picks give the same walk."""

    def __init__(self, folder: Folder, pick: Pick, *, head_start: int = 60) -> None:
        self.folder = folder
        self.pick = pick
        self.game = folder.open(length=folder.meta.tiny)
        seed, kind, answers = pick(1 << 16), pick(len(DICE)), pick(head_start + 1)
        self.table: Table[Any] = Table(self.game, DICE[kind](seed))
        self.rng = Random(seed)
        self.done: list[str] = []
        while not self._began(answers):  # it was over before: begin again, and not so far into it
            answers //= 2
            self.table = Table(self.game, DICE[kind](seed))

    def _began(self, answers: int) -> bool:
        """Give so many random answers, for a walk need not begin at the kickoff; False if that ends it."""
        for _ in range(answers):
            self._random_answer(self.table, self.rng)
            if self.table.outcome is not None:
                return False
        return True

    @staticmethod
    def _random_answer(table: Table[Any], rng: Random) -> None:
        if table.chance is not None:
            table.roll(table.chance.key(rng.choice(table.chance.flat)))
            return
        seat = rng.choice(table.pending_seats)
        asked = table.request_for(seat)
        assert asked is not None
        table.answer(seat, rng.choice(asked.keys))

    # What can be done

    def step(self) -> None:
        """Do one thing picked at random, and check the guarantees after it."""
        names = tuple(STEPS)
        self.do(names[self.pick(len(names))])

    def do(self, name: str) -> None:
        """Do the step of that name."""
        if self.table.outcome is not None and name not in AFTER_THE_END:
            return
        self.done.append(name)
        STEPS[name](self)
        self.somebody_is_asked()

    def answer(self) -> None:
        """A legal answer by any waiting seat, or the roll that is due; undoing it must give all back."""
        if self.table.chance is not None:
            self._type_a_roll()
            return
        seat, asked = self._question()
        key = self._of(asked.keys)
        if self.table.tie_offer is None and self.pick(3) == 0:
            self._would_undo(seat, key)
        if self.table.together and self.pick(2) == 0:
            self.parts_lie_face_down()
        self.table.answer(seat, key, self._of((None, self.table.sequence(seat))))

    def _type_a_roll(self) -> None:
        chance = self.table.chance
        assert chance is not None
        if self.pick(4) == 0:
            self._refused(lambda: self.table.roll(self._of(NONSENSE)))
        before, seat = self._all_but_numbers(self.table), chance.sees[0] if chance.sees else 0
        self.table.roll(self._of(chance.keys))
        if isinstance(self.table.dice, TypedDice) and self.table.outcome is None and self.pick(4) == 0:
            assert self.table.can_undo_roll(seat), "a typed roll cannot be undone"
            self.table.answer(seat, UNDO)
            for ours, theirs in zip(before, self._all_but_numbers(self.table), strict=True):
                assert ours == theirs, f"undo of a roll does not give back what was: {ours} against {theirs}"

    def _would_undo(self, seat: Seat, key: str) -> None:
        """After the answer and its undo, question, options, views, words and logs are what they were."""
        other = self.table.copy()
        before = self._all_but_numbers(other)
        asked = other.request_for(seat)
        other.answer(seat, key)
        if asked is not None and asked.only_key is not None:
            return  # there was no choice: taking back goes further
        if other.outcome is None and other.can_undo(seat):
            other.answer(seat, UNDO)
            after = self._all_but_numbers(other)
            for ours, theirs in zip(before, after, strict=True):
                assert ours == theirs, f"undo of {key} does not give back what was: {ours} against {theirs}"
            assert other.state == self.table.state, f"undo of {key} leaves another state"

    @staticmethod
    def _all_but_numbers(table: Table[Any]) -> list[Observation]:
        found = [observe(table, seat) for seat in (*table.seats, None)]
        return [msgspec.structs.replace(seen, sequence=None, verbs=()) for seen in found]

    def wrong_answer(self) -> None:
        """What is no option, by anybody, is refused and changes nothing."""
        seat = self._of((*self.table.seats, -1, len(self.table.seats), True, None))
        bad = self._of(NONSENSE)
        asked = self.table.request_for(seat) if type(seat) is int and seat in self.table.seats else None
        if asked is None or not isinstance(bad, str) or bad not in asked.menu:
            self._refused(lambda: self.table.answer(seat, bad))

    def stale_answer(self) -> None:
        """An answer to an earlier question is refused as stale, however right it is."""
        if self.table.pending_seats:
            seat, asked = self._question()
            number = self.table.sequence(seat) + self._of((-1, 1, 1000))
            error = self._refused(lambda: self.table.answer(seat, asked.keys[0], number))
            assert isinstance(error, StaleAnswer), f"a stale answer was refused as {error!r}"

    def batch(self) -> None:
        """Several answers at once are taken whole or not at all."""
        if not self.table.pending_seats or self.table.tie_offer is not None:
            return
        seat, asked = self._question()
        keys = [self._of(asked.keys)]
        ahead = self.table.copy()
        ahead.answer(seat, keys[0])
        for _ in range(self.pick(3)):
            more = ahead.request_for(seat) if ahead.outcome is None else None
            if more is None:
                break
            keys.append(self._of(more.keys))
            ahead.answer(seat, keys[-1])
        if self.pick(2):
            keys.insert(self.pick(len(keys) + 1), self._of((*NONSENSE, *VERBS)))
        before = self._everything()
        try:
            self.table.answer_all(seat, keys)
        except FieldhouseError:
            assert self._everything() == before, f"the refused batch {keys} changed something"

    def undo(self) -> None:
        """An undo by anybody, offered or not."""
        seat = self._of(tuple(self.table.seats))
        if self.table.can_undo(seat):
            assert UNDO in self.table.verbs(seat)
            rolled = self.table.can_undo_roll(seat)
            self.table.answer(seat, UNDO)
            asked = self.table.request_for(seat)
            if rolled:
                assert self.table.chance is not None, "the roll that was taken back is not due"
                return
            assert asked is not None and asked.only_key is None, "what was taken back is no choice"
        else:
            self._refused(lambda: self.table.answer(seat, UNDO))

    def tie(self) -> None:
        """An offer by anybody; where one is made, any answer to it."""
        seat = self._of(tuple(self.table.seats))
        if self.table.tie_offer is not None and seat in self.table.pending_seats:
            self.table.answer(seat, "accept" if self.pick(8) == 0 else "decline")
        elif OFFER_TIE in self.table.verbs(seat):
            self.table.answer(seat, OFFER_TIE)
        else:
            self._refused(lambda: self.table.answer(seat, OFFER_TIE))

    def concede(self) -> None:
        """A concession, rarely, since it ends the walk."""
        seat = self._of(tuple(self.table.seats))
        if self.pick(12) == 0:
            if CONCEDE in self.table.verbs(seat):
                self.table.answer(seat, CONCEDE)
            else:
                self._refused(lambda: self.table.answer(seat, CONCEDE))

    def word_of_the_house(self) -> None:
        """A server note, which must be in every copy and save."""
        self.table.say(Note(line=f"A word of the house, number {self.pick(10)}."))

    def copy(self) -> None:
        """A copy is the same, and what happens to it changes nothing here; then play on at either."""
        other = self.table.copy(None)
        assert all_observations(other) == all_observations(self.table), "a copy is not the same"
        before = self._everything()
        for _ in range(1 + self.pick(3)):
            if other.outcome is None:
                self._random_answer(other, self.rng)
        assert self._everything() == before, "what happened to a copy changed the original"
        if self.pick(2):
            twin = self.table.copy(self.table.dice)
            self.table = twin

    def save_and_resume(self) -> None:
        """A save, read again, is the same table; then play on at it."""
        if self._has_words() or self.table.outcome is not None:
            return
        resumable = bool(self.pick(2))
        text = record.record_text(record.record_of_table(self.table, salt="salt", resumable=resumable))
        again = record.resume_record(record.parse_record(text))
        assert all_observations(again) == all_observations(self.table), "a resumed save is not the same table"
        if isinstance(self.table.dice, ScriptedDice):
            again.dice = self.table.dice
        self.table = again

    def replay(self) -> None:
        """The log replays to the same table, and so does what still stands of it."""
        self.state_is_what_stands()

    def hand_out(self) -> None:
        """Nobody's record has what is secret from them; it can be written and read."""
        table = self.table
        laid = table.face_down_seats if table.outcome is None else ()
        for seat in (*table.seats, None):
            out = record.redacted_record(table, seat, salt="salt")
            text = record.record_text(out)
            assert record.record_text(record.parse_record(text)) == text, (
                "a record handed out cannot be read back"
            )
            if table.outcome is not None:
                continue
            assert not out.salt and not out.dice.secrets and out.dice.seed is None
            for entry in out.entries:
                sees = getattr(entry, "sees", None)
                assert sees is None or seat in sees or entry.key == "?", f"{seat} is shown {entry}"  # type: ignore[union-attr]
            answers = [entry for entry in out.entries if isinstance(entry, Chosen)]
            closed = [entry for entry in effective_entries(table.entries, laid) if isinstance(entry, Chosen)]
            assert len(answers) <= len(closed) + (seat in laid), f"{seat} is shown an open part"

    def determinize(self) -> None:
        """Another world looks the same to its seat, keeps no secret of this one, and can be played in."""
        if self.table.outcome is not None or self.table.chance is not None:
            return
        seat = self._of(tuple(self.table.seats))
        try:
            world = self.table.determinize(seat, self.rng, tries=4, strict=True)
        except NoOtherWorld:
            return
        assert observe(world, seat).without_undo() == observe(self.table, seat).without_undo()
        known = world.events[: world.last_frame.events]
        assert all(visible(event, seat) for event in known), "another world keeps a rival's events"
        before = self._everything()
        for other in world.seats:
            if world.can_undo(other):
                world.answer(other, UNDO)
        for _ in range(3):
            if world.outcome is None:
                self._random_answer(world, self.rng)
        assert self._everything() == before, "what happened in another world changed this one"

    def look(self) -> None:
        """Pictures and words for every seat."""
        for seat in (*self.table.seats, None):
            view = self.table.view(seat)
            if self.folder.has_board:
                assert all(len(line) <= 80 for line in self.folder.board.text(view).splitlines())
                ET.fromstring(self.folder.board.svg(view))
            assert all(event.text() for event in self.table.events_for(seat)[-20:])
        for seat in self.table.pending_seats:
            asked = self.table.request_for(seat)
            assert asked is not None
            for option in asked.menu.options()[:40]:
                assert option.label

    # Promises

    def somebody_is_asked(self) -> None:
        """The game is over, or somebody (or some dice) can go on."""
        table = self.table
        if table.outcome is not None:
            assert table.pending_seats == () and table.request is None and table.chance is None
            return
        if table.chance is None:
            assert table.pending_seats, "nobody is asked"
            for seat in table.pending_seats:
                asked = table.request_for(seat)
                assert asked is not None and asked.keys, f"seat {seat} waits for no question"

    def state_is_what_stands(self) -> None:
        """Replaying the log, or only the answers that were not undone, leads to this very table."""
        table = self.table
        again: Table[Any] = Table(self.game, table.dice if isinstance(table.dice, TypedDice) else None)
        for entry in table.entries:
            record.apply_entry(again, entry)
        assert again.state == table.state, "the log does not lead to this state"
        if not self._has_words():
            assert all_observations(again) == all_observations(table), (
                "the log does not lead to what is seen here"
            )
        bare: Table[Any] = Table(self.game)
        for entry in effective_entries(table.entries):
            if isinstance(entry, Rolled | Chosen):
                record.apply_entry(bare, entry)
        assert bare.state == table.state, "what still stands does not lead to this state"

    def parts_lie_face_down(self) -> None:
        """Whatever a seat answers in a simultaneous choice, nobody else can tell before all are in."""
        table = self.table
        if len(table.pending_seats) < 2:
            return
        for seat in table.pending_seats:
            asked = table.request_for(seat)
            assert asked is not None
            worlds = []
            for key in dict.fromkeys((self._of(asked.keys), asked.keys[0], asked.keys[-1])):
                worlds.append(table.copy())
                worlds[-1].answer(seat, key)
            for other in (*table.seats, None):
                if other != seat:
                    doors = {(world.observation(other), self._handed_out(world, other)) for world in worlds}
                    assert len(doors) == 1, f"{other} can tell what {seat} has laid"

    def at_the_end(self) -> None:
        """The whole record verifies, whatever was undone, refused or resumed on the way."""
        self.state_is_what_stands()
        if self.table.outcome is not None and not self._has_words():
            verdict = verify(
                record.parse_record(record.record_text(record.record_of_table(self.table, salt="salt")))
            )
            assert verdict.ok, f"an honest record does not verify: {verdict.faults}"

    # Tools

    def _handed_out(self, table: Table[Any], seat: Seat | None) -> str:
        return (
            record.record_text(record.redacted_record(table, seat, salt="salt")) if table.from_start else ""
        )

    def _question(self) -> tuple[Seat, Choose]:
        seat = self._of(self.table.pending_seats)
        asked = self.table.request_for(seat)
        assert asked is not None
        return seat, asked

    def _of(self, things: Sequence[Any]) -> Any:
        return things[self.pick(len(things))]

    def _has_words(self) -> bool:
        """True if a server note was added: it is not in the record, so a replay does not tell it."""
        return "word_of_the_house" in self.done

    def _everything(self) -> list[Any]:
        return [
            *all_observations(self.table),
            len(self.table.entries),
            self.table.game.save(self.table.state),
        ]

    def _refused(self, act: Callable[[], None]) -> FieldhouseError:
        before = self._everything()
        try:
            act()
        except FieldhouseError as error:
            refusal = error
        else:
            raise AssertionError("what must be refused was taken")
        assert self._everything() == before, f"a refusal ({refusal}) changed something"
        return refusal


def all_observations(table: Table[Any]) -> list[Observation]:
    """What every seat and a spectator can observe."""
    return [table.observation(seat) for seat in (*table.seats, None)]


STEPS: dict[str, Callable[[RandomWalk], None]] = {
    step.__name__: step
    for step in (
        RandomWalk.answer,
        RandomWalk.wrong_answer,
        RandomWalk.stale_answer,
        RandomWalk.batch,
        RandomWalk.undo,
        RandomWalk.tie,
        RandomWalk.concede,
        RandomWalk.word_of_the_house,
        RandomWalk.copy,
        RandomWalk.save_and_resume,
        RandomWalk.replay,
        RandomWalk.hand_out,
        RandomWalk.determinize,
        RandomWalk.look,
    )
}
AFTER_THE_END = frozenset({"hand_out", "look", "replay"})


def random_walk(folder: Folder, seed: int, steps: int = 20) -> RandomWalk:
    """A random walk; an AssertionError names the seed and what was done."""
    rng = Random(seed)
    trial = RandomWalk(folder, rng.randrange)
    answers = ("answer",) * len(STEPS)
    names = (*STEPS, *answers)  # half of all steps are answers, so that a walk gets somewhere
    try:
        for _ in range(steps):
            trial.do(rng.choice(names))
        trial.at_the_end()
    except Exception as error:
        did = ", ".join(trial.done)
        raise AssertionError(f"{folder.meta.name}, walk {seed}: {error!r} after {did}") from error
    return trial
