"""Who plays: the lineup worth most in points a game by the managers' model (`forming.strength`).

The model counts ratings one by one; blocking and defense only matter through their boxes (TG-6.2, TG-6.4),
so they are counted by the die and the modifier that the lineup really has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from fieldhouse.games.thegrid.charts.book import Book
from fieldhouse.games.thegrid.forming.strength import lineup_features, weights, worth
from fieldhouse.games.thegrid.teams.making import steps
from fieldhouse.games.thegrid.teams.players import DS, EMERGENCY, HB, LE, LINE, QB, RE, TYPES
from fieldhouse.kernel.requests import Seat

BLOCKS, GUARDS = 2, 3
"""Points of blocking, and of defense, to one box."""
BOXED = ("run_block", "pass_block", "run_defense", "pass_defense")


def points(book: Book, seat: Seat, lineup: Sequence[int]) -> float:
    """Points a game that this lineup is worth."""
    by, team = weights(), book.teams[seat]
    men = [team.at(list(lineup), place) for place in range(len(lineup))]
    features = lineup_features(men, 0)
    total = sum(by[name] * value for name, value in features.items() if name not in BOXED)
    run_block, pass_block, run_defense, pass_defense = book.team_values(seat, lineup)
    total += BLOCKS * (by["run_block"] * steps(run_block) + by["pass_block"] * steps(pass_block))
    return total - GUARDS * (by["run_defense"] * run_defense + by["pass_defense"] * pass_defense)


@lru_cache(maxsize=64)
def best_lineup(book: Book, seat: Seat, able: Sequence[int]) -> tuple[int, ...]:
    """The best lineup of these men; empty if they do not fill every place (TG-5.2, TG-5.3).

    Remembered from one coach to the next: a server makes one for every question, and there are thousands of
    lineups to compare.
    """
    players = book.teams[seat].players
    of_type = {kind: [who for who in able if players[who].type == kind] for kind in TYPES}
    passers, backs, linemen = of_type["QB"], of_type["HBE"], of_type["LN"]
    if not passers:
        return ()
    passer = max(passers, key=lambda who: worth(players[who], QB, weights()))
    found = _lineups(passer, backs, linemen)
    return max(found, key=lambda lineup: points(book, seat, lineup), default=())


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
