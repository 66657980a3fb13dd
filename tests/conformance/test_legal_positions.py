"""Every position between two plays is accepted, and whatever is accepted can be played to its end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

import fieldhouse
from fieldhouse.kernel.errors import BadPosition, FieldhouseError
from fieldhouse.kernel.position import position
from fieldhouse.kernel.position_text import value_text
from fieldhouse.kernel.registry import open_game

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("cardbowl", {"length": "tiny"}),
    ("cardbowl", {"timing": "complex", "quarter": 6, "playoff": True}),
    ("cardbowl", {"timing": "simple2", "quarter": 6, "overtime": False, "allocation": 2}),
    ("fastdrive", {"length": "tiny"}),
    ("fastdrive", {"length": "short", "knockout": True, "overtime": "modified"}),
    ("redboar", {"length": "tiny"}),
    ("redboar", {"length": "tiny", "mode": "dice", "overtime": "series"}),
    ("redboar", {"length": "tiny", "mode": "dice", "overtime": "sudden", "ties": False}),
    ("redboar", {"length": "tiny", "mode": "dice", "overtime": "none"}),
    ("squares", {"length": "tiny"}),
    ("thegrid", {"length": "tiny"}),
    ("thegrid", {"length": "tiny", "winner_needed": True, "lineups": "fixed"}),
]
ANSWERS = 2_000
"""More than any game of these lengths takes; players by chance go around in circles on squares."""


def opened(name: str, options: dict[str, Any]) -> Any:
    given = dict(options)
    return open_game(name, given, length=given.pop("length", None))


def finish(table: Any, rng: Random) -> Iterator[str]:
    """Play on by chance; the text of the position after each play."""
    for _ in range(ANSWERS):
        if table.outcome is not None:
            return
        seat = rng.choice(table.pending_seats)
        keys = list(table.request_for(seat).keys)
        key = "end-turn" if "end-turn" in keys and rng.random() < 0.8 else rng.choice(keys)
        table.answer(seat, key)
        here = table.position
        if not here.since:
            yield here.text


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_every_position_between_plays_is_accepted(name: str, options: dict[str, Any]) -> None:
    game = opened(name, options)
    for seed in range(6):
        table = fieldhouse.Table(game, fieldhouse.FastDice(seed))
        for text in finish(table, Random(seed)):
            assert position(text).text == text


def changed_value(value: Any, rng: Random) -> Any:
    """Something else of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + rng.choice((-70, -10, -5, -2, -1, 1, 2, 5, 10, 70))
        case list() if value:
            place = rng.randrange(len(value))
            new = [*value]
            if rng.random() < 0.3:
                del new[place]
            else:
                new[place] = changed_value(value[place], rng)
            return new
        case dict() if value:
            place = rng.choice(sorted(value))
            return {**value, place: changed_value(value[place], rng)}
    return value


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_what_is_accepted_plays_to_its_end(name: str, options: dict[str, Any]) -> None:
    """Fields of real positions are changed by chance; a refusal names a field, the rest is played."""
    game, rng = opened(name, options), Random(5)
    accepted = refused = 0
    for seed in range(3):
        texts = list(finish(fieldhouse.Table(game, fieldhouse.FastDice(seed)), Random(seed)))
        for _ in range(40):
            here = position(rng.choice(texts))
            if here.outcome is not None:
                continue
            fields = msgspec.to_builtins(here.state)
            words = game.position_text(msgspec.to_builtins(here.state))
            names = [one for one in fields if one in words]
            head = here.text.partition(": ")[0]
            for field in rng.sample(names, min(2, len(names))):
                words[field] = changed_value(words[field], rng)
            try:
                changed = position(
                    f"{head}: " + " ".join(f"{one}={value_text(v)}" for one, v in words.items())
                )
            except BadPosition:
                refused += 1
                continue
            accepted += 1
            table = changed.table(fieldhouse.FastDice(seed))
            try:
                for _text in finish(table, rng):
                    pass
            except FieldhouseError:
                raise
            except Exception as fault:
                raise AssertionError(f"accepted, but cannot be played: {changed.text}") from fault
            assert table.outcome is not None or name == "squares", changed.text
    assert accepted and refused
