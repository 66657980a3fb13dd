"""The chances of everything: places, stages, the title."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import factorial, prod, sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

from fieldhouse.football.competition.format import Entry, Fixture, Format, SeasonProgress
from fieldhouse.league.odds.clinch_proofs import (
    clinch_status,
    combine_proofs,
    format_proofs,
    place_bounds,
    stages_in_order,
)
from fieldhouse.league.odds.score_model import Given, ScoreModel
from fieldhouse.league.odds.season_batch import EnumeratedSeasons, SampledSeasons, TooManyEndings
from fieldhouse.league.season import Season, SeasonFacts
from fieldhouse.league.standings import FinalScore

Chances = Callable[[Fixture], Sequence[tuple[FinalScore, Fraction]]]
"""The results a fixture may have, each with its chance; together 1."""


def endings(form: Format, known: SeasonFacts, chances: Chances) -> Iterator[tuple[SeasonProgress, Fraction]]:
    """Every way the competition may end, with its chance."""
    season = Season(form, known)
    if season.lot is not None:
        orders = Fraction(1, factorial(len(season.lot.entries)))
        for drawn in permutations(season.lot.entries):
            lots = {**known.lots, season.lot.id: list(drawn)}
            yield from _further(form, SeasonFacts(known.results, lots, known.struck), chances, orders)
    elif season.waiting:
        fixture = season.waiting[0]
        for score, chance in chances(fixture):
            results = {**known.results, fixture.id: score}
            yield from _further(form, SeasonFacts(results, known.lots, known.struck), chances, chance)
    else:
        yield season.progress, Fraction(1)


def _further(
    form: Format, known: SeasonFacts, chances: Chances, chance: Fraction
) -> Iterator[tuple[SeasonProgress, Fraction]]:
    for progress, rest in endings(form, known, chances):
        yield progress, chance * rest


CHUNK = 2500
"""Seasons at a time: arrays stay small."""
FEW = 64
"""So many branches are enumerated one by one, ordinary games and lots included."""
BITS = 15
"""So many knockout games are enumerated all at once."""
CELLS = 40_000_000
"""Seasons times pairs of teams that are held at once: 160 MB."""


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
    proved: dict[str, list[bool | None]] = {}
    """By stage ("" is the title): who is sure of it (True), and who is out (False), whatever is drawn."""

    def error(self, chance: float) -> float:
        """The standard error of a chance."""
        return 0.0 if self.exact else sqrt(chance * (1 - chance) / self.seasons)

    def stage_words(self, stage: str, team: int) -> str:
        """The chance of coming to a stage, or of the title (""), in words."""
        chance = self.reached[stage][team] if stage else self.champion[team]
        proved = self.proved.get(stage, [None] * len(self.names))[team]
        return self.words(chance, proved=proved is not None)

    def words(self, chance: float, *, proved: bool = False) -> str:
        """`62%`; "clinched" and "out" only where they are proved."""
        if (self.exact or proved) and chance in (0.0, 1.0):
            return "clinched" if chance else "out"
        percent = round(100 * chance)
        if percent > 99:
            return ">99%"
        return f"{percent}%" if percent else "<1%"


class _Sums:
    """Chances as they come in, from weighted seasons."""

    def __init__(self, teams: int) -> None:
        self.teams = teams
        self.places: dict[str, NDArray[np.float64]] = {}
        self.reached: dict[str, NDArray[np.float64]] = {}
        self.champion = np.zeros(teams)

    def add(self, progress: SeasonProgress, weights: NDArray[np.float64]) -> None:
        for name, table in progress.tables.items():
            sums = self.places.setdefault(name, np.zeros((self.teams, len(table))))
            for place, entry in enumerate(table):
                sums[:, place] += self._share(entry, weights)
        for name, entries in progress.reached.items():
            stage = self.reached.setdefault(name, np.zeros(self.teams))
            for entry in entries:
                stage += self._share(entry, weights)
        self.champion += self._share(progress.champion, weights)

    def _share(self, entry: Entry, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        teams = np.broadcast_to(np.asarray(entry, np.int64), weights.shape)
        return np.asarray(np.bincount(teams, weights, self.teams), np.float64)

    def odds(self, form: Format, seasons: int, *, exact: bool) -> Odds:
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


def estimate_odds(
    form: Format,
    known: SeasonFacts,
    model: ScoreModel,
    *,
    given: Given | None = None,
    seasons: int = 10_000,
    seed: int = 1,
) -> Odds:
    """Exact where few games are left, else from so many seasons drawn.

    `given` are fixtures, by id, of which the outcome (not the score) is taken for granted: what if?
    """
    if given:
        model = model.with_assumed(given)
    now = Season(form, known)
    found = _all_at_once(form, known, model, now) or _one_by_one(form, known, model, now)
    if found is not None:
        return found
    rng = np.random.default_rng(seed)
    sums = _Sums(len(form.names))
    for start in range(0, seasons, CHUNK):
        rows = min(CHUNK, seasons - start)
        many = SampledSeasons(form, known, model, rows, rng)
        many.run()
        sums.add(many.progress, many.weights * (rows / seasons))
    drawn = sums.odds(form, seasons, exact=False)
    drawn.proved = _proved(form, known, many.progress)
    return drawn


def _proved(form: Format, known: SeasonFacts, progress: SeasonProgress) -> dict[str, list[bool | None]]:
    bounds, teams = place_bounds(form, known), len(form.names)
    own = format_proofs(form, known)
    nothing: list[bool | None] = [None] * teams
    stages = {
        name: combine_proofs(clinch_status(progress, entries, bounds, teams), own.get(name, nothing))
        for name, entries in progress.reached.items()
    }
    return stages_in_order({**stages, "": clinch_status(progress, [progress.champion], bounds, teams)})


def odds_by_week(
    form: Format, known: SeasonFacts, model: ScoreModel, *, seasons: int = 2_000, seed: int = 1
) -> list[Odds]:
    """The odds before the first game and after each week that is played, of the ordinary games so far."""
    fixtures = Season(form, known).fixtures
    weeks = {f.id: f.week for f in fixtures if f.week and not f.knockout}
    played = sorted({week for name, week in weeks.items() if name in known.results})
    found = []
    for last in (0, *played):
        results = {n: score for n, score in known.results.items() if 0 < weeks.get(n, 0) <= last}
        lots = {name: drawn for name, drawn in known.lots.items() if ", place " not in name}
        then = msgspec.structs.replace(known, results=results, lots=lots)
        found.append(estimate_odds(form, then, model, seasons=seasons, seed=seed))
    return found


def _one_by_one(form: Format, known: SeasonFacts, model: ScoreModel, now: Season) -> Odds | None:
    """The slow and certain way, ordinary games and lots included, while branches are few."""
    ways = prod(len(model.chances(fixture)) for fixture in now.waiting[:8])
    if ways > FEW or len(now.waiting) > 8 or (now.lot is not None and len(now.lot.entries) > 4):
        return None
    sums = _Sums(len(form.names))
    for branches, (progress, chance) in enumerate(endings(form, known, model.chances), start=1):
        if branches > FEW:
            return None
        sums.add(progress, np.array([float(chance)]))
    return sums.odds(form, 0, exact=True)


def _all_at_once(form: Format, known: SeasonFacts, model: ScoreModel, now: Season) -> Odds | None:
    """Every way in which what is left may end, as arrays: knockout games by their winners, and a few
    ordinary games by all their scores; no lots."""
    if now.lot is not None:
        return None
    ordinary = [fixture for fixture in now.waiting if not fixture.knockout]
    if len(ordinary) > 4:
        return None
    scores = {fixture.id: model.chances(fixture) for fixture in ordinary}
    games = _Counting(form, known, model)
    games.run()
    rows = prod(map(len, scores.values())) << games.games
    if games.games > BITS or rows * len(form.names) ** 2 > CELLS:
        return None
    many = EnumeratedSeasons(form, known, model, rows, scores)
    try:
        many.run()
    except TooManyEndings:
        return None
    sums = _Sums(len(form.names))
    sums.add(many.progress, many.weights)
    return sums.odds(form, 0, exact=True)


class _Counting(SampledSeasons):
    """One season, to count the knockout games that are left: a form has as many whatever happens."""

    def __init__(self, form: Format, known: SeasonFacts, model: ScoreModel) -> None:
        super().__init__(form, known, model, 1, np.random.default_rng(0))
        self.games = 0

    def home_wins(self, fixture: object) -> NDArray[np.bool_]:
        self.games += 1
        return np.ones(1, np.bool_)
