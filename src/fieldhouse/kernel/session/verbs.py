"""What a seat may do at every table besides answering: concede, offer a tie, take back.

A tie is agreed between all seats. While an offer is open, nothing else is answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from fieldhouse.kernel.errors import IllegalAnswer, NotYourTurn
from fieldhouse.kernel.events import Note
from fieldhouse.kernel.game import CONCESSION, Outcome
from fieldhouse.kernel.requests import Choose, Menu, Option, Seat
from fieldhouse.kernel.session.entries import Conceded, TieAnswered, TieOffered
from fieldhouse.kernel.session.undo import answers_to_undo, last_undoable

if TYPE_CHECKING:
    from fieldhouse.kernel.session.table_session import TableSession

CONCEDE = "concede"
OFFER_TIE = "offer-tie"
UNDO = "undo"
VERBS = (CONCEDE, OFFER_TIE, UNDO)
"""Keys that mean the same at every table; no game may use them for options of its own."""

NOTHING_TO_UNDO = "nothing can be taken back: a die was rolled, a secret seen, or another has answered since"

TIE_MENU = Menu(
    [Option("accept", "Accept the tie"), Option("decline", "Decline and play on")],
    binding=("accept", "decline"),
)


class TieOffers(NamedTuple):
    """Who offers a tie now, who has said yes to it, and at which of its answers each seat offered last.

    A value: another takes its place when something is said, so that copies of a table share it.
    """

    offered_at: tuple[int | None, ...]
    offer: Seat | None = None
    accepted: tuple[Seat, ...] = ()

    def with_offer(self, seat: Seat, sequence: int) -> TieOffers:
        """The seat has offered a tie as its answer of that number."""
        return self._replace(offered_at=(*self.offered_at[:seat], sequence, *self.offered_at[seat + 1 :]))

    def for_seat(self, seat: Seat) -> TieOffers:
        """What this seat knows of it: the open offer, and its own earlier ones."""
        own = tuple([at if other == seat else None for other, at in enumerate(self.offered_at)])
        return self._replace(offered_at=own)

    @property
    def pending_seats(self) -> tuple[Seat, ...]:
        """The seats that have not said yes or no to the open offer."""
        done = (self.offer, *self.accepted)
        return tuple(seat for seat in range(len(self.offered_at)) if seat not in done)


def available_verbs(table: TableSession[Any], seat: Seat) -> tuple[str, ...]:
    """The verbs that this seat may use now."""
    if table.outcome is not None:
        return ()
    known = table.game.meta
    concession = (CONCEDE,) if known.concession else ()
    may = known.ties and table.tie_offer is None and seat in table.pending_seats and _may_offer(table, seat)
    return (*concession, *((OFFER_TIE,) if may else ()), *((UNDO,) if can_undo(table, seat) else ()))


def concede(table: TableSession[Any], seat: Seat) -> None:
    """The seat gives up; with one other seat, that one has won."""
    if not table.game.meta.concession:
        raise IllegalAnswer(CONCEDE, f"nobody concedes in {table.game.meta.title}")
    others = [other for other in table.seats if other != seat]
    text = f"{_name(table, seat)} concedes"
    _said(table, Conceded(seat), text + ".")
    _end(table, Outcome(others[0] if len(others) == 1 else None, CONCESSION, text, table.scoreboard().scores))


# Ties


def _may_offer(table: TableSession[Any], seat: Seat) -> bool:
    if table.game.one_tie_offer_a_play:
        return TieOffered(seat) not in table.entries[table.last_frame.entries :]
    return table.ties.offered_at[seat] != table.sequence(seat)


def offer_tie(table: TableSession[Any], seat: Seat) -> None:
    """Ask all others for a tie."""
    if not table.game.meta.ties:
        raise IllegalAnswer(OFFER_TIE, f"{table.game.meta.title} knows no ties")
    if seat not in table.pending_seats or table.tie_offer is not None:
        raise NotYourTurn("a tie may be offered at one's own decision, one offer at a time")
    if not _may_offer(table, seat):
        when = "turn; play on" if table.game.one_tie_offer_a_play else "decision; answer"
        raise IllegalAnswer(OFFER_TIE, f"one offer a {when} first, then you may offer again")
    _said(table, TieOffered(seat), f"{_name(table, seat)} offers a tie.")
    table.ties = table.ties.with_offer(seat, table.sequence(seat))._replace(offer=seat, accepted=())


def tie_question(table: TableSession[Any], seat: Seat) -> Choose:
    """What the others are asked while an offer is open."""
    assert table.tie_offer is not None
    return Choose(seat, "tie-offer", TIE_MENU, f"{_name(table, table.tie_offer)} offers a tie")


def answer_tie(table: TableSession[Any], seat: Seat, key: str) -> None:
    """A tie needs everybody else's yes; the first no ends the offer."""
    ties, offered_by = table.ties, table.tie_offer
    assert offered_by is not None
    if seat not in table.pending_seats:
        raise NotYourTurn("the tie offer waits for the other side's answer")
    if key not in TIE_MENU:
        raise IllegalAnswer(str(key), "a tie is offered: accept or decline it first")
    entry = TieAnswered(seat, key == "accept")
    if key != "accept":
        _said(table, entry, f"{_name(table, seat)} declines the tie.")
        table.ties = ties._replace(offer=None, accepted=())
    elif len(table.pending_seats) > 1:
        _said(table, entry, f"{_name(table, seat)} accepts the tie.")
        table.ties = ties._replace(accepted=(*ties.accepted, seat))
    else:
        agreed = [_name(table, other) for other in (offered_by, *ties.accepted, seat)]
        text = f"{', '.join(agreed[:-1])} and {agreed[-1]} agree on a tie"
        _said(table, entry, text + ".")
        _end(table, Outcome(None, "agreement", text, table.scoreboard().scores))


# Taking back


def can_undo(table: TableSession[Any], seat: Seat) -> bool:
    """True until a die has been rolled, a secret learned, or another has chosen since."""
    return _stands(table) and bool(answers_to_undo(table.history.laid, seat))


def undo(table: TableSession[Any], seat: Seat) -> None:
    """Open the seat's last real choice again; answers without another go along with it."""
    if not can_undo(table, seat):
        raise IllegalAnswer(UNDO, NOTHING_TO_UNDO)
    for answer in answers_to_undo(table.history.laid, seat):
        undo_last_answer(table, answer.seat)


def undo_last_answer(table: TableSession[Any], seat: Seat) -> None:
    """Take back the seat's last answer and no other: one entry of a log. An undo may write several."""
    struck = last_undoable(table.history.laid, seat) if _stands(table) else None
    if struck is None:
        raise IllegalAnswer(UNDO, NOTHING_TO_UNDO)
    table.history.undo_answer(struck)
    table.sequences[seat] += 1


def _stands(table: TableSession[Any]) -> bool:
    return table.outcome is None and table.tie_offer is None


# What they have in common


def _name(table: TableSession[Any], seat: Seat) -> str:
    return table.game.seats[seat]


def _said(table: TableSession[Any], entry: Conceded | TieOffered | TieAnswered, line: str) -> None:
    """A verb's line in the log and in the play-by-play."""
    table.sequences[entry.seat] += 1
    table.history.say(Note(line=line), entry)


def _end(table: TableSession[Any], outcome: Outcome) -> None:
    table.history.end(outcome)
    table.ties = table.ties._replace(offer=None)
