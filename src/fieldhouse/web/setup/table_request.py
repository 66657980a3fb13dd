"""What somebody asks for when setting up a table: its game and options, and who has which seat."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.requests import Seat
from fieldhouse.store.schema import SeatRow
from fieldhouse.web.engine.learned_policies import policies_for
from fieldhouse.web.engine.table_service import TableService

MOST_SEATS = 32


class TableRequest(msgspec.Struct, kw_only=True):
    """What somebody asks for when setting up a table."""

    game: str
    opponent: str = ""
    """`coach:starter`, `hotseat` (curtain), `both` (one person, no curtain), `link`, or `solo`."""
    length: str = ""
    options: dict[str, Any] = {}
    charts: dict[str, Any] = {}
    """Own charts by the name of the material, as the game reads them."""
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


def request_from_form(game: str, form: Mapping[str, Any], charts: Mapping[str, Any]) -> TableRequest:
    """Read the setup form; options are the fields `o.<name>`."""
    plain = {name: str(value) for name, value in form.items() if isinstance(value, str)}
    try:
        deadline = int(plain.get("deadline") or 0)
    except ValueError:
        raise BadOptions("enter the deadline as a number of minutes") from None
    try:
        pace, reserve = int(plain.get("pace") or 0), int(plain.get("reserve") or 0)
    except ValueError:
        raise BadOptions("enter the clock as a number of seconds") from None
    plan = [plain[f"plan.{n}"] for n in range(MOST_SEATS) if f"plan.{n}" in plain]
    return TableRequest(
        game=game,
        opponent=plain.get("opponent", ""),
        length=plain.get("length", ""),
        options={name[2:]: value for name, value in plain.items() if name.startswith("o.")},
        charts=dict(charts),
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


ME, LINK = "me", "link"
MODES = ("coach", "hotseat", "both", "link", "solo")


def requested_mode(
    house: TableService, folder: registry.Folder, wish: TableRequest, seats: int
) -> tuple[str, str]:
    """The kind of table and the coach's level."""
    if seats == 1:
        return "solo", ""
    kind, _, level = wish.opponent.partition(":")
    if kind == "coach":
        return kind, _level(house, folder, level)
    if kind not in MODES or kind == "solo":
        raise BadOptions(f"opponent {wish.opponent!r} is not one of coach:<level>, hotseat, both, link")
    return kind, ""


def people_only(wish: TableRequest) -> bool:
    """Does no coach play at this table?"""
    return not any(word.startswith("coach") for word in wish.plan or [wish.opponent])


def _level(house: TableService, folder: registry.Folder, level: str) -> str:
    levels = (*folder.meta.levels, *policies_for(house.settings.policies, folder.name))
    if level not in levels:
        known = ", ".join(levels)
        raise BadOptions(f"{folder.meta.title} has no coach {level!r}; it has {known}")
    return level


def requested_seat(wish: TableRequest, seats: int) -> Seat:
    """The seat of who sets the table up."""
    if wish.seat == "any":
        return secrets.randbelow(seats)
    if not re.fullmatch(r"[0-9]{1,2}", wish.seat) or int(wish.seat) >= seats:
        raise BadOptions(f"seat {wish.seat!r} is not one of 0 to {seats - 1}, or any")
    return int(wish.seat)


def seat_plan(mode: str, level: str, me: Seat, seats: int) -> list[str]:
    """One opponent for all other seats, as a plan."""
    others = {"coach": f"coach:{level}", "link": LINK}.get(mode, ME)
    return [ME if seat == me else others for seat in range(seats)]


def plan_mode(plan: Sequence[str], seats: int) -> str:
    """The kind of table that a plan gives."""
    if len(plan) != seats:
        raise BadOptions(
            f"the plan has {len(plan)} words, and this game has {seats} seats: give one word for each seat"
        )
    if ME not in plan:
        raise BadOptions("you have no seat: one word of the plan must be `me`")
    if any(word == LINK or word.startswith("with:") for word in plan):
        return "link"
    if any(word != ME for word in plan):
        return "coach"
    return "both" if seats > 1 else "solo"


async def seat_rows(
    house: TableService, folder: registry.Folder, plan: Sequence[str], holder: str
) -> list[SeatRow]:
    """The seats of a plan; BadOptions names the word that cannot be."""
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
            raise BadOptions(f"seat {seat + 1}: choose who plays there")
        else:
            raise BadOptions(
                f"seat {seat}: {word!r} is not one of me, link, coach:<level>, with:<table>:<seat>"
            )
    return chairs


async def _known(house: TableService, seat: Seat, word: str, holder: str) -> SeatRow:
    """A seat for somebody I have played with: their own token opens it, and they say when they are there."""
    table_id, _, number = word.rpartition(":")
    live = await house.get(table_id)
    chair = next((c for c in live.seats if str(c.seat) == number and c.kind == "person"), None)
    if not live.held_by(holder) or chair is None or chair.holder in (None, holder):
        raise BadOptions(f"seat {seat}: nobody you have played with is at {word!r}")
    return SeatRow(seat=seat, holder=chair.holder, name=chair.name)


def clean_name(name: str) -> str:
    """A person's name for the page: printable, one line, at most 32 characters."""
    kept = "".join(c if unicodedata.category(c)[0] not in "C" else " " for c in name)
    return " ".join(kept.split())[:32].strip()
