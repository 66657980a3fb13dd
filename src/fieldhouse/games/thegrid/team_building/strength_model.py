"""A lineup's value in points per game: a linear model fitted to simulated games (`charts/strength.toml`).

`scripts/thegrid_values` fits it and writes its report. Ratings count where a player lines up: a
halfback's Run Yards, an end's Pass Yards, a lineman's blocks, everyone's defense.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from fieldhouse.football.charts import read_toml
from fieldhouse.games.thegrid.chart_files import chart_text
from fieldhouse.games.thegrid.teams.creation import die_steps
from fieldhouse.games.thegrid.teams.players import CARRIERS, DS, HB, LE, LINE, QB, Player

Weights = Mapping[str, float]

FEATURES = (
    "qb_flat",
    "qb_short",
    "qb_long",
    "qb_pass_yards",
    "qb_interception",
    "hb_run_yards",
    "hb_pass_yards",
    "hb_fumble",
    "end_run_yards",
    "end_pass_yards",
    "end_fumble",
    "kicking",
    "run_block",
    "pass_block",
    "run_defense",
    "pass_defense",
    "injury",
    "bench",
)
"""Sums of ratings, dice by their steps (d4 is 0, d12 is 4); `kicking` is the best carrier's; `bench` is the
plain sum of the reserves' grades; `injury` the steps of the eight."""


def place_features(player: Player, place: int) -> dict[str, int]:
    """What a player adds in a place, without kicking and the bench."""
    found = {"injury": die_steps(player.injury)}
    if place == QB:
        return found | {
            "qb_flat": player.flat,
            "qb_short": player.short,
            "qb_long": player.long,
            "qb_pass_yards": die_steps(player.pass_yards),
            "qb_interception": die_steps(player.interception),
        }
    found |= {"run_defense": player.run_defense, "pass_defense": player.pass_defense}
    if place in LINE:
        return found | {"run_block": player.run_block, "pass_block": player.pass_block}
    if place == DS:
        return found
    where = "hb" if place == HB else "end"
    return found | {
        f"{where}_run_yards": die_steps(player.run_yards),
        f"{where}_pass_yards": die_steps(player.pass_yards),
        f"{where}_fumble": die_steps(player.fumble),
    }


def lineup_features(players: Sequence[Player], bench: int) -> dict[str, int]:
    """The features of eight players by place, with the reserves' grades added up."""
    found = dict.fromkeys(FEATURES, 0)
    for place, player in enumerate(players):
        for name, value in place_features(player, place).items():
            found[name] += value
    found["kicking"] = max(die_steps(players[place].kicking) for place in CARRIERS)
    found["bench"] = bench
    return found


@cache
def weights() -> Weights:
    """Points per game per unit of each feature, as packaged."""
    return dict(read_toml("strength", chart_text("strength"))["points"])


def points_in_place(player: Player, place: int, by: Weights) -> float:
    """Points per game that a player adds in a place, without kicking."""
    return sum(by[name] * value for name, value in place_features(player, place).items())


def roles(player: Player, by: Weights) -> dict[int, float]:
    """Points by kind of place the player may take: QB, HB, LE (either end), LG (the line), DS."""
    places = {"QB": (QB,), "HBE": (HB, LE, DS), "LN": (LINE[0], DS)}[player.type]
    return {place: points_in_place(player, place, by) for place in places}
