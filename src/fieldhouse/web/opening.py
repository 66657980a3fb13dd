"""How tables come to be: set up, joined, played again, branched off, imported.

Dice are committed to before people's nonces arrive: the page that sets up a table carries a token, the
server's secret follows from the token and its own key, and its commitment stands on that page. A token
serves once, so nobody can reuse it after its secret was revealed.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.entries import Entry
from fieldhouse.kernel.errors import BadChart, BadOptions, NotYourTurn
from fieldhouse.kernel.fair import commitment
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table
from fieldhouse.store.layout import SeatRow, TableRow
from fieldhouse.store.tables import Change, Conflict
from fieldhouse.web.house import House
from fieldhouse.web.live import HouseFull, Live, NoSuchTable, NotYourSeat, digest, new_token

MODES = ("coach", "hotseat", "both", "link", "solo")
TOKEN_AGE = 7 * 24 * 3600.0
_NONCE = re.compile(r"[0-9A-Za-z_-]{8,64}")
USED_UP = (
    "this invitation was used already or never existed; a seat you took is under My tables, "
    "otherwise ask for a new invitation"
)


class Wish(msgspec.Struct, kw_only=True):
    """What somebody asks for when setting up a table."""

    game: str
    opponent: str = ""
    """`coach:starter`, `hotseat` (curtain), `both` (one person, no curtain), `link`, or `solo`."""
    length: str = ""
    options: dict[str, Any] = {}
    charts: dict[str, str] = {}
    seat: str = "0"
    """A seat's number, or `any`."""
    name: str = ""
    dice: str = "fair"
    deadline: int = 0
    """Minutes for each answer at a table by link; 0 for none."""
    on_deadline: str = "coach"
    token: str = ""
    nonce: str = ""


class Opened(msgspec.Struct):
    """A new table, with the invitations to its free seats (shown once; only hashes are kept)."""

    id: str
    invites: dict[int, str] = {}


# Tokens for the dice


def issue(house: House) -> tuple[str, str]:
    """A token for a new table's dice and the commitment to show beside it."""
    token = f"{int(time.time()):x}.{secrets.token_hex(16)}"
    return token, commitment(_secret(house, token))


def _secret(house: House, token: str) -> str:
    return hmac.new(house.secret.encode(), f"dice/{token}".encode(), hashlib.sha256).hexdigest()


def _redeem(house: House, token: str) -> str:
    """The secret of a token that this server issued lately."""
    found = re.fullmatch(r"([0-9a-f]{1,12})\.[0-9a-f]{32}", token)
    if not found or not time.time() - TOKEN_AGE < int(found.group(1), 16) < time.time() + 60:
        raise BadOptions("this page is too old: load it again, so that the dice are committed to afresh")
    return _secret(house, token)


def clean_name(name: str) -> str:
    """A person's name for the page: printable, one line, at most 32 characters."""
    kept = "".join(c if unicodedata.category(c)[0] not in "C" else " " for c in name)
    return " ".join(kept.split())[:32].strip()


def _nonce(given: str) -> tuple[str, str]:
    """The person's own nonce, or one by the server (which then proves nothing; the page says so)."""
    if _NONCE.fullmatch(given):
        return given, "person"
    return secrets.token_hex(16), "server"


# Setting up


def create(house: House, wish: Wish, holder: str) -> Opened:
    """Set up a table for the person whose token has this hash, and begin if nobody is missing."""
    folder = registry.find(wish.game)
    _check_room(house, holder)
    game = _open_game(folder, wish)
    mode, level = _mode(folder, wish)
    me = _seat(folder, wish)
    chairs = _chairs(folder, mode, level, me, holder)
    nonce, by = _nonce(wish.nonce)
    for chair in chairs:
        if chair.holder == holder:
            chair.name = clean_name(wish.name) if chair.seat == me or mode != "hotseat" else ""
            chair.nonce, chair.nonce_by = (nonce, by) if chair.seat == me else _nonce("")
    invites = {}
    for chair in chairs:
        if mode == "link" and chair.holder is None:
            invites[chair.seat] = new_token()
            chair.invite = digest(invites[chair.seat])
    row = _row(house, game, mode, wish.length)
    row.dice = "typed" if wish.dice == "typed" else "fair"
    row.secret = _redeem(house, wish.token)
    if mode == "link":
        row.deadline = max(0, min(wish.deadline, 60 * 24 * 30))
        row.on_deadline = "claim" if wish.on_deadline == "claim" else "coach"
    kept = keep(house, row, chairs, (), commitment(row.secret))
    return Opened(kept, invites if kept == row.id else {})


