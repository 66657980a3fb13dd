"""Texts that strangers bring: whether they can be shown, and on which line a fault in JSON is."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any

from fieldhouse.kernel.errors import BadRecord

MOST_NAME = 60
"""Characters of a team's, league's or player's name."""
MOST_TEXT = 500
"""Characters of any other text in a chart."""
MOST_MARKS = 2
"""Combining marks on one letter: every living script needs fewer."""
MOST_DEPTH = 12
"""Levels of tables and lists in a chart."""

MOST_FILE = 256 * 1024
"""Characters of a chart file."""
MOST_LINE = 4_000
MOST_DOTS = 8
MOST_DIGITS = 30
_STRING_OR_COMMENT = re.compile(
    r"""
    \"\"\" (?: \\. | [^\\] )*? \"\"\" | \'\'\' .*? \'\'\' |
    " (?: \\. | [^"\\\n] )* " | ' [^'\n]* ' | \# [^\n]*
    """,
    re.DOTALL | re.VERBOSE,
)
_DOTTED = re.compile(rf'(?<![\w"-])(?:[\w-]++|"")(?:\s*\.\s*(?:[\w-]++|"")){{{MOST_DOTS + 1}}}')
_DIGITS = re.compile(rf"[0-9a-fA-F_]{{{MOST_DIGITS + 1}}}")
_NESTING = {"[": 1, "{": 1, "]": -1, "}": -1}


def text_fault(text: str, most: int = MOST_TEXT) -> str:
    """Why this text can't be shown in one line, or an empty string."""
    if len(text) > most:
        return f"{text[:20]!r}... has {len(text):,} characters; at most {most} are allowed"
    if not text.isprintable():
        bad = next(letter for letter in text if not letter.isprintable())
        return f"{text[:40]!r} contains the control character U+{ord(bad):04X}"
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > MOST_MARKS:
            return f"a letter of {text[:20]!r} has more than {MOST_MARKS} accents"
    return ""


def data_faults(where: str, data: Any, depth: int = 0) -> Iterator[str]:
    """The faults of all texts in plain data, each with its place; nesting that is too deep is one, too."""
    if depth > MOST_DEPTH:
        yield f"{where}: nested more than {MOST_DEPTH} levels deep"
    elif isinstance(data, str):
        if fault := text_fault(data):
            yield f"{where}: {fault}"
    elif isinstance(data, Mapping):
        for key, value in data.items():
            if fault := text_fault(str(key), MOST_NAME * 2):
                yield f"{where}: {fault}"
            else:
                yield from data_faults(f"{where}, {key}", value, depth + 1)
    elif isinstance(data, list | tuple):
        for number, value in enumerate(data, 1):
            yield from data_faults(f"{where}, {number}", value, depth + 1)


def file_shape_fault(text: str) -> str | None:
    """Why a chart file must not be parsed: it has keys, numbers or nesting that no chart has."""
    if len(text) > MOST_FILE:
        return f"the file has {len(text):,} characters; at most {MOST_FILE:,} are allowed"
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > MOST_LINE:
            return f"line {number} has {len(line):,} characters; at most {MOST_LINE:,} are allowed"
    bare = _STRING_OR_COMMENT.sub('""', text)
    for number, line in enumerate(bare.splitlines(), 1):
        if _DOTTED.search(line):
            return f"line {number}: a key has more than {MOST_DOTS} dots"
        if _DIGITS.search(line):
            return f"line {number}: a number has more than {MOST_DIGITS} digits"
    if max(accumulate((_NESTING.get(sign, 0) for sign in bare), initial=0)) > MOST_DEPTH:
        return f"lists and tables are nested more than {MOST_DEPTH} levels deep"
    return None


def not_json(text: str | bytes, error: Exception) -> BadRecord:
    """The error for a text that is not JSON, with its line where the standard library finds one."""
    try:
        json.loads(text)
    except json.JSONDecodeError as fault:
        return BadRecord(f"not JSON: {fault.msg} (column {fault.colno})", line=fault.lineno)
    except (UnicodeError, RecursionError, ValueError):
        pass
    return BadRecord(f"not a JSON document: {error}")


def line_in_message(text: str | bytes, message: str) -> int | None:
    """The line of the entry or event that a message such as "... `$.entries[3].key`" is about."""
    found = re.search(r"\$\.(entries|events)\[(\d+)\]", message)
    return _line_of_element(text, found.group(1), int(found.group(2))) if found else None


def _line_of_element(text: str | bytes, key: str, number: int) -> int | None:
    """The line on which element `number` of the top-level list `key` begins."""
    source = text if isinstance(text, str) else text.decode("utf-8", "replace")
    decoder, skip = json.JSONDecoder(), re.compile(r"[\s,:]*")

    def after(place: int) -> int:
        found = skip.match(source, place)
        return found.end() if found else place

    try:
        place = after(source.index("{") + 1)
        while source[place] != "}":
            name, place = decoder.raw_decode(source, place)
            place = after(place)
            if name == key:
                place = after(place + 1)
                for _ in range(number):
                    place = after(decoder.raw_decode(source, place)[1])
                return source.count("\n", 0, place) + 1
            place = after(decoder.raw_decode(source, place)[1])
    except (ValueError, IndexError, RecursionError):
        pass
    return None
