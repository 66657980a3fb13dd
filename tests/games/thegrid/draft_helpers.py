"""Drafts and auctions for tests: pools of whom only the type matters, and a table run by a script."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from fieldhouse.games.thegrid.auction.rules import AuctionGame
from fieldhouse.games.thegrid.draft.rules import Draft
from fieldhouse.games.thegrid.team_building.game import TeamBuildingGame
from fieldhouse.games.thegrid.team_building.pool import pool_data
from fieldhouse.games.thegrid.teams.creation import create_player
from fieldhouse.games.thegrid.teams.players import Player, roster_faults
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Chance, Choose, Draw, Request, Rules


def pool_of(qb: int, hbe: int, ln: int) -> list[Player]:
    """Players Q0.., H0.., L0.. in that order, all alike."""
    kinds = (("Q", "QB", qb), ("H", "HBE", hbe), ("L", "LN", ln))
    return [alike(f"{letter}{n}", kind) for letter, kind, count in kinds for n in range(count)]


def alike(identity: str, kind: str) -> Player:
    """A player with a seven in everything."""
    return msgspec.structs.replace(create_player(kind, lambda: 7, 1, identity), id=identity)


def draft(pool: list[Player] | None = None, coaches: int = 2, **options: Any) -> Draft:
    """A draft of this pool, or of the default one."""
    materials = {} if pool is None else {"pool": pool_data(pool)}
    game = find("thegrid-draft").open({"coaches": coaches, **options}, materials)
    assert isinstance(game, Draft)
    return game


def auction(pool: list[Player] | None = None, coaches: int = 2, **options: Any) -> AuctionGame:
    """An auction of this pool, or of the default one."""
    materials = {} if pool is None else {"pool": pool_data(pool)}
    game = find("thegrid-auction").open({"coaches": coaches, **options}, materials)
    assert isinstance(game, AuctionGame)
    return game


def send(rules: Rules, *keys: str) -> Request | None:
    """Answer in order; what is asked next, or None at the whistle."""
    request: Request | None = None
    try:
        request = next(rules)
        for key in keys:
            legal = request.keys if isinstance(request, Choose | Chance) else ()
            assert key in legal, f"{key} is no answer to {request!r}"
            request = rules.send(request.value(key) if isinstance(request, Chance) else key)
    except StopIteration:
        return None
    return request


def asks(rules: Rules, *keys: str) -> Choose:
    """The choice that is open after these answers."""
    request = send(rules, *keys)
    assert isinstance(request, Choose), request
    return request


def draws(rules: Rules, *keys: str) -> Draw:
    """The lot that is open after these answers."""
    request = send(rules, *keys)
    assert isinstance(request, Draw), request
    return request


def random_policy(seed: int) -> Any:
    """Random legal answers, modest bids."""
    rng = Random(seed)

    def answer(request: Choose, s: Any) -> str:
        keys = list(request.keys)
        return rng.choice(keys[:4] if "bid" in request.what else keys)

    return answer


def played_out(game: TeamBuildingGame[Any], seed: int) -> Any:
    """The state at the end of a random course."""
    s = game.start()
    playout(game, s, FastDice(seed), random_policy(seed))
    return s


def legal_rosters(game: TeamBuildingGame[Any], s: Any) -> bool:
    """Fifteen each, of the right types, nobody twice."""
    everybody = [who for roster in s.rosters for who in roster]
    faults = [roster_faults([game.pool[who].type for who in roster]) for roster in s.rosters]
    return not any(faults) and len(set(everybody)) == len(everybody)
