"""Team cards: what is printed on one (FD-25.17), the shipped collection, and eras (section 18)."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from fieldhouse.football.charts import read_toml
from fieldhouse.games.fastdrive.charts.cells import Cell, read_cell
from fieldhouse.games.fastdrive.charts.codes import CODES, ROWS, shift_range, span
from fieldhouse.games.fastdrive.charts.qualities import NAMES, OPPOSITE, SIDES
from fieldhouse.kernel.errors import BadChart, BadOptions
from fieldhouse.kernel.text_check import MOST_NAME, text_fault

COLLECTION = Path(__file__).parent / "cards.csv"
DETAILS = ("none", "R", "R+", "P", "P+")  # FD-2.18
DECADES = {1950: 13, 1960: 11, 1970: 8, 1980: 5, 1990: 2, 2000: 1, 2010: 0, 2020: 0}  # FD-18.4
_SPECIAL = re.compile(r"(offense|defense|offence|defence)\s+(\S+)\s*:\s*(.+)")
SPELLED = {"offence": "offense", "defence": "defense"}
"""As the first cards and records write the two sides; they are read as well."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A team of one season. Qualities are names of section 2; a `*` behind one makes it semi (FD-3.1)."""

    team: str
    season: int
    fg: str
    xp: str
    league: str = "NFL"
    offense: tuple[str, ...] = ()
    defense: tuple[str, ...] = ()
    special: tuple[str, ...] = ()
    detail: str = "none"
    results: tuple[str, ...] = ()

    def side(self, side: str) -> tuple[str, ...]:
        """The qualities of "offense", "defense" or "special"."""
        found: tuple[str, ...] = getattr(self, side)
        return found

    def has(self, side: str, name: str) -> float:
        """1 for a full quality, a half for a semi one, 0 for none (FD-3.5)."""
        qualities = self.side(side)
        return 1 if name in qualities else 0.5 if name + "*" in qualities else 0

    @property
    def title(self) -> str:
        """Season and team, as on top of a scoresheet."""
        return f"{self.season} {self.team}"


class Special(msgspec.Struct, frozen=True):
    """FD-2.16: a result on a card for a drive row; `turnover` marks the extras of old seasons (FD-2.17)."""

    side: str
    key: str
    cell: Cell
    turnover: bool


NEEDED: dict[str, Any] = {"team": "Canton Founders", "season": 1985, "fg": "11-61", "xp": "11-64"}
"""Fields that every card has, each with an example."""


TYPES: dict[str, Any] = {field.name: field.type for field in msgspec.structs.fields(Card)}
SAID = {int: "a whole number", str: "a text in quotation marks"}


def read_card(data: Any, where: str = "card") -> Card:
    """A card from data, checked; BadChart lists every fault."""
    if not isinstance(data, dict):
        raise BadChart([f"{where}: fields by name are needed, such as team, season, fg and xp"])
    data = {SPELLED.get(field, field): value for field, value in data.items()}
    kept: dict[str, Any] = {}
    faults = [
        f"{where}: {field} is missing, such as {NEEDED[field]!r}" for field in NEEDED if field not in data
    ]
    for field, value in data.items():
        if field not in TYPES:
            faults.append(f"{where}: unknown field {field!r}; there are {', '.join(TYPES)}")
            continue
        try:
            kept[field] = msgspec.convert(value, TYPES[field])
        except msgspec.ValidationError:
            kind = SAID.get(TYPES[field], "a list of texts")
            faults.append(f"{where}: {field}: {kind} is needed, not {value!r}")
    # What is missing or of a wrong kind does not hide the other faults.
    card = Card(**{**NEEDED, **kept})
    faults += [f"{where}: {fault}" for fault in _faults(card)]
    if faults:
        raise BadChart(faults)
    return card


def read_card_text(text: str, where: str = "card") -> dict[str, Any]:
    """A card file (TOML, FD-25.17) as data; BadChart names line, column or field of every fault."""
    return to_data(read_card(read_toml(where, text), where))


def to_data(card: Card) -> dict[str, Any]:
    """The card as plain data, as in records."""
    data: dict[str, Any] = msgspec.to_builtins(card)
    if card.league == "NFL":  # msgspec leaves a default out only where it is the very same text
        data.pop("league", None)
    return {key: list(value) if isinstance(value, tuple) else value for key, value in data.items()}


def to_text(card: Card) -> str:
    """The card as the file a person edits."""
    lines = ["# A team card (FD-25.17). Behind a quality, * makes it semi: it is rolled for (FD-3.2)."]
    for field in ("team", "season", "league", *SIDES, "fg", "xp", "detail", "results"):
        value = getattr(card, field)
        shown = str(value) if isinstance(value, int) else msgspec.json.encode(value).decode()
        lines.append(f"{field} = {shown.replace(',', ', ')}")
    return "\n".join(lines) + "\n"


def specials(card: Card) -> Iterator[Special]:
    """The card's special results in file order; a card that was checked has no faulty ones."""
    for line in card.results:
        found = _special(line)
        if isinstance(found, Special):
            yield found


