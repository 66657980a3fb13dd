"""Fieldhouse: five tabletop American-football games, played exactly as their rulebooks say.

>>> import fieldhouse
>>> game = fieldhouse.open_game("redboar", {"mode": "dice"}, length="tiny")
>>> table = fieldhouse.Table(game, fieldhouse.FastDice(7))
>>> table.asked(table.waiting[0]).what
'declare'
"""

from typing import TYPE_CHECKING, Any

from fieldhouse.kernel.coaches import Coach, CoachView, play_on
from fieldhouse.kernel.dice import FastDice, ScriptedDice, TypedDice
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.events import render
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.position import Position, position
from fieldhouse.kernel.registry import coach, find, open_game
from fieldhouse.kernel.registry import list_games as shelf
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.walker import Walker

if TYPE_CHECKING:
    from fieldhouse.api import (
        advise,
        bulk,
        keep_records,
        luck,
        read_record,
        records,
        report,
        season,
        simulate,
    )

__version__ = "0.1.0"

__all__ = [
    "Coach",
    "FairDice",
    "FastDice",
    "FieldhouseError",
    "Position",
    "ScriptedDice",
    "CoachView",
    "Table",
    "TypedDice",
    "Walker",
    "advise",
    "bulk",
    "coach",
    "find",
    "keep_records",
    "luck",
    "open_game",
    "play_on",
    "position",
    "read_record",
    "records",
    "render",
    "report",
    "season",
    "shelf",
    "simulate",
]


def __getattr__(name: str) -> Any:
    """The verbs of `fieldhouse.api` are imported when used: `import fieldhouse` stays quick."""
    if name in __all__:
        from fieldhouse import api

        return getattr(api, name)
    raise AttributeError(f"module 'fieldhouse' has no attribute {name!r}")
