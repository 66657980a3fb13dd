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
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.entries import Entry
from fieldhouse.kernel.errors import BadChart, BadOptions, NotYourTurn
from fieldhouse.kernel.fair import commitment
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.players import go_alone
from fieldhouse.kernel.record import Record
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table
from fieldhouse.store import timepiece
from fieldhouse.store.layout import SeatRow, TableRow
from fieldhouse.store.tables import Creation, Kept
from fieldhouse.web import rebuild
from fieldhouse.web.guests import guests
from fieldhouse.web.house import Done, House
from fieldhouse.web.live import HouseFull, Live, NoSuchTable, NotYourSeat, digest, new_token
from fieldhouse.web.setups import Bound
from fieldhouse.web.threads import in_thread

ME, LINK = "me", "link"
MODES = ("coach", "hotseat", "both", "link", "solo")
MOST_SEATS = 32
MOST_PACE, MOST_RESERVE = 3600, 24 * 3600
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
    plan: list[str] = []
    """In place of opponent and seat, one word a chair: `me`, `link`, `coach:<level>`, `with:<table>:<seat>`
    (the person who sits there, at a table of mine)."""
    name: str = ""
    dice: str = "fair"
    deadline: int = 0
    """Minutes for each answer at a table by link; 0 for none."""
    on_deadline: str = "coach"
    pace: int = 0
    """Seconds for each answer in a draft or an auction with a clock; 0 for none."""
    reserve: int = 0
    """Seconds beyond the pace that each seat has for the whole of it."""
    token: str = ""
    nonce: str = ""


class Opened(msgspec.Struct):
    """A new table, with the invitations to its free seats (shown once; only hashes are kept)."""

    id: str
    invites: dict[int, str] = {}


# Tokens for the dice


def issue(house: House) -> tuple[str, str]:
    """A token for a new table's dice and the commitment to show beside it."""
    token = f"{int(timepiece.now()):x}.{secrets.token_hex(16)}"
    return token, commitment(_secret(house, token))


def _secret(house: House, token: str) -> str:
    return hmac.new(house.secret.encode(), f"dice/{token}".encode(), hashlib.sha256).hexdigest()


def _redeem(house: House, token: str) -> str:
    """The secret of a token that this server issued lately."""
    found = re.fullmatch(r"([0-9a-f]{1,12})\.[0-9a-f]{32}", token)
    if not found or not timepiece.now() - TOKEN_AGE < int(found.group(1), 16) < timepiece.now() + 60:
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


async def create(house: House, wish: Wish, holder: str) -> Opened:
    """Set up a table for the person whose token has this hash, and begin if nobody is missing."""
    folder = house.setups.folder(wish.game)
    secret = _redeem(house, wish.token)
    await _check_room(house, holder)
    bound = await in_thread(_bind, house, folder, wish)
    seats = len(bound.game.seats)
    if wish.plan:
        plan, mode = wish.plan, _mode_of(wish.plan, seats)
    else:
        mode, level = _mode(house, folder, wish, seats)
        plan = _plan(mode, level, _seat(wish, seats), seats)
    chairs = await _chairs(house, folder, plan, holder)
    invites = {}
    nonce, by = _nonce(wish.nonce)
    for chair in chairs:
        first = chair.seat == plan.index(ME)
        if chair.holder == holder:
            chair.name = clean_name(wish.name) if first or mode != "hotseat" else ""
            chair.nonce, chair.nonce_by = (nonce, by) if first else _nonce("")
        elif chair.kind == "person" and chair.holder is None:
            invites[chair.seat] = new_token()
            chair.invite = digest(invites[chair.seat])
    row = _row(bound, mode, wish.length, holder)
    row.dice = "typed" if wish.dice == "typed" else "fair"
    row.secret = secret
    if mode == "link":
        row.deadline = max(0, min(wish.deadline, 60 * 24 * 30))
        row.on_deadline = "claim" if wish.on_deadline == "claim" else "coach"
    _set_clock(folder, wish, row, chairs)
    kept = await keep(house, folder, bound, row, chairs, (), commitment(secret))
    return Opened(kept, invites if kept == row.id else {})


