"""Tokens and observations of Card Bowl for learning programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from fieldhouse.games.cardbowl.rules.cards import DECK, HIDDEN, RANKS, VALUE
from fieldhouse.kernel.action_space import STOP, GymSpec, one_hot, one_hot_names
from fieldhouse.kernel.game import View
from fieldhouse.kernel.requests import Choose, Seat

QUESTIONS = (
    "toss",
    "kick-or-receive",
    "allocation",
    "kickoff",
    "target",
    "number",
    "touchback",
    "return",
    "open-field",
    "exchange",
    "call",
    "delay",
    "timeout",
    "discard",
    "formation",
    "stance",
    "slot",
    "alignment",
    "position",
    "place",
    "motion",
    "adjust",
    "declare",
    "sneak",
    "assign",
    "backs",
    "tight-end",
    "blocking",
    "quick",
    "action",
    "pattern-1",
    "pattern-2",
    "answer",
    "check",
    "end-turn",
    "downfield",
    "extra",
    "cover-back",
    "tackle",
    "yardage",
    "throw-away",
    "give-up",
    "scramble-out",
    "fumble-run",
    "punt",
    "punt-return",
    "down-punt",
    "end-zone",
    "failed-kick",
    "free-kick",
    "penalty",
    "try",
    "run-off",
)
RECEIVERS = ("TEL", "TER", "WL1", "WL2", "WL3", "WR1", "WR2", "WR3", "BL", "BF", "BT", "BR")
PLAYERS = ("QB", "LT", "LG", "C", "RG", "RT", *RECEIVERS)
CORNERS = tuple(f"CB-{slot}" for slot in RECEIVERS)
LINE = ("D0", *(f"D{n:+d}" for n in range(-7, 8) if n))
BACKFIELD = ("SL", "OL", "IL", "M", "IR", "OR", "SR")
LANES = tuple(f"lane{n}" for n in range(1, 16))
WORDS = (
    *("accept", "add", "away", "back", "batch", "block", "bounce", "cards", "cover", "custom", "decline"),
    *("discard", "done", "draw", "exchange", "extra-point", "fair-catch", "fall1", "fall2", "field-goal"),
    *(
        "fill",
        "go",
        "heads",
        "help",
        "keep",
        "kick",
        "kickoff",
        "lateral",
        "no",
        "none",
        "nothing",
        "offence",  # as edition 1 wrote it; tokens are only ever added to
    ),
    *("on", "onside", "out", "pass", "penalty", "pick1", "pick2", "protect", "punt", "receive", "rekick"),
    *("release", "return", "reveal", "run", "run-off", "rush", "scramble", "screen", "scrimmage", "sneak"),
    *("spike", "squib", "stay", "step", "stop", "switch", "tails", "take", "target", "timeout", "touchback"),
    *("two-point", "use", "G", "L", "R", "U", "once more"),
)
TOKENS = (
    STOP,
    *WORDS,
    *PLAYERS,
    *CORNERS,
    *LINE,
    *BACKFIELD,
    *LANES,
    *DECK,
    *(f"{n:+d}" for n in range(-7, 8)),
    *map(str, range(100)),
)
"""`once more` stands for each `b` behind a name (another player in one place); `-7` to `+7` are columns."""

_KNOWN = frozenset(TOKENS)
_SECOND = re.compile(r"(.+?)(b+)\Z")
PHASES = ("kickoff", "squib", "onside", "free-kickoff", "free-punt", "scrimmage", "punt", "field-goal", "try")
SUITS = "SHDC"
FIELDS = (
    "own points / 50",
    "their points / 50",
    "lead / 50",
    "quarter / 8",
    "left / 180",
    "offense",
    "ball / 100",
    "line to gain / 100",
    *one_hot_names("down", range(1, 5)),
    "own timeouts / 3",
    "their timeouts / 3",
    *one_hot_names("kind", PHASES),
    "turn / 4",
    *(f"in hand {card}" for card in DECK),
    *(f"their face up {rank} / 4" for rank in RANKS),
    *(f"own {slot} {what}" for slot in PLAYERS for what in ("there", "face up", "card / 15", "lane / 15")),
    *(
        f"{who} {place} {what}"
        for who in ("defender",)
        for place in (*LINE, *BACKFIELD, *CORNERS)
        for what in ("there", "face up", "card / 15", "lane / 15")
    ),
)


def split(game: Any, asked: Choose, key: str) -> tuple[str, ...]:
    """The words of a key. A formation or alignment counts by its place in the chart, since charts differ."""
    if asked.what in ("formation", "alignment") and key != "custom":
        return (str(tuple(asked.keys).index(key)),)
    return tuple(_words(key))


def _words(key: str) -> Iterator[str]:
    if key in _KNOWN:
        yield key
        return
    if key.startswith("discard:"):
        yield from ("discard", *key[8:].split("+"))
        return
    for part in re.split(r"[:>]", key):
        yield from _part(part)


def _part(part: str) -> Iterator[str]:
    if part in _KNOWN:
        yield part
    elif part.startswith("on "):
        yield from ("on", part[3:])
    elif part.startswith("lane"):  # lane2-3 is two lanes
        first, _, second = part.partition("-")
        yield from (first, f"lane{second}")
    elif "+" in part:  # WL1+WL2 and WL1+BL are groups
        for name in part.split("+"):
            yield from _part(name)
    elif again := _SECOND.match(part):
        yield from (again[1], *("once more" for _ in again[2]))
    else:
        yield part


def observation_vector(game: Any, view: View, seat: Seat) -> list[float]:
    """The table as this seat sees it: of what lies face down on the other side only that it lies there."""
    s = view["state"]
    play = s["play"]
    mine, theirs = view["scores"][seat], view["scores"][1 - seat]
    attack = s["off"] == seat
    offense = {piece["name"]: piece for piece in play["offense"]}
    defense = {piece["name"]: piece for piece in play["defense"]}
    other = defense if attack else offense
    shown = [piece["card"] for piece in other.values() if piece["up"]]
    hand = frozenset(view["hand"])
    found = [
        mine / 50,
        theirs / 50,
        (mine - theirs) / 50,
        s["quarter"] / 8,
        s["left"] / 180,
        float(attack),
        s["x"] / 100,
        s["ltg"] / 100,
        *one_hot(s["down"], range(1, 5)),
        s["timeouts"][seat] / 3,
        s["timeouts"][1 - seat] / 3,
        *one_hot(play["kind"], PHASES),
        play["turn"] / 4,
        *(float(card in hand) for card in DECK),
        *(sum(card[:-1] == rank for card in shown) / 4 for rank in RANKS),
    ]
    for names, pieces in ((PLAYERS, offense), ((*LINE, *BACKFIELD, *CORNERS), defense)):
        for name in names:
            found += _piece(pieces.get(name))
    return found


def _piece(piece: dict[str, Any] | None) -> list[float]:
    if piece is None:
        return [0.0, 0.0, 0.0, 0.0]
    card = piece["card"]
    value = 0 if card == HIDDEN else VALUE[card]
    return [1.0, float(piece["up"]), value / 15, (piece["lane"] + 1) / 15]


def longest(game: Any) -> int:
    """A play asks at most some two hundred things; overtime comes on top of the four quarters."""
    plays = 5 * (int(game.options["quarter"]) or 180) + 100
    return 200 * plays


GYM = GymSpec(TOKENS, split, QUESTIONS, FIELDS, observation_vector, 54, longest)
