"""Records: one JSON document that is save file, log and export of a game.

It holds the game, edition, options and materials by value, the seats, what is known of the dice, and every
answer in order. `parse_record` is strict, `replay_record` plays it again, `verify.verify` derives every roll
again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.deprecation import renamed_names
from fieldhouse.kernel.dice import Dice, FastDice, typed_dice
from fieldhouse.kernel.entries import (
    HIDDEN,
    Chosen,
    Conceded,
    Entry,
    Rolled,
    RollUndone,
    TieAnswered,
    TieOffered,
    Undone,
)
from fieldhouse.kernel.errors import BadRecord, FieldhouseError
from fieldhouse.kernel.events import HouseNote, RecordedEvent, event_from_record, event_to_record
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.game import Game, Outcome
from fieldhouse.kernel.notebook import render_html
from fieldhouse.kernel.requests import Seat, Sees
from fieldhouse.kernel.session.verbs import CONCEDE, OFFER_TIE, UNDO
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.text_check import line_in_message, not_json

FORMAT = 1
_LARGEST = 32 * 1024 * 1024


class SeatLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who plays a seat: a name to read, and `person`, `coach:starter` or `program:...`."""

    name: str
    kind: str = "person"


class DiceLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is known of the dice. `verify` needs `secrets` (or `seed`), which are added at the end of the
    game.
    """

    kind: str
    commitments: tuple[str, ...] = ()
    nonces: dict[str, str] = {}
    secrets: tuple[str, ...] = ()
    seed: int | None = None


class Whistle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A snapshot in a save file, so that a long game resumes at once; verification does not use it."""

    entries: int
    events: list[dict[str, Any]]
    state: dict[str, Any]


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The document. `salt` blinds the receipts while the game runs and is revealed at the end.

    `by` is the version that wrote the events: another one may word the same play differently.
    """

    fieldhouse: int
    by: str = ""
    game: str
    edition: int
    options: dict[str, bool | int | str]
    materials: dict[str, Any]
    seats: tuple[SeatLine, ...]
    dice: DiceLine
    salt: str = ""
    entries: tuple[Entry, ...] = ()
    outcome: Outcome | None = None
    receipt: str = ""
    events: tuple[dict[str, Any], ...] = ()
    whistle: Whistle | None = None

    def __repr__(self) -> str:
        """The game, its teams and its result in one line; `record_text` gives the document."""
        names = " - ".join(line.name for line in self.seats)
        end = self.outcome.text if self.outcome is not None else "not over"
        return f"<Record of {self.game}: {names}; {end}; {len(self.entries)} entries>"

    def _repr_html_(self) -> str:
        """A replay player with buttons and a slider, for notebooks."""
        return render_html("fieldhouse.kernel.record_player:record_html", self)


# Writing


def dice_line(dice: Dice | None) -> DiceLine:
    """What a record says of these dice, secrets included."""
    if isinstance(dice, FairDice):
        return DiceLine("fair", dice.commitments, dict(dice.nonces), dice.secrets)
    if isinstance(dice, FastDice):
        return DiceLine("fast", seed=dice.seed)
    return DiceLine(dice.kind if dice is not None else "none")


def record_of_table(
    table: Table[Any],
    seats: Sequence[SeatLine] | None = None,
    *,
    salt: str = "",
    dice: Dice | None = None,
    resumable: bool = False,
) -> Record:
    """The table's record with everything in it; `redacted_record` is what a seat may have during the game."""
    if not table.from_start:
        raise FieldhouseError("a table set up in the middle of a game has no record")
    whistle = _whistle(table) if resumable and table.outcome is None else None
    return make_record(
        table.game,
        table.entries,
        table.outcome,
        seats,
        salt=salt,
        dice=dice if dice is not None else table.dice,
        events=tuple(_told_by_the_rules(table)) if table.outcome else (),
        whistle=whistle,
    )


def make_record(
    game: Game[Any],
    entries: Sequence[Entry],
    outcome: Outcome | None,
    seats: Sequence[SeatLine] | None = None,
    *,
    salt: str = "",
    dice: Dice | None = None,
    events: tuple[dict[str, Any], ...] = (),
    whistle: Whistle | None = None,
) -> Record:
    """A record made of its parts, with its receipt; `record_of_table` makes one from a table."""
    record = Record(
        fieldhouse=FORMAT,
        by=_version(),
        game=game.meta.name,
        edition=game.setup.edition,
        options=dict(game.options),
        materials=dict(game.setup.materials),
        seats=tuple(seats) if seats is not None else tuple(SeatLine(name) for name in game.seats),
        dice=dice_line(dice),
        salt=salt,
        entries=tuple(entries),
        outcome=outcome,
        events=events,
        whistle=whistle,
    )
    return msgspec.structs.replace(record, receipt=receipts(record)[-1])


@cache
def _version() -> str:
    return version("fieldhouse")


def _told_by_the_rules(table: Table[Any]) -> Iterator[dict[str, Any]]:
    """The events without server notes, which a replay would not tell again."""
    return (told for told in map(event_to_record, table.events) if told["event"] != HouseNote.__name__)


