"""What a league is from its first day: form, franchises, house rules by value, and the commitment to its
secret."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from fieldhouse.football.nfl_seasons.format import NflSeason
from fieldhouse.league.formats.cup import Cup
from fieldhouse.league.formats.custom_schedule import CustomSchedule
from fieldhouse.league.formats.game_format import GameFormat
from fieldhouse.league.formats.round_robin import DoubleRoundRobin, RoundRobin

LeagueFormat: TypeAlias = RoundRobin | DoubleRoundRobin | Cup | GameFormat | CustomSchedule | NflSeason
Role: TypeAlias = Literal["commissioner", "manager", "reader"]
SERVER = -1
"""The number of the server where a member's stands: simulated games, lots, what a command line does."""


class FranchiseManager(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who manages a franchise: a member, or (`member` -1) a coach of this level.

    `stand_in` is the coach who answers while the member is away; `away` says that he does now.
    """

    member: int = -1
    level: str = "starter"
    stand_in: str = "starter"
    away: bool = False

    @property
    def person(self) -> bool:
        """Is it a person's, who plays it now?"""
        return self.member >= 0 and not self.away

    @property
    def coach(self) -> str:
        """The coach of its simulated games."""
        return self.level if self.member < 0 else self.stand_in


class Franchise(msgspec.Struct, frozen=True, omit_defaults=True):
    """A team of the league, which lives on when its manager changes. `club` is what its game needs of it (a
    card, a team, a coach's level), by value."""

    name: str
    club: Any
    chair: FranchiseManager = FranchiseManager()


class League(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """As agreed. The franchises stand in the order of the form's names.

    `year` is the season of record that is replayed, 0 where there is none. `forfeit` are the points of a game
    that was not played, the winner's first. `zone` is the time zone in which deadlines are written. `nonce`
    is what the founder's browser threw in after the commitment was made; every roll hangs on it, too.
    """

    title: str
    game: str
    edition: int
    form: LeagueFormat
    franchises: tuple[Franchise, ...]
    options: dict[str, Any] = {}
    materials: dict[str, Any] = {}
    commitment: str
    nonce: str = ""
    year: int = 0
    forfeit: tuple[int, int] = (2, 0)
    zone: str = "UTC"

    @property
    def names(self) -> tuple[str, ...]:
        """The franchises' names, by number."""
        return tuple(franchise.name for franchise in self.franchises)


class Member(msgspec.Struct, omit_defaults=True):
    """Somebody who takes part, by number in the order of joining."""

    number: int
    name: str
    role: Role
