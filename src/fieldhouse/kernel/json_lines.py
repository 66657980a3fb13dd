"""Where in a JSON text a fault is, so that an error can name the line."""

from __future__ import annotations

import json
import re

from fieldhouse.kernel.errors import BadRecord


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
