"""The game log sheet: statistics of players and teams, added up from events alone (section 25)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from fieldhouse.football.box_score import STATISTICS, BoxScore, StatLine
from fieldhouse.football.events import DriveEnded, FirstDown, Played
from fieldhouse.games.thegrid.rules.events import (
    ExtraPointTried,
    Flipped,
    GridFieldGoal,
    GridScored,
    Injured,
    InterceptionReturn,
    KickoffReturned,
    Play,
    ReRolled,
    TimeOut,
)
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.teams.players import EMERGENCIES, EMERGENCY, Team
from fieldhouse.kernel.events import Event

NOT_COUNTED = ("punts", "punt_yards", "penalties", "penalty_yards", "conversions", "seconds")
COUNTS = tuple(name for name in STATISTICS if name not in NOT_COUNTED)
"""The Grid has no punts, flags or conversions, and its clock is a deck of cards."""


class PlayerLine(msgspec.Struct):
    """One player's line. Emergency players have one per type (DC-7)."""

    name: str
    runs: int = 0
    run_yards: int = 0
    run_touchdowns: int = 0
    attempts: int = 0
    completions: int = 0
    pass_yards: int = 0
    pass_touchdowns: int = 0
    interceptions: int = 0
    sacks: int = 0
    sack_yards: int = 0
    targets: int = 0
    receptions: int = 0
    receiving_yards: int = 0
    receiving_touchdowns: int = 0
    fumbles: int = 0
    fumbles_lost: int = 0
    extra_points: int = 0
    extra_point_tries: int = 0
    field_goals: list[int] = []
    """Distances in yards of those made (TG-25.9)."""
    field_goals_missed: list[int] = []
    id: str = ""
    """The player's id in the pool (TG-4.29)."""

    @property
    def points(self) -> int:
        """The points this player scored; a passing touchdown is the receiver's."""
        touchdowns = self.run_touchdowns + self.receiving_touchdowns
        return 6 * touchdowns + self.extra_points + 3 * len(self.field_goals)


class TeamSheet(msgspec.Struct):
    """One team's lines (TG-25.10)."""

    name: str
    players: dict[str, PlayerLine] = {}
    points: dict[int, int] = {}
    """By period; an extra point counts in the period of its touchdown (TG-25.13)."""
    first_downs: int = 0
    third_downs: int = 0
    third_downs_made: int = 0
    fourth_downs: int = 0
    fourth_downs_made: int = 0
    drives: list[DriveEnded] = []
    kickoff_return_yards: int = 0
    interceptions_made: int = 0
    return_yards: int = 0
    return_touchdowns: int = 0
    safeties: int = 0
    cards: int = 0
    time_outs: int = 0
    re_rolls: int = 0
    injuries: int = 0

    @property
    def total(self) -> int:
        """Points of all periods."""
        return sum(self.points.values())

    @property
    def added_up(self) -> int:
        """The same total added up from players' points, return touchdowns and safeties."""
        own = sum(line.points for line in self.players.values())
        return own + 6 * self.return_touchdowns + 2 * self.safeties


class HasTeams(Protocol):
    """Anything that has both teams: a game, or a board that reads them from a view."""

    @property
    def teams(self) -> Sequence[Team]:
        """The teams by seat."""


