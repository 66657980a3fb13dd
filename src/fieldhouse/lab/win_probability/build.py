"""Build win probability files (`files.py`) and validate them: predictions against results.

A game's own estimates are calibrated with games of its policy.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.files import build_lock
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.playout import run_play
from fieldhouse.lab.exact import Exact
from fieldhouse.lab.players import check_has_winner, make_policy, policy_level
from fieldhouse.lab.pool import executor
from fieldhouse.lab.simulation_plan import SimulationPlan, game_seed, open_planned_game
from fieldhouse.lab.win_probability.calibration import calibration_inputs_at, fit_calibration
from fieldhouse.lab.win_probability.estimator import (
    BY_TURNS,
    Estimator,
    game_estimator,
    is_judged_by_turns,
)
from fieldhouse.lab.win_probability.files import (
    NETWORK,
    OWN,
    TABLE,
    EstimatorFile,
    EstimatorInfo,
    cached_file,
    estimator_in,
    find_estimator_file,
    ready_estimator,
    write_estimator,
)
from fieldhouse.lab.win_probability.fit import LEAST, ROWS, facts_of, fit_estimator
from fieldhouse.lab.win_probability.packed_table import pack_exact_values
from fieldhouse.lab.win_probability.reliability import calibration_error, calibration_groups
from fieldhouse.lab.win_probability.training_games import (
    TrainingSample,
    play_training_games,
    run_within,
    self_play_plan,
)

Floats = npt.NDArray[np.float64]
Progress = Callable[[str, float], None]
FIRST = 3
"""Games of the policy whose course tells whether a file still fits the rules."""
TRIED_SEED, VISITS_SEED = 2**20, 2**21
VISITS, OTHERS = 300, 60
"""Games that tell which situations come up, and others on which packing is measured."""
FEWEST = 20
"""Games that values are tried on at least."""
QUICK = 4_000
"""Most games to fit to while a person waits."""


def rules_digest(game: Game[Any], level: str) -> str:
    """The score after every play of the policy's first games, and the game's own value there, digested."""
    told, own = hashlib.sha256(), game_estimator(game)
    for n in range(FIRST):
        policy, dice = make_policy(game, level, game_seed(0, n)), FastDice(game_seed(0, n))
        s = game.start()
        while game.outcome(s) is None:
            run_play(game.play(s), s, dice, policy)
            told.update(f"{s.scores}".encode())
            if own is not None and (value := own.inputs(s)) is not None:
                told.update(f"{value:.3f}".encode())
    return told.hexdigest()[:16]


def shipped_games(name: str, said: Mapping[str, Any] = MappingProxyType({})) -> list[Game[Any]]:
    """The games whose values the package brings: every length, with the options of the game's `PACKAGED`.

    Of those, the ones with the options that were `said`.
    """
    folder = registry.find(name)
    every: Sequence[dict[str, Any]] = getattr(folder.part("features"), "PACKAGED", ({},))
    if is_judged_by_turns(name):
        return []
    brought = [folder.open(options, length=length) for options in every for length in folder.meta.lengths]
    return [game for game in brought if said.items() <= game.options.items()]


def build_estimator(
    game: Game[Any],
    *,
    games: int = 20_000,
    tried: int = 2_000,
    seconds: float = 60.0,
    jobs: int = 1,
    progress: Progress = lambda what, share: None,
) -> EstimatorFile:
    """The values of this game: packed exact tables if it compiles, else a fit; tried on other games."""
    check_has_winner(game)
    if is_judged_by_turns(game.meta.name):
        raise BadOptions(BY_TURNS)
    level = policy_level(game)
    about = EstimatorInfo(
        game=game.meta.name, edition=game.setup.edition, options=dict(game.setup.options), kind=NETWORK,
        level=level, first=rules_digest(game, level),
    )  # fmt: skip
    if game_estimator(game) is not None:
        kept = calibrate(game, about, games, seconds, jobs, progress)
        return validate_estimator(kept, game, tried, seconds, jobs, progress)
    try:
        exact = Exact(game)
    except BadOptions:
        fitted = fit_estimator(
            game,
            level,
            games=games,
            seconds=seconds,
            jobs=jobs,
            progress=lambda x: progress("Fitting win probability", x),
        )
        kept = EstimatorFile(msgspec.structs.replace(about, learned=fitted.games), *fitted.to_arrays())
    else:
        progress("Calculating win probability", 0.1)
        skip = getattr(registry.find(game.meta.name).part("reduction"), "TRANSIENT_PHASES", ())
        spots = [
            exact.spot(exact.reduction.where(s)) for s in whistle_states(game, level, VISITS, VISITS_SEED)
        ]
        kept = EstimatorFile(
            msgspec.structs.replace(about, kind=TABLE), *pack_exact_values(exact, spots, skip)
        )
        off = _off(kept, exact, game, level)
        kept = EstimatorFile(msgspec.structs.replace(kept.about, off=off), kept.names, kept.arrays)
    return validate_estimator(kept, game, tried, seconds, jobs, progress)


def calibrate(
    game: Game[Any], about: EstimatorInfo, games: int, seconds: float, jobs: int, progress: Progress
) -> EstimatorFile:
    """Calibrate the game's own estimates with at most `games` games."""
    rows, count, began = TrainingSample(ROWS, 0), 0, time.monotonic()
    given = (self_play_plan(game, about.level, 0), calibration_inputs_at, ())
    with executor(jobs) as pool:
        for played in run_within(pool, play_training_games, given, games, seconds=seconds, least=LEAST):
            for one in played:
                rows.add(one)
            count += len(played)
            progress(
                "Fitting win probability", max(count / games, min(1.0, (time.monotonic() - began) / seconds))
            )
    found = facts_of(game, game.start())
    assert found is not None, "a game with values of its own has features to temper them by"
    learned = msgspec.structs.replace(about, kind=OWN, learned=count)
    return EstimatorFile(learned, tuple(found[0]), fit_calibration(rows.notes, rows.results))


