"""Names that people gave, in columns of a terminal of eighty: cut where they are too long, never touching."""

from __future__ import annotations

WIDEST = 80


def truncate(name: str, width: int) -> str:
    """At most so many letters of a name; a dot-dot-dot says that there were more."""
    return name if len(name) <= width else name[: width - 1].rstrip() + "…"


def append_column(text: str, more: str, column: int) -> str:
    """A line with something in a column of its own; where the line is too long, in the next one."""
    if len(text) < column or not more:
        return f"{text:{column}}{more}".rstrip()
    joint = "  " if len(text) + len(more) + 2 <= WIDEST else "\n" + " " * column
    return text + joint + more
