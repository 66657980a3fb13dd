"""Any program in a seat: it reads one JSON document a line and answers each with one line.

A question: `{"seat": "Red", "what": ..., "prompt": ..., "rule": ..., "options": [{"key", "label", "rule"}],
"view": {...}, "events": ["..."]}`, where `events` are the lines told since the last question. The answer is
the key of an option, or a JSON list of keys for the decisions that follow too. The program sees what its
seat may see and nothing else.
"""

from __future__ import annotations

import contextlib
import json
import shlex
import subprocess
from collections.abc import Sequence

import msgspec

from fieldhouse.kernel.coaches import CoachView
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.events import render
from fieldhouse.kernel.requests import Choose

PREFIX = "command:"


class ProgramCoach:
    """A coach that asks a running program. What it writes to stderr goes to the terminal."""

    looks_on = True

    def __init__(self, command: str, name: str) -> None:
        self._command = command
        self._name = name
        self._told = 0
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise BadOptions(f"{PREFIX}{command}: {error}") from None
        if not words:
            raise BadOptions(f"{PREFIX} needs a program, such as {PREFIX}./mybot")
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except OSError as error:
            raise BadOptions(f"cannot start {words[0]!r}: {error.strerror}") from None

    def answer(self, request: Choose, seen: CoachView) -> str | Sequence[str]:
        """One question, one line back."""
        lines = [render(event) for event in seen.events]
        question = {
            "seat": self._name,
            "what": request.what,
            "prompt": request.prompt,
            "rule": request.rule,
            "facts": dict(request.facts),
            "options": [msgspec.to_builtins(option) for option in request.menu.options()],
            "view": seen.view,
            "events": lines[self._told :],
        }
        self._told = len(lines)
        return self._read(self._ask(json.dumps(question, ensure_ascii=True)))

    def _ask(self, question: str) -> str:
        assert self._process.stdin is not None and self._process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(question + "\n")
            self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            code = self._process.wait()
            raise FieldhouseError(f"{self._command} ended (exit code {code}) instead of answering")
        return line.strip()

    def _read(self, line: str) -> str | list[str]:
        if not line.startswith("["):
            return line
        try:
            return msgspec.json.decode(line, type=list[str])
        except msgspec.MsgspecError as error:
            raise FieldhouseError(f"{self._command} answered {line!r}: {error}") from None

    def close(self) -> None:
        """The game is over: no more questions. A program that does not leave by itself is ended."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.terminate()
            self._process.wait()
        self._process.stdout.close()
