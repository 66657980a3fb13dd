"""Run the notebooks of docs/notebooks and keep what they show: `make notebooks`."""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parents[1] / "docs" / "notebooks"


def run(path: Path, *, seconds: int = 900) -> nbformat.NotebookNode:
    """The notebook with its output; an error of a cell is raised."""
    book = nbformat.read(path, as_version=4)
    NotebookClient(
        book, timeout=seconds, kernel_name="python3", resources={"metadata": {"path": "."}}
    ).execute()
    return book


def main(names: list[str]) -> None:
    """Run those named, or all."""
    for path in sorted(HERE.glob("*.ipynb")):
        if not names or path.stem in names:
            book = run(path)
            for cell in book.cells:
                cell.metadata.pop("execution", None)
            book.metadata = {
                "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
            }
            nbformat.write(book, path)
            print(f"{path.name}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
