"""`fieldhouse export`: recorded games as play rows, to be read by whatever reads tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="RECORD...")
@click.option("--plays", required=True, metavar="FILE", help="Where the rows go: .csv or .parquet.")
def command(files: tuple[str, ...], plays: str) -> None:
    """Write the plays of finished or unfinished games as rows, with nflverse's column names.

    RECORD is a game's file, or an archive of many (.jsonl, .jsonl.gz). Fast Drive gives drives; squares has
    no plays of this kind.
    """
    from fieldhouse.lab.plays import play_rows
    from fieldhouse.lab.rowsheet import row_sheet

    games = rows = 0
    with row_sheet(plays) as sheet:
        for name, record in _records(files):
            games += 1
            found = list(play_rows(record, name))
            rows += len(found)
            sheet.write(found)
    click.echo(f"{plays}: {rows} rows of {games} game{'s' if games != 1 else ''}.")


def _records(files: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    from fieldhouse.cli.terminal.keep import load
    from fieldhouse.kernel.archive import records

    for file in files:
        if file.endswith((".jsonl", ".jsonl.gz")):
            for number, record in enumerate(records(file), start=1):
                yield f"{Path(file).name.partition('.')[0]}-{number}", record
        else:
            yield Path(file).stem, load(file)
