"""Deadlines as moments with a time zone, pauses, and what is overdue."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.league.journal.acts import DeadlineSet, LeaguePaused, LeagueResumed
from fieldhouse.league.journal.league import SERVER
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.service.league_service import JournalUpdate, LeagueService
from fieldhouse.league.service.permissions import clean_reason, require_commissioner, require_reason
from fieldhouse.store import server_clock

FIRST_YEAR, LAST_YEAR = 1990, 8999
"""A pause moves a deadline on: the calendar must have room for it."""


def find_time_zone(name: str) -> ZoneInfo:
    """A time zone by its name; BadOptions if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadOptions(f"{name!r} is not a time zone; use a name like America/New_York") from None


def parse_moment(text: str, name: str) -> datetime:
    """A moment somebody typed, in the league's zone unless it says its own; BadOptions if it is none.

    A time that the clocks skip in spring is no moment; one they strike twice in autumn is the first.
    """
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        raise BadOptions(
            f"{text!r} is not a date and time; use one like 2026-11-22 20:00 or 2026-11-22T20:00+01:00"
        ) from None
    if not FIRST_YEAR <= found.year <= LAST_YEAR:
        raise BadOptions(f"{text!r}: a deadline must be between the years {FIRST_YEAR} and {LAST_YEAR}")
    if found.tzinfo is None:
        found = found.replace(tzinfo=find_time_zone(name))
        if found.astimezone(UTC).astimezone(found.tzinfo).replace(fold=0) != found:
            raise BadOptions(f"{text!r} does not exist in {name}: clocks skip it for daylight saving time")
    return found


class DeadlineService:
    """Deadlines and pauses of one league."""

    def __init__(self, service: LeagueService, journal: LeagueJournal, who: int = SERVER) -> None:
        self.service, self.journal, self.who = service, journal, who

    def set_deadline(self, of: str, text: str, reason: str = "") -> datetime:
        """Games of a stage, or one fixture, are due then. Moving a deadline needs a reason."""
        require_commissioner(self.journal, self.who)
        stages = {fixture.stage for fixture in self.journal.fixtures().values()}
        if of not in stages:
            of = self.journal.fixture(of).id
        due = parse_moment(text, self.journal.league.zone)
        reason = require_reason(reason) if of in self.journal.deadlines else clean_reason(reason)
        act = DeadlineSet(of, due.isoformat(timespec="minutes"), reason)
        self.service.write(self.journal, JournalUpdate([act], who=self.who, whole_league=True))
        return due

    def overdue(self) -> list[Fixture]:
        """Games that wait although their deadline has passed; none while the league is paused."""
        now = server_clock.now()
        found = []
        for fixture in () if self.journal.paused else self.journal.season().waiting:
            note = self.journal.due(fixture)
            if note is not None and note.moment.timestamp() < now:
                found.append(fixture)
        return found

    def pause(self, reason: str) -> None:
        """Nothing is due until it goes on."""
        require_commissioner(self.journal, self.who)
        if self.journal.paused or self.journal.over:
            raise FieldhouseError("this league is already paused or over")
        act = LeaguePaused(require_reason(reason))
        self.service.write(
            self.journal, JournalUpdate([act], who=self.who, status="paused", whole_league=True)
        )

    def resume(self, reason: str = "") -> None:
        """Resume the league; deadlines still ahead move by the length of the pause."""
        require_commissioner(self.journal, self.who)
        if not self.journal.paused:
            raise FieldhouseError("this league is not paused")
        act = LeagueResumed(clean_reason(reason))
        self.service.write(self.journal, JournalUpdate([act], who=self.who, status="open", whole_league=True))
