"""What a seat knows: equal in worlds it cannot tell apart, by string, by vector and by legal tokens."""

from __future__ import annotations

import pickle
from copy import deepcopy
from random import Random

import pytest
from tests.gyms.walks import NAMES, episode, stops

from fieldhouse.gyms.episode import Episode
from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.events import visible
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose


def secrets(at: Episode) -> tuple[bytes, list[str | None]]:
    """All there is to know of the play in progress."""
    return at.walker.frame.snapshot, [given.key for given in at.walker.frame.given]


@pytest.mark.parametrize("name", NAMES)
def test_redealt_worlds_look_the_same_and_are_others(name: str) -> None:
    """For the seat to act and the other one; the real world never comes back with its secrets."""
    rng, compared, other = Random(3), 0, 0
    for at in stops(episode(name), 2, 50):
        for seat in range(len(at.walker.game.seats)):
            try:
                world = at.resample(seat, rng)
            except NoOtherWorld:
                continue
            compared += 1
            other += secrets(world) != secrets(at)
            assert world.knows(seat) == at.knows(seat)
            assert world.observe(seat) == at.observe(seat)
            if world.to_act == seat:
                assert world.legal == at.legal
            past = world.walker.history[: at.walker.frame.entries]
            assert all(given.key is None for given in past if seat in given.hidden_from)
            told = world.walker.events[: world.walker.frame.events]
            assert all(visible(event, seat) for event in told)
    assert compared > 5
    if find(name).meta.hidden:
        assert other > 0, "a game with hands deals other hands"


@pytest.mark.parametrize("name", NAMES)
def test_knowing_does_not_depend_on_how_often_it_was_asked(name: str) -> None:
    """The running hash is a stream: asked at every point or only at the end it is the same."""
    asked = episode(name)
    for at in stops(asked, 4, 80):
        for seat in range(len(at.walker.game.seats)):
            at.knows(seat)
    silent = episode(name)
    for _ in stops(silent, 4, 80):
        pass
    assert [asked.knows(seat) for seat in (0, 1)] == [silent.knows(seat) for seat in (0, 1)]


@pytest.mark.parametrize("name", NAMES)
def test_copies_and_pickles_stand_where_the_episode_stands_and_go_on_alone(name: str) -> None:
    for count, at in enumerate(stops(episode(name), 6, 40)):
        if count % 7:
            continue
        for twin in (at.copy(), deepcopy(at), pickle.loads(pickle.dumps(at))):
            assert (twin.to_act, twin.legal, twin.given) == (at.to_act, at.legal, at.given)
            seat = at.to_act
            assert seat is not None
            before = at.knows(seat)
            assert twin.knows(seat) == before
            twin.step(twin.legal[-1])
            assert at.knows(seat) == before


def test_the_other_seat_learns_nothing_from_half_an_answer() -> None:
    """Tokens are nobody's answer until the last one is in."""
    for at in stops(episode("thegrid"), 8, 60, sense=0.0):
        if at.given:
            fresh, asks, seat = at.copy(), at.walker.asks, at.to_act
            assert isinstance(asks, Choose) and seat is not None
            fresh.given, fresh.node = (), fresh.actions.tree(asks)
            assert at.knows(1 - seat) == fresh.knows(1 - seat)
            assert at.knows(seat) != fresh.knows(seat)
            return
    raise AssertionError("no answer of several tokens was met")
