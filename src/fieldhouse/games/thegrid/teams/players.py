"""Player cards, places and rosters: a team's data, and the checks a team file gets."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fieldhouse.football.charts import ChartFaults
from fieldhouse.kernel.errors import BadChart

PLACES = ("QB", "HB", "LE", "RE", "LG", "C", "RG", "DS")
QB, HB, LE, RE, LG, C, RG, DS = range(8)
PLACE_WORDS = (
    "quarterback",
    "halfback",
    "left end",
    "right end",
    "left guard",
    "center",
    "right guard",
    "defensive specialist",
)
CARRIERS = (HB, LE, RE)
LINE = (LG, C, RG)
SIDES_OF_DICE = (4, 6, 8, 10, 12)  # TG-2.6
EMERGENCY = -1
"""An emergency player in a lineup, instead of a roster place (DC-7)."""

TYPES = ("QB", "HBE", "LN")
NEEDED = {"QB": 2, "HBE": 5, "LN": 5}  # TG-3.2
ROSTER = 15  # TG-3.1

ELIGIBLE: tuple[tuple[str, ...], ...] = (
    ("QB",),  # TG-5.2
    *(("HBE",),) * 3,
    *(("LN",),) * 3,
    ("HBE", "LN"),  # TG-5.3
)
"""The types that may take each place."""

NUMBERS: dict[str, tuple[str, ...]] = {
    "QB": ("flat", "short", "long"),
    "HBE": ("run_defense", "pass_defense"),
    "LN": ("run_block", "pass_block", "run_defense", "pass_defense"),
}
DICE: dict[str, tuple[str, ...]] = {
    "QB": ("pass_yards", "interception", "injury"),
    "HBE": ("run_yards", "pass_yards", "kicking", "fumble", "injury"),
    "LN": ("injury",),
}
ORDER: dict[str, tuple[str, ...]] = {
    "QB": ("flat", "short", "long", "pass_yards", "interception", "injury"),
    "HBE": ("run_yards", "pass_yards", "run_defense", "pass_defense", "kicking", "fumble", "injury"),
    "LN": ("run_block", "pass_block", "run_defense", "pass_defense", "injury"),
}
"""Ratings as printed on a card (TG-2.2 to TG-2.4)."""


class Player(msgspec.Struct, frozen=True):
    """One player card. `card` is its key within the team (TG-3.6); dice are given by their sides.

    `id` is the player's id in the pool, kept through every roster and export; "" where there was none.
    """

    card: str
    number: int
    name: str
    type: str
    flat: int = 0
    short: int = 0
    long: int = 0
    run_yards: int = 0
    pass_yards: int = 0
    interception: int = 0
    fumble: int = 0
    kicking: int = 0
    injury: int = 0
    run_block: int = 0
    pass_block: int = 0
    run_defense: int = 0
    pass_defense: int = 0
    id: str = ""

    @property
    def label(self) -> str:
        """Number and name: `22 Corvin Maddox`."""
        return f"{self.number} {self.name}" if self.number >= 0 else self.name


# DC-7: the lowest ratings of the type, and no Injury die. One at DS counts as a lineman.
EMERGENCIES: dict[str, Player] = {
    "QB": Player("emergency", -1, "Emergency QB", "QB", -2, -2, -2, pass_yards=4, interception=4),
    "HBE": Player("emergency", -1, "Emergency HBE", "HBE", run_yards=4, pass_yards=4, kicking=4, fumble=4),
    "LN": Player("emergency", -1, "Emergency LN", "LN"),
}


def place_type(place: int) -> str:
    """The type an emergency player in that place has (TG-13.9: DS counts as LN)."""
    return "LN" if place == DS else ELIGIBLE[place][0]


def eligible(player: Player, place: int) -> bool:
    """May the player take the place (TG-5.2, TG-5.3)?"""
    return player.type in ELIGIBLE[place]


class Team(msgspec.Struct, frozen=True):
    """A roster of fifteen with a lineup, roster places by PLACES."""

    name: str
    code: str
    country: str
    players: tuple[Player, ...]
    lineup: tuple[int, ...]

    def at(self, lineup: Sequence[int], place: int) -> Player:
        """The player in a place of that lineup, or the emergency player there."""
        who = lineup[place]
        return EMERGENCIES[place_type(place)] if who == EMERGENCY else self.players[who]

    def identity(self, player: Player) -> str:
        """The player's id in statistics and exports: the pool's, else `CAN-10` (TG-4.29); "" for an emergency
        player."""
        return player.id or (f"{self.code}-{player.card}" if player.number >= 0 else "")


def card_ids(numbers: Sequence[int]) -> list[str]:
    """A key per card: its number, with /2, /3 ... where a team repeats one (TG-3.6)."""
    seen: Counter[int] = Counter()
    ids = []
    for number in numbers:
        seen[number] += 1
        ids.append(str(number) if seen[number] == 1 else f"{number}/{seen[number]}")
    return ids


def roster_faults(types: Sequence[str]) -> list[str]:
    """What is wrong with a roster of these types (TG-3.1, TG-3.2)."""
    faults = []
    if len(types) != ROSTER:
        faults.append(f"a roster needs exactly {ROSTER} players; this one has {len(types)} (TG-3.1)")
    for kind, least in NEEDED.items():
        if types.count(kind) < least:
            faults.append(
                f"a roster needs at least {least} {kind}s; this one has {types.count(kind)} (TG-3.2)"
            )
    return faults


def lineup_faults(players: Sequence[Player], lineup: Sequence[int]) -> list[str]:
    """What is wrong with a lineup of roster places (TG-5.1 to TG-5.3)."""
    faults = []
    for place, who in enumerate(lineup):
        if not eligible(players[who], place):
            right = " or ".join(ELIGIBLE[place])
            faults.append(
                f"lineup, {PLACES[place]}: {players[who].label} is a {players[who].type}, "
                f"but {PLACES[place]} must be a {right} (TG-5.{3 if place == DS else 2})"
            )
    for who, times in Counter(lineup).items():
        if times > 1:
            faults.append(f"lineup: {players[who].label} is in {times} places (TG-5.1)")
    return faults


_ID = re.compile(r"(?=\D*\d)[A-Za-z0-9][A-Za-z0-9./-]{0,31}")

# Team data, as a file or a record holds it: {"name", "code", "country", "qb": [...], "hbe": [...],
# "ln": [...], "lineup": {"QB": card, ...}}


def read_team(data: Any, where: str = "team") -> Team:
    """The team, or BadChart with every fault, each with its row and column."""
    if not isinstance(data, Mapping):
        raise BadChart([f"{where}: a team is a table with name, code, country, qb, hbe, ln and lineup"])
    has = ("name", "code", "country", "qb", "hbe", "ln", "lineup")
    faults = [f"{where}: unknown key {key!r}; a team has {', '.join(has)}" for key in data if key not in has]
    named = ChartFaults(where)
    for key in ("name", "code", "country"):
        named.text("", key, data.get(key))
    faults += named.list
    rows, bad_rows = _player_rows(data, where)
    faults += bad_rows
    faults += [f"{where}: {fault}" for fault in roster_faults([kind for kind, _ in rows])]
    if faults:
        raise BadChart(faults)
    known = Counter(row["id"] for _, row in rows if "id" in row)
    faults = [f"{where}: {times} players have the id {one!r}" for one, times in known.items() if times > 1]
    if faults:
        raise BadChart(faults)
    ids = card_ids([row["number"] for _, row in rows])
    players = tuple(read_player(card, kind, row) for card, (kind, row) in zip(ids, rows, strict=True))
    return Team(data["name"], data["code"], data["country"], players, _read_lineup(data, players, where))


def _player_rows(data: Mapping[str, Any], where: str) -> tuple[list[tuple[str, Any]], list[str]]:
    rows: list[tuple[str, Any]] = []
    faults = ChartFaults(where)
    for kind in TYPES:
        listed = data.get(kind.lower())
        if not isinstance(listed, list):
            faults.add(f"{kind.lower()} must be a list of players")
            continue
        for place, row in enumerate(listed, start=1):
            check_player(faults, f"{kind.lower()} {place}", kind, row)
            rows.append((kind, row))
    return rows, faults.list


def check_player(faults: ChartFaults, place: object, kind: str, row: Any) -> None:
    """Add the faults of a player's row in a file."""
    if not faults.columns(place, row, ("number", "name", *ORDER[kind]), ("id",)):
        return
    if "name" in row:
        faults.text(place, "name", row["name"])
    if "id" in row and not (isinstance(row["id"], str) and _ID.fullmatch(row["id"])):
        faults.add(f"{row['id']!r} is not a short word with a number, such as CAN-10", place, "id")
    if "number" in row:
        faults.number(place, "number", row["number"], 0, 999)
    for key in NUMBERS[kind]:
        if key in row:
            faults.number(place, key, row[key], -9, 9)
    for key in DICE[kind]:
        if key in row:
            faults.one_of(place, key, row[key], tuple(f"d{sides}" for sides in SIDES_OF_DICE))


