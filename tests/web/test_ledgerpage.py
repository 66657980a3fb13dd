"""The ledger as a page: for either side the plays add up to what the dice and the decisions did."""

from __future__ import annotations

from pathlib import Path

import pytest

from fieldhouse.kernel import record
from fieldhouse.lab.review.analysis import review_game
from fieldhouse.lab.review.story import GameReview
from fieldhouse.web.replay.luck_ledger import ledger_rows, luck_totals

GAMES = Path(__file__).parents[2] / "docs" / "games"


@pytest.fixture(scope="module")
def story() -> GameReview:
    return review_game(record.parse_record((GAMES / "fastdrive.json").read_bytes()), seconds=1, ready=True)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_plays_of_a_ledger_add_up_to_its_totals(story: GameReview, seat: int) -> None:
    rows, totals = ledger_rows(story, seat), {one.what: one.points for one in luck_totals(story, seat)}
    assert len(rows) > 20
    assert totals["At the start"] + sum(row.moved for row in rows) == pytest.approx(totals["Result"])
    luck = totals["Dice and cards"] + totals.get("Estimation error", 0.0)
    assert sum(row.dice for row in rows) == pytest.approx(luck, abs=1e-6)
    assert sum(row.own for row in rows) == pytest.approx(totals["Own decisions"], abs=1e-6)
    assert sum(row.theirs for row in rows) == pytest.approx(totals["Opponent's decisions"], abs=1e-6)
    assert rows[-1].after == pytest.approx(totals["Result"])
