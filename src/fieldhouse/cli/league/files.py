"""`fieldhouse league export`, `import`."""

from __future__ import annotations

from pathlib import Path

import click

from fieldhouse.cli.league.common import league_options, open_league, open_service, store_option
from fieldhouse.kernel.errors import FieldhouseError


@click.command("export")
@click.argument("file")
@click.option(
    "--commissioner",
    is_flag=True,
    help="Include the dice secret, lineups and links, to continue on another server.",
)
@league_options
def export_file(file: str, database: str | None, league: str | None, commissioner: bool) -> None:
    """Export the whole league to FILE: a member's copy without secrets, or the commissioner's."""
    from fieldhouse.cli.terminal.common import write_text
    from fieldhouse.league.service.league_file import export_league

    if Path(file).exists():
        raise FieldhouseError(f"{file} already exists; choose another name")
    with open_league(database, league) as (service, journal):
        write_text(file, export_league(service, journal.id, commissioner=commissioner))
        copy = "the commissioner's copy; keep it private" if commissioner else "a member's copy"
        click.echo(f"Exported to {file} ({copy})")


@click.command("import")
@click.argument("file")
@store_option
def import_file(file: str, database: str | None) -> None:
    """Import a league from FILE. A file that was changed is rejected, and you see which line is wrong."""
    from fieldhouse.cli.terminal.common import read_text
    from fieldhouse.league.service.league_file import import_league

    text = read_text(file)
    with open_service(database) as service:
        try:
            league_id = import_league(service, text)
        except FieldhouseError as error:
            raise FieldhouseError(f"{file}, {error}") from None
        row = service.store.leagues.row(league_id)
        click.echo(f"Imported {row.title} ({row.id}): {row.size} log entries, every recorded game verified")


VERBS = [export_file, import_file]
