"""The rules data of a game: play tables, blocking and defense boxes, both teams, read and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from fieldhouse.football.charts import ChartFaults
from fieldhouse.games.thegrid.charts.cards import CODES, DECK, OFFENSE
from fieldhouse.games.thegrid.teams.players import (
    die_sides,
)
from fieldhouse.kernel.errors import BadChart

LOW, HIGH = -40, 60
"""Modified rolls beyond these use the end rows anyway (TG-11.9)."""


# Play cards


_ROW = re.compile(r"(?P<up>up to )?(?P<low>-?\d+)(?P<on> and up)?(?: to (?P<high>-?\d+))?")


def row_range(text: str) -> tuple[int, int] | None:
    """(6, 15) for "6 to 15"; "up to 5" and "22 and up" are open; None for what cannot be read."""
    match = _ROW.fullmatch(text.strip())
    if match is None or sum(match[part] is not None for part in ("up", "on", "high")) > 1:
        return None
    low = int(match["low"])
    if match["up"]:
        return LOW, low
    return low, HIGH if match["on"] else int(match["high"] or low)


def read_table(card: str, rows: Any) -> tuple[tuple[int, ...], list[str]]:
    """The result code of every roll from LOW to HIGH, and the faults found (TG-11.18)."""
    faults = ChartFaults(f"plays, {card}")
    if not isinstance(rows, Mapping):
        faults.add('a card is a table of rows such as "6 to 15" = "5 Yds"')
        return (), faults.list
    codes: list[int] = [-1] * (HIGH - LOW + 1)
    allowed = CODES if not DECK[card].run else CODES[1:]
    for row, result in rows.items():
        span = row_range(row)
        if result not in allowed:
            faults.add(f"{result!r} is not one of {', '.join(allowed)} (TG-11.18)", row)
        if span is None or not LOW <= span[0] <= span[1] <= HIGH:
            faults.add(f'write "up to 5", "6 to 15" or "22 and up", from {LOW} to {HIGH}', row)
            continue
        for roll in range(span[0], span[1] + 1):
            if codes[roll - LOW] >= 0:
                faults.add(f"{roll} already has a result (TG-11.18)", row)
                break
            codes[roll - LOW] = CODES.index(result) if result in CODES else 0
    if -1 in codes and not faults.list:
        faults.add(f"{codes.index(-1) + LOW} has no result (TG-11.18)")
    return tuple(codes), faults.list


def read_play_tables(data: Any) -> dict[str, tuple[int, ...]]:
    """The twelve result tables; BadChart with every fault."""
    if not isinstance(data, Mapping):
        raise BadChart([f"plays: must hold a table for each of {', '.join(OFFENSE)}"])
    faults = [f"plays: no table for {card}" for card in OFFENSE if card not in data]
    faults += [f"plays: {card!r} isn't an offense card" for card in data if card not in OFFENSE]
    tables = {}
    for card in OFFENSE:
        if card in data:
            tables[card], bad = read_table(card, data[card])
            faults += bad
    if faults:
        raise BadChart(faults)
    return tables


# Team boxes


def read_boxes(data: Any) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Blocking and defense boxes as (lowest total, value), lowest first; BadChart with every fault."""
    if not isinstance(data, Mapping) or sorted(data) != ["blocking", "defense"]:
        raise BadChart(["boxes: must hold the tables blocking and defense, nothing else"])
    blocking, bad_blocking = _boxes("blocking", data["blocking"])
    defense, bad_defense = _boxes("defense", data["defense"])
    if bad_blocking or bad_defense:
        raise BadChart(bad_blocking + bad_defense)
    return blocking, defense


def _boxes(name: str, data: Any) -> tuple[list[tuple[int, int]], list[str]]:
    faults = ChartFaults(f"boxes, {name}")
    boxes: list[tuple[int, int]] = []
    follows: int | None = None
    for row, value in data.items() if isinstance(data, Mapping) else ():
        match = re.match(r"(-?\d+)-(-?\d+)$", row)
        worth = die_sides(value) if name == "blocking" else (value if type(value) is int else None)
        if worth is None:
            right = "a die from d4 to d12" if name == "blocking" else "a whole number"
            faults.add(f"{value!r} is not {right}", row)
        if match is None or int(match[1]) > int(match[2]):
            faults.add('write the totals as "2-3"', row)
            continue
        if follows is not None and int(match[1]) != follows:
            faults.add(f"the boxes must follow each other; this one should begin at {follows}", row)
        follows = int(match[2]) + 1
        boxes.append((int(match[1]), worth or 0))
    if not boxes and not faults.list:
        faults.add("no rows")
    return boxes, faults.list


def box_value(boxes: Sequence[tuple[int, int]], total: int) -> int:
    """The value of a total; beyond the printed boxes the nearest one (TG-6.5)."""
    found = boxes[0][1]
    for lowest, value in boxes:
        if total >= lowest:
            found = value
    return found
