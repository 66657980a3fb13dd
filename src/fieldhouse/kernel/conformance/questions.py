"""Checks of what a game asks, refuses and lets people undo."""

from __future__ import annotations

from random import Random
from typing import Any

from fieldhouse.kernel.conformance.random_games import MOST_ANSWERS, NONSENSE, open_tiny
from fieldhouse.kernel.conformance.random_walk import all_observations
from fieldhouse.kernel.errors import IllegalAnswer, StaleAnswer
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Chance, Choose, Seat
from fieldhouse.kernel.session.verbs import UNDO, VERBS
from fieldhouse.kernel.standing_answer import standing_options
from fieldhouse.kernel.table import Table


def menus_are_sound(folder: Folder, seed: int) -> None:
    """Keys are unique words, options have labels, refusals have reasons, weights add up, ids exist."""
    rng = Random(seed)
    ids = set(folder.rule_ids)
    table = Table(open_tiny(folder))
    for _ in range(MOST_ANSWERS):
        if table.outcome is not None:
            break
        chance = table.chance
        if chance is not None:
            _check_chance(chance, ids)
            table.roll(chance.key(rng.choice(chance.flat)))
            continue
        seat = rng.choice(table.pending_seats)
        asked = table.request_for(seat)
        assert asked is not None
        _check_choice(asked, ids)
        ahead = {option.key for option in standing_options(table, seat)}
        assert set(asked.ahead) <= ahead, f"{asked!r} names no standing option: {asked.ahead}"
        _check_refusal(table, seat, ids)
        table.answer(seat, rng.choice(asked.keys))
    for event in table.events:
        assert set(event.rules) <= ids, f"{event.kind} names rules that do not exist: {event.rules}"
        assert event.text(), f"{event.kind} says nothing"


def _check_chance(chance: Chance, ids: set[str]) -> None:
    assert len(set(chance.keys)) == len(chance.keys), f"{chance!r}: equal keys"
    assert sum(chance.weights) == len(chance.flat), f"{chance!r}: the weights do not add up"
    assert all(chance.key(chance.value(key)) == key for key in chance.keys), (
        f"{chance!r}: keys do not round-trip"
    )
    assert not chance.rule or chance.rule in ids, f"{chance!r}: no rule {chance.rule}"


def _check_choice(asked: Choose, ids: set[str]) -> None:
    keys = list(asked.keys)
    assert keys, f"{asked!r} has no options"
    assert len(set(keys)) == len(keys), f"{asked!r} has equal keys"
    assert not set(keys) & set(VERBS), f"{asked!r} uses a key that every table keeps for itself"
    assert asked.passes in ("", *keys), f"{asked!r} passes by an answer that it does not have"
    assert {*asked.ahead.values()} <= {"", *keys}, f"{asked!r} cannot be answered by {asked.ahead}"
    assert asked.prompt, f"{asked!r} asks nothing"
    assert not asked.rule or asked.rule in ids, f"{asked!r}: no rule {asked.rule}"
    for option in asked.menu.options():
        assert option.key in asked.menu, f"{asked!r}: {option.key} is listed but refused"
        assert option.label, f"{asked!r}: {option.key} has no label"
        assert not option.rule or option.rule in ids, f"{asked!r}, {option.key}: no rule {option.rule}"
    for refusal in asked.menu.refusals():
        assert refusal.key not in keys, f"{asked!r}: {refusal.key} is both offered and refused"
        assert refusal.reason, f"{asked!r}: {refusal.key} is refused without reason"
        assert not refusal.rule or refusal.rule in ids, f"{asked!r}, {refusal.key}: no rule {refusal.rule}"


def _check_refusal(table: Table[Any], seat: Seat, ids: set[str]) -> None:
    before = all_observations(table)
    refused = _refused(table, seat)
    assert refused.reason, "a refusal without reason"
    assert not refused.rule or refused.rule in ids, f"a refusal names no rule: {refused.rule}"
    try:
        table.answer(seat, NONSENSE, sequence=table.sequence(seat) - 1)
    except StaleAnswer:
        pass
    else:
        raise AssertionError("a stale answer was not refused as stale")
    assert all_observations(table) == before, "a refused answer changed something"


def _refused(table: Table[Any], seat: Seat) -> IllegalAnswer:
    try:
        table.answer(seat, NONSENSE)
    except IllegalAnswer as refused:
        return refused
    raise AssertionError("nonsense was accepted")


def undo_until_dice_or_secrets(folder: Folder, seed: int) -> None:
    """Undo gives back the position before the answer, and is gone once a die has been rolled."""
    rng = Random(seed)
    table = Table(open_tiny(folder))
    for _ in range(MOST_ANSWERS):
        if table.outcome is not None:
            return
        if table.chance is not None:
            table.roll(table.chance.key(rng.choice(table.chance.flat)))
            offered = [s for s in table.seats if table.can_undo(s)]
            assert not offered, "undo is offered after a roll"
            continue
        seat = rng.choice(table.pending_seats)
        asked = table.request_for(seat)
        assert asked is not None
        before = [table.view(s) for s in (*table.seats, None)]
        key = rng.choice(asked.keys)
        table.answer(seat, key)
        if asked.only_key is not None:  # taking it back goes further, to the last real choice
            assert UNDO not in table.verbs(seat) or _has_a_choice_after_undo(table, seat)
        elif table.can_undo(seat):
            assert not asked.menu.binds(key), f"{key} binds, but undo is offered"
            table.answer(seat, UNDO)
            after = [table.view(s) for s in (*table.seats, None)]
            assert before == after, f"undo of {key} does not give the position back"
            table.answer(seat, key)


def _has_a_choice_after_undo(table: Table[Any], seat: Seat) -> bool:
    before = table.copy()
    before.answer(seat, UNDO)
    asked = before.request_for(seat)
    return asked is not None and asked.only_key is None
