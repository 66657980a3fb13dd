"""Processor time and memory of the odds engine: 10,000 seasons of a whole NFL schedule, made-up scores."""

from __future__ import annotations

import resource
import sys
import time

import numpy as np

from fieldhouse.football.nfl_seasons.format import season_format
from fieldhouse.football.nfl_seasons.history import real_season
from fieldhouse.league import SeasonFacts
from fieldhouse.league.odds import ScoreModel, estimate_odds


def main(season: int = 2023, seasons: int = 10_000) -> None:
    form = season_format(real_season(season))
    teams = len(form.names)
    rng = np.random.default_rng(1)
    strength = rng.normal(0, 5, teams)
    edge = (strength[:, None, None] - strength[None, :, None]) / 2
    home, visitor = (
        np.maximum(0, rng.normal(mean, 10, (teams, teams, 400)) + sign * edge).astype(np.int16)
        for mean, sign in ((23, 1), (21, -1))
    )
    model = ScoreModel(home, visitor)
    for name in ("first (compiles or loads)", "then"):
        began = time.process_time()
        estimate_odds(form, SeasonFacts(), model, seasons=seasons)
        took = time.process_time() - began
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{name}: {seasons} seasons of {season}, {took:.2f} s of processor, {memory:.0f} MB at most")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
