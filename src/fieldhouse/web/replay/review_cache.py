"""Reviews of finished games, cached by the hash of their record."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from fieldhouse.kernel.files import atomic_write, cache_folder
from fieldhouse.lab.review.story import GameReview

FORM = 2
"""Raised when the form of a story changes: older ones are told anew."""
WANTED_SECONDS = 120.0
"""A review that waits for its turn is dropped if nobody has looked for so long."""
AGAIN_SECONDS = 60.0
"""Seconds after which a review that failed is tried again by the next look."""


class TableReview:
    """What a table in memory knows of its story: what was found, or how much of it is worked out."""

    def __init__(self) -> None:
        self.found: GameReview | None = None
        self.begun = False
        self.failed = False
        self.share = 0.0
        self.scored: tuple[float | None, ...] | None = None
        """What the table of the day was told of it."""
        self._place: tuple[int, Path] | None = None
        self._looked = self._failed_at = 0.0

    def is_settled(self) -> bool:
        """Is it there, or has somebody begun?"""
        if self.failed and time.monotonic() - self._failed_at > AGAIN_SECONDS:
            self.failed = self.begun = False
        return self.found is not None or self.begun

    def note_look(self) -> None:
        """Somebody looks at the page that shows it."""
        self._looked = time.monotonic()

    def is_wanted(self) -> bool:
        """Has somebody looked lately?"""
        return time.monotonic() - self._looked < WANTED_SECONDS

    def fail(self) -> None:
        """It could not be worked out."""
        self.failed, self._failed_at = True, time.monotonic()

    def place(self, revision: int, whole: Callable[[], bytes]) -> Path:
        """The file of the review; the record is hashed once a revision, not at every look."""
        if self._place is None or self._place[0] != revision:
            self._place = revision, review_file(whole())
        return self._place[1]

    @property
    def at_work(self) -> float | None:
        """How much of it is calculated; None where nothing is being calculated."""
        return self.share if self.begun and self.found is None and not self.failed else None

    def set_progress(self, share: float) -> None:
        """Note how much of it is calculated; called in a thread, since it sets one float."""
        self.share = share


def review_file(record: bytes) -> Path:
    """Where the story of this record lies."""
    return cache_folder() / f"story-{FORM}-{hashlib.sha256(record).hexdigest()[:32]}.json"


def load_review(place: Path) -> GameReview | None:
    """Read a cached review, if there is one; call it in a thread."""
    try:
        return msgspec.json.decode(place.read_bytes(), type=GameReview)
    except (OSError, msgspec.MsgspecError):
        return None


def save_review(record: bytes, found: GameReview) -> None:
    """Keep it, where the cache can be written."""
    with suppress(OSError), atomic_write(review_file(record)) as file:
        file.write(msgspec.json.encode(found))
