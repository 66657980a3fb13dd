"""The box score: both sides' statistics, added up from events and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from fieldhouse.football.events import (
    DriveEnded,
    FieldGoalTried,
    FirstDown,
    Flag,
    Kicked,
    Played,
    Possession,
    Scored,
    Turnover,
)
from fieldhouse.kernel.events import Event


class TeamLine(msgspec.Struct):
    """One side's totals."""

    team: str = ""
    points: int = 0
    touchdowns: int = 0
    field_goals: int = 0
    field_goal_tries: int = 0
    extra_points: int = 0
    conversions: int = 0
    safeties: int = 0
    plays: int = 0
    yards: int = 0
    runs: int = 0
    run_yards: int = 0
    passes: int = 0
    completions: int = 0
    pass_yards: int = 0
    sacked: int = 0
    sack_yards: int = 0
    first_downs: int = 0
    third_downs: int = 0
    third_downs_made: int = 0
    interceptions: int = 0
    fumbles_lost: int = 0
    turned_over_on_downs: int = 0
    punts: int = 0
    punt_yards: int = 0
    penalties: int = 0
    penalty_yards: int = 0
    drives: int = 0
    seconds: int = 0

    @property
    def turnovers(self) -> int:
        """Interceptions thrown and fumbles lost."""
        return self.interceptions + self.fumbles_lost


class BoxScore:
    """Add events with `add`; read `lines` by side."""

    def __init__(self, teams: Sequence[str]) -> None:
        self.lines = [TeamLine(team=team) for team in teams]
        self.drives: list[DriveEnded] = []

    @classmethod
    def of(cls, teams: Sequence[str], events: Iterable[Event]) -> BoxScore:
        """The box score of these events."""
        box = cls(teams)
        for event in events:
            box.add(event)
        return box

    def add(self, event: Event) -> None:
        """Count one event; those without statistics count for nothing."""
        match event:
            case Played():
                self._played(self.lines[event.side], event)
            case Scored():
                self._scored(self.lines[event.side], event)
            case Turnover():
                self._turnover(self.lines[event.side], event)
            case FieldGoalTried():
                self.lines[event.side].field_goal_tries += 1
            case FirstDown():
                self.lines[event.side].first_downs += 1
            case Kicked(what="punt"):
                self.lines[event.side].punts += 1
                self.lines[event.side].punt_yards += event.net
            case Flag(accepted=True):
                self.lines[event.side].penalties += 1
                self.lines[event.side].penalty_yards += event.yards
            case Possession():
                self.lines[event.side].drives += 1
            case DriveEnded():
                self.drives.append(event)
                self.lines[event.side].seconds += event.seconds
            case _:
                pass

    def _played(self, line: TeamLine, event: Played) -> None:
        line.plays += 1
        line.yards += event.yards
        if event.down == 3:
            line.third_downs += 1
            line.third_downs_made += event.first_down
        if event.what in ("run", "kneel"):
            line.runs += 1
            line.run_yards += event.yards
        elif event.what == "sack":
            line.sacked += 1
            line.sack_yards += event.yards
        else:
            line.passes += 1
            line.completions += event.what == "pass" and not event.lost
            line.pass_yards += event.yards

    def _scored(self, line: TeamLine, event: Scored) -> None:
        line.points += event.points
        match event.what:
            case "touchdown":
                line.touchdowns += 1
            case "field goal":
                line.field_goals += 1
            case "extra point":
                line.extra_points += 1
            case "two-point conversion":
                line.conversions += 1
            case "safety":
                line.safeties += 1

    def _turnover(self, line: TeamLine, event: Turnover) -> None:
        if event.what == "interception":
            line.interceptions += 1
        elif event.what == "fumble":
            line.fumbles_lost += 1
        elif event.what == "downs":
            line.turned_over_on_downs += 1

    def rows(self) -> list[tuple[str, str, str]]:
        """The table people read: name of the line, then both sides."""
        a, b = self.lines[0], self.lines[1]
        return [(name, show(a), show(b)) for name, show in _ROWS]

    def text(self) -> str:
        """The table as plain text."""
        teams = [line.team for line in self.lines]
        width = max(12, *(len(team) for team in teams))
        head = f"{'':22}{teams[0]:>{width}}{teams[1]:>{width + 2}}"
        return "\n".join([head, *(f"{n:22}{a:>{width}}{b:>{width + 2}}" for n, a, b in self.rows())])


_ROWS: tuple[tuple[str, Callable[[TeamLine], str]], ...] = (
    ("points", lambda t: str(t.points)),
    ("first downs", lambda t: str(t.first_downs)),
    ("plays, yards", lambda t: f"{t.plays}, {t.yards}"),
    ("runs, yards", lambda t: f"{t.runs}, {t.run_yards}"),
    ("passes, caught, yards", lambda t: f"{t.passes}, {t.completions}, {t.pass_yards}"),
    ("sacked, yards", lambda t: f"{t.sacked}, {t.sack_yards}"),
    ("third downs", lambda t: f"{t.third_downs_made} of {t.third_downs}"),
    ("interceptions thrown", lambda t: str(t.interceptions)),
    ("fumbles lost", lambda t: str(t.fumbles_lost)),
    ("punts, yards", lambda t: f"{t.punts}, {t.punt_yards}"),
    ("field goals", lambda t: f"{t.field_goals} of {t.field_goal_tries}"),
    ("penalties, yards", lambda t: f"{t.penalties}, {t.penalty_yards}"),
    ("drives", lambda t: str(t.drives)),
)
