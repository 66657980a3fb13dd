"""`fieldhouse cardbowl notes FILE`: the play notes of a recorded game, as the book writes them."""

from __future__ import annotations

import click


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
def notes(file: str) -> None:
    """Print the play notes of a recorded game of Card Bowl: down and distance, yard line, result."""
    from pathlib import Path

    from fieldhouse.games.cardbowl.notes import play_notes
    from fieldhouse.kernel import record
    from fieldhouse.kernel.errors import BadRecord

    kept = record.parse_record(Path(file).read_text(encoding="utf-8"))
    if kept.game != "cardbowl":
        raise BadRecord(f"this is a record of {kept.game}; the notes are Card Bowl's")
    click.echo(play_notes(record.replay_record(kept).events_for(None)), nl=False)


COMMANDS = {"notes": notes}
