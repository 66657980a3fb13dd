"""`fieldhouse verify`: is this record a game by the rules, with the dice it says it had?"""

from __future__ import annotations

import click


@click.command()
@click.argument("file")
@click.option("--receipts", metavar="FILE", help="Receipts you kept while playing, one to a line.")
@click.pass_context
def command(ctx: click.Context, /, file: str, receipts: str | None) -> None:
    """Play the record again, derive every roll again, and compare.

    Exit code 0: no fault was found; 1: the record is not what it claims; 2: it cannot be read.
    """
    from fieldhouse.cli.terminal.keep import load
    from fieldhouse.cli.terminal.shared import read_text
    from fieldhouse.kernel.verify import verify

    record = load(file)
    kept = read_text(receipts).split() if receipts is not None else []
    verdict = verify(record, kept)
    for line in verdict.faults:
        click.echo(f"WRONG       {line}")
    for line in verdict.proved:
        click.echo(f"right       {line}")
    for line in verdict.unproved:
        click.echo(f"not proved  {line}")
    over = record.outcome.text if record.outcome is not None else "not over yet"
    good = "verified" if verdict.ok else "NOT verified"
    click.echo(f"{file}: {record.game}, {len(record.entries)} entries, {over}: {good}")
    ctx.exit(0 if verdict.ok else 1)
