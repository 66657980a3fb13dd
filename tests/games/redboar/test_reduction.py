"""Gridiron by dice as the compiler sees it: one play stands for all from the same spot."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from fieldhouse.games.redboar.reduction import GridironReduction, reduction
from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.possession import start_series, take_over
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel import registry
from fieldhouse.kernel.requests import Chance
from fieldhouse.kernel.run import Run
from fieldhouse.solve.templates import run_path


def opened(overtime: str, clock: int | None) -> GridironReduction:
    """Dice mode; every row of the chart uses `clock` seconds, or its own."""
    game = registry.find("redboar").open({"mode": "dice", "overtime": overtime, "quarters": 1})
    charts = dict(game.setup.materials)
    if clock is not None:
        charts["dice_offense"] = {n: row | {"clock": clock} for n, row in charts["dice_offense"].items()}
        game = registry.find("redboar").open(dict(game.options), charts)
    assert isinstance(game, GridironGame)
    return reduction(game)


def standing(red: GridironReduction, series: bool, g: int, t: int, down: int) -> Gridiron:
    s = red.game.start()
    take_over(s, 0, g, "kickoff")
    if series:
        s.quarter, s.clock, s.over = 2, 0, [False, False]
        start_series(s, 0)
    s.g, s.t, s.down = g, t, down
    return s


def paths(game: Any, start: bytes, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every way through the play, by key; of the dice of penalties those that differ."""
    run = Run.along(game, game.load(start))
    for key in path:
        run.send_key(key)
    request: Any = run.request
    if request is None:
        yield path
        return
    few = isinstance(request, Chance) and request.stream == "penalty"
    for key in ("2", "7", "12") if few else request.keys:
        yield from paths(game, start, (*path, key))


@pytest.mark.parametrize("overtime", ["both", "series"])
@pytest.mark.parametrize("clock", [None, 30], ids=["own clocks", "equal clocks"])
def test_what_is_one_place_on_second_and_goal_is_one_place_on_every_down(
    overtime: str, clock: int | None
) -> None:
    """`found`: the sample of a spot's plays asks what each of them asks, and merges no more than any."""
    red, rng = opened(overtime, clock), Random(f"{overtime} {clock}")
    series, game = overtime == "series", red.game
    for g in rng.sample(range(5, 100, 5), 4):
        s = standing(red, series, g, max(g - 10, 0), 1)
        place = red.where(s)
        shape = red.shape(place.core, red.kind(red.family(place.core), place.slot, place.margin))
        assert shape is not None
        red.move_to_sample(shape, s)
        sample = game.save(s)
        groups: dict[Any, list[tuple[str, ...]]] = {}
        for path in paths(game, sample):
            end = run_path(game, game.load(sample), path)
            assert end is not None
            groups.setdefault((red.where(end), tuple(end.scores)), []).append(path)
        t = rng.choice([0, *range(max(0, g - 20), g, 5)])
        for down in (1, 3, 4):
            start = game.save(standing(red, series, g, t, down))
            for group in groups.values():
                ends = [run_path(game, game.load(start), path) for path in group]
                assert None not in ends, "it asks the same"
                assert len({red.where(end) for end in ends if end is not None}) == 1
