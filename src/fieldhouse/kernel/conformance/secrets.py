"""A seat observes nothing that depends on what it cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from random import Random
from typing import Any

from fieldhouse.kernel.conformance.random_games import (
    MOST_ANSWERS,
    NONSENSE,
    open_tiny,
    random_steps,
    sample_points,
)
from fieldhouse.kernel.determinize import run_sampled_answers
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.events import render
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.observation import Observation, observe
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.kernel.run import Run
from fieldhouse.kernel.table import Table


def secrets_do_not_leak(folder: Folder, seed: int) -> None:
    """What a seat cannot know changes nothing it can observe: other worlds look the same to it."""
    rng = Random(seed)
    table = Table(open_tiny(folder), FastDice(seed))
    worlds = different = 0
    for _ in sample_points(table, rng, 0.3):
        for seat in table.seats:
            for world in _proposals(table, seat, rng):
                worlds += 1
                different += world.state != table.state
                _same_perception(table, world, seat)
    if folder.meta.hidden and worlds >= 20:
        assert different, "the game has secrets, but re-dealt worlds are all the same"


def answers_without_a_choice_tell_no_secret(folder: Folder, seed: int) -> None:
    """An answer that is given automatically is given in every world that another seat holds possible."""
    rng = Random(seed)
    table = Table(open_tiny(folder), FastDice(seed))
    for _ in random_steps(table, rng):
        asked = [table.request_for(seat) for seat in table.pending_seats]
        tries = (
            8 if any(one is not None and one.only_key is not None for one in asked) else rng.random() < 0.2
        )
        going = {seat: _alone(table, seat) for seat in table.pending_seats}
        for seat in [*table.seats] * tries:
            for world in _proposals(table, seat, rng):
                others = {other: _alone(world, other) for other in going if other != seat}
                for other, key in others.items():
                    assert key == going[other], (
                        f"{table.request_for(other)!r} goes by itself as {going[other]!r}, "
                        f"but as {key!r} in a world that seat {seat} cannot tell apart; mark it `hides`"
                    )


def _alone(table: Table[Any], seat: Seat) -> str | None:
    asked = table.request_for(seat)
    return asked.forced_key if asked is not None else None


def _proposals(table: Table[Any], seat: Seat, rng: Random) -> Iterator[Table[Any]]:
    """Worlds the game itself proposes, unfiltered where they re-sample no answer, else filtered."""
    frame = table.last_frame
    state, given = table.game.determinize(
        table.game.load(frame.snapshot), table.state, list(frame.given), seat, rng
    )
    if any(answer.key is None for answer in given):
        yield table.determinize(seat, rng)
        return
    snapshot = table.game.save(state)
    if run_sampled_answers(Run(table.game, state), given, rng) is not None:
        yield table.world(seat, Frame(snapshot, given, said=frame.said))


def _same_perception(table: Table[Any], world: Table[Any], seat: Seat) -> None:
    if observe(table, seat).without_undo() != observe(world, seat).without_undo():
        raise AssertionError(f"seat {seat} can tell re-dealt worlds apart: {_difference(table, world, seat)}")
    assert _refusal_text(table, seat) == _refusal_text(world, seat), "a refusal tells a secret"
    covered = table.game.mask_hidden(table.state, seat)
    assert covered == world.game.mask_hidden(world.state, seat), "the covered state tells a secret"


def _difference(table: Table[Any], world: Table[Any], seat: Seat | None) -> str:
    """What differs between what the seat observes at two tables, in words and log lines."""
    ours, theirs = observe(table, seat), observe(world, seat)
    for name in ours.differences(theirs):
        if name == "events_digest":
            told = zip_longest(table.events_for(seat), world.events_for(seat))
            return "\n".join(f"{a and render(a)} against {b and render(b)}" for a, b in told if a != b)
        if name == "log_digest":
            log = zip_longest(table.log_for(seat), world.log_for(seat))
            return "\n".join(f"{a} against {b}" for a, b in log if a != b)
        return f"{name}: {getattr(ours, name)} against {getattr(theirs, name)}"
    return "only whether something can be undone"


def _refusal_text(table: Table[Any], seat: Seat) -> str:
    try:
        table.copy().answer(seat, NONSENSE)
    except FieldhouseError as error:
        return str(error)
    raise AssertionError("nonsense was accepted")


def secret_outcomes_stay_secret(folder: Folder, seed: int) -> None:
    """Right after an outcome or answer hidden from a seat, that seat observes the same whatever it was."""
    rng = Random(seed)
    table = Table(open_tiny(folder))
    for _ in range(MOST_ANSWERS):
        if table.outcome is not None:
            return
        chance = table.chance
        if chance is not None:
            if chance.sees is not None and rng.random() < 0.3:
                _compare_after(table, chance.sees, [(None, key) for key in chance.keys[:3]])
            table.roll(chance.key(rng.choice(chance.flat)))
            continue
        seat = rng.choice(table.pending_seats)
        asked = table.request_for(seat)
        assert asked is not None
        alone = isinstance(table.request, Choose) or len(table.pending_seats) > 1
        if asked.sees is not None and alone and rng.random() < 0.3:
            quiet = [
                key for key in asked.keys if not asked.menu.binds(key)
            ]  # a binding key may show something
            _compare_after(table, asked.sees, [(seat, key) for key in quiet[:3]])
        table.answer(seat, rng.choice(asked.keys))


def _compare_after(table: Table[Any], sees: tuple[Seat, ...], answers: list[tuple[Seat | None, str]]) -> None:
    blind = [s for s in (*table.seats, None) if s is None or s not in sees]
    seen: dict[tuple[Seat | None, tuple[Seat, ...]], set[Observation]] = {}
    for seat, key in answers:
        world = table.copy()
        if seat is None:
            world.roll(key)
        else:
            world.answer(seat, key)
        for watcher in blind:  # who is to answer next is for all to see, so only equals are compared
            seen.setdefault((watcher, world.pending_seats), set()).add(world.observation(watcher))
    for (watcher, _), found in seen.items():
        assert len(found) <= 1, f"{watcher} can tell which of {[key for _, key in answers]} it was"
