"""Everything that can happen in a league, as entries of its journal. Nothing is ever erased from it.

No act holds a secret: links and lineups are kept elsewhere, and the league's own secret is told by the last
act.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.league.journal.league import FranchiseManager, League, Role
from fieldhouse.league.journal.results import FixtureResult
from fieldhouse.store.league_schema import JournalRow, journal_link


class _Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="act"):
    """Base: `act` tells the kind."""


class Founded(_Act, frozen=True, tag="founded"):
    """The league, as agreed."""

    league: League


class RulesSet(_Act, frozen=True, tag="rules"):
    """Other house rules, from the next stage on."""

    options: dict[str, Any]
    materials: dict[str, Any]
    reason: str = ""


class MemberJoined(_Act, frozen=True, tag="joined"):
    """Somebody takes part, under the next number."""

    member: int
    name: str
    role: Role


class RoleGiven(_Act, frozen=True, tag="role"):
    """A member has another role."""

    member: int
    role: Role
    reason: str = ""


class LinkIssued(_Act, frozen=True, tag="link"):
    """A member got a new link; the earlier ones and the devices they let in are shut out."""

    member: int


class ChairGiven(_Act, frozen=True, tag="chair"):
    """A franchise has another manager: a new manager, a coach, a stand-in, or its manager is back."""

    franchise: int
    chair: FranchiseManager
    reason: str = ""


class LineUpLeft(_Act, frozen=True, tag="line-up"):
    """A franchise left a lineup behind. `digest` binds it: it is hashed with a salt."""

    franchise: int
    digest: str


class LotDrawn(_Act, frozen=True, tag="lot"):
    """A lot, by the league's dice."""

    lot: str
    drawn: tuple[int, ...]


class GameBegun(_Act, frozen=True, tag="begun"):
    """An attempt at a fixture is played at a table."""

    fixture: str
    attempt: int
    home: int
    visitor: int
    table: str


class GameEntered(_Act, frozen=True, tag="result"):
    """A result that counts from now on."""

    result: FixtureResult
    reason: str = ""


class ScoreTyped(_Act, frozen=True, tag="typed"):
    """One side typed a result; it counts when the other confirms it."""

    result: FixtureResult
    franchise: int


class ScoreConfirmed(_Act, frozen=True, tag="confirmed"):
    """The other side, or the commissioner, confirmed the typed result."""

    fixture: str


class ScoreDisputed(_Act, frozen=True, tag="disputed"):
    """The typed result is not what the other side saw: the fixture is open again."""

    fixture: str
    reason: str


class GameCorrected(_Act, frozen=True, tag="corrected"):
    """Another result in place of the one that stood."""

    result: FixtureResult
    reason: str


class GameAnnulled(_Act, frozen=True, tag="replay"):
    """The attempt does not count: the fixture is played again."""

    fixture: str
    attempt: int
    home: int
    visitor: int
    reason: str


class DeadlineSet(_Act, frozen=True, tag="deadline"):
    """Games of a stage (`week 3`), or one fixture, are due at this moment, written with its time zone."""

    of: str
    at: str
    reason: str = ""


class LeaguePaused(_Act, frozen=True, tag="paused"):
    """Nothing is due until it goes on."""

    reason: str


class LeagueResumed(_Act, frozen=True, tag="resumed"):
    """It goes on; deadlines still ahead move by the length of the pause."""

    reason: str = ""


class HandedOver(_Act, frozen=True, tag="handed-over"):
    """Another member is commissioner; whoever it was manages or reads on."""

    member: int
    reason: str = ""


class LeagueOver(_Act, frozen=True, tag="over"):
    """The champion stands, and the secret is told: everybody can derive every lot and roll again."""

    champion: int
    secret: str


Act: TypeAlias = (
    Founded | RulesSet | MemberJoined | RoleGiven | LinkIssued | ChairGiven | LineUpLeft | LotDrawn
    | GameBegun | GameEntered | ScoreTyped | ScoreConfirmed | ScoreDisputed | GameCorrected | GameAnnulled
    | DeadlineSet | LeaguePaused | LeagueResumed | HandedOver | LeagueOver
)  # fmt: skip


_ACT = msgspec.json.Decoder(Act)
_JSON = msgspec.json.Encoder()  # charts and cards keep the order of their rows


class BrokenChain(FieldhouseError):
    """A journal that was changed afterwards; says at which entry (counted from 1)."""

    def __init__(self, entry: int, what: str) -> None:
        self.entry, self.what = entry, what
        super().__init__(f"log entry {entry}: {what}")


class JournalEntry(msgspec.Struct, frozen=True):
    """One act: when (seconds since 1970), by whom (a member's number, or -1 for the server)."""

    n: int
    at: float
    who: int
    act: Act


def encode_act(act: Act) -> str:
    """As the journal keeps it."""
    return _JSON.encode(act).decode()


def read_entry(row: JournalRow) -> JournalEntry:
    """One line of the journal; BrokenChain if it is no act."""
    try:
        return JournalEntry(row.n, row.at, row.who, _ACT.decode(row.body))
    except msgspec.MsgspecError as error:
        raise BrokenChain(row.n + 1, f"it can't be read: {error}") from None


def check_chain(league_id: str, rows: Sequence[JournalRow]) -> str:
    """The last link, if every entry fits the one before it; BrokenChain names the first that does not."""
    before = league_id
    for number, row in enumerate(rows):
        if row.n != number:
            raise BrokenChain(number + 1, f"it has the number {row.n + 1}: an entry is missing or duplicated")
        if row.chain != journal_link(before, row.n, row.at, row.who, row.body):
            raise BrokenChain(number + 1, "its hash doesn't match: the entry was changed afterward")
        before = row.chain
    return before
