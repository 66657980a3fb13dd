"""`fieldhouse cardbowl notes FILE`: the play notes of a recorded game, as the book writes them."""

from __future__ import annotations

from collections.abc import Iterable

import click

from fieldhouse.kernel.events import Event, event_to_record


def play_notes(events: Iterable[Event]) -> str:
    """The notes of a game from its events, live or read back from a record (CB-41.1)."""
    lines: list[str] = []
    side = ""
    for event in events:
        if event.kind != "PlayOver":
            continue
        facts = event_to_record(event).get("facts", {})
        if facts["side"] != side:
            side = facts["side"]
            lines += ["", side, "-" * len(side)]
        lines.append(f"{facts['head']:<16}{facts['line']}{facts.get('score', '')}".rstrip())
    return "\n".join(lines[1:]) + "\n" if lines else ""


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
def notes(file: str) -> None:
    """Print the play notes of a recorded game of Card Bowl: down and distance, yard line, result."""
    from pathlib import Path

    from fieldhouse.kernel import record
    from fieldhouse.kernel.errors import BadRecord

    kept = record.parse_record(Path(file).read_text(encoding="utf-8"))
    if kept.game != "cardbowl":
        raise BadRecord(f"{file} is a game of {kept.game}; give a game of Card Bowl")
    click.echo(play_notes(record.replay_record(kept).events_for(None)), nl=False)


COMMANDS = {"notes": notes}
