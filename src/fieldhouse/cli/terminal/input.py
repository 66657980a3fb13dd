"""Where typed lines come from: a keyboard with editing and completion, or a script through a pipe."""

from __future__ import annotations

import io
import select
import sys
from collections.abc import Sequence
from typing import Protocol, TextIO

from rich.console import Console

PATIENCE = 1.0
"""Seconds that a silent pipe is given for its first line before we take it for no input at all."""


class Lines(Protocol):
    """Anything that answers a prompt with a line. EOFError when there will be no more."""

    live: bool
    """Is a person looking at this screen now?"""

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str: ...

    def silent(self) -> bool:
        """True when no line will ever come: no terminal is attached and nothing is piped in."""
        ...

    def forget(self) -> None:
        """Somebody else sits down: the arrow keys must not bring back what was typed before."""
        ...


class Keyboard:
    """A person at a terminal; the Tab key completes `words` where readline is at hand."""

    live = True

    def __init__(self) -> None:
        self._words: Sequence[str] = ()
        try:
            import readline
        except ImportError:
            return
        readline.set_completer(self._complete)
        readline.set_completer_delims(" ,")
        readline.parse_and_bind("tab: complete")

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        self._words = words
        sys.stdout.flush()
        return input(prompt).strip()

    def silent(self) -> bool:
        return False

    def forget(self) -> None:
        try:
            import readline
        except ImportError:
            return
        readline.clear_history()

    def _complete(self, text: str, state: int) -> str | None:
        fits = [word for word in self._words if word.lower().startswith(text.lower())]
        return fits[state] if state < len(fits) else None


class Script:
    """Lines from a file or a pipe, echoed after their prompts so that the output reads like a session."""

    live = False

    def __init__(self, source: TextIO, console: Console, *, patience: float | None = None) -> None:
        self._source = source
        self._console = console
        self._patience = patience
        self._first: str | None = None

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        line = self._source.readline() if self._first is None else self._first
        self._first = None
        if not line:
            raise EOFError
        self._console.print(f"{prompt}{line.strip()}", soft_wrap=True)
        return line.strip()

    def silent(self) -> bool:
        if self._first is None:
            self._first = self._source.readline() if self._speaks() else ""
        return not self._first

    def forget(self) -> None:
        """A script is nobody's memory."""

    def _speaks(self) -> bool:
        if self._patience is None:
            return True
        try:
            ready, _, _ = select.select([self._source], [], [], self._patience)
        except (OSError, ValueError):  # not a real file, as in tests, or not a socket, as on Windows
            return True
        return bool(ready)


def open_lines(script: TextIO | None, console: Console) -> Lines:
    """The script if one is given, else the keyboard, else whatever comes through the pipe."""
    if script is not None:
        return Script(script, console)
    if sys.stdin is not None and sys.stdin.isatty():
        return Keyboard()
    return Script(sys.stdin or io.StringIO(), console, patience=PATIENCE)