def whistle_states(game: Game[Any], level: str, games: int, seed: int) -> Sequence[Any]:
    """The states at all whistles of `games` games of the policy."""
    found = []
    for n in range(games):
        policy, dice = make_policy(game, level, game_seed(seed, n)), FastDice(game_seed(seed, n))
        s = game.start()
        while game.outcome(s) is None:
            found.append(game.load(game.save(s)))
            run_play(game.play(s), s, dice, policy)
    return found


def _off(kept: EstimatorFile, exact: Exact, game: Game[Any], level: str) -> float:
    """What packing changed, at whistles of other games."""
    estimator = estimator_in(game, kept)
    states = [s for s in whistle_states(game, level, OTHERS, TRIED_SEED) if estimator.inputs(s) is not None]
    places = [exact.reduction.where(s) for s in states]
    values = exact.values(set(places))
    apart = [
        estimator.inputs(s) - values[place].win_probability for s, place in zip(states, places, strict=True)
    ]
    return float(np.sqrt(np.mean(np.square(apart))))


def validate_estimator(
    kept: EstimatorFile,
    game: Game[Any],
    tried: int,
    seconds: float,
    jobs: int = 1,
    progress: Progress = lambda what, share: None,
) -> EstimatorFile:
    """Validate the estimates on at most `tried` other games of the policy."""
    began = time.monotonic()
    predicted: list[Floats] = []
    results: list[Floats] = []
    count = 0
    given = (self_play_plan(game, kept.about.level, TRIED_SEED), kept)
    with executor(jobs) as pool:
        for played, chances, ends in run_within(
            pool, predict_games, given, tried, seconds=seconds, least=FEWEST
        ):
            predicted.append(chances)
            results.append(ends)
            count += played
            progress("Validating", max(count / tried, min(1.0, (time.monotonic() - began) / seconds)))
    groups = calibration_groups(np.concatenate(predicted), np.concatenate(results))
    about = msgspec.structs.replace(kept.about, tried=count, groups=groups, error=calibration_error(groups))
    return EstimatorFile(about, kept.names, kept.arrays)


def predict_games(
    plan: SimulationPlan, kept: EstimatorFile, first: int, last: int
) -> tuple[int, Floats, Floats]:
    """The number of games, and at each of their whistles the prediction and the result of the game."""
    estimator = _estimator(open_planned_game(plan), kept)
    games = play_training_games(plan, lambda _, s: estimator.inputs(s), (), first, last)
    chances = estimator.win_probabilities([note for notes, _ in games for note in notes])
    ends = np.repeat([result for _, result in games], [len(notes) for notes, _ in games])
    return last - first, np.asarray(chances), ends


_last: list[tuple[Game[Any], EstimatorInfo, Estimator]] = []


def _estimator(game: Game[Any], kept: EstimatorFile) -> Estimator:
    """The values of a piece; the next piece has the same."""
    if not (_last and _last[0][0] is game and _last[0][1] == kept.about):
        _last[:] = [(game, kept.about, estimator_in(game, kept))]
    return _last[0][2]


def ensure_estimator(game: Game[Any], progress: Progress = lambda what, share: None) -> Estimator:
    """The values of this game; made here and kept in the cache where there are none."""
    found = ready_estimator(game)
    if found is not None:
        return found
    path = cached_file(game)
    with build_lock(path):
        if find_estimator_file(game) is None:
            write_estimator(
                path, build_estimator(game, games=QUICK, tried=QUICK // 10, seconds=20.0, progress=progress)
            )
    found = ready_estimator(game)
    assert found is not None
    return found
