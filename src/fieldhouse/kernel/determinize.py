"""Determinization: propose other worlds that a seat cannot tell from the real one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Generic, NamedTuple

from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import Game, GivenAnswer, S
from fieldhouse.kernel.requests import Chance, Seat
from fieldhouse.kernel.run import Run


class WorldProposal(NamedTuple, Generic[S]):
    """A world that the game proposes: its frame, the play run to the present, and its events."""

    frame: Frame
    run: Run[S]
    events: list[Event]


def world_proposals(
    game: Game[S],
    frame: Frame,
    now: S,
    seat: Seat,
    rng: Random,
    tries: int,
    before: Sequence[Event] | None = None,
) -> Iterator[WorldProposal[S]]:
    """Other frames that the seat may be in, as the game proposes them, each legal under the rules.

    `now` is the present state, which the frame leads to. A proposal is only likely: the caller compares
    what the seat perceives in it with what it perceives in truth. A game that finds none says NoOtherWorld.
    Where the events `before` the whistle are given, what is told since comes after them; else none is told.
    """
    for _ in range(tries):
        try:
            state, given = game.determinize(game.load(frame.snapshot), now, list(frame.given), seat, rng)
        except NoOtherWorld:
            continue
        snapshot = game.save(state)
        run, events = Run(game, game.load(snapshot)), list(before or ())
        if before is not None:
            run.state.tell = events.append  # type: ignore[misc]
        answers = run_sampled_answers(run, given, rng)
        if answers is not None:
            yield WorldProposal(
                Frame(snapshot, answers, frame.events, frame.entries, frame.said), run, events
            )


def run_sampled_answers(run: Run[S], given: list[GivenAnswer], rng: Random) -> list[GivenAnswer] | None:
    """Run the play on these answers, sampling where a key is None; None if the rules do not allow them."""
    run.begin()
    answers: list[GivenAnswer] = []
    for wanted in given:
        answer = _answer(run, wanted, rng)
        if answer is None or not run.give(answer):
            return None
        answers.append(answer)
    return answers


def _answer(run: Run[S], wanted: GivenAnswer, rng: Random) -> GivenAnswer | None:
    """The answer if it is legal here, sampled where its key is None; None if it is not legal."""
    request, key = run.request, wanted.key
    if isinstance(request, Chance):
        if wanted.seat is not None:
            return None
        if key is None:
            key = request.key(rng.choice(request.flat))
        elif not request.gives(key):
            return None
    else:
        asked = run.request_for(wanted.seat) if wanted.seat is not None else None
        if asked is None:
            return None
        if key is None:
            key = rng.choice(asked.keys)
        elif not asked.allows(key):
            return None
    return wanted if key is wanted.key else GivenAnswer(wanted.seat, key, wanted.hidden_from)
