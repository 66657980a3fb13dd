"""Roll players and whole teams (DC-5, DC-6), and describe them with the dice that made them.

The rulebook's chapter on creation is missing from our copy, so the tables are ours (TG-4.22).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import msgspec

from fieldhouse.games.thegrid.teams.creation import (
    FIRST_NUMBER,
    GIVEN,
    GRADES,
    SQUAD,
    SURNAMES,
    Rolls,
    automatic_lineup,
    create_player,
    create_squad,
    grade,
    two_d6,
)
from fieldhouse.games.thegrid.teams.players import (
    KIND,
    ORDER,
    PLACES,
    WORDS,
    Player,
    Team,
    card_ids,
    rating_text,
)

Ask = Callable[[str], int]
"""Gives the total of 2d6 for the named rating: rolled by the program, or typed in by a person with dice."""


class RolledPlayer(msgspec.Struct, frozen=True):
    """A player and the 2d6 behind each rating, in the order of the card."""

    player: Player
    dice: tuple[int, ...]


def seeded_rolls(seed: int) -> Ask:
    """Rolls by the program; the same seed gives the same dice."""
    roll = two_d6(Random(f"thegrid-roll:{seed}"))
    return lambda what: roll()


def roll_player(kind: str, ask: Ask, name: str, number: int = 0) -> RolledPlayer:
    """Roll one player (DC-5)."""
    dice: list[int] = []
    ratings = iter(ORDER[kind])

    def roll() -> int:
        dice.append(ask(f"{KIND[kind]} {name}, {WORDS[next(ratings)]}"))
        return dice[-1]

    return RolledPlayer(create_player(kind, roll, number, name), tuple(dice))


def roll_team(
    ask: Ask,
    rng: Random,
    name: str,
    code: str,
    country: str,
    thrown_away: Callable[[int], None] = lambda total: None,
) -> tuple[Team, int]:
    """Roll a balanced team (DC-6), and count the squads rejected first; `thrown_away` gets their grades."""
    thrown = 0
    while True:
        squad = create_squad(_named(ask))
        total = sum(map(grade, squad))
        if total in GRADES:
            break
        thrown += 1
        thrown_away(total)
    names = full_names(rng, len(squad))
    ids = card_ids([player.number for player in squad])
    players = tuple(
        msgspec.structs.replace(player, card=card, name=given)
        for player, card, given in zip(squad, ids, names, strict=True)
    )
    return Team(name, code, country, players, automatic_lineup(players)), thrown


def _named(ask: Ask) -> Rolls:
    wanted = _labels()
    return lambda: ask(next(wanted))


def _labels() -> Iterator[str]:
    """What each 2d6 of a squad is for, in the order of DC-6."""
    numbers = dict(FIRST_NUMBER)
    for kind in SQUAD:
        for key in ORDER[kind]:
            yield f"{KIND[kind]} {numbers[kind]}, {WORDS[key]}"
        numbers[kind] += 1


def code_of(name: str) -> str:
    """The first three letters or digits of a name in capitals, as a team code."""
    return ("".join(letter for letter in name if letter.isascii() and letter.isalnum())[:3] or "OWN").upper()


def full_names(rng: Random, count: int) -> list[str]:
    """Distinct names from the lists of DC-10."""
    names: list[str] = []
    while len(names) < count:
        name = f"{rng.choice(GIVEN)} {rng.choice(SURNAMES)}"
        if name not in names:
            names.append(name)
    return names


def player_lines(made: RolledPlayer) -> str:
    """The card, each rating with the 2d6 that made it."""
    player = made.player
    lines = [f"{player.label}, {KIND[player.type]}, grade {grade(player)} (DC-5)"]
    lines += [
        f"  {WORDS[key]:<13} {rating_text(player, key):>3}   2d6 = {dice}"
        for key, dice in zip(ORDER[player.type], made.dice, strict=True)
    ]
    return "\n".join(lines)


def team_lines(team: Team, thrown: int) -> str:
    """Every player on a line, the lineup, the grade."""
    total = sum(map(grade, team.players))
    squads = "1 squad" if thrown == 1 else f"{thrown} squads"
    lines = [f"{team.name}: grade {total}, after {squads} rejected (DC-6)"]
    lines += [_line(player) for player in team.players]
    places = ", ".join(
        f"{place} {team.players[who].number}" for place, who in zip(PLACES, team.lineup, strict=True)
    )
    return "\n".join([*lines, f"Lineup: {places}"])


def rejected_squad_text(total: int) -> str:
    """Explain why a squad must be rolled again."""
    wanted = f"{GRADES[0]} to {GRADES[-1]}"
    return f"The grades add up to {total}; a team needs {wanted}. Roll the squad again (DC-6)."


def _line(player: Player) -> str:
    said = " ".join(f"{_SHORT[key]} {rating_text(player, key)}" for key in ORDER[player.type])
    return f"  {player.type:<3} {player.label[:22]:<22} {said}"


_SHORT = {
    "flat": "flat",
    "short": "short",
    "long": "long",
    "pass_yards": "pass",
    "interception": "int",
    "injury": "inj",
    "run_yards": "run",
    "kicking": "kick",
    "fumble": "fum",
    "run_defense": "rdef",
    "pass_defense": "pdef",
    "run_block": "rblock",
    "pass_block": "pblock",
}
