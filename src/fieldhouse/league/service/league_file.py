"""A whole league in one file of JSON lines, for any store: a member's copy, or the commissioner's.

The file holds the journal, the records and their materials; fixtures, lines and tables are made again from
them. The commissioner's copy has the secret, the lineups and the hashes of links besides, so that the league
goes on where it is taken to. A member's copy has none of these: it can be read and proved.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.fair import commitment
from fieldhouse.league.journal.acts import BrokenChain, check_chain, read_entry
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.packed_record import unpack_record
from fieldhouse.league.service.derive import rebuild_league
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.store.league_schema import JournalRow, KeptRecord, LeagueRow

FORMAT = 1
_JSON = msgspec.json.Encoder()


class BadLeagueFile(FieldhouseError):
    """A file that is no league, or was changed; says on which line."""

    def __init__(self, line: int, what: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {what}")


class LeagueFileHead(msgspec.Struct, forbid_unknown_fields=True):
    """The first line of a league file: which league it is, and whose copy."""

    format: int = msgspec.field(name="fieldhouse-league")
    copy: Literal["member", "commissioner"]
    id: str
    title: str
    game: str
    status: str
    created: float
    head: str


class JournalLine(JournalRow, tag="journal"):
    """An entry of the journal."""


class MaterialLine(msgspec.Struct, tag="material"):
    """A material that records name by its hash."""

    hash: str
    body: bytes


class RecordLine(msgspec.Struct, tag="record"):
    """The record of an attempt."""

    fixture: str
    attempt: int
    digest: str
    body: bytes


class SecretLine(msgspec.Struct, tag="secret"):
    """What only the commissioner's copy has: the secret, lineups by franchise, links by their hash."""

    secret: str
    lineups: dict[int, str]
    links: list[tuple[str, int]]


FileLine = JournalLine | MaterialLine | RecordLine | SecretLine
_LINE: msgspec.json.Decoder[FileLine] = msgspec.json.Decoder(FileLine)


def export_league(service: LeagueService, league_id: str, *, commissioner: bool) -> str:
    """The text of a league file."""
    store = service.store
    row = store.leagues.row(league_id)
    copy: Literal["member", "commissioner"] = "commissioner" if commissioner else "member"
    head = LeagueFileHead(FORMAT, copy, row.id, row.title, row.game, row.status, row.created, row.head)
    lines: list[Any] = [head]
    lines += [JournalLine(e.n, e.at, e.who, e.body, e.chain) for e in store.leagues.journal(league_id)]
    records = store.leagues.records(league_id)
    lines += [
        MaterialLine(name, body) for name, body in sorted(store.leagues.all_materials(league_id).items())
    ]
    lines += [RecordLine(name, kept.attempt, kept.digest, kept.body) for name, kept in records]
    if commissioner:
        lines.append(SecretLine(row.secret, store.leagues.lineups(league_id), store.leagues.links(league_id)))
    return "".join(_JSON.encode(line).decode() + "\n" for line in lines)


class _Read(msgspec.Struct):
    head: LeagueFileHead
    journal: list[JournalRow] = []
    at: list[int] = []
    """On which line each entry of the journal stands."""
    materials: dict[str, bytes] = {}
    records: list[tuple[str, KeptRecord]] = []
    secret: SecretLine | None = None


def import_league(service: LeagueService, text: str) -> str:
    """Take a league in, whole or not at all; its id. BadLeagueFile names the line that is wrong."""
    read = _read(text)
    try:
        last = check_chain(read.head.id, read.journal)
    except BrokenChain as error:
        line = read.at[min(error.entry, len(read.at)) - 1] if read.at else 1
        raise BadLeagueFile(line, str(error)) from None
    if last != read.head.head:
        raise BadLeagueFile(read.at[-1] if read.at else 1, "the log ends too early: entries are missing")
    journal = LeagueJournal(read.head.id)
    for line, row_of_journal in zip(read.at, read.journal, strict=True):
        try:
            journal.add(read_entry(row_of_journal))
        except Exception as error:  # whoever wrote the file may have chained nonsense
            raise BadLeagueFile(line, f"this entry does not match the ones before it ({error!r})") from None
    told = read.secret.secret if read.secret is not None else journal.secret
    if told and commitment(told) != journal.league.commitment:
        raise FieldhouseError("the secret in this file does not match the league's commitment")
    _check_records(journal, read)
    row = LeagueRow(
        id=read.head.id,
        title=journal.league.title,
        game=journal.league.game,
        status=read.head.status,
        secret=told,
        created=read.head.created,
        updated=read.journal[-1].at,
    )
    service.store.leagues.import_league(
        row,
        read.journal,
        read.records,
        read.materials,
        read.secret.lineups if read.secret is not None else {},
        read.secret.links if read.secret is not None else [],
    )
    rebuild_league(service, service.journal(row.id))
    return row.id


def _read(text: str) -> _Read:
    numbered = ((n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip())
    try:
        _, first = next(numbered, (1, ""))
        head = msgspec.json.decode(first, type=LeagueFileHead)
    except msgspec.MsgspecError as error:
        raise BadLeagueFile(
            1, f"this isn't a Fieldhouse league file ({error}); export one with `fieldhouse league export`"
        ) from None
    if head.format != FORMAT:
        raise BadLeagueFile(1, f"this file has format {head.format}, but this version reads format {FORMAT}")
    read = _Read(head)
    for number, line in _lines(numbered):
        if isinstance(line, JournalLine):
            read.journal.append(JournalRow(line.n, line.at, line.who, line.body, line.chain))
            read.at.append(number)
        elif isinstance(line, MaterialLine):
            if _hash(line.body) != line.hash:
                raise BadLeagueFile(number, "this chart or team was changed after the export")
            read.materials[line.hash] = line.body
        elif isinstance(line, RecordLine):
            kept = KeptRecord(line.attempt, line.digest, line.body)
            read.records.append((line.fixture, kept))
        else:
            read.secret = line
    return read


def _lines(numbered: Iterator[tuple[int, str]]) -> Iterator[tuple[int, FileLine]]:
    for number, line in numbered:
        try:
            yield number, _LINE.decode(line)
        except msgspec.MsgspecError as error:
            raise BadLeagueFile(number, f"this line is damaged: {error}") from None


def _hash(body: bytes) -> str:
    try:
        return hashlib.sha256(zlib.decompress(body)).hexdigest()
    except zlib.error:
        return ""


def _check_records(journal: LeagueJournal, read: _Read) -> None:
    """Every record that a result names is here, and is that record."""
    kept = {(name, record.attempt): record for name, record in read.records}
    for name, tried in journal.attempts.items():
        for attempt in tried:
            result = attempt.result
            if result is None or not result.record:
                continue
            record = kept.get((name, attempt.number))
            if record is None or record.digest != result.record:
                raise FieldhouseError(f"{name}: the record of this game is missing from the file")
            unpack_record(record, lambda names: read.materials)
