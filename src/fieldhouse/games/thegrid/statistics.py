"""What The Grid counts: the log sheet's lines of teams and players (section 25)."""

from __future__ import annotations

from collections.abc import Sequence

from fieldhouse.football.events import Played
from fieldhouse.football.stat_lines import StatLine
from fieldhouse.games.thegrid.rules.events import Play
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.log_sheet import COUNTS, LogSheet, PlayerLine, TeamSheet
from fieldhouse.games.thegrid.teams.players import EMERGENCY
from fieldhouse.kernel.events import Event

__all__ = ["COUNTS", "player_ids", "player_lines"]

TEAM = (
    *("fourth_downs", "fourth_downs_made", "kickoff_return_yards", "interceptions_made", "return_yards"),
    *("return_touchdowns", "cards", "time_outs", "re_rolls", "injuries"),
)


def player_lines(game: TheGrid, events: Sequence[Event]) -> list[StatLine]:
    """A line for every player who did something, and each team's own numbers. Emergency players (DC-7) are
    counted by their type."""
    sheet = LogSheet.of(game, events)
    found = []
    for side, team in enumerate(sheet.teams):
        found.append(StatLine(side, "", team.name, {name: _number(team, name) for name in TEAM}))
        for card, player in team.players.items():
            found.append(StatLine(side, player.id or card, player.name, player_stats(player)))
    return found


def _number(team: TeamSheet, name: str) -> int:
    number: int = getattr(team, name)
    return number


def player_stats(player: PlayerLine) -> dict[str, int]:
    """A player's numbers under the shared names; what the player did not do is left out."""
    stats: dict[str, int] = {}
    if player.runs:
        stats |= {"runs": player.runs, "run_yards": player.run_yards, "run_touchdowns": player.run_touchdowns}
    if player.attempts or player.sacks:
        stats |= {
            "passes": player.attempts,
            "completions": player.completions,
            "pass_yards": player.pass_yards,
            "pass_touchdowns": player.pass_touchdowns,
            "interceptions": player.interceptions,
            "sacked": player.sacks,
            "sack_yards": player.sack_yards,
        }
    if player.targets:
        stats |= {
            "targets": player.targets,
            "receptions": player.receptions,
            "receiving_yards": player.receiving_yards,
            "receiving_touchdowns": player.receiving_touchdowns,
        }
    if player.fumbles:
        stats |= {"fumbles": player.fumbles, "fumbles_lost": player.fumbles_lost}
    if player.extra_point_tries:
        stats |= {"extra_points": player.extra_points, "extra_point_tries": player.extra_point_tries}
    if tries := len(player.field_goals) + len(player.field_goals_missed):
        longest = max(player.field_goals, default=0)
        stats |= {"field_goals": len(player.field_goals), "field_goal_tries": tries}
        stats |= {"longest_field_goal": longest} if longest else {}
    return stats | {"points": player.points}


def player_ids(game: TheGrid, event: Played) -> tuple[str, str]:
    """The ids of the ball carrier (or passer) and of the receiver; "" for nobody."""
    assert isinstance(event, Play)
    team = game.teams[event.side]

    def identity(who: int) -> str:
        return "" if who == EMERGENCY else team.identity(team.players[who])

    if event.what == "run":
        return identity(event.carrier), ""
    return identity(event.quarterback), identity(event.carrier) if event.receiver else ""