def _faults(card: Card) -> Iterator[str]:
    for name in ("team", "league"):
        if fault := text_fault(getattr(card, name), MOST_NAME):
            yield f"{name}: {fault}"
    for side in SIDES:
        yield from _quality_faults(side, card.side(side))
    for name in ("fg", "xp"):
        places = span(getattr(card, name), CODES)
        if places is None or "-" not in getattr(card, name):  # FD-24.72
            yield f"{name}: a range of codes such as 11-61 is needed, not {getattr(card, name)!r}"
    if card.detail not in DETAILS:
        yield f"detail: {card.detail!r} isn't one of {', '.join(DETAILS)}"
    for line in card.results:
        found = _special(line)
        if isinstance(found, str):
            yield f"results, {line!r}: {found}"


def _quality_faults(side: str, qualities: tuple[str, ...]) -> Iterator[str]:
    names = [quality.removesuffix("*") for quality in qualities]
    for place, name in enumerate(names):
        if name not in NAMES[side]:
            yield f"{side}: {name!r} isn't one of the {side} qualities: {', '.join(NAMES[side])}"
        elif names.count(name) > 1:
            yield f"{side}: {name} more than once"
        elif OPPOSITE.get((side, name)) in names[place:]:  # FD-24.40
            yield f"{side}: {name} and {OPPOSITE[side, name]} are opposites"


def _special(line: str) -> Special | str:
    match = _SPECIAL.fullmatch(line.strip())
    if match is None:
        return "it should read `offense 1-2-3: ODD? FUMBLE dot turnover`"
    side, key, rest = match.groups()
    if key not in ROWS:
        return f"{key!r} isn't a drive row such as 1-3-6"
    body = rest.removesuffix("turnover").rstrip()
    found = read_cell(body, "drive")
    if isinstance(found, list):
        return ", ".join(fault.what for fault in found)
    return Special(SPELLED.get(side, side), key, found, body != rest)


# The shipped collection, by city and year


@cache
def collection() -> dict[str, Card]:
    """Every shipped card by its name, such as "chicago-1985"."""
    with COLLECTION.open(encoding="utf-8", newline="") as file:
        return {row["name"]: _card(row) for row in csv.DictReader(file)}


def _card(row: dict[str, str]) -> Card:
    return Card(
        team=row["team"],
        season=int(row["season"]),
        fg=row["fg"],
        xp=row["xp"],
        offense=tuple(row["offense"].split()),
        defense=tuple(row["defense"].split()),
        special=tuple(row["special"].split()),
        detail=row["detail"],
    )


@cache
def _nicknames() -> dict[str, str]:
    return {card_slug(f"{card.team} {card.season}"): name for name, card in collection().items()}


def card_slug(words: str) -> str:
    """Words as a card name: lower case with hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def find_card(name: str) -> tuple[str, Card]:
    """The shipped card of that name ("chicago-1985", "Chicago Bears 1985"), or BadOptions with near ones."""
    wanted = card_slug(name)
    found = wanted if wanted in collection() else _nicknames().get(wanted)
    if found is None:
        near = get_close_matches(wanted, [*collection(), *_nicknames()], n=4, cutoff=0.6)
        hint = f"; did you mean {', '.join(near)}?" if near else "; use city and year, such as chicago-1985"
        raise BadOptions(f"there's no team {name!r}{hint}")
    return found, collection()[found]


def season_cards(season: int) -> dict[str, Card]:
    """All shipped cards of a season by name; BadOptions says which seasons there are."""
    found = {name: card for name, card in collection().items() if card.season == season}
    if not found:
        seasons = sorted({card.season for card in collection().values()})
        raise BadOptions(f"no teams from {season}; choose a season from {seasons[0]} to {seasons[-1]}")
    return found


# Two cards of different times (section 18)


def turnover_year(cards: tuple[Card, Card]) -> int:
    """FD-18.1: the season of the newer team."""
    return max(card.season for card in cards)


def level_eras(cards: tuple[Card, Card]) -> tuple[Card, Card]:
    """FD-18.3 to FD-18.8: both cards with the ranges they kick by in this game."""
    first, second = cards
    return _levelled(first, second), _levelled(second, first)


def _levelled(card: Card, other: Card) -> Card:
    fg, xp = card.fg, card.xp
    if other.season - card.season > 10:
        more = _decade(card.season) - _decade(other.season)
        fg, xp = shift_range(fg, more), shift_range(xp, more)
    if card.season >= 2015 > other.season:  # FD-18.8
        xp = shift_range(xp, 2)
    return msgspec.structs.replace(card, fg=fg, xp=xp)


def _decade(season: int) -> int:
    """FD-18.4 and, outside the table, FD-24.49."""
    return DECADES[min(max(season // 10 * 10, 1950), 2020)]


def specials_in_force(card: Card, year: int) -> list[Special]:
    """FD-18.2, FD-24.48: the card's special results without the turnovers of a time gone by."""
    gone = year > (1969 if card.league == "AFL" else 1962)
    return [special for special in specials(card) if not (special.turnover and gone)]