def die_sides(text: Any) -> int | None:
    """8 for "d8"; None for anything else."""
    for sides in SIDES_OF_DICE:
        if text == f"d{sides}":
            return sides
    return None


def read_player(card: str, kind: str, row: Mapping[str, Any]) -> Player:
    """A player from a row that has been checked."""
    ratings = {key: row[key] if key in NUMBERS[kind] else die_sides(row[key]) or 0 for key in ORDER[kind]}
    return Player(card, row["number"], row["name"], kind, **ratings, id=row.get("id", ""))


def _read_lineup(data: Mapping[str, Any], players: tuple[Player, ...], where: str) -> tuple[int, ...]:
    given = data.get("lineup")
    if not isinstance(given, Mapping) or sorted(given) != sorted(PLACES):
        raise BadChart([f"{where}: lineup must name a card for each of {', '.join(PLACES)} (TG-5.1)"])
    by_card = {player.card: place for place, player in enumerate(players)}
    faults = [
        f"{where}, lineup, {place}: no card {given[place]!r} on the roster; cards are {', '.join(by_card)}"
        for place in PLACES
        if str(given[place]) not in by_card
    ]
    if not faults:
        lineup = tuple(by_card[str(given[place])] for place in PLACES)
        faults = [f"{where}, {fault}" for fault in lineup_faults(players, lineup)]
    if faults:
        raise BadChart(faults)
    return lineup


