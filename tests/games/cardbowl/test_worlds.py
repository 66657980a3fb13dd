"""Where a coach's worlds stand: a play entered on its way is the play run from its whistle."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.cardbowl.kit import game

from fieldhouse.games.cardbowl.coaches.worlds import ENTERED, at_decision
from fieldhouse.games.cardbowl.rules.state import Bowl
from fieldhouse.kernel.game import GivenAnswer
from fieldhouse.kernel.requests import Chance, Choose, Together
from fieldhouse.kernel.run import Run
from fieldhouse.kernel.walker import Walker


@pytest.mark.parametrize("timing", ["simple1", "complex"])
def test_a_play_entered_on_its_way_goes_on_as_one_run_from_its_whistle(timing: str) -> None:
    """CB-43a: wherever a game at random stands, the same state, the same question and the same end."""
    g = game(timing=timing, quarter={"simple1": 4, "complex": 20}[timing])
    wanted = ENTERED | {"motion", "assign", "backs", "penalty", "yardage"}
    entered: dict[str, int] = {}
    for seed in range(12):
        rng, walker = Random(seed), Walker(g, quiet=True)
        while walker.outcome is None:
            asks = walker.asks
            if isinstance(asks, Choose) and entered.get(asks.what, 0) < 4:
                entered[asks.what] = entered.get(asks.what, 0) + 1
                there, again = at_decision(walker)(), Run.rebuilt(g, walker.frame)
                assert there.state == again.state and there.parts == again.parts
                assert asking(there) == asking(again)
                assert _whistled(there) == _whistled(again)
            walker.give("go" if "go" in walker.keys and rng.random() < 0.7 else rng.choice(walker.keys))
        if entered.keys() > wanted:
            return
    raise AssertionError(f"never asked: {wanted - entered.keys()}")


def asking(run: Run[Bowl]) -> list[tuple[int, str, list[str]]]:
    request: Any = run.request
    parts = request.parts if isinstance(request, Together) else (request,)
    return [(part.seat, part.what, list(part.keys)) for part in parts]


def _whistled(run: Run[Bowl]) -> Bowl:
    """The state at the whistle after answers at random."""
    rng = Random(2)
    while (request := run.request) is not None:
        if isinstance(request, Together):
            for part in request.parts[len(run.parts) :]:
                run.give(GivenAnswer(part.seat, rng.choice(part.keys)))
        else:
            assert isinstance(request, Chance | Choose)
            run.send_key(rng.choice(request.keys))
    return run.state