def _set_clock(folder: registry.Folder, wish: Wish, row: TableRow, chairs: Sequence[SeatRow]) -> None:
    """The clock of a draft or an auction, in place of a deadline."""
    if not wish.pace and not wish.reserve:
        return
    if folder.wishes is None:
        raise BadOptions(f"{folder.meta.title} has no clock; a deadline can be set for tables by link")
    if not 5 <= wish.pace <= MOST_PACE or not 0 <= wish.reserve <= MOST_RESERVE:
        raise BadOptions(
            f"the clock: {wish.pace} seconds an answer and {wish.reserve} in reserve are not "
            f"5 to {MOST_PACE} and 0 to {MOST_RESERVE}"
        )
    row.pace, row.reserve, row.deadline, row.on_deadline = wish.pace, wish.reserve, 0, "coach"
    for chair in chairs:
        chair.reserve = float(wish.reserve)


async def keep(
    house: House,
    folder: registry.Folder,
    bound: Bound,
    row: TableRow,
    chairs: list[SeatRow],
    log: Sequence[Entry],
    used: str | None,
) -> str:
    """Keep the table, begun if nobody is missing. A used commitment leads to its first table."""
    row.size = len(log)
    live = Live(Kept(row, chairs, list(log), [], []), folder, bound.game)
    if _complete(live):
        _begin(live)
        for name, value in house.header(live).items():
            setattr(row, name, value)
        row.receipt = rebuild.receipt(live)
        row.size = len(live.started.entries)
    entries = live.started.entries if live.table is not None else log
    new = Creation(row, chairs, entries, used, bound.body)
    await house.writer.create(new)
    if new.kept == row.id:
        house.count += 1
        house.admit(live)
    return new.kept


async def _check_room(house: House, holder: str) -> None:
    if house.count >= house.settings.max_tables:
        raise HouseFull("the house is full: every table is taken. Please come back later")
    mine = await in_thread(house.store.tables_of, holder)
    if mine >= house.settings.max_tables_per_person:
        raise HouseFull(f"you already have {mine} tables; delete one to start another")


def _bind(house: House, folder: registry.Folder, wish: Wish) -> Bound:
    options = {name: value for name, value in wish.options.items() if value != ""}
    charts = {}
    for name, text in wish.charts.items():
        if text.strip():
            if name not in folder.meta.materials:
                raise BadChart([f"{folder.meta.title} has no chart {name!r}"])
            charts[name] = folder.game.read_material(name, text)
    return house.setups.open(folder, options, charts, wish.length or None)


def _mode(house: House, folder: registry.Folder, wish: Wish, seats: int) -> tuple[str, str]:
    """The kind of table and the coach's level."""
    if seats == 1:
        return "solo", ""
    kind, _, level = wish.opponent.partition(":")
    if kind == "coach":
        return kind, _level(house, folder, level)
    if kind not in MODES or kind == "solo":
        raise BadOptions(f"opponent {wish.opponent!r} is not one of coach:<level>, hotseat, both, link")
    return kind, ""


def _level(house: House, folder: registry.Folder, level: str) -> str:
    levels = (*folder.meta.levels, *guests(house.settings.policies, folder.name))
    if level not in levels:
        known = ", ".join(levels)
        raise BadOptions(f"{folder.meta.title} has no coach {level!r}; it has {known}")
    return level


def _seat(wish: Wish, seats: int) -> Seat:
    if wish.seat == "any":
        return secrets.randbelow(seats)
    if not re.fullmatch(r"[0-9]{1,2}", wish.seat) or int(wish.seat) >= seats:
        raise BadOptions(f"seat {wish.seat!r} is not one of 0 to {seats - 1}, or any")
    return int(wish.seat)


def _plan(mode: str, level: str, me: Seat, seats: int) -> list[str]:
    """One opponent for all other chairs, as a plan."""
    others = {"coach": f"coach:{level}", "link": LINK}.get(mode, ME)
    return [ME if seat == me else others for seat in range(seats)]


def _mode_of(plan: Sequence[str], seats: int) -> str:
    """The kind of table that a plan gives."""
    if len(plan) != seats:
        raise BadOptions(
            f"the plan has {len(plan)} words, and this game has {seats} chairs: one word a chair"
        )
    if ME not in plan:
        raise BadOptions("nobody would sit here for you: one word of the plan must be `me`")
    if any(word == LINK or word.startswith("with:") for word in plan):
        return "link"
    if any(word != ME for word in plan):
        return "coach"
    return "both" if seats > 1 else "solo"


