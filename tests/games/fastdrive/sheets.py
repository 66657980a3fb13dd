"""What the tests of Fast Drive Football share: plain teams, any position, scripted dice and answers."""

from __future__ import annotations

from typing import Any

from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.games.fastdrive.rules.state import AVERAGE, DRIVE, GREAT, POOR, Sheet
from fieldhouse.kernel.dice import ScriptedDice
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose

FOLDER = find("fastdrive")
FIRST = (FOLDER.path / "charts" / "edition-1.txt").read_text(encoding="utf-8")
"""The charts of the first edition, which section 28 is worked with."""
PLAIN = {"team": "Plain", "season": 2020, "fg": "11-61", "xp": "11-64"}
__all__ = [
    "AVERAGE",
    "DRIVE",
    "FOLDER",
    "GREAT",
    "PLAIN",
    "POOR",
    "at",
    "book",
    "last",
    "opened",
    "run",
    "told",
]


def opened(away: dict[str, Any] | None = None, home: dict[str, Any] | None = None, **more: Any) -> FastDrive:
    """A game between two teams without qualities, except what is given; `charts` is a text.

    Rules are worked by hand on the charts of the first edition (section 28).
    """
    materials: dict[str, Any] = {"away": PLAIN | (away or {}), "home": PLAIN | (home or {})}
    materials["charts"] = FastDrive.read_material("charts", more.pop("charts", FIRST))
    game: Game[Any] = FOLDER.open(more, materials)
    assert isinstance(game, FastDrive)
    return game


def book(*changes: tuple[str, str]) -> str:
    """The charts of the first edition with some lines replaced; each must be there."""
    text = FIRST
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def at(**position: Any) -> Sheet:
    """A position: by default the away team begins a drive at AVERAGE in the first half, 20 ticks left."""
    return Sheet(**{"left": 20, "phase": DRIVE, "opener": 1, "ball": 0, "start": AVERAGE, **position})


def run(game: FastDrive, s: Sheet, dice: str = "", keys: str = "", plays: int | None = None) -> Sheet:
    """Play on with these dice and these answers, exactly, until both are used up."""
    rolls, answers = ScriptedDice(dice.split()), keys.split()

    def choose(request: Choose, _: Any) -> str:
        assert answers, f"{request!r} was not expected"
        assert answers[0] in request.keys, f"{answers[0]} is no answer to {request!r}: {request.keys}"
        return answers.pop(0)

    played = 0
    while played < plays if plays is not None else rolls.left or answers:
        run_play(game.play(s), s, rolls, choose)
        played += 1
    assert not rolls.left
    assert not answers
    return s


def last(s: Sheet, row: int = -1) -> tuple[int, int, str]:
    """Team, ticks and result of a row of the log."""
    found = s.log[row]
    return found.team, found.ticks, found.result


def told(game: FastDrive, s: Sheet, dice: str = "", keys: str = "") -> list[Event]:
    """The events of playing on like this."""
    events: list[Event] = []
    s.tell = events.append  # type: ignore[misc]
    run(game, s, dice, keys)
    return events
