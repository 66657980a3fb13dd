"""What a seat can observe is written once: proof, server and coaches use the same."""

from __future__ import annotations

from random import Random

import pytest

from fieldhouse.kernel.coaches import coach_view
from fieldhouse.kernel.conformance.random_games import open_tiny, sample_points
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.observation import observe
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.session.game_progress import GameProgress
from fieldhouse.kernel.session.history import GameHistory
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.walker import Walker
from fieldhouse.kernel.world import observe_table_play
from fieldhouse.web.engine.seat_snapshot import SeatSnapshotCache, make_snapshot


@pytest.mark.parametrize("name", ["cardbowl", "thegrid", "redboar"])
def test_equal_observations_give_equal_snapshots_and_equal_worlds(name: str) -> None:
    """From another world of the seat, the server would send the same and its coach be dealt the same."""
    table, rng, compared = Table(open_tiny(find(name)), FastDice(5)), Random(5), 0
    for seat in sample_points(table, rng, 0.15):
        try:
            world = table.determinize(seat, rng, strict=True)
        except NoOtherWorld:
            continue
        ours, theirs = observe(table, seat).without_undo(), observe(world, seat).without_undo()
        assert ours == theirs and hash(ours) == hash(theirs) and not ours.differences(theirs)
        events = table.events_for(seat)
        assert make_snapshot(ours, events, seat, None).tag == make_snapshot(theirs, events, seat, None).tag
        assert bytes(observe_table_play(table, seat)) == bytes(observe_table_play(world, seat))
        compared += 1
    assert compared


def test_the_server_sends_what_is_observed() -> None:
    table = Table(open_tiny(find("thegrid")), FastDice(1))
    for seat in (0, 1, None):
        sent, seen = SeatSnapshotCache().get(table, seat, 1, None), observe(table, seat)
        assert sent == make_snapshot(seen, table.events_for(seat), seat, None)
        assert (sent.verbs, sent.waiting, sent.head) == (seen.verbs, seen.pending_seats, seen.scoreboard)


def test_an_observation_stays_what_it_was_when_the_game_goes_on() -> None:
    table = Table(open_tiny(find("cardbowl")), FastDice(2))
    seat = table.pending_seats[0]
    before, again = table.observation(seat), table.observation(seat)
    request = table.request_for(seat)
    assert request is not None
    table.answer(seat, request.keys[0])
    assert before == again
    assert table.observation(seat) != before


def test_tables_and_walkers_run_whistles_by_the_same_code() -> None:
    """One place starts frames, takes rolls and choices, and uncovers simultaneous choices."""
    assert issubclass(GameHistory, GameProgress) and issubclass(Walker, GameProgress)
    for name in ("_take_roll", "_take_choice", "hidden_from", "frame"):
        assert name not in vars(GameHistory) and name not in vars(Walker)
    game = open_tiny(find("thegrid"))
    table, walker, rng = Table(game), Walker(game), Random(3)
    for _ in range(60):
        key, seat = rng.choice(walker.keys), walker.to_act
        walker.give(key)
        if seat is None:
            table.roll(key)
        else:
            table.answer(seat, key)
        assert table.last_frame.snapshot == walker.frame.snapshot
        assert table.last_frame.given == walker.frame.given


def test_a_coach_view_shows_what_is_observed() -> None:
    table = Table(open_tiny(find("cardbowl")), FastDice(4))
    seat = table.pending_seats[0]
    assert coach_view(table, seat).view == observe(table, seat).view