async def _chairs(house: House, folder: registry.Folder, plan: Sequence[str], holder: str) -> list[SeatRow]:
    """The chairs of a plan; BadOptions names the word that cannot be."""
    chairs = []
    for seat, word in enumerate(plan):
        kind, _, rest = word.partition(":")
        if word == ME:
            chairs.append(SeatRow(seat=seat, holder=holder))
        elif word == LINK:
            chairs.append(SeatRow(seat=seat))
        elif kind == "coach":
            level = _level(house, folder, rest)
            chairs.append(SeatRow(seat=seat, kind="coach", level=level, name=f"coach {level}"))
        elif kind == "with":
            chairs.append(await _known(house, seat, rest, holder))
        elif not word:
            raise BadOptions(f"chair {seat + 1}: say who sits there, as for the other chairs")
        else:
            raise BadOptions(
                f"chair {seat}: {word!r} is not one of me, link, coach:<level>, with:<table>:<seat>"
            )
    return chairs


async def _known(house: House, seat: Seat, word: str, holder: str) -> SeatRow:
    """A chair for somebody I have played with: their own token opens it, and they say when they are there."""
    table_id, _, number = word.rpartition(":")
    live = await house.look(table_id)
    chair = next((c for c in live.seats if str(c.seat) == number and c.kind == "person"), None)
    if not live.held_by(holder) or chair is None or chair.holder in (None, holder):
        raise BadOptions(f"chair {seat}: nobody whom you know sits at {word!r}")
    return SeatRow(seat=seat, holder=chair.holder, name=chair.name)


def _row(bound: Bound, mode: str, length: str, owner: str) -> TableRow:
    now = timepiece.now()
    return TableRow(
        id=secrets.token_urlsafe(12),
        game=bound.game.meta.name,
        setup=bound.name,
        mode=mode,
        length=length,
        created=now,
        updated=now,
        secret=secrets.token_hex(32),
        salt=secrets.token_hex(16),
        owner=owner,
    )


# Beginning


def _complete(live: Live) -> bool:
    return all(chair.kind == "coach" or chair.nonce for chair in live.seats)


def _begin(live: Live) -> None:
    """Everybody is here: the first dice fall."""
    table: Table[Any] = Table(live.game)
    record.apply_all(table, live.log_before)
    table.take_dice(live.fresh_dice(table.entries))
    go_alone(table)
    live.table = table


def _seated(live: Live, chairs: Sequence[SeatRow]) -> Done:
    """These chairs have changed; begin if that was what was missing."""
    live.seat_anew(chairs)
    if live.table is None and _complete(live):
        _begin(live)
    return Done(chairs=chairs)


async def join(house: House, token: str, holder: str, name: str, nonce: str) -> Live:
    """Take the seat an invitation leads to. The invitation is used up."""
    invite = digest(token)
    found = await in_thread(house.store.invited, invite)
    if found is None:
        raise NoSuchTable(USED_UP)
    table_id, seat = found

    def act(live: Live) -> Done:
        chair = live.seats[seat]
        if live.held_by(holder):
            raise NotYourTurn("you already sit at this table; send the link to somebody else")
        if chair.holder is not None or chair.invite != invite:
            raise NotYourTurn("somebody else took the seat in this moment")
        chair = msgspec.structs.replace(chair, holder=holder, name=clean_name(name), invite=None)
        chair.nonce, chair.nonce_by = _nonce(nonce)
        return _seated(live, [chair])

    return await house.change(table_id, act)


async def invite_again(house: House, table_id: str, holder: str) -> dict[Seat, str]:
    """New invitations to the free seats for who lost the first ones, which serve no more."""
    invites: dict[Seat, str] = {}

    def act(live: Live) -> Done:
        if not live.held_by(holder):
            raise NotYourSeat("only who sits at the table may invite others")
        free = [msgspec.structs.replace(c) for c in live.seats if c.kind == "person" and c.holder is None]
        if not free:
            raise NotYourTurn("every seat at this table is taken")
        for chair in free:
            invites[chair.seat] = new_token()
            chair.invite = digest(invites[chair.seat])
        return _seated(live, free)

    await house.change(table_id, act)
    return invites


