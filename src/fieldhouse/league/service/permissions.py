"""Who may do what: the commissioner everything, a manager what concerns his franchise, a reader nothing.

The server itself (`SERVER`: anyone with the database at a command line) may do everything.
"""

from __future__ import annotations

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.league.journal.league import SERVER
from fieldhouse.league.journal.league_journal import LeagueJournal


class NotPermitted(FieldhouseError):
    """The act belongs to somebody else."""


def is_commissioner(journal: LeagueJournal, who: int) -> bool:
    """Is this the commissioner, or the server?"""
    return who == SERVER or (0 <= who < len(journal.members) and journal.members[who].role == "commissioner")


def require_team(journal: LeagueJournal, number: int) -> int:
    """The number of a franchise of this league."""
    if not 0 <= number < len(journal.managers):
        raise BadOptions(f"this league has no team {number}")
    return number


def require_commissioner(journal: LeagueJournal, who: int) -> None:
    """Only the commissioner goes on from here."""
    if not is_commissioner(journal, who):
        raise NotPermitted("only the commissioner can do this")


def require_manager(journal: LeagueJournal, who: int, franchise: int) -> None:
    """Only the franchise's manager and the commissioner go on from here."""
    if not is_commissioner(journal, who) and journal.managers[franchise].member != who:
        raise NotPermitted(f"only the manager of {journal.league.names[franchise]} can do this")


def own_franchise(journal: LeagueJournal, who: int, fixture: Fixture) -> int | None:
    """The franchise of this member in the fixture; None where he has none, or both."""
    own = [team for team in (fixture.home, fixture.visitor) if journal.managers[team].member == who]
    return own[0] if who != SERVER and len(own) == 1 else None


def require_running(journal: LeagueJournal) -> None:
    """Nothing is played in a league that is paused or over."""
    if journal.over:
        raise FieldhouseError("this season is over; only the commissioner can correct its results")
    if journal.paused:
        raise FieldhouseError("this league is paused until the commissioner resumes it")


MOST_REASON = 300


def require_reason(reason: str) -> str:
    """A reason that stands in the journal for everybody to read."""
    words = clean_reason(reason)
    if not words:
        raise FieldhouseError(f"give a reason (up to {MOST_REASON} characters); every member can read it")
    return words


def clean_reason(reason: str) -> str:
    """The same where one may be given."""
    words = " ".join(reason.split())
    if len(words) > MOST_REASON:
        raise FieldhouseError(f"a reason has up to {MOST_REASON} characters; this one has {len(words)}")
    return words
