"""Every rule of a catalogue is named by a test of its game, and every rule named anywhere exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fieldhouse.kernel.registry import Folder, list_all_games

ROOT = Path(__file__).parents[1]


def named_in(folder: Path, prefix: str) -> set[str]:
    """Rule ids written anywhere in the Python files and data files below a folder."""
    pattern = re.compile(rf"\b{prefix}-(?:\d+|[A-Z]+)\.\d+[a-z]?\b")
    files = [f for f in folder.rglob("*") if f.suffix in (".py", ".toml", ".json", ".csv", ".txt")]
    return {found for file in files for found in pattern.findall(file.read_text(encoding="utf-8"))}


def where_its_tests_are(folder: Folder) -> Path:
    """A game inside another's folder shares its catalogue, and its tests stand beside the other's."""
    return ROOT / "tests" / "games" / (folder.parent or folder).name


def untested(folder: Folder) -> list[str]:
    """Ids of the catalogue that no test of the game names."""
    tested = named_in(where_its_tests_are(folder), folder.meta.rule_prefix)
    return [rule for rule in folder.rule_ids if rule not in tested]


@pytest.mark.parametrize("name", sorted(list_all_games()))
def test_every_rule_is_named_by_a_test(name: str) -> None:
    missing = untested(list_all_games()[name])
    assert not missing, f"{len(missing)} rules of {name} have no test: {', '.join(missing)}"


@pytest.mark.parametrize("name", sorted(list_all_games()))
def test_every_rule_named_in_code_and_tests_exists(name: str) -> None:
    folder = list_all_games()[name]
    prefix = folder.meta.rule_prefix
    named = named_in(folder.path, prefix) | named_in(where_its_tests_are(folder), prefix)
    unknown = sorted(named - set(folder.rule_ids))
    assert not unknown, f"these rules are named but not in the catalogue: {', '.join(unknown)}"


@pytest.mark.parametrize("name", ["cardbowl", "fastdrive", "redboar", "squares", "thegrid"])
def test_a_catalogue_exists_once(name: str) -> None:
    """The game's folder links to docs/rules: two copies would drift apart."""
    assert (list_all_games()[name].path / "catalogue.md").samefile(ROOT / "docs" / "rules" / f"{name}.md")
