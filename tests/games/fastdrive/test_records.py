"""Real finished games, one per way it can end: replayed, verified, and their points conserved."""

from __future__ import annotations

import pytest
from tests.games.fastdrive.records import FOLDER, WAYS

from fieldhouse.football.events import Scored
from fieldhouse.kernel import record
from fieldhouse.kernel.verify import verify

PLAYED = "played-by-hand"


@pytest.mark.parametrize("name", [*WAYS, PLAYED])
def test_the_record_replays_to_its_end_and_verifies(name: str) -> None:
    """FD-23.3, FD-16.1, FD-16.3, FD-14.5, FD-15.1, FD-24.61, FD-24.83, FD-24.84; concession, agreed tie."""
    kept = record.parse_record((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    table = record.replay_record(kept)
    assert kept.outcome is not None
    assert record.same_outcome(table.outcome, kept.outcome)
    assert name == PLAYED or WAYS[name][1](table)
    assert verify(kept).ok
    points = [0, 0]
    for event in table.events:
        if isinstance(event, Scored):
            points[event.side] += event.points
    assert points == table.state.scores == list(kept.outcome.scores)


def test_no_record_lies_unused() -> None:
    """Every file of the folder is one of the ways."""
    assert {file.stem for file in FOLDER.glob("*.json")} == {*WAYS, PLAYED}
