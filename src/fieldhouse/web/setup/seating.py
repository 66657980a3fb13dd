"""Who has which seat of a new table: an opponent in one word, or a plan with one word a seat."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Sequence

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.requests import Seat
from fieldhouse.store.schema import SeatRow
from fieldhouse.web.engine.learned_policies import policies_for
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.setup.table_request import TableRequest

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
            f"the plan has {len(plan)} words, and this game has {seats} seats: give one word a seat"
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
