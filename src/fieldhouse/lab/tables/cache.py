"""Tables on disk, in the cache folder of the house: compiled plays, and tables flattened by a policy.

A file's name says what is in it: the game, what the plays read of its options and charts (`Reduction.key`),
and the source of everything that made it. When any of that changes the name changes, and they are made anew.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import zipfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from fieldhouse.kernel.files import atomic_write, cache_folder
from fieldhouse.solve.compiler import Entry, Plays
from fieldhouse.solve.reduction import Core, Reduction
from fieldhouse.solve.tables import Tables

MADE_BY = (
    "fieldhouse.solve.compiler",
    "fieldhouse.kernel.game",
    "fieldhouse.kernel.run",
    "fieldhouse.kernel.requests",
    __name__,
)
"""What makes tables of plays, besides the game's own `reduction`."""

FLATTENED_BY = ("fieldhouse.lab.tables.policy_tables", "fieldhouse.lab.tables.inliner")
"""What puts a policy into them, besides the game's own `coaches`."""


def plays_file(reduction: Reduction[Any]) -> Path:
    """The cache file of the compiled plays of this game."""
    name = reduction.game.meta.name
    made_of = source_files((f"fieldhouse.games.{name}.reduction", *MADE_BY), name)
    return cache_folder() / f"{name}-{_digest(reduction, made_of)}.plays"


def policy_tables_file(reduction: Reduction[Any], level: str) -> Path:
    """The cache file of its tables under the policy of that level."""
    name = reduction.game.meta.name
    own = (f"fieldhouse.games.{name}.reduction", f"fieldhouse.games.{name}.coaches")
    made_of = source_files((*own, *MADE_BY, *FLATTENED_BY), name)
    return cache_folder() / f"{name}-{level}-{_digest(reduction, made_of)}.npz"


def _digest(reduction: Reduction[Any], made_of: Iterable[Path]) -> str:
    what = [reduction.game.meta.name, reduction.key()]
    digest = hashlib.sha256(msgspec.json.encode(what, order="deterministic"))
    for path in made_of:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:24]


@cache
def source_files(roots: tuple[str, ...], game: str) -> tuple[Path, ...]:
    """The files of these modules and of all they import from the game, from football and from solve."""
    rooms = (f"fieldhouse.games.{game}.", "fieldhouse.football.", "fieldhouse.solve.")
    queue, found = list(roots), dict[str, Path | None]()
    while queue:
        name = queue.pop()
        if name not in found:
            path = found[name] = _file(name)
            if path is not None:
                queue += [used for used in _imports(path.read_bytes()) if used.startswith(rooms)]
    return tuple(sorted(path for path in found.values() if path is not None))


def _file(module: str) -> Path | None:
    """The source of a module, or None where the name is of something inside one."""
    try:
        spec = importlib.util.find_spec(module)
    except ModuleNotFoundError:
        return None
    return Path(spec.origin) if spec is not None and spec.origin is not None else None


def _imports(source: bytes) -> Iterable[str]:
    """Every name a module imports, at the top or inside a function; `from a import b` may mean `a.b`."""
    for node in _statements(ast.parse(source).body):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _statements(body: list[Any]) -> Iterable[Any]:
    """These and all inside them; no expression is looked into, as none imports anything."""
    for node in body:
        yield node
        for part in ("body", "handlers", "cases", "orelse", "finalbody"):
            inside = getattr(node, part, ())
            if isinstance(inside, list):
                yield from _statements(inside)


def write_tables(path: Path, tables: Tables) -> None:
    """Keep flattened tables: plain arrays, and the names of cores and families."""
    arrays = tables.arrays()
    names = msgspec.msgpack.encode([tables.limit, tables.slots, tables.cores, tables.families, tables.start])
    with atomic_write(path) as file:
        np.savez(file, names=np.frombuffer(names, np.uint8), **arrays)  # type: ignore[arg-type]


def read_tables(path: Path) -> Tables | None:
    """What `write_tables` kept; None when there is none, or it was cut short."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            arrays = {name: kept[name] for name in kept.files}
        limit, slots, cores, families, start = msgspec.msgpack.decode(arrays.pop("names").tobytes())
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    named: dict[str, Any] = {"cores": list(map(_tuples, cores)), "families": list(map(_tuples, families))}
    return Tables(limit=limit, slots=slots, start=start, **named, **arrays)


class _Kept(msgspec.Struct):
    """What a cache file holds: the compiler's lists."""

    cores: list[Any]
    example: list[bytes]
    kinds: list[Any]
    leaves: list[Any]
    rows: list[Any]
    decisions: list[Any]
    templates: list[Any]
    entry: list[Any]
    reached: list[Any]


def write_compiled_plays(path: Path, plays: Plays[Any]) -> None:
    """Keep what was compiled."""
    kept = _Kept(
        plays.cores, plays.example, plays.kinds, plays.leaves, plays.rows, plays.decisions,
        plays.templates, [(core, kind, *entry) for (core, kind), entry in plays.entry.items()],
        [sorted(r) if r is not None else None for r in plays.reached],
    )  # fmt: skip
    with atomic_write(path) as file:
        file.write(msgspec.msgpack.encode(kept))


def read_compiled_plays(path: Path, reduction: Reduction[Any]) -> Plays[Any] | None:
    """The plays kept in the file; None when there is none, or it was cut short."""
    try:
        kept = msgspec.msgpack.decode(path.read_bytes(), type=_Kept)
    except (OSError, msgspec.DecodeError):
        return None
    plays: Plays[Any] = Plays(reduction)
    plays.restore(
        [_tuples(core) for core in kept.cores],
        kept.example,
        [_tuples(kind) for kind in kept.kinds],
        kept.leaves,
        kept.rows,
        kept.decisions,
        kept.templates,
        {(item[0], item[1]): Entry(item[2], item[3], tuple(item[4]), tuple(item[5])) for item in kept.entry},
        [None if r is None else {(a, b) for a, b in r} for r in kept.reached],
    )
    return plays


def _tuples(value: Any) -> Core:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