def keep(
    house: House, row: TableRow, chairs: Sequence[SeatRow], log: Sequence[Entry], used: str | None
) -> str:
    """Keep the table and begin at once if nobody is missing. A used commitment leads to its first table."""
    row.size = len(log)
    kept = house.store.create(row, chairs, log, used)
    if kept == row.id and all(chair.kind == "coach" or chair.nonce for chair in chairs):
        begin(house, row.id)
    return kept


def _check_room(house: House, holder: str) -> None:
    if house.store.count() >= house.settings.max_tables:
        raise HouseFull("the house is full: every table is taken. Please come back later")
    mine = {row.id for row, _ in house.store.seats_of(holder, 2 * house.settings.max_tables_per_person)}
    if len(mine) >= house.settings.max_tables_per_person:
        raise HouseFull(f"you already have {len(mine)} tables; delete one to start another")


def _open_game(folder: registry.Folder, wish: Wish) -> Game[Any]:
    options = {name: value for name, value in wish.options.items() if value != ""}
    charts = {}
    for name, text in wish.charts.items():
        if text.strip():
            if name not in folder.meta.materials:
                raise BadChart([f"{folder.meta.title} has no chart {name!r}"])
            charts[name] = folder.game.read_material(name, text)
    return folder.open(options, charts, length=wish.length or None)


def _mode(folder: registry.Folder, wish: Wish) -> tuple[str, str]:
    """The kind of table and the coach's level."""
    if len(folder.meta.seats) == 1:
        return "solo", ""
    kind, _, level = wish.opponent.partition(":")
    if kind == "coach":
        if level not in folder.meta.levels:
            raise BadOptions(
                f"{folder.meta.title} has no coach {level!r}; it has {', '.join(folder.meta.levels)}"
            )
        return kind, level
    if kind not in MODES or kind == "solo":
        raise BadOptions(f"opponent {wish.opponent!r} is not one of coach:<level>, hotseat, both, link")
    return kind, ""


def _seat(folder: registry.Folder, wish: Wish) -> Seat:
    count = len(folder.meta.seats)
    if wish.seat == "any":
        return secrets.randbelow(count)
    if not re.fullmatch(r"[0-9]", wish.seat) or int(wish.seat) >= count:
        raise BadOptions(f"seat {wish.seat!r} is not one of 0 to {count - 1}, or any")
    return int(wish.seat)


def _chairs(folder: registry.Folder, mode: str, level: str, me: Seat, holder: str) -> list[SeatRow]:
    chairs = []
    for seat in range(len(folder.meta.seats)):
        if seat == me or mode in ("hotseat", "both", "solo"):
            chairs.append(SeatRow(seat=seat, holder=holder))
        elif mode == "coach":
            chairs.append(SeatRow(seat=seat, kind="coach", level=level, name=f"coach {level}"))
        else:
            chairs.append(SeatRow(seat=seat))
    return chairs


def _row(house: House, game: Game[Any], mode: str, length: str) -> TableRow:
    now = time.time()
    return TableRow(
        id=secrets.token_urlsafe(12),
        game=game.meta.name,
        setup=house.keep_setup(game),
        mode=mode,
        length=length,
        created=now,
        updated=now,
        secret=secrets.token_hex(32),
        salt=secrets.token_hex(16),
    )


# Beginning


def begin(house: House, table_id: str) -> Live:
    """Everybody is here: the first dice fall. Does nothing if the game has begun or somebody is missing."""
    live = house.look(table_id)
    with live.lock:
        if live.table is not None or any(c.kind == "person" and not c.nonce for c in live.seats):
            return live
        kept = house.store.load(table_id)
        if kept is None:
            raise NoSuchTable("this table does not exist any more")
        table: Table[Any] = Table(live.game)
        record.apply_all(table, kept.entries)
        table.take_dice(live.fresh_dice(table.entries))
        live.table = table
        with suppress(Conflict):  # another process began it
            house.store.write(Change(live.row, house.header(live), table.entries[len(kept.entries) :]))
        house.reset(live)
    return live


