"""The scoreboard: what every screen shows of every game, typed; the rest is the game's own board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from fieldhouse.kernel.deprecation import renamed_names
from fieldhouse.kernel.requests import Seat

PLACES = frozenset(
    {
        *("Arkansas", "Columbus", "Dallas", "Illinois", "Indianapolis", "Kansas", "Las Vegas", "Los Angeles"),
        *("Memphis", "Minneapolis", "New Orleans", "Paris", "St. Louis", "Texas"),
    }
)
"""Places that end in s and are no nicknames: `Dallas wins`."""


def team_with_verb(team: str, singular: str, plural: str) -> str:
    """A team and what it does, with the verb that fits its name: `Bears take over`, `Red takes over`.

    A nickname in the plural takes a plural verb; a color, a place or a person takes a singular one.
    """
    one = not team.endswith("s") or team.endswith("ss") or team in PLACES
    return f"{team} {singular if one else plural}"


class Scoreboard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Teams, scores, ball, clock and down, for score lines, lists and reports.

    A field that a game does not have stays empty; the rules read none of them. Only `hand` differs from seat
    to seat (`Game.scoreboard`).
    """

    teams: tuple[str, ...]
    """The sides' names by seat, as the whole house writes them."""
    scores: tuple[int, ...]
    status: str
    """The whole situation in one line."""
    ball: Seat | None = None
    """Who has the ball; None before a toss, between possessions and after the end."""
    period: str = ""
    """`Q3`, `First half`, `Overtime`."""
    clock: str = ""
    """What is left of it: `7:50`, `31 cards`, `14 plays`."""
    down: str = ""
    """`3rd and 2`, or what is due instead: `Kickoff`, `Try`."""
    place: str = ""
    """Where the ball lies: `own 20`, `Blue's 45`."""
    timeouts: tuple[int, ...] = ()
    """Timeouts left by seat; empty where the game has none."""
    rights: tuple[str, ...] = ()
    """By seat what only that team may do with the next play, in a word: `re-roll`."""
    hand: tuple[str, ...] = ()
    """The keys of the cards this seat holds."""


if not TYPE_CHECKING:
    __getattr__ = renamed_names(__name__, {"Head": "Scoreboard"})
