"""Coaches and programs that answer at a table, the names of their levels, and policies inside playouts."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import msgspec

from fieldhouse.kernel.deprecation import renamed_names
from fieldhouse.kernel.entries import Chosen
from fieldhouse.kernel.events import Event, HouseNote
from fieldhouse.kernel.game import Outcome, State, View
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.walker import Walker
from fieldhouse.kernel.world import world_for

_NAMES = {"rookie": "Rookie", "starter": "Starter", "allpro": "All-Pro"}
_DIFFICULTY = {"rookie": "easy", "starter": "medium", "allpro": "hard"}


def level_name(level: str) -> str:
    """The level without its difficulty: `All-Pro`; another player's own name stays as it is."""
    return _NAMES.get(level, level)


def level_label(level: str) -> str:
    """The level with its difficulty: `All-Pro (hard)`."""
    if level not in _NAMES:
        return level
    return f"{_NAMES[level]} ({_DIFFICULTY[level]})"


def coach_name(level: str) -> str:
    """What to call the coach in a sentence: `All-Pro coach`."""
    return f"{level_name(level)} coach"


class CoachView(msgspec.Struct, frozen=True):
    """All that a coach is given: its seat's view, every event it has seen, and a world.

    `world` is a position that the seat cannot tell from the real one, with what it cannot know dealt at
    random. It is the coach's own, to read, to walk on and to deal further worlds from (`Walker.resample`).
    It is None where no other world was found, for a coach that `looks_on`, and for one that `reads_state` of
    a game without secrets; that one gets the state as its seat sees it (`Game.mask_hidden`) as `covered`.
    """

    seat: Seat
    view: View
    events: Sequence[Event] = ()
    world: Walker[Any] | None = None
    covered: State | None = None


class Coach(Protocol):
    """Answers a request with a key, or with several keys for the decisions that follow.

    A game's `coaches` module makes them: `coach(level, game, seat, seed, seconds)`. A coach that uses only
    what its seat sees sets `looks_on = True`: no world is dealt for it. One that uses only the state, of its
    world or masked, sets `reads_state = True`: no view is made for it, and its world holds no events from
    before the last whistle.
    """

    def answer(self, request: Choose, seen: CoachView) -> str | Sequence[str]: ...


class RandomCoach:
    """Gives any legal answer, all equally likely: for tests and as the weakest opponent."""

    looks_on = True

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def answer(self, request: Choose, seen: CoachView) -> str:
        return self._rng.choice(request.keys)


class PolicyCoach:
    """Plays a policy on the state of a world that its seat cannot tell from the real one.

    Where no world could be dealt it answers at random. A policy that can read masked states `looks_on`;
    where nothing is hidden all can.
    """

    reads_state = True

    def __init__(self, policy: Policy, seed: int, *, looks_on: bool = False) -> None:
        self.looks_on = looks_on
        self.policy = policy
        self._otherwise = RandomCoach(seed)

    def answer(self, request: Choose, seen: CoachView) -> str:
        if seen.world is not None:
            return self.policy(request, seen.world.state)
        if seen.covered is not None:
            return self.policy(request, seen.covered)
        return self._otherwise.answer(request, seen)


def coach_view(table: Table[Any], seat: Seat, *, world: bool = True, view: bool = True) -> CoachView:
    """Make what a coach in that seat is given; `world` False if it looks on, `view` False if it reads the
    state.
    """
    shown, events = (table.view(seat), table.events_for(seat)) if view else ({}, ())
    if world and (view or table.game.meta.hidden):
        return CoachView(seat, shown, events, world_for(table, seat, told=view))
    return CoachView(seat, shown, events, covered=table.game.mask_hidden(table.state, seat))


def looks_on(coach: Coach) -> bool:
    """True for a coach that uses only what its seat sees."""
    return bool(getattr(coach, "looks_on", False))


def reads_state(coach: Coach) -> bool:
    """True for a coach that uses only the state, and neither view nor events."""
    return bool(getattr(coach, "reads_state", False))


