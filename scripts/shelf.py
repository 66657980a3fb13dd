"""Make the tables that the package brings: `make shelf`.

Fast Drive's tables are compiled once for all cards (docs/design/compiled-tables.md). This does it for the
default charts and the usual options, from the rules, and removes what is no longer needed.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from fieldhouse.kernel import registry
from fieldhouse.lab.tables.compiled_game import reduction_of
from fieldhouse.lab.tables.open_tables import BEST, build_open_tables, shipped_tables
from fieldhouse.solve.open_tables import open_tables_key, write_open_tables

NEUTRAL: dict[str, Any] = {"neutral": True, "knockout": True}
WANTED: dict[str, list[dict[str, Any]]] = {
    "fastdrive": [
        {"quarter": 12},
        {"quarter": 12, "overtime": "modified"},
        {"quarter": 12, "overtime": "sudden"},
        {"quarter": 12, **NEUTRAL},
        {"quarter": 12, "knockout": True},
        {"quarter": 3},
        {"quarter": 1},
    ]
}
"""Full length under each season's overtime, knockouts at a neutral site or not, and the short lengths."""


def main() -> None:
    for name, wanted in WANTED.items():
        shelf = shipped_tables(name)
        shelf.mkdir(parents=True, exist_ok=True)
        made: set[str] = set()
        for options in wanted:
            opened = reduction_of(registry.find(name).open(options)).open_reduction()
            assert opened is not None
            for level in (None, "starter"):
                path = shelf / f"{open_tables_key(opened)}-{level or BEST}.npz"
                made.add(path.name)
                if path.exists() and "--anew" not in sys.argv:
                    continue
                began = time.process_time()
                tables, more = build_open_tables(opened, level)
                with path.open("wb") as file:
                    write_open_tables(file, tables, **more)
                size = path.stat().st_size / 1e6
                print(f"{name} {options} {level or BEST}: {size:.2f} MB, {time.process_time() - began:.0f} s")
        for old in shelf.iterdir():
            if old.name not in made:
                old.unlink()


if __name__ == "__main__":
    main()
