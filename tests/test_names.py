"""Names a stranger can guess: no bare participles, one meaning a name, and a glossary that is true."""

from __future__ import annotations

import ast
import importlib
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "fieldhouse"
GLOSSARY = ROOT / "docs" / "glossary.md"
MAX_WORDS = 40

FOOTBALL = {"blocking", "kicking", "passing", "receiving", "rushing", "scoring", "standing", "tackling"}
"""Football words that happen to be gerunds."""
NOUNS = {
    "bed",
    "feed",
    "need",
    "red",
    "ring",
    "seating",
    "seed",
    "speed",
    "spring",
    "string",
    "swing",
    "thing",
    "wing",
}
"""Nouns that end like participles."""
PARTICIPLES = frozenset(
    """
    begun bent borne bought bred broken brought built caught chosen dealt done drawn driven eaten
    fallen felt found given gone grown had heard held hidden kept known laid led lent lost made meant
    met paid risen said sat seen sent shown sold sought spent spoken stood struck sworn taken taught
    thought thrown told torn turned understood won worn written
    """.split()  # noqa: SIM905  # one word after the other is easier to read than a list
)
"""Irregular participles; those that are also plain verbs or nouns are left out."""


def is_participle(name: str) -> bool:
    """Whether a name is one bare participle or gerund."""
    if "_" in name.strip("_") or name in FOOTBALL | NOUNS:
        return False
    return name in PARTICIPLES or bool(re.fullmatch(r"[a-z]{2,}(ed|ing)", name))


@cache
def sources() -> dict[Path, ast.Module]:
    """Every module of the package but the migrations, whose function names are Alembic's."""
    paths = [path for path in sorted(PACKAGE.rglob("*.py")) if "migrations" not in path.parts]
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def room_of(path: Path) -> str:
    """The game a module belongs to, or the house."""
    parts = path.relative_to(PACKAGE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else "the house"


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Public module-level functions."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node


def methods(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Public methods and properties of module-level classes."""
    for holder in tree.body:
        if isinstance(holder, ast.ClassDef):
            for node in holder.body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
                    yield holder.name, node


def is_command(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether click calls the function: commands of two groups may share a name."""
    calls = [item.func if isinstance(item, ast.Call) else item for item in node.decorator_list]
    return any(isinstance(call, ast.Attribute) and call.attr in ("command", "group") for call in calls)


def test_no_module_is_named_by_a_participle() -> None:
    names = {path: path.parent.name if path.name == "__init__.py" else path.stem for path in sources()}
    assert [str(path.relative_to(PACKAGE)) for path, name in names.items() if is_participle(name)] == []


def test_no_function_is_named_by_a_participle() -> None:
    bad = [
        f"{path.relative_to(PACKAGE)}:{node.lineno} {node.name}"
        for path, tree in sources().items()
        for node in functions(tree)
        if is_participle(node.name)
    ]
    assert bad == []


def test_no_method_is_named_by_a_participle() -> None:
    bad = [
        f"{path.relative_to(PACKAGE)}:{node.lineno} {holder}.{node.name}"
        for path, tree in sources().items()
        for holder, node in methods(tree)
        if is_participle(node.name)
    ]
    assert bad == []


def hook_names() -> set[str]:
    """Names that games give the house: the same name in every game is the point."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w.]+)` \| `?\w+`? \|", text, re.MULTILINE)
    return {name.rpartition(".")[2] for name in rows}


def test_a_function_name_means_one_thing() -> None:
    """Two games may have a name each (none imports another), and so may hooks and commands."""
    found = defaultdict(list)
    for path, tree in sources().items():
        for node in functions(tree):
            if not is_command(node) and node.name not in hook_names():
                found[node.name].append((room_of(path), str(path.relative_to(PACKAGE))))
    twice = [
        f"{name}: {', '.join(path for _, path in places)}"
        for name, places in sorted(found.items())
        if len(places) > 1
        and ("the house" in (rooms := [room for room, _ in places]) or len(set(rooms)) < len(rooms))
    ]
    assert twice == []


def test_a_class_name_means_one_thing() -> None:
    """Two games may have a word each (none imports another); no word of the house, and none twice."""
    found = defaultdict(list)
    for path, tree in sources().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(room_of(path))
    twice = {
        name: rooms
        for name, rooms in found.items()
        if len(rooms) > 1 and ("the house" in rooms or len(set(rooms)) < len(rooms))
    }
    assert not twice, [f"{name} is defined in {', '.join(rooms)}" for name, rooms in twice.items()]


def test_no_module_is_too_long() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in sources()}
    assert [f"{path.relative_to(PACKAGE)}: {n}" for path, n in lengths.items() if n > 450] == []


def glossary() -> list[tuple[str, str, str]]:
    """The rows of the glossary: word, meaning, where the code has it."""
    text = GLOSSARY.read_text(encoding="utf-8")
    return re.findall(r"^\| \*\*(.+?)\*\* \| (.+?) \| `(.+?)` \|$", text, re.MULTILINE)


def test_the_glossary_is_short_and_every_word_stands_in_it_once() -> None:
    words = [word for word, _, _ in glossary()]
    assert 20 < len(words) <= MAX_WORDS
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(("word", "where"), [(word, where) for word, _, where in glossary()])
def test_the_glossary_points_at_what_exists(word: str, where: str) -> None:
    """`package.module` or `package.module.Name`, below `fieldhouse`."""
    module, _, name = f"fieldhouse.{where}".rpartition(".")
    try:
        importlib.import_module(f"fieldhouse.{where}")
    except ModuleNotFoundError:
        assert hasattr(importlib.import_module(module), name), f"{word}: there is no {where}"
