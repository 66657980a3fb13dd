"""The typed headline of every game on the shelf, and what the replay's list makes of it."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from fieldhouse.football.events import Scored
from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.scoreboard import team_with_verb
from fieldhouse.kernel.table import Table
from fieldhouse.web.replay.index import find_jumps

HAS_THE_BALL = re.compile(r" (has|have) the ball\b")


def played(name: str, seed: int) -> Table[Any]:
    """A whole game at random, or its first thousand answers."""
    rng = Random(seed)
    table: Table[Any] = Table(registry.find(name).open(length="tiny"), FastDice(seed))
    for _ in range(1000):
        if not table.pending_seats:
            break
        seat = rng.choice(table.pending_seats)
        asked = table.request_for(seat)
        assert asked is not None
        quick = [key for key in ("fill", "ready", "end-turn", "done") if key in asked.menu]
        table.answer(seat, quick[0] if quick and rng.random() < 0.5 else rng.choice(asked.keys))
    return table


@pytest.mark.parametrize("name", sorted(registry.list_games()) or ["none"])
def test_the_headline_says_who_has_the_ball_and_the_list_of_drives_follows_it(name: str) -> None:
    table = played(name, 3)
    again: Table[Any] = Table(table.game)
    jumps = find_jumps(again, table.entries)
    assert again.scoreboard().scores == table.scoreboard().scores
    drives = [jump for jump in jumps if HAS_THE_BALL.search(jump.words)]
    assert drives, "somebody had the ball"
    assert [jump.entry for jump in jumps] == sorted(jump.entry for jump in jumps)
    told = [event for event in table.events_for(None) if isinstance(event, Scored)]
    named = [jump.words for jump in jumps if not HAS_THE_BALL.search(jump.words)]
    if told:  # squares tells points in words of its own
        assert len(named) == len(told), "every score told is in the list"
        for words, event in zip(named, told, strict=True):
            assert words.endswith("-".join(map(str, event.scores)))
            assert table.scoreboard().teams[event.side] in words


def test_the_ball_changes_sides_in_the_headline_of_every_game() -> None:
    for name in sorted(registry.list_games()):
        table = played(name, 3)
        again: Table[Any] = Table(table.game)
        words = [jump.words for jump in find_jumps(again, table.entries)]
        had = {
            team
            for team in table.scoreboard().teams
            if any(f"{team_with_verb(team, 'has', 'have')} the ball" in one for one in words)
        }
        assert had == set(table.scoreboard().teams), name
