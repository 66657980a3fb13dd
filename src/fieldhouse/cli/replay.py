"""`fieldhouse replay`: a recorded game shown again, whole, to a point, or step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from fieldhouse.kernel.coaches import level_label
from fieldhouse.kernel.errors import FieldhouseError

if TYPE_CHECKING:
    from fieldhouse.cli.terminal.input import Lines
    from fieldhouse.cli.terminal.screen import Screen
    from fieldhouse.kernel.record import Record
    from fieldhouse.kernel.table import Table


@click.command()
@click.argument("file")
@click.option("--step", is_flag=True, help="Wait for Enter after each play.")
@click.option("--to", type=click.IntRange(0), metavar="N", help="Stop after entry N.")
@click.option("--events", is_flag=True, help="Show only the play-by-play, without the board.")
@click.option("--entries", is_flag=True, help="Show only the log: every answer and roll with its number.")
@click.option("--seat", metavar="SEAT", help="Show what this seat saw; otherwise what a spectator saw.")
def command(file: str, to: int | None, seat: str | None, *, step: bool, events: bool, entries: bool) -> None:
    """Replay a recorded game."""
    from fieldhouse.cli.terminal.common import find_seat, make_console
    from fieldhouse.cli.terminal.input import open_lines
    from fieldhouse.cli.terminal.saved_games import load_record
    from fieldhouse.cli.terminal.screen import Screen
    from fieldhouse.kernel import record as records
    from fieldhouse.kernel import registry

    record = load_record(file)
    folder = registry.find(record.game)
    if to is not None and to > len(record.entries):
        raise FieldhouseError(f"{file} has {len(record.entries)} entries, so --to {to} is past its end")
    looking = find_seat(records.record_game(record).seats, seat) if seat is not None else None
    screen = Screen(folder, make_console())
    who = "   ".join(f"{line.name}: {_player_name(line.kind)}" for line in record.seats)
    screen.title(f"{folder.meta.title}, {len(record.entries)} entries")
    screen.say(who)
    if entries:
        _log(screen, record, to)
        return
    lines = open_lines(None, screen.console) if step else None
    table = _show(screen, record, to, looking, pictures=not events, lines=lines)
    _last_words(screen, table, record, to)


def _player_name(kind: str) -> str:
    """`Starter (medium) coach` for `coach:starter`; a person or a program as the record says."""
    level = kind.removeprefix("coach:")
    return kind if level == kind else f"{level_label(level)} coach"


def _log(screen: Screen, record: Record, to: int | None) -> None:
    from fieldhouse.kernel.entries import Chosen, Rolled

    names = [line.name for line in record.seats]
    for number, entry in enumerate(record.entries[:to], start=1):
        match entry:
            case Rolled():
                told = f"{entry.stream}: {entry.key}"
            case Chosen():
                told = f"{names[entry.seat]} {entry.what}: {entry.key}"
            case _:
                told = f"{names[entry.seat]} {entry.__struct_config__.tag}"
        screen.say(f"{number:>5}  {told}")


def _show(
    screen: Screen, record: Record, to: int | None, seat: int | None, *, pictures: bool, lines: Lines | None
) -> Table[Any]:
    """Apply the entries one by one and print what each brought; a picture after each that told something."""
    from fieldhouse.kernel.record import apply_entries, record_game
    from fieldhouse.kernel.table import Table

    table: Table[Any] = Table(record_game(record))
    told = 0
    for entry in record.entries[:to]:
        apply_entries(table, [entry])
        seen = table.events_for(seat)
        if len(seen) <= told:
            told = len(seen)
            continue
        screen.events(seen[told:])
        told = len(seen)
        if pictures:
            screen.board(table.view(seat))
            screen.console.print()
        if lines is not None and table.outcome is None and not _go_on(lines, len(table.entries)):
            break
    return table


def _go_on(lines: Lines, entry: int) -> bool:
    try:
        return lines.ask(f"({entry}) Enter for the next play, q to stop ").lower() not in ("q", "quit")
    except (EOFError, KeyboardInterrupt):
        return False


def _last_words(screen: Screen, table: Table[Any], record: Record, to: int | None) -> None:
    from fieldhouse.cli.terminal.game_commands import box_score_text
    from fieldhouse.kernel.concession import result_text
    from fieldhouse.kernel.record import same_outcome

    if table.outcome is not None:
        screen.title(result_text(table))
        if box := box_score_text(table):
            screen.raw(box)
    else:
        screen.title(f"After entry {len(table.entries)} of {len(record.entries)}")
    whole = to is None and len(table.entries) == len(record.entries)
    if whole and not same_outcome(table.outcome, record.outcome):
        claimed = record.outcome.text if record.outcome is not None else "that it is not over"
        raise FieldhouseError(f"the record says {claimed!r}, but its entries do not; try `fieldhouse verify`")
