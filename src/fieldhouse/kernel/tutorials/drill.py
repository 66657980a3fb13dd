"""Drills: a position, a question, its answer and why. Data in a game's folder, made by `fieldhouse drills`.

A drill to choose lists its answers with the win probability of each; one to play (`goal`) is answered on the
board, and the rules say whether the goal was reached.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from fieldhouse.kernel.errors import BadScript
from fieldhouse.kernel.position import position
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table

DRILLS_FILE = "drills.toml"


class DrillAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer with its win probability in percent; a tie is half a win."""

    key: str
    label: str
    chance: float
    why: str = ""


class Drill(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position with a question for a seat."""

    name: str
    ask: str
    position: str
    seat: Seat
    how: str
    """How the answer was found."""
    right: tuple[str, ...]
    """The keys that are right; of a drill to play one line that reaches the goal."""
    why: str
    answers: tuple[DrillAnswer, ...] = ()
    goal: str = ""
    hardness: float = 0
    """How hard a drill to play is beside others of its game; 0: as its line is long."""

    def table(self) -> Table[Any]:
        """A table at the drill's position."""
        return position(self.position).table()


class _File(msgspec.Struct, forbid_unknown_fields=True):
    drill: tuple[Drill, ...] = ()


@lru_cache(maxsize=32)
def drills_of(folder: Folder) -> tuple[Drill, ...]:
    """The game's drills, in the order of its file; none where it has none."""
    place = folder.path / DRILLS_FILE
    if not place.is_file():
        return ()
    try:
        return msgspec.toml.decode(place.read_bytes(), type=_File).drill
    except msgspec.MsgspecError as fault:
        raise BadScript(f"{place}: {fault}") from None


def drills_text(game: str, drills: Iterable[Drill]) -> str:
    """The drills as the text of their file."""
    lines = [f"# Drills, made and proved by `fieldhouse drills {game}`."]
    for drill in drills:
        fields = msgspec.to_builtins(drill)
        answers = fields.pop("answers", ())
        lines += ["", "[[drill]]", *(f"{name} = {_value(value)}" for name, value in fields.items())]
        for answer in answers:
            lines += ["[[drill.answers]]", *(f"{name} = {_value(value)}" for name, value in answer.items())]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
