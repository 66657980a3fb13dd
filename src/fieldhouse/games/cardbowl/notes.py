"""Play notes in the style of the book: a heading per possession, down & distance @ yard line, the play."""

from __future__ import annotations

from collections.abc import Iterable

from fieldhouse.kernel.events import Event, event_to_record


def play_notes(events: Iterable[Event]) -> str:
    """The notes of a game from its events, live or read back from a record (CB-41.1)."""
    lines: list[str] = []
    side = ""
    for event in events:
        if event.kind != "PlayOver":
            continue
        facts = event_to_record(event).get("facts", {})
        if facts["side"] != side:
            side = facts["side"]
            lines += ["", side, "-" * len(side)]
        lines.append(f"{facts['head']:<16}{facts['line']}{facts.get('score', '')}".rstrip())
    return "\n".join(lines[1:]) + "\n" if lines else ""
