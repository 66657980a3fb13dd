"""Columns of names for an 80-column terminal: long names are cut, and columns never touch."""

from __future__ import annotations

WIDEST = 80


def truncate(name: str, width: int) -> str:
    """At most `width` letters of a name, with an ellipsis where it was longer."""
    return name if len(name) <= width else name[: width - 1].rstrip() + "…"


def append_column(text: str, more: str, column: int) -> str:
    """Add text in a column of its own, on the next line where the line is too long."""
    if len(text) < column or not more:
        return f"{text:{column}}{more}".rstrip()
    joint = "  " if len(text) + len(more) + 2 <= WIDEST else "\n" + " " * column
    return text + joint + more
