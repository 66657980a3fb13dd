"""The charts bound to the rules: tuples and dicts, made once when a game is opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from fieldhouse.games.redboar.charts.reader import PASSES, PLAYS, TOTALS, parse_modifiers

LIMITS = {"LONG": 15, "long": 15, "MED": 5, "medium": 5}
"""RB-2.6: at this many yards from the goal line or fewer the pass is not allowed."""

ADJUST = (0, -5, -5, 0, 0, 5, 5)
"""RB-12.3, RB-8.3: what the defense die adds, by its face."""

FULL_NAMES = {
    "REV": "reverse",
    "DRAW": "draw",
    "DIVE": "dive",
    "SCREEN": "screen pass",
    "MED": "medium pass",
    "LONG": "long pass",
    "LP": "long pass defense",
    "MP": "medium pass defense",
    "SP": "short pass defense",
    "SR": "short run defense",
    "NR": "normal run defense",
    "BZ": "blitz",
}


class Call(msgspec.Struct, frozen=True):
    """A play as called, by card or dice row: what penalties and the clock need to know of it.

    `base` is None for the touchdown pass, which reaches the goal line from anywhere (RB-9.26). At
    `limit` yards from the goal line or fewer the pass is not allowed. `results` are (how, yards) by
    defense-die face, face 0 where no die is rolled; None where the result depends on the spot.
    """

    name: str
    is_pass: bool
    base: int | None
    clock: int
    limit: int = 0
    die: bool = True
    results: tuple[tuple[str, int], ...] | None = None


class Against(msgspec.Struct, frozen=True):
    """A defense card's entry for one play: the yards it adds and its modifier by face."""

    adjust: int
    modifiers: tuple[str, ...] | None
    """By face 1 to 6 (face 0 unused); None where no die is rolled (RB-11.1)."""


class BoundCharts(msgspec.Struct, frozen=True):
    """All charts of a game, ready to be read by the rules."""

    rows: Mapping[int, Call]
    calls: Mapping[str, Call]
    plays: Mapping[str, str]
    defenses: Mapping[str, Mapping[str, Against]]
    offense_deck: tuple[str, ...]
    defense_deck: tuple[str, ...]
    kickoff_from: int
    kickoff_net: tuple[int | None, ...]
    punt_net: tuple[int, ...]
    need: Mapping[int, int]
    kick_good: frozenset[int]
    conversion_good: frozenset[int]
    touchback: int
    safety_punt_from: int
    clocks: Mapping[str, int]


def bind_charts(materials: Mapping[str, Any]) -> BoundCharts:
    """The checked charts as a Book."""
    special = materials["special_teams"]
    kickoff, punt = special["kickoff"]["net"], special["punt"]["net"]
    offense, defense = materials["offense_cards"], materials["defense_cards"]
    return BoundCharts(
        rows={n: _row(materials["dice_offense"][str(n)]) for n in TOTALS},
        calls={name: _card(name, card) for name, card in offense.items()},
        plays={name: card.get("play", name) for name, card in offense.items()},
        defenses={name: _entries(card) for name, card in defense.items()},
        offense_deck=_deck(offense),
        defense_deck=_deck(defense),
        kickoff_from=special["kickoff"]["from_g"],
        kickoff_net=(0, 0, *(None if kickoff[str(n)] == "touchback" else kickoff[str(n)] for n in TOTALS)),
        punt_net=(0, 0, *(punt[str(n)] for n in TOTALS)),
        need={int(g): total for g, total in special["field_goal"]["need_by_g"].items()},
        kick_good=frozenset(special["try_kick"]["good"]),
        conversion_good=frozenset(special["try_conversion"]["good"]),
        touchback=special["spots"]["touchback_g"],
        safety_punt_from=special["spots"]["safety_punt_g"],
        clocks={name: special[name]["clock"] for name in special if name != "spots"},
    )


def _deck(cards: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(sorted(name for name, card in cards.items() for _ in range(card["copies"])))


def _card(name: str, card: Mapping[str, Any]) -> Call:
    play = card.get("play", name)
    return Call(name, play in PASSES, card["base"], card["clock"], LIMITS.get(play, 0))


def _entries(card: Mapping[str, Any]) -> dict[str, Against]:
    entries = {}
    for play in PLAYS:
        adjust, text = card[play]
        faces, _ = parse_modifiers(text)
        modifiers = tuple(faces.get(face, "") for face in range(7)) if faces else None
        entries[play] = Against(adjust, modifiers)
    return entries


def _row(row: Mapping[str, Any]) -> Call:
    kind, die = row["kind"], row["defense_die"]
    base = row.get("yards")
    if kind in ("sack", "incomplete", "interception"):
        base = 0  # RB-9.26: these rows print no pass yards
    results = None
    if kind != "touchdown_pass":
        results = tuple(_result(row, face, die) for face in range(7))
    return Call(row["name"], row["pass"], base, row["clock"], LIMITS.get(kind, 0), die, results)


def _result(row: Mapping[str, Any], face: int, die: bool) -> tuple[str, int]:
    """RB-12.3 to RB-12.10: how the row ends on this face of the defense die."""
    kind, yards = row["kind"], row["yards"] + (ADJUST[face] if die else 0)
    if kind == "incomplete":
        return "incomplete", 0
    if face in row.get("lost_on", ()) or (not die and row.get("lost_on")):
        return kind, yards  # lost, at the spot the yards lead to
    if kind == "interception":
        return "incomplete", 0
    if kind in ("run", "fumble"):
        return "run", yards
    return ("sack" if kind == "sack" else "pass"), yards
