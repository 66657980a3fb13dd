"""Who may do what: the commissioner everything, a manager what concerns his franchise, a reader nothing.

The house itself (`HOUSE`: whoever has the store in his hands, at a command line) may do everything.
"""

from __future__ import annotations

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.league.journal.league import HOUSE
from fieldhouse.league.journal.league_journal import LeagueBook


class NotYourOffice(FieldhouseError):
    """The act belongs to somebody else."""


def commands(book: LeagueBook, who: int) -> bool:
    """Is this the commissioner, or the house?"""
    return who == HOUSE or (0 <= who < len(book.members) and book.members[who].role == "commissioner")


def must_be_team(book: LeagueBook, number: int) -> int:
    """The number of a franchise of this league."""
    if not 0 <= number < len(book.chairs):
        raise BadOptions(f"this league has no team {number}")
    return number


def must_command(book: LeagueBook, who: int) -> None:
    """Only the commissioner goes on from here."""
    if not commands(book, who):
        raise NotYourOffice("only the commissioner of the league may do this")


def must_manage(book: LeagueBook, who: int, franchise: int) -> None:
    """Only the franchise's manager and the commissioner go on from here."""
    if not commands(book, who) and book.chairs[franchise].member != who:
        raise NotYourOffice(f"only the manager of {book.league.names[franchise]} may do this")


def side_of(book: LeagueBook, who: int, fixture: Fixture) -> int | None:
    """The franchise of this member in the fixture; None where he has none, or both."""
    own = [team for team in (fixture.home, fixture.visitor) if book.chairs[team].member == who]
    return own[0] if who != HOUSE and len(own) == 1 else None


def must_run(book: LeagueBook) -> None:
    """Nothing is played in a league that is paused or over."""
    if book.over:
        raise FieldhouseError("this league is over; only a correction can change its results")
    if book.paused:
        raise FieldhouseError("this league is paused; its commissioner lets it go on")


MOST_REASON = 300


def must_reason(reason: str) -> str:
    """A reason that stands in the journal for everybody to read."""
    words = may_reason(reason)
    if not words:
        raise FieldhouseError(
            f"this needs a reason of at most {MOST_REASON} letters, which every member reads"
        )
    return words


def may_reason(reason: str) -> str:
    """The same where one may be given."""
    words = " ".join(reason.split())
    if len(words) > MOST_REASON:
        raise FieldhouseError(f"a reason has at most {MOST_REASON} letters; this one has {len(words)}")
    return words
