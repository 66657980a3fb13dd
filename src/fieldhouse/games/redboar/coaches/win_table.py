"""Win probability tables: lookup in memory, files on disk, and building missing ones.

The package brings those of the default charts, packed (`shelf`, made by `fieldhouse redboar solve --shelf`).
Those of other charts lie in the user's cache folder, named by mode, edition and charts. A process of its own
builds a missing one (`python -m fieldhouse.games.redboar.coaches.win_table`); until it is there the coaches
play without.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Gridiron
from fieldhouse.kernel.files import atomic_write, cache_folder
from fieldhouse.kernel.registry import find

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fieldhouse.games.redboar.coaches.solver import SituationPlays

VERSION = 2
WHO = (1, -1, 0)
"""How a table writes down who decides: the mover, the other side, both together."""
SHELF = Path(__file__).parent / "shelf"
CORES, LEADS = 160, 24
"""How many directions of situations and of leads are kept on the shelf."""
STALE = 1800
"""Seconds after which a build that left its mark without a result is taken for dead."""


def win_table_name(game: GridironGame) -> str:
    """The table's name: by mode, edition and the charts that its plays read."""
    wanted = "offense_cards defense_cards" if game.cards else "dice_offense"
    charts = {name: game.setup.materials[name] for name in [*wanted.split(), "special_teams"]}
    text = json.dumps([VERSION, game.setup.edition, charts], sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    return f"redboar-{game.options['mode']}-{digest}.npz"


def table_path(game: GridironGame) -> Path:
    """Where this game's table lies, or will: on the shelf if the package brings it, else in the cache."""
    name = win_table_name(game)
    shelved = SHELF / name
    return shelved if shelved.exists() else cache_folder() / name


class WinTable:
    """A solved game: the chance of the offense anywhere, and what each choice there is worth."""

    def __init__(self, data: Any) -> None:
        from fieldhouse.games.redboar.coaches.solver import KEPT, LIMIT

        meta = json.loads(str(data["meta"]))
        self.number = {tuple(key): n for n, key in enumerate(meta["situations"])}
        self.keys: list[list[Any]] = meta["keys"]
        self.roots: list[int] = data["roots"].tolist()
        self.leaves: list[list[int]] = data["leaves"].tolist()
        self.rows = _split(_pairs(data["targets"], data["chances"]), data["row_ends"])
        self.options = _split(data["choice_rows"].tolist(), data["choice_ends"])
        self.who: list[int] = data["who"].tolist()
        self.values: NDArray[Any] = data["values"] if "values" in data else _unpacked(data)
        self.limit = LIMIT
        self._steps = _places(KEPT)
        self._pairs: dict[int, dict[tuple[str, str], int]] = {}
        self._now: MomentValues | None = None

    # Looking up

    def chance(self, number: int, quarter: int, steps: int, lead: int) -> float:
        """The offense's chance in a situation by number; `quarter` 0 to 3, `steps` of ten seconds left."""
        low, high, share = self._steps[quarter][steps]
        place = max(-self.limit, min(self.limit, lead)) + self.limit
        value = float(self.values[low, number, place])
        if share:
            value += share * (float(self.values[high, number, place]) - value)
        return value / 65535

    # By state

    def declaration(self, s: Gridiron) -> tuple[int, list[str]] | None:
        """The choice with which a down begins, and its keys."""
        number = self.number.get(("declare", s.g, s.t, s.down))
        if number is None:
            return None
        ((target, _),) = self.rows[self.roots[number]]
        return ~target, self.keys[~target]

    def pairs(self, number: int) -> dict[tuple[str, str], int]:
        """The rows of a choice made together, by the two cards."""
        if number not in self._pairs:
            rows = zip(self.keys[number], self.options[number], strict=True)
            self._pairs[number] = {(card, against): row for (card, against), row in rows}
        return self._pairs[number]

    def worth(self, row: int, s: Gridiron, when: tuple[int, int]) -> float:
        """A row's value for the offense at the state's lead."""
        moment = (*when, s.scores[s.offense] - s.scores[1 - s.offense])
        if self._now is None or self._now.moment != moment:
            self._now = MomentValues(self, moment)
        return self._now.row(row)


class MomentValues:
    """Values at one moment: quarter, steps left and the offense's lead. What was worked out is kept."""

    def __init__(self, table: WinTable, moment: tuple[int, int, int]) -> None:
        self.table = table
        self.moment = moment
        self._values: dict[int, float] = {}

    def row(self, row: int) -> float:
        """The mean over a row, both sides choosing their best at the choices in it."""
        values, total = self._values, 0.0
        for target, chance in self.table.rows[row]:
            value = values.get(target)
            if value is None:
                value = values[target] = self.leaf(target) if target >= 0 else self.choice(~target)
            total += chance * value
        return total

    def leaf(self, leaf: int) -> float:
        """The value of a leaf: the side to move there may be the other one."""
        quarter, steps, lead = self.moment
        number, turned, used, points = self.table.leaves[leaf]
        left = max(0, steps - used)
        if turned:
            return 1 - self.table.chance(number, quarter, left, -lead - points)
        return self.table.chance(number, quarter, left, lead + points)

    def choice(self, number: int) -> float:
        """The better option for the side that chooses."""
        values = [self.row(row) for row in self.table.options[number]]
        return max(values) if self.table.who[number] > 0 else min(values)


def _pairs(targets: Any, chances: Any) -> list[tuple[int, float]]:
    return list(zip(targets.tolist(), chances.tolist(), strict=True))


def _split(items: list[Any], ends: Any) -> list[list[Any]]:
    stops = ends.tolist()
    return [items[a:b] for a, b in zip([0, *stops[:-1]], stops, strict=True)]


def _places(kept: tuple[tuple[int, ...], ...]) -> list[list[tuple[int, int, float]]]:
    """For each quarter and step: the kept steps around it and the share of the later one."""
    found, first = [], 0
    for steps in kept:
        quarter = []
        for step in range(steps[-1] + 1):
            high = next(n for n, at in enumerate(steps) if at >= step)
            low = high if steps[high] == step else max(0, high - 1)
            share = (step - steps[low]) / (steps[high] - steps[low]) if low != high else 0.0
            quarter.append((first + low, first + high, share))
        found.append(quarter)
        first += len(steps)
    return found


def table_moment(game: GridironGame, s: Gridiron) -> tuple[int, int]:
    """The table's quarter and steps for a state: as much time left in the half as there is."""
    half = game.quarters // 2
    first = s.quarter <= half
    left = s.clock + ((half if first else game.quarters) - s.quarter) * game.period
    if s.quarter > game.quarters:
        left = s.clock
    early = left > 900
    steps = (left - 900 if early else left) // 10
    return (0 if first else 2) + (0 if early else 1), min(steps, 90)


# On disk


def pack_table(plays: SituationPlays, values: NDArray[Any]) -> dict[str, Any]:
    """The compiled plays and the values as arrays for numpy's savez."""
    import numpy as np

    rows, choices = plays.rows, plays.decisions
    meta = {"situations": plays.situations, "keys": [list(choice.keys) for choice in choices]}
    return {
        "meta": json.dumps(meta),
        "roots": np.array(plays.roots),
        "leaves": np.array([(plays.number[x.situation], x.turned, x.steps, x.points) for x in plays.leaves]),
        "targets": np.array([target for row in rows for target in row.targets], dtype=np.int32),
        "chances": np.array([w / row.total for row in rows for w in row.weights], dtype=np.float32),
        "row_ends": np.cumsum([len(row.targets) for row in rows]),
        "choice_rows": np.array([row for choice in choices for row in choice.rows], dtype=np.int32),
        "choice_ends": np.cumsum([len(choice.rows) for choice in choices]),
        "who": np.array([WHO[choice.owner] for choice in choices], dtype=np.int8),
        "values": values,
    }


def compress_table(packed: dict[str, Any]) -> dict[str, Any]:
    """The same for the shelf: chances in the directions that matter."""
    import numpy as np

    from fieldhouse.solve.low_rank import directions

    chances = [(step / 65535).astype(np.float32) for step in packed["values"]]
    even = np.ones(packed["values"].shape[1], np.float32)
    left, middle, right = directions(chances, even, cores=CORES, leads=LEADS)
    rest = {name: array for name, array in packed.items() if name != "values"}
    return rest | {"left": left, "middle": middle, "right": right}


def _unpacked(data: Any) -> NDArray[Any]:
    """What `shortened` left of the chances, whole again."""
    import numpy as np

    left, middle, right = (data[part].astype(np.float32) for part in ("left", "middle", "right"))
    chances = left @ middle @ right.T
    whole_again: NDArray[Any] = np.round(np.clip(chances, 0.0, 1.0) * 65535).astype(np.uint16)
    return whole_again


def build_table(game: GridironGame, *, shelf: bool = False) -> Path:
    """Solve the game and write its table; the file appears whole or not at all."""
    import numpy as np

    from fieldhouse.games.redboar.coaches import solver

    target = (SHELF if shelf else cache_folder()) / win_table_name(game)
    plays = solver.compile_situations(game)
    packed = pack_table(plays, solver.solve_situations(plays))
    with atomic_write(target) as file:
        np.savez_compressed(file, **(compress_table(packed) if shelf else packed))
    return target


_LOADED: dict[Path, WinTable] = {}


def load_table(game: GridironGame) -> WinTable | None:
    """The game's table if it is there (and numpy too), else None."""
    return load_table_file(table_path(game))


def load_table_file(path: Path) -> WinTable | None:
    """The table in that file; it is read once and shared."""
    if path not in _LOADED:
        try:
            import numpy as np

            with np.load(path) as data:
                _LOADED[path] = WinTable(data)
        except (ImportError, OSError, ValueError, KeyError):
            return None
    return _LOADED[path]


_BUILDERS: list[Any] = []
"""Processes started by this one; kept, so that none is reported as forgotten."""


def build_in_background(game: GridironGame) -> bool:
    """Start a process that builds the table, unless one is at it; False where it cannot be built.

    FIELDHOUSE_TABLES=off in the environment forbids it.
    """
    if os.environ.get("FIELDHOUSE_TABLES") == "off":
        return False
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    path = table_path(game)
    mark = path.with_suffix(".building")
    try:
        if mark.exists() and time.time() - mark.stat().st_mtime > STALE:
            mark.unlink()
        with mark.open("x", encoding="utf-8") as file:
            json.dump({"mode": game.options["mode"], "materials": game.setup.materials}, file)
    except OSError:
        return False
    command = [sys.executable, "-m", "fieldhouse.games.redboar.coaches.win_table", str(mark)]
    quiet = subprocess.DEVNULL
    _BUILDERS.append(
        subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    )
    return True


def build_marked_table(mark: Path) -> None:
    """Build what the mark asks for, politely, and take the mark away."""
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        wanted = json.loads(mark.read_text(encoding="utf-8"))
        game = find("redboar").open({"mode": wanted["mode"]}, wanted["materials"])
        assert isinstance(game, GridironGame)
        build_table(game)
    finally:
        mark.unlink(missing_ok=True)


if __name__ == "__main__":
    build_marked_table(Path(sys.argv[1]))
