"""Members of a league: invite links, managers of teams, computer coaches who fill in, and lineups.

A link signs in any number of devices. A member who loses one asks for a new link: the old link stops working
and the devices it signed in are signed out. Only hashes of links are stored.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.league.journal.acts import (
    ChairGiven,
    HandedOver,
    LineUpLeft,
    LinkIssued,
    MemberJoined,
    RoleGiven,
)
from fieldhouse.league.journal.league import SERVER, FranchiseManager, Member, Role
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.service.league_service import JournalUpdate, LeagueService
from fieldhouse.league.service.permissions import (
    clean_reason,
    is_commissioner,
    require_commissioner,
    require_manager,
    require_reason,
    require_team,
)
from fieldhouse.league.service.teams import LeagueTeams, hash_token

MemberAct: TypeAlias = ChairGiven | HandedOver | LineUpLeft | LinkIssued | MemberJoined | RoleGiven
MOST_NAME = 32
JOIN = "/leagues/join/"
"""Where a link leads, before its token."""


class MemberService:
    """What is done about the people of one league."""

    def __init__(self, service: LeagueService, journal: LeagueJournal, who: int = SERVER) -> None:
        self.service, self.journal, self.who = service, journal, who

    def invite(self, name: str, role: Role = "manager", franchise: int | None = None) -> tuple[Member, str]:
        """A new member with a link (its token is shown this once), for a franchise where one is named."""
        require_commissioner(self.journal, self.who)
        name = " ".join(name.split())
        if not name or len(name) > MOST_NAME:
            raise BadOptions(f"a member's name has 1 to {MOST_NAME} characters")
        if any(member.name.lower() == name.lower() for member in self.journal.members):
            raise BadOptions(f"{name} is already a member; create a new link for them instead")
        number = len(self.journal.members)
        acts: list[MemberAct] = [MemberJoined(number, name, role)]
        unseat = None
        if franchise is not None:
            manager = self.journal.managers[require_team(self.journal, franchise)]
            acts.append(ChairGiven(franchise, msgspec.structs.replace(manager, member=number, away=False)))
            unseat = (franchise, manager.member) if manager.member >= 0 else None
        token = self._link(number, acts, unseat)
        return self.journal.members[number], token

    def new_link(self, member: int) -> str:
        """A new link for a member (or for oneself); the old one and the devices it let in are shut out, also
        from games that are being played."""
        if self.who != member:
            require_commissioner(self.journal, self.who)
        return self._link(member, [])

    def _link(self, member: int, acts: list[MemberAct], unseat: tuple[int, int] | None = None) -> str:
        token = secrets.token_urlsafe(24)
        self._write(*acts, LinkIssued(member), link=(member, hash_token(token)), unseat=unseat)
        return token

    def follow(self, token: str, device: str) -> int | None:
        """Let a device in; whose it is, or None if the link is dead or of another league."""
        found = self.service.store.leagues.follow_link(hash_token(token), device)
        return found[1] if found is not None and found[0] == self.journal.id else None

    def member(self, words: str) -> Member:
        """A member by name or number; BadOptions names those there are."""
        for member in self.journal.members:
            if member.name.lower() == words.lower() or str(member.number) == words:
                return member
        known = ", ".join(member.name for member in self.journal.members) or "none yet"
        raise BadOptions(f"no member {words!r}; the members are {known}")

    def franchise(self, words: str) -> int:
        """A franchise by its name, part of it, or its number from 1; BadOptions names those there are."""
        return self.franchise_of(self.journal, words)

    @staticmethod
    def franchise_of(journal: LeagueJournal, words: str) -> int:
        """The same, for whoever only reads."""
        return find_franchise(journal.league.names, words)

    # Chairs

    def assign_manager(self, franchise: int, chair: FranchiseManager, reason: str = "") -> None:
        """Another chair: a manager, a coach. The franchise lives on."""
        require_commissioner(self.journal, self.who)
        before = self.journal.managers[require_team(self.journal, franchise)].member
        levels = LeagueTeams(self.journal).folder.meta.levels
        for level in (chair.level, chair.stand_in):
            if level not in levels:
                raise BadOptions(f"no level {level!r}; choose from {', '.join(levels)}")
        if not -1 <= chair.member < len(self.journal.members):
            raise BadOptions(f"there is no member {chair.member}")
        acts: list[MemberAct] = [ChairGiven(franchise, chair, clean_reason(reason))]
        if chair.member >= 0 and self.journal.members[chair.member].role == "reader":
            acts.append(RoleGiven(chair.member, "manager"))
        self._write(*acts, unseat=(franchise, before) if before not in (-1, chair.member) else None)

    def away(self, franchise: int, *, away: bool, reason: str = "") -> None:
        """The manager is away and his stand-in plays, or he is back; he may say so himself."""
        require_manager(self.journal, self.who, require_team(self.journal, franchise))
        chair = self.journal.managers[franchise]
        if chair.member < 0:
            raise FieldhouseError(f"{self.journal.league.names[franchise]} has no manager to mark as away")
        if is_commissioner(self.journal, self.who) and chair.member != self.who:
            reason = require_reason(reason)
        given = msgspec.structs.replace(chair, away=away)
        self._write(ChairGiven(franchise, given, clean_reason(reason)))

    def set_lineup(self, franchise: int, words: str) -> None:
        """The lineup that simulated games use. Nobody else can read it; the journal binds it."""
        require_manager(self.journal, self.who, require_team(self.journal, franchise))
        LeagueTeams(self.journal).with_lineup(franchise, words)  # refuses what cannot be
        body = f"{secrets.token_hex(16)}\n{words}"
        self._write(LineUpLeft(franchise, hash_token(body)), lineup=(franchise, body))

    def add_commissioner(self, member: int) -> None:
        """Another member is commissioner, too, with equal rights."""
        require_commissioner(self.journal, self.who)
        if self.journal.members[member].role == "commissioner":
            raise FieldhouseError(f"{self.journal.members[member].name} is already a commissioner")
        self._write(RoleGiven(member, "commissioner"))

    def step_down(self, member: int) -> None:
        """The member is no longer a commissioner; the last one must transfer the league instead."""
        require_commissioner(self.journal, self.who)
        if self.journal.members[member].role != "commissioner":
            raise FieldhouseError(f"{self.journal.members[member].name} is not a commissioner")
        if sum(one.role == "commissioner" for one in self.journal.members) == 1:
            raise FieldhouseError("a league needs a commissioner; transfer it to another member instead")
        self._write(RoleGiven(member, "manager" if self.journal.franchises_of(member) else "reader"))

    def transfer(self, member: int, reason: str = "") -> None:
        """Another member is the only commissioner."""
        require_commissioner(self.journal, self.who)
        others = [one for one in self.journal.members if one.role == "commissioner" and one.number != member]
        if self.journal.members[member].role == "commissioner" and not others:
            raise FieldhouseError(f"{self.journal.members[member].name} is already the commissioner")
        self._write(HandedOver(member, clean_reason(reason)))

    def _write(
        self,
        *acts: MemberAct,
        link: tuple[int, str] | None = None,
        lineup: tuple[int, str] | None = None,
        unseat: tuple[int, int] | None = None,
    ) -> None:
        self.service.write(
            self.journal,
            JournalUpdate(acts, who=self.who, link=link, lineup=lineup, unseat=unseat, whole_league=True),
        )


def find_franchise(names: Sequence[str], words: str) -> int:
    """The franchise of that name, of part of it (`chicago-1985`: Chicago Bears 1985), or of that number."""
    fits = [n for n, name in enumerate(names) if name.lower() == words.lower() or str(n + 1) == words]
    parts = words.lower().replace("-", " ").split()
    for part_of in ([words.lower()], parts):
        fits = fits or [n for n, name in enumerate(names) if all(part in name.lower() for part in part_of)]
    if len(fits) == 1:
        return fits[0]
    many = ", ".join(names[n] for n in fits or range(len(names)))
    raise BadOptions(f"{'more than one' if fits else 'no'} team matches {words!r}; there are {many}")