def team_data(team: Team) -> dict[str, Any]:
    """The team as plain data, as a record keeps it."""
    data: dict[str, Any] = {"name": team.name, "code": team.code, "country": team.country}
    for kind in TYPES:
        data[kind.lower()] = [player_data(player) for player in team.players if player.type == kind]
    data["lineup"] = {place: team.players[who].card for place, who in zip(PLACES, team.lineup, strict=True)}
    return data


def player_data(player: Player) -> dict[str, Any]:
    """One card's row in a team file."""
    row: dict[str, Any] = {"id": player.id} if player.id else {}
    row |= {"number": player.number, "name": player.name}
    for key in ORDER[player.type]:
        value = getattr(player, key)
        row[key] = value if key in NUMBERS[player.type] else f"d{value}"
    return row


KIND = {"QB": "quarterback", "HBE": "back or end", "LN": "lineman"}
PLURAL = {"QB": "quarterbacks", "HBE": "backs and ends", "LN": "linemen"}
WORDS = {
    "flat": "flat pass",
    "short": "short pass",
    "long": "long pass",
    "pass_yards": "pass yards",
    "interception": "interception",
    "injury": "injury",
    "run_yards": "run yards",
    "kicking": "kicking",
    "fumble": "fumble",
    "run_defense": "run defense",
    "pass_defense": "pass defense",
    "run_block": "run block",
    "pass_block": "pass block",
}


def rating_text(player: Player, key: str) -> str:
    """`+1` for a quarterback's pass, `2` for another number, `d8` for a die."""
    value = getattr(player, key)
    if key not in NUMBERS[player.type]:
        return f"d{value}"
    return f"{value:+d}" if player.type == "QB" else str(value)


def all_ratings_text(player: Player) -> str:
    """Every rating by name, in the order of the card (TG-2.2 to TG-2.4)."""
    return ", ".join(f"{WORDS[key]} {rating_text(player, key)}" for key in ORDER[player.type])


def toml_value(value: Any) -> str:
    """A number or a text as TOML has it."""
    return json.dumps(value, ensure_ascii=False)


def toml_row(row: Mapping[str, Any]) -> str:
    """One player on one line."""
    return "{ " + ", ".join(f"{key} = {toml_value(value)}" for key, value in row.items()) + " }"


def team_text(data: Mapping[str, Any]) -> str:
    """A whole team (as `team_data` has it) as a file."""
    lines = [f"{key} = {toml_value(data[key])}" for key in ("name", "country", "code")]
    for kind in TYPES:
        rows = "".join(f"    {toml_row(row)},\n" for row in data[kind.lower()])
        lines.append(f"\n{kind.lower()} = [\n{rows}]")
    lineup = "\n".join(f"{place} = {toml_value(data['lineup'][place])}" for place in PLACES)
    return "\n".join(lines) + f"\n\n[lineup]\n{lineup}\n"
