"""`fieldhouse play`: a game in the terminal, against a coach, with a friend, for both sides, or watched."""

from __future__ import annotations

import sys
from typing import Any, TextIO

import click

HOW_TO_PLAY = """\
How to play

  fieldhouse play                      choose a game, then play it against a coach
  fieldhouse play GAME                 you in the first seat, a coach in the other
  fieldhouse play GAME --two           two people at one screen
  fieldhouse play GAME --both          you for both sides
  fieldhouse play GAME --watch         coach against coach
  fieldhouse play GAME --length short  a quicker game
  fieldhouse play GAME --dice mine     roll your own dice and type them in
  fieldhouse play --resume FILE        go on with a saved game
  fieldhouse play --position "TEXT"    begin at a position

In a game, type a number or the start of an option; ? explains what is asked and
lists the commands. Answers can also come through a pipe or from --script FILE.
"""


@click.command()
@click.argument("game", required=False)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=WHO",
    help="Who sits where: person, a coach's level, random, policy:FILE, module:factory or command:PROGRAM.",
)
@click.option("--two", is_flag=True, help="People in every seat, at this one screen.")
@click.option("--both", is_flag=True, help="One person for both sides, without a curtain.")
@click.option("--watch", is_flag=True, help="Coaches in every seat; you watch.")
@click.option(
    "--pause",
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    help="Wait so long after each play when watching (at a terminal: 1).",
)
@click.option("--length", metavar="NAME", help="A length of the game, such as full, short or tiny.")
@click.option(
    "-o",
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game; `fieldhouse games GAME` lists them.",
)
@click.option("--charts", multiple=True, metavar="NAME=FILE", help="Play with your own chart, deck or team.")
@click.option(
    "--dice",
    metavar="fair|mine|SEED",
    help="Fair dice that can be verified (default), your own typed in, or a seed.",
)
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Time a coach has for an answer.")
@click.option("--save", metavar="FILE", help="Keep the game in FILE, written after every answer.")
@click.option("--resume", metavar="FILE", help="Go on with a saved game.")
@click.option("--position", metavar="TEXT", help="Begin where this text says; a rule's example, a drill.")
@click.option(
    "--script",
    type=click.File(encoding="utf-8"),
    metavar="FILE",
    help="Take the answers from FILE; - waits for the standard input.",
)
@click.pass_context
def command(ctx: click.Context, /, script: TextIO | None, **given: Any) -> None:
    """Play a game in the terminal.

    Without GAME the games are listed and you choose one.
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
        kept = f"; it is kept in {session.game_file.path}" if session.game_file.path else ""
        click.echo(f"fieldhouse: the answers ended before the game did{kept}", err=True)
        ctx.exit(1)
    finally:
        session.close()
