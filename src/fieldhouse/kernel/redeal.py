"""Worlds a seat cannot tell apart: what search and the no-leak tests stand on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import Game, Given, S
from fieldhouse.kernel.requests import Chance, Seat
from fieldhouse.kernel.run import Run


def proposals(game: Game[S], frame: Frame, now: S, seat: Seat, rng: Random, tries: int) -> Iterator[Frame]:
    """Other frames that the seat may be in, as the game proposes them, each legal under the rules.

    `now` is the present state, which the frame leads to. A proposal is only likely: the caller compares
    what the seat perceives in it with what it perceives in truth. A game that finds none says NoOtherWorld.
    """
    for _ in range(tries):
        try:
            state, given = game.redeal(game.load(frame.snapshot), now, list(frame.given), seat, rng)
        except NoOtherWorld:
            continue
        answers = definite(game, state, given, rng)
        if answers is not None:
            yield Frame(game.save(state), answers, frame.events, frame.entries, frame.said)


def definite(game: Game[S], state: S, given: list[Given], rng: Random) -> list[Given] | None:
    """The answers since this whistle, sampled where a key is None; None where the rules do not allow them."""
    run = Run(game, game.load(game.save(state)))
    run.begin()
    answers: list[Given] = []
    for wanted in given:
        answer = _answer(run, wanted, rng)
        if answer is None or not run.give(answer):
            return None
        answers.append(answer)
    return answers


def _answer(run: Run[S], wanted: Given, rng: Random) -> Given | None:
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
