"""Run the notebooks of docs/notebooks and keep what they show: `make notebooks`."""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient

HERE = Path(__file__).parents[1] / "docs" / "notebooks"


def run(path: Path, *, seconds: int = 900, kernel: KernelManager | None = None) -> nbformat.NotebookNode:
    """The notebook with its output; an error of a cell is raised.

    In a kernel of its own, or in this one, emptied and moved to the present folder: its start and the
    imports are what most of the notebooks take longest for.
    """
    book = nbformat.read(path, as_version=4)
    if kernel is not None:
        empty = nbformat.v4.new_code_cell(f"%reset -f\n%cd -q {Path.cwd()}")
        _executed(nbformat.v4.new_notebook(cells=[empty]), seconds, kernel)
    return _executed(book, seconds, kernel)


def _executed(
    book: nbformat.NotebookNode, seconds: int, kernel: KernelManager | None
) -> nbformat.NotebookNode:
    client = NotebookClient(
        book, kernel, timeout=seconds, kernel_name="python3", resources={"metadata": {"path": "."}}
    )
    try:
        return client.execute()
    finally:
        if kernel is not None and client.kc is not None:
            client.kc.stop_channels()


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