def _whistle(table: Table[Any]) -> Whistle:
    snapshot, entries, events = table.whistle
    state = msgspec.to_builtins(table.game.load(snapshot))
    return Whistle(entries, [event_to_record(event) for event in table.events[:events]], state)


def redacted_record(
    table: Table[Any],
    seat: Seat | None,
    seats: Sequence[SeatLine] | None = None,
    *,
    salt: str = "",
    dice: Dice | None = None,
) -> Record:
    """The record as `seat` (None: a spectator) may have it now; once the game is over, all of it."""
    whole = record_of_table(table, seats, salt=salt, dice=dice)
    if whole.outcome is not None:
        return whole
    return msgspec.structs.replace(
        whole,
        dice=msgspec.structs.replace(whole.dice, secrets=(), seed=None),
        salt="",
        entries=tuple(table.log_for(seat)),
        receipt="",
    )


def record_text(record: Record) -> str:
    """The record as JSON with one entry per line, so that errors can name a line."""
    data = msgspec.to_builtins(record)
    parts = []
    for key, value in data.items():
        if key in ("entries", "events"):
            rows = ",\n  ".join(_compact(row) for row in value)
            parts.append(f'"{key}": [\n  {rows}\n ]' if value else f'"{key}": []')
        else:
            parts.append(f'"{key}": {_compact(value)}')
    return "{\n " + ",\n ".join(parts) + "\n}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


# Receipts


def receipts(record: Record) -> list[str]:
    """The running hash of the record: before the first entry, and after each.

    Each entry is blinded by the salt, so that a receipt does not let its holder guess a secret.
    """
    dice = [record.dice.kind, record.dice.commitments, record.dice.nonces]
    head = _canonical([record.game, record.edition, record.options, record.materials, record.seats, dice])
    chain = [hashlib.sha256(head).hexdigest()]
    for number, entry in enumerate(record.entries):
        chain.append(next_receipt(chain[-1], entry, record.salt, number))
    return chain


def next_receipt(last: str, entry: Entry, salt: str, number: int) -> str:
    """The receipt after entry `number` (counted from 0), given the one before it."""
    blind = hmac.digest(salt.encode(), str(number).encode(), "sha256")
    return hashlib.sha256(last.encode() + blind + _canonical(entry)).hexdigest()


class Receipts:
    """The receipts of a running table: `whole` after the last entry, and one for each seat.

    A seat's receipt is that of the last entry that the seat may have, so that it cannot count what others do
    in secret; it covers every entry before it all the same. It follows from the log alone.
    """

    def __init__(self, head: Record) -> None:
        self.whole = receipts(msgspec.structs.replace(head, entries=()))[-1]
        self._salt = head.salt
        self._count = 0
        self._chain = {0: self.whole}  # by number of entries: the receipts that a seat may still have
        self._own: dict[Seat | None, tuple[str, str]] = {}

    def follow(self, table: Table[Any]) -> None:
        """Add what was appended to the table's log."""
        for number in range(self._count, len(table.entries)):
            self.whole = next_receipt(self.whole, table.entries[number], self._salt, number)
            self._chain[number + 1] = self.whole
        self._count = len(table.entries)
        spans = {seat: table.open_span(seat) for seat in (*table.seats, None)}
        for seat, span in spans.items():
            shown = self._count if table.outcome is not None else span.now
            self._own[seat] = table.log_digest(seat), self._chain[shown]
        oldest = min(span.settled for span in spans.values())
        self._chain = {number: each for number, each in self._chain.items() if number >= oldest}

    def has_moved(self, table: Table[Any], seat: Seat | None) -> bool:
        """True if something in this seat's copy of the log is newer than the last `follow`."""
        return seat not in self._own or self._own[seat][0] != table.log_digest(seat)

    def of(self, seat: Seat | None) -> str:
        """The receipt that this seat (None: a spectator) may have now."""
        return self._own[seat][1]


