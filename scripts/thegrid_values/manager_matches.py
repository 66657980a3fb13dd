"""The managers measured: leagues in which half of the coaches are of one level, half of another.

After forming, every team of the one plays every team of the other twice, home and away, by two `starter`
coaches with the automatic lineups. A draw is half a win. The interval goes by leagues, since the games of one
league share its teams.
"""

from __future__ import annotations

from random import Random
from statistics import mean, stdev
from typing import Any

import msgspec

from fieldhouse.games.thegrid.coaches.levels import policy
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.teams.players import Team, team_data
from fieldhouse.kernel.coaches import Policy
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.game import Setup
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import Folder, find
from fieldhouse.kernel.requests import Choose, Seat

RANDOM = "random"


class Score(msgspec.Struct, frozen=True):
    """The first level's share of the games, with its 95% interval by leagues."""

    leagues: int
    games: int
    share: float
    half_width: float

    def text(self) -> str:
        low, high = self.share - self.half_width, self.share + self.half_width
        return f"{self.share:.3f} ({low:.3f} to {high:.3f}) in {self.leagues} leagues, {self.games} games"


def compare(form: str, one: str, other: str, leagues: int, coaches: int, seed: int) -> Score:
    """`one` against `other` in leagues formed by `draft` or `auction`."""
    folder = find(f"thegrid-{form}")
    shares = []
    for league in range(leagues):
        rng = Random(f"managers:{form}:{seed}:{league}")
        first = set(rng.sample(range(coaches), coaches // 2))
        teams = _formed(
            folder, coaches, {seat: one if seat in first else other for seat in range(coaches)}, rng
        )
        pairs = [(a, b) for a in first for b in range(coaches) if b not in first]
        points = [_points(teams[a], teams[b], rng) for a, b in pairs]
        points += [1 - _points(teams[b], teams[a], rng) for a, b in pairs]
        shares.append(mean(points))
    games = leagues * 2 * (coaches // 2) * (coaches - coaches // 2)
    return Score(leagues, games, mean(shares), 1.96 * stdev(shares) / leagues**0.5)


def _formed(folder: Folder, coaches: int, levels: dict[Seat, str], rng: Random) -> list[Team]:
    game: Any = folder.open({"coaches": coaches, "world_seed": rng.randrange(1_000_000)})
    managers: dict[Seat, Policy] = {
        seat: _random(rng) if level == RANDOM else folder.coaches.policy(level, game, rng.randrange(1 << 30))
        for seat, level in levels.items()
    }
    s = game.start()
    playout(
        game, s, FastDice(rng.randrange(1 << 30)), lambda request, now: managers[request.seat](request, now)
    )
    return [game.team(s, seat) for seat in range(coaches)]


def _random(rng: Random) -> Policy:
    def anything(request: Choose, state: Any) -> str:
        return rng.choice(request.keys)

    return anything


def _points(home: Team, visitor: Team, rng: Random) -> float:
    base = find("thegrid").open({"lineups": "fixed"})
    teams = {"home": team_data(home), "visitor": team_data(visitor)}
    game = TheGrid(Setup(base.setup.options, {**base.setup.materials, **teams}))
    seed = rng.randrange(1 << 30)
    end = playout(game, game.start(), FastDice(seed), policy("starter", game, seed))
    return 0.5 if end.winner is None else float(end.winner == 0)
