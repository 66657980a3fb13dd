"""Real finished games, one per way Gridiron can end: replayed, verified, and their points conserved."""

from __future__ import annotations

import pytest
from tests.games.redboar.records import FOLDER, WAYS, ends_so

from fieldhouse.football.events import Scored
from fieldhouse.kernel import record
from fieldhouse.kernel.verify import verify


@pytest.mark.parametrize("name", WAYS)
def test_the_record_replays_to_its_end_and_verifies(name: str) -> None:
    """RB-18.8, RB-6.5, RB-15.4, RB-15.6 to RB-15.9: and concession and agreed tie."""
    kept = record.parse_record((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    table = record.replay_record(kept)
    assert record.same_outcome(table.outcome, kept.outcome)
    assert ends_so(table, WAYS[name][1])
    assert verify(kept).ok
    assert kept.outcome is not None
    points = [0, 0]
    for event in table.events:
        if isinstance(event, Scored):
            points[event.side] += event.points
    assert points == table.state.scores == list(kept.outcome.scores)


def test_no_record_lies_unused() -> None:
    """Every file of the folder is one of the ways."""
    assert {file.stem for file in FOLDER.glob("*.json")} == set(WAYS)
