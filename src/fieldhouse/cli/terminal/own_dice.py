"""Own dice and cards at the terminal: what to type, and what a line means."""

from __future__ import annotations

import re
from typing import Any

from fieldhouse.cli.terminal.answers import find_roll
from fieldhouse.kernel.concession import team_with_verb
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.requests import Chance
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.typed_rolls import cards_due, dice_faces

FEW = 8


def roll_prompt(table: Table[Any], chance: Chance, seat: int) -> str:
    """What is due, who has the ball, and what to type: `the drive (Bears have the ball; 1 to 6)> `."""
    head = table.scoreboard()
    dice = dice_faces(chance)
    label = chance.label if dice is None else chance.label.partition(":")[0]
    hints = []
    if chance.sees is None and head.ball is not None:
        hints.append(f"{team_with_verb(head.teams[head.ball], 'has', 'have')} the ball")
    if dice is not None:
        hints.append(f"{', '.join(dice.names)}: 1 to {dice.faces[-1]} each")
    elif (due := cards_due(table, seat)) > 1:
        hints.append(f"{due} cards, all in one line if you like")
    else:
        hints.append(_range(chance))
    return f"{label} ({'; '.join(hints)})> "


def roll_help(chance: Chance) -> str:
    """What can be typed here."""
    gives = f"one of {', '.join(chance.shown_keys)}" if chance.shown_keys else "the card"
    if dice_faces(chance) is not None:
        gives = "the face of each die"
    return f"{chance.label}: roll or draw, then type {gives}. `undo` takes the last roll back."


def read_rolls(table: Table[Any], seat: int, line: str) -> list[str]:
    """The keys that a line enters: the faces of the dice of one roll, or one result after the other.

    Each word is read against what is due after the words before it, as far as that is open.
    """
    chance = table.chance
    assert chance is not None
    words = [word for word in re.split(r"[\s,]+", line) if word]
    dice = dice_faces(chance)
    if dice is not None and len(words) == len(dice.names) and all(word in dice.faces for word in words):
        return [dice.key(words)]
    if len(words) == 1 or chance.sees is not None:
        return [find_roll(chance, word) for word in words]
    ahead, keys = table.copy(), []
    for word in words:
        if ahead.chance is None:
            raise FieldhouseError(f"nothing to roll for {word!r}; nothing was entered")
        keys.append(find_roll(ahead.chance, word))
        ahead.roll(keys[-1])
    return keys


def _range(chance: Chance) -> str:
    keys = list(chance.shown_keys)
    if not keys:
        return "a card"
    if len(keys) > FEW or all(key.isdecimal() for key in keys):
        return f"{keys[0]} to {keys[-1]}" if all(key.isdecimal() for key in keys) else f"{len(keys)} outcomes"
    return ", ".join(keys)
