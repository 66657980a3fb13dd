"""Benchmarks and scripts are run by hand, far from any test: what they take from the house must be there."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = sorted(path for folder in ("benchmarks", "scripts") for path in (ROOT / folder).glob("*.py"))


def taken(path: Path) -> Iterator[tuple[str, str]]:
    """Module and name of everything that a file takes from the package."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fieldhouse"):
            yield from ((str(node.module), alias.name) for alias in node.names)


@pytest.mark.parametrize("path", TOOLS, ids=lambda path: path.name)
def test_a_tool_takes_only_what_is_there(path: Path) -> None:
    """`make arena` once named a module that had moved, and nobody noticed."""
    for module, name in taken(path):
        found = importlib.import_module(module)
        if not hasattr(found, name):
            importlib.import_module(f"{module}.{name}")  # a module that nobody has imported yet
