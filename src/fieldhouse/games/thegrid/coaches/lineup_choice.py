"""Choose the lineup with the most points per game by the strength model (`team_building.strength_model`).

The model counts ratings one by one; blocking and defense only matter through their boxes (TG-6.2, TG-6.4), so
they are counted by the die and the modifier that the lineup really has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from fieldhouse.games.thegrid.rules.charts import BoundCharts
from fieldhouse.games.thegrid.team_building.strength_model import (
    lineup_features,
    points_in_place,
    weights,
)
from fieldhouse.games.thegrid.teams.creation import die_steps
from fieldhouse.games.thegrid.teams.players import DS, EMERGENCY, HB, LE, LINE, QB, RE, TYPES
from fieldhouse.kernel.requests import Seat

BLOCKS, GUARDS = 2, 3
"""Points of blocking, and of defense, to one box."""
BOXED = ("run_block", "pass_block", "run_defense", "pass_defense")


def lineup_points(game: BoundCharts, seat: Seat, lineup: Sequence[int]) -> float:
    """Points per game of this lineup."""
    return _unboxed(game, seat, lineup) + _blocking(game, seat, lineup) - _guarding(game, seat, lineup)


def _unboxed(game: BoundCharts, seat: Seat, lineup: Sequence[int]) -> float:
    by, team = weights(), game.teams[seat]
    features = lineup_features([team.at(lineup, place) for place in range(len(lineup))], 0)
    return sum(by[name] * value for name, value in features.items() if name not in BOXED)


def _blocking(game: BoundCharts, seat: Seat, lineup: Sequence[int]) -> float:
    by, (run, passing, _, _) = weights(), game.team_values(seat, lineup)
    return BLOCKS * (by["run_block"] * die_steps(run) + by["pass_block"] * die_steps(passing))


def _guarding(game: BoundCharts, seat: Seat, lineup: Sequence[int]) -> float:
    by, (_, _, run, passing) = weights(), game.team_values(seat, lineup)
    return GUARDS * (by["run_defense"] * run + by["pass_defense"] * passing)


@lru_cache(maxsize=64)
def best_lineup(game: BoundCharts, seat: Seat, able: Sequence[int]) -> tuple[int, ...]:
    """The best lineup of these players; empty if they do not fill every place (TG-5.2, TG-5.3).

    Cached across coaches: a server makes one for every question, and there are thousands of lineups to
    compare.
    """
    players = game.teams[seat].players
    of_type = {kind: [who for who in able if players[who].type == kind] for kind in TYPES}
    passers, backs, linemen = of_type["QB"], of_type["HBE"], of_type["LN"]
    if not passers:
        return ()
    passer = max(passers, key=lambda who: points_in_place(players[who], QB, weights()))
    found = _lineups(passer, backs, linemen)
    return max(found, key=_points_alike(game, seat), default=())


def _points_alike(game: BoundCharts, seat: Seat) -> Callable[[tuple[int, ...]], float]:
    """`lineup_points` for many lineups with one quarterback: what several of them share is counted once.

    Beside the boxes a lineup counts by its carriers and by the sum of the injury dice, which no place
    changes; the boxes of defense count by two sums.
    """
    players = game.teams[seat].players
    run, passing = ([getattr(player, key) for player in players] for key in ("run_defense", "pass_defense"))
    injury = [die_steps(player.injury) for player in players]
    unboxed: dict[tuple[int, ...], float] = {}
    blocking: dict[tuple[int, ...], float] = {}
    guarding: dict[tuple[int, int], float] = {}

    def alike(lineup: tuple[int, ...]) -> float:
        a, b, c, d, e, f, g = lineup[QB + 1 :]
        hurt = injury[a] + injury[b] + injury[c] + injury[d] + injury[e] + injury[f] + injury[g]
        carriers, line = (*lineup[HB : LINE[0]], hurt), lineup[LINE[0] : DS]
        guards = (
            run[a] + run[b] + run[c] + run[d] + run[e] + run[f] + run[g],
            passing[a] + passing[b] + passing[c] + passing[d] + passing[e] + passing[f] + passing[g],
        )
        if carriers not in unboxed:
            unboxed[carriers] = _unboxed(game, seat, lineup)
        if line not in blocking:
            blocking[line] = _blocking(game, seat, lineup)
        if guards not in guarding:
            guarding[guards] = _guarding(game, seat, lineup)
        return unboxed[carriers] + blocking[line] - guarding[guards]

    return alike


def _lineups(passer: int, backs: Sequence[int], linemen: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every lineup but for the order of the ends and of the line, which changes no sum."""
    for carriers in combinations(backs, 3):
        for line in combinations(linemen, 3):
            for safety in (*backs, *linemen):
                if safety in carriers or safety in line:
                    continue
                for half in carriers:
                    lineup = [EMERGENCY] * 8
                    lineup[QB], lineup[HB], lineup[DS] = passer, half, safety
                    lineup[LE], lineup[RE] = (who for who in carriers if who != half)
                    for place, who in zip(LINE, line, strict=True):
                        lineup[place] = who
                    yield tuple(lineup)