def _canonical(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


# Reading


def parse_record(text: str | bytes) -> Record:
    """Read a record from its text, strictly; BadRecord gives the line and what would be right."""
    if len(text) > _LARGEST:
        raise BadRecord(f"the record is larger than {_LARGEST // 2**20} MiB")
    try:
        record = msgspec.json.decode(text, type=Record)
    except msgspec.ValidationError as error:
        raise BadRecord(str(error), line=line_in_message(text, str(error))) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise not_json(text, error) from None
    if record.fieldhouse != FORMAT:
        raise BadRecord(
            f"it has format {record.fieldhouse}, and this version reads format {FORMAT}: update Fieldhouse"
        )
    return record


# Replaying


def record_game(record: Record) -> Game[Any]:
    """Open the game with the record's own edition, options and materials."""
    try:
        return registry.find(record.game).open(record.options, record.materials, edition=record.edition)
    except FieldhouseError as error:
        raise BadRecord(str(error)) from None
    except Exception as error:  # a stranger's materials may break anything, and must not break the reader
        raise BadRecord(f"its materials cannot be used: {type(error).__name__}: {error}") from error


def replay_record(record: Record, upto: int | None = None) -> Table[Any]:
    """Play the game again, without dice, to its end or to `upto` entries; BadRecord where that fails."""
    table = Table(record_game(record), typed_dice(record.dice.kind))
    apply_entries(table, record.entries[:upto])
    if upto is None and record.outcome is not None and not same_outcome(table.outcome, record.outcome):
        reached = table.outcome.text if table.outcome is not None else "no end yet"
        raise BadRecord(f"it says {record.outcome.text!r}, but its entries give {reached!r}")
    return table


def same_outcome(one: Outcome | None, other: Outcome | None) -> bool:
    """True if winner, scores and reason are the same, however it is worded; None: not over."""
    if one is None or other is None:
        return one is other
    return (one.winner, one.why, one.scores) == (other.winner, other.why, other.scores)


def apply_entries(table: Table[Any], entries: Sequence[Entry]) -> None:
    """Apply log entries one by one; BadRecord names the entry (counted from 1) that does not fit."""
    first = len(table.entries) + 1
    for number, entry in enumerate(entries, start=first):
        try:
            apply_entry(table, entry)
        except BadRecord as error:
            raise BadRecord(error.what, entry=number) from None
        except FieldhouseError as error:
            raise BadRecord(str(error), entry=number) from None
        except Exception as error:  # materials that pass the check may still be beyond the rules
            raise BadRecord(
                f"the rules cannot continue: {type(error).__name__}: {error}", entry=number
            ) from error


def apply_entry(table: Table[Any], entry: Entry) -> None:
    """Apply one entry of a log, which must be exactly what the rules ask for now."""
    if isinstance(entry, Rolled | Chosen) and entry.key == HIDDEN:
        raise BadRecord("a secret is masked here: this copy was exported before the game was over")
    match entry:
        case Rolled():
            chance = table.chance
            if chance is None or (chance.stream, chance.sees) != (entry.stream, entry.sees):
                rolled = f"a roll of {entry.stream!r}{_for(entry.sees)}"
                raise BadRecord(f"{rolled} is here, but the rules ask {_due(table)}")
            table.roll(entry.key)
        case Chosen():
            asked = table.request_for(entry.seat) if entry.seat in table.pending_seats else None
            if asked is None or (asked.what, asked.sees) != (entry.what, entry.sees):
                raise BadRecord(
                    f"seat {entry.seat} answers {entry.what!r} here, but the rules ask {_due(table)}"
                )
            if entry.key in (CONCEDE, OFFER_TIE, UNDO):
                raise BadRecord(f"{entry.key!r} is not an option")
            table.answer(entry.seat, entry.key)
        case Undone() | RollUndone():
            _undo(table, entry)
        case Conceded():
            table.answer(entry.seat, CONCEDE)
        case TieOffered():
            table.answer(entry.seat, OFFER_TIE)
        case TieAnswered():
            if table.tie_offer is None:
                raise BadRecord("no tie was offered")
            table.answer(entry.seat, "accept" if entry.accept else "decline")


def _undo(table: Table[Any], entry: Undone | RollUndone) -> None:
    undo = table.undo_last_roll if isinstance(entry, RollUndone) else table.undo_last_answer
    undo(entry.seat)


def _for(sees: Sees) -> str:
    return "" if sees is None else f" for seat {' and '.join(map(str, sees))}"


def _due(table: Table[Any]) -> str:
    if table.outcome is not None:
        return "nothing: the game is over"
    if table.chance is not None:
        return f"a roll of {table.chance.stream!r}{_for(table.chance.sees)}"
    asked = [
        f"seat {seat} for {request.what!r}"
        for seat in table.pending_seats
        if (request := table.request_for(seat))
    ]
    return " and ".join(asked)


def resume_record(record: Record) -> Table[Any]:
    """The table to play on from, with its dice where the record has them."""
    if record.whistle is None:
        table = replay_record(record)
    else:
        table = _from_whistle(record, record.whistle)
    table.take_dice(record_dice(record))
    return table


def _from_whistle(record: Record, whistle: Whistle) -> Table[Any]:
    game = record_game(record)
    try:
        state = msgspec.convert(whistle.state, game.state_type)
        events: list[RecordedEvent] = [event_from_record(event) for event in whistle.events]
        before = record.entries[: whistle.entries]
        table = Table.resume(game, game.save(state), before, events)
        table.dice = typed_dice(record.dice.kind)
    except Exception as error:  # the snapshot is a stranger's data too
        raise BadRecord(f"its snapshot cannot be used: {type(error).__name__}: {error}") from error
    apply_entries(table, record.entries[whistle.entries :])
    return table


def record_dice(record: Record) -> Dice | None:
    """The record's dice, wound to the end of its entries; None where it does not have them."""
    line = record.dice
    taken = Counter(entry.stream for entry in record.entries if isinstance(entry, Rolled))
    if line.kind == "fair" and line.secrets:
        return FairDice(line.secrets, line.nonces, taken)
    if line.kind == "fast" and line.seed is not None:
        dice = FastDice(line.seed)
        for _ in range(sum(taken.values())):
            dice.rng.random()
        return dice
    return typed_dice(line.kind)


if not TYPE_CHECKING:
    __getattr__ = renamed_names(__name__, {"of_table": "record_of_table"})
