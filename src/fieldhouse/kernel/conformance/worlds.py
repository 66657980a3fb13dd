"""Checks that walkers play as tables do, and that a coach gets a world of its seat's own."""

from __future__ import annotations

import contextlib
import pickle
from random import Random
from typing import Any

import msgspec

from fieldhouse.kernel.conformance.random_games import MOST_ANSWERS, open_tiny, sample_points
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.events import visible
from fieldhouse.kernel.game import GivenAnswer
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Choose, Seat, Together
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.walker import Walker
from fieldhouse.kernel.world import observe_table_play, table_walker, world_for


def walkers_walk_as_tables_do(folder: Folder, seed: int) -> None:
    """A `Walker` given a table's answers stands where it stands; its copies, pickles and worlds hold too."""
    rng = Random(seed)
    game = open_tiny(folder)
    walker, table = Walker(game), Table(game)
    seats = table.seats
    for _ in range(MOST_ANSWERS):
        assert walker.outcome == table.outcome, "walker and table end differently"
        assert walker.state == table.state, "walker and table stand apart"
        if walker.outcome is not None:
            return
        if rng.random() < 0.1:
            _walker_holds(walker, rng.choice(seats), rng)
        seat, key = walker.to_act, rng.choice(walker.keys)
        walker.give(key)
        if seat is None:
            table.roll(key)
        else:
            table.answer(seat, key)
    raise AssertionError(f"the game has not ended after {MOST_ANSWERS} answers")


def _walker_holds(walker: Walker[Any], seat: Seat, rng: Random) -> None:
    """Copy and pickle are the same position, another world is so for the seat; none of them is the walker."""
    known = walker.information_state(seat)
    twins = [walker.copy(), pickle.loads(pickle.dumps(walker))]
    with contextlib.suppress(NoOtherWorld):
        twins.append(walker.resample(seat, rng))
    for twin in twins:
        assert twin.information_state(seat) == known, "a copy, pickle or other world differs for the seat"
    for twin in twins[:2]:
        assert twin.state == walker.state, "a copy or pickle stands elsewhere"
        twin.give(rng.choice(twin.keys))
        assert walker.information_state(seat) == known, "walking on with a copy moves the walker"


def coaches_get_another_world(folder: Folder, seed: int) -> None:
    """The world a coach is given is its seat's own: all that the seat knows, and nothing that it does not.

    It shows the same view and asks the same; of the plays before it holds what the seat was told. It is drawn
    from the seat's knowledge alone: from a world that the seat cannot tell from the real one the very same
    comes. Where something is hidden worlds differ, and few are the real one by chance.
    """
    rng = Random(seed)
    table = Table(open_tiny(folder), FastDice(seed))
    found = real = open_points = points = 0
    for seat in sample_points(table, rng, 0.3):
        world, here = world_for(table, seat), table_walker(table, seat)
        points += 1
        assert bytes(observe_table_play(table, seat)) == here.play_information_state(seat), (
            "what the seat knows of the play is not what the rules told it"
        )
        if world is None:
            assert folder.meta.hidden, "nothing is hidden, and yet there is no world"
            continue
        found += 1
        _same_for_the_seat(table, seat, world)
        if not folder.meta.hidden:
            assert world.state == here.state, "nothing is hidden, and yet the world is another one"
            continue
        _drawn_from_knowledge(table, seat, world, rng)
        others = {_position(here.resample(seat, Random(number))) for number in range(4)}
        open_points += len(others) == 1
        real += len(others) == 4 and _position(world) == _position(here)
    assert found >= 0.9 * points, f"a coach gets a world at {found} of {points} points only"
    assert not folder.meta.hidden or open_points < points, (
        "the game hides something, but all worlds are the same"
    )
    assert real <= 0.1 * points, f"the real position is handed over at {real} of {points} points"


def _same_for_the_seat(table: Table[Any], seat: Seat, world: Walker[Any]) -> None:
    """The world looks like the table to the seat, and holds no more of the past than the seat was told."""
    assert msgspec.to_builtins(world.view(seat)) == table.view(seat), "the world has another view"
    assert table.game.scoreboard(world.state, seat) == table.scoreboard(seat), (
        "the world has another headline"
    )
    request = world.request
    parts = request.parts if isinstance(request, Together) else (request,)
    asked = next((part for part in parts if isinstance(part, Choose) and part.seat == seat), None)
    real = table.request_for(seat)
    assert asked is not None and real is not None and asked.what == real.what, "the world asks something else"
    assert list(asked.keys) == list(real.keys), "the world offers other options"
    before = world.events[: world.frame.events]
    assert all(visible(event, seat) for event in before), "the world holds an event of another seat"
    assert len(world.history) == len(world.frame.given), "the world holds answers of earlier plays"
    twin = pickle.loads(pickle.dumps(world))
    assert _position(twin) == _position(world), "a world that crosses to another process stands elsewhere"


def _drawn_from_knowledge(table: Table[Any], seat: Seat, world: Walker[Any], rng: Random) -> None:
    """The same world comes from any position that the seat cannot tell from the real one."""
    with contextlib.suppress(NoOtherWorld):
        again = world_for(table.determinize(seat, rng, strict=True), seat)
        assert again is not None and _position(again) == _position(world), (
            "the world depends on what the seat cannot know"
        )


def _position(walker: Walker[Any]) -> tuple[bytes, tuple[GivenAnswer, ...]]:
    return walker.frame.snapshot, tuple(walker.frame.given)
