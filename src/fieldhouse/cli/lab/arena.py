"""`fieldhouse arena`: coaches against coaches, seats swapped, Elo with intervals, early stopping."""

from __future__ import annotations

from typing import Any

import click


@click.command()
@click.argument("game")
@click.argument("coaches", nargs=-1, required=True, metavar="COACH COACH ...")
@click.option(
    "--pairs",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="Pairs of games (both seatings) for each pairing, at most.",
)
@click.option(
    "--block",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="Pairs between two looks at the interval.",
)
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), help="Time a coach may think about an answer."
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="The first pair's dice; the next pairs count on from it.",
)
@click.option(
    "--all", "every", is_flag=True, help="Play all pairs, also when an even match is excluded early."
)
@click.option(
    "--width",
    type=click.FloatRange(0, 1),
    default=0.0,
    help="Stop also when the interval of the mean score is narrower than this.",
)
@click.option(
    "--limit",
    type=click.FloatRange(0, min_open=True),
    metavar="SECONDS",
    help="Stop each pairing after so long, at the next whole pair.",
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--length", metavar="NAME", help="A length of the game: full, short, tiny.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--charts", multiple=True, metavar="NAME=FILE", help="Play with your own chart, deck or team.")
@click.option("--svg", metavar="FILE", help="Write the Elo picture.")
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
    """Let COACHES of GAME play each other: levels, `random`, or `module:factory`."""
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
        title = f"Elo of {opened.meta.title}'s coaches, 95 % intervals"
        write_text(svg, interval_plot(title, result.ratings, "Elo, mean 0"))
