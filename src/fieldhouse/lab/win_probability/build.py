"""Making values of whistles (`files`), and trying them: what was predicted against what was played.

Values that a game brings itself are tempered by games of its policy.
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
from fieldhouse.lab.players import check_won, make_policy, policy_level
from fieldhouse.lab.pool import executor
from fieldhouse.lab.simulate import Plan, game_seed
from fieldhouse.lab.win_probability.calibration import note_facts, temper
from fieldhouse.lab.win_probability.estimator import Judge
from fieldhouse.lab.win_probability.files import (
    NETWORK,
    OWN,
    TABLE,
    KeptValues,
    ValuesAbout,
    cached_file,
    distance,
    grouped,
    judge_in,
    kept_for,
    own_of,
    values_of,
    write,
)
from fieldhouse.lab.win_probability.fit import LEAST, ROWS, facts_of, fit
from fieldhouse.lab.win_probability.packed_table import pack
from fieldhouse.lab.win_probability.training_games import Thinned, in_pieces, note_some, opened, plan_for

Floats = npt.NDArray[np.float64]
Progress = Callable[[str, float], None]
FIRST = 3
"""So many games of the policy tell whether the rules are still those of a file."""
TRIED_SEED, VISITS_SEED = 2**20, 2**21
VISITS, OTHERS = 300, 60
"""Games that tell which situations come up, and others on which packing is measured."""
FEWEST = 20
"""Games that values are tried on at least."""
QUICK = 4_000
"""At most so many games are learned from when values are made for somebody who waits."""


def first_games(game: Game[Any], level: str) -> str:
    """The score after every play of the policy's first games, and the game's own value there, digested."""
    told, own = hashlib.sha256(), own_of(game)
    for n in range(FIRST):
        policy, dice = make_policy(game, level, game_seed(0, n)), FastDice(game_seed(0, n))
        s = game.start()
        while game.outcome(s) is None:
            run_play(game.play(s), s, dice, policy)
            told.update(f"{s.scores}".encode())
            if own is not None and (value := own.note(s)) is not None:
                told.update(f"{value:.3f}".encode())
    return told.hexdigest()[:16]


def shelved(name: str, said: Mapping[str, Any] = MappingProxyType({})) -> list[Game[Any]]:
    """The games whose values the package brings: every length, with the options of the game's `PACKAGED`.

    Of those, the ones with the options that were `said`.
    """
    folder = registry.find(name)
    every: Sequence[dict[str, Any]] = getattr(folder.part("features"), "PACKAGED", ({},))
    brought = [
        folder.open({**length, **options}) for options in every for length in folder.meta.lengths.values()
    ]
    return [game for game in brought if said.items() <= game.options.items()]


def make(
    game: Game[Any],
    *,
    games: int = 20_000,
    tried: int = 2_000,
    seconds: float = 60.0,
    jobs: int = 1,
    progress: Progress = lambda what, share: None,
) -> KeptValues:
    """The values of this game: packed exact tables if it compiles, else a fit; tried on other games."""
    check_won(game)
    level = policy_level(game)
    about = ValuesAbout(
        game=game.meta.name, edition=game.setup.edition, options=dict(game.setup.options), kind=NETWORK,
        level=level, first=first_games(game, level),
    )  # fmt: skip
    if own_of(game) is not None:
        kept = tempered(game, about, games, seconds, jobs, progress)
        return on_trial(kept, game, tried, seconds, jobs, progress)
    try:
        exact = Exact(game)
    except BadOptions:
        fitted = fit(
            game, level, games=games, seconds=seconds, jobs=jobs, progress=lambda x: progress("learning", x)
        )
        kept = KeptValues(msgspec.structs.replace(about, learned=fitted.games), *fitted.kept())
    else:
        progress("working it out", 0.1)
        skip = getattr(registry.find(game.meta.name).part("reduction"), "TRANSIENT_PHASES", ())
        spots = [exact.spot(exact.reduction.where(s)) for s in whistles(game, level, VISITS, VISITS_SEED)]
        kept = KeptValues(msgspec.structs.replace(about, kind=TABLE), *pack(exact, spots, skip))
        off = _off(kept, exact, game, level)
        kept = KeptValues(msgspec.structs.replace(kept.about, off=off), kept.names, kept.arrays)
    return on_trial(kept, game, tried, seconds, jobs, progress)


def tempered(
    game: Game[Any], about: ValuesAbout, games: int, seconds: float, jobs: int, progress: Progress
) -> KeptValues:
    """A layer over the game's own values, learned from at most so many games."""
    rows, count, began = Thinned(ROWS, 0), 0, time.monotonic()
    given = (plan_for(game, about.level, 0), note_facts, ())
    with executor(jobs) as pool:
        for played in in_pieces(pool, note_some, given, games, seconds=seconds, least=LEAST):
            for one in played:
                rows.add(one)
            count += len(played)
            progress("learning", max(count / games, min(1.0, (time.monotonic() - began) / seconds)))
    found = facts_of(game, game.start())
    assert found is not None, "a game with values of its own has features to temper them by"
    learned = msgspec.structs.replace(about, kind=OWN, learned=count)
    return KeptValues(learned, tuple(found[0]), temper(rows.notes, rows.results))


