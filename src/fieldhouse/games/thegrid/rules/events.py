"""The Grid's own events, worded as play-by-play.

Class and field names are part of every record and never change. Players also appear by roster place (-1: an
emergency player), for the log sheet.
"""

from __future__ import annotations

from typing import ClassVar

from fieldhouse.football.events import (
    FieldGoalTried,
    FootballEvent,
    Played,
    Scored,
    down_words,
)
from fieldhouse.games.thegrid.charts.cards import guard_words, offense_option, timing_name
from fieldhouse.games.thegrid.teams.players import PLACE_WORDS, PLACES
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.scoreboard import team_with_verb

FIELD = 60
CHECKS = {
    "pass blocking": ("Sack check", "sack", "no sack"),  # TG-14.1
    "run blocking": ("Loss check", "tackled for a loss", "no loss"),  # TG-14.2
    "interception": ("Interception check", "intercepted", "no interception"),  # TG-15.1
    "fumble": ("Fumble check", "fumble", "no fumble"),  # TG-16.1
}
"""A bad-luck die: its name, what a 1 means, what anything else means."""


def place_name(place: str) -> str:
    """The place in words: `LE` is "left end"."""
    return PLACE_WORDS[PLACES.index(place)] if place in PLACES else place


def surname_of(name: str) -> str:
    """The last word of a player's name; an emergency player is one."""
    return "the emergency player" if name.startswith("Emergency") else name.rpartition(" ")[2]


def gain_words(yards: int) -> str:
    """`for 5 yards`, `for no gain`, `for a loss of 5 yards`."""
    if not yards:
        return "for no gain"
    return f"for {yards} yards" if yards > 0 else f"for a loss of {-yards} yards"


def team_values(values: tuple[int, int, int, int]) -> str:
    """The four values of a team: `blocking run d8, pass d6; defense run 0, pass +1`."""
    run_block, pass_block, *guard = values
    run, passing = (f"{value:+d}" if value else "0" for value in guard)
    return f"blocking run d{run_block}, pass d{pass_block}; defense run {run}, pass {passing}"


class Lineup(FootballEvent, frozen=True, kw_only=True):
    """A lineup as it is shown: eight labels by place, and the four team values."""

    men: dict[str, str]
    values: tuple[int, int, int, int]

    def text(self) -> str:
        players = ", ".join(f"{place_name(place)} {who}" for place, who in self.men.items())
        return f"{self.team} lineup: {players}. {team_values(self.values).capitalize()}."

    def gist(self) -> str:
        return f"{self.team} lineup is set"


class Tossed(FootballEvent, frozen=True, kw_only=True):
    """The coin: `side` is the winner."""

    call: str
    coin: str

    def text(self) -> str:
        wins = team_with_verb(self.team, "wins", "win")
        return f"The away team calls {self.call}. It's {self.coin}: {wins} the toss."


class PeriodBegan(Event, frozen=True, kw_only=True):
    """A period begins with a full deck."""

    name: str
    period: int
    cards: int

    def text(self) -> str:
        the = "" if self.name.startswith("overtime") else "the "
        return f"Start of {the}{self.name}: {self.cards} cards in the deck."


class KickoffReturned(FootballEvent, frozen=True, kw_only=True):
    """`side` receives and starts at box `box`."""

    dice: tuple[int, int]
    box: int
    yards: int

    def text(self) -> str:
        where = self.spot_name(FIELD - self.yards)
        returns = team_with_verb(self.team, "returns", "return")
        return f"{returns} the kickoff to {where} (dice {self.dice[0]} and {self.dice[1]})."


class Flipped(FootballEvent, frozen=True, kw_only=True):
    """A timing card, charged to `side` (TG-25.15); `why` is kickoff, play, touchdown, field goal or extra."""

    aside: ClassVar[bool] = True
    card: str
    left: int
    why: str

    def text(self) -> str:
        effect = "" if self.why == "play" else f" ({self.why}, no effect)"
        cards = f"{self.left} card{'s' * (self.left != 1)}"
        return f"Timing card{effect}: {timing_name(self.card)}. {cards} left."


class Called(FootballEvent, frozen=True, kw_only=True):
    """Both cards turned up together."""

    card: str
    against: str

    def text(self) -> str:
        called = offense_option(self.card).label.lower()
        calls = team_with_verb(self.team, "calls", "call")
        return f"{calls} {called}. The defense calls {guard_words(self.against, 'keying on')}."


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
            lower = f"5 times the lower of {one} and {other}"
            gave = f"{lower}{f', plus {more}' if more else ''}: {5 * self.gain} yards"
        return f"Roll of {self.total}: {gave}."


class ReRolled(FootballEvent, frozen=True, kw_only=True):
    """`side` orders all three dice again."""

    def text(self) -> str:
        return f"{team_with_verb(self.team, 're-rolls', 're-roll')} the play dice."


