"""The state of a game of Gridiron as plain data (RB-18)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from fieldhouse.games.redboar.rules.charts import BoundCharts
from fieldhouse.kernel.game import Game, State
from fieldhouse.kernel.requests import Choose, Seat

Phase = Literal["toss", "kickoff", "safety punt", "declare", "cards", "penalty choice", "try", "over"]
"""What the next play begins with, or (cards, penalty choice) where the present one waits."""

LOST = ("interception", "fumble")
"""How a play ends when the offense loses the ball on it (RB-13.1)."""


class Deck(msgspec.Struct):
    """One side's cards in this possession. The draw pile has no order: it is kept sorted (RB-17.9)."""

    hand: list[str] = []
    draw: list[str] = []
    discard: list[str] = []
    placed: str = ""


class Pending(msgspec.Struct):
    """A single 12 that waits for accept or decline (RB-18.6).

    `by` is the side at fault ("offense", "defense"); `how`, `yards` and `made` say what the play
    did and what stands if it is declined; `enforced` is the spot if it is accepted, `then` what follows.
    """

    by: str
    how: str
    yards: int
    made: str
    enforced: int
    then: str


class Gridiron(State):
    """The state. `offense` kicks in the phases `kickoff` and `safety punt`, and makes the try in `try`."""

    scores: list[int]
    quarter: int
    clock: int
    phase: Phase
    receiver: Seat
    offense: Seat = 0
    g: int = 65
    t: int = 55
    down: int = 1
    total: int = 0
    die: int = 0
    face: int = 0
    flag: str = ""
    pending: Pending | None = None
    fresh: bool = True
    decks: list[Deck] = []
    shown: list[str] = []
    shown_by: Seat = 0
    """Who laid the first of them: the pair lies open after the ball was lost, too."""
    drive_start: int = 0
    drive_began: list[int] = []
    drive_plays: int = 0
    over: list[bool] = []
    """Overtime: whose first possession is over (RB-18.7)."""
    round: int = 0
    first: Seat = 0


class Rulebook(Game[Gridiron]):
    """A game of Gridiron as the chapters of the rules see it: its options and charts, bound."""

    book: BoundCharts
    printed: bytes
    """What is printed on each card (`look.face`), packed: every view unpacks its own."""
    cards: bool
    quarters: int
    period: int
    method: str
    ties: bool
    declare: tuple[Mapping[int, Choose], ...]
    declare_series: tuple[Mapping[int, Choose], ...]
    tries: tuple[Choose, ...]
    forced_tries: tuple[Choose, ...]
