"""Text board lines of drafts and auctions: rosters, needs and players."""

from __future__ import annotations

from typing import Any

from fieldhouse.games.thegrid.teams.players import DICE, NUMBERS, ROSTER
from fieldhouse.kernel.game import View

COLUMNS = (("QB", 2), ("HBE", 5), ("LN", 5))


def meter(has: int, needed: int) -> str:
    """`##...` for two of five; those beyond the need as `+`."""
    return "#" * min(has, needed) + "." * max(0, needed - has) + "+" * max(0, has - needed)


def counts(view: View, seat: int) -> dict[str, int]:
    """Players of each type on a roster."""
    found = {kind: 0 for kind, _ in COLUMNS}
    for who in view["state"]["rosters"][seat]:
        found[view["pool"][who]["type"]] += 1
    return found


def coach_line(view: View, seat: int, mark: str, extra: str) -> str:
    """Name, meters by type, empty places."""
    has = counts(view, seat)
    meters = " ".join(f"{kind} {meter(has[kind], needed):<{needed + 3}}" for kind, needed in COLUMNS)
    open_ = ROSTER - len(view["state"]["rosters"][seat])
    you = " (you)" if seat == view["seat"] else ""
    return f"{mark}{view['coaches'][seat] + you:<15} {meters} open {open_:>2}{extra}"


def player_line(row: dict[str, Any], lead: str = "") -> str:
    """`CAN-22  HBE 22 Idris Ximenes   run d8 ...` on one line of eighty."""
    name = f"{row['number']} {row['name']}"
    return f"{lead}{row['id'][:9]:<9} {row['type']:<3} {name[:22]:<22} {brief(row)}"


WORD = {
    "flat": "flat",
    "short": "short",
    "long": "long",
    "pass_yards": "pass",
    "interception": "int",
    "run_yards": "run",
    "kicking": "kick",
    "fumble": "fum",
}


def brief(row: dict[str, Any]) -> str:
    """The ratings that a coach compares, short enough for a line; the Injury die is left out."""
    kind = row["type"]
    dice = " ".join(f"{WORD[key]} {row[key]}" for key in DICE[kind] if key != "injury")
    if kind == "QB":
        passes = "/".join(f"{row[key]:+d}" for key in NUMBERS["QB"])
        return f"{passes} {dice}"
    guard = f"def {row['run_defense']}/{row['pass_defense']}"
    if kind == "LN":
        return f"block {row['run_block']}/{row['pass_block']} {guard}"
    return f"{dice} {guard}"


def own_roster(view: View, width: int) -> list[str]:
    """The viewer's players, short."""
    if view["seat"] is None or not view["state"]["rosters"][view["seat"]]:
        return []
    rows = [view["pool"][who] for who in view["state"]["rosters"][view["seat"]]]
    lines, line = [], "Yours:"
    for row in rows:
        word = f" {row['type']} {row['name'].split()[-1]},"
        if len(line) + len(word) > width:
            lines.append(line)
            line = "      "
        line += word
    return [*lines, line.rstrip(",")]
