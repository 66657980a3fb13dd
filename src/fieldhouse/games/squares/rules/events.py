"""The events of Gridiron on squares; scores and ends of quarters are shared football events."""

from __future__ import annotations

from typing import ClassVar

from fieldhouse.football.events import Played, Possession, Scored, Turnover, possessive
from fieldhouse.games.squares.meta import META
from fieldhouse.games.squares.rules.state import Squares
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.scoreboard import team_with_verb

COUNTS = (
    *("points", "touchdowns", "plays", "runs", "passes", "completions"),
    *("turned_over_on_downs", "drives"),
)
"""The statistics that are counted: downs and scores. Rows of the board are not yards."""
FIELD = 10
"""Ranks between the end zones: the length of the field in the house's events."""


class Flipped(Event, frozen=True, kw_only=True):
    """The coin, and who has won the flip."""

    coin: str
    team: str

    def text(self) -> str:
        return f"Coin toss: {self.coin}. {team_with_verb(self.team, 'chooses', 'choose')}."


class LinedUp(Possession, frozen=True, kw_only=True):
    """A side takes possession and both line up anew."""

    when: str
    way: str
    position: str

    def text(self) -> str:
        goal = 14 if self.way == "up" else 1  # a board may be seen from either side
        return f"{self.when}: {self.team} ball, attacking toward row {goal}."


class Acted(Event, frozen=True, kw_only=True):
    """One action, in the notation and in words."""

    says: ClassVar[str] = "{team}: {words}."
    team: str
    side: int
    action: str
    words: str


class Tackled(Event, frozen=True, kw_only=True):
    """A tackle ends the series."""

    team: str
    side: int
    square: str

    def text(self) -> str:
        tackles = team_with_verb(self.team, "tackles", "tackle")
        return f"{tackles} the quarterback at {self.square}. The series is over."


class TurnEnded(Event, frozen=True, kw_only=True):
    """The defense has ended its turn."""

    team: str
    side: int
    turn: str
    position: str

    def text(self) -> str:
        return f"{possessive(self.team)} turn is over."

    def gist(self) -> str:
        return f"{possessive(self.team)} turn on defense"


class DownPlayed(Played, frozen=True, kw_only=True):
    """The offense has ended its turn; `yards` are the ranks that the ball has gained."""

    turn: str
    position: str

    def text(self) -> str:
        return f"{self.gist()}."

    def gist(self) -> str:
        if not self.yards:
            return f"{team_with_verb(self.team, 'gains', 'gain')} no ground"
        verbs = ("gains", "gain") if self.yards > 0 else ("loses", "lose")
        return f"{team_with_verb(self.team, *verbs)} {abs(self.yards)} row{'s' * (abs(self.yards) != 1)}"


class Stopped(Turnover, frozen=True, kw_only=True):
    """Fourth down without a score."""

    def text(self) -> str:
        return f"{self.loss()}."


def lineup_event(s: Squares, when: str, position: str) -> LinedUp:
    """SQ-3.5: who has the ball and where it starts."""
    return LinedUp(
        when=when,
        team=META.seats[s.offense_seat],
        side=s.offense_seat,
        way="up" if s.up else "down",
        position=position,
        spot=s.to_goal,
        field=FIELD,
        period=s.quarter,
        rules=("SQ-3.5",),
    )


def action_event(s: Squares, action: str, words: str, rule: str) -> Acted:
    """One action of the side to act."""
    return Acted(team=META.seats[s.seat], side=s.seat, action=action, words=words, rules=(rule,))


def turn_event(s: Squares, spot: int, position: str) -> Event:
    """The end of a turn; for the offense with the ranks gained since `spot`."""
    team = META.seats[s.seat]
    if not s.attack:
        return TurnEnded(team=team, side=s.seat, turn=s.last_turn, position=position)
    return DownPlayed(
        team=team,
        side=s.seat,
        turn=s.last_turn,
        position=position,
        what="pass" if s.passer else "run",
        yards=spot - s.to_goal,
        down=s.down,
        to_go=spot,
        spot=spot,
        goal=True,
        field=FIELD,
    )


def touchdown_event(s: Squares, points: int) -> Scored:
    """SQ-6.1, with the score after it."""
    seat = s.offense_seat
    return Scored(
        side=seat,
        team=META.seats[seat],
        what="touchdown",
        points=points,
        scores=(s.scores[0], s.scores[1]),
        field=FIELD,
        rules=("SQ-6.1",),
    )


def stop_event(s: Squares) -> Stopped:
    """SQ-4.6: fourth down, and possession changes."""
    seat, rules = s.offense_seat, ("SQ-4.6", "SQ-3.4")
    team = META.seats[seat]
    return Stopped(team=team, side=seat, what="downs", spot=s.to_goal, field=FIELD, rules=rules)


def tackle_event(s: Squares) -> Tackled:
    """Build the event of a tackle (SQ-7.2)."""
    seat = 1 - s.offense_seat
    return Tackled(team=META.seats[seat], side=seat, square=s.qb, rules=("SQ-7.2",))
