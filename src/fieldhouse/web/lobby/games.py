"""The games people can choose from, as cards for the lobby."""

from __future__ import annotations

import logging

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.tutorials.lesson import lesson_of

log = logging.getLogger("fieldhouse.web")


def playable_games() -> list[Folder]:
    """The games to choose from; one whose title page cannot be read is left out and written down."""
    found = []
    for name, folder in sorted(registry.list_games().items()):
        try:
            _ = folder.meta
        except Exception as error:
            log.warning("game left out", extra={"game": name, "error": repr(error)})
        else:
            found.append(folder)
    return found


class GameCard(msgspec.Struct):
    """A game in the lobby, with the dice that its next quick game is played with, committed to now."""

    folder: Folder
    length: str
    token: str
    commitment: str
    last: list[tuple[str, str]] = []
    """Fields with the teams of the visitor's last game."""
    last_teams: str = ""
    """Those teams in words."""

    @property
    def minutes(self) -> int:
        """How long a quick game takes; 0 where nobody measured."""
        return self.folder.meta.minutes.get(self.length, 0)

    @property
    def lesson(self) -> bool:
        """Does the game bring a first game to learn it with?"""
        return lesson_of(self.folder) is not None

    @property
    def complexity(self) -> str:
        """How much there is to learn, in a word; empty where nobody has said."""
        return COMPLEXITY[self.folder.meta.weight]

    @property
    def level(self) -> str:
        """The coach one plays against."""
        return "starter" if "starter" in self.folder.meta.levels else self.folder.meta.levels[-1]


COMPLEXITY = ("", "very easy", "easy", "medium", "complex", "very complex")


QUICK = 5
"""A whole game of so many minutes needs no short one."""


def quick_length(folder: Folder) -> str:
    """The length of a quick game: the short one unless a whole game is quick itself, or the only one."""
    lengths, minutes = folder.meta.lengths, folder.meta.minutes
    if "short" not in lengths:
        return next(iter(lengths), "full")
    return "full" if minutes.get("full", 99) <= QUICK else "short"
