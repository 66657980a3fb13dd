"""Each team's log sheet beside the board, added up from the events so far (section 25)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any

import msgspec

from fieldhouse.football.parts import Part
from fieldhouse.games.thegrid.rules.log_sheet import LogSheet, PlayerLine, TeamSheet
from fieldhouse.games.thegrid.teams.players import Player, Team
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import View


class Rosters(msgspec.Struct, frozen=True):
    """The two teams as the log sheet needs them."""

    teams: tuple[Team, ...]


def event_parts(view: View, events: Sequence[Event]) -> Sequence[Part]:
    """One folding part per team that has any statistics yet."""
    with _ONE_AT_A_TIME:
        sheet = _running_sheet(view, events)
        return [
            Part(id=f"log-{seat}", area="beside", label=f"{team.name} stats", rows=rows)
            for seat, team in enumerate(sheet.teams)
            if (rows := sheet_rows(team))
        ]


MOST_SHEETS = 256
_SHEETS: OrderedDict[tuple[int, Any], RunningSheet] = OrderedDict()
"""The sheets last looked at, by first event and seat."""
_ONE_AT_A_TIME = Lock()


def _running_sheet(view: View, events: Sequence[Event]) -> LogSheet:
    """The log sheet of these events. A game that has gone on since the last look is not added up anew."""
    rosters = Rosters(tuple(map(_team, view["sides"])))
    if not events:
        return LogSheet(rosters)
    place = id(events[0]), view["seat"]
    found = _SHEETS.get(place)
    if found is not None and found.count > len(events):  # an earlier moment, or an undo
        return LogSheet.of(rosters, events)
    if found is None or not found.begins(events):
        found = _SHEETS[place] = RunningSheet(LogSheet(rosters), events[0])
        if len(_SHEETS) > MOST_SHEETS:
            _SHEETS.popitem(last=False)
    found.follow(events)
    _SHEETS.move_to_end(place)
    return found.sheet


class RunningSheet:
    """A log sheet and the events in it: the first, the last, and how many."""

    def __init__(self, sheet: LogSheet, first: Event) -> None:
        self.sheet = sheet
        self.count = 0
        self._first = self._last = first

    def begins(self, events: Sequence[Event]) -> bool:
        """Are the events in it the first of these? Every event is told once, so its ends show it."""
        return events[0] is self._first and events[self.count - 1] is self._last

    def follow(self, events: Sequence[Event]) -> None:
        """Count what is new of these events."""
        for event in events[self.count :]:
            self.sheet.add(event)
        self._last, self.count = events[-1], len(events)


def _team(side: dict[str, Any]) -> Team:
    players = tuple(Player(one["card"], one["number"], one["name"], one["type"]) for one in side["players"])
    return Team(side["name"], "", "", players, ())


def sheet_rows(team: TeamSheet) -> tuple[tuple[str, str], ...]:
    """Players in the order of their first statistic, then the team's own lines."""
    players = [
        (line.name, "; ".join(words)) for line in team.players.values() if (words := player_words(line))
    ]
    whole = [
        ("First downs", str(team.first_downs or "")),
        ("3rd down conversions", _of(team.third_downs_made, team.third_downs)),
        ("4th down conversions", _of(team.fourth_downs_made, team.fourth_downs)),
        ("Kickoff return yards", str(team.kickoff_return_yards) if team.kickoff_return_yards else ""),
        ("Interceptions", str(team.interceptions_made or "")),
        ("Drives", str(len(team.drives) or "")),
    ]
    return tuple(players + [(name, value) for name, value in whole if value])


def player_words(line: PlayerLine) -> list[str]:
    """What a player did: runs, passes, catches, kicks (TG-25.3 to TG-25.11)."""
    touchdowns = line.run_touchdowns, line.pass_touchdowns, line.receiving_touchdowns
    ran, threw, caught = (_scores(count) for count in touchdowns)
    found = []
    if line.runs:
        found.append(f"{_count(line.runs, 'carry')}, {line.run_yards} yards{ran}")
    if line.attempts:
        lost = f", {_count(line.interceptions, 'interception')}" if line.interceptions else ""
        passes = _of(line.completions, line.attempts)
        found.append(f"{passes} passing, {line.pass_yards} yards{threw}{lost}")
    if line.sacks:
        found.append(f"sacked {_count(line.sacks, 'time')}")
    if line.targets:
        found.append(f"{_count(line.receptions, 'catch')}, {line.receiving_yards} yards{caught}")
    if line.fumbles:
        found.append(f"{_count(line.fumbles, 'fumble')}, {line.fumbles_lost} lost")
    if line.extra_point_tries:
        found.append(f"extra points {_of(line.extra_points, line.extra_point_tries)}")
    if tries := len(line.field_goals) + len(line.field_goals_missed):
        found.append(f"field goals {_of(len(line.field_goals), tries)}")
    return found


def _scores(touchdowns: int) -> str:
    return f", {_count(touchdowns, 'touchdown')}" if touchdowns else ""


PLURALS = {"carry": "carries", "catch": "catches", "touchdown": "touchdowns"}


def _count(number: int, word: str) -> str:
    return f"{number} {word if number == 1 else PLURALS.get(word, word + 's')}"


def _of(made: int, tried: int) -> str:
    return f"{made} of {tried}" if tried else ""
