"""What holds in every game: points, clock, yards and cards are conserved."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.redboar.helpers import BLUE, RED, game

from fieldhouse.football.box_score import BoxScore
from fieldhouse.football.events import DriveEnded, Flag, Played, Possession, Scored
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel.coaches import RandomCoach, play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.table import Table

GAMES = [
    game(mode, quarters=quarters, minutes=minutes, overtime=overtime, receiver="random")
    for mode in ("cards", "dice")
    for quarters, minutes, overtime in ((1, 5, "both"), (2, 4, "series"), (4, 2, "sudden"), (1, 3, "none"))
]


def whistles(rules: GridironGame, seed: int) -> tuple[list[Gridiron], list[Event]]:
    """A random game: copies of the state at every whistle, and all events."""
    s = rules.start()
    told: list[Event] = []
    states: list[Gridiron] = []
    dice, rng = FastDice(seed), Random(seed + 1)
    s.tell = told.append  # type: ignore[misc]
    while rules.outcome(s) is None:
        states.append(rules.load(rules.save(s)))
        play = rules.play(s)
        try:
            request: Any = next(play)
            while True:
                request = play.send(_answer(request, dice, rng))
        except StopIteration:
            continue
    states.append(rules.load(rules.save(s)))
    return states, told


def _answer(request: Any, dice: FastDice, rng: Random) -> Any:
    if request.chance:
        return dice.outcome(request)
    if hasattr(request, "parts"):
        return tuple(rng.choice(part.keys) for part in request.parts)
    return rng.choice(request.keys)


games = st.sampled_from(GAMES)
seeds = st.integers(0, 10**6)


@given(games, seeds)
@settings(max_examples=40)
def test_points_in_the_events_are_the_score(rules: GridironGame, seed: int) -> None:
    """RB-4.1 to RB-4.5: no point without an event, no event without its points."""
    states, told = whistles(rules, seed)
    points = [0, 0]
    for event in told:
        if isinstance(event, Scored):
            points[event.side] += event.points
            assert list(event.scores) == points
    assert states[-1].scores == points
    box = BoxScore.of(("Red", "Blue"), told)
    assert [line.points for line in box.lines] == points


@given(games, seeds)
@settings(max_examples=40)
def test_the_clock_never_rises_within_a_quarter(rules: GridironGame, seed: int) -> None:
    """RB-5.2, RB-5.6, RB-5.9: it falls by 0, 10 or 30 seconds (or what is left) and shows tens."""
    states, _ = whistles(rules, seed)
    for before, after in pairwise(states):
        assert after.clock % 10 == 0
        assert after.quarter in (before.quarter, before.quarter + 1)
        if after.quarter == before.quarter:
            used = before.clock - after.clock
            assert used in (0, 10, 20, 30)
            assert used != 20 or after.clock == 0


@given(games, seeds)
@settings(max_examples=40)
def test_the_ball_stays_on_the_grid(rules: GridironGame, seed: int) -> None:
    """RB-2.2, RB-3.4: g from 5 to 95 in fives, the marker within the field, downs 1 to 4."""
    states, _ = whistles(rules, seed)
    for s in states:
        assert s.g in range(5, 100, 5)
        assert s.t in range(0, 100, 5)
        assert s.down in (1, 2, 3, 4)
        if s.phase == "declare":
            assert s.g > s.t


@given(st.sampled_from([rules for rules in GAMES if rules.cards]), seeds)
@settings(max_examples=30)
def test_every_deck_has_18_cards_at_every_whistle(rules: GridironGame, seed: int) -> None:
    """RB-10.15, RB-10.12: hand + draw + discard, and no card changes its deck."""
    states, _ = whistles(rules, seed)
    decks = (sorted(rules.book.offense_deck), sorted(rules.book.defense_deck))
    for s in states:
        for deck in s.decks:
            cards = sorted(deck.hand + deck.draw + deck.discard)
            assert cards == [] or cards in decks
            assert deck.placed == ""
            if s.phase == "declare" and not s.fresh:
                assert len(deck.hand) == 6
                assert deck.draw


@given(games, seeds)
@settings(max_examples=40)
def test_the_yards_of_a_drive_add_up(rules: GridironGame, seed: int) -> None:
    """RB-3.4, RB-9.5 to RB-9.11: start minus end is what plays and accepted penalties moved the ball."""
    _, told = whistles(rules, seed)
    start = moved = 0
    side = RED
    for event in told:
        if isinstance(event, Possession):
            start, side, moved = event.spot, event.side, 0
        elif isinstance(event, Played):
            assert event.side == side
            assert event.spot == start - moved, "each play starts where the last movement ended"
            moved += event.yards
        elif isinstance(event, Flag) and event.accepted:
            moved += -event.yards if event.side == side else event.yards
        elif isinstance(event, DriveEnded):
            assert (event.start, event.yards) == (start, moved)


@pytest.mark.parametrize("rules", GAMES)
def test_the_time_of_all_drives_and_kicks_fits_the_game(rules: GridironGame) -> None:
    """RB-5.4: the drives of both sides together never take more than the periods have."""
    states, told = whistles(rules, 5)
    seconds = sum(event.seconds for event in told if isinstance(event, DriveEnded))
    assert 0 < seconds <= states[-1].quarter * rules.period


def test_random_games_end_in_many_ways() -> None:
    """RB-6.5, RB-15.4, RB-15.7, RB-15.8: over seeds the generator reaches every way to end."""
    ends = set()
    for rules in GAMES:
        for seed in range(60):
            table = Table(rules, FastDice(seed), quiet=True)
            outcome = play_on(table, {RED: RandomCoach(seed), BLUE: RandomCoach(-seed)})
            assert outcome is not None
            ends.add(outcome.why)
            if len(ends) == 5:
                return
    assert ends == {"points", "tie", "overtime both", "overtime sudden", "overtime series"}
