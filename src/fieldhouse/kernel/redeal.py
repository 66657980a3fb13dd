"""Worlds a seat cannot tell apart: what search and the no-leak tests stand on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.game import Game, Given, S
from fieldhouse.kernel.requests import Chance, Seat
from fieldhouse.kernel.run import Frame, Run

if TYPE_CHECKING:
    from fieldhouse.kernel.table import Table


def redeal(table: Table[S], seat: Seat, rng: Random, tries: int, *, strict: bool) -> Table[S]:
    """Another table, without dice, with an equal sight for this seat.

    If none is found: a plain copy, or NoOtherWorld where `strict` (a copy holds the real secrets).
    """
    target = table.sight(seat)
    for frame in proposals(table.game, table.last_frame, table.state, seat, rng, tries):
        world = table.copy()
        world.become_world(frame)
        if world.sight(seat) == target:
            return world
    if strict:
        raise NoOtherWorld(f"no other world for seat {seat} was found in {tries} tries")
    return table.copy()


def proposals(game: Game[S], frame: Frame, now: S, seat: Seat, rng: Random, tries: int) -> Iterator[Frame]:
    """Frames with other secrets, as the game proposes them and the rules allow.

    The caller compares what the seat perceives and takes the first that is equal.
    """
    for _ in range(tries):
        state, given = game.redeal(game.load(frame.snapshot), now, list(frame.given), seat, rng)
        answers = _replayed(game, state, given, rng)
        if answers is not None:
            yield Frame(game.save(state), answers, frame.events, frame.entries, frame.said)


def _replayed(game: Game[S], state: S, given: list[Given], rng: Random) -> list[Given] | None:
    """The answers made definite, or None where the rules do not allow them."""
    run = Run.along(game, game.load(game.save(state)))
    answers: list[Given] = []
    for wanted in given:
        answer = _definite(run, wanted, rng)
        if answer is None or not run.give(answer):
            return None
        answers.append(answer)
    return answers


def _definite(run: Run[S], wanted: Given, rng: Random) -> Given | None:
    """The answer checked against what is asked, sampled anew where its key is None."""
    request = run.request
    if isinstance(request, Chance):
        if wanted.seat is not None:
            return None
        key = request.key(rng.choice(request.flat)) if wanted.key is None else wanted.key
        return Given(None, key, wanted.hidden_from) if key in request.keys else None
    asked = run.asked(wanted.seat) if wanted.seat is not None else None
    if asked is None:
        return None
    key = rng.choice(asked.keys) if wanted.key is None else wanted.key
    return Given(wanted.seat, key, wanted.hidden_from) if key in asked.menu else None
