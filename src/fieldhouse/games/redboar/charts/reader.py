"""Read and check chart files (RB-20.11); every fault is reported by row and column."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from fieldhouse.football.charts import ChartFaults, read_toml
from fieldhouse.games.redboar.meta import META
from fieldhouse.kernel.errors import BadChart

RUNS = ("REV", "DRAW", "DIVE")
PASSES = ("SCREEN", "MED", "LONG")
PLAYS = RUNS + PASSES
DEFENSES = ("LP", "MP", "SP", "SR", "NR", "BZ")
KINDS = (
    "interception",
    "touchdown_pass",
    "run",
    "sack",
    "incomplete",
    "screen",
    "medium",
    "long",
    "fumble",
)
TOTALS = tuple(range(2, 13))
_FIXED: dict[str, dict[str, Any]] = {
    "3": {"kind": "touchdown_pass"},
    "5": {"kind": "sack", "yards": -10},
    "8": {"kind": "screen", "yards": 5},
}
_MODIFIER = re.compile(r"([1-6])(?:-([1-6]))?=(I|T|B|#\((-?\d+)\))")


class GridironFaults(ChartFaults):
    """The faults of one chart of Gridiron: yards stand on its grid, and totals are of two dice."""

    def fives(self, row: str, column: str, value: Any, low: int = -1000, high: int = 1000) -> None:
        """Yards and spots stand on the five-yard grid (RB-2.2)."""
        if type(value) is not int or value % 5:
            self.add(f"{value!r} is not a multiple of 5", row, column)
        elif not low <= value <= high:
            self.add(f"{value} is not from {low} to {high}", row, column)

    def totals(self, row: str, column: str, value: Any) -> None:
        """A list of different totals of two dice."""
        good = isinstance(value, list | tuple) and all(type(n) is int and n in TOTALS for n in value)
        if not good or len(set(value)) != len(value):
            self.add(f"{value!r} is not a list of different totals from 2 to 12", row, column)


def parse_modifiers(text: str) -> tuple[dict[int, str], list[str]]:
    """`"1=T,2-5=I"` as modifier by face, and what is wrong with it."""
    found: dict[int, str] = {}
    faults: list[str] = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        match = _MODIFIER.fullmatch(part)
        if match is None:
            faults.append(f"{part!r} is not like 1=I, 2-3=T, 6=B or 1=#(-5)")
            continue
        first, last = int(match[1]), int(match[2] or match[1])
        if first > last:
            faults.append(f"{part!r}: the range runs backwards")
        if match[4] is not None and int(match[4]) % 5:
            faults.append(f"{part!r}: {match[4]} is not a multiple of 5")
        for face in range(first, last + 1):
            if face in found:
                faults.append(f"face {face} is listed twice")
            found[face] = match[3]
    return found, faults


def _offense_cards(cards: Mapping[str, Any], faults: GridironFaults) -> None:
    plays: set[str] = set()
    for name, card in cards.items():
        if not faults.columns(name, card, ("copies", "pass", "base", "clock"), ("play",)):
            continue
        play = card.get("play", name)
        faults.one_of(name, "play", play, PLAYS)
        plays.add(str(play))
        if "base" in card:
            faults.fives(name, "base", card["base"])
        if "clock" in card:
            faults.one_of(name, "clock", card["clock"], (10, 30))
        if "pass" in card and play in PLAYS and card["pass"] is not (play in PASSES):
            faults.add(f"{play} is a {'pass' if play in PASSES else 'run'} (RB-10.5)", name, "pass")
    _deck(cards, plays, PLAYS, "play", faults)


def _defense_cards(cards: Mapping[str, Any], faults: GridironFaults) -> None:
    defenses: set[str] = set()
    for name, card in cards.items():
        if not faults.columns(name, card, ("copies", *PLAYS), ("defense",)):
            continue
        defense = card.get("defense", name)
        faults.one_of(name, "defense", defense, DEFENSES)
        defenses.add(str(defense))
        for play in PLAYS:
            if play in card:
                _defense_entry(name, play, card[play], faults)
    _deck(cards, defenses, DEFENSES, "defense", faults)


def _defense_entry(row: str, play: str, entry: Any, faults: GridironFaults) -> None:
    if not isinstance(entry, list | tuple) or len(entry) != 2 or not isinstance(entry[1], str):
        faults.add(f'{entry!r} is not like [5, "1-2=#(-5)"]', row, play)
        return
    faults.fives(row, play, entry[0])
    modifiers, wrong = parse_modifiers(entry[1])
    for what in wrong:
        faults.add(what, row, play)
    if play in RUNS and "I" in modifiers.values():
        faults.add("I (incomplete) is for passes only", row, play)


def _deck(
    cards: Mapping[str, Any], held: set[str], wanted: tuple[str, ...], column: str, faults: GridironFaults
) -> None:
    copies = 0
    for name, card in cards.items():
        if isinstance(card, Mapping) and "copies" in card:
            faults.number(name, "copies", card["copies"], 1, 18)
            copies += card["copies"] if type(card["copies"]) is int else 0
    if copies != 18:
        faults.add(f"the deck has {copies} cards, not 18", "(all)", "copies")
    for missing in (name for name in wanted if name not in held):
        faults.add(f"no card is {missing}", "(all)", column)


def _dice_offense(rows: Mapping[str, Any], faults: GridironFaults) -> None:
    _exact_totals("(all)", rows, faults)
    for total, row in rows.items():
        needed = ("name", "kind", "pass", "clock", "defense_die")
        if not faults.columns(total, row, needed, ("yards", "lost_on")):
            continue
        for column, fixed in _FIXED.get(total, {}).items():
            if row.get(column) != fixed:
                faults.add(f"the rulebook fixes {fixed!r}, not {row.get(column)!r}", total, column)
        _dice_row(total, row, faults)


def _dice_row(total: str, row: Mapping[str, Any], faults: GridironFaults) -> None:
    kind, yards = row.get("kind"), row.get("yards")
    if "kind" in row:
        faults.one_of(total, "kind", kind, KINDS)
    if "name" in row:
        faults.text(total, "name", row["name"])
    if "clock" in row:
        faults.one_of(total, "clock", row["clock"], (10, 30))
    if kind == "touchdown_pass":
        if yards is not None:
            faults.add("a touchdown pass has no yards: it goes to the goal line", total, "yards")
    elif yards is None:
        faults.add("is missing", total, "yards")
    else:
        faults.fives(total, "yards", yards)
        if kind == "incomplete" and yards != 0:
            faults.add("an incomplete pass gains 0 yards", total, "yards")
    if kind in KINDS and "pass" in row and row["pass"] is not (kind not in ("run", "fumble")):
        faults.add(f"a {kind} row is a {'run' if kind in ('run', 'fumble') else 'pass'}", total, "pass")
    if "defense_die" in row and row["defense_die"] is not (total != "7"):
        faults.add("total 7, and no other row, is without a defense die", total, "defense_die")
    _lost_on(total, row, faults)


def _lost_on(total: str, row: Mapping[str, Any], faults: GridironFaults) -> None:
    """Needed on interceptions and fumbles, allowed nowhere else; without a die always lost or nothing."""
    loses = row.get("kind") in ("interception", "fumble")
    faces = row.get("lost_on")
    if faces is None:
        if loses:
            faults.add(f"is missing: which faces lose the ball on a {row['kind']}?", total, "lost_on")
        return
    if not loses:
        faults.add("is for interception and fumble rows only", total, "lost_on")
    good = isinstance(faces, list | tuple) and all(type(n) is int and 1 <= n <= 6 for n in faces)
    if not good or len(set(faces)) != len(faces):
        faults.add(f"{faces!r} is not a list of different faces from 1 to 6", total, "lost_on")
    elif row.get("defense_die") is False and len(faces) != 6:
        faults.add("a row without defense die loses the ball on all six faces", total, "lost_on")


def _exact_totals(row: str, rows: Mapping[str, Any], faults: GridironFaults) -> None:
    for total in map(str, TOTALS):
        if total not in rows:
            faults.add("is missing", row, total)
    for total in rows:
        if total not in map(str, TOTALS):
            faults.add("is not a total of two dice, 2 to 12", row, str(total))


def _special_teams(chart: Mapping[str, Any], faults: GridironFaults) -> None:
    parts: dict[str, tuple[str, ...]] = {
        "spots": ("touchback_g", "safety_punt_g"),
        "kickoff": ("from_g", "clock", "net"),
        "punt": ("clock", "out_of_bounds", "net"),
        "field_goal": ("clock", "length_add", "need_by_g"),
        "try_kick": ("clock", "good"),
        "try_conversion": ("clock", "good"),
    }
    for row, columns in parts.items():
        if row not in chart:
            faults.add("is missing", row)
        elif faults.columns(row, chart[row], columns):
            _special_part(row, chart[row], faults)
    for row in (row for row in chart if row not in parts):
        faults.add(f"is unknown; the tables are: {', '.join(parts)}", str(row))


def _special_part(row: str, part: Mapping[str, Any], faults: GridironFaults) -> None:
    checks: dict[str, Callable[[Any], None]] = {
        "clock": lambda value: faults.one_of(row, "clock", value, (10, 30)),
        "touchback_g": lambda value: faults.fives(row, "touchback_g", value, 5, 95),
        "safety_punt_g": lambda value: faults.fives(row, "safety_punt_g", value, 5, 95),
        "from_g": lambda value: faults.fives(row, "from_g", value, 5, 95),
        "out_of_bounds": lambda value: faults.one_of(row, "out_of_bounds", value, ("odd",)),
        "length_add": lambda value: faults.one_of(row, "length_add", value, (10,)),
        "net": lambda value: _net(row, value, faults),
        "need_by_g": lambda value: _need(value, faults),
        "good": lambda value: faults.totals(row, "good", value),
    }
    for column, value in part.items():
        if column in checks:
            checks[column](value)


def _net(row: str, net: Any, faults: GridironFaults) -> None:
    if not faults.columns(row, net, tuple(map(str, TOTALS))):
        return
    for total, yards in net.items():
        if yards == "touchback" and row == "kickoff":
            continue
        if yards == "touchback":
            faults.add("only a kickoff can have a touchback for its net yards", row, total)
        else:
            faults.fives(row, str(total), yards, 5, 95)


def _need(need: Any, faults: GridironFaults) -> None:
    row = "field_goal.need_by_g"
    if not isinstance(need, Mapping):
        faults.add(f"must be a table, not {need!r}", row)
        return
    grid = {str(g) for g in range(5, 100, 5)}
    for g, total in need.items():
        if g not in grid:
            faults.add("is not a spot 5, 10, ... 95", row, str(g))
        faults.number(row, str(g), total, 2, 12)
    spots = sorted(int(g) for g in need if g in grid)
    for missing in (g for g in range(5, spots[-1] if spots else 5, 5) if g not in spots):
        faults.add(f"is missing, though {spots[-1]} is in range", row, str(missing))


_CHECKS: dict[str, Callable[[Mapping[str, Any], GridironFaults], None]] = {
    "offense_cards": _offense_cards,
    "defense_cards": _defense_cards,
    "dice_offense": _dice_offense,
    "special_teams": _special_teams,
}


def check_charts(materials: Mapping[str, Any]) -> None:
    """BadChart with every fault of these materials."""
    found: list[str] = []
    for name, chart in materials.items():
        faults = GridironFaults(name)
        if not isinstance(chart, Mapping):
            found.append(f"{name}: must be a table of rows, not {type(chart).__name__}")
            continue
        _CHECKS[name](chart, faults)
        found += faults.list
    if found:
        raise BadChart(found)


def read_chart_file(name: str, text: str) -> Any:
    """A person's TOML file as data, checked."""
    _known(name)
    chart = read_toml(name, text)
    check_charts({name: chart})
    return chart


def default_text(name: str) -> str:
    """The default chart as the file a person copies and edits."""
    _known(name)
    return (Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8")


def letter_text() -> str:
    """RB-12.12: the dice table by the rulebook's letter."""
    return (Path(__file__).parent / "dice_offense_letter.toml").read_text(encoding="utf-8")


def _known(name: str) -> None:
    if name not in META.materials:
        raise BadChart([f"{META.title} has no material {name!r}; it has: {', '.join(META.materials)}"])
