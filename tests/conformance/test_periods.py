"""The end of a quarter and of a half is announced in every football game."""

from __future__ import annotations

from random import Random

import pytest

from fieldhouse.football.beats import beats as football_beats
from fieldhouse.football.events import PeriodEnded
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.table import Table


@pytest.mark.parametrize("name", ["cardbowl", "fastdrive", "redboar", "squares", "thegrid"])
def test_the_end_of_a_period_has_a_beat_with_the_score(name: str) -> None:
    folder, rng = find(name), Random(5)
    table = Table(folder.open(length="short"), FastDice(5))
    played = getattr(folder.board, "beats", football_beats)
    for _ in range(4000):
        ended = [event for event in table.events if isinstance(event, PeriodEnded)]
        if ended or table.outcome is not None:
            break
        seat = rng.choice(table.pending_seats)
        asked = table.request_for(seat)
        assert asked is not None
        table.answer(seat, rng.choice(asked.keys))
    assert ended, "no period ended"
    words = " ".join(beat.words for beat in played(ended[0]))
    score = "-".join(map(str, ended[0].scores))
    assert ended[0].name in words and score in words, words
