"""Dice and cards that people roll themselves: a mistyped one can be undone until the next decision."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import TypedDice
from fieldhouse.kernel.errors import IllegalAnswer
from fieldhouse.kernel.record import parse_record, record_of_table, record_text, replay_record
from fieldhouse.kernel.session.redacted_log import effective_entries
from fieldhouse.kernel.table import Table

GAMES = sorted(registry.list_games())


def roll(table: Table[Any], rng: Random) -> str:
    assert table.chance is not None
    key = table.chance.key(rng.choice(table.chance.flat))
    table.roll(key)
    return key


def decide(table: Table[Any], rng: Random) -> None:
    seat = table.pending_seats[0]
    asked = table.request_for(seat)
    assert asked is not None
    table.answer(seat, rng.choice(list(asked.keys)))


def who_sees(table: Table[Any]) -> int:
    """A seat that sees the roll that is due."""
    assert table.chance is not None
    return table.chance.sees[0] if table.chance.sees else 0


@pytest.mark.parametrize("name", GAMES)
def test_every_typed_roll_can_be_undone_until_the_next_decision(name: str) -> None:
    """Also across the end of a play; then the game goes on as if it had never been typed."""
    rng = Random(5)
    table = Table(registry.find(name).open(length="tiny"), TypedDice())
    undone = 0
    for _ in range(400):
        if table.outcome is not None:
            break
        if table.chance is None:
            decide(table, rng)
            continue
        seat = who_sees(table)
        views = [table.view(one) for one in table.seats]
        told, log = list(table.events), effective_entries(table.entries)
        due = table.chance.stream, table.chance.keys
        roll(table, rng)
        if table.outcome is not None:
            break
        assert table.can_undo_roll(seat) and "undo" in table.verbs(seat)
        table.answer(seat, "undo")
        undone += 1
        assert [table.view(one) for one in table.seats] == views and list(table.events) == told
        assert table.chance is not None
        assert (table.chance.stream, table.chance.keys) == due
        assert effective_entries(table.entries) == log
        key = roll(table, rng)
        assert key
        asked = table.request_for(table.pending_seats[0]) if table.pending_seats else None
        if asked is not None and asked.forced_key is None:
            decide(table, rng)
            assert not any(table.can_undo_roll(one) for one in table.seats), "a decision was made since"
    assert undone > 0
    record = parse_record(record_text(record_of_table(table)))
    again = replay_record(record)
    assert again.entries == table.entries and [again.view(s) for s in again.seats] == [
        table.view(s) for s in table.seats
    ]


def test_a_secret_card_is_undone_by_who_saw_it_with_the_cards_after_it() -> None:
    """Card Bowl deals alternately: the defense's card goes with the offense's that followed it."""
    rng = Random(2)
    table = Table(registry.find("cardbowl").open(length="tiny"), TypedDice())
    while table.chance is None or table.chance.sees is None:
        roll(table, rng) if table.chance is not None else decide(table, rng)
    first = table.chance.sees[0]
    roll(table, rng)
    assert not table.can_undo_roll(1 - first), "the other seat has seen no card yet"
    with pytest.raises(IllegalAnswer):
        table.answer(1 - first, "undo")
    roll(table, rng)
    table.answer(first, "undo")
    assert table.chance is not None and table.chance.sees == (first,)
    assert not any(table.can_undo_roll(seat) for seat in table.seats)


def test_a_roll_of_the_servers_dice_cannot_be_undone() -> None:
    rng = Random(1)
    table = Table(registry.find("fastdrive").open(length="tiny"))
    while table.chance is None:
        decide(table, rng)
    roll(table, rng)
    assert not any(table.can_undo(seat) for seat in table.seats)
