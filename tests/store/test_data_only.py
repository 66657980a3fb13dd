"""The store takes and gives data: it calls nobody back."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import fieldhouse.store

FILES = sorted(Path(fieldhouse.store.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_module_of_the_store_takes_a_function(path: Path) -> None:
    """A change to a table once carried a closure over the table, which the store called in its thread."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not names & {"Callable", "Awaitable", "Coroutine"}
