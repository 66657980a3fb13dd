"""Drills: every one is a position of its game with a question, and what it claims is so."""

from __future__ import annotations

import pytest

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.learning.drill import Drill, drills_of, written
from fieldhouse.lab.drills import made, proved

GAMES = ("squares", "thegrid", "fastdrive")


def drills(game: str) -> tuple[Drill, ...]:
    return drills_of(registry.find(game))


@pytest.mark.parametrize("game", GAMES)
def test_a_drill_asks_its_seat_something_that_can_be_answered_so(game: str) -> None:
    assert len({drill.position for drill in drills(game)}) == len(drills(game)) >= 10
    for drill in drills(game):
        table = drill.table()
        asked = table.asked(drill.seat)
        assert asked is not None and drill.ask and drill.why and drill.how
        for answer in drill.answers:
            assert asked.menu.option(answer.key).label == answer.label
        if not drill.goal:
            best = max(drill.answers, key=lambda answer: answer.chance)
            assert len(drill.answers) >= 2 and drill.right == (best.key,), drill.name


def test_the_line_of_a_squares_drill_reaches_its_goal_by_the_rules() -> None:
    """SQ-6.1 and SQ-7.2: a touchdown and a tackle end the series."""
    folder = registry.find("squares")
    for drill in drills("squares"):
        table = drill.table()
        before = table.head()
        for key in drill.right:
            assert table.head().ball == before.ball, f"{drill.name}: over before {key}"
            table.answer(drill.seat, key)
        scored = table.head().scores[drill.seat] - before.scores[drill.seat]
        assert scored == (7 if drill.goal == "touchdown" else 0) and table.head().ball != before.ball
        assert proved(folder, drill)


@pytest.mark.parametrize("game", ["thegrid"])
def test_a_sample_is_worked_out_again_and_a_false_claim_is_found(game: str) -> None:
    """All of them, and those of Gridiron: `fieldhouse drills GAME`."""
    folder, drill = registry.find(game), drills(game)[0]
    assert proved(folder, drill)
    first = drill.answers[0]
    lie = Drill(
        **{
            **{name: getattr(drill, name) for name in drill.__struct_fields__},
            "answers": (type(first)(first.key, first.label, first.chance + 1), *drill.answers[1:]),
        }
    )
    assert not proved(folder, lie)


def test_drills_are_made_alike_every_time_and_read_back_from_their_file() -> None:
    folder = registry.find("squares")
    found = made(folder, 100)
    assert tuple(found) == drills("squares")
    assert written("squares", found) == (folder.path / "drills.toml").read_text(encoding="utf-8")
    with pytest.raises(BadOptions, match="no drills"):
        made(registry.find("cardbowl"), 1)
