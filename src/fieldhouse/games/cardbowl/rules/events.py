"""Card Bowl's own events: a drawn card with its purpose, a lineup, a move, the end of a play."""

from __future__ import annotations

from typing import ClassVar

from fieldhouse.games.cardbowl.rules.cards import card_label
from fieldhouse.games.cardbowl.rules.place_names import slot_words
from fieldhouse.kernel.events import Event


def purpose_words(purpose: str) -> str:
    """What a card was drawn for, as people read it; the purpose itself is the name of its chance."""
    return purpose.replace("on-side", "onside").replace("-", " ")


class Drew(Event, frozen=True, kw_only=True):
    """A card turned from the deck; `purpose` was fixed before it was turned (CB-1.11, CB-41.3)."""

    card: str
    purpose: str
    against: str = ""

    def text(self) -> str:
        tail = f" against {self.against}" if self.against else ""
        return f"{purpose_words(self.purpose).capitalize()} draw: {card_label(self.card)}{tail}."


class Dealt(Event, frozen=True, kw_only=True):
    """Both sides have their hands (CB-16.1)."""

    offense: int
    defense: int

    def text(self) -> str:
        return f"{self.offense} cards dealt to the offense, {self.defense} to the defense."


class Moved(Event, frozen=True, kw_only=True):
    """Something a side did on the table that both can see."""

    side: str
    what: str

    def text(self) -> str:
        return f"{self.side}{':' if self.what.startswith('the ') else ''} {self.what}."


class Revealed(Event, frozen=True, kw_only=True):
    """A card turned face up."""

    name: str
    card: str
    side: str
    why: str = ""

    def text(self) -> str:
        why = f", {self.why}" if self.why else ""
        return f"{self.side} reveals the {slot_words(self.name)}: {card_label(self.card)}{why}."


class Summed(Event, frozen=True, kw_only=True):
    """A match-up added up, offense against defense; the sum, which ends in the outcome, is in `sum`."""

    what: str
    offense: int
    defense: int
    outcome: str

    def text(self) -> str:
        return f"{self.what.capitalize()}: offense {self.offense}, defense {self.defense}."

    def whole(self) -> str:
        """Both sides and what came of it, where no sum stands beside the words."""
        return f"{self.text().rstrip('.')}: {self.outcome}"


class PlayOver(Event, frozen=True, kw_only=True):
    """The note of a finished play: down and distance @ yard line, what happened, the score if it changed.

    `side` had the ball, `head` is the left column of the book's notes, `line` the right one (CB-41.1).
    """

    closes: ClassVar[bool] = True
    side: str
    head: str
    line: str
    score: str = ""

    @property
    def quiet(self) -> bool:
        return True  # the play, the kick, the points have been told

    def text(self) -> str:
        return note_line(self.side, self.head, self.line, self.score)


def note_line(side: str, head: str, line: str, score: str) -> str:
    """One line of the notes."""
    return f"{side} {head}: {line}{score}" if head else f"{side}: {line}{score}"