def join(house: House, token: str, holder: str, name: str, nonce: str) -> Live:
    """Take the seat an invitation leads to. The invitation is used up."""
    found = house.store.invited(digest(token))
    if found is None:
        raise NoSuchTable(USED_UP)
    table_id, seat = found
    live = house.look(table_id)
    with live.lock:
        chair = live.seats[seat]
        if live.held_by(holder) or chair.holder is not None:
            raise NotYourTurn("you already sit at this table; send the link to somebody else")
        chair = msgspec.structs.replace(chair, holder=holder, name=clean_name(name), invite=None)
        chair.nonce, chair.nonce_by = _nonce(nonce)
        try:
            house.store.write(Change(live.row, chairs=[chair]))
        except Conflict:
            raise NotYourTurn("somebody else took the seat in this moment") from None
        finally:
            house.reset(live)
    return begin(house, table_id)


def invite_again(house: House, table_id: str, holder: str) -> dict[Seat, str]:
    """New invitations to the free seats for who lost the first ones, which serve no more."""
    live = house.look(table_id)
    with live.lock:
        if not live.held_by(holder):
            raise NotYourSeat("only who sits at the table may invite others")
        free = [msgspec.structs.replace(c) for c in live.seats if c.kind == "person" and c.holder is None]
        if not free:
            raise NotYourTurn("every seat at this table is taken")
        invites = {chair.seat: new_token() for chair in free}
        for chair in free:
            chair.invite = digest(invites[chair.seat])
        try:
            house.store.write(Change(live.row, chairs=free))
        except Conflict:
            raise NotYourTurn("somebody took the seat in this moment") from None
        finally:
            house.reset(live)
    return invites


def ready(house: House, table_id: str, holder: str, nonce: str) -> Live:
    """A person whose seat is kept for them (a rematch) says that they are there."""
    live = house.look(table_id)
    with live.lock:
        held = [live.seats[seat] for seat in live.held_by(holder)]
        mine = [msgspec.structs.replace(chair) for chair in held if chair.nonce is None]
        for chair in mine:
            chair.nonce, chair.nonce_by = _nonce(nonce)
        if mine:
            try:
                house.store.write(Change(live.row, chairs=mine))
            finally:
                house.reset(live)
    return begin(house, table_id)


def seat_link(house: House, live: Live, seat: Seat) -> str:
    """A token that opens this seat from another device; shown once."""
    token = new_token()
    with live.lock:
        house.store.add_key(digest(token), live.id, seat)
        _touch(house, live)
    return token


def _touch(house: House, live: Live) -> None:
    """Tell other processes that something about the table changed."""
    with suppress(Conflict):  # then they look again anyway
        house.store.write(Change(live.row))
    house.reset(live)


def open_seat(house: House, token: str, holder: str) -> str:
    """Somebody comes by a seat link: from now on their own token opens the seat too."""
    found = house.store.key(digest(token))
    if found is None:
        raise NotYourSeat("this seat link is not known here; perhaps the table was deleted")
    table_id, seat = found
    live = house.look(table_id)
    with live.lock:
        if seat not in live.held_by(holder):
            house.store.add_key(holder, table_id, seat)
            _touch(house, live)
    return table_id


# Again


def rematch(house: House, table_id: str, holder: str, token: str, nonce: str) -> str:
    """The same people at a new table; whoever asks second is led to the first one's table."""
    secret = _redeem(house, token)
    return _next_table(house, table_id, holder, nonce, secret)


def same_dice(house: House, table_id: str, holder: str) -> str:
    """The same people once more with the same dice. The game before is over, so they are no secret now."""
    return _next_table(house, table_id, holder, "", None)


def _next_table(house: House, table_id: str, holder: str, nonce: str, secret: str | None) -> str:
    live = house.look(table_id)
    with live.lock:
        if live.row.status != "over":
            raise NotYourTurn("the game is not over yet")
        if not live.held_by(holder):
            raise NotYourSeat("only who sat at the table may ask for a rematch")
        if live.row.successor is not None and secret is not None:
            return live.row.successor
        row = _row(house, live.game, live.row.mode, live.row.length)
        row.dice, row.deadline, row.on_deadline = live.row.dice, live.row.deadline, live.row.on_deadline
        row.origin_table, row.origin_kind = live.id, "rematch" if secret else "same dice"
        row.secret = secret or live.row.secret
        chairs = [_again(chair, holder, nonce, fresh=secret is not None) for chair in live.seats]
        kept = keep(house, row, chairs, (), commitment(secret) if secret else None)
        if secret is not None:
            house.store.write(Change(live.row, {"successor": kept}))
    return kept


