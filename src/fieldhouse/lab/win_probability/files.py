"""Files of win probability estimates, found and read in milliseconds.

A file is for one game with its edition, options and charts. The package brings those of the default
charts (`games/<name>/values`, made from the rules by `fieldhouse values`); others are made in the background
and kept in the cache. There are two kinds: exact tables, packed (`packed_table.py`), where the game compiles,
and a fit to games of its policy (`fit.py`) elsewhere. Where a game has values of its own (The Grid) a file
calibrates them (`calibration.py`). Each says how far it is off.

Values look at public facts alone (`features.py`), so that they can be shown to everybody at a table.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from fieldhouse.kernel import registry
from fieldhouse.kernel.files import atomic_write, cache_folder
from fieldhouse.kernel.game import Game, State
from fieldhouse.lab.players import policy_level
from fieldhouse.lab.win_probability.calibration import CalibratedEstimator
from fieldhouse.lab.win_probability.estimator import Estimator, game_estimator, is_judged_by_turns
from fieldhouse.lab.win_probability.fit import FittedEstimator, Progress, fit_estimator
from fieldhouse.lab.win_probability.packed_table import PackedTable, TableEstimator, unpack_table
from fieldhouse.lab.win_probability.reliability import CalibrationGroup

SHELF = "values"
NETWORK, TABLE, OWN = "network", "table", "own"


class EstimatorInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What a file of values says of itself."""

    game: str
    edition: int
    options: dict[str, Any]
    kind: str
    level: str
    """The policy that played."""
    first: str
    """The results of that policy's first games, digested: other ones mean that the rules have changed."""
    learned: int = 0
    """Games it was learned from; 0 for exact tables."""
    tried: int = 0
    """Games it was tried on, none of which it was learned from."""
    error: float = 0.0
    """The mean distance of predicted and played shares in the groups."""
    groups: tuple[CalibrationGroup, ...] = ()
    off: float = 0.0
    """Of packed tables: the root of the mean square of what packing changed, at whistles of games."""


class EstimatorFile(msgspec.Struct, frozen=True, dict=True):
    """Values as they are kept: what they are, and their arrays."""

    about: EstimatorInfo
    names: Any
    arrays: dict[str, npt.NDArray[Any]]

    @cached_property
    def table(self) -> PackedTable:
        """Of a packed table: unpacked once, however often somebody asks."""
        return unpack_table(self.names, self.arrays)


def estimator_key(game: Game[Any]) -> str:
    """What the values depend on: game, edition, options and charts, without what the game calls beside it."""
    part = registry.find(game.meta.name).part("features")
    beside = getattr(part, "IRRELEVANT_OPTIONS", ())
    setup = game.setup
    options = {name: value for name, value in setup.options.items() if name not in beside}
    options.update(
        (spec.name, spec.default) for spec in game.meta.options if _is_peoples_default(game, spec.name)
    )
    what = [game.meta.name, setup.edition, options, setup.materials]
    return hashlib.sha256(msgspec.json.encode(what, order="deterministic")).hexdigest()[:16]


def _is_peoples_default(game: Game[Any], name: str) -> bool:
    people = game.meta.between_people
    return name in people and game.setup.options[name] == people[name]


def shipped_estimators(name: str) -> Path:
    """Where the game keeps the values it brings."""
    return registry.find(name).path / SHELF


def cached_file(game: Game[Any]) -> Path:
    """The cache file of estimates built on this machine."""
    return cache_folder() / f"{game.meta.name}-{estimator_key(game)}.values"


def write_estimator(path: Path, kept: EstimatorFile) -> None:
    """One file, whole or not at all."""
    head = msgspec.msgpack.encode([kept.about, kept.names])
    with atomic_write(path) as file:
        np.savez_compressed(file, head=np.frombuffer(head, np.uint8), **kept.arrays)  # type: ignore[arg-type]


def read_estimator(path: Path) -> EstimatorFile | None:
    """What `write` kept; None where there is none, or it was cut short."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about, names = msgspec.msgpack.decode(arrays.pop("head").tobytes(), type=tuple[EstimatorInfo, Any])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, msgspec.MsgspecError):
        return None
    return EstimatorFile(about, names, arrays)


def read_info(path: Path) -> EstimatorInfo | None:
    """What the file says of itself."""
    kept = read_estimator(path)
    return None if kept is None else kept.about


@lru_cache(maxsize=64)
def _read(path: Path, _stamp: int) -> EstimatorFile | None:
    return read_estimator(path)


def find_estimator_file(game: Game[Any]) -> EstimatorFile | None:
    """The file for this game: from the package, from the cache, or None."""
    key = estimator_key(game)
    for path in (shipped_estimators(game.meta.name) / f"{key}.npz", cached_file(game)):
        try:
            stamp = path.stat().st_mtime_ns
        except OSError:
            continue
        if (kept := _read(path, stamp)) is not None:
            return kept
    return None


def ready_estimator(game: Game[Any]) -> Estimator | None:
    """The estimator of this game, or None where its file is not built yet. Never builds.

    The values that a game brings itself do for it without a file only where it says so (`fits_teams`).
    """
    if is_judged_by_turns(game.meta.name):
        return None
    kept = find_estimator_file(game)
    if kept is not None:
        return estimator_in(game, kept)
    fits = getattr(registry.find(game.meta.name).part("features"), "fits_teams", None)
    return game_estimator(game) if fits is None or fits(game) else None


def estimator_in(game: Game[Any], kept: EstimatorFile) -> Estimator:
    """The values in a file, for this game."""
    if kept.about.kind == OWN:
        own = game_estimator(game)
        assert own is not None
        if not kept.arrays:  # made before they were tempered
            return own
        return CalibratedEstimator(
            own,
            kept.names,
            kept.arrays["move"],
            kept.arrays["stretch"],
            kept.about.learned,
            kept.about.error,
        )
    if kept.about.kind == TABLE:
        return TableEstimator(game, kept.table, kept.about.off)
    return FittedEstimator.restore(
        game, kept.about.level, kept.about.learned, kept.about.error, kept.names, kept.arrays
    )


def estimator_for(
    game: Game[Any],
    level: str,
    *,
    starts: Sequence[bytes] = (),
    games: int = 20_000,
    seconds: float = 30.0,
    seed: int = 0,
    progress: Progress = lambda share: None,
) -> Estimator:
    """The stored estimator, or a fit to at most `games` games of this policy in `seconds`."""
    found = ready_estimator(game) if level == policy_level(game) else None
    if found is not None:
        return found
    return fit_estimator(
        game, level, starts=starts, games=games, seconds=seconds, seed=seed, progress=progress
    )


def win_probability_at(estimator: Estimator, game: Game[Any], s: State) -> float | None:
    """Seat 0's win probability at a whistle state: the result if it is over, None without an estimate."""
    end = game.outcome(s)
    if end is not None:
        return 0.5 if end.winner is None else float(end.winner == 0)
    inputs = estimator.inputs(s)
    return None if inputs is None else float(estimator.win_probabilities([inputs])[0])
