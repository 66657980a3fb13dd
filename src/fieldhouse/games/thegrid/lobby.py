"""A sentence on each team for whoever sets up a table."""

from __future__ import annotations

from fieldhouse.games.thegrid.meta import META, TEAM_CHOICES
from fieldhouse.games.thegrid.teams.making import named_team
from fieldhouse.games.thegrid.teams.players import PLACES, Team


def sentences() -> dict[str, dict[str, str]]:
    """Option to value to sentence; the teams of the World Tournament as the usual seed makes them."""
    seed = int(META.spec("world_seed").default)
    found = {name: sentence(named_team(name, seed)) for name in TEAM_CHOICES}
    for name in TEAM_CHOICES:
        if name.startswith("world-"):
            found[name] += f" (with world seed {seed})"
    return {"home": found, "visitor": found}


def sentence(team: Team) -> str:
    """Home, quarterback and halfback."""
    passer, runner = (team.at(team.lineup, PLACES.index(place)) for place in ("QB", "HB"))
    return (
        f"{team.name}, {team.country}: {passer.name} passes {passer.flat:+d} flat, {passer.short:+d} short, "
        f"{passer.long:+d} long; {runner.name} runs with d{runner.run_yards}"
    )
