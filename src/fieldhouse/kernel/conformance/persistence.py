"""Checks that games can be stored: records, saves, copies, states, positions, materials."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from fieldhouse.kernel import record, verify
from fieldhouse.kernel.conformance.random_games import open_tiny, random_steps, sample_points
from fieldhouse.kernel.conformance.random_walk import all_observations
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.events import PlayMoment, event_from_record, event_to_record
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.position import position
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.table import Table


def same_seed_same_game(folder: Folder, seed: int) -> None:
    """Determinism: the same dice and answers give the same log, events and views."""
    logs = []
    for _ in range(2):
        table = Table(open_tiny(folder), FastDice(seed))
        for _ in random_steps(table, Random(seed)):
            pass
        logs.append((table.entries, all_observations(table)))
    assert logs[0] == logs[1], "two games with the same seed differ"


def replay_equals_play(folder: Folder, seed: int) -> None:
    """A record written, read and replayed gives the same game and verifies."""
    table = Table(open_tiny(folder), FairDice(["secret"], {"0": str(seed)}))
    for _ in random_steps(table, Random(seed)):
        pass
    kept = record.parse_record(record.record_text(record.record_of_table(table, salt="salt")))
    again = record.replay_record(kept)
    assert all_observations(again) == all_observations(table), "the replay is not what was played"
    verdict = verify.verify(kept)
    assert verdict.ok, f"a true record fails verification: {verdict.faults}"


def saves_resume_at_any_point(folder: Folder, seed: int) -> None:
    """A save in the middle of a play, loaded again, is the same table and plays on the same way."""
    rng = Random(seed)
    table = Table(open_tiny(folder), FastDice(seed))
    for _ in sample_points(table, rng, 0.1):
        text = record.record_text(record.record_of_table(table, resumable=True))
        again = record.resume_record(record.parse_record(text))
        assert all_observations(again) == all_observations(table), "a resumed save is not the same table"


def copies_are_independent(folder: Folder, seed: int) -> None:
    """A copy at any point equals its original, and what happens to it changes nothing there."""
    rng = Random(seed)
    table = Table(open_tiny(folder), FastDice(seed))
    for seat in sample_points(table, rng, 0.2):
        before = all_observations(table)
        other = table.copy(FastDice(seed + 1))
        assert all_observations(other) == before, "a copy is not the same"
        asked = other.request_for(seat)
        assert asked is not None
        other.answer(seat, rng.choice(asked.keys))
        assert all_observations(table) == before, "an answer at a copy changed the original"


def states_are_plain_data(folder: Folder, seed: int) -> None:
    """The state survives JSON and msgpack at every point; nobody can write into it through a view."""
    rng = Random(seed)
    table = Table(open_tiny(folder), FastDice(seed))
    for seat in sample_points(table, rng, 0.3):
        state = table.state
        again = msgspec.json.decode(msgspec.json.encode(state), type=type(state))
        assert again == state, "the state does not survive JSON"
        assert table.game.load(table.game.save(state)) == state, "the state does not survive msgpack"
        head = table.scoreboard(seat)
        seats = len(table.game.seats)
        assert len(head.scores) == len(head.teams) == seats, "a head needs a score and a name for every seat"
        assert head.status and (head.ball is None or head.ball in range(seats)), "a head needs a status line"
        for looking in (*table.seats, None):
            _scribble(table.game.view(state, looking))
            assert state == again, "a view shares lists with the state: who writes into it changes the game"
            other = table.game.view(state, looking)
            assert not _scribbled(other), "a view shares lists with the game: other views change with it"


def _scribble(value: Any) -> None:
    """Change every list and dict inside."""
    if isinstance(value, dict):
        for inner in value.values():
            _scribble(inner)
        value["scribble"] = 1
    elif isinstance(value, list):
        for inner in value:
            _scribble(inner)
        value.append("scribble")


def _scribbled(value: Any) -> bool:
    """Has one of the lists and dicts inside been changed?"""
    if isinstance(value, dict):
        return "scribble" in value or any(map(_scribbled, value.values()))
    return isinstance(value, list) and ("scribble" in value or any(map(_scribbled, value)))


def positions_round_trip(folder: Folder, seed: int) -> None:
    """The text of a position, at a whistle and within a play, reads back as the same table."""
    rng = Random(seed)
    table = Table(open_tiny(folder), FastDice(seed))
    for _ in sample_points(table, rng, 0.2):
        here = table.position
        again = position(here.text)
        assert again == here, f"a position does not read back: {here.text}"
        assert again.text == here.text, f"a position changes when it is read: {here.text}"
        there = again.table()
        assert there.state == table.state, "a table from a position is not in its state"
        assert there.pending_seats == table.pending_seats, "a table from a position asks somebody else"
        assert again.walker().state == table.state, "a walker from a position is not in its state"
    assert position(table.position.text).outcome == (None if table.position.since else table.outcome)


def events_cost_nothing_but_words(folder: Folder, seed: int) -> None:
    """With and without an event sink the game takes the same course."""
    logs = []
    for quiet in (False, True):
        table = Table(open_tiny(folder), FastDice(seed), quiet=quiet)
        for _ in random_steps(table, Random(seed)):
            pass
        logs.append((table.entries, table.state))
    assert logs[0] == logs[1], "telling events changes the game"


def events_carry_their_moment(folder: Folder, seed: int) -> None:
    """Every event has period, clock and scores of the whistle before its play, and keeps them in a record."""
    table = Table(open_tiny(folder), FastDice(seed))
    for _ in sample_points(table, Random(seed), 0.3):
        frame = table.last_frame
        head = table.game.scoreboard(table.game.load(frame.snapshot), None)
        moment = PlayMoment(head.period, head.clock, head.scores)
        for event in table.events[frame.events :]:
            assert event.moment == moment, (
                f"{event} is told as of {event.moment}, but its play began {moment}"
            )
    for event in table.events:
        assert event.moment is not None, f"{event} has no moment"
        assert event_from_record(event_to_record(event)).moment == event.moment, (
            f"a record loses the moment of {event}"
        )


def materials_round_trip(folder: Folder, seed: int) -> None:
    """The default materials, read again from the text a person would copy, are the defaults."""
    game = open_tiny(folder)
    defaults = game.default_materials(folder.meta.read_options())  # they may depend on the options
    for name in folder.meta.materials:
        text = game.material_text(name)
        read = game.read_material(name, text)
        assert _written(read) == _written(defaults[name]), f"{name}: what its text says is not the default"
        again = folder.open(materials={name: read}, length=folder.meta.tiny)
        table = Table(again, FastDice(seed))
        assert table.outcome is None, f"a game with the default {name} does not start"


def _written(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")
