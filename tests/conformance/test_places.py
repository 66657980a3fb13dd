"""A spot is named by its team, or as `your` and `their`: never as one team's own half to the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.table import Table

ONE_SIDED = re.compile(r"\bown \d|\bopponent(?:'s|s')? \d", re.IGNORECASE)
GAMES = 4


def words(game: str, seed: int) -> Iterator[str]:
    """Everything that people read in one game of random answers: events, questions, options, score line."""
    opened = registry.find(game).open(length="tiny")
    table, rng, seen = Table(opened, FastDice(seed)), Random(seed), 0
    while table.outcome is None:
        for event in table.events[seen:]:
            if not event.quiet:
                yield event.text()
        seen = len(table.events)
        seat = table.pending_seats[0]
        asked = table.request_for(seat)
        assert asked is not None
        yield from question_words(asked)
        head = table.scoreboard(seat)
        yield from (head.status, head.place)
        table.answer(seat, rng.choice(list(asked.keys)))


def question_words(asked: Choose) -> Iterator[str]:
    yield from (asked.prompt, asked.help)
    for option in asked.menu.options():
        yield from (option.label, option.help)
    for refused in asked.menu.refusals():
        yield refused.label


@pytest.mark.parametrize("game", sorted(registry.list_games()))
def test_no_team_reads_the_other_teams_half_as_its_own(game: str) -> None:
    read = [text for seed in range(GAMES) for text in words(game, seed)]
    assert len(read) > 50
    assert [text for text in read if ONE_SIDED.search(text)] == []
