"""The state of a game of Card Bowl as plain data (section 46), and the bound options (`BoundCharts`)."""

from __future__ import annotations

from collections.abc import Generator
from copy import copy
from enum import StrEnum
from operator import methodcaller
from typing import Any, TypeAlias, TypeVar

import msgspec

from fieldhouse.games.cardbowl.meta import META
from fieldhouse.games.cardbowl.rules.cards import BLACK_JOKER, DECK, VALUE
from fieldhouse.kernel.game import State
from fieldhouse.kernel.requests import Request, Seat

SEATS = META.seats
T = TypeVar("T")
Asks: TypeAlias = Generator[Request, Any, T]
"""A part of the rules that asks and, at its end, has found a value of type T."""

PREV, END, SPOT, LOOSE, DPI = "PREV", "END", "SPOT", "LOOSE", "DPI"
"""Where a live foul is enforced (CB-40.4 to CB-40.8)."""


class Due(StrEnum):
    """What the next play is: the toss, a kick, a try or a down."""

    TOSS = "toss"
    KICKOFF = "kickoff"
    FREE_KICK = "free-kick"
    TRY = "try"
    DOWN = "down"


class Phase(StrEnum):
    """Where a scrimmage play stands (section 43a); `scrimmage.PHASES` says what is done there."""

    NONE = ""
    DEAL = "deal"
    OFFENSE_LINES_UP = "line-up-o"
    DEFENSE_LINES_UP = "line-up-d"
    MOTION = "motion"
    ADJUST = "adjust"
    SNAP = "snap"
    FIRST_PATTERN = "o1"
    FIRST_ANSWER = "d1"
    SECOND_PATTERN = "o2"
    SECOND_ANSWER = "d2"
    LINE_REVEALED = "block-o"
    QUICK = "quick"
    BLOCKING_ANSWER = "block-d"
    CHECK = "check"
    PROTECT = "protect"
    ACTION = "action"
    ANSWER = "answer"
    END_OF_TURN = "end-turn"
    EXECUTE = "execute"


class Piece(msgspec.Struct, gc=False):
    """A card on the table. `name` is public and never changes after the snap; `card` may be face down.

    Offense: `kind` is QB, OL, TE, WR or RB. Defense: D. A defensive card stands in a lane, covers a
    receiver, or stands in a secondary slot `at`; `reach` is the slot whose range is in force (CB-21.7).
    """

    name: str
    card: str
    kind: str
    at: str
    side: str = ""
    col: int = 0
    lane: int = -1
    cover: str = ""
    up: bool = False
    reach: str = ""
    end: str = ""
    home: str = ""
    released: bool = False
    switched: bool = False
    acted: int = -1

    @property
    def value(self) -> int:
        """The numeric value of the card (CB-1.2)."""
        return VALUE[self.card]


class Lane(msgspec.Struct, gc=False):
    """One line match-up (CB-42.5); members are the pieces whose `lane` is its index."""

    col: int
    in_off: int = 0
    in_def: int = 0


class Foul(msgspec.Struct):
    """The pending live foul. `spot` is in the own yards of `ball`, the team that had the ball then.

    `due` names the table of a foul card that is drawn after the play (CB-47.31).
    """

    ball: Seat
    by: Seat = -1
    yards: int = 0
    basis: str = ""
    afd: bool = False
    spot: int = 0
    due: str = ""
    what: str = ""
    changed: bool = False
    status: str = ""


class Result(msgspec.Struct):
    """How a play ended. `x` is in the own yards of `team`.

    `end`: ball, incomplete, touchdown, safety (against `team`), touchback, field-goal,
    try-good, try-failed, dead-foul, rekick, retry, spike.
    """

    end: str
    team: Seat
    x: int = 0
    down: str = "next"
    note: str = ""


class Play(msgspec.Struct):
    """One play in progress: the table, the phase, and what has been settled so far."""

    kind: str = ""
    phase: Phase = Phase.NONE
    hands: list[list[str]] = msgspec.field(default_factory=lambda: [[], []])
    discards: list[list[str]] = msgspec.field(default_factory=lambda: [[], []])
    exchanged: bool = False
    stance: str = ""
    formation: str = ""
    alignment: str = ""
    slots: list[str] = []
    places: list[str] = []
    offense: list[Piece] = []
    defense: list[Piece] = []
    lanes: list[Lane] = []
    moved: str = ""
    adjusted_line: bool = False
    turn: int = 0
    k: int = 0
    passed: int = 0
    pressure: int = 0
    lined: bool = False
    last_up: str = ""
    late: bool = False
    call: str = ""
    way: str = ""
    carrier: str = ""
    foul: Foul | None = None
    changed: bool = False
    muffed: bool = False
    lost_by: Seat = -1
    lost_at: int = 0
    safe: bool = False
    recovered_by: Seat = -1
    recovered_at: int = 0
    ofr: bool = False
    returned: bool = False
    out: bool = False
    suit_out: bool = False
    long: bool = False
    touchback: bool = False
    parts: list[str] = []
    result: Result | None = None


