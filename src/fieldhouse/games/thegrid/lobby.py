"""What the set-up page says about each team, and teams rolled for it."""

from __future__ import annotations

from random import Random

from fieldhouse.games.thegrid.meta import META, TEAM_CHOICES
from fieldhouse.games.thegrid.teams.creation import named_team
from fieldhouse.games.thegrid.teams.players import PLACES, Team, team_data, team_text
from fieldhouse.games.thegrid.teams.roller import roll_team, seeded_rolls
from fieldhouse.kernel.meta import DailyFormat

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
