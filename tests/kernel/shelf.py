"""The example game, for the kernel's own tests."""

from __future__ import annotations

from typing import Any

from fieldhouse.kernel.dice import Dice, FastDice, ScriptedDice
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.registry import Folder, find
from fieldhouse.kernel.table import Table

DEAL = ["RUN", "PASS", "TRICK", "RUN", "PASS", "TRICK"]
"""One card of each kind for both sides, the offense first."""


def sandlot() -> Folder:
    return find("sandlot")


def game(**options: Any) -> Game[Any]:
    return sandlot().open(options)


def table(dice: Dice | None = None, **options: Any) -> Table[Any]:
    return Table(game(**options), dice)


def scripted(*rolls: Any, then: int = 5, **options: Any) -> Table[Any]:
    """Shirts (seat 0) win the toss; both hold RUN PASS TRICK; then these rolls, then seeded dice."""
    return table(ScriptedDice(["heads", *DEAL, *rolls], FastDice(then)), **options)
