"""Players and whole teams rolled by DC-5 and DC-6, with the dice that made them.

The book's own chapter on creation is not in our text; the tables are ours (TG-4.22).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec

from fieldhouse.games.thegrid.teams.making import (
    GIVEN,
    GRADES,
    SURNAMES,
    Rolls,
    automatic_lineup,
    create_player,
    create_squad,
    grade,
    two_d6,
)
from fieldhouse.games.thegrid.teams.players import ORDER, Player, Team, card_ids

Ask = Callable[[str], int]
"""Tells the total of 2d6 for what is named: rolled by the house, or typed in by somebody with dice."""


class RolledPlayer(msgspec.Struct, frozen=True):
    """A player and the 2d6 behind each of his ratings, in the order of the card."""

    player: Player
    dice: tuple[int, ...]


def by_seed(seed: int) -> Ask:
    """The house rolls; the same seed gives the same dice."""
    roll = two_d6(Random(f"thegrid-roll:{seed}"))
    return lambda what: roll()


def roll_player(kind: str, ask: Ask, name: str, number: int = 0) -> RolledPlayer:
    """One player (DC-5)."""
    dice: list[int] = []
    ratings = iter(ORDER[kind])

    def roll() -> int:
        dice.append(ask(f"{kind} {name}, {next(ratings).replace('_', ' ')}"))
        return dice[-1]

    return RolledPlayer(create_player(kind, roll, number, name), tuple(dice))


def roll_team(ask: Ask, rng: Random, name: str, code: str, country: str) -> tuple[Team, int]:
    """A balanced team (DC-6), and how many squads were thrown away before it."""
    thrown = 0
    while True:
        squad = create_squad(_plain(ask))
        if sum(map(grade, squad)) in GRADES:
            break
        thrown += 1
    names = full_names(rng, len(squad))
    ids = card_ids([player.number for player in squad])
    players = tuple(
        msgspec.structs.replace(player, card=card, name=given)
        for player, card, given in zip(squad, ids, names, strict=True)
    )
    return Team(name, code, country, players, automatic_lineup(players)), thrown


def _plain(ask: Ask) -> Rolls:
    return lambda: ask("2d6")


def code_of(name: str) -> str:
    """Three letters or digits of a name, in capitals, such as a team's code has."""
    return ("".join(letter for letter in name if letter.isascii() and letter.isalnum())[:3] or "OWN").upper()


def full_names(rng: Random, count: int) -> list[str]:
    """Different names from the lists of DC-10."""
    names: list[str] = []
    while len(names) < count:
        name = f"{rng.choice(GIVEN)} {rng.choice(SURNAMES)}"
        if name not in names:
            names.append(name)
    return names
