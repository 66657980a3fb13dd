"""Teams and players written as the files that people copy, edit and print."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fieldhouse.games.thegrid.teams.players import PLACES, TYPES


def value_text(value: Any) -> str:
    """A number or a text as TOML has it."""
    return json.dumps(value, ensure_ascii=False)


def row_text(row: Mapping[str, Any]) -> str:
    """One player on one line."""
    return "{ " + ", ".join(f"{key} = {value_text(value)}" for key, value in row.items()) + " }"


def team_text(data: Mapping[str, Any]) -> str:
    """A whole team (as `team_data` has it) as a file."""
    lines = [f"{key} = {value_text(data[key])}" for key in ("name", "country", "code")]
    for kind in TYPES:
        rows = "".join(f"    {row_text(row)},\n" for row in data[kind.lower()])
        lines.append(f"\n{kind.lower()} = [\n{rows}]")
    lineup = "\n".join(f"{place} = {value_text(data['lineup'][place])}" for place in PLACES)
    return "\n".join(lines) + f"\n\n[lineup]\n{lineup}\n"
