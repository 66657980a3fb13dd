"""Sure and out in the NFL's play-offs before everything can be counted: claimed only where it is so."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
import pytest

from fieldhouse.football.competition.format import Format
from fieldhouse.football.nfl_seasons.format import NflSeason, ScheduledGame, season_format
from fieldhouse.football.nfl_seasons.history import real_season
from fieldhouse.league import FinalScore, SeasonFacts
from fieldhouse.league.odds import ScoreModel, estimate_odds
from fieldhouse.league.odds.clinch_proofs import format_proofs
from fieldhouse.league.season import Season

RESULTS = (FinalScore(3, 0), FinalScore(0, 0), FinalScore(0, 3))


def small(season: int) -> NflSeason:
    """Two conferences of three divisions with two teams; everybody once within the conference."""
    divisions = tuple(
        (f"{conference} {side}", (6 * c + 2 * d, 6 * c + 2 * d + 1))
        for c, conference in enumerate(("AFC", "NFC"))
        for d, side in enumerate(("East", "Central", "West"))
    )
    pairs = [pair for c in (0, 6) for pair in combinations(range(c, c + 6), 2)]
    games = tuple(ScheduledGame(1 + n % 5, visitor, home) for n, (home, visitor) in enumerate(pairs))
    return NflSeason(tuple("abcdefghijkl"), season, divisions, games)


def fields(form: Format, results: dict[str, FinalScore]) -> Iterator[set[int]]:
    """The play-off fields that these results may give: lots as listed, and turned round."""
    for turn in (1, -1):
        lots: dict[str, list[int]] = {}
        while True:
            season = Season(form, SeasonFacts(results, lots))
            if season.lot is None:
                break
            lots[season.lot.id] = list(season.lot.entries)[::turn]
        yield set(season.progress.reached["play-offs"])


@pytest.mark.parametrize("season", [1977, 1982, 1985, 1995])
def test_what_is_proved_is_so_however_the_rest_ends(season: int) -> None:
    """Three games left in each of some small seasons, all 27 ways of them followed to the field."""
    form, rng, claims = small(season), np.random.default_rng(season), 0
    games = list(form.fixtures())
    for _ in range(4):
        results = {game.id: RESULTS[rng.choice(3, p=(0.55, 0.1, 0.35))] for game in games}
        left = [games[n].id for n in rng.choice(15, 3, replace=False)]  # of the AFC
        so_far = {name: score for name, score in results.items() if name not in left}
        said = format_proofs(form, SeasonFacts(so_far))["play-offs"]
        for ending in product(RESULTS, repeat=3):
            for field in fields(form, so_far | dict(zip(left, ending, strict=True))):
                for team, proved in enumerate(said):
                    assert proved is None or proved == (team in field), (left, ending, team)
        claims += sum(proved is not None for proved in said)
    assert claims > 8, "a proof that is never given proves nothing"


@pytest.mark.parametrize(("season", "last"), [(1985, 15), (1995, 16), (2023, 17)])
def test_late_in_a_real_season_some_are_sure_and_some_are_out(season: int, last: int) -> None:
    """Nothing contradicts what really happened, nor any season drawn; columns add up to the places."""
    real = real_season(season)
    form = season_format(real)
    pairs = list(zip(form.fixtures(), real.regular, strict=True))
    scores = {fixture.id: FinalScore(game.home_points, game.visitor_points) for fixture, game in pairs}
    known = SeasonFacts({fixture.id: scores[fixture.id] for fixture, _ in pairs if fixture.week <= last})
    rng = np.random.default_rng(1)
    size = len(form.names)
    model = ScoreModel(*(rng.integers(0, 30, (size, size, 9), dtype=np.int16) for _ in range(2)))
    found = estimate_odds(form, known, model, seasons=300)
    assert not found.exact
    proved = found.proved["play-offs"]
    assert proved.count(True) >= 2 and proved.count(False) >= 4
    (field, _) = fields(form, scores)
    for team, said in enumerate(proved):
        if said is not None:
            assert said == (team in field) == found.reached["play-offs"][team]
            assert found.stage_words("play-offs", team) == ("clinched" if said else "out")
        if said is False:
            assert found.stage_words("", team) == "out", "out of one stage, out of all"
    assert sum(found.reached["play-offs"]) == pytest.approx(2 * form.teams_in_play_offs)
    assert sum(found.champion) == pytest.approx(1)
