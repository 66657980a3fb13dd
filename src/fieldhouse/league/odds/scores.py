"""The score model of a league's pairings: by the game's exact tables where it leaves them open for any card,
else by games played out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fieldhouse.football.contest.asks import Fixture
from fieldhouse.lab.bulk import bind, run_chunk
from fieldhouse.lab.compiling.packed import Loaded
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.odds.model import Points, ScoreModel
from fieldhouse.league.teams import HouseTeams

EXACT_SAMPLES = 400
PLAYED_SAMPLES = 40
"""Games of a pairing that are played out one by one take milliseconds each."""


def score_model(teams: HouseTeams, seed: str = "odds", samples: int = 0) -> ScoreModel:
    """Scores of every pairing at either site. Clubs that are alike share theirs; the dice are never the
    league's."""
    size = len(teams.clubs)
    bound = _bound(teams, Fixture("odds", "odds", 0, 1)) is not None if size > 1 else False
    count = samples or (EXACT_SAMPLES if bound else PLAYED_SAMPLES)
    home, visitor = (np.zeros((size, size, count), np.int16) for _ in range(2))
    first: dict[object, tuple[int, int]] = {}
    play: Callable[..., None] = _by_tables if bound else _by_games
    dice = LeagueDice(f"odds {seed}")
    for h in range(size):
        for v in range(size):
            if h == v:
                continue
            alike = (teams.level_of(h), teams.level_of(v), repr(teams.clubs[h]), repr(teams.clubs[v]))
            if alike in first:
                other = first[alike]
                home[h, v], visitor[h, v] = home[other], visitor[other]
                continue
            first[alike] = h, v
            play(teams, Fixture(f"{v} at {h}", "odds", h, v), dice, home[h, v], visitor[h, v])
    return ScoreModel(home, visitor)


def _bound(teams: HouseTeams, fixture: Fixture) -> Loaded | None:
    """The tables of both cards; None where the game leaves nothing open, or the sides play differently."""
    level = teams.level_of(fixture.home)
    if level != teams.level_of(fixture.visitor) or not teams.folder.has("reduction"):
        return None
    return bind(teams.open(fixture), level)


def _by_tables(teams: HouseTeams, fixture: Fixture, dice: LeagueDice, home: Points, visitor: Points) -> None:
    loaded = _bound(teams, fixture)
    assert loaded is not None
    _, games = run_chunk(loaded, dice.seed(fixture.id), 0, len(home), each_game=True)
    home[:], visitor[:] = games[:, 1 + teams.home_seat], games[:, 2 - teams.home_seat]


def _by_games(teams: HouseTeams, fixture: Fixture, dice: LeagueDice, home: Points, visitor: Points) -> None:
    for n in range(len(home)):
        score = teams.play(fixture, dice, n + 1)
        home[n], visitor[n] = score.home, score.visitor
