"""Fieldhouse: five tabletop American-football games, played exactly as their rulebooks say.

>>> import fieldhouse
>>> game = fieldhouse.open_game("redboar", {"mode": "dice"}, length="tiny")
>>> table = fieldhouse.Table(game, fieldhouse.FastDice(7))
>>> table.request_for(table.pending_seats[0]).what
'declare'
"""

from typing import TYPE_CHECKING, Any

from fieldhouse.kernel.coaches import Coach, CoachView, play_on
from fieldhouse.kernel.deprecation import accept_old_modules, warn_renamed
from fieldhouse.kernel.dice import FastDice, ScriptedDice, TypedDice
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.events import render
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.position import Position, position
from fieldhouse.kernel.registry import coach, find, list_games, open_game
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.walker import Walker

if TYPE_CHECKING:
    from fieldhouse.api import (
        advise,
        bulk,
        luck,
        read_record,
        records,
        report,
        season,
        simulate,
        write_records,
    )

accept_old_modules()

__version__ = "0.1.0"

__all__ = [
    "Coach",
    "CoachView",
    "FairDice",
    "FastDice",
    "FieldhouseError",
    "Position",
    "ScriptedDice",
    "Table",
    "TypedDice",
    "Walker",
    "advise",
    "bulk",
    "coach",
    "find",
    "list_games",
    "luck",
    "open_game",
    "play_on",
    "position",
    "read_record",
    "records",
    "render",
    "report",
    "season",
    "simulate",
    "write_records",
]


_RENAMED = {"Seen": "CoachView", "keep_records": "write_records", "shelf": "list_games"}


def __getattr__(name: str) -> Any:
    """Import the functions of `fieldhouse.api` when they are used: `import fieldhouse` stays quick."""
    if name in _RENAMED:
        warn_renamed(f"fieldhouse.{name}", f"fieldhouse.{_RENAMED[name]}")
        return globals().get(_RENAMED[name]) or __getattr__(_RENAMED[name])
    if name in __all__:
        from fieldhouse import api

        return getattr(api, name)
    raise AttributeError(f"module 'fieldhouse' has no attribute {name!r}")
