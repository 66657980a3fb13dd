"""Every hook that is looked up in a game's folder is listed in CONTRIBUTING, and no other."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fieldhouse.kernel import registry
from fieldhouse.kernel.game import Game

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "fieldhouse"
ROW = re.compile(r"^\| `([^`]+)` \| (\S+) \| (.+) \| (.+) \|$", re.MULTILINE)


def table() -> dict[str, tuple[str, str, str]]:
    """The rows: hook to where, who calls it, an example."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = ROW.findall(text[text.index("## Every hook") : text.index("## Project rules")])
    return {name: (where.strip("`"), who, example.strip("`")) for name, where, who, example in found}


@cache
def central() -> str:
    """The source of every room that is no game."""
    paths = [path for path in SOURCE.rglob("*.py") if "games" not in path.relative_to(SOURCE).parts[:1]]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def methods() -> set[str]:
    """What a game may say about itself as a method; these few are the kernel's own."""
    own = {name for name in vars(Game) if not name.startswith("_") and callable_or_property(name)}
    return {f"Game.{name}" for name in own - {"load", "own_materials", "save"}}


def callable_or_property(name: str) -> bool:
    found: Any = vars(Game)[name]
    return callable(found) or isinstance(found, property | classmethod)


def test_every_part_of_a_folder_that_is_looked_for_is_listed() -> None:
    looked_for = set(re.findall(r"\.(?:part|_module)\(\"(\w+)\"\)", central()))
    assert looked_for == {where for where, _, _ in table().values()} - {"folder"}


def test_every_method_of_a_game_is_listed() -> None:
    assert methods() == {name for name in table() if name.startswith("Game.")}


def test_every_name_that_is_looked_for_in_a_part_is_listed() -> None:
    """Names asked for with a default, as `getattr(folder.board, "parts", None)`."""
    optional = r"(?:getattr|hasattr)\((?:[\w.()]*\.(?:board|coaches)|part|module), \"(\w+)\""
    named = set(re.findall(optional, central())) - {"command"}
    assert named <= set(table())


@pytest.mark.parametrize(("name", "row"), table().items(), ids=table())
def test_a_listed_hook_is_called_and_its_example_has_it(name: str, row: tuple[str, str, str]) -> None:
    where, _, example = row
    word = name.removeprefix("Game.")
    assert re.search(rf"\b{re.escape(word)}\b", central()), f"nobody calls {name}"
    if example.startswith("football"):
        return
    shelf = registry.list_all_games()
    folders = [shelf["redboar"]] if example.startswith("every game") else [shelf[example.replace("/", "-")]]
    for folder in folders:
        if name.startswith("Game."):
            own = [base for base in folder.game.__mro__ if issubclass(base, Game) and base is not Game]
            assert any(word in vars(base) for base in own), f"{folder.name} says nothing about {name}"
        elif where == "folder":
            assert (folder.path / name).exists()
        else:
            assert hasattr(folder.part(where), word), f"{folder.name} has no {where}.{word}"
