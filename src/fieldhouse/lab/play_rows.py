"""A recorded game as play rows: nflverse's column names where they are true, null where the game has no such
thing, and our own columns as `fh_...`. The record is the only source.

A game that tells no scrimmage plays gives drives instead (Fast Drive), or nothing (squares).
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, TypeAlias

from fieldhouse.football.events import (
    DriveEnded,
    DriveOver,
    FieldGoalTried,
    Flag,
    FootballEvent,
    Kicked,
    Played,
    Possession,
    Scored,
    TryFailed,
    Turnover,
)
from fieldhouse.kernel import registry
from fieldhouse.kernel.events import Event, render
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.record import Record, apply_entry, record_game
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.kernel.table import Table

Cell: TypeAlias = int | float | str | None
Row: TypeAlias = dict[str, Cell]

TEXT = (
    *("game_id", "posteam", "defteam", "time", "play_type", "desc", "td_team", "field_goal_result"),
    *("extra_point_result", "two_point_conv_result", "penalty_team"),
    *("passer_player_id", "passer_player_name", "rusher_player_id", "rusher_player_name"),
    *("receiver_player_id", "receiver_player_name", "fixed_drive_result"),
    *("fh_game", "fh_name", "fh_period", "fh_clock", "fh_rule", "fh_wp_kind"),
)
NUMBERS = (
    *("play_id", "qtr", "drive", "down", "ydstogo", "goal_to_go", "yardline_100", "yards_gained"),
    *("posteam_score", "defteam_score", "score_differential", "first_down", "touchdown", "safety"),
    *("rush_attempt", "pass_attempt", "complete_pass", "incomplete_pass", "sack", "qb_kneel", "qb_spike"),
    *("interception", "fumble_lost", "punt_attempt", "kickoff_attempt", "kick_distance", "touchback"),
    *("return_yards", "field_goal_attempt", "penalty", "penalty_yards"),
    *("fh_edition", "fh_spot", "fh_drive_plays", "fh_drive_yards", "fh_drive_seconds"),
)
CHANCES = ("home_wp", "wpa", "fh_wp", "fh_wpa", "fh_luck")
"""Filled on request (`lab.review.win_probability_rows`); luck where the game has exact tables."""
COLUMNS = (*TEXT, *NUMBERS, *CHANCES)
YARDS = 50
"""A field shorter than this is not measured in yards."""
KINDS = {"run": "run", "pass": "pass", "incomplete": "pass", "sack": "pass", "kneel": "qb_kneel"}
KICKS = {"punt": "punt", "kickoff": "kickoff", "onside kick": "kickoff", "squib kick": "kickoff"}


class PlayStart(NamedTuple):
    """Where a play begins: the headline there, and the state as it is saved."""

    head: Scoreboard
    snapshot: bytes


def play_rows(record: Record, game_id: str) -> tuple[PlayRows, PlayStart]:
    """The rows of one game, and its last whistle."""
    rows = PlayRows(record_game(record), game_id)
    events, last = events_by_play(record)
    for event, at in events:
        rows.add(event, at)
    return rows, last


def events_by_play(record: Record) -> tuple[list[tuple[Event, PlayStart]], PlayStart]:
    """Every event that stands, each with the whistle before its play; and the last whistle."""
    table: Table[Any] = Table(record_game(record))
    game, found = table.game, list[tuple[Event, PlayStart]]()
    frame = table.last_frame
    at = PlayStart(game.scoreboard(table.state, None), frame.snapshot)
    for entry in record.entries:
        apply_entry(table, entry)
        events = table.events
        del found[len(events) :]  # an undo took some back
        now = table.last_frame
        if now is not frame:
            found += [(event, at) for event in events[len(found) : now.events]]
            frame, at = now, PlayStart(game.scoreboard(game.load(now.snapshot), None), now.snapshot)
        found += [(event, at) for event in events[len(found) :]]
    return found, at


class PlayRows:
    """Rows in the making: later events of a play complete its row."""

    def __init__(self, game: Game[Any], game_id: str) -> None:
        self._plays: list[Row] = []
        self._drives: list[Row] = []
        self._whistles: dict[int, PlayStart] = {}
        self._fixed: Row = {
            "game_id": game_id,
            "fh_game": game.meta.name,
            "fh_edition": game.setup.edition,
        }
        self._game = game
        part = registry.find(game.meta.name).part("rules")
        self._player_ids = getattr(part, "player_ids", None)
        self._drive = 0
        self.scrimmage = False

    @property
    def rows(self) -> list[Row]:
        """The plays, or the drives of a game that tells no plays."""
        return self._plays if self.scrimmage else self._drives

    @property
    def starts(self) -> list[tuple[Row, PlayStart]]:
        """The rows that are found, each with the whistle before its play."""
        return [(row, self._whistles[id(row)]) for row in self.rows]

    def add(self, event: Event, at: PlayStart) -> None:
        """Count an event in that came after this whistle."""
        match event:
            case Possession():
                self._drive += 1
            case Played() if event.field >= YARDS:
                self.scrimmage = True
                self._played(event, self._row(event, at))
            case Kicked():
                self._kicked(event, self._row(event, at))
            case FieldGoalTried():
                row = self._row(event, at)
                row |= {"play_type": "field_goal", "field_goal_attempt": 1, "kick_distance": event.yards}
            case Scored():
                self._scored(event, at)
            case TryFailed():
                self._tried(event, at, made=False)
            case Turnover() if self._plays:
                lost = {"interception": "interception", "fumble": "fumble_lost"}.get(event.what)
                if lost:
                    self._plays[-1][lost] = 1
                if lost == "interception":  # as nflverse counts: no catch, no gain
                    self._plays[-1] |= {"complete_pass": 0, "yards_gained": 0}
            case Flag() if event.accepted:
                self._flag(event, at)
            case DriveOver():
                self._ended(event, at)

    def _row(self, event: FootballEvent, at: PlayStart) -> Row:
        row = self._new(event, at, len(self._plays) + 1)
        self._plays.append(row)
        return row

    def _new(self, event: FootballEvent, at: PlayStart, number: int) -> Row:
        head = at.head
        mine, theirs = head.scores[event.side], head.scores[1 - event.side]
        quarter = re.fullmatch(r"Q(\d+)", head.period)
        row: Row = dict.fromkeys(COLUMNS)
        row |= self._fixed
        row |= {
            "play_id": number,
            "posteam": head.teams[event.side],
            "defteam": head.teams[1 - event.side],
            "posteam_score": mine,
            "defteam_score": theirs,
            "score_differential": mine - theirs,
            "qtr": int(quarter[1]) if quarter else 5 if head.period == "Overtime" else None,
            "time": head.clock if re.fullmatch(r"\d+:\d\d", head.clock) else None,
            "drive": self._drive or None,
            "desc": render(event),
            "fh_period": head.period or None,
            "fh_clock": head.clock or None,
            "fh_rule": " ".join(event.rules) or None,
        }
        self._whistles[id(row)] = at
        return row

    def _played(self, event: Played, row: Row) -> None:
        first, second = self._player_ids(self._game, event) if self._player_ids is not None else ("", "")
        kind = event.what
        row |= {
            "play_type": KINDS.get(kind, "qb_spike"),
            "down": event.down or None,
            "ydstogo": event.to_go if event.down else None,
            "goal_to_go": int(event.goal),
            "yardline_100": event.spot if event.field == 100 else None,
            "fh_spot": event.spot,
            "yards_gained": event.yards,
            "first_down": int(event.first_down),
            "rush_attempt": int(kind == "run"),
            "pass_attempt": int(kind in ("pass", "incomplete", "sack", "spike")),
            "complete_pass": int(kind == "pass"),
            "incomplete_pass": int(kind in ("incomplete", "spike")),
            "sack": int(kind == "sack"),
            "qb_kneel": int(kind == "kneel"),
            "qb_spike": int(kind == "spike"),
            "touchdown": 0,
            "interception": 0,
            "fumble_lost": 0,
            "penalty": 0,
            "fh_name": event.name or None,
            **_who("rusher" if kind == "run" else "passer", event.player, first),
            **_who("receiver", event.receiver, second),
        }

    def _kicked(self, event: Kicked, row: Row) -> None:
        kind = KICKS.get(event.what)
        row |= {
            "play_type": kind,
            "punt_attempt": int(kind == "punt"),
            "kickoff_attempt": int(kind == "kickoff"),
            "touchback": int(event.touchback),
            "return_yards": event.returned,
            "fh_name": event.what,
        }

    def _scored(self, event: Scored, at: PlayStart) -> None:
        if event.what in ("extra point", "two-point conversion"):
            self._tried(event, at, made=True)
        elif not self._plays:
            return
        elif event.what == "touchdown":
            self._plays[-1] |= {"touchdown": 1, "td_team": at.head.teams[event.side]}
        elif event.what == "safety":
            self._plays[-1]["safety"] = 1
        else:
            self._tried(event, at, made=True)

    def _tried(self, event: Scored | TryFailed, at: PlayStart, *, made: bool) -> None:
        if event.what == "field goal":
            if self._plays and self._plays[-1]["play_type"] == "field_goal":
                self._plays[-1]["field_goal_result"] = "made" if made else "missed"
            return
        row = self._row(event, at)
        if event.what == "extra point":
            row |= {"play_type": "extra_point", "extra_point_result": "good" if made else "failed"}
        else:
            row["two_point_conv_result"] = "success" if made else "failure"

    def _flag(self, event: Flag, at: PlayStart) -> None:
        if not self._plays or self._plays[-1]["drive"] != (self._drive or None):
            self._row(event, at)["play_type"] = "no_play"
        self._plays[-1] |= {
            "penalty": 1,
            "penalty_team": at.head.teams[event.side],
            "penalty_yards": event.yards,
        }

    def _ended(self, event: DriveOver, at: PlayStart) -> None:
        row = self._new(event, at, len(self._drives) + 1)
        row |= {
            "drive": len(self._drives) + 1,
            "fixed_drive_result": event.result_text(),
            "fh_drive_seconds": event.clock_seconds() or None,
        }
        if isinstance(event, DriveEnded):
            row |= {"fh_drive_plays": event.plays or None, "fh_drive_yards": event.yards or None}
        self._drives.append(row)


def _who(part: str, name: str, identity: str) -> Row:
    """A player's columns, as nflverse names them; empty where nobody is named."""
    return {f"{part}_player_id": identity or None, f"{part}_player_name": name or None}
