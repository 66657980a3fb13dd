"""Write the golden lists of tokens: `python scripts/tokens.py`. They may only grow at their end."""

from __future__ import annotations

from pathlib import Path

from fieldhouse.kernel.registry import list_all_games

HERE = Path(__file__).parents[1] / "tests" / "golden" / "tokens"

for name, folder in list_all_games().items():
    part = folder.part("gym")
    if part is not None:
        (HERE / f"{name}.txt").write_text("\n".join(part.GYM.tokens) + "\n", encoding="utf-8")
        print(f"{name}: {len(part.GYM.tokens)} tokens")
