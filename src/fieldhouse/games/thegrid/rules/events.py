"""The Grid's own events. Players also appear by roster place (-1: an emergency player), for the log sheet."""

from __future__ import annotations

from typing import ClassVar

from fieldhouse.football.events import (
    FieldGoalTried,
    FootballEvent,
    Played,
    Scored,
    spot_words,
)
from fieldhouse.games.thegrid.charts.cards import guard_words, offense_option, timing_name
from fieldhouse.games.thegrid.teams.players import PLACE_WORDS, PLACES
from fieldhouse.kernel.events import Event

FIELD = 60
FEARED = {"pass blocking": "Sack", "run blocking": "Tackled for a loss"}
"""What the 1 on a blocking die means (TG-14.1, TG-14.2)."""


def place_name(place: str) -> str:
    """`LE` is the left end."""
    return PLACE_WORDS[PLACES.index(place)] if place in PLACES else place


def team_values(values: tuple[int, int, int, int]) -> str:
    """The four values of a team: `blocking d8 run, d6 pass; defense 0 run, +1 pass`."""
    run_block, pass_block, *guard = values
    run, passing = (f"{value:+d}" if value else "0" for value in guard)
    return f"blocking d{run_block} run, d{pass_block} pass; defense {run} run, {passing} pass"


class Lineup(FootballEvent, frozen=True, kw_only=True):
    """A lineup as it is shown: eight labels by place, and the four team values."""

    men: dict[str, str]
    values: tuple[int, int, int, int]

    def text(self) -> str:
        men = ", ".join(f"{place_name(place)} {who}" for place, who in self.men.items())
        return f"{self.team} line up: {men}. {team_values(self.values).capitalize()}."

    def gist(self) -> str:
        return f"{self.team} line up"


class Tossed(FootballEvent, frozen=True, kw_only=True):
    """The coin: `side` is the winner."""

    call: str
    coin: str

    def text(self) -> str:
        return f"The visitors call {self.call}; the coin shows {self.coin}. {self.team} win the toss."


class PeriodBegan(Event, frozen=True, kw_only=True):
    """A fresh deck."""

    name: str
    period: int
    cards: int

    def text(self) -> str:
        the = "" if self.name.startswith("overtime") else "the "
        return f"{the}{self.name} begins with {self.cards} cards.".capitalize()


class KickoffReturned(FootballEvent, frozen=True, kw_only=True):
    """`side` receives and starts at box `box`."""

    dice: tuple[int, int]
    box: int
    yards: int

    def text(self) -> str:
        where = spot_words(FIELD - self.yards, FIELD)
        their = "" if where == "midfield" else "their "
        return f"Kickoff to {self.team}: {self.dice[0]} and {self.dice[1]}, returned to {their}{where}."


class Flipped(FootballEvent, frozen=True, kw_only=True):
    """A timing card, charged to `side` (TG-25.15); `why` is kickoff, play, touchdown, field goal or extra."""

    aside: ClassVar[bool] = True
    card: str
    left: int
    why: str

    def text(self) -> str:
        effect = "" if self.why == "play" else f" ({self.why}, no effect)"
        return f"Timing card: {timing_name(self.card)}{effect}. {self.left} left."


class Called(FootballEvent, frozen=True, kw_only=True):
    """Both cards turned up together."""

    card: str
    against: str

    def text(self) -> str:
        called = offense_option(self.card).label.lower()
        return f"{self.team} call {called}. The defense guards {guard_words(self.against, 'keys')}."


class PlayRolled(FootballEvent, frozen=True, kw_only=True):
    """The three play dice; the event's sum is the modified roll."""

    total: int
    result: str
    low: int
    dice: tuple[int, int]
    gain: int

    def text(self) -> str:
        one, other = self.dice
        gave = {"Inc": "incomplete", "NG": "no gain", "5 Yds": "5 yards"}.get(self.result)
        if gave is None:
            more = self.result.partition("+")[2]
            lower = f"the lower of {one} and {other}, times five"
            gave = f"{lower}{f' and {more} more' if more else ''}: {5 * self.gain} yards"
        return f"Roll {self.total}: {gave}."


class ReRolled(FootballEvent, frozen=True, kw_only=True):
    """`side` orders all three dice again."""

    def text(self) -> str:
        return f"{self.team} order a re-roll of the play dice."


