"""Whoever knows what whistles are worth. (Nothing heavy is imported here: the server reads it too.)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class Judge(Protocol):
    """Knows what whistles are worth: `note` a state (None: it does not apply), then value all notes."""

    @property
    def how(self) -> str: ...

    def note(self, s: Any) -> Any: ...

    def worths(self, notes: Sequence[Any]) -> Sequence[float]: ...
