"""Formations, shipped or from a user's file, checked before play (SQ-13)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fieldhouse.football.charts import read_toml
from fieldhouse.games.squares.rules.grid import GOAL_UP, SQUARE, rotate_square
from fieldhouse.games.squares.rules.position import MOST, BoardPosition
from fieldhouse.kernel.errors import BadChart
from fieldhouse.kernel.text_check import MOST_NAME, text_fault

CHARTS = Path(__file__).parents[1] / "charts"
NAMES = ("funnel", "pocket", "spread", "eight", "eleven", "standard", "faceoff", "seven")
DEFAULT = "funnel"
LEAST = 6


def formation_text(name: str) -> str:
    """The formation's file, to copy and edit."""
    return (CHARTS / f"{name}.toml").read_text(encoding="utf-8")


def read_formation(text: str) -> dict[str, Any]:
    """A formation file as data; BadChart lists every fault."""
    data = read_toml("formation", text)
    check_formation(data)
    return data


def check_formation(data: Any) -> None:
    """SQ-13.1: equal sides of 6 to 11 distinct squares, one QB, nobody scored yet."""
    faults = _faults(data)
    if faults:
        raise BadChart([f"formation: {fault}" for fault in faults])


def _faults(data: Any) -> list[str]:
    if not isinstance(data, dict):
        return ["needs a table with name, offense and defense"]
    faults = [f"unknown entry {key!r}" for key in data if key not in ("name", "offense", "defense")]
    if not isinstance(data.get("name"), str):
        faults.append("name: needs a text")
    elif fault := text_fault(data["name"], MOST_NAME):
        faults.append(f"name: {fault}")
    sides = {side: data.get(side) for side in ("offense", "defense")}
    for side, squares in sides.items():
        if not isinstance(squares, list) or not all(isinstance(square, str) for square in squares):
            faults.append(f"{side}: needs a list of squares")
    return faults or _side_faults(sides["offense"] or [], sides["defense"] or [])


def _side_faults(offense: list[str], defense: list[str]) -> list[str]:
    faults = []
    if len(offense) != len(defense):
        faults.append(f"{len(offense)} pieces on offense and {len(defense)} on defense; they must be equal")
    for side, squares in (("offense", offense), ("defense", defense)):
        if not LEAST <= len(squares) <= MOST:
            faults.append(f"{side}: {len(squares)} pieces; {LEAST} to {MOST} are allowed")
    marked = [word for word in offense if word.startswith("Q")]
    if len(marked) != 1:
        faults.append(f"offense: {len(marked)} squares carry the Q of the QB; exactly one must")
    plain = [word.removeprefix("Q") for word in offense] + defense
    faults += [f"{name!r} is not a square (a1 to k14)" for name in plain if name not in SQUARE]
    faults += [f"{name} is named twice" for name in sorted(set(plain)) if plain.count(name) > 1]
    scored = [name for name in plain[: len(offense)] if SQUARE.get(name, 0) & GOAL_UP]
    faults += [f"offense: {name} is in the end zone it attacks" for name in scored]
    return faults


def formation_position(data: dict[str, Any], up: bool) -> BoardPosition:
    """SQ-13.3: the formation as written for `up`, turned by 180 degrees for the other direction."""
    qb = next(word for word in data["offense"] if word.startswith("Q"))[1:]
    off = [SQUARE[word.removeprefix("Q")] for word in data["offense"]]
    dfn = [SQUARE[word] for word in data["defense"]]
    if up:
        return BoardPosition(sum(off), sum(dfn), SQUARE[qb], True, 1)
    return BoardPosition(
        sum(map(rotate_square, off)), sum(map(rotate_square, dfn)), rotate_square(SQUARE[qb]), False, 1
    )
