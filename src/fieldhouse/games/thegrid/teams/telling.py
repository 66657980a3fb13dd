"""Rolled players and teams in words, eighty columns wide."""

from __future__ import annotations

from fieldhouse.games.thegrid.teams.cards import KIND, WORDS, rating
from fieldhouse.games.thegrid.teams.making import GRADES, grade
from fieldhouse.games.thegrid.teams.players import ORDER, PLACES, Player, Team
from fieldhouse.games.thegrid.teams.rolling import RolledPlayer


def player_lines(made: RolledPlayer) -> str:
    """The card, each rating with the 2d6 that made it."""
    player = made.player
    lines = [f"{player.label}, {KIND[player.type]}, grade {grade(player)} (DC-5)"]
    lines += [
        f"  {WORDS[key]:<13} {rating(player, key):>3}   2d6 = {dice}"
        for key, dice in zip(ORDER[player.type], made.dice, strict=True)
    ]
    return "\n".join(lines)


def team_lines(team: Team, thrown: int) -> str:
    """Every player on a line, the lineup, the grade."""
    total = sum(map(grade, team.players))
    squads = "no squad was" if thrown == 0 else "one squad was" if thrown == 1 else f"{thrown} squads were"
    lines = [f"{team.name}: grade {total}; {squads} thrown away before it (DC-6)"]
    lines += [_line(player) for player in team.players]
    places = ", ".join(
        f"{place} {team.players[who].number}" for place, who in zip(PLACES, team.lineup, strict=True)
    )
    return "\n".join([*lines, f"Lineup: {places}"])


def thrown_away(total: int) -> str:
    """Said to somebody who rolled all that for nothing."""
    return (
        f"The grades add up to {total}, not to {GRADES[0]} to {GRADES[-1]}: the squad is rolled again (DC-6)."
    )


def _line(player: Player) -> str:
    said = " ".join(f"{_SHORT[key]} {rating(player, key)}" for key in ORDER[player.type])
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
