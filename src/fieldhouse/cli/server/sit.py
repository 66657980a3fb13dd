"""`fieldhouse sit`: let a program play in a seat of a server's table."""

from __future__ import annotations

import click


@click.command()
@click.argument("url")
@click.option("--command", "program", required=True, help="The program that plays, such as ./mybot.")
@click.option("--name", default="", help="Its name at the table.")
def command(url: str, program: str, name: str) -> None:
    """Join the game of an invitation URL and let a program play it.

    For each question the program gets one line of JSON with what its seat can see. It writes one line, the
    key of its answer.
    """
    from fieldhouse.web.client import Program, Seat

    seat = Seat.join(url, name or program.split(maxsplit=1)[0].rpartition("/")[2])
    click.echo(f"Seated at {seat.server}/t/{seat.table}")
    with Program(program) as player:
        state = seat.play(player)
    click.echo(state["outcome"]["text"])