async def ready(house: House, table_id: str, holder: str, nonce: str) -> Live:
    """A person whose seat is kept for them (a rematch) says that they are there."""

    def act(live: Live) -> Done:
        held = [live.seats[seat] for seat in live.held_by(holder)]
        mine = [msgspec.structs.replace(chair) for chair in held if chair.nonce is None]
        for chair in mine:
            chair.nonce, chair.nonce_by = _nonce(nonce)
        return _seated(live, mine)

    return await house.change(table_id, act)


async def seat_link(house: House, table_id: str, seat: Seat) -> str:
    """A token that opens this seat from another device; shown once."""
    token = new_token()
    await _add_key(house, table_id, seat, digest(token))
    return token


async def _add_key(house: House, table_id: str, seat: Seat, key: str) -> None:
    await house.writer.do(lambda store: store.add_key(key, table_id, seat))

    def act(live: Live) -> Done:  # the revision moves, so that other processes hear of it
        live.keys.append((key, seat))
        return Done()

    await house.change(table_id, act)


async def open_seat(house: House, token: str, holder: str) -> str:
    """Somebody comes by a seat link: from now on their own token opens the seat too."""
    found = await in_thread(house.store.key, digest(token))
    if found is None:
        raise NotYourSeat("this seat link is not known here; perhaps the table was deleted")
    table_id, seat = found
    if seat not in (await house.look(table_id)).held_by(holder):
        await _add_key(house, table_id, seat, holder)
    return table_id


# Again


async def rematch(house: House, table_id: str, holder: str, token: str, nonce: str) -> str:
    """The same people at a new table; whoever asks second is led to the first one's table."""
    secret = _redeem(house, token)
    return await _next_table(house, table_id, holder, nonce, secret)


async def same_dice(house: House, table_id: str, holder: str) -> str:
    """The same people once more with the same dice. The game before is over, so they are no secret now."""
    return await _next_table(house, table_id, holder, "", None)


async def _next_table(house: House, table_id: str, holder: str, nonce: str, secret: str | None) -> str:
    live = await house.look(table_id)
    if live.row.status != "over":
        raise NotYourTurn("the game is not over yet")
    if not live.held_by(holder):
        raise NotYourSeat("only who sat at the table may ask for a rematch")
    if live.row.successor is not None and secret is not None:
        return live.row.successor
    await _check_room(house, holder)
    bound = await in_thread(house.setups.keep, live.game)
    row = _row(bound, live.row.mode, live.row.length, holder)
    row.dice, row.deadline, row.on_deadline = live.row.dice, live.row.deadline, live.row.on_deadline
    row.pace, row.reserve = live.row.pace, live.row.reserve
    row.origin_table, row.origin_kind = live.id, "rematch" if secret else "same dice"
    row.secret = secret or live.row.secret
    chairs = [_again(chair, holder, nonce, fresh=secret is not None) for chair in live.seats]
    for chair in chairs:
        chair.reserve, chair.wishes, chair.autopick = float(row.reserve), "[]", "off"
    kept = await keep(house, live.folder, bound, row, chairs, (), commitment(secret) if secret else None)
    if secret is None:
        return kept
    following = kept

    def act(live: Live) -> Done:
        nonlocal following
        following = live.row.successor or kept
        return Done(values={"successor": following})

    await house.change(table_id, act)
    if following != kept:  # somebody else asked in the same moment: one table is enough
        await _delete(house, kept)
    return following


def _again(chair: SeatRow, holder: str, nonce: str, *, fresh: bool) -> SeatRow:
    """The same chair at the next table. Others bring their own nonce when they come."""
    new = msgspec.structs.replace(chair, invite=None)
    if chair.kind == "person" and fresh:
        mine = chair.holder == holder
        new.nonce, new.nonce_by = _nonce(nonce) if mine else (None, "")
    return new


