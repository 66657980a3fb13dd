"""Real finished games, one for each way the game can end, replayed to the same end; the play notes."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner
from tests.games.cardbowl.records import FOLDER, WAYS

from fieldhouse.games.cardbowl.commands import COMMANDS, play_notes
from fieldhouse.kernel import record, registry
from fieldhouse.kernel.verify import verify

ENDS = {
    **{name: end for name, (_, end) in WAYS.items()},
    "played-in-the-terminal": "tie",
    "played-by-hand": "points",
}


@pytest.mark.parametrize("name", sorted(ENDS))
def test_the_record_replays_to_its_end(name: str) -> None:
    """CB-2.13, CB-41.1: answers by their keys, dice by their secrets, the same outcome."""
    kept = record.parse_record((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    table = record.replay_record(kept)
    assert table.outcome is not None and record.same_outcome(table.outcome, kept.outcome)
    assert table.outcome.why == ENDS[name]
    assert not verify(kept).faults


def test_every_record_is_listed() -> None:
    """CB-41.1: no file without a test."""
    assert {path.stem for path in FOLDER.glob("*.json")} == set(ENDS)


def test_notes_are_written_as_in_the_book() -> None:
    """CB-41.1: a heading per possession, `1 & 10 @ 24  pass 16`, points with the score."""
    kept = record.parse_record((FOLDER / "played-in-the-terminal.json").read_text(encoding="utf-8"))
    notes = play_notes(record.replay_record(kept).events).splitlines()
    assert notes[:7] == [
        "Red",
        "---",
        "                kickoff, to 7, 16 yd return",
        "",
        "Blue",
        "----",
        "1 & 10 @ 23     run 5",
    ]
    result = CliRunner().invoke(COMMANDS["notes"], [str(FOLDER / "points.json")])
    assert result.exit_code == 0 and "1 & 10 @ " in result.output and "touchdown, Red" in result.output


def test_notes_of_another_game_are_refused() -> None:
    """CB-41.1"""
    other = FOLDER.parent / "squares" / "concession.json"
    result = CliRunner().invoke(COMMANDS["notes"], [str(other)])
    assert result.exit_code != 0 and "squares" in str(result.exception)


def test_a_record_of_the_older_spelling_still_opens() -> None:
    """Options and formations once said `offence`: they are read, and said back as they are called now."""
    kept = record.parse_record((FOLDER / "points.json").read_text(encoding="utf-8"))
    assert "offence_cards" in kept.options and "offence" in kept.materials["formations"]
    game: Any = record.record_game(kept)
    now: Any = registry.find("cardbowl").open()
    assert "offense_cards" in game.options and "offence_cards" not in game.options
    assert game.book.offenses == now.book.offenses
