"""Write the golden playthrough of every game: `make golden`. Read the difference before committing it."""

from __future__ import annotations

from pathlib import Path

from fieldhouse.kernel.conformance.random_games import playthrough
from fieldhouse.kernel.registry import add_games_folder, list_all_games

ROOT = Path(__file__).parents[1]


def main() -> None:
    """One text file per game in tests/golden/."""
    add_games_folder(ROOT / "examples" / "games")
    for name, folder in sorted(list_all_games().items()):
        target = ROOT / "tests" / "golden" / f"{name}.txt"
        target.write_text(playthrough(folder), encoding="utf-8")
        print(target.relative_to(ROOT))


if __name__ == "__main__":
    main()
