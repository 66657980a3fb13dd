"""Files: the one cache folder of the house, made by one process, and written whole or not at all."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

FORMULA = re.compile(r"[=+\-@\t\r]")
"""How a cell begins that a spreadsheet would work out instead of showing it."""


def escape_formula(value: object) -> object:
    """A cell of a CSV file that a spreadsheet shows as it is: words that would be a formula get an apostrophe
    before them."""
    return f"'{value}" if isinstance(value, str) and FORMULA.match(value) else value


def cache_folder() -> Path:
    """XDG_CACHE_HOME/fieldhouse, or ~/.cache/fieldhouse: for what can be made again.

    It is made here; where that cannot be, nothing is found in it, and writing says why.
    """
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(root) / "fieldhouse"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A file to write to: it takes its place, complete, when the block ends, and leaves no trace if it fails.

    Neither a power cut nor a second writer leaves half a file.
    """
    target = Path(path)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@contextmanager
def build_lock(path: str | os.PathLike[str]) -> Iterator[None]:
    """Whoever makes this file is alone at it: a second process waits here, and then finds it made.

    Where the system has no such locks, or the folder cannot be written, both make it: slower, never wrong.
    """
    target = Path(path)
    with ExitStack() as held:
        with suppress(OSError, ImportError):
            import fcntl

            file = held.enter_context((target.parent / f".{target.name}.lock").open("wb"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
