"""`fieldhouse arena`: coaches against coaches with swapped seats, Elo ratings with intervals."""

from __future__ import annotations

from typing import Any

import click

from fieldhouse.cli.completion import complete_game


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.argument("coaches", nargs=-1, required=True, metavar="COACH COACH ...")
@click.option(
    "--pairs",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="Most pairs of games (both seatings) per pairing.",
)
@click.option(
    "--block",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="Pairs to play before the interval is checked again.",
)
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Thinking time per answer.")
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="Seed of the first pair's dice; later pairs count up from it.",
)
@click.option("--all", "every", is_flag=True, help="Play all pairs, even after one coach is clearly better.")
@click.option(
    "--width",
    type=click.FloatRange(0, 1),
    default=0.0,
    help="Also stop when the interval of the mean score is narrower than this.",
)
@click.option(
    "--limit",
    type=click.FloatRange(0, min_open=True),
    metavar="SECONDS",
    help="Stop each pairing after this time, at the end of a pair.",
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--length", metavar="NAME", help="A length of the game: full, short, tiny.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--charts", multiple=True, metavar="NAME=FILE", help="Play with your own chart, deck or team.")
@click.option("--svg", metavar="FILE", help="Save the ratings as a picture.")
def command(
    game: str,
    coaches: tuple[str, ...],
    options: tuple[str, ...],
    charts: tuple[str, ...],
    length: str | None,
    jobs: int,
    svg: str | None,
    every: bool,
    **plan: Any,
) -> None:
    """Play coaches of GAME against each other: levels, `random`, `policy:FILE` or `module:factory`."""
    from fieldhouse.cli.lab import grids
    from fieldhouse.cli.terminal.common import find_game, make_console, open_rules, write_text
    from fieldhouse.kernel.errors import BadOptions
    from fieldhouse.lab import arena
    from fieldhouse.lab.svg import interval_plot

    if len(set(coaches)) < 2:
        raise BadOptions("an arena needs at least two different coaches")
    opened = open_rules(find_game(game), options, charts, length)
    screen, notes = make_console(), make_console(stderr=True)

    def progress(meeting: arena.Meeting) -> None:
        if notes.is_terminal:
            score = meeting.score
            notes.print(
                f"{meeting.a} - {meeting.b}: {len(meeting.pairs)} pairs, score {score.value:.3f} "
                f"({score.low:.3f} to {score.high:.3f})"
            )

    result = arena.run(
        opened,
        list(dict.fromkeys(coaches)),
        arena.ArenaPlan(**plan, stop=not every),
        jobs=jobs,
        progress=progress,
    )
    screen.print(grids.pairings_table(result))
    screen.print(grids.ratings_table(result))
    if svg is not None:
        title = f"Elo of {opened.meta.title}'s coaches, 95% intervals"
        write_text(svg, interval_plot(title, result.ratings, "Elo, mean 0"))