class Bowl(State):
    """A game of Card Bowl. `off` has the ball at the snap (the kicking team on kicks).

    `edition` is asked by the rules that changed (editions.py); saves from before it existed are of the first.
    """

    scores: list[int]
    timeouts: list[int]
    quarter: int = 0
    left: int = 0
    running: bool = False
    next: Due = Due.TOSS
    off: Seat = 0
    down: int = 1
    x: int = 0
    ltg: int = 0
    kick_spot: int = 30
    onside_failures: int = 0
    first_kicker: Seat = 0
    untimed: bool = False
    hurry: int = 0
    extra: list[list[int]] = msgspec.field(default_factory=lambda: [[0, 0], [0, 0]])
    over: str = ""
    pool: list[str] = []
    drawn: list[tuple[str, str]] = []
    play: Play = msgspec.field(default_factory=Play)
    notes: list[str] = []
    plays_run: int = 0
    edition: int = 1

    @property
    def defense_seat(self) -> Seat:
        """The seat of the team without the ball."""
        return 1 - self.off


class BoundCharts(msgspec.Struct, frozen=True):
    """The options of a game as the rules read them."""

    timing: str = "simple1"
    length: int = 31
    overtime_length: int = 31
    offense_cards: tuple[int, int, int, int] = (12, 12, 12, 12)
    defense_cards: tuple[int, int, int, int] = (15, 15, 15, 15)
    handicap: tuple[int, int] = (0, 0)
    allocation: int = 0
    single_joker: bool = False
    playoff: bool = False
    overtime: bool = True
    offenses: dict[str, Any] = {}
    defenses: dict[str, Any] = {}
    aligned: dict[tuple[str, ...], list[str]] = {}
    """Alignments already worked out, by name and offensive slots."""

    @property
    def deck(self) -> tuple[str, ...]:
        """54 cards, or 53 without the black joker (CB-1.13)."""
        return tuple(card for card in DECK if card != BLACK_JOKER) if self.single_joker else DECK


_copy: Any = methodcaller("__copy__")
"""`copy.copy` of a struct; that takes several times as long to find out that it is one."""


def copy_bowl(s: Bowl) -> Bowl:
    """An independent copy; a tenth of the price of writing and reading the state."""
    new: Bowl = _copy(s)
    new.tell = None  # type: ignore[misc]
    new.scores, new.timeouts = s.scores[:], s.timeouts[:]
    new.extra, new.notes = [s.extra[0][:], s.extra[1][:]], s.notes[:]
    new.pool, new.drawn = s.pool[:], s.drawn[:]
    p: Play = _copy(s.play)
    new.play = p
    p.hands, p.discards = [hand[:] for hand in p.hands], [cards[:] for cards in p.discards]
    p.slots, p.places, p.parts = p.slots[:], p.places[:], p.parts[:]
    p.offense, p.defense = list(map(_copy, p.offense)), list(map(_copy, p.defense))
    p.lanes = list(map(_copy, p.lanes))
    p.foul, p.result = copy(p.foul), copy(p.result)
    return new


def find_piece(pieces: list[Piece], name: str) -> Piece:
    """The piece of that name."""
    for found in pieces:
        if found.name == name:
            return found
    raise KeyError(name)


def own_x(s: Bowl, team: Seat, x: int) -> int:
    """A spot in the yards of the team with the ball at the snap, as `team` counts it."""
    return x if team == s.off else 100 - x


HURRY_UP_ON_TOP = 2
"""CB-16.9: the cap of 19 binds agreed sizes; hurry-up cards come in addition."""

TACKLES_STAY = 2
"""CB-23.9: in the second pattern turn a tackle no longer goes back."""

THREE_LINEMEN = 3
"""CB-23.13: at most three linemen in one match-up."""

ENDS_JOIN_RECEIVERS = 2
"""CB-24.6: an end facing a revealed TE may join a receiver of his side at once."""

ONE_WR_WITH_A_BACK = 2
"""CB-35.2: two WRs and a back are no screen group."""

COVER_FOLLOWS = 3
"""CB-19.5: who covers a man goes with him in motion unless the defense leaves him behind."""
