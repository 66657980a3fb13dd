"""What people read for the level of a coach: `Starter (medium)`."""

from __future__ import annotations

_NAMES = {"rookie": "Rookie", "starter": "Starter", "allpro": "All-Pro"}
_DIFFICULTY = {"rookie": "easy", "starter": "medium", "allpro": "hard"}


def level_name(level: str) -> str:
    """The level without its difficulty: `All-Pro`; another player's own name stays as it is."""
    return _NAMES.get(level, level)


def level_label(level: str) -> str:
    """The level with its difficulty: `All-Pro (hard)`."""
    if level not in _NAMES:
        return level
    return f"{_NAMES[level]} ({_DIFFICULTY[level]})"


def coach_name(level: str) -> str:
    """What to call the coach in a sentence: `All-Pro coach`."""
    return f"{level_name(level)} coach"
