"""Charts that people type: one way to read them, and one way to say where a fault stands.

A fault reads `chart, row R, column C: what is wrong`; all are collected before the chart is refused, so
that who types a chart mends it once. (Fast Drive's book is no TOML: it names lines and columns of the text.)
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from fieldhouse.kernel.errors import BadChart


def read_toml(chart: str, text: str) -> dict[str, Any]:
    """The file as data; BadChart with line and column where it is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadChart([f"{chart}: {error}"]) from None


class ChartFaults:
    """The faults of one chart."""

    def __init__(self, chart: str) -> None:
        self.chart = chart
        self.list: list[str] = []

    def add(self, what: str, row: object = "", column: object = "") -> None:
        """Note one fault, with the row and the column it stands in."""
        where = self.chart
        if row != "":
            where += f", row {row}"
        if column != "":
            where += f", column {column}"
        self.list.append(f"{where}: {what}")

    def columns(
        self, row: object, value: Any, needed: tuple[str, ...], optional: tuple[str, ...] = ()
    ) -> bool:
        """Is the row a table with these columns? Missing and unknown ones are noted."""
        if not isinstance(value, Mapping):
            self.add(f"must be a table, not {value!r}", row)
            return False
        for column in needed:
            if column not in value:
                self.add("is missing", row, column)
        for column in value:
            if column not in needed + optional:
                self.add(f"is unknown; the columns are: {', '.join(needed + optional)}", row, column)
        return True

    def one_of(self, row: object, column: str, value: Any, allowed: tuple[Any, ...]) -> None:
        """One of a few values, of the right type."""
        if not any(type(value) is type(good) and value == good for good in allowed):
            self.add(f"{value!r} is not one of {', '.join(map(str, allowed))}", row, column)

    def number(self, row: object, column: str, value: Any, low: int, high: int) -> None:
        """A whole number within bounds."""
        if type(value) is not int or not low <= value <= high:
            self.add(f"{value!r} is not a whole number from {low} to {high}", row, column)

    def text(self, row: object, column: str, value: Any) -> None:
        """Some words."""
        if not isinstance(value, str) or not value.strip():
            self.add(f"{value!r} is not a text", row, column)

    def refuse(self) -> None:
        """BadChart with every fault, if there is one."""
        if self.list:
            raise BadChart(self.list)
