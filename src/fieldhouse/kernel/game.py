"""The interface of a game: rules bound to their options and charts, and a state of plain data."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec

from fieldhouse.kernel.deprecation import renamed_names
from fieldhouse.kernel.errors import BadChart
from fieldhouse.kernel.events import MomentStamp, PlayMoment, Tell
from fieldhouse.kernel.meta import Meta, Options
from fieldhouse.kernel.position_check import PositionCheck
from fieldhouse.kernel.requests import Option, Rules, Seat
from fieldhouse.kernel.scoreboard import Scoreboard

View: TypeAlias = dict[str, Any]
Materials: TypeAlias = Mapping[str, Any]


class State(msgspec.Struct, dict=True, forbid_unknown_fields=True):
    """Base of every game's state: plain data that msgspec writes and reads.

    `tell` takes events. It is no field: it is never saved, copied or compared, and it is None in
    bulk runs, so rules write `if s.tell: s.tell(SomeEvent(...))` and pay nothing there.
    """

    tell: ClassVar[Tell | None] = None


S = TypeVar("S", bound=State)


class Setup(msgspec.Struct, frozen=True):
    """What a game is opened with; a record holds it by value."""

    options: Options = {}
    materials: Materials = {}
    edition: int = 1


CONCESSION = "concession"
FORMED = "formed"
"""Why a game ended that nobody was to win: the teams of a draft or an auction are formed."""


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who won (None: nobody) and why the game is over: a stable word, a sentence to read, the rule."""

    winner: Seat | None
    why: str
    text: str
    scores: tuple[int, ...] = ()
    rule: str = ""

    @property
    def is_tie(self) -> bool:
        """True if nobody won a game that somebody could have won."""
        return self.winner is None and self.why not in (CONCESSION, FORMED)


class GivenAnswer(msgspec.Struct, frozen=True):
    """One answer since the last whistle: a seat's (or, seat None, the dice's) key and who may see it.

    In the hands of `Game.determinize` a key of None asks the table to sample a fresh legal one.
    """

    seat: Seat | None
    key: str | None
    hidden_from: tuple[Seat, ...] = ()


class GameFolder(Protocol):
    """What a game knows of the folder it was found in (`registry.Folder`)."""

    name: str

    def __hash__(self) -> int: ...

    @property
    def game(self) -> type[Game[Any]]: ...

    @property
    def board(self) -> Any: ...

    def open(
        self,
        options: Mapping[str, Any] | None = None,
        materials: Mapping[str, Any] | None = None,
        *,
        edition: int | None = None,
    ) -> Game[Any]: ...