async def branch(house: House, table_id: str, holder: str, at: int, opponent: str) -> str:
    """What if: a new table from entry `at` of a finished game, with fresh dice; the old one stays."""
    live = await house.look(table_id)
    if live.row.status != "over":
        raise NotYourTurn("a game still running has no branches: its secrets and dice are its own")
    log = live.started.entries[: max(0, at)]
    seats = len(live.seats)
    mode, level = _mode(house, live.folder, Wish(game=live.row.game, opponent=opponent), seats)
    if mode == "link":
        raise BadOptions("a branch is played against a coach or by one person for both sides")
    await _check_room(house, holder)
    me = next(iter(live.held_by(holder)), 0)
    chairs = await _chairs(house, live.folder, _plan(mode, level, me, seats), holder)
    for chair in chairs:
        if chair.kind == "person":
            chair.nonce, chair.nonce_by = _nonce("")
    bound = await in_thread(house.setups.keep, live.game)
    row = _row(bound, mode, live.row.length, holder)
    row.prefix = len(log)
    row.origin_table, row.origin_kind = live.id, f"branch at {len(log)}"
    return await keep(house, live.folder, bound, row, chairs, log, None)


async def bring(house: House, text: bytes, holder: str, opponent: str = "both") -> str:
    """Import a record: a finished game to look at, an unfinished one to play on."""
    await _check_room(house, holder)
    found, game = await in_thread(_read, text)
    folder = house.setups.folder(found.game)
    seats = len(game.seats)
    mode, level = _mode(house, folder, Wish(game=found.game, opponent=opponent), seats)
    chairs = await _chairs(house, folder, _plan(mode, level, 0, seats), holder)
    lines = found.seats if len(found.seats) == len(chairs) else ()
    for chair, line in zip(chairs, lines or [None] * len(chairs), strict=True):
        if chair.kind == "person":
            chair.name = clean_name(line.name) if line is not None else ""
            chair.nonce, chair.nonce_by = _nonce("")
    bound = await in_thread(house.setups.keep, game)
    row = _row(bound, mode, "", holder)
    row.prefix, row.origin_kind = max(1, len(found.entries)), "import"
    row.dice = "typed" if found.dice.kind == "typed" and found.outcome is None else "fair"
    return await keep(house, folder, bound, row, chairs, found.entries, None)


def _read(text: bytes) -> tuple[Record, Game[Any]]:
    """The record, and its game: it must replay to its end."""
    found = record.read(text)
    return found, record.replay(found).game


async def delete(house: House, table_id: str, holder: str) -> None:
    """Delete a private table: its owner may, when it is over or nobody else plays there."""
    live = await house.look(table_id)
    others = [c for c in live.seats if c.kind == "person" and c.holder not in (None, holder)]
    if not live.held_by(holder):
        raise NotYourSeat("only who set a table up may delete it")
    if live.row.kept_for:
        raise NotYourSeat("this table belongs to a league, which keeps its games")
    if live.row.owner != holder and (live.row.owner is not None or others):
        raise NotYourSeat("only who set this table up may delete it; you can leave it alone")
    if others and live.row.status == "live":
        raise NotYourTurn("somebody else is playing here: concede first, then the table can be deleted")
    await _delete(house, table_id)


async def _delete(house: House, table_id: str) -> None:
    await house.writer.do(lambda store: store.delete(table_id))
    house.count -= 1
    house.forget(table_id)


def wish_from_form(game: str, form: Mapping[str, Any]) -> Wish:
    """The set-up form as a wish; options are the fields `o.<name>`, charts `chart.<name>`."""
    plain = {name: str(value) for name, value in form.items() if isinstance(value, str)}
    try:
        deadline = int(plain.get("deadline") or 0)
    except ValueError:
        raise BadOptions("the deadline is a number of minutes") from None
    try:
        pace, reserve = int(plain.get("pace") or 0), int(plain.get("reserve") or 0)
    except ValueError:
        raise BadOptions("the clock is a number of seconds") from None
    plan = [plain[f"plan.{n}"] for n in range(MOST_SEATS) if f"plan.{n}" in plain]
    return Wish(
        game=game,
        opponent=plain.get("opponent", ""),
        length=plain.get("length", ""),
        options={name[2:]: value for name, value in plain.items() if name.startswith("o.")},
        charts={name[6:]: value for name, value in plain.items() if name.startswith("chart.")},
        seat=plain.get("seat", "0"),
        plan=plan if any(plan) else [],
        name=plain.get("name", ""),
        dice=plain.get("dice", "fair"),
        deadline=deadline,
        on_deadline=plain.get("on_deadline", "coach"),
        pace=pace,
        reserve=reserve if pace else 0,
        token=plain.get("token", ""),
        nonce=plain.get("nonce", ""),
    )
