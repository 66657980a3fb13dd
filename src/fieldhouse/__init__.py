"""Fieldhouse: five tabletop American-football games, played exactly as their rulebooks say.

>>> import fieldhouse
>>> game = fieldhouse.open_game("redboar", {"mode": "dice"}, length="tiny")
>>> table = fieldhouse.Table(game, fieldhouse.FastDice(7))
>>> table.asked(table.waiting[0]).what
'declare'
"""

from fieldhouse.kernel.dice import FastDice, ScriptedDice, TypedDice
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.events import render
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.players import Coach, Seen, play_on
from fieldhouse.kernel.registry import coach, find, games, open_game
from fieldhouse.kernel.table import Table

__version__ = "0.1.0"

__all__ = [
    "Coach",
    "FairDice",
    "FastDice",
    "FieldhouseError",
    "ScriptedDice",
    "Seen",
    "Table",
    "TypedDice",
    "coach",
    "find",
    "games",
    "open_game",
    "play_on",
    "render",
]