def ask_coach(table: Table[Any], seat: Seat, coach: Coach) -> None:
    """Let the coach answer what its seat is asked. Tie offers are declined for it."""
    request = table.request_for(seat)
    if request is None:
        return
    if table.tie_offer is not None:
        table.answer(seat, "decline")
        return
    seen = coach_view(table, seat, world=not looks_on(coach), view=not reads_state(coach))
    reply = coach.answer(request, seen)
    if isinstance(reply, str):
        table.answer(seat, reply)
    else:
        table.answer_all(seat, reply)


def coaches_to_ask(table: Table[Any], coaches: Container[Seat]) -> tuple[Seat, ...]:
    """The coaches to answer now; in a simultaneous choice only once all people have answered.

    A coach that answered first would keep a person from undoing an earlier answer.
    """
    waiting = table.pending_seats
    if table.together and not all(seat in coaches for seat in waiting):
        return ()
    return tuple(seat for seat in waiting if seat in coaches)


def forced_answer(
    table: Table[Any], *, watched: bool = True, but: Container[Seat] = ()
) -> tuple[Seat, str] | None:
    """The next answer that is no choice, with its seat; None if everybody asked has a choice.

    Where others watch, only what everybody may know to be forced. A forced answer that cannot be undone
    waits while its seat can still undo an earlier choice. The seats in `but` answer everything themselves.
    """
    if table.tie_offer is not None:
        return None
    for seat in table.pending_seats:
        if seat in but:
            continue
        asked = table.request_for(seat)
        assert asked is not None
        key = asked.forced_key if watched else asked.only_key
        if key is not None and not (asked.menu.closes(key) and table.can_undo(seat)):
            return seat, key
    return None


def announce_forced(table: Table[Any], seat: Seat, key: str, *, watched: bool = True) -> bool:
    """Say in the play-by-play that the answer `key`, which comes next, is forced; False if it is a choice."""
    asked = table.request_for(seat)
    if (
        table.tie_offer is not None
        or asked is None
        or key != (asked.forced_key if watched else asked.only_key)
    ):
        return False
    team, label = table.scoreboard().teams[seat], asked.menu.option(key).label
    sees = None if asked.forced_key is not None else (seat,)
    table.say(HouseNote(line=f"{team}: {label} (the only choice).", sees=sees), announces=True)
    return True


def announce_if_unexpected(table: Table[Any], seat: Seat, key: str) -> None:
    """Say that the next answer is forced, unless it follows an answer of the same seat.

    The log alone decides, not who gave the answer or how many at once, so that a table loaded from its log
    has the same lines. It is for `Table.before_choice`.
    """
    before = table.entries[-1] if table.entries else None
    if not (isinstance(before, Chosen) and before.seat == seat):
        announce_forced(table, seat, key)


def answer_forced(table: Table[Any], *, watched: bool = True, but: Container[Seat] = ()) -> bool:
    """Give every forced answer; True if there was one.

    Each has a line in the play-by-play, unless the table itself announces answers (`Table.before_choice`).
    """
    gone = False
    while (found := forced_answer(table, watched=watched, but=but)) is not None:
        if table.before_choice is None:
            announce_forced(table, *found, watched=watched)
        table.answer(*found)
        gone = True
    return gone


def play_on(table: Table[Any], coaches: Mapping[Seat, Coach]) -> Outcome | None:
    """Let the coaches answer until the game is over or somebody else is asked."""
    while True:
        seat = next(iter(coaches_to_ask(table, coaches)), None)
        if seat is None:
            return table.outcome
        ask_coach(table, seat, coaches[seat])


Policy: TypeAlias = Callable[[Choose, Any], str]
"""Inside playouts a policy answers from the state itself: fast, trusted, never used at a live table."""


if not TYPE_CHECKING:
    __getattr__ = renamed_names(__name__, {"Seen": "CoachView"})
