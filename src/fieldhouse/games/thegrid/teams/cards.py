"""A player card in words: for menus, lists and printed cards."""

from __future__ import annotations

from fieldhouse.games.thegrid.teams.players import NUMBERS, ORDER, Player

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


def rating(player: Player, key: str) -> str:
    """`+1` for a quarterback's pass, `2` for another number, `d8` for a die."""
    value = getattr(player, key)
    if key not in NUMBERS[player.type]:
        return f"d{value}"
    return f"{value:+d}" if player.type == "QB" else str(value)


def ratings(player: Player) -> str:
    """Every rating with its word, in the order of the card (TG-2.2 to TG-2.4)."""
    return ", ".join(f"{WORDS[key]} {rating(player, key)}" for key in ORDER[player.type])
