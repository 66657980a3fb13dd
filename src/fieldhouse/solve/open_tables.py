"""Tables whose chances are left open (`solve.lookups`): packed once, bound to two cards by arrays.

`OpenTables.bind` takes a number for each symbol and gives the tables of that very game. Needs numpy.
"""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path
from typing import IO, Any

import msgspec
import numpy as np

from fieldhouse.solve.compiler import NOWHERE
from fieldhouse.solve.lookups import Symbol, as_terms
from fieldhouse.solve.reduction import Reduction
from fieldhouse.solve.tables import Flags, Floats, Ints, Tables, starts
from fieldhouse.solve.templates import Row

WHOLE = 2**52
"""Chances of bound tables are kept as shares of this, too."""


class OpenTables(msgspec.Struct):
    """Tables without chances. The chance of target n is the sum of its terms, `term_start[n]` onwards.

    A term is `count` times the product of its `factors`, places in `symbols`; one place beyond is 1.
    """

    tables: Tables
    symbols: list[Symbol]
    term_start: Ints
    counts: Floats
    factors: Ints

    def chances(self, given: Floats) -> Floats:
        """The chance of every target of every row, with these chances of the symbols."""
        known = np.append(given, 1.0)
        parts = self.counts * known[self.factors].prod(axis=1)
        found: Floats = np.add.reduceat(parts, self.term_start[:-1])
        return found

    def bind(self, given: Floats) -> Tables:
        """The tables of a game with these chances, without what cannot come up in it."""
        return only_reached(with_chances(self.tables, self.chances(given)))


def pack_open_tables(tables: Tables, rows: list[Row]) -> OpenTables:
    """Packed tables and the rows, in the same order, that they were packed from."""
    symbols: dict[Symbol, int] = {}
    counts: list[float] = []
    factors: list[list[int]] = []
    sizes: list[int] = []
    for row in rows:
        for weight in row.weights:
            parts = as_terms(weight).parts
            sizes.append(len(parts))
            for product, count in parts.items():
                counts.append(float(count / row.total))
                factors.append([symbols.setdefault(symbol, len(symbols)) for symbol in product])
    most = max(map(len, factors))
    one = len(symbols)
    filled = np.array([part + [one] * (most - len(part)) for part in factors], np.int32)
    return OpenTables(
        tables, list(symbols), starts(sizes), np.array(counts), filled.reshape(len(factors), most)
    )


def with_chances(t: Tables, chances: Floats) -> Tables:
    """The tables with these chances; targets that cannot come up are left out."""
    keep = chances > 0.0
    counts = np.add.reduceat(keep.astype(np.int64), t.row_start[:-1])
    found = chances[keep]
    return msgspec.structs.replace(
        t,
        row_start=starts(counts),
        targets=t.targets[keep],
        chances=found,
        weights=np.rint(found * WHOLE).astype(np.int64),
        totals=np.full(len(counts), WHOLE, np.int64),
    )


def only_reached(t: Tables) -> Tables:
    """The tables without the entries of cores to which nothing leads."""
    reached = np.zeros(len(t.cores), np.bool_)
    reached[t.start] = True
    fresh = np.array([t.start])
    nexts = _nexts(t)
    while len(fresh):
        rows = np.unique(t.entry[fresh])
        found = np.zeros(len(t.cores), np.bool_)
        for row in rows[rows >= 0].tolist():
            found[nexts[row]] = True
        fresh = np.flatnonzero(found & ~reached)
        reached |= found
    entry = t.entry.copy()
    entry[~reached] = NOWHERE
    return msgspec.structs.replace(t, entry=entry)


def _nexts(t: Tables) -> list[Any]:
    """The cores that each row leads to, through its decisions."""
    sizes = np.diff(t.row_start)
    row_of = np.repeat(np.arange(len(sizes)), sizes)
    leaf: Flags = t.targets >= 0
    inner = ~leaf
    parts = [np.stack([row_of[leaf], t.leaf_core[t.targets[leaf]]])]
    if inner.any():
        option_rows = _reach(t)
        for row, target in zip(row_of[inner].tolist(), (~t.targets[inner]).tolist(), strict=True):
            cores = option_rows[target]
            parts.append(np.stack([np.full(len(cores), row), cores]))
    pairs = np.concatenate(parts, axis=1)
    order = np.argsort(pairs[0], kind="stable")
    begin = starts(np.bincount(pairs[0], minlength=len(sizes)))
    cores = pairs[1][order]
    return [cores[begin[n] : begin[n + 1]] for n in range(len(sizes))]


def _reach(t: Tables) -> list[Ints]:
    """The cores that each decision leads to; inner decisions have lower numbers."""
    found: list[Ints] = []
    for number in range(len(t.owner)):
        parts: list[Ints] = []
        for row in t.options[t.option_start[number] : t.option_start[number + 1]].tolist():
            targets = t.targets[t.row_start[row] : t.row_start[row + 1]]
            parts.append(t.leaf_core[targets[targets >= 0]])
            parts += [found[~target] for target in targets[targets < 0].tolist()]
        found.append(np.unique(np.concatenate(parts)))
    return found


# On disk


def open_tables_key(reduction: Reduction[Any]) -> str:
    """A name for what open tables depend on."""
    key = msgspec.json.encode(reduction.key(), order="deterministic")
    return hashlib.sha256(key).hexdigest()[:16]


def write_open_tables(file: IO[bytes], made: OpenTables, **more: Any) -> None:
    """Keep open tables, compressed; `more` arrays with them."""
    t = made.tables
    names = [t.limit, t.slots, t.cores, t.families, t.start, made.symbols]
    arrays: dict[str, Any] = {
        f"t_{n}": a for n, a in t.arrays().items() if n not in ("weights", "totals", "chances")
    }
    arrays["names"] = np.frombuffer(msgspec.msgpack.encode(names), np.uint8)
    arrays |= {"term_start": made.term_start, "counts": made.counts, "factors": made.factors, **more}
    np.savez_compressed(file, **arrays)


def read_open_tables(path: Path) -> tuple[OpenTables, dict[str, Any]] | None:
    """What `write` kept, and the arrays kept with it; None where there is none, or it was cut short."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            arrays: dict[str, Any] = {name: kept[name] for name in kept.files}
        limit, slots, cores, families, start, symbols = msgspec.msgpack.decode(arrays.pop("names").tobytes())
        own: dict[str, Any] = {n[2:]: arrays.pop(n) for n in list(arrays) if n.startswith("t_")}
        own |= {"weights": np.zeros(0, np.int64), "chances": np.zeros(0)}
        own["totals"] = np.zeros(len(own["row_start"]) - 1, np.int64)
        own |= {"cores": _tuples(cores), "families": _tuples(families)}
        tables = Tables(limit=limit, slots=slots, start=start, **own)
        parts = [arrays.pop(name) for name in ("term_start", "counts", "factors")]
        return OpenTables(tables, [(a, b) for a, b in symbols], *parts), arrays
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, msgspec.DecodeError):
        return None


def _tuples(values: list[Any]) -> list[Any]:
    return [_tuple(value) for value in values]


def _tuple(value: Any) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value
