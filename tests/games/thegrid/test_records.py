"""One real finished game per way a game of The Grid can end, played again from its record."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.log_sheet import LogSheet
from fieldhouse.kernel.record import parse_record, replay_record, same_outcome
from fieldhouse.kernel.verify import events_as_recorded

RECORDS = Path(__file__).parents[2] / "records" / "thegrid"
ENDS = {
    "points": "points",
    "overtime": "overtime",
    "second-overtime": "overtime",
    "draw": "draw",
    "concession": "concession",
    "agreement": "agreement",
    "played-by-hand": "overtime",
}


def test_every_record_is_listed_here() -> None:
    assert {path.stem for path in RECORDS.glob("*.json")} == set(ENDS)


@pytest.mark.parametrize("name", ENDS)
def test_a_record_plays_again(name: str) -> None:
    """TG-25.1: answers and dice give the same events, score and end, and the sheet adds up to it."""
    record = parse_record((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    table = replay_record(record)
    assert same_outcome(table.outcome, record.outcome)
    assert table.outcome is not None
    assert table.outcome.why == ENDS[name]
    # what happened is the same; how it is said, and whether another line has said it, may become better
    said = [{**event, "text": "", "quiet": False} for event in events_as_recorded(record, table.events)]
    assert msgspec.json.decode(msgspec.json.encode(said)) == [
        {**event, "text": "", "quiet": False} for event in record.events
    ]
    assert isinstance(table.game, TheGrid)
    sheet = LogSheet.of(table.game, table.events)
    assert tuple(team.total for team in sheet.teams) == table.outcome.scores
    if name == "second-overtime":
        assert table.state.period >= 4
