"""The chances that stand beside an answer are what the rules make of all dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest
from tests.games.fastdrive.sheets import GREAT, at, book, opened

from fieldhouse.games.fastdrive.board import chart_parts
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.games.fastdrive.rules.state import (
    AGAIN,
    CLOCK,
    DRIVE,
    FOURTH,
    KICKOFF,
    LAST,
    SETTLE,
    TRY,
    Sheet,
)
from fieldhouse.kernel.requests import Choose

HALVES = opened(
    {"offense": ["DYNAMIC*", "PROLIFIC*", "EFFICIENT*"]},
    {"defense": ["STIFF*", "STAUNCH*"], "special": ["ELECTRIC*"]},
)


def asked(game: FastDrive, s: Sheet) -> Choose:
    """The question that the next play begins with."""
    request = next(game.play(deepcopy(s)))
    assert isinstance(request, Choose)
    return request


def outcomes(game: FastDrive, s: Sheet, key: str, *dice: Any) -> Iterator[tuple[Sheet, Fraction]]:
    """Every way in which the play may go on after this answer, up to the end of the play."""
    end = deepcopy(s)
    rules, weight = game.play(end), Fraction(1)
    request: Any = next(rules)
    try:
        for sent in (key, *dice):
            request = rules.send(sent)
    except StopIteration:
        yield end, weight
        return
    total = sum(request.weights)
    for face, share in zip(request.keys, request.weights, strict=True):
        for found, chance in outcomes(game, s, key, *dice, request.value(face)):
            yield found, chance * Fraction(share, total)


def chance(game: FastDrive, s: Sheet, key: str, so: Callable[[Sheet], bool]) -> float:
    """How often it ends so."""
    return float(100 * sum(weight for end, weight in outcomes(game, s, key) if so(end)))


So = Callable[[Sheet], bool]
LATE = at(half=2, left=3, phase=KICKOFF, kicker=0)
CASES: dict[str, tuple[str, Sheet, str, So]] = {
    "fourth down": (
        "go", at(half=2, phase=FOURTH, ending=0, scores=[0, 7]), "converts", lambda s: s.phase == AGAIN
    ),
    "two points": ("two", at(half=2, phase=TRY, scores=[6, 0]), "good", lambda s: s.scores == [8, 0]),
    "extra point": ("kick", at(half=2, phase=TRY, scores=[6, 0]), "good", lambda s: s.scores == [7, 0]),
    "field goal": (
        "kick", at(half=2, phase=SETTLE, ending=0, scores=[0, 7]), "good", lambda s: s.scores == [3, 7]
    ),
    "onside": ("onside", LATE, "yours", lambda s: s.ball == 0),
    "deep": ("deep", LATE, "great", lambda s: s.ball == 1 and s.start == GREAT and s.phase == DRIVE),
    "squib": ("squib", LATE, "great", lambda s: s.ball == 1 and s.start == GREAT),
    "last play": (
        "desperation", at(half=2, left=0, phase=LAST, scores=[0, 6]), "touchdown", lambda s: s.scores[0] == 6
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_the_chance_beside_an_answer_is_that_of_the_dice(case: str) -> None:
    """FD-13.2, FD-11.8, FD-11.11, FD-9.5, FD-14.5: half qualities and follow-up tables included."""
    key, s, name, so = CASES[case]
    said = asked(HALVES, s).menu.option(key).help
    found = re.search(rf"{name} (\d+)%", said)
    assert found is not None, said
    assert found[1] == f"{chance(HALVES, s, key, so):.0f}"


def test_the_pace_tells_of_the_odd_die_to_whom_it_concerns() -> None:
    """FD-8.2, FD-3.2: a team that is only somewhat efficient."""
    s = at(half=2, left=3, phase=CLOCK, ending=0, base=2)
    assert "odd die" in asked(HALVES, s).help
    assert "odd die" not in asked(opened({"offense": ["EFFICIENT"]}), s).help


def test_the_charts_in_use_are_drawers() -> None:
    """FD-25.2: those that somebody typed in, too."""
    parts = {part.label: part for part in chart_parts(opened(charts=book(("55-66 | GREAT", "55-66 | POOR"))))}
    assert all(part.fixed and part.area == "beside" for part in parts.values())
    assert ("55 to 66", "Poor field position") in parts["Kickoff charts"].table
    assert len(parts["Drive chart"].table) == 57
    assert ("After 2-2-2 or 3-3-3", "") in parts["Unusual plays"].table
