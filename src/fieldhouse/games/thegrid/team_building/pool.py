"""The pool of players for a draft or an auction: its file, and the checks it gets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

import msgspec

from fieldhouse.football.charts import ChartFaults
from fieldhouse.games.thegrid.teams.creation import world_team
from fieldhouse.games.thegrid.teams.players import (
    NEEDED,
    ROSTER,
    TYPES,
    Player,
    Team,
    check_player,
    player_data,
    read_player,
    read_team,
    toml_row,
)
from fieldhouse.kernel.errors import BadChart, BadOptions

MOST_COACHES = 12


def pool_of_teams(teams: Iterable[Team], pool: Iterable[Player] = ()) -> list[Player]:
    """The pool and every player of these teams (TG-4.29).

    Players from a pool keep their id; the others get their team's code and their card: `CAN-10`. Where two
    teams share a code the second is `CAN2`.
    """
    listed, found = list(teams), list(pool)
    players = [*found, *(player for team in listed for player in team.players)]
    taken = {player.id.rpartition("-")[0] for player in players}
    for team in listed:
        code = next(code for code in _codes(team.code) if code not in taken)
        taken.add(code)
        found += [
            player if player.id else msgspec.structs.replace(player, id=f"{code}-{player.card}")
            for player in team.players
        ]
    return found


def _codes(code: str) -> Iterator[str]:
    yield code
    yield from (f"{code}{again}" for again in count(2))


def with_player(pool: Sequence[Player], player: Player) -> list[Player]:
    """The pool and one who was made alone: `OWN-7`, the second with that number `OWN-7/2`."""
    taken = {one.id for one in pool}
    ids = (f"OWN-{player.number}" + (f"/{again}" if again > 1 else "") for again in count(1))
    return [*pool, msgspec.structs.replace(player, id=next(one for one in ids if one not in taken))]


def read_players(data: Any, where: str) -> tuple[list[Player], list[Team]]:
    """A file of players, which is a pool or a team."""
    if isinstance(data, Mapping) and "players" in data:
        return read_pool(data, where), []
    return [], [read_team(data, where)]


def default_pool(coaches: int, seed: int) -> list[Player]:
    """The teams of one set per two coaches, the lowest sets first (TG-4.26)."""
    if not 2 <= coaches <= MOST_COACHES:
        raise BadOptions(f"coaches: {coaches} is not a whole number from 2 to {MOST_COACHES} (TG-4.26)")
    return pool_of_teams(world_team(seed, index) for index in range(1, 2 * ((coaches + 1) // 2) + 1))


def pool_faults(kinds: Sequence[str], coaches: int) -> list[str]:
    """Why a pool of these types cannot serve that many coaches (TG-4.3)."""
    types = Counter(kinds)
    faults = []
    if len(kinds) < ROSTER * coaches:
        faults.append(f"the pool has {len(kinds)} players, but {coaches} coaches need {ROSTER * coaches}")
    faults += [
        f"the pool has {types[kind]} {kind}s, but {coaches} coaches need {least * coaches}"
        for kind, least in NEEDED.items()
        if types[kind] < least * coaches
    ]
    return faults


# As data, in a file or a record: {"players": [{"id", "type", "number", "name", ratings}, ...]}


def pool_data(pool: Sequence[Player]) -> dict[str, Any]:
    """The pool as plain data."""
    return {"players": [{"type": player.type, **player_data(player)} for player in pool]}


def pool_text(pool: Sequence[Player]) -> str:
    """The pool as a file that people edit."""
    rows = (toml_row(row) for row in pool_data(pool)["players"])
    return (
        "# The pool of a draft or an auction. Every player has an `id` of their own.\n\n"
        "players = [\n" + "".join(f"    {row},\n" for row in rows) + "]\n"
    )


def read_pool(data: Any, where: str = "pool") -> list[Player]:
    """The players, or BadChart with every fault, each with its row and column."""
    rows = data.get("players") if isinstance(data, Mapping) else None
    if not isinstance(rows, list) or set(data) != {"players"}:
        raise BadChart([f"{where}: a pool is one list, players = [...]"])
    faults = ChartFaults(where)
    for place, row in enumerate(rows, start=1):
        _check(faults, place, row)
    if not faults.list:
        for one, times in Counter(str(row["id"]) for row in rows).items():
            if times > 1:
                faults.add(f"{times} players have the id {one!r}")
    faults.refuse()
    return [read_player(str(row["number"]), row["type"], row) for row in rows]


def _check(faults: ChartFaults, place: int, row: Any) -> None:
    kind = row.get("type") if isinstance(row, Mapping) else None
    if kind not in TYPES:
        faults.one_of(place, "type", kind, TYPES)
        return
    check_player(faults, place, kind, {key: value for key, value in row.items() if key != "type"})
    if "id" not in row:
        faults.add("is missing (TG-4.29)", place, "id")
