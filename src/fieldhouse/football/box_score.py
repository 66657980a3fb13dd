"""The box score: the line score and the statistics of both teams and their players, added up from events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from fieldhouse.football.events import (
    DriveOver,
    FieldGoalTried,
    FirstDown,
    Flag,
    Kicked,
    Played,
    Possession,
    Scored,
    Turnover,
)
from fieldhouse.kernel import registry
from fieldhouse.kernel.events import Event

WIDEST = 80


def truncate(name: str, width: int) -> str:
    """At most `width` letters of a name, with an ellipsis where it was longer."""
    return name if len(name) <= width else name[: width - 1].rstrip() + "…"


def append_column(text: str, more: str, column: int) -> str:
    """Add text in a column of its own, on the next line where the line is too long."""
    if len(text) < column or not more:
        return f"{text:{column}}{more}".rstrip()
    joint = "  " if len(text) + len(more) + 2 <= WIDEST else "\n" + " " * column
    return text + joint + more


class StatLine(msgspec.Struct):
    """One line of one game: of a player (`player` is an id), or of the team where `player` is empty.

    A statistic that is not in `stats` is unknown, which is not zero.
    """

    side: int
    player: str
    name: str
    stats: dict[str, int]


def game_statistics(game: str) -> Sequence[str] | None:
    """The statistics that the game counts; None where it does not say."""
    counts: Sequence[str] | None = getattr(registry.find(game).part("rules"), "COUNTS", None)
    return counts


def counted_statistics(box: BoxScore, game: str) -> Sequence[str]:
    """The statistics that the game counts; where it does not say, points and whatever is in the box score."""
    said = game_statistics(game)
    if said is not None:
        return said
    return [name for name in STATISTICS if name == "points" or any(getattr(line, name) for line in box.lines)]


Line = tuple[str, list[int], int]
"""A side's name, its points in each period, and all of them."""


def line_score(teams: Sequence[str], events: Sequence[Event]) -> tuple[list[str], list[Line]]:
    """The periods in the game's own words, and a line for each side; points count where their play began."""
    periods: dict[str, list[int]] = {}
    for event in events:
        if event.moment is not None and event.moment.period:
            points = periods.setdefault(event.moment.period, [0] * len(teams))
            if isinstance(event, Scored):
                points[event.side] += event.points
    lines = [
        (
            team,
            [points[side] for points in periods.values()],
            sum(points[side] for points in periods.values()),
        )
        for side, team in enumerate(teams)
    ]
    return list(periods), lines


class TeamLine(msgspec.Struct):
    """The totals of one team."""

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
    poor_starts: int = 0
    average_starts: int = 0
    great_starts: int = 0

    @property
    def turnovers(self) -> int:
        """Interceptions thrown and fumbles lost."""
        return self.interceptions + self.fumbles_lost


STATISTICS = tuple(name for name in TeamLine.__struct_fields__ if name != "team")
"""The names of a side's numbers, in the order of the box score."""


class BoxScore:
    """Add events with `add`; read `lines` by side.

    `counts` names the statistics that this game counts. The others are unknown and not shown as zero.
    """

    def __init__(self, teams: Sequence[str], counts: Sequence[str] = STATISTICS) -> None:
        self.lines = [TeamLine(team=team) for team in teams]
        self.counts = counts
        self.drives: list[DriveOver] = []

    @classmethod
    def of(cls, teams: Sequence[str], events: Iterable[Event]) -> BoxScore:
        """The box score of these events."""
        box = cls(teams)
        for event in events:
            box.add(event)
        return box

    def add(self, event: Event) -> None:
        """Count one event; events without statistics change nothing."""
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
                self._possession(self.lines[event.side], event)
            case DriveOver():
                self.drives.append(event)
                self.lines[event.side].seconds += event.clock_seconds()
                self.lines[event.side].punts += event.ends_in_punt
            case _:
                pass

    def _possession(self, line: TeamLine, event: Possession) -> None:
        line.drives += 1
        match event.start_grade():
            case "poor":
                line.poor_starts += 1
            case "average":
                line.average_starts += 1
            case "great":
                line.great_starts += 1

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
        """The table people read: a name, then both teams.

        What the game does not count is a dash; a line of dashes is left out.
        """
        a, b = (self._counted(line) for line in self.lines[:2])
        return [
            (words, how.format(**a), how.format(**b))
            for words, names, how in ROWS
            if any(name in self.counts for name in names)
        ]

    def _counted(self, line: TeamLine) -> dict[str, str]:
        return {name: str(getattr(line, name)) if name in self.counts else UNKNOWN for name in STATISTICS}

    def text(self) -> str:
        """The table as plain text."""
        teams = [truncate(line.team, LONGEST) for line in self.lines]
        width = max(12, *(len(team) for team in teams))
        head = f"{'':22}{teams[0]:>{width}}{teams[1]:>{width + 2}}"
        return "\n".join([head, *(f"{n:22}{a:>{width}}{b:>{width + 2}}" for n, a, b in self.rows())])


UNKNOWN = "\N{EN DASH}"
LONGEST = 28
"""Letters of a team's name: the words and two columns of it fill a line of eighty."""
ROWS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("points", ("points",), "{points}"),
    ("first downs", ("first_downs",), "{first_downs}"),
    ("plays, yards", ("plays", "yards"), "{plays}, {yards}"),
    ("runs, yards", ("runs", "run_yards"), "{runs}, {run_yards}"),
    ("passes, caught, yards", ("passes", "pass_yards"), "{passes}, {completions}, {pass_yards}"),
    ("sacked, yards", ("sacked", "sack_yards"), "{sacked}, {sack_yards}"),
    ("third downs", ("third_downs",), "{third_downs_made} of {third_downs}"),
    ("interceptions thrown", ("interceptions",), "{interceptions}"),
    ("fumbles lost", ("fumbles_lost",), "{fumbles_lost}"),
    ("punts, yards", ("punts", "punt_yards"), "{punts}, {punt_yards}"),
    ("field goals", ("field_goals",), "{field_goals} of {field_goal_tries}"),
    ("penalties, yards", ("penalties", "penalty_yards"), "{penalties}, {penalty_yards}"),
    ("drives", ("drives",), "{drives}"),
    (
        "starts: poor/avg/great",
        ("poor_starts", "average_starts", "great_starts"),
        "{poor_starts}/{average_starts}/{great_starts}",
    ),
)
"""The lines of the table: words, the numbers in it, and how it reads."""
