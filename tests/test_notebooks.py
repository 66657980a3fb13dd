"""The notebooks of the docs run from top to bottom, and what they keep is not too large."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.slow
@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_something(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = importlib.util.spec_from_file_location("notebooks", ROOT / "scripts" / "notebooks.py")
    assert spec and spec.loader
    runner = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(runner)
    monkeypatch.chdir(tmp_path)
    book = runner.run(path)
    shown = [cell for cell in book.cells if cell.cell_type == "code" and cell.outputs]
    assert len(shown) >= 3


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_what_a_notebook_keeps_is_small_and_has_its_output(path: Path) -> None:
    assert path.stat().st_size < 900_000
    assert '"output_type"' in path.read_text(encoding="utf-8")
