"""`fieldhouse luck`: the luck ledger of a finished game."""

from __future__ import annotations

import click


@click.command()
@click.argument("record", metavar="RECORD")
@click.option("--all", "every", is_flag=True, help="Show every roll and decision, not only the biggest.")
@click.option(
    "--top", type=click.IntRange(1), default=10, show_default=True, help="So many of the biggest swings."
)
@click.option("--svg", metavar="FILE", help="Draw the chance through the game.")
def command(record: str, every: bool, top: int, svg: str | None) -> None:
    """How much of RECORD's result was decisions and how much dice, by exact win chances."""
    from fieldhouse.cli.terminal.shared import console, read_text, write_text
    from fieldhouse.kernel import record as records
    from fieldhouse.lab.extras import need_lab

    need_lab()
    from fieldhouse.lab import tables
    from fieldhouse.lab.luck import ledger

    book = ledger(records.read(read_text(record)))
    screen = console()
    screen.print(tables.ledger_totals(book))
    shown = list(book.lines) if every else book.biggest(top)
    screen.print(tables.ledger_lines(book, shown, "every step" if every else "biggest swings"))
    if not every and book.worst_decisions():
        screen.print(tables.ledger_lines(book, book.worst_decisions(), "costliest decisions"))
    if svg:
        write_text(svg, book.svg())