def whistles(game: Game[Any], level: str, games: int, seed: int) -> Sequence[Any]:
    """The states at all whistles of so many games of the policy."""
    found = []
    for n in range(games):
        policy, dice = make_policy(game, level, game_seed(seed, n)), FastDice(game_seed(seed, n))
        s = game.start()
        while game.outcome(s) is None:
            found.append(game.load(game.save(s)))
            run_play(game.play(s), s, dice, policy)
    return found


def _off(kept: KeptValues, exact: Exact, game: Game[Any], level: str) -> float:
    """What packing changed, at whistles of other games."""
    judge = judge_in(game, kept)
    states = [s for s in whistles(game, level, OTHERS, TRIED_SEED) if judge.note(s) is not None]
    places = [exact.reduction.where(s) for s in states]
    values = exact.values(set(places))
    apart = [judge.note(s) - values[place].equity for s, place in zip(states, places, strict=True)]
    return float(np.sqrt(np.mean(np.square(apart))))


def on_trial(
    kept: KeptValues,
    game: Game[Any],
    tried: int,
    seconds: float,
    jobs: int = 1,
    progress: Progress = lambda what, share: None,
) -> KeptValues:
    """The same, tried on at most so many games of the policy that it was not learned from."""
    began = time.monotonic()
    predicted: list[Floats] = []
    results: list[Floats] = []
    count = 0
    given = (plan_for(game, kept.about.level, TRIED_SEED), kept)
    with executor(jobs) as pool:
        for played, chances, ends in in_pieces(pool, try_some, given, tried, seconds=seconds, least=FEWEST):
            predicted.append(chances)
            results.append(ends)
            count += played
            progress("trying", max(count / tried, min(1.0, (time.monotonic() - began) / seconds)))
    groups = grouped(np.concatenate(predicted), np.concatenate(results))
    about = msgspec.structs.replace(kept.about, tried=count, groups=groups, error=distance(groups))
    return KeptValues(about, kept.names, kept.arrays)


def try_some(plan: Plan, kept: KeptValues, first: int, last: int) -> tuple[int, Floats, Floats]:
    """How many games were played; at each of their whistles the predicted chance, and how its game ended."""
    judge = _judge(opened(plan), kept)
    games = note_some(plan, lambda _, s: judge.note(s), (), first, last)
    chances = judge.worths([note for notes, _ in games for note in notes])
    ends = np.repeat([result for _, result in games], [len(notes) for notes, _ in games])
    return last - first, np.asarray(chances), ends


_last: list[tuple[Game[Any], ValuesAbout, Judge]] = []


def _judge(game: Game[Any], kept: KeptValues) -> Judge:
    """The values of a piece; the next piece has the same."""
    if not (_last and _last[0][0] is game and _last[0][1] == kept.about):
        _last[:] = [(game, kept.about, judge_in(game, kept))]
    return _last[0][2]


def ensure(game: Game[Any], progress: Progress = lambda what, share: None) -> Judge:
    """The values of this game; made here and kept in the cache where there are none."""
    found = values_of(game)
    if found is not None:
        return found
    path = cached_file(game)
    with build_lock(path):
        if kept_for(game) is None:
            write(path, make(game, games=QUICK, tried=QUICK // 10, seconds=20.0, progress=progress))
    found = values_of(game)
    assert found is not None
    return found
