"""Undo: which answers can still be undone, and which one an undo would open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fieldhouse.kernel.requests import Seat, Sees

ROLL = -1
"""Stands for a seat where an answer is a typed roll."""


class UndoableAnswer(NamedTuple):
    """An answer that may still be undone, or that stands in the way of an undo: whose, where, to which
    question.

    A question is named by its frame and by the number of answers before it was asked; all parts of a
    simultaneous choice have the same. A `bound` answer cannot be undone. `only` and `alone` mark answers
    that were the only option (`Choose.only_key`, `Choose.forced_key`): undoing one alone would change
    nothing. A roll that people typed in has the seat ROLL and says who may see it.
    """

    seat: Seat
    frame: int
    place: int
    asked_at: int
    bound: bool
    only: bool = False
    alone: bool = False
    sees: Sees = None

    @property
    def question(self) -> tuple[int, int]:
        """The question it answers."""
        return self.frame, self.asked_at


def rolls_to_undo(laid: Sequence[UndoableAnswer], seat: Seat) -> tuple[UndoableAnswer, ...]:
    """The rolls and forced answers to undo, the latest first, down to the last roll that the seat saw.

    Empty if nothing was typed in since the last decision, or nothing that it saw.
    """
    for place in range(len(laid) - 1, -1, -1):
        answer = laid[place]
        if answer.seat == ROLL and (answer.sees is None or seat in answer.sees):
            return tuple(reversed(laid[place:]))
        if answer.seat != ROLL and not answer.alone:
            return ()
    return ()


def last_undoable(laid: Sequence[UndoableAnswer], seat: Seat) -> UndoableAnswer | None:
    """The answer that this seat may undo: its last, while all later ones answer the same question."""
    for answer in reversed(laid):
        if answer.question != laid[-1].question:
            return None
        if answer.seat == seat:
            return None if answer.bound else answer
    return None


def answers_to_undo(laid: Sequence[UndoableAnswer], seat: Seat) -> tuple[UndoableAnswer, ...]:
    """The answers to undo, the latest first, until the seat's last real choice is open again.

    Forced answers do not stand in the way of a seat that may know they were forced. Empty if there is
    nothing to undo.
    """
    real = len(laid)
    while real and (laid[real - 1].alone or (laid[real - 1].only and laid[real - 1].seat == seat)):
        real -= 1
    answer = last_undoable(laid[:real], seat)
    return () if answer is None or answer.only else (*reversed(laid[real:]), answer)


def without_answer(laid: Sequence[UndoableAnswer], struck: UndoableAnswer) -> list[UndoableAnswer]:
    """The answers that remain once that one is undone; the places after it move up."""
    return [
        answer._replace(place=answer.place - 1)
        if answer.frame == struck.frame and answer.place > struck.place
        else answer
        for answer in laid
        if answer is not struck
    ]
