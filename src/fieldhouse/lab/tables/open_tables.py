"""The tables of any game of ours: compiled for it alone, or compiled once for all cards and bound to its own.

A game whose reduction leaves chances open (`solve.lookups`) is compiled once for its options and for charts
with these words. The package brings that for the usual options (`games/<name>/tables/shelf`, made by
`make shelf`); others are built when first asked for, and kept in the user's cache.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.files import atomic_write, build_lock
from fieldhouse.kernel.game import Game
from fieldhouse.lab.tables.cache import flattened_file
from fieldhouse.lab.tables.compiled_game import Compiled, Progress, compiled, compiled_plays
from fieldhouse.lab.tables.inliner import Inlining, inlining
from fieldhouse.lab.tables.policy_tables import flatten_open, flattened
from fieldhouse.solve.open_tables import OpenTables, digest_of, open_tables, read, write
from fieldhouse.solve.reduction import Reduction
from fieldhouse.solve.tables import Floats, Tables

SHELF = "tables/shelf"
BEST = "best"
"""Instead of a policy's name: every choice is open, to be answered at its best."""


def tables_of(
    game: Game[Any], reduction: Reduction[Any], level: str | None = None, progress: Progress | None = None
) -> Tables:
    """The game's tables, every choice open or (`level`) answered by a policy."""
    opened = reduction.opened()
    if opened is None:
        return compiled(game, progress).tables if level is None else flattened(game, level, progress)
    tables, _ = _open(opened, level, progress)
    return tables.bind(reduction.chances(tables.symbols))


class Flat(msgspec.Struct):
    """A policy's tables, left open, with their multiplication: `bind` makes those of two cards."""

    key: str
    opened: OpenTables
    inlining: Inlining

    def bind(self, given: Floats) -> Tables:
        """The multiplied tables with these chances of the symbols."""
        return self.inlining.bind(self.opened.tables, self.opened.chances(given))


def flat_of(reduction: Reduction[Any], level: str) -> Flat | None:
    """The open tables of the policy of that level; None where the game leaves nothing open."""
    opened = reduction.opened()
    if opened is None:
        return None
    tables, more = _open(opened, level, None)
    return Flat(f"{opened.game.meta.name} {digest_of(opened)} {level}", tables, Inlining(**more))


def is_ready(reduction: Reduction[Any], level: str) -> bool:
    """Are the policy's open tables at hand, so that nobody waits for their making?"""
    opened = reduction.opened()
    if opened is None:
        return False
    name, digest = opened.game.meta.name, digest_of(opened)
    kept = (shelf_of(name) / f"{digest}-{level}.npz", flattened_file(opened, f"{level}-open"))
    return (name, digest, level) in _MEMORY or any(path.exists() for path in kept)


def _open(
    opened: Reduction[Any], level: str | None, progress: Progress | None
) -> tuple[OpenTables, dict[str, Any]]:
    """From memory, the shelf, or the cache; else built and kept."""
    key = (opened.game.meta.name, digest_of(opened), level or BEST)
    found = _MEMORY.get(key)
    if found is None:
        found = _shelved(*key) or _cached(opened, level, progress)
        while len(_MEMORY) > 8:
            del _MEMORY[next(iter(_MEMORY))]
        _MEMORY[key] = found
    return found


_MEMORY: dict[tuple[str, str, str], tuple[OpenTables, dict[str, Any]]] = {}


def shelf_of(name: str) -> Path:
    """Where the game keeps the tables it brings."""
    return registry.find(name).path / SHELF


def _shelved(name: str, digest: str, level: str) -> tuple[OpenTables, dict[str, Any]] | None:
    return read(shelf_of(name) / f"{digest}-{level}.npz")


def _cached(
    opened: Reduction[Any], level: str | None, progress: Progress | None
) -> tuple[OpenTables, dict[str, Any]]:
    path = flattened_file(opened, f"{level or BEST}-open")
    found = read(path)
    if found is None:
        with build_lock(path):
            found = read(path)
            if found is None:
                found = build(opened, level, progress)
                with atomic_write(path) as file:
                    write(file, found[0], **found[1])
    return found


def build(
    opened: Reduction[Any], level: str | None, progress: Progress | None = None
) -> tuple[OpenTables, dict[str, Any]]:
    """Compile the open rules, and flatten them by the policy."""
    made = compiled_open(opened, progress)
    if level is None:
        return open_tables(made.tables, made.plays.rows), {}
    flat = flatten_open(made, level)
    multiplied = inlining(flat.tables)
    if multiplied is None:
        raise ArithmeticError("nothing is passed through in these tables")
    return flat, msgspec.structs.asdict(multiplied)


_LAST: dict[str, Compiled] = {}


def compiled_open(opened: Reduction[Any], progress: Progress | None = None) -> Compiled:
    """The open rules compiled; the last of them is remembered."""
    key = digest_of(opened)
    if key not in _LAST:
        _LAST.clear()
        _LAST[key] = compiled_plays(opened, progress)
    return _LAST[key]
