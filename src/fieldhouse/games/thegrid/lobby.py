"""What the set-up page says about each team, teams rolled for it, and labels for the chart editor."""

from __future__ import annotations

from random import Random

from fieldhouse.football.charts import read_toml
from fieldhouse.football.parts import Face
from fieldhouse.games.thegrid.board.player_card import player_face
from fieldhouse.games.thegrid.charts.cards import PLAYS
from fieldhouse.games.thegrid.meta import META, TEAM_CHOICES
from fieldhouse.games.thegrid.teams.creation import named_team
from fieldhouse.games.thegrid.teams.players import PLACES, Team, player_data, read_team, team_data, team_text
from fieldhouse.games.thegrid.teams.roller import roll_team, seeded_rolls
from fieldhouse.kernel.meta import ChoiceCard, DailyFormat

ROLL_BUTTONS = {"home": "Roll a random home team", "visitor": "Roll a random away team"}
"""The materials that can be rolled (DC-6), with the words of their buttons."""


def roll_material(seed: int) -> str:
    """Roll a balanced team as a team file, the one that `fieldhouse thegrid roll --seed` rolls."""
    team, _ = roll_team(
        seeded_rolls(seed), Random(f"thegrid-names:{seed}"), f"Team {seed}", f"T{seed % 100:02}", "Nowhere"
    )
    return team_text(team_data(team))


def sentences() -> dict[str, dict[str, str]]:
    """Option to value to sentence; World Tournament teams as the default seed makes them."""
    seed = int(META.spec("world_seed").default)
    found = {name: team_sentence(named_team(name, seed)) for name in TEAM_CHOICES}
    for name in TEAM_CHOICES:
        if name.startswith("world-"):
            found[name] += f" (world seed {seed})"
    return {"home": found, "visitor": found}


COLORS = {
    "founders": ("#7b2d3b", "#e0c080"),
    "tidewolves": ("#1f4e79", "#9fc6e7"),
    "average": ("#6b6b6b", "#d0d0d0"),
    "world-canton": ("#8a1c2b", "#f0d9a0"),
    "world-bremen": ("#00693e", "#ffffff"),
    "world-halifax": ("#0b3d6e", "#e6b422"),
    "world-puebla": ("#006847", "#ce1126"),
    "world-recife": ("#009739", "#fedd00"),
    "world-leeds": ("#1d428a", "#ffcd00"),
    "world-bari": ("#d71920", "#ffffff"),
    "world-tampere": ("#003580", "#ffffff"),
    "world-ibadan": ("#008751", "#ffffff"),
    "world-sendai": ("#bc002d", "#ffffff"),
    "world-busan": ("#0f4c81", "#ef3340"),
    "world-perth": ("#00843d", "#ffcd00"),
}
"""The colors of each team on the set-up page."""


def choice_cards() -> dict[str, list[ChoiceCard]]:
    """The teams to choose from, World Tournament teams as the default seed makes them."""
    seed = int(META.spec("world_seed").default)
    found = []
    for name in TEAM_CHOICES:
        team = named_team(name, seed)
        passer, runner = (team.at(team.lineup, PLACES.index(place)) for place in ("QB", "HB"))
        passes = f"{passer.flat:+d} {passer.short:+d} {passer.long:+d}"
        about = f"{team.country}. QB {passer.name} {passes}, HB {runner.name} d{runner.run_yards}"
        found.append(ChoiceCard(value=name, title=team.name, about=about, colors=COLORS[name]))
    return {"home": found, "visitor": found}


def material_cards(text: str) -> list[Face]:
    """The players of a team file as cards; BadChart if it is none."""
    team = read_team(read_toml("team", text), "team")
    return [player_face({**player_data(player), "type": player.type}) for player in team.players]


def rename_material(text: str, name: str) -> str:
    """The team file with another name."""
    return team_text({**team_data(read_team(read_toml("team", text), "team")), "name": name})


def team_sentence(team: Team) -> str:
    """Describe a team by its home, quarterback and halfback."""
    passer, runner = (team.at(team.lineup, PLACES.index(place)) for place in ("QB", "HB"))
    return (
        f"{team.name}, {team.country}: {passer.name} throws {passer.flat:+d} flat, {passer.short:+d} short, "
        f"{passer.long:+d} long; {runner.name} runs with a d{runner.run_yards}"
    )


DAILY = {
    1: DailyFormat("tiny", "five timing cards a half", {"lineups": "fixed"}),
    6: DailyFormat("tiny", "five timing cards a half", {"lineups": "fixed"}),
}
"""The daily drive of these weekdays (Monday: 0)."""


_CARRIERS = {"HB": "halfback", "LE": "left end", "RE": "right end"}
HEADINGS = {
    **{
        f"{play}-{place}": f"{words}, {who}"
        for play, words in PLAYS.items()
        for place, who in _CARRIERS.items()
    },
    "qb": "Quarterbacks",
    "hbe": "Backs and ends",
    "ln": "Linemen",
    "lineup": "Lineup, by jersey number",
    "blocking": "Blocking die by the linemen's total",
    "defense": "d20 modifier by the defense's total",
}
