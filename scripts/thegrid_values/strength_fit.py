"""Fit the strength model of the managers to simulated games of rolled teams. Needs the [lab] extra (numpy).

Pairs of teams are rolled by DC-5, half of them picked over (the best of twice as many by a random taste), so
that strong and lopsided teams occur; each pair plays two games of two `starter` coaches, once with either at
home. The margin is regressed on the difference of features; the last fifth of the pairs is held out.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from fieldhouse.games.thegrid.coaches.levels import policy
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.team_building.strength_model import FEATURES, lineup_features
from fieldhouse.games.thegrid.teams.creation import (
    SQUAD,
    automatic_lineup,
    create_player,
    create_squad,
    grade,
    two_d6,
)
from fieldhouse.games.thegrid.teams.players import ORDER, Player, Team, card_ids, team_data
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.game import Setup
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import find


def rolled_team(rng: Random) -> Team:
    """A squad as rolled, or picked over by a taste of its own."""
    roll = two_d6(rng)
    if rng.random() < 0.5:
        squad = create_squad(roll)
    else:
        taste = {key: rng.random() for keys in ORDER.values() for key in keys}
        squad = []
        for kind in ("QB", "HBE", "LN"):
            count = SQUAD.count(kind)
            made = [create_player(kind, roll, n) for n in range(2 * count)]
            made.sort(key=lambda one: -sum(taste[key] * getattr(one, key) for key in ORDER[one.type]))
            squad += made[:count]
    ids = card_ids([player.number for player in squad])
    players = tuple(
        msgspec.structs.replace(player, card=card, name=f"Man {n}")
        for n, (player, card) in enumerate(zip(squad, ids, strict=True))
    )
    return Team("Rolled", "ROL", "-", players, automatic_lineup(players))


def features(team: Team) -> list[int]:
    """The team's row of the regression."""
    men: list[Player] = [team.players[who] for who in team.lineup]
    bench = sum(grade(player) for who, player in enumerate(team.players) if who not in team.lineup)
    found = lineup_features(men, bench)
    return [found[name] for name in FEATURES]


def play_pairs(pairs: int, seed: int) -> tuple[list[list[int]], list[list[int]]]:
    """For each pair the difference of features and both margins, the first team's side."""
    base = find("thegrid").open({"lineups": "fixed"})
    differences, margins = [], []
    for number in range(pairs):
        rng = Random(f"strength:{seed}:{number}")
        one, other = rolled_team(rng), rolled_team(rng)
        margin = []
        for game_number, (home, visitor) in enumerate(((one, other), (other, one))):
            teams = {"home": team_data(home), "visitor": team_data(visitor)}
            game = TheGrid(Setup(base.setup.options, {**base.setup.materials, **teams}))
            s = game.start()
            number_seed = 2 * number + game_number + 1_000_003 * seed
            playout(game, s, FastDice(number_seed), policy("starter", game, number_seed))
            points = s.scores[0] - s.scores[1]
            margin.append(points if game_number == 0 else -points)
        differences.append([a - b for a, b in zip(features(one), features(other), strict=True)])
        margins.append(margin)
    return differences, margins


def fit(pairs: int, seed: int) -> dict[str, Any]:
    """Weights in points a game, their standard errors, and how the held-out fifth came out."""
    import numpy as np

    differences, margins = play_pairs(pairs, seed)
    x, y = np.array(differences, dtype=float), np.array(margins, dtype=float).mean(axis=1)
    train = pairs - pairs // 5
    weights, *_ = np.linalg.lstsq(x[:train], y[:train], rcond=None)
    left = y[:train] - x[:train] @ weights
    errors = np.sqrt(np.diag(np.linalg.inv(x[:train].T @ x[:train])) * left.var())
    told = x[train:] @ weights
    held = np.array(margins[train:], dtype=float)
    one_game = (held - told[:, None]).std()
    decided = held != 0
    right = (np.sign(held) == np.sign(told)[:, None])[decided].mean()
    explained = 1 - ((y[train:] - told) ** 2).sum() / ((y[train:] - y[train:].mean()) ** 2).sum()
    return {
        "points": {name: float(w) for name, w in zip(FEATURES, weights, strict=True)},
        "error": {name: float(e) for name, e in zip(FEATURES, errors, strict=True)},
        "report": {
            "games": 2 * pairs,
            "seed": seed,
            "held_out_games": int(held.size),
            "spread": float(one_game),
            "held_out_explained": float(explained),
            "held_out_winner_right": float(right),
        },
    }


def file_text(found: dict[str, Any]) -> str:
    """The fitted model as the file that is shipped."""
    report = found["report"]
    lines = [
        "# Points a game per unit of each feature (team_building/strength_model.py), fitted by",
        f"# python -m scripts.thegrid_values strength --pairs {report['games'] // 2} --seed {report['seed']}",
        "",
        "[points]",
        *(f"{name} = {value:.3f}" for name, value in found["points"].items()),
        "",
        "[standard_error]",
        *(f"{name} = {value:.3f}" for name, value in found["error"].items()),
        "",
        "[report]",
        "# spread: of one held-out game's margin around the model; explained: of a pair's mean margin.",
        *(
            f"{name} = {value if isinstance(value, int) else format(value, '.3f')}"
            for name, value in report.items()
        ),
    ]
    return "\n".join(lines) + "\n"
