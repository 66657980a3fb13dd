"""`fieldhouse advise`: the win probability of every option of a decision, the best one, and why."""

from __future__ import annotations

from typing import Any

import click


@click.command()
@click.argument("record", metavar="RECORD")
@click.option(
    "--at",
    type=click.IntRange(0),
    metavar="N",
    help="The position after N entries of the record; default: the last decision.",
)
@click.option("--seat", metavar="NAME", help="Advise this seat, where several have to decide.")
@click.option(
    "--why", type=click.IntRange(0), default=4, show_default=True, help="Outcomes to show for each option."
)
@click.option(
    "--playouts",
    type=click.IntRange(20),
    default=400,
    show_default=True,
    help="Playouts per option, in games without exact tables.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=20.0,
    show_default=True,
    help="Time limit for playouts.",
)
@click.option("--seed", type=int, default=0, show_default=True)
def command(record: str, at: int | None, seat: str | None, **given: Any) -> None:
    """Show the win probability of every option for a decision in RECORD, a saved or finished game.

    On squares: the turn that the engine would play, and why.
    """
    from fieldhouse.cli.lab import grids
    from fieldhouse.cli.terminal.common import find_seat, make_console, read_text
    from fieldhouse.kernel import record as records
    from fieldhouse.lab.advice.adviser import advise, pending_request
    from fieldhouse.lab.advice.text import hint_text

    read = records.parse_record(read_text(record))
    table = _position(records, read, at)
    who = find_seat(table.game.seats, seat) if seat else None
    screen = make_console()
    asked = pending_request(table, who)
    status = table.scoreboard(asked.seat).status
    name = table.game.seats[asked.seat]
    screen.print(f"{name} to decide: {asked.prompt} ({status})", soft_wrap=True)
    own = _own_advice(table, asked.seat)
    if own is not None:
        screen.print(
            f"The game's own advice (the exact matrix of this play, on its solved values):\n{own}\n",
            soft_wrap=True,
            highlight=False,
        )
    advice = advise(table, asked.seat, **given)
    if advice.reason:
        screen.print(f"{advice.best.key}: {hint_text(advice)}", soft_wrap=True, highlight=False)
        return
    screen.print(advice.how[0].upper() + advice.how[1:] + ".", soft_wrap=True, highlight=False)
    if not advice.reliable:
        screen.print(hint_text(advice), soft_wrap=True, highlight=False)
        return
    screen.print(grids.advice_table(advice))
    for line in grids.reason_lines(advice):
        screen.print(line, soft_wrap=True, highlight=False)


def _own_advice(table: Any, seat: int) -> str | None:
    """What the game's own adviser says of this decision; None where it has none, or none for this one."""
    from fieldhouse.kernel.errors import FieldhouseError
    from fieldhouse.kernel.registry import find
    from fieldhouse.kernel.world import world_for

    adviser = find(table.game.meta.name).advice
    world = world_for(table, seat) if hasattr(adviser, "advise") else None
    if adviser is None or world is None:
        return None
    try:
        return str(adviser.advise(table.game, world.state, seat).text())
    except FieldhouseError:
        return None


def _position(records: Any, read: Any, at: int | None) -> Any:
    """The table after `at` entries; by default where it stands, or the last decision of a finished game."""
    if at is not None:
        return records.replay_record(read, at)
    if read.outcome is None:
        return records.replay_record(read)
    chosen = [n for n, entry in enumerate(read.entries) if type(entry).__name__ == "Chosen"]
    last = max(chosen, default=0)
    return records.replay_record(read, last)