class Play(Played, frozen=True, kw_only=True):
    """A regular play that counts, with everything the log sheet needs."""

    card: str
    against: str
    quarterback: int
    carrier: int
    touchdown: bool = False
    intercepted: bool = False
    fumbled: bool = False
    fumble_lost: bool = False

    def text(self) -> str:
        series = down_words(self.down, self.to_go, goal=self.goal)
        fumble = ", fumble" if self.fumbled else ""
        return f"{self.team}, {series} at {self.spot_name(self.spot)}: {self._story()}{fumble}."

    def _story(self) -> str:
        """`Maddox runs inside for 5 yards`, `Voss completes a short pass to Solvang for 10 yards`."""
        if self.what == "run":
            where = self.name.removeprefix("run ")
            return f"{surname_of(self.player)} runs {where} {gain_words(self.yards)}"
        passer = surname_of(self.player)
        if self.what == "sack":
            return f"{passer} is sacked {gain_words(self.yards)}"
        thrown = f"{self.name} to {surname_of(self.receiver)}"
        if self.what == "pass":
            return f"{passer} completes a {thrown} {gain_words(self.yards)}"
        return f"{passer}'s {thrown} is {'intercepted' if self.intercepted else 'incomplete'}"


class BadLuckDie(FootballEvent, frozen=True, kw_only=True):
    """A die of which only a 1 is bad (TG-2.7)."""

    aside: ClassVar[bool] = True
    what: str
    sides: int
    roll: int

    def text(self) -> str:
        place = self.what.rpartition(" ")[2]
        injury = (f"Injury check, {place_name(place)}", "injured", "no injury")
        name, bad, fine = CHECKS.get(self.what) or injury
        rolls = team_with_verb(self.team, "rolls", "roll")
        return f"{name}: {rolls} {self.roll} on a d{self.sides}, {bad if self.roll == 1 else fine}."


class Injured(FootballEvent, frozen=True, kw_only=True):
    """A player leaves the game for good."""

    follows: ClassVar[bool] = True
    place: str
    who: int
    player: str

    def text(self) -> str:
        return f"{self.player}, {self.team} {place_name(self.place)}, is injured and out of the game."


class Replaced(FootballEvent, frozen=True, kw_only=True):
    """A player takes an empty place; `moved` if the player was the DS (TG-13.8)."""

    place: str
    who: int
    player: str
    moved: bool = False
    values: tuple[int, int, int, int]

    def text(self) -> str:
        how = f"{'moves to' if self.moved else 'comes in at'} {place_name(self.place)}"
        return f"{self.player} {how} for {self.team}. {team_values(self.values).capitalize()}."


class Recovery(FootballEvent, frozen=True, kw_only=True):
    """A loose ball: `side` has it after both d20s."""

    offense_roll: int
    defense_roll: int

    def text(self) -> str:
        rolls = f"offense rolls {self.offense_roll}, defense {self.defense_roll}"
        return f"Fumble! {team_with_verb(self.team, 'recovers', 'recover')} ({rolls})."


class InterceptionReturn(FootballEvent, frozen=True, kw_only=True):
    """`side` made the interception; `touchback` without a return."""

    spot: int
    dice: tuple[int, int] | None = None
    yards: int = 0
    touchback: bool = False
    touchdown: bool = False

    def text(self) -> str:
        if self.touchback or self.dice is None:
            return f"{team_with_verb(self.team, 'intercepts', 'intercept')} in the end zone for a touchback."
        score = " for a touchdown" if self.touchdown else ""
        dice = f"dice {self.dice[0]} and {self.dice[1]}"
        both = team_with_verb(self.team, "intercepts and returns", "intercept and return")
        return f"{both} it {self.yards} yards{score} ({dice})."


class TimeOut(FootballEvent, frozen=True, kw_only=True):
    """`side` stops the clock and may re-roll the next play."""

    follows: ClassVar[bool] = True
    left: int

    def text(self) -> str:
        return f"Timeout by {self.team}, {self.left} left."


class ClockRuns(FootballEvent, frozen=True, kw_only=True):
    """The offense names the number of extra cards."""

    aside: ClassVar[bool] = True
    cards: int

    def text(self) -> str:
        runs = team_with_verb(self.team, "runs", "run")
        return f"{runs} the clock: {self.cards} extra card{'s' * (self.cards > 1)}."


class GridFieldGoal(FieldGoalTried, frozen=True, kw_only=True):
    """A field goal attempt with its kicker and dice; the next event says whether it is good."""

    kicker: int
    player: str
    sides: int
    dice: tuple[int, ...]
    good: bool

    def text(self) -> str:
        rolls = " ".join(map(str, self.dice))
        return (
            f"{self.player} attempts a {self.yards}-yard field goal for {self.team} (d{self.sides}: {rolls})."
        )


class ExtraPointTried(FootballEvent, frozen=True, kw_only=True):
    """The kick after a touchdown."""

    kicker: int
    player: str
    sides: int
    roll: int
    good: bool

    def text(self) -> str:
        result = "good" if self.good else "no good"
        return f"Extra point by {self.player} is {result} (d{self.sides}: {self.roll})."


class GridScored(Scored, frozen=True, kw_only=True):
    """Points with the period they count in (TG-25.13)."""

    period: int


class Situation(FootballEvent, frozen=True, kw_only=True):
    """Where the ball is now (TG-25.1)."""

    line: str

    @property
    def quiet(self) -> bool:
        return True  # the scoreboard shows it, and the next play says it again

    def text(self) -> str:
        return self.line
