"""Files: the cache folder, atomic writes, locks between processes, and safe CSV cells."""

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
    """Put an apostrophe before text that a spreadsheet would run as a formula."""
    return f"'{value}" if isinstance(value, str) and FORMULA.match(value) else value


def cache_folder() -> Path:
    """XDG_CACHE_HOME/fieldhouse, or ~/.cache/fieldhouse: for what can be made again.

    It is created if possible; where it cannot be, nothing is found in it, and writing says why.
    """
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(root) / "fieldhouse"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextmanager
def atomic_write(path: str | os.PathLike[str], *, private: bool = False) -> Iterator[IO[bytes]]:
    """Open a file that replaces `path` when the block ends, or leaves no trace if it fails.

    Neither a power cut nor a second writer leaves half a file. Only its owner can read a private one.
    """
    target = Path(path)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o600 if private else 0o666 & ~_umask())
        Path(name).replace(target)
        _sync_folder(target.parent)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@contextmanager
def build_lock(path: str | os.PathLike[str]) -> Iterator[None]:
    """Let one process at a time build this file: a second one waits, and then finds it built.

    Where the system has no such locks, or the folder cannot be written, both build it: slower, but correct.
    """
    target = Path(path)
    with ExitStack() as held:
        with suppress(OSError, ImportError):
            import fcntl

            file = held.enter_context((target.parent / f".{target.name}.lock").open("wb"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _sync_folder(folder: Path) -> None:
    """Make a new name in the folder survive a power cut, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
