"""Worlds a seat cannot tell apart: what search and the no-leak tests stand on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Generic, NamedTuple

import msgspec

from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.events import Event, render, visible
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import Game, GivenAnswer, Outcome, S
from fieldhouse.kernel.requests import Chance, Choose, Request, Seat
from fieldhouse.kernel.run import Run


class WorldProposal(NamedTuple, Generic[S]):
    """Another world as the game proposes it: its frame, the play run to its end, and what was told."""

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
    """Run the play on these answers, sampled where a key is None; None where the rules do not allow them."""
    run.begin()
    answers: list[GivenAnswer] = []
    for wanted in given:
        answer = _answer(run, wanted, rng)
        if answer is None or not run.give(answer):
            return None
        answers.append(answer)
    return answers


def _answer(run: Run[S], wanted: GivenAnswer, rng: Random) -> GivenAnswer | None:
    """The answer checked against what is asked, sampled anew where its key is None."""
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


class Knowledge:
    """What a seat knows of a stretch of the game; equal where it cannot tell two positions apart.

    The answers it saw, the events it was told, its view, and its question with the legal keys. As bytes it
    is an information state.
    """

    __slots__ = ("_answers", "_events", "_now")

    def __init__(
        self,
        game: Game[S],
        state: S,
        asks: Request | None,
        outcome: Outcome | None,
        answers: Sequence[GivenAnswer],
        events: Sequence[Event],
        seat: Seat,
    ) -> None:
        to_act, question = None, None
        if isinstance(asks, Choose):
            to_act = asks.seat
            if to_act == seat:
                question = [asks.what, asks.prompt, asks.facts, list(asks.keys)]
        self._answers = [(given.seat, given.key) for given in answers if seat not in given.hidden_from]
        self._events = [event for event in events if event.sees is None or visible(event, seat)]
        self._now = _json([game.view(state, seat), to_act, question, outcome])

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Knowledge)
            and self._now == other._now
            and self._answers == other._answers
            and len(self._events) == len(other._events)
            and all(map(_say_the_same, self._events, other._events))
        )

    __hash__ = None  # type: ignore[assignment]

    def __bytes__(self) -> bytes:
        told = [render(event) for event in self._events]
        return b"[" + _json(self._answers) + b"," + _json(told) + b"," + self._now[1:]


def _say_the_same(one: Event, other: Event) -> bool:
    return one == other or render(one) == render(other)


def _json(plain: Any) -> bytes:
    return msgspec.json.encode(plain, order="deterministic")
