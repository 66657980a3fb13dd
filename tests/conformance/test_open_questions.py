"""Two players at one device both see an open question: it must not tell what one of them holds."""

from __future__ import annotations

from random import Random

import pytest

from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.registry import list_all_games
from fieldhouse.kernel.table import Table

HIDDEN = sorted(name for name, folder in list_all_games().items() if folder.meta.hidden)


@pytest.mark.parametrize("name", HIDDEN)
def test_an_open_question_is_the_same_whatever_its_seat_holds(name: str) -> None:
    """The opponent's worlds, in which the seat holds other cards, ask the same with the same options."""
    folder, rng, compared = list_all_games()[name], Random(11), 0
    table = Table(folder.open(length=folder.meta.tiny), FastDice(4))
    for _ in range(260):
        if table.outcome is not None:
            break
        seat = rng.choice(table.pending_seats)
        asked = table.request_for(seat)
        assert asked is not None
        if not (table.together or asked.sees is not None or asked.hides) and rng.random() < 0.5:
            try:
                world = table.determinize(1 - seat, rng, strict=True)
            except NoOtherWorld:
                world = None
            if world is not None and world.state != table.state:
                other = world.request_for(seat)
                assert other is not None and (other.what, other.prompt) == (asked.what, asked.prompt)
                assert other.menu.options() == asked.menu.options()
                compared += 1
        table.answer(seat, rng.choice(asked.keys))
    assert compared >= {"cardbowl": 10, "redboar": 3}.get(name, 0), "too little was compared"
