"""Drills: every one is a position of its game with a question, and what it claims is so."""

from __future__ import annotations

import msgspec
import pytest

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.tutorials.drill import Drill, drills_of, drills_text
from fieldhouse.lab.advice.adviser import pending_request, stored_advice
from fieldhouse.lab.drills import (
    drill_positions,
    exact_advice_at,
    make_drills,
    matches_claim,
    unproved_drills,
)

GAMES = ("squares", "thegrid", "fastdrive", "redboar", "cardbowl")
NEAR = 0.5
"""Points of win chance by which packing may move a value (0.05 on average: `EstimatorInfo.off`)."""


def drills(game: str) -> tuple[Drill, ...]:
    return drills_of(registry.find(game))


@pytest.mark.parametrize("game", GAMES)
def test_a_drill_asks_its_seat_something_that_can_be_answered_so(game: str) -> None:
    assert len({drill.position for drill in drills(game)}) == len(drills(game)) >= 20
    for drill in drills(game):
        table = drill.table()
        asked = table.request_for(drill.seat)
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
        before = table.scoreboard()
        for key in drill.right:
            assert table.scoreboard().ball == before.ball, f"{drill.name}: over before {key}"
            table.answer(drill.seat, key)
        scored = table.scoreboard().scores[drill.seat] - before.scores[drill.seat]
        assert scored == (7 if drill.goal == "touchdown" else 0)
        if drill.goal in ("touchdown", "tackle"):
            assert table.scoreboard().ball != before.ball
        else:
            assert drill.right[-1] == "end-turn"
    assert unproved_drills(folder, drills("squares")) == []


@pytest.mark.parametrize("game", ["redboar", "fastdrive"])
def test_what_a_drill_claims_agrees_with_the_values_on_the_shelf(game: str) -> None:
    """Every one of them; `fieldhouse drills GAME` works them out without packing, by one sweep."""
    reached = 0
    for drill in drills(game):
        table = drill.table()
        try:
            advice = stored_advice(table, pending_request(table, drill.seat))
        except BadOptions:  # a place that is not packed
            continue
        reached += 1
        for option in advice.options:
            claimed = next(answer.chance for answer in drill.answers if answer.key == option.key)
            assert abs(100 * option.win_probability - claimed) < NEAR, (drill.name, option.key)
        assert advice.best.key in drill.right
    assert reached > 0.8 * len(drills(game))


def test_one_sweep_tells_a_true_claim_from_a_false_one() -> None:
    drill = drills("fastdrive")[0]
    (advice,) = exact_advice_at([drill.table()], [drill.seat], 0)
    assert matches_claim(drill, advice) and not matches_claim(lying(drill), advice)


def lying(drill: Drill) -> Drill:
    """The same with a point more for its first answer."""
    first = msgspec.structs.replace(drill.answers[0], chance=drill.answers[0].chance + 1)
    return msgspec.structs.replace(drill, answers=(first, *drill.answers[1:]))


@pytest.mark.parametrize("game", ["thegrid", "cardbowl"])
def test_a_sample_is_worked_out_again_and_a_false_claim_is_found(game: str) -> None:
    """All of them: `fieldhouse drills GAME`."""
    folder, drill = registry.find(game), drills(game)[0]
    assert unproved_drills(folder, [drill, lying(drill)]) == [drill.name]


def test_card_bowl_asks_about_lining_up_blocking_throwing_yardage_and_coverage() -> None:
    """CB-17.2, 23.8, 29.4, 33.9, 33.4: by many deals of the unseen cards; a wrong claim is found."""
    folder = registry.find("cardbowl")
    dealt = {}
    for drill in drills("cardbowl")[30:]:
        asked = drill.table().request_for(drill.seat)
        assert asked is not None
        dealt[asked.what] = drill
    assert {"formation", "backs", "check", "yardage", "extra"} <= set(dealt)
    drill = dealt["backs"]
    wrong = msgspec.structs.replace(drill, right=(drill.answers[1].key,))
    assert unproved_drills(folder, [drill, wrong]) == [drill.name]


def test_drills_are_made_alike_every_time_and_read_back_from_their_file() -> None:
    folder = registry.find("squares")
    found = make_drills(folder, 100)
    assert tuple(found) == drills("squares")
    assert drills_text("squares", found) == (folder.path / "drills.toml").read_text(encoding="utf-8")
    with pytest.raises(BadOptions, match="no drills"):
        make_drills(registry.find("thegrid-draft"), 1)


def test_decisions_are_looked_for_in_the_second_half_of_games() -> None:
    found = [
        table.scoreboard()
        for table, _ in zip(drill_positions(registry.find("redboar"), 0), range(5), strict=False)
    ]
    assert all(head.period in ("Q3", "Q4") for head in found)
