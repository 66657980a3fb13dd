"""Who sits where: people, the game's coaches, or anything at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fieldhouse.cli.terminal.common import find_seat, parse_pairs
from fieldhouse.cli.terminal.program_coach import PREFIX, ProgramCoach
from fieldhouse.kernel.coaches import Coach
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.meta import Meta
from fieldhouse.lab.players import LEARNED, RANDOM, make_coach

PERSON = "person"


class SeatPlayer(msgspec.Struct, frozen=True):
    """Who has a seat: `person`, a coach's level, or `random`."""

    who: str

    @property
    def is_person(self) -> bool:
        """Is it somebody at this screen?"""
        return self.who == PERSON


def default_level(meta: Meta) -> str:
    """The coach one plays against unless told otherwise: `starter`, or the middle one there is."""
    return "starter" if "starter" in meta.levels else meta.levels[len(meta.levels) // 2]


def read_who(meta: Meta, text: str) -> str:
    """`person`, `random`, a level, `module:factory` or `command:PROGRAM`; BadOptions says what there is."""
    who = text.removeprefix("coach:")
    if ":" in who:
        return who
    if who.lower() in (PERSON, RANDOM, *meta.levels):
        return who.lower()
    known = ", ".join((PERSON, *meta.levels, RANDOM, f"{LEARNED}FILE", "module:factory", f"{PREFIX}PROGRAM"))
    raise BadOptions(f"no player {text!r} for {meta.title}; a seat takes one of: {known}")


def read_seats(
    game: Game[Any], given: Sequence[str], *, otherwise: Sequence[str] | None = None, people: str = "first"
) -> list[SeatPlayer]:
    """`--seat Red=person` arguments, the rest filled up.

    `people` says who fills the rest: "first" puts a person in the first free seat unless one sits
    already, "all" people everywhere, "none" coaches everywhere.
    """
    meta, seats = game.meta, game.seats
    example = f"{seats[0]}={PERSON}"
    named = {find_seat(seats, name): who for name, who in parse_pairs(given, "--seat", example).items()}
    chosen: dict[int, str] = {seat: read_who(meta, who) for seat, who in named.items()}
    if otherwise is not None:
        for seat, who in enumerate(otherwise):
            chosen.setdefault(seat, who)
    for seat in range(len(seats)):
        if seat in chosen:
            continue
        here = people == "all" or (people == "first" and PERSON not in chosen.values())
        chosen[seat] = PERSON if here else default_level(meta)
    return [SeatPlayer(chosen[seat]) for seat in range(len(seats))]


def make_coaches(
    game: Game[Any], players: Sequence[SeatPlayer], seed: int, seconds: float | None = None
) -> Mapping[int, Coach]:
    """The coaches of every seat where no person sits; each seat has its own seed."""
    return {
        seat: _coach(game, player.who, seat, seed + seat, seconds)
        for seat, player in enumerate(players)
        if not player.is_person
    }


def _coach(game: Game[Any], who: str, seat: int, seed: int, seconds: float | None) -> Coach:
    if who.startswith(PREFIX):
        return ProgramCoach(who.removeprefix(PREFIX), game.seats[seat])
    return make_coach(game, who, seat, seed, seconds)
