"""`fieldhouse play`: a game in the terminal, against a coach, with a friend, for both sides, or watched."""

from __future__ import annotations

import sys
from typing import Any, TextIO

import click

from fieldhouse.cli.completion import complete_game

HOW_TO_PLAY = """\
How to play

  fieldhouse play                      pick a game, then play it against a coach
  fieldhouse play GAME                 you in the first seat, a coach in the other
  fieldhouse play GAME --two           two players, one screen
  fieldhouse play GAME --both          play both sides yourself
  fieldhouse play GAME --watch         coach against coach
  fieldhouse play GAME --length short  a shorter game
  fieldhouse play GAME --dice mine     roll your own dice and type in the results
  fieldhouse play --resume FILE        resume a saved game
  fieldhouse play --position "TEXT"    start from a position

In a game, type a number or the start of an option. ? explains the question and
lists the commands. Answers can also come through a pipe or from --script FILE.
"""


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=WHO",
    help="Who plays a seat: person, a coach's level, random, policy:FILE, module:factory, command:PROGRAM.",
)
@click.option("--two", is_flag=True, help="Two players, one screen: pass it back and forth.")
@click.option("--both", is_flag=True, help="Play both sides yourself, with nothing hidden.")
@click.option("--watch", is_flag=True, help="Watch coaches play each other.")
@click.option(
    "--pause",
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    help="Seconds to wait after each play when watching (1 at a terminal).",
)
@click.option("--length", metavar="NAME", help="Length of the game, such as full, short or tiny.")
@click.option(
    "-o",
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of the game; `fieldhouse games GAME` lists them.",
)
@click.option("--charts", multiple=True, metavar="NAME=FILE", help="Play with your own chart, deck or team.")
@click.option(
    "--dice",
    metavar="fair|mine|SEED",
    help="Verifiable dice (the default), your own dice typed in, or dice from a seed.",
)
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Seconds a coach may think.")
@click.option("--save", metavar="FILE", help="Save the game to FILE after every answer.")
@click.option("--resume", metavar="FILE", help="Resume a saved game.")
@click.option("--position", metavar="TEXT", help="Start from a position: a rule's example, a drill.")
@click.option(
    "--script",
    type=click.File(encoding="utf-8"),
    metavar="FILE",
    help="Read the answers from FILE; - reads standard input.",
)
@click.pass_context
def command(ctx: click.Context, /, script: TextIO | None, **given: Any) -> None:
    """Play a game in the terminal.

    Without GAME you pick one from a list.
    """
    from fieldhouse.cli.terminal.common import make_console
    from fieldhouse.cli.terminal.input import open_lines
    from fieldhouse.cli.terminal.session import Leave
    from fieldhouse.cli.terminal.start import PlayOptions, show_result, show_welcome, start_session

    screen = make_console()
    lines = open_lines(script, screen)
    options = PlayOptions(**given)
    if options.needs_game and lines.silent():
        click.echo(HOW_TO_PLAY)
        return
    try:
        session = start_session(options, lines, screen, watched=sys.stdout.isatty())
    except (EOFError, KeyboardInterrupt):
        raise click.Abort from None
    try:
        if session.people and lines.silent():
            click.echo(HOW_TO_PLAY)
            return
        show_welcome(session)
        session.run()
        show_result(session)
    except Leave:
        return
    except EOFError:
        saved = f"; the game is saved in {session.game_file.path}" if session.game_file.path else ""
        click.echo(f"fieldhouse: the input ended before the game did{saved}", err=True)
        ctx.exit(1)
    finally:
        session.close()