class Play(Played, frozen=True, kw_only=True):
    """A regular play that stands, with all that the log sheet wants to know of it."""

    card: str
    against: str
    quarterback: int
    carrier: int
    touchdown: bool = False
    intercepted: bool = False
    fumbled: bool = False
    fumble_lost: bool = False


class BadLuckDie(FootballEvent, frozen=True, kw_only=True):
    """A die of which only a 1 is bad (TG-2.7)."""

    aside: ClassVar[bool] = True
    what: str
    sides: int
    roll: int

    def text(self) -> str:
        place = self.what.rpartition(" ")[2]
        hurt = f"Is the {place_name(place)} injured" if place in PLACES else ""
        asked = f"{hurt or FEARED.get(self.what) or self.what.capitalize()}?"
        return f"{asked} {self.team} roll {self.roll} of {self.sides}: {'yes' if self.roll == 1 else 'no'}."


class Injured(FootballEvent, frozen=True, kw_only=True):
    """A player leaves the game for good."""

    place: str
    who: int
    player: str

    def text(self) -> str:
        return f"{self.player} ({self.team}, {place_name(self.place)}) is injured and out of the game."


class Replaced(FootballEvent, frozen=True, kw_only=True):
    """Somebody takes an empty place; `moved` when he comes from DS (TG-13.8)."""

    place: str
    who: int
    player: str
    moved: bool = False
    values: tuple[int, int, int, int]

    def text(self) -> str:
        how = f"{'moves to' if self.moved else 'comes in at'} {place_name(self.place)}"
        return f"{self.player} {how} for {self.team}: {team_values(self.values)}."


class Recovery(FootballEvent, frozen=True, kw_only=True):
    """A loose ball: `side` has it after both d20s."""

    offense_roll: int
    defense_roll: int

    def text(self) -> str:
        return f"Fumble! Offense {self.offense_roll}, defense {self.defense_roll}: {self.team} have the ball."


class InterceptionReturn(FootballEvent, frozen=True, kw_only=True):
    """`side` made the interception; `touchback` without a return."""

    spot: int
    dice: tuple[int, int] | None = None
    yards: int = 0
    touchback: bool = False
    touchdown: bool = False

    def text(self) -> str:
        if self.touchback or self.dice is None:
            return f"{self.team} intercept in the end zone: touchback."
        return f"{self.team} intercept and return {self.dice[0]} and {self.dice[1]}: {self.yards} yards."


class TimeOut(FootballEvent, frozen=True, kw_only=True):
    """`side` stops the clock and may re-roll the next play."""

    left: int

    def text(self) -> str:
        return f"Time out {self.team}, {self.left} left."


class ClockRuns(FootballEvent, frozen=True, kw_only=True):
    """The offense names the number of extra cards."""

    aside: ClassVar[bool] = True
    cards: int

    def text(self) -> str:
        return f"{self.team} let {self.cards} extra card{'s' * (self.cards > 1)} be flipped."


class GridFieldGoal(FieldGoalTried, frozen=True, kw_only=True):
    """A field goal try with its kicker and dice; whether it is good the points or the failed try say."""

    kicker: int
    player: str
    sides: int
    dice: tuple[int, ...]
    good: bool

    def text(self) -> str:
        rolls = " ".join(map(str, self.dice))
        return f"{self.team}, field goal from {self.yards} yards by {self.player}, d{self.sides}: {rolls}."


class ExtraPointTried(FootballEvent, frozen=True, kw_only=True):
    """The kick after a touchdown."""

    kicker: int
    player: str
    sides: int
    roll: int
    good: bool

    def text(self) -> str:
        result = "good" if self.good else "no good"
        return f"{self.player} tries the extra point, d{self.sides}: {self.roll}, {result}."


class GridScored(Scored, frozen=True, kw_only=True):
    """Points with the period they count in (TG-25.13)."""

    period: int


class Situation(FootballEvent, frozen=True, kw_only=True):
    """Where the ball lies now (TG-25.1)."""

    line: str

    @property
    def quiet(self) -> bool:
        return True  # the score line says it, and the next play tells it again

    def text(self) -> str:
        return self.line
