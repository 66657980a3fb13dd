"""Concede, offer and answer a tie, undo: how a table changes other than by an answer to the rules."""

from __future__ import annotations

from typing import Any

from fieldhouse.kernel.entries import Conceded, TieAnswered, TieOffered
from fieldhouse.kernel.errors import IllegalAnswer, NotYourTurn
from fieldhouse.kernel.events import Note
from fieldhouse.kernel.game import CONCESSION, Outcome
from fieldhouse.kernel.requests import Seat, Sees
from fieldhouse.kernel.session.table_session import TableSession
from fieldhouse.kernel.session.table_view import TIE_MENU
from fieldhouse.kernel.session.undo import ROLL, answers_to_undo, last_undoable, rolls_to_undo
from fieldhouse.kernel.session.verbs import CONCEDE, OFFER_TIE, UNDO, may_offer_tie

NOTHING_TO_UNDO = "nothing to undo: a die was rolled, a secret was seen, or another player has answered since"


def end_by_concession(table: TableSession[Any], seat: Seat) -> None:
    """End the game by this seat's concession; with one other seat, that one has won."""
    if not table.game.meta.concession:
        raise IllegalAnswer(CONCEDE, f"you cannot concede in {table.game.meta.title}")
    others = [other for other in table.seats if other != seat]
    text = f"{_name(table, seat)} concedes"
    _log(table, Conceded(seat), text + ".")
    winner = others[0] if len(others) == 1 else None
    _end(table, Outcome(winner, CONCESSION, text, table.scoreboard().scores))


def open_tie_offer(table: TableSession[Any], seat: Seat) -> None:
    """Offer a tie to all other seats."""
    if not table.game.meta.ties:
        raise IllegalAnswer(OFFER_TIE, f"{table.game.meta.title} has no ties")
    if seat not in table.pending_seats or table.tie_offer is not None:
        raise NotYourTurn("you can offer a tie when it is your turn and no other offer is open")
    if not may_offer_tie(table, seat):
        when = "turn; play on" if table.game.one_tie_offer_a_play else "decision; answer"
        raise IllegalAnswer(OFFER_TIE, f"one offer per {when} first, then you can offer again")
    _log(table, TieOffered(seat), f"{_name(table, seat)} offers a tie.")
    table.ties = table.ties.with_offer(seat, table.sequence(seat))._replace(offer=seat, accepted=())


def answer_tie_offer(table: TableSession[Any], seat: Seat, key: str) -> None:
    """Accept or decline the open offer: a tie needs everybody else's yes, the first no ends the offer."""
    ties, offered_by = table.ties, table.tie_offer
    assert offered_by is not None
    if seat not in table.pending_seats:
        raise NotYourTurn("the tie offer is waiting for the other team's answer")
    if key not in TIE_MENU:
        raise IllegalAnswer(str(key), "a tie is offered: accept or decline it first")
    entry = TieAnswered(seat, key == "accept")
    if key != "accept":
        _log(table, entry, f"{_name(table, seat)} declines the tie.")
        table.ties = ties._replace(offer=None, accepted=())
    elif len(table.pending_seats) > 1:
        _log(table, entry, f"{_name(table, seat)} accepts the tie.")
        table.ties = ties._replace(accepted=(*ties.accepted, seat))
    else:
        agreed = [_name(table, other) for other in (offered_by, *ties.accepted, seat)]
        text = f"{', '.join(agreed[:-1])} and {agreed[-1]} agree on a tie"
        _log(table, entry, text + ".")
        _end(table, Outcome(None, "agreement", text, table.scoreboard().scores))


def undo_last_choice(table: TableSession[Any], seat: Seat) -> None:
    """Open the seat's last real choice again; forced answers given since are undone with it.

    Where people have typed in a roll since, the last of those that the seat saw is open again.
    """
    if not table.can_undo(seat):
        raise IllegalAnswer(UNDO, NOTHING_TO_UNDO)
    if table.can_undo_roll(seat):
        undo_typed_rolls(table, seat)
        return
    for answer in answers_to_undo(table.history.undoable, seat):
        undo_last_answer(table, answer.seat)


def undo_typed_rolls(table: TableSession[Any], seat: Seat) -> list[tuple[Sees, str]]:
    """Undo typed rolls down to the last one that the seat saw: who sees each, and its key, latest first."""
    undone: list[tuple[Sees, str]] = []
    for answer in rolls_to_undo(table.history.undoable, seat) if table.may_change_mind else ():
        if answer.seat == ROLL:
            undone.append((answer.sees, undo_last_roll(table, seat)))
        else:
            undo_last_answer(table, answer.seat)
    return undone


def undo_last_roll(table: TableSession[Any], seat: Seat) -> str:
    """Undo the last typed roll, which nothing has followed: one entry of a log. The key of the roll."""
    laid = table.history.undoable
    if not table.may_change_mind or not laid or laid[-1].seat != ROLL:
        raise IllegalAnswer(UNDO, NOTHING_TO_UNDO)
    key = table.history.undo_roll(laid[-1], seat)
    table.sequences[seat] += 1
    return key


def undo_last_answer(table: TableSession[Any], seat: Seat) -> None:
    """Undo the seat's last answer and no other: one entry of a log. `undo_last_choice` may write several."""
    answer = last_undoable(table.history.undoable, seat) if table.may_change_mind else None
    if answer is None:
        raise IllegalAnswer(UNDO, NOTHING_TO_UNDO)
    table.history.undo_answer(answer)
    table.sequences[seat] += 1


def _name(table: TableSession[Any], seat: Seat) -> str:
    return table.game.seats[seat]


def _log(table: TableSession[Any], entry: Conceded | TieOffered | TieAnswered, line: str) -> None:
    """Write the action into the log and the play-by-play."""
    table.sequences[entry.seat] += 1
    table.history.say(Note(line=line), entry)


def _end(table: TableSession[Any], outcome: Outcome) -> None:
    table.history.end(outcome)
    table.ties = table.ties._replace(offer=None)
