"""Commands of Gridiron on squares: `fieldhouse squares analyze "Qf9 c12 g12 / d12 f12 up 2"`."""

from __future__ import annotations

import copy

import click


@click.command("analyze")
@click.argument("position")
@click.option("--defense", is_flag=True, help="The defense moves first (default: the offense).")
@click.option("--blocking", type=click.Choice(["both", "offense"]), default="both", help="Who can block.")
@click.option("--seconds", type=float, default=1.0, show_default=True, help="Seconds to think per turn.")
@click.option("--svg", type=click.Path(dir_okay=False), help="Also save the position as an SVG picture.")
def analyze(position: str, defense: bool, blocking: str, seconds: float, svg: str | None) -> None:
    """Analyze a position of `squares`: what is forced, how surely that is known, and the best line."""
    from pathlib import Path

    from fieldhouse.games.squares.analysis.claims import analyze_position as run
    from fieldhouse.games.squares.rules.position import BoardPosition
    from fieldhouse.kernel.errors import FieldhouseError

    try:
        read = BoardPosition.read(position)
        found = run(read, attack=not defense, offense_only=blocking == "offense", seconds=seconds)
    except FieldhouseError as error:
        raise click.ClickException(str(error)) from None
    click.echo(str(found))
    click.echo(f"{found.seconds:.2f} s")
    if svg:
        Path(svg).write_text(read._repr_svg_(), encoding="utf-8")


_british = copy.copy(analyze)
_british.hidden = True
COMMANDS = {"analyze": analyze, "analyse": _british}
