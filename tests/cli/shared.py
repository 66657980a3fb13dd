"""What the tests of the command share: the command itself, many answers, a saved game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Fieldhouse = Callable[..., Result]
"""Runs the command with these words and says how it went."""

COMMAND = [sys.executable, "-c", "from fieldhouse.cli import main; main(prog_name='fieldhouse')"]


MANY = "1\n" * 200


def saved(fieldhouse: Fieldhouse, name: str = "game.json", dice: str = "5") -> Path:
    """A finished game of Sandlot in a file."""
    played = fieldhouse("play", "sandlot", "--length", "tiny", "--dice", dice, "--save", name, typed=MANY)
    assert played.exit_code == 0, played.output
    return Path(name)
