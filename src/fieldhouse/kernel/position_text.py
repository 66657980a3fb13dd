"""Plain data as short text: words, numbers, lists and tables, without quotation marks nobody needs.

`[7,0]`, `{f4:"S 31"}`, `MED`, `true`, `null`: what JSON can hold, and what is written reads back as the same.
"""

from __future__ import annotations

import json
import re
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_.+*/-]*")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_NAMED = {"null": None, "true": True, "false": False}


class TextFault(ValueError):
    """Text that is no plain data; `place` is the letter (from 0) where it stops being that."""

    def __init__(self, what: str, place: int) -> None:
        self.what = what
        self.place = place
        super().__init__(what)


def value_text(value: Any) -> str:
    """Plain data as text without a space outside quotation marks."""
    match value:
        case str():
            plain = _BARE.fullmatch(value) and not _is_json_number(value) and value not in _NAMED
            return value if plain else json.dumps(value, ensure_ascii=False)
        case dict():
            return (
                "{" + ",".join(f"{value_text(key)}:{value_text(each)}" for key, each in value.items()) + "}"
            )
        case list() | tuple():
            return "[" + ",".join(map(value_text, value)) + "]"
        case _:
            return json.dumps(value)


class TextReader:
    """Takes values and signs from a text, one after the other; `place` is where it stands."""

    def __init__(self, text: str, place: int = 0) -> None:
        self.text = text
        self.place = place

    def skip(self) -> None:
        """Past the spaces."""
        while self.text[self.place : self.place + 1].isspace():
            self.place += 1

    @property
    def at_end(self) -> bool:
        """Is nothing left to read?"""
        return self.place >= len(self.text)

    def take(self, sign: str) -> bool:
        """Take this sign if it stands here."""
        if self.text.startswith(sign, self.place):
            self.place += len(sign)
            return True
        return False

    def need(self, sign: str, after: str) -> None:
        """Take this sign, which must stand here."""
        if not self.take(sign):
            raise TextFault(f"{self._here()} stands where {sign!r} should, after {after}", self.place)

    def word(self) -> str:
        """A word, quoted or not."""
        value = self.value()
        if isinstance(value, str):
            return value
        raise TextFault(f"{value_text(value)} is no word", self.place)

    def value(self) -> Any:
        """The value that begins here."""
        if self.take("["):
            return self._list()
        if self.take("{"):
            return self._table()
        if self.text.startswith('"', self.place):
            return self._quoted()
        found = _BARE.match(self.text, self.place) or _NUMBER.match(self.text, self.place)
        if found is None:
            raise TextFault(f"{self._here()} is no value", self.place)
        self.place = found.end()
        word = found.group()
        if word in _NAMED:
            return _NAMED[word]
        return json.loads(word) if _is_json_number(word) else word

    def _list(self) -> list[Any]:
        values: list[Any] = []
        while not self.take("]"):
            if values:
                self.need(",", "a value of a list")
            values.append(self.value())
        return values

    def _table(self) -> dict[str, Any]:
        values: dict[str, Any] = {}
        while not self.take("}"):
            if values:
                self.need(",", "a value of a table")
            key = self.word()
            self.need(":", f"the name {key!r}")
            values[key] = self.value()
        return values

    def _quoted(self) -> str:
        try:
            found, self.place = json.JSONDecoder().raw_decode(self.text, self.place)
        except json.JSONDecodeError as fault:
            raise TextFault(f"the quoted text is not whole: {fault.msg}", self.place) from None
        return str(found)

    def _here(self) -> str:
        return "the end" if self.at_end else repr(self.text[self.place])


def _is_json_number(word: str) -> bool:
    """A number as JSON writes it: `010` and `1.` are words."""
    return _NUMBER.fullmatch(word) is not None and not re.match(r"-?0\d", word)
