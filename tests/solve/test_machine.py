"""Machine code on disk outlives a change of names, and needs nothing that the extra [lab] does not bring."""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path
from typing import Any

import pytest
from numba import njit

import fieldhouse
from fieldhouse.solve.jit import jit

SOURCE = """
from typing import NamedTuple

from fieldhouse.solve.jit import jit


class NAME(NamedTuple):
    a: int
    b: int


@jit
def total(pair):
    return pair.a + pair.b


found = total(NAME(40, 2))
"""


def ran(folder: Path, name: str) -> tuple[int, int]:
    """The module with its class called this, imported as if for the first time: a sum, and how often its
    machine code was found on disk."""
    (folder / "summed.py").write_text(SOURCE.replace("NAME", name), encoding="utf-8")
    sys.modules.pop("summed", None)
    importlib.invalidate_caches()
    module = importlib.import_module("summed")
    return module.found, sum(module.total.stats.cache_hits.values())


def test_a_renamed_class_is_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An update that renames what a kept function takes must not stop the program."""
    monkeypatch.syspath_prepend(tmp_path)
    assert ran(tmp_path, "Pair") == (42, 0)
    assert ran(tmp_path, "Pair") == (42, 1), "kept on disk"
    assert ran(tmp_path, "Couple") == (42, 0)
    assert ran(tmp_path, "Couple") == (42, 1)
    del sys.modules["summed"]


def test_machine_code_multiplies_no_matrices() -> None:
    """numba's `@`, `dot` and `linalg` want scipy, which the extra [lab] does not bring."""
    compiled = 0
    for path in Path(fieldhouse.__file__).parent.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for function in ast.walk(ast.parse(source)) if "jit" in source else ():
            if isinstance(function, ast.FunctionDef) and {"inner", "jit", "njit"} & set(
                map(_name, function.decorator_list)
            ):
                compiled += 1
                inside = list(ast.walk(function))
                named = {node.attr for node in inside if isinstance(node, ast.Attribute)}
                assert not any(isinstance(node, ast.MatMult) for node in inside), f"{path}: {function.name}"
                assert not named & {"dot", "vdot", "linalg"}, f"{path}: {function.name}"
    assert compiled > 30


def test_what_has_no_door_from_python_is_called_by_machine_code_alone() -> None:
    """Called from Python, an `inner` function would bring the whole program down."""
    root = Path(fieldhouse.__file__).parents[1]
    texts = {
        ".".join(path.relative_to(root).with_suffix("").parts): path.read_text(encoding="utf-8")
        for path in root.glob("fieldhouse/**/*.py")
    }
    homes = {name for name, text in texts.items() if "solve.jit import" in text}
    trees = {name: ast.parse(text) for name, text in texts.items() if any(home in text for home in homes)}
    trees |= {name: ast.parse(texts[name]) for name in homes}
    doorless = {f"{name}.{one.name}" for name in homes for one in _decorated(trees[name], {"inner"})}
    assert len(doorless) > 15
    for here, tree in trees.items():
        names = {name.rpartition(".")[2] for name in doorless if name.rpartition(".")[0] == here}
        for line in ast.walk(tree):
            if isinstance(line, ast.ImportFrom):
                names |= {
                    one.asname or one.name for one in line.names if f"{line.module}.{one.name}" in doorless
                }
        inside = {id(node) for f in _decorated(tree, {"inner", "jit"}) for node in ast.walk(f)}
        asked = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and id(node) not in inside]
        called = {node.func.id for node in asked if isinstance(node.func, ast.Name)}
        assert not called & names, f"{here}: {called & names}"


def _decorated(tree: ast.Module, by: set[str]) -> list[ast.FunctionDef]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and by & set(map(_name, node.decorator_list))
    ]


def _name(decorator: ast.expr) -> str:
    made = decorator.func if isinstance(decorator, ast.Call) else decorator
    return made.id if isinstance(made, ast.Name) else ""


def test_a_function_is_compiled_once_for_whole_numbers() -> None:
    """Not once more for the constant that a loop begins with: all it calls would be compiled again, too."""
    next_of: Any = jit(_next_of)

    def to(size: int) -> int:
        start = 0
        while start < size:
            start = next_of(start)
        return start

    counted: Any = njit(to)
    assert counted(5) == 5
    assert len(next_of.signatures) == 1


def _next_of(start: int) -> int:
    return start + 1
