"""Real finished games, one for each way the game can end, replayed to the same end."""

from pathlib import Path

import pytest

from fieldhouse.kernel import record
from fieldhouse.kernel.verify import verify

RECORDS = Path(__file__).parents[2] / "records" / "squares"
ENDS = {
    "regulation": ("regulation", "SQ-10.1"),
    "overtime": ("overtime", "SQ-10.3"),
    "overtime-limit": ("overtime-limit", "SQ-10.4"),
    "played-in-the-terminal": ("regulation", "SQ-10.1"),
    "agreement": ("agreement", ""),
    "concession": ("concession", ""),
    "study-touchdown": ("touchdown", "SQ-6.1"),
    "study-tackle": ("tackle", "SQ-7.2"),
    "study-downs": ("downs", "SQ-4.6"),
}


@pytest.mark.parametrize("name", ENDS)
def test_the_record_replays_to_its_end(name: str) -> None:
    """SQ-10.1, SQ-10.3, SQ-10.4, SQ-10.5: answers by their keys, dice by their seed, the same outcome."""
    kept = record.parse_record((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    table = record.replay_record(kept)
    assert table.outcome is not None and record.same_outcome(table.outcome, kept.outcome)
    assert (table.outcome.why, table.outcome.rule) == ENDS[name]
    assert not verify(kept).faults


def test_turns_in_records_are_written_in_the_notation() -> None:
    """SQ-12.2, SQ-12.3: a record's answers are actions and turns that people read."""
    kept = record.parse_record((RECORDS / "study-touchdown.json").read_text(encoding="utf-8"))
    keys = [entry.key for entry in kept.entries if hasattr(entry, "key")]
    assert len(keys) == 1 and keys[0].endswith("f9-f13+")
