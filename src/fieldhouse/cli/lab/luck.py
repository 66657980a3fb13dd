"""`fieldhouse luck`: the luck ledger of a finished game."""

from __future__ import annotations

import click


@click.command()
@click.argument("record", metavar="RECORD")
@click.option(
    "--all", "every", is_flag=True, help="Show every roll and decision, not just the biggest swings."
)
@click.option(
    "--top", type=click.IntRange(1), default=10, show_default=True, help="Number of swings to show."
)
@click.option("--svg", metavar="FILE", help="Save a win probability chart of the game.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=60.0,
    show_default=True,
    help="Time limit, for estimates.",
)
@click.option(
    "--playouts",
    type=click.IntRange(8),
    default=200,
    show_default=True,
    help="Most samples per step, for estimates.",
)
@click.option(
    "--games",
    type=click.IntRange(40),
    default=20_000,
    show_default=True,
    help="Most games to fit a win probability to, where the game has none.",
)
@click.option("--level", metavar="LEVEL", help="Coach that plays on, and that decisions are compared to.")
@click.option("--estimate", is_flag=True, help="Estimate even where exact win probabilities are known.")
@click.option("--seed", type=int, default=0, show_default=True)
def command(
    record: str,
    every: bool,
    top: int,
    svg: str | None,
    seconds: float,
    playouts: int,
    games: int,
    level: str | None,
    estimate: bool,
    seed: int,
) -> None:
    """Show how much of RECORD's result was decisions and how much was luck.

    Exact where the game has exact tables, otherwise estimated; the first line says which. On squares, where
    there is no luck: the turns that gave a touchdown or a tackle away, by the engine.
    """
    from fieldhouse.cli.terminal.common import make_console, read_text, write_text
    from fieldhouse.kernel import record as records
    from fieldhouse.kernel.errors import BadOptions
    from fieldhouse.lab.extras import need_lab

    need_lab()
    from fieldhouse.cli.lab import grids
    from fieldhouse.cli.lab.grids import progress_bar
    from fieldhouse.lab.review.analysis import turn_notes
    from fieldhouse.lab.review.luck_ledger import luck_ledger
    from fieldhouse.lab.win_probability.estimator import BY_TURNS

    screen = make_console()
    game = records.parse_record(read_text(record))
    notes = turn_notes(game)
    if notes is not None:
        screen.print(BY_TURNS)
        screen.print(grids.turn_notes_table([seat.name for seat in game.seats], notes))
        if svg:
            raise BadOptions(BY_TURNS)
        return
    with progress_bar(make_console(stderr=True)) as progress:
        book = luck_ledger(
            game,
            seconds=seconds,
            playouts=playouts,
            games=games,
            level=level,
            seed=seed,
            estimate=estimate,
            progress=progress,
        )
    screen.print(f"Luck ledger ({book.how})", soft_wrap=True, highlight=False)
    screen.print(grids.ledger_table(book))
    shown = list(book.steps) if every else book.biggest(top)
    screen.print(grids.ledger_lines(book, shown, "Every step" if every else "Biggest swings"))
    if not every and book.worst_decisions():
        screen.print(grids.ledger_lines(book, book.worst_decisions(), "Costliest decisions"))
    if svg:
        write_text(svg, book.svg())
