"""`fieldhouse verify`: check that a record follows the rules and has the dice it claims."""

from __future__ import annotations

import re

import click


@click.command()
@click.argument("file")
@click.option("--receipts", metavar="FILE", help="Receipts you saved while playing, one per line.")
@click.pass_context
def command(ctx: click.Context, /, file: str, receipts: str | None) -> None:
    """Check a recorded game: replay it, derive every roll again, and compare.

    Exit code 0: no fault was found; 1: the record is not what it claims; 2: it cannot be read.
    """
    from fieldhouse.cli.terminal.common import read_text
    from fieldhouse.cli.terminal.saved_games import load_record
    from fieldhouse.kernel.verify import verify

    record = load_record(file)
    kept = read_text(receipts).split() if receipts is not None else []
    verdict = verify(record, kept)
    for line in sorted(verdict.faults, key=_entry):
        _say("FAULT", line)
    for line in verdict.proved:
        _say("proved", line)
    for line in verdict.unproved:
        _say("not proved", line)
    over = record.outcome.text if record.outcome is not None else "not over yet"
    good = "verified" if verdict.ok else "NOT verified"
    click.echo(f"{file}: {record.game}, {len(record.entries)} entries, {over}: {good}")
    ctx.exit(0 if verdict.ok else 1)


def _entry(fault: str) -> float:
    """Faults by the entry they name: the first is most likely the cause of the others."""
    found = re.match(r"entry (\d+)", fault)
    return int(found.group(1)) if found else float("inf")


def _say(what: str, line: str) -> None:
    from fieldhouse.cli.terminal.common import make_console
    from fieldhouse.cli.terminal.rulebook import wrap_text

    screen, text = make_console(), f"{what:<12}{line}"
    click.echo(wrap_text(text, screen.width, " " * 12) if screen.is_terminal else text)
