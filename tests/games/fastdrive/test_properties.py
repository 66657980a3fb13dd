"""Whatever cards, charts, options and answers: what must always hold does hold."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.games.fastdrive.sheets import book, opened

from fieldhouse.games.fastdrive.charts.codes import CODES
from fieldhouse.games.fastdrive.charts.qualities import GOOD_BAD
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.games.fastdrive.rules.state import OVERTIME, Sheet
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.requests import Choose

ODD_BOOK = book(
    (
        "[fumble]\n1 | ACTIVE? DEF-TD | ODD? DEF-TD | GREAT",
        "[fumble]\n1 | TRAILING? KEPT FGA | ODD? KEPT SAFETY | KEPT TD-RUN",
    )
)
"""Charts with all that the default set does without: kept fumbles, questions about the score."""


@st.composite
def cards(draw: st.DrawFn) -> dict[str, Any]:
    """A card with any qualities, ranges and season."""
    card: dict[str, Any] = {
        "season": draw(st.integers(1950, 2025)),
        "detail": draw(st.sampled_from(["none", "R", "P+"])),
    }
    for side, pairs in GOOD_BAD.items():
        picked = [draw(st.sampled_from(["", *filter(None, pair)])) for pair in pairs]
        card[side] = [name + draw(st.sampled_from(["", "*"])) for name in picked if name]
    for kick in ("fg", "xp"):
        card[kick] = "11-" + draw(st.sampled_from(CODES))
    return card


OPTIONS = st.fixed_dictionaries(
    {
        "quarter": st.integers(1, 13),
        "neutral": st.booleans(),
        "overtime": st.sampled_from(["both", "modified", "sudden"]),
        "knockout": st.booleans(),
        "overtime_clock": st.booleans(),
        "two_point": st.booleans(),
        "cross_era": st.booleans(),
        "seven_minute": st.booleans(),
        "blocked_kicks": st.booleans(),
        "scoring_detail": st.booleans(),
    }
)


def check(game: FastDrive, s: Sheet, half: int, left: int) -> None:
    """FD-23.4: ticks, points, possession, clock."""
    for which in (1, 2):
        ticks = sum(row.ticks for row in s.log if row.half == which)
        assert ticks <= game.half_ticks
        if s.half > which or (s.half == which and s.phase == "over"):
            assert ticks == game.half_ticks
    for seat in (0, 1):
        assert s.scores[seat] == sum(score.points for score in s.points if score.team == seat)
    assert s.half > half or s.left <= left or (s.half == OVERTIME and game.knockout)
    assert s.left >= 0
    assert s.ball in (0, 1)


@given(away=cards(), home=cards(), options=OPTIONS, odd=st.booleans(), seed=st.integers(0, 2**32))
def test_any_game_of_any_cards_ends_and_adds_up(
    away: dict[str, Any], home: dict[str, Any], options: dict[str, Any], odd: bool, seed: int
) -> None:
    """FD-23.4, FD-23.3: random answers; every decision can be taken up again from the state."""
    game = opened(away, home, **options, **({"charts": ODD_BOOK} if odd else {}))
    rng, dice = Random(seed), FastDice(seed)
    s = game.start()

    def choose(request: Choose, now: Sheet) -> str:
        again = next(game.play(game.load(game.save(now))))
        assert again is request
        return rng.choice(request.menu.keys)

    while game.outcome(s) is None:
        half, left = s.half, s.left
        run_play(game.play(s), s, dice, choose)
        check(game, s, half, left)
    end = game.outcome(s)
    assert end is not None
    assert end.winner is not None or not game.knockout
