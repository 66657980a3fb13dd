"""Checks that coaches play, boards draw, and random use of a table keeps its guarantees."""

from __future__ import annotations

import contextlib
import threading
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from random import Random
from typing import Any

from fieldhouse.kernel.coaches import (
    Coach,
    CoachView,
    PolicyCoach,
    RandomCoach,
    ask_coach,
    coach_view,
    looks_on,
    play_on,
    reads_state,
)
from fieldhouse.kernel.conformance.random_games import open_tiny, sample_choices, sample_points
from fieldhouse.kernel.conformance.random_walk import random_walk
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.kernel.table import Table


def every_level_plays(folder: Folder, seed: int) -> None:
    """Every coach plays a whole tiny game legally from either seat, with little time for each answer."""
    for level in folder.meta.levels:
        game = open_tiny(folder)
        seats = range(len(game.seats))
        for mine in seats:
            coaches: dict[Seat, Coach] = {seat: RandomCoach(seed + seat) for seat in seats}
            coaches[mine] = folder.coach(level, game, mine, seed, 0.02)
            table = Table(game, FastDice(seed))
            assert play_on(table, coaches) is not None, f"{level} does not finish a game"


def coaches_take_over_anywhere(folder: Folder, seed: int) -> None:
    """At any point of anybody's game, in the middle of a turn too, coaches and policies answer legally.

    One that needs no world answers from the covered state what it would answer in a world.
    """
    make = getattr(folder.coaches, "policy", None)
    for level in folder.meta.levels:
        table = Table(open_tiny(folder), FastDice(seed))
        for place, (seat, _) in enumerate(sample_choices(table, Random(seed), 12), start=seed):
            ask_coach(table.copy(), seat, folder.coach(level, table.game, seat, place, 0.02))
            _answers_as_in_a_world(folder, table, seat, level)
            if make is not None:
                ask_coach(table.copy(), seat, PolicyCoach(make(level, table.game, place), seed))


def _answers_as_in_a_world(folder: Folder, table: Table[Any], seat: Seat, level: str) -> None:
    asked = table.request_for(seat)
    assert asked is not None
    onlooker = level in folder.meta.onlookers
    if folder.meta.hidden and not onlooker:
        return
    coaches = [folder.coach(level, table.game, seat, 1, 0.02) for _ in range(2)]
    assert not onlooker or all(map(looks_on, coaches)), f"{level} looks on, but wants a world"
    if not onlooker and not all(map(reads_state, coaches)):
        return
    seen = [coach_view(table, seat, world=world) for world in (False, True)]
    answers = [coach.answer(asked, each) for coach, each in zip(coaches, seen, strict=True)]
    assert seen[1].world is None or answers[0] == answers[1], (
        f"{level}, asked for {asked.what!r}: {answers[0]} without, {answers[1]} in a world"
    )


def coaches_answer_alike_on_a_busy_machine(folder: Folder, seed: int) -> None:
    """Same seed, same budget, same answers: with the processor to itself, and beside a thread that spins."""
    for level in folder.meta.levels:
        table = Table(open_tiny(folder), FastDice(seed))
        asks = [_asked(table.copy(), seat) for seat, _ in sample_choices(table, Random(seed), 8)]
        coaches, others = (
            [folder.coach(level, table.game, seen.seat, seed, 0.02) for _, seen in asks] for _ in range(2)
        )
        quiet = [coach.answer(*one) for coach, one in zip(coaches, asks, strict=True)]
        with _spinning():
            busy = [coach.answer(*one) for coach, one in zip(others, asks, strict=True)]
        for (asked, _), alone, beside in zip(asks, quiet, busy, strict=True):
            assert alone == beside, (
                f"{level}, asked for {asked.what!r}: {alone} alone, {beside} beside other work"
            )


def _asked(table: Table[Any], seat: Seat) -> tuple[Choose, CoachView]:
    """What the seat is asked, and what a coach is given with it."""
    asked = table.request_for(seat)
    assert asked is not None
    return asked, coach_view(table, seat)


@contextlib.contextmanager
def _spinning() -> Iterator[None]:
    """Keep another thread busy meanwhile."""
    done = threading.Event()

    def spin() -> None:
        while not done.is_set():
            pass

    thread = threading.Thread(target=spin, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def boards_draw_every_view(folder: Folder, seed: int) -> None:
    """The text board fits 80 columns and the SVG is well formed, for every seat, at any point."""
    if not folder.has_board:
        return
    rng = Random(seed)
    table = Table(open_tiny(folder), FastDice(seed))
    for _ in sample_points(table, rng, 0.15):
        for seat in (*table.seats, None):
            view = table.view(seat)
            text = folder.board.text(view)
            wide = [line for line in text.splitlines() if len(line) > 80]
            assert not wide, f"wider than 80 columns: {wide[0]!r}"
            ET.fromstring(folder.board.svg(view))


def walks_at_random(folder: Folder, seed: int) -> None:
    """Random use of a table, in any order, keeps every guarantee (`random_walk.py`)."""
    for number in range(10):
        random_walk(folder, 1000 * seed + number)
