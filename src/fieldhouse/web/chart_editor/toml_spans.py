"""Where each value of a TOML text is, so that one can be changed and every other letter stays.

`tomllib` has read the text before: this only finds places. (tomlkit keeps comments too, but it
does not tell positions, and cells, labels and emptied fields are made of positions.)
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

import msgspec

from fieldhouse.football.charts import read_toml

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_PLAIN = re.compile(r"[^\s,\]}#]+(?: [0-9][^\s,\]}#]*)?")
_STRINGS = (
    re.compile(r'"""(?:\\.|[^\\])*?"""', re.DOTALL),
    re.compile(r"'''.*?'''", re.DOTALL),
    re.compile(r'"(?:\\.|[^"\\\n])*"'),
    re.compile(r"'[^'\n]*'"),
)


class ValueSpan(msgspec.Struct):
    """A value in the text: what it is, where it stands, and what stands in it."""

    value: Any
    start: int
    end: int
    items: list[ValueSpan] = []
    pairs: list[KeySpan] = []


class KeySpan(msgspec.Struct):
    """A key and its value; a quoted key is data, a bare one a name."""

    key: str
    start: int
    key_end: int
    quoted: bool
    value: ValueSpan


class TomlBlock(msgspec.Struct):
    """The pairs under one `[heading]` (those before any have none), and the comments above it."""

    path: tuple[str, ...]
    notes: str
    pairs: list[KeySpan] = []
    end: int = 0
    """Where a further pair would be written."""


def find_blocks(text: str) -> list[TomlBlock]:
    """The blocks of the text; BadChart where it is not TOML."""
    read_toml("this text", text)
    return _Scan(text).whole()


class _Scan:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def whole(self) -> list[TomlBlock]:
        found = [TomlBlock((), self.notes())]
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                notes = self.gathered
                start = self.at
                self.at = self.text.index("]", self.end_of_heading()) + 1
                while self.text[self.at : self.at + 1] == "]":
                    self.at += 1
                path = tuple(_keys(self.text[start : self.at].strip("[] \t")))
                found.append(TomlBlock(path, notes, end=self.at))
            else:
                found[-1].notes = "\n".join(filter(None, [found[-1].notes, self.gathered]))
                found[-1].pairs.append(self.pair())
                found[-1].end = self.at
            self.gathered = self.notes()
        return found

    gathered = ""

    def end_of_heading(self) -> int:
        """Where the last key of a heading ends: a quoted one may hold brackets."""
        at = self.at
        while self.text[at] == "[":
            at += 1
        while self.text[at] != "]":
            at = _string_end(self.text, at) if self.text[at] in "\"'" else at + 1
        return at

    def notes(self) -> str:
        """Past blanks and comments; the comments as text."""
        start = self.at
        self.at = _end(_BLANK, self.text, self.at)
        lines = (line.strip() for line in self.text[start : self.at].splitlines())
        return "\n".join(line.lstrip("#").strip() for line in lines if line.startswith("#"))

    def blank(self) -> None:
        self.at = _end(_BLANK, self.text, self.at)

    def pair(self) -> KeySpan:
        start = self.at
        quoted = self.text[start] in "\"'"
        while self.text[self.at] != "=":
            self.at = _string_end(self.text, self.at) if self.text[self.at] in "\"'" else self.at + 1
        key = self.text[start : self.at].rstrip()
        self.at = _end(_SPACE, self.text, self.at + 1)
        return KeySpan(".".join(_keys(key)), start, start + len(key), quoted, self.value())

    def value(self) -> ValueSpan:
        start, first = self.at, self.text[self.at]
        if first == "[":
            piece = ValueSpan(None, start, 0, items=self.items())
        elif first == "{":
            piece = ValueSpan(None, start, 0, pairs=self.inline())
        elif first in "\"'":
            self.at = _string_end(self.text, start)
            piece = ValueSpan(None, start, 0)
        else:
            self.at = _end(_PLAIN, self.text, start)
            piece = ValueSpan(None, start, 0)
        piece.end = self.at
        piece.value = tomllib.loads(f"x = {self.text[start : self.at]}")["x"]
        return piece

    def items(self) -> list[ValueSpan]:
        found: list[ValueSpan] = []
        self.at += 1
        self.blank()
        while self.text[self.at] != "]":
            found.append(self.value())
            self.comma()
        self.at += 1
        return found

    def inline(self) -> list[KeySpan]:
        found: list[KeySpan] = []
        self.at += 1
        self.blank()
        while self.text[self.at] != "}":
            found.append(self.pair())
            self.comma()
        self.at += 1
        return found

    def comma(self) -> None:
        self.blank()
        if self.text[self.at] == ",":
            self.at += 1
            self.blank()


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return at if found is None else found.end()


def _string_end(text: str, at: int) -> int:
    for pattern in _STRINGS:
        if (found := pattern.match(text, at)) is not None:
            return found.end()
    raise AssertionError("tomllib has read this text, so every quote is closed")


def _keys(text: str) -> list[str]:
    """The names of a dotted key."""
    value: Any = tomllib.loads(f"{text} = 0")
    found = []
    while isinstance(value, dict):
        name, value = next(iter(value.items()))
        found.append(name)
    return found