def _again(chair: SeatRow, holder: str, nonce: str, *, fresh: bool) -> SeatRow:
    """The same chair at the next table. Others bring their own nonce when they come."""
    new = msgspec.structs.replace(chair, invite=None)
    if chair.kind == "person" and fresh:
        mine = chair.holder == holder
        new.nonce, new.nonce_by = _nonce(nonce) if mine else (None, "")
    return new


def branch(house: House, table_id: str, holder: str, at: int, opponent: str) -> str:
    """What if: a new table from entry `at` of a finished game, with fresh dice; the old one stays."""
    live = house.look(table_id)
    with live.lock:
        if live.row.status != "over":
            raise NotYourTurn("a game still running has no branches: its secrets and dice are its own")
        log = live.started.entries[: max(0, at)]
        _check_room(house, holder)
        wish = Wish(game=live.row.game, opponent=opponent)
        mode, level = _mode(live.folder, wish)
        if mode == "link":
            raise BadOptions("a branch is played against a coach or by one person for both sides")
        me = next(iter(live.held_by(holder)), 0)
        chairs = _chairs(live.folder, mode, level, me, holder)
        for chair in chairs:
            if chair.kind == "person":
                chair.nonce, chair.nonce_by = _nonce("")
        row = _row(house, live.game, mode, live.row.length)
        row.prefix = len(log)
        row.origin_table, row.origin_kind = live.id, f"branch at {len(log)}"
    return keep(house, row, chairs, log, None)


def bring(house: House, text: bytes, holder: str, opponent: str = "both") -> str:
    """Import a record: a finished game to look at, an unfinished one to play on."""
    found = record.read(text)
    table = record.replay(found)
    folder = registry.find(found.game)
    _check_room(house, holder)
    mode, level = _mode(folder, Wish(game=found.game, opponent=opponent))
    chairs = _chairs(folder, mode, level, 0, holder)
    lines = found.seats if len(found.seats) == len(chairs) else ()
    for chair, line in zip(chairs, lines or [None] * len(chairs), strict=True):
        if chair.kind == "person":
            chair.name = clean_name(line.name) if line is not None else ""
            chair.nonce, chair.nonce_by = _nonce("")
    row = _row(house, table.game, mode, "")
    row.prefix, row.origin_kind = max(1, len(found.entries)), "import"
    row.dice = "typed" if found.dice.kind == "typed" and found.outcome is None else "fair"
    return keep(house, row, chairs, found.entries, None)


def delete(house: House, table_id: str, holder: str) -> None:
    """Delete a table that is over or that has nobody else at it."""
    live = house.look(table_id)
    with live.lock:
        if not live.held_by(holder):
            raise NotYourSeat("only who sits at a table may delete it")
        others = [c for c in live.seats if c.kind == "person" and c.holder not in (None, holder)]
        if others and live.row.status == "live":
            raise NotYourTurn("somebody else is playing here: concede first, then the table can be deleted")
        house.store.delete(table_id)
        house.forget(table_id)


def wish_from_form(game: str, form: Mapping[str, Any]) -> Wish:
    """The set-up form as a wish; options are the fields `o.<name>`, charts `chart.<name>`."""
    plain = {name: str(value) for name, value in form.items() if isinstance(value, str)}
    try:
        deadline = int(plain.get("deadline") or 0)
    except ValueError:
        raise BadOptions("the deadline is a number of minutes") from None
    return Wish(
        game=game,
        opponent=plain.get("opponent", ""),
        length=plain.get("length", ""),
        options={name[2:]: value for name, value in plain.items() if name.startswith("o.")},
        charts={name[6:]: value for name, value in plain.items() if name.startswith("chart.")},
        seat=plain.get("seat", "0"),
        name=plain.get("name", ""),
        dice=plain.get("dice", "fair"),
        deadline=deadline,
        on_deadline=plain.get("on_deadline", "coach"),
        token=plain.get("token", ""),
        nonce=plain.get("nonce", ""),
    )
