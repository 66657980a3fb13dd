"""Dice and cards that people roll themselves: a mistyped one can be undone until the next decision."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import TypedDice
from fieldhouse.kernel.errors import IllegalAnswer
from fieldhouse.kernel.record import parse_record, record_of_table, record_text, replay_record
from fieldhouse.kernel.requests import Roll
from fieldhouse.kernel.session.redacted_log import effective_entries
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.typed_rolls import TypedAhead, cards_due, dice_faces

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


def test_hands_are_entered_whole_though_cards_are_dealt_in_turn() -> None:
    """CB-16.1: the first hand waits card by card for the second; an undo opens the last card again."""
    rng = Random(2)
    table = Table(registry.find("cardbowl").open(length="tiny"), TypedDice())
    while table.chance is None or table.chance.stream != "deal":
        roll(table, rng) if table.chance is not None else decide(table, rng)
    ahead, first = TypedAhead(), who_sees(table)
    sizes = {seat: cards_due(table, seat) for seat in table.seats}
    assert sizes[first] > 10 and sizes[1 - first] == 1, "only who sees the first card is asked now"
    cards = [key for key in table.chance.keys if key not in ("RJ", "BJ")]
    mine, theirs = cards[: sizes[first]], cards[sizes[first] :]
    before = len(table.entries)
    for wrong in ([*mine[:-1], mine[0]], [mine[0], "no card"]):
        with pytest.raises(IllegalAnswer):
            ahead.enter(table, first, wrong)
        assert len(table.entries) == before and not ahead.count_waiting(first)
    ahead.enter(table, first, mine)
    other = 1 - first
    count = cards_due(table, other)
    ahead.enter(table, other, theirs[:count])
    assert table.chance is None
    assert sorted(table.view(first)["hand"]) == sorted(mine)
    assert sorted(table.view(other)["hand"]) == sorted(theirs[:count])
    ahead.undo(table, other)
    assert table.chance is not None and table.chance.sees == (other,)
    ahead.enter(table, other, [theirs[count]])
    assert theirs[count] in table.view(other)["hand"] and sorted(table.view(first)["hand"]) == sorted(mine)


@pytest.mark.parametrize("name", GAMES)
def test_every_roll_of_several_dice_is_picked_die_by_die(name: str) -> None:
    """The key of every combination of faces is an outcome, and all outcomes are reached."""
    rng = Random(3)
    table = Table(registry.find(name).open(length="tiny"), TypedDice())
    for _ in range(300):
        if table.outcome is not None:
            break
        if table.chance is None:
            decide(table, rng)
            continue
        chance, dice = table.chance, dice_faces(table.chance)
        if dice is not None:
            rolls = product(dice.faces, repeat=len(dice.names))
            assert {dice.key(faces) for faces in rolls} == set(chance.keys)
        else:
            assert not isinstance(chance, Roll) or len(chance.keys) <= 20, "too many to pick from"
        roll(table, rng)


def test_a_roll_of_the_servers_dice_cannot_be_undone() -> None:
    rng = Random(1)
    table = Table(registry.find("fastdrive").open(length="tiny"))
    while table.chance is None:
        decide(table, rng)
    roll(table, rng)
    assert not any(table.can_undo(seat) for seat in table.seats)
