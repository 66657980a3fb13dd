"""The chances of everything: places, stages, the title."""

from __future__ import annotations

from math import prod, sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

from fieldhouse.league.asks import Course, Entry, Form
from fieldhouse.league.exhaustive import endings
from fieldhouse.league.follow import Followed, Known
from fieldhouse.league.odds.many import Drawn, Enumerated, TooMany
from fieldhouse.league.odds.model import ScoreModel

CHUNK = 2500
"""Seasons at a time: arrays stay small."""
FEW = 64
"""So many branches are enumerated one by one, ordinary games and lots included."""
BITS = 15
"""So many knock-out games are enumerated all at once."""


class Odds(msgspec.Struct):
    """Chances by team: `places` by table and place, `reached` by stage, and the title.

    Columns of places and of the title add up to 1, those of a stage to the number of its places. `exact`:
    every way was counted, so 1 and 0 are proved; else it rests on `seasons` drawn ones (`error`).
    """

    names: tuple[str, ...]
    places: dict[str, list[list[float]]]
    reached: dict[str, list[float]]
    champion: list[float]
    seasons: int
    exact: bool

    def error(self, chance: float) -> float:
        """The standard error of a chance."""
        return 0.0 if self.exact else sqrt(chance * (1 - chance) / self.seasons)

    def words(self, chance: float) -> str:
        """`62 %`; "sure" and "out" only where they are proved."""
        if self.exact and chance in (0.0, 1.0):
            return "sure" if chance else "out"
        if chance > 0.995:
            return "> 99 %"
        return "< 1 %" if chance < 0.005 else f"{chance:.0%}".replace("%", " %")


class _Sums:
    """Chances as they come in, from weighted seasons."""

    def __init__(self, teams: int) -> None:
        self.teams = teams
        self.places: dict[str, NDArray[np.float64]] = {}
        self.reached: dict[str, NDArray[np.float64]] = {}
        self.champion = np.zeros(teams)

    def add(self, course: Course, weights: NDArray[np.float64]) -> None:
        for name, table in course.tables.items():
            sums = self.places.setdefault(name, np.zeros((self.teams, len(table))))
            for place, entry in enumerate(table):
                sums[:, place] += self._share(entry, weights)
        for name, entries in course.reached.items():
            stage = self.reached.setdefault(name, np.zeros(self.teams))
            for entry in entries:
                stage += self._share(entry, weights)
        self.champion += self._share(course.champion, weights)

    def _share(self, entry: Entry, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        teams = np.broadcast_to(np.asarray(entry, np.int64), weights.shape)
        return np.asarray(np.bincount(teams, weights, self.teams), np.float64)

    def odds(self, form: Form, seasons: int, *, exact: bool) -> Odds:
        def tidy(values: NDArray[np.float64]) -> list[float]:
            return [round(float(value), 12) for value in values]

        return Odds(
            form.names,
            {name: [tidy(row) for row in sums] for name, sums in self.places.items()},
            {name: tidy(sums) for name, sums in self.reached.items()},
            tidy(self.champion),
            seasons,
            exact,
        )


def odds(form: Form, known: Known, model: ScoreModel, *, seasons: int = 10_000, seed: int = 1) -> Odds:
    """Exact where few games are left, else from so many seasons drawn."""
    now = Followed(form, known)
    found = _all_at_once(form, known, model, now) or _one_by_one(form, known, model, now)
    if found is not None:
        return found
    rng = np.random.default_rng(seed)
    sums = _Sums(len(form.names))
    for start in range(0, seasons, CHUNK):
        rows = min(CHUNK, seasons - start)
        many = Drawn(form, known, model, rows, rng)
        many.run()
        sums.add(many.course, many.weights * (rows / seasons))
    return sums.odds(form, seasons, exact=False)


def _one_by_one(form: Form, known: Known, model: ScoreModel, now: Followed) -> Odds | None:
    """The slow and certain way, ordinary games and lots included, while branches are few."""
    ways = prod(len(model.chances(fixture)) for fixture in now.waiting[:8])
    if ways > FEW or len(now.waiting) > 8 or (now.lot is not None and len(now.lot.entries) > 4):
        return None
    sums = _Sums(len(form.names))
    for branches, (course, chance) in enumerate(endings(form, known, model.chances), start=1):
        if branches > FEW:
            return None
        sums.add(course, np.array([float(chance)]))
    return sums.odds(form, 0, exact=True)


def _all_at_once(form: Form, known: Known, model: ScoreModel, now: Followed) -> Odds | None:
    """Every way in which the knock-out games that are left may end, where nothing else is left."""
    if now.lot is not None or any(not fixture.knockout for fixture in now.waiting):
        return None
    games = _Counting(form, known, model)
    games.run()
    if games.games > BITS:
        return None
    many = Enumerated(form, known, model, games.games)
    try:
        many.run()
    except TooMany:
        return None
    sums = _Sums(len(form.names))
    sums.add(many.course, many.weights)
    return sums.odds(form, 0, exact=True)


class _Counting(Drawn):
    """One season, to count the knock-out games that are left: a form has as many whatever happens."""

    def __init__(self, form: Form, known: Known, model: ScoreModel) -> None:
        super().__init__(form, known, model, 1, np.random.default_rng(0))
        self.games = 0

    def home_wins(self, fixture: object) -> NDArray[np.bool_]:
        self.games += 1
        return np.ones(1, np.bool_)
