"""Compiled plays as arrays: packed, kept on disk, and ready for induction and bulk simulation.

Tables live in the user's cache folder (XDG_CACHE_HOME), one file per game, edition, options, charts and
source of the rules: when any of them changes, the name changes and the table is built anew.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game
from fieldhouse.solve.compile import NOWHERE, Entry, Plays, Row
from fieldhouse.solve.reduction import Core, Place, Reduction
from fieldhouse.solve.tables import Ints, Tables, decision_arrays, leaf_arrays, row_arrays

Progress = Callable[[int, int], None]


def reduction_of(game: Game[Any]) -> Reduction[Any]:
    """The game's own `reduction.py`, or BadOptions: it has none, or not with these options."""
    module = registry.find(game.meta.name).part("reduction")
    if module is None:
        raise BadOptions(f"{game.meta.title} has no exact tables: it is searched by playouts")
    found: Reduction[Any] = module.reduction(game)
    return found


def pack(
    plays: Plays[Any], rows: list[Row], entry: dict[tuple[int, int], int], kind_of: Ints, families: list[Any]
) -> Tables:
    """The compiler's lists as arrays. `rows` and `entry` may be those of `plays` or flattened by a policy."""
    reduction = plays.reduction
    kinds = 1 + max(int(kind_of.max()), *(kind for _, kind in entry))
    table = np.full((len(plays.cores), kinds), NOWHERE, np.int32)
    for (core, kind), row in entry.items():
        table[core, kind] = row
    number = {family: n for n, family in enumerate(families)}
    return Tables(
        limit=reduction.limit,
        slots=reduction.slots,
        cores=plays.cores,
        families=families,
        family=np.array([number[family] for family in plays.family], np.int32),
        kind_of=kind_of,
        entry=table,
        stop=np.array([reduction.stop(slot) for slot in range(reduction.slots)], np.int32),
        start=plays.index[reduction.where(reduction.game.start()).core],
        **leaf_arrays(plays.leaves),
        **row_arrays(rows),
        **decision_arrays(plays.decisions if rows is plays.rows else []),
    )


def kinds_by_moment(plays: Plays[Any]) -> tuple[Ints, list[Any]]:
    """The number of the kind of every moment, by family; -1 where nothing was compiled."""
    families = list(dict.fromkeys(plays.family))
    red = plays.reduction
    found = np.full((len(families), red.slots, 2 * red.limit + 1), -1, np.int32)
    spans: dict[Any, set[int]] = {family: set() for family in families}
    for core, family in zip(plays.cores, plays.family, strict=True):
        if not red.exact(core):
            spans[family].update(red.span(core))
    for number, family in enumerate(families):
        for slot in spans[family] or range(red.slots):
            for margin in range(-red.limit, red.limit + 1):
                kind = plays.kind_index.get(red.kind(family, slot, margin), -1)
                found[number, slot, margin + red.limit] = kind
    return found, families


class Compiled(msgspec.Struct):
    """A game's tables with every choice open, and what is needed to flatten them by a policy."""

    tables: Tables
    plays: Plays[Any]

    @property
    def reduction(self) -> Reduction[Any]:
        """How states fall into core, slot and margin."""
        return self.plays.reduction

    def place(self, s: Any) -> tuple[int, Place]:
        """The number of a whistle state's core (-1: never compiled) and its place."""
        place = self.reduction.where(s)
        return self.tables.index.get(place.core, -1), place

    def sample_of(self, core: int, kind: int) -> tuple[int, int]:
        """The slot and margin at which the core was compiled for that kind."""
        reached = self.plays.reached[core]
        if reached is None:
            return self.reduction.sample(self.plays.cores[core], self.plays.kinds[kind])
        wanted, family = self.plays.kinds[kind], self.plays.family[core]
        return next(moment for moment in reached if self.reduction.kind(family, *moment) == wanted)


def compiled(game: Game[Any], progress: Progress | None = None) -> Compiled:
    """The game's tables, from the cache if they are there, else built and kept."""
    reduction = reduction_of(game)
    path = cache_folder() / f"{cache_key(game)}.plays"
    plays = _load(path, reduction)
    if plays is None:
        plays = Plays(reduction).build(progress)
        _save(path, plays)
    kind_of, families = kinds_by_moment(plays)
    entry = {key: found.row for key, found in plays.entry.items()}
    return Compiled(pack(plays, plays.rows, entry, kind_of, families), plays)


# The cache


def cache_folder() -> Path:
    """Where tables are kept; it is made when needed."""
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(root) / "fieldhouse" / "tables"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def cache_key(game: Game[Any]) -> str:
    """A name that changes with the game, its edition, options, charts and the source of its rules."""
    setup = game.setup
    what = [game.meta.name, setup.edition, dict(setup.options), setup.materials]
    digest = hashlib.sha256(msgspec.json.encode(what, order="deterministic"))
    folder = registry.find(game.meta.name).path
    solve = Path(importlib.import_module("fieldhouse.solve").__path__[0])
    lab = Path(__file__).parent
    own = [solve / "compile.py", solve / "enumerate.py", lab / "compiled.py", lab / "flatten.py"]
    for source in [*sorted(folder.rglob("*.py")), *own]:
        digest.update(source.read_bytes())
    return f"{game.meta.name}-{digest.hexdigest()[:24]}"


def write_tables(path: Path, tables: Tables) -> None:
    """Keep flattened tables: plain arrays, and the names of cores and families."""
    arrays = tables.arrays()
    names = msgspec.msgpack.encode([tables.limit, tables.slots, tables.cores, tables.families, tables.start])
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".npz")
    with os.fdopen(handle, "wb") as file:
        np.savez(file, names=np.frombuffer(names, np.uint8), **arrays)  # type: ignore[arg-type]
    Path(name).replace(path)


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


def _save(path: Path, plays: Plays[Any]) -> None:
    kept = _Kept(
        plays.cores, plays.example, plays.kinds, plays.leaves, plays.rows, plays.decisions,
        plays.templates, [(core, kind, *entry) for (core, kind), entry in plays.entry.items()],
        [sorted(r) if r is not None else None for r in plays.reached],
    )  # fmt: skip
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(msgspec.msgpack.encode(kept))
    Path(name).replace(path)


def _load(path: Path, reduction: Reduction[Any]) -> Plays[Any] | None:
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
