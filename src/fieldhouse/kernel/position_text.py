"""Positions as short text: the notation of values, and how a position is written in it.

    redboar(mode=dice,quarters=1): quarter=1 clock=60 phase=declare receiver=0 g=80 t=70 > play

Before the colon the game, its edition where that is an old one, and the options that are not the default
ones; after it the fields of the state at the last whistle that differ from the opening; after `>` the answers
since, of dice and seats (`SEAT:KEY` where several choose together). A game may shorten fields
(`Game.position_text`). Values need quotation marks only where they would be misread: `[7,0]`, `{f4:"S 31"}`,
`MED`, `true`, `null`.

The text holds everything, secrets too: it is for whoever owns the table, never for a seat.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import Game, GivenAnswer, S
from fieldhouse.kernel.requests import Together
from fieldhouse.kernel.run import Run

_BARE = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_.+*/-]*")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
KEY = re.compile(r'[^\s"]+')
"""An answer that needs no quotation marks."""
_NAMED = {"null": None, "true": True, "false": False}


class TextFault(ValueError):
    """A text that cannot be read; `place` is the letter (from 0) where the fault is."""

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
        """Move past the spaces."""
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
            raise TextFault(f"expected {sign!r} after {after}, found {self._here()}", self.place)

    def word(self) -> str:
        """A word, quoted or not."""
        value = self.value()
        if isinstance(value, str):
            return value
        raise TextFault(f"{value_text(value)} is not a word", self.place)

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
            raise TextFault(f"{self._here()} is not a value", self.place)
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
            raise TextFault(f"the quotation is not closed: {fault.msg}", self.place) from None
        return str(found)

    def _here(self) -> str:
        return "the end" if self.at_end else repr(self.text[self.place])


def _is_json_number(word: str) -> bool:
    """A number as JSON writes it: `010` and `1.` are words."""
    return _NUMBER.fullmatch(word) is not None and not re.match(r"-?0\d", word)


def position_text(game: Game[S], frame: Frame) -> str:
    """The text of the position after this frame; `position.position` reads it back."""
    fields = [
        f"{name}={value_text(value)}" for name, value in changed_fields(game, game.load(frame.snapshot))
    ]
    answers = [_key_text(word) for word in _answer_words(game, frame.snapshot, frame.given)]
    return " ".join([_head_text(game) + ":", *fields, *([">", *answers] if answers else [])])


def changed_fields(game: Game[S], state: S) -> Iterator[tuple[str, Any]]:
    """The fields that differ from the opening, by their paths (`decks.0.hand`)."""
    return _differences(state_fields(game, game.start()), state_fields(game, state))


def _head_text(game: Game[Any]) -> str:
    """The game, its edition where that is an old one, and the options that are not the default ones."""
    meta, setup = game.meta, game.setup
    edition = "" if setup.edition == meta.edition else f"@{setup.edition}"
    usual = meta.read_options()
    options = [f"{name}={value_text(value)}" for name, value in setup.options.items() if value != usual[name]]
    return meta.name + edition + (f"({','.join(options)})" if options else "") + materials_mark(game)


def materials_mark(game: Game[Any]) -> str:
    """Nothing for the game's own materials, else eight letters that are theirs alone."""
    return f"#{digest(game.setup.materials)[:8]}" if game.own_materials else ""


def digest(value: Any) -> str:
    """The SHA-256 of plain data, whatever the order of its keys."""
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()


def state_fields(game: Game[Any], state: Any) -> dict[str, Any]:
    """The fields of the state as the text names them."""
    return game.position_text(msgspec.to_builtins(state))


def _differences(start: Any, now: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """What `now` says otherwise, as deep as both have the same shape."""
    inside = _pairs(start, now)
    if inside is None:
        if start != now:
            yield path, now
        return
    for name, before, after in inside:
        yield from _differences(before, after, f"{path}.{name}" if path else str(name))


def _pairs(start: Any, now: Any) -> list[tuple[Any, Any, Any]] | None:
    """The parts of two tables, or of two lists of tables of one length; None where the whole is one value."""
    if isinstance(start, dict) and isinstance(now, dict) and (not start or set(now) <= set(start)):
        if not start or any("." in name for name in now):
            return None
        return [(name, start[name], value) for name, value in now.items()]
    both = isinstance(start, list) and isinstance(now, list) and len(start) == len(now)
    if both and now and all(isinstance(each, dict) for each in (*start, *now)):
        return [(number, *pair) for number, pair in enumerate(zip(start, now, strict=True))]
    return None


def _answer_words(game: Game[Any], snapshot: bytes, since: Sequence[GivenAnswer]) -> Iterator[str]:
    run = Run(game, game.load(snapshot))
    if since:
        run.begin()
    for given in since:
        yield f"{given.seat}:{given.key}" if isinstance(run.request, Together) else str(given.key)
        run.give(given)


def _key_text(key: str) -> str:
    return key if KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)
