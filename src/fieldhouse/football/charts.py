"""Charts that people type: how they are read, and how their faults are reported.

A fault reads `chart, row R, column C: what is wrong`. All faults are collected before the chart is refused,
so that they can be fixed at once. (Fast Drive's chart is not TOML: its faults name lines and columns of the
text.)
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from fieldhouse.kernel.errors import BadChart
from fieldhouse.kernel.text_check import MOST_NAME, file_shape_fault, text_fault


def read_toml(chart: str, text: str) -> dict[str, Any]:
    """The file as data; BadChart with line and column where it is not TOML."""
    if (fault := file_shape_fault(text)) is not None:
        raise BadChart([f"{chart}: {fault}"])
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        raise BadChart([f"{chart}: {error}"]) from None


class ChartFaults:
    """The faults of one chart."""

    def __init__(self, chart: str) -> None:
        self.chart = chart
        self.list: list[str] = []

    def add(self, what: str, row: object = "", column: object = "") -> None:
        """Add a fault with its row and column."""
        where = self.chart
        if row != "":
            where += f", row {row}"
        if column != "":
            where += f", column {column}"
        self.list.append(f"{where}: {what}")

    def columns(
        self, row: object, value: Any, needed: tuple[str, ...], optional: tuple[str, ...] = ()
    ) -> bool:
        """Check that the row is a table with these columns; missing and unknown ones are added as faults."""
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
        """Check that the value is one of a few, of the right type."""
        if not any(type(value) is type(good) and value == good for good in allowed):
            self.add(f"{value!r} is not one of {', '.join(map(str, allowed))}", row, column)

    def number(self, row: object, column: str, value: Any, low: int, high: int) -> None:
        """Check that the value is a whole number within bounds."""
        if type(value) is not int or not low <= value <= high:
            self.add(f"{value!r} is not a whole number from {low} to {high}", row, column)

    def text(self, row: object, column: str, value: Any) -> None:
        """Check that the value is a name: a text of one line that is not empty."""
        if not isinstance(value, str) or not value.strip():
            self.add(f"{value!r} is not a text", row, column)
        elif fault := text_fault(value, MOST_NAME):
            self.add(fault, row, column)

    def refuse(self) -> None:
        """Raise BadChart with every fault, if there is one."""
        if self.list:
            raise BadChart(self.list)
