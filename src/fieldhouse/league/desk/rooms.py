"""From a draft or an auction into a league: its teams become franchises, its people their managers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.table import Table
from fieldhouse.league.book.acts import ChairGiven, MemberJoined
from fieldhouse.league.book.agreed import HOUSE, Franchise, FranchiseChair, Role
from fieldhouse.league.book.reading import LeagueBook
from fieldhouse.league.desk.desk import LeagueDesk


class RoomSeat(msgspec.Struct):
    """Who sat in the room: a person by name, with the hash of the device where it is known, or a coach."""

    name: str
    level: str = ""
    device: str | None = None


def formed_franchises(table: Table[Any], level: str = "starter") -> tuple[str, list[Franchise]]:
    """The game that the teams of a finished room are for, and its franchises, by seat."""
    folder = registry.find(table.game.meta.name)
    part = folder.part("formed")
    if part is None or folder.parent is None:
        raise BadOptions(f"{folder.meta.title} forms no teams; a draft or an auction does")
    if table.outcome is None:
        raise BadOptions("the room is not done: every coach needs his team first")
    chair = FranchiseChair(level=level, stand_in=level)
    clubs = part.formed_clubs(table.game, table.state)
    return folder.parent.name, [Franchise(name, club, chair) for name, club in clubs]


def seat_people(
    desk: LeagueDesk, book: LeagueBook, seats: Sequence[RoomSeat], commissioner: str | None = None
) -> None:
    """The people of the room manage what they formed; their devices are let in. Whoever has the device
    `commissioner` commands, and manages his own."""
    acts: list[MemberJoined | ChairGiven] = []
    numbers: dict[str, int] = {}
    names = {member.name for member in book.members}
    devices: list[tuple[int, str]] = []
    for franchise, seat in enumerate(seats):
        if seat.level:
            continue
        key = seat.device or f"seat {franchise}"
        if key not in numbers:
            number = numbers[key] = len(book.members) + len(numbers)
            name = _unlike(seat.name or book.league.names[franchise], names)
            role: Role = (
                "commissioner" if seat.device is not None and seat.device == commissioner else "manager"
            )
            acts.append(MemberJoined(number, name, role))
            if seat.device is not None:
                devices.append((number, seat.device))
        chair = msgspec.structs.replace(book.chairs[franchise], member=numbers[key])
        acts.append(ChairGiven(franchise, chair))
    if acts:
        desk.write(book, acts, who=HOUSE, on_the_whole=True)
    for number, device in devices:
        desk.store.admit_device(book.id, number, device)


def _unlike(name: str, names: set[str]) -> str:
    """A name that no other member has."""
    tries = (f"{name[:28]}{tail}" for tail in ("", *(f" {n}" for n in range(2, 100))))
    found = next(one for one in tries if one not in names)
    names.add(found)
    return found
