"""The pack, what is asked, and the table: everything the chapters of the referee share.

Positions: `los` and the like are in the own yards of the team that snapped or kicked (`off`); whoever carries
the ball counts in his own yards, and `turned` goes from one to the other.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RED, BLACK = "RJ", "BJ"
JOKERS = (RED, BLACK)
PACK = [rank + suit for suit in "SHDC" for rank in RANKS] + [RED, BLACK]


class Want(NamedTuple):
    """What must come next: a draw from these cards, a toss, a choice by a seat, or choices of both."""

    kind: str
    name: str
    keys: Any = None
    seat: int = -1


Asks = Generator[Want, Any, Any]


def value(card: str) -> int:
    """CB-1.2, CB-1.3."""
    return 15 if card in JOKERS else RANKS.index(card[:-1]) + 1


def face(card: str) -> int:
    """CB-1.7: the open-field value."""
    return 0 if card in JOKERS else {"J": 1, "Q": 2, "K": 3}.get(card[:-1], 0)


def is_red(card: str) -> bool:
    """CB-1.5."""
    return card == RED or (card != BLACK and card[-1] in "HD")


def suit(card: str) -> str:
    """CB-1.6."""
    return {RED: "H", BLACK: "S"}.get(card) or card[-1]


def ru(a: int, b: int) -> int:
    """CB-1.14: to the nearest, halves up."""
    return (2 * a + b) // (2 * b)


def heavy(card: str) -> bool:
    """A face card or the other joker, as a foul card."""
    return card == RED or face(card) > 0


def ten_or_fifteen(card: str) -> int:
    """A-10 ten yards, face card or red joker fifteen."""
    return 15 if heavy(card) else 10


def five_ten_fifteen(card: str) -> int:
    """A-5, 6-10, face card or red joker."""
    return 15 if heavy(card) else 5 if value(card) <= 5 else 10


@dataclass
class Man:
    """A card on the table. Offense: QB, OL, TE, WR, RB; defense: D, in a lane, on a receiver or in a slot."""

    name: str
    card: str
    kind: str
    slot: str = ""
    side: str = ""
    col: int = 0
    lane: int = -1
    up: bool = False
    released: bool = False
    switched: bool = False
    on: str = ""
    reach: str = ""
    end: str = ""
    home: str = ""
    acted: bool = False

    @property
    def worth(self) -> int:
        """Full value."""
        return value(self.card)

    @property
    def half(self) -> int:
        """CB-27.1."""
        return ru(self.worth, 2)


@dataclass
class Foul:
    """The live foul. `ball` is the team with the ball, `spot` in its own yards; `due` waits for its card."""

    basis: str
    by: int = -1
    yards: int = 0
    afd: bool = False
    ball: int = -1
    spot: int = 0
    due: str = ""
    changed: bool = False
    answer: str = ""


@dataclass
class Result:
    """How the play ended for `team`, `y` in its own yards."""

    end: str
    team: int
    y: int = 0


@dataclass
class Play:
    """What is known of the play in progress."""

    kind: str = ""
    call: str = ""
    foul: Foul | None = None
    stance: str = "U"
    offense: list[Man] = field(default_factory=list)
    defense: list[Man] = field(default_factory=list)
    cols: list[int] = field(default_factory=list)
    in_off: dict[int, int] = field(default_factory=dict)
    in_def: dict[int, int] = field(default_factory=dict)
    passed: int = 0
    pressure: int = 0
    line_up: bool = False
    late: bool = False
    muffed: bool = False
    changed: bool = False
    lost: dict[int, int] = field(default_factory=dict)
    recovered: tuple[int, int] | None = None
    ofr: bool = False
    returned: bool = False
    stops: bool = False
    suited: bool = False
    first: bool = False
    long: bool = False
    touchback: bool = False
    squib: bool = False


class Table:
    """The score, the clock, the pack and the play."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.scores = [0, 0]
        self.timeouts = [3, 3]
        self.quarter = 0
        self.left = 0
        self.running = False
        self.off = 0
        self.down = 1
        self.x = 0
        self.ltg = 0
        self.kick_spot = 30
        self.failures = 0
        self.first_kicker = 0
        self.untimed = False
        self.hurry = 0
        self.extra = [[0, 0], [0, 0]]
        self.next = "toss"
        self.over = ""
        self.pool: list[str] = []
        self.gone: list[str] = []
        self.p = Play()
        self.seen: set[str] = set()

    @property
    def deff(self) -> int:
        """The other team."""
        return 1 - self.off

    def fresh(self, kind: str) -> None:
        """CB-1.10: a whole pack for every play."""
        self.pool = [card for card in PACK if card != BLACK or not self.options["single_joker"]]
        self.gone = []
        self.p = Play(kind=kind)

    def own(self, team: int, x: int) -> int:
        """A spot in the yards of `off` as `team` counts it."""
        return x if team == self.off else 100 - x

    def note(self, *what: str) -> None:
        """For the list of what was met."""
        self.seen.update(what)


def draw(t: Table, stream: str) -> Asks:
    """CB-1.11, CB-1.12: the next card."""
    if not t.pool:
        t.note("deck rebuilt")
        t.pool = [card for card in t.gone if card not in JOKERS]
        t.gone = []
    card = yield Want("draw", stream, frozenset(t.pool))
    t.pool.remove(card)
    t.gone.append(card)
    return card


def plain(t: Table, stream: str) -> Asks:
    """CB-1.9: jokers laid aside."""
    card = yield from draw(t, stream)
    while card in JOKERS:
        card = yield from draw(t, stream)
    return card


def choose(seat: int, name: str, keys: Iterable[str]) -> Asks:
    """A choice of one seat."""
    key = yield Want("choose", name, frozenset(keys), seat)
    return key


def together(name: str, keys: dict[int, Iterable[str]]) -> Asks:
    """Choices of both at once: the answers by seat."""
    wanted = frozenset((seat, frozenset(options)) for seat, options in keys.items())
    answers = yield Want("together", name, wanted)
    return answers
