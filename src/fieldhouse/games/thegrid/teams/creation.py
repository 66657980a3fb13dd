"""Teams without a file: sample teams, created players, the twelve of a World Tournament (DC-5 to DC-10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

import msgspec

from fieldhouse.football.charts import read_toml
from fieldhouse.games.thegrid.chart_files import chart_text
from fieldhouse.games.thegrid.meta import TOWNS
from fieldhouse.games.thegrid.teams.players import (
    DICE,
    DS,
    ELIGIBLE,
    HB,
    LE,
    LG,
    NUMBERS,
    ORDER,
    QB,
    RE,
    RG,
    SIDES_OF_DICE,
    C,
    Player,
    Team,
    card_ids,
    read_team,
)

# DC-5: each column as the value of the totals 2 to 12.
COLUMNS: dict[str, tuple[int, ...]] = {
    "N": (-2, -2, -1, -1, 0, 0, 0, 1, 1, 2, 2),
    "S": (4, 4, 4, 6, 6, 6, 8, 8, 10, 10, 12),
    "I": (4, 4, 4, 4, 4, 4, 6, 6, 6, 8, 10),
    "H": (4, 4, 6, 6, 6, 8, 8, 10, 10, 12, 12),
    "K": (4, 4, 4, 4, 6, 6, 6, 8, 8, 10, 12),
    "F": (0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2),
    "B": (0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3),
}
COLUMN_OF: dict[str, tuple[str, ...]] = {
    "QB": ("N", "N", "N", "S", "I", "H"),
    "HBE": ("S", "S", "F", "F", "K", "H", "H"),
    "LN": ("B", "B", "F", "F", "H"),
}
SQUAD = ("QB",) * 3 + ("HBE",) * 6 + ("LN",) * 6  # DC-6 step 1
FIRST_NUMBER = {"QB": 10, "HBE": 20, "LN": 60}
GRADES = range(74, 83)  # DC-6 step 2

_NAMES = read_toml("names", chart_text("names"))
GIVEN: list[str] = " ".join(_NAMES["given"]).split()
SURNAMES: list[str] = " ".join(_NAMES["surnames"]).split()

WORLD: tuple[tuple[str, str], ...] = (
    ("Canton Founders", "United States"),
    ("Bremen Tidewolves", "Germany"),
    ("Halifax Icewrights", "Canada"),
    ("Puebla Obsidians", "Mexico"),
    ("Recife Cobalts", "Brazil"),
    ("Leeds Ironclads", "United Kingdom"),
    ("Bari Corsairs", "Italy"),
    ("Tampere Northlights", "Finland"),
    ("Ibadan Thunderheads", "Nigeria"),
    ("Sendai Lanterns", "Japan"),
    ("Busan Gales", "South Korea"),
    ("Perth Dustriders", "Australia"),
)
"""Team and country by index, from 1 (DC-10)."""

Rolls = Callable[[], int]
"""Rolls 2d6 and returns the total."""


def create_player(kind: str, roll: Rolls, number: int = 0, name: str = "") -> Player:
    """Roll a player on the creation tables (DC-5, TG-4.22)."""
    ratings = {
        rating: COLUMNS[column][roll() - 2]
        for rating, column in zip(ORDER[kind], COLUMN_OF[kind], strict=True)
    }
    return Player(str(number), number, name, kind, **ratings, id="")


def die_steps(sides: int) -> int:
    """d4 to d12 as 0 to 4 (DC-4)."""
    return SIDES_OF_DICE.index(sides) if sides in SIDES_OF_DICE else 0


def grade(player: Player) -> int:
    """The sum of a player's numbers and dice steps, without the Injury die (DC-4)."""
    numbers: int = sum(getattr(player, key) for key in NUMBERS[player.type])
    return numbers + sum(die_steps(getattr(player, key)) for key in DICE[player.type] if key != "injury")


def two_d6(rng: Random) -> Rolls:
    """2d6 by a random generator, as DC-10 says."""
    return lambda: rng.randint(1, 6) + rng.randint(1, 6)


def create_squad(roll: Rolls) -> list[Player]:
    """Three QBs, six HBEs and six LNs (DC-6 step 1), numbered in order of creation."""
    numbers = dict(FIRST_NUMBER)
    squad = []
    for kind in SQUAD:
        squad.append(create_player(kind, roll, numbers[kind]))
        numbers[kind] += 1
    return squad


def accepted_attempt(seed: int, index: int) -> int:
    """The number of the first attempt whose grades add up to 74 to 82 (DC-10 step 3)."""
    attempt = 0
    while sum(map(grade, create_squad(_attempt(seed, index, attempt)))) not in GRADES:
        attempt += 1
    return attempt


def _attempt(seed: int, index: int, attempt: int) -> Rolls:
    return two_d6(Random(f"thegrid:{seed}:{index}:{attempt}"))


@cache
def world_team(seed: int, index: int) -> Team:
    """Team 1 to 12 of the World Tournament of that seed, exactly reproducible (DC-10)."""
    squad = create_squad(_attempt(seed, index, accepted_attempt(seed, index)))
    names = world_names(seed, index, len(squad))
    ids = card_ids([player.number for player in squad])
    players = tuple(
        msgspec.structs.replace(player, card=card, name=name)
        for player, card, name in zip(squad, ids, names, strict=True)
    )
    name, country = WORLD[index - 1]
    return Team(name, name[:3].upper(), country, players, automatic_lineup(players))


def world_names(seed: int, index: int, count: int) -> list[str]:
    """Different full names, four dice each (DC-10 step 5)."""
    rng = Random(f"thegrid-names:{seed}:{index}")
    names: list[str] = []
    while len(names) < count:
        a, b, c, d = (rng.randint(1, 6) - 1 for _ in range(4))
        name = f"{GIVEN[6 * a + b]} {SURNAMES[6 * c + d]}"
        if name not in names:
            names.append(name)
    return names


# The automatic lineup of DC-6

PICKED_IN_ORDER = (QB, HB, LE, RE, C, LG, RG, DS)


def place_score(player: Player, place: int) -> int:
    """How the automatic lineup rates a player in a place (DC-6)."""
    guards = player.run_defense + player.pass_defense
    if place == QB:
        dice = die_steps(player.pass_yards) + die_steps(player.interception)
        return player.flat + player.short + player.long + dice
    if place == HB:
        return (
            2 * die_steps(player.run_yards) + die_steps(player.pass_yards) + die_steps(player.fumble) + guards
        )
    if place in (LE, RE):
        return (
            2 * die_steps(player.pass_yards) + die_steps(player.run_yards) + die_steps(player.fumble) + guards
        )
    if place == DS:
        return guards
    return 2 * (player.run_block + player.pass_block) + guards


def best_for(players: Sequence[Player], who: Sequence[int], place: int) -> int:
    """The highest score for the place, the earlier roster place on ties."""
    return max(who, key=lambda one: (place_score(players[one], place), -one))


def automatic_lineup(players: Sequence[Player]) -> tuple[int, ...]:
    """The lineup used when no coach sets one (DC-6)."""
    lineup = [-1] * 8
    for place in PICKED_IN_ORDER:
        free = [n for n, player in enumerate(players) if n not in lineup and player.type in ELIGIBLE[place]]
        lineup[place] = best_for(players, free, place)
    return tuple(lineup)


def named_team(name: str, seed: int) -> Team:
    """A team of the options `home` and `visitor`: founders, tidewolves, average or world-<town>."""
    if name.startswith("world-"):
        return world_team(seed, TOWNS.index(name.removeprefix("world-")) + 1)
    return read_team(read_toml(name, chart_text(name)), name)
