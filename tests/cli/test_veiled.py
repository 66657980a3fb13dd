"""A card typed in from a dealt pack: no list, no completion, since both would tell what is in the hands."""

from __future__ import annotations

import pytest

from fieldhouse.cli.terminal.answers import find_roll
from fieldhouse.kernel.errors import IllegalAnswer
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Chance
from fieldhouse.kernel.table import Table


def dealt() -> Chance:
    """The first draw of a game of Card Bowl with people's own cards."""
    table = Table(find("cardbowl").open(length="tiny"))
    for _ in range(50):
        chance = table.chance
        if chance is not None and chance.veiled:
            return chance
        if chance is not None:
            table.roll(chance.keys[0])
        else:
            seat = table.pending_seats[0]
            table.answer(seat, table.request_for(seat).keys[0])  # type: ignore[union-attr]
    raise AssertionError("no veiled draw came up")


def test_a_veiled_draw_is_never_listed() -> None:
    assert dealt().shown_keys == ()


def test_a_card_is_taken_only_when_written_in_full() -> None:
    chance = dealt()
    assert find_roll(chance, "as") == "AS"
    for typed in ("A", "", "no such card"):
        with pytest.raises(IllegalAnswer) as refused:
            find_roll(chance, typed)
        assert "not yet seen" in refused.value.reason
        assert not any(key in refused.value.reason for key in chance.keys)
