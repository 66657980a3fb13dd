"""The notebooks of the docs run from top to bottom, and what they keep is not too large."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
BOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def runner() -> ModuleType:
    spec = importlib.util.spec_from_file_location("notebooks", ROOT / "scripts" / "notebooks.py")
    assert spec and spec.loader
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture(scope="module")
def kernel() -> Iterator[Any]:
    """One for all of them: it is emptied before each."""
    from jupyter_client.manager import KernelManager

    found = KernelManager(kernel_name="python3")
    yield found
    if found.has_kernel:
        found.shutdown_kernel(now=True)
    found.cleanup_resources()


@pytest.mark.slow
@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_something(
    path: Path, runner: ModuleType, kernel: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    book = runner.run(path, kernel=kernel)
    shown = [cell for cell in book.cells if cell.cell_type == "code" and cell.outputs]
    assert len(shown) >= 3


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_what_a_notebook_keeps_is_small_and_has_its_output(path: Path) -> None:
    assert path.stat().st_size < 900_000
    assert '"output_type"' in path.read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_notebook_finds_nothing_of_the_one_before(
    runner: ModuleType, kernel: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or one that uses what it does not make would run here, and nowhere else."""
    from nbclient.exceptions import CellExecutionError

    for name, line in (("first", "kept = 1"), ("second", "kept")):
        cell = {"cell_type": "code", "source": line, "metadata": {}, "outputs": list[Any]()}
        book = {
            "cells": [{**cell, "execution_count": None}],
            "metadata": {},
            "nbformat": 4,
            "nbformat_minor": 4,
        }
        (tmp_path / f"{name}.ipynb").write_text(json.dumps(book))
    monkeypatch.chdir(tmp_path)
    runner.run(tmp_path / "first.ipynb", kernel=kernel)
    with pytest.raises(CellExecutionError, match="name 'kept' is not defined"):
        runner.run(tmp_path / "second.ipynb", kernel=kernel)
