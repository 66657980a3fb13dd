"""How a finished game was won, as the lab told it: kept in the cache, by the record it was told from."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

import msgspec

from fieldhouse.kernel.files import cache_folder, whole
from fieldhouse.lab.lookback.gamestory import Aftermath

FORM = 2
"""Raised when the form of a story changes: older ones are told anew."""


class TableStory:
    """What a table in memory knows of its story: what was found, or since when it is being worked out."""

    def __init__(self) -> None:
        self.found: Aftermath | None = None
        self.begun = 0.0
        self.failed = False
        self.scored: tuple[float | None, ...] | None = None
        """What the table of the day was told of it."""


def story_file(record: bytes) -> Path:
    """Where the story of this record lies."""
    return cache_folder() / f"story-{FORM}-{hashlib.sha256(record).hexdigest()[:32]}.json"


def kept_story(record: bytes) -> Aftermath | None:
    """The story, if it was told before. In a thread."""
    try:
        return msgspec.json.decode(story_file(record).read_bytes(), type=Aftermath)
    except (OSError, msgspec.MsgspecError):
        return None


def keep_story(record: bytes, found: Aftermath) -> None:
    """Keep it, where the cache can be written."""
    with suppress(OSError), whole(story_file(record)) as file:
        file.write(msgspec.json.encode(found))