class LogSheet:
    """Add events with `add`; read `teams` by seat, and `box` for the common box score."""

    def __init__(self, game: HasTeams) -> None:
        self._book = game
        self.teams = [TeamSheet(team.name) for team in game.teams]
        self.box = BoxScore([team.name for team in game.teams], COUNTS)

    @classmethod
    def of(cls, game: HasTeams, events: Iterable[Event]) -> LogSheet:
        """The sheet of these events."""
        sheet = cls(game)
        for event in events:
            sheet.add(event)
        return sheet

    def add(self, event: Event) -> None:
        """Count one event; those without statistics count for nothing."""
        self.box.add(event)
        match event:
            case Play():
                self._played(event)
            case GridScored():
                self._scored(event)
            case ExtraPointTried():
                line = self.player(event.side, event.kicker, "HBE")
                line.extra_point_tries += 1
                line.extra_points += event.good
            case GridFieldGoal():
                line = self.player(event.side, event.kicker, "HBE")
                (line.field_goals if event.good else line.field_goals_missed).append(event.yards)
            case DriveEnded():
                self.teams[event.side].drives.append(event)
            case _:
                self._small(event)

    def _small(self, event: Event) -> None:
        """Events that move one number of a team."""
        match event:
            case FirstDown():
                self.teams[event.side].first_downs += 1
            case KickoffReturned():
                self.teams[event.side].kickoff_return_yards += event.yards
            case InterceptionReturn():
                self.teams[event.side].interceptions_made += 1
                self.teams[event.side].return_yards += event.yards
                self.teams[event.side].return_touchdowns += event.touchdown
            case Flipped():
                self.teams[event.side].cards += 1
            case TimeOut():
                self.teams[event.side].time_outs += 1
            case ReRolled():
                self.teams[event.side].re_rolls += 1
            case Injured():
                self.teams[event.side].injuries += 1
            case _:
                pass

    def player(self, seat: int, who: int, kind: str) -> PlayerLine:
        """The line of a roster place, made on first use."""
        team = self._book.teams[seat]
        key = f"emergency {kind}" if who == EMERGENCY else team.players[who].card
        player = EMERGENCIES[kind] if who == EMERGENCY else team.players[who]
        return self.teams[seat].players.setdefault(key, PlayerLine(player.label, id=team.identity(player)))

    def _played(self, event: Play) -> None:
        team = self.teams[event.side]
        if event.down == 3:
            team.third_downs += 1
            team.third_downs_made += event.first_down
        elif event.down == 4:
            team.fourth_downs += 1
            team.fourth_downs_made += event.first_down
        carrier = self.player(event.side, event.carrier, "HBE")
        carrier.fumbles += event.fumbled
        carrier.fumbles_lost += event.fumble_lost
        if event.what == "run":
            carrier.runs += 1
            carrier.run_yards += event.yards
            carrier.run_touchdowns += event.touchdown
        else:
            self._passed(event, self.player(event.side, event.quarterback, "QB"), carrier)

    def _passed(self, event: Play, passer: PlayerLine, carrier: PlayerLine) -> None:
        if event.what == "sack":  # TG-25.7
            passer.sacks += 1
            passer.sack_yards += event.yards
            return
        passer.attempts += 1
        passer.interceptions += event.intercepted
        carrier.targets += 1
        if event.what == "pass":  # TG-25.11
            passer.completions += 1
            passer.pass_yards += event.yards
            passer.pass_touchdowns += event.touchdown
            carrier.receptions += 1
            carrier.receiving_yards += event.yards
            carrier.receiving_touchdowns += event.touchdown

    def _scored(self, event: GridScored) -> None:
        team = self.teams[event.side]
        team.points[event.period] = team.points.get(event.period, 0) + event.points
        team.safeties += event.what == "safety"

    # What people read

    def text(self) -> str:
        """Box score, players and drive chart as plain text for eighty columns."""
        parts = [self.box.text()]
        parts += [self._players_text(team) for team in self.teams]
        parts.append(self.drive_chart())
        return "\n\n".join(parts)

    def _players_text(self, team: TeamSheet) -> str:
        counts = ((team.cards, "card"), (team.time_outs, "timeout"), (team.re_rolls, "re-roll"))
        lines = [f"{team.name}: {', '.join(_count(number, word) for number, word in counts)}"]
        for line in team.players.values():
            said = ", ".join(_words(line))
            if said:
                lines.append(f"  {line.name}: {said}")
        return "\n".join(lines)

    def drive_chart(self) -> str:
        """One line a drive: side, start, plays, yards, how it ended."""
        lines = ["Drives"]
        for drive in self.box.drives:
            assert isinstance(drive, DriveEnded)
            code = self._book.teams[drive.side].code
            start = f"own {60 - drive.start}" if drive.start > 30 else f"opp {drive.start}"
            start = "mid 30" if drive.start == 30 else start
            plays = f"{drive.plays} play{'s' * (drive.plays != 1)}"
            lines.append(f"  {code}  {start:>6}  {plays:>8}  {drive.yards:>4} yards  {drive.result}")
        return "\n".join(lines)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def _words(line: PlayerLine) -> Iterable[str]:
    """The parts of a player's line that are not empty."""
    if line.attempts or line.sacks:
        yield f"{line.completions}-{line.attempts} passing"
        yield f"{line.pass_yards} yards, {line.pass_touchdowns} TD"
        yield f"{line.interceptions} INT, {_count(line.sacks, 'sack')}"
    if line.runs:
        carries = "1 carry" if line.runs == 1 else f"{line.runs} carries"
        yield f"{carries}, {line.run_yards} yards, {line.run_touchdowns} TD"
    if line.targets:
        yield f"{line.receptions} of {line.targets} targets caught"
        yield f"{line.receiving_yards} yards, {line.receiving_touchdowns} TD"
    if line.fumbles:
        yield f"{_count(line.fumbles, 'fumble')} ({line.fumbles_lost} lost)"
    kicks = len(line.field_goals) + len(line.field_goals_missed)
    if kicks:
        yield f"FG {len(line.field_goals)}/{kicks}"
    if line.extra_point_tries:
        yield f"XP {line.extra_points}/{line.extra_point_tries}"


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
