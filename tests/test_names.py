"""One word, one meaning: a public class name is defined once."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

HOUSE = Path(__file__).parents[1] / "src" / "fieldhouse"


def rooms_of_names() -> dict[str, list[str]]:
    """Every public class name with the rooms that define it: a game, or the house."""
    found = defaultdict(list)
    for path in sorted(HOUSE.rglob("*.py")):
        parts = path.relative_to(HOUSE).parts
        room = parts[1] if parts[0] == "games" and len(parts) > 2 else "the house"
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(room)
    return found


def test_a_class_name_means_one_thing() -> None:
    """Two games may have a word each (none imports another); no word of the house, and none twice."""
    twice = {
        name: rooms
        for name, rooms in rooms_of_names().items()
        if len(rooms) > 1 and ("the house" in rooms or len(set(rooms)) < len(rooms))
    }
    assert not twice, [f"{name} is defined in {', '.join(rooms)}" for name, rooms in twice.items()]
