"""`fieldhouse export`: the plays of recorded games as a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fieldhouse.kernel.errors import BadOptions

if TYPE_CHECKING:
    from fieldhouse.kernel.record import Record
    from fieldhouse.lab.play_rows import PlayRows, PlayStart

NO_PLAYS = "nothing to export: Squares has no plays of this kind, and a game that just began has none yet"


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="RECORD...")
@click.option("--plays", required=True, metavar="FILE", help="Output file: .csv or .parquet.")
@click.option(
    "--win-probability",
    "--win-chance",
    is_flag=True,
    help="Add the win probability before each play, exact or estimated.",
)
@click.option("--luck", is_flag=True, help="Add what the dice gained or cost in each play.")
def command(files: tuple[str, ...], plays: str, win_probability: bool, luck: bool) -> None:
    """Export the plays of recorded games as rows, with nflverse's column names.

    RECORD is the file of a game, or an archive of many (.jsonl, .jsonl.gz). Fast Drive gives drives; Squares
    has no plays of this kind.
    """
    from fieldhouse.lab.export import open_plays_file
    from fieldhouse.lab.extras import need_lab
    from fieldhouse.lab.play_rows import play_rows

    if win_probability or luck:
        need_lab()
    games = rows = 0
    with open_plays_file(plays) as file:
        for name, record in _records(files):
            games += 1
            found, last = play_rows(record, name)
            if win_probability or luck:
                _fill(record, found, last, luck=luck)
            rows += len(found.rows)
            file.write(found.rows)
        if not rows:
            raise BadOptions(NO_PLAYS)
    click.echo(f"Wrote {rows:,} rows from {games:,} game{'s' if games != 1 else ''} to {plays}.")


def _fill(record: Record, rows: PlayRows, last: PlayStart, *, luck: bool) -> None:
    from fieldhouse.kernel.record import record_game
    from fieldhouse.lab.review.win_probability_rows import win_probability_rows as filler_of

    filler = filler_of(record_game(record))
    filler.fill([(rows, last)])
    if luck:
        filler.fill_luck([(rows, record)])


def _records(files: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    from fieldhouse.cli.terminal.saved_games import load_record
    from fieldhouse.kernel.archive import is_archive, records

    for file in files:
        if is_archive(file):
            for number, record in enumerate(records(file), start=1):
                yield f"{Path(file).name.partition('.')[0]}-{number}", record
        else:
            yield Path(file).stem, load_record(file)