class Game(ABC, Generic[S]):
    """The rules of one game with its options and charts bound. Immutable: tables share it.

    `play` runs from one whistle to the next (a play, a turn, a drive) and changes the state it is
    given. Every fact that anyone may see or that a later rule reads is written into the state as
    soon as it is known; a generator's locals are control flow only, and each answer is bound to a
    name before the next request (so that `solve` can tell positions apart).
    """

    meta: ClassVar[Meta]
    state_type: ClassVar[type[State]]
    folder: ClassVar[GameFolder | None] = None
    """Where the registry found it; None for a class that no folder brings."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.options: Options = setup.options

    def __repr__(self) -> str:
        """Can be pasted back, unless it is played with charts or teams of somebody's own."""
        meta, setup = self.meta, self.setup
        usual = meta.read_options()
        chosen = {name: value for name, value in setup.options.items() if value != usual[name]}
        words = [repr(meta.name), *([repr(chosen)] if chosen else [])]
        words += [] if setup.edition == meta.edition else [f"edition={setup.edition}"]
        if self.own_materials:
            return f"<Game of {', '.join(words)} with materials of its own: {', '.join(self.own_materials)}>"
        return f"fieldhouse.open_game({', '.join(words)})"

    @property
    def own_materials(self) -> tuple[str, ...]:
        """The names of the charts, decks and teams that differ from the defaults under these options."""
        usual, used = _usual(type(self), tuple(self.options.items())).digests, self.setup.materials
        return tuple(name for name in {**usual, **used} if usual.get(name) != _digest(used.get(name)))

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats; overridden where an option sets how many there are."""
        return self.meta.seats

    # Materials: the charts, decks, teams and formations in use. All of it is JSON-ready data.

    @classmethod
    def default_materials(cls, options: Options) -> Materials:
        """What the game is played with unless somebody brings their own; may depend on the options."""
        return {}

    @classmethod
    def material_text(cls, name: str) -> str:
        """The default material as the text file a person copies and edits."""
        raise BadChart([f"{cls.meta.title} has no material {name!r}; it has: {_names(cls.meta)}"])

    @classmethod
    def chosen_text(cls, name: str, options: Options) -> str:
        """The material that these options choose, as a file; overridden where options change materials."""
        return cls.material_text(name)

    @classmethod
    def read_material(cls, name: str, text: str) -> Any:
        """A person's own file as data; BadChart lists every fault with its line or row and column."""
        raise BadChart([f"{cls.meta.title} has no material {name!r}; it has: {_names(cls.meta)}"])

    @classmethod
    def check_materials(cls, materials: Materials) -> None:
        """Check materials given as data (from a record); BadChart lists every fault."""

    @abstractmethod
    def start(self) -> S:
        """The state at the opening."""

    @abstractmethod
    def play(self, s: S) -> Rules:
        """Run one play, from snap to whistle, yielding requests."""

    @abstractmethod
    def outcome(self, s: S) -> Outcome | None:
        """Who won and why, once the game is over. Called at whistles only."""

    @abstractmethod
    def view(self, s: S, seat: Seat | None) -> View:
        """What that seat (None: a spectator) may see, as JSON-ready data; at any point of a play.

        It is the caller's own: a list of the state is copied into it, never shared.
        """

    @abstractmethod
    def scoreboard(self, s: S, seat: Seat | None) -> Scoreboard:
        """Return the scoreboard of that view: score, ball, clock, down; at any point of a play."""

    def moment(self, s: S) -> PlayMoment:
        """Return period, clock and scores; override it where the whole scoreboard costs more."""
        board = self.scoreboard(s, None)
        return PlayMoment(board.period, board.clock, board.scores)

    def determinize(
        self, s: S, now: S, given: list[GivenAnswer], seat: Seat, rng: Random
    ) -> tuple[S, list[GivenAnswer]]:
        """Another whistle state and answers since then that `seat` could not tell from the real ones.

        `s` is a fresh copy of the state at the last whistle, `now` the present state (read only).
        The table replays the result and rejects it if the rules or the seat's view disagree, so a
        proposal need only be likely. It is drawn from what the seat knows: sort what is hidden before it is
        shuffled, so that equal knowledge and equal dice give equal proposals. NoOtherWorld where there is
        none; the real secrets never stand in. The default re-samples the answers hidden from the seat; a
        game that keeps secrets in its state (hands, face-down cards) overrides this.
        """
        return s, [GivenAnswer(g.seat, None, g.hidden_from) if seat in g.hidden_from else g for g in given]

    def mask_hidden(self, s: S, seat: Seat) -> S | None:
        """Return a copy of the state in which all that the seat may not see is masked.

        For policies that can read it (`Meta.onlookers`); its `view` shows no more than this. None where the
        game does not mask: its coaches are given a world. A game that hides nothing gives all of it.
        """
        return None if self.meta.hidden else self.load(self.save(s))

    def standing_options(self, s: S, seat: Seat) -> tuple[Option, ...]:
        """What the seat may ask for ahead (`kernel/standing_answer.py`)."""
        return ()

    @property
    def one_tie_offer_a_play(self) -> bool:
        """True if a seat may offer a tie only once per play, and not at each of its decisions."""
        return False

    # A position as text (`kernel.position`) says what differs from the opening, field by field.

    def position_text(self, plain: dict[str, Any]) -> dict[str, Any]:
        """Return the state as plain data with derivable fields shortened to a word; may change `plain`."""
        return plain

    def parse_position_text(self, text: dict[str, Any]) -> dict[str, Any]:
        """Return the plain data that `position_text` shortened; FieldhouseError for what makes no sense."""
        return text

    def check_position(self, s: S, check: PositionCheck) -> None:
        """Note in `check` what no play of this game could have led to: ranges, sums, who may have the ball.

        Called for positions that somebody wrote. What passes must be playable to its end.
        """

    # Snapshots: msgpack is several times faster than copy.deepcopy and proves the state is plain data.

    def save(self, s: S) -> bytes:
        """The state as a snapshot."""
        return _ENCODER.encode(s)

    def load(self, data: bytes) -> S:
        """The state from a snapshot made by `save`."""
        return _decoder(self.state_type).decode(data)  # type: ignore[return-value]


def start_play(game: Game[S], s: S) -> Rules:
    """Start the play that begins at this whistle; its events carry the moment."""
    if s.tell is not None:
        s.tell = MomentStamp(s.tell, game.moment(s))  # type: ignore[misc]
    return game.play(s)


class _Usual(NamedTuple):
    """Default materials as bytes, and a digest of each."""

    data: bytes
    digests: dict[str, bytes]


@lru_cache(maxsize=64)
def _usual(game: type[Game[Any]], options: tuple[tuple[str, Any], ...]) -> _Usual:
    found = game.default_materials(dict(options))
    game.check_materials(found)
    return _Usual(_ENCODER.encode(found), {name: _digest(data) for name, data in found.items()})


def usual_materials(game: type[Game[Any]], options: Options) -> Materials:
    """The default materials under these options, as a copy; read and checked once per process."""
    found: Materials = msgspec.msgpack.decode(_usual(game, tuple(options.items())).data)
    return found


def _digest(material: Any) -> bytes:
    return sha256(msgspec.json.encode(material, order="deterministic")).digest()


def _names(meta: Meta) -> str:
    return ", ".join(meta.materials) or "none"


_ENCODER = msgspec.msgpack.Encoder()
_DECODERS: dict[type[State], msgspec.msgpack.Decoder[State]] = {}


def _decoder(kind: type[State]) -> msgspec.msgpack.Decoder[State]:
    found = _DECODERS.get(kind)
    if found is None:
        found = _DECODERS[kind] = msgspec.msgpack.Decoder(kind)
    return found


if not TYPE_CHECKING:
    __getattr__ = renamed_names(__name__, {"Given": "GivenAnswer"})
