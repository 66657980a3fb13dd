"""The events all football games share. Spots are yards to the goal line under attack (own 20 is 80).

Every event names its side by seat number and by team name, so that words, statistics and pictures
need nothing but the event. A game whose field is not 100 yards long says so in `field`.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Literal

from fieldhouse.kernel.events import Event
from fieldhouse.kernel.scoreboard import team_with_verb

PlayKind = Literal["run", "pass", "incomplete", "sack", "kneel", "spike"]
ScoreKind = Literal["touchdown", "field goal", "safety", "extra point", "two-point conversion"]
Conversion = Literal["extra point", "two-point conversion"]
TurnoverKind = Literal["interception", "fumble", "downs", "missed field goal", "blocked kick", "onside kick"]
StartGrade = Literal["poor", "average", "great"]
KickKind = Literal["kickoff", "punt", "free kick", "onside kick", "squib kick"]


def spot_words(to_goal: int, field: int = 100) -> str:
    """`own 20`, `midfield` or `opponent's 35`."""
    half = field / 2
    if to_goal == half:
        return "midfield"
    return f"own {field - to_goal}" if to_goal > half else f"opponent's {to_goal}"


def possessive(team: str) -> str:
    """`Red's`, `Giants'`; of a town and a nickname the town: `Canton's` for the Canton Founders."""
    names = team.split()
    name = names[0] if len(names) == 2 else team
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def place_words(to_goal: int, team: str, rival: str, field: int = 100) -> str:
    """`Red's 20`, `midfield` or `Blue's 35`: the same words for both teams. `team` has the ball."""
    half = field / 2
    if to_goal == half:
        return "midfield"
    whose, yards = (team, field - to_goal) if to_goal > half else (rival, to_goal)
    return f"{possessive(whose)} {yards}"


def ordinal(number: int) -> str:
    """The number as people count with it: `1st`, `2nd`, `11th`."""
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def down_words(down: int, to_go: int, *, goal: bool = False) -> str:
    """`3rd & 7`, or `1st & goal`."""
    return f"{ordinal(down)} & {'goal' if goal else to_go}"


def yards_words(yards: int) -> str:
    """`no gain`, `5-yard gain`, `10-yard loss`."""
    if yards == 0:
        return "no gain"
    return f"{yards}-yard gain" if yards > 0 else f"{-yards}-yard loss"


def distance_words(yards: int) -> str:
    """`1 yard`, `35 yards`."""
    return f"{yards} yard{'s' * (abs(yards) != 1)}"


class FootballEvent(Event, frozen=True, kw_only=True):
    """An event of one side; `rival` is the other team, where the event names a spot."""

    side: int
    team: str
    field: int = 100
    rival: str = ""

    def spot_name(self, to_goal: int) -> str:
        """The spot by its team's name; events from before `rival` was kept say it from their team's side."""
        if not self.rival:
            return spot_words(to_goal, self.field)
        return place_words(to_goal, self.team, self.rival, self.field)


class Possession(FootballEvent, frozen=True, kw_only=True):
    """A side begins a drive. `how` says what gave it the ball ("kickoff", "interception")."""

    spot: int
    how: str = ""
    period: int = 0
    clock: str = ""

    def text(self) -> str:
        when = f", {self.clock}" if self.clock else ""
        return f"{team_with_verb(self.team, 'takes', 'take')} over at {self.spot_name(self.spot)}{when}."

    def start_grade(self) -> StartGrade | None:
        """Field position by its grade, where a game has no yard lines."""
        return None


class Played(FootballEvent, frozen=True, kw_only=True):
    """A scrimmage play that stands, with down and distance before it and the spot where it began."""

    what: PlayKind
    yards: int
    name: str = ""
    down: int = 0
    to_go: int = 0
    spot: int = 0
    goal: bool = False
    first_down: bool = False
    lost: bool = False
    seconds: int = 0
    player: str = ""
    receiver: str = ""

    def text(self) -> str:
        where = f"{down_words(self.down, self.to_go, goal=self.goal)} at {self.spot_name(self.spot)}: "
        name = self.name or {"run": "run", "pass": "pass"}.get(self.what, "")
        how = {
            "run": f"{name}, {yards_words(self.yards)}",
            "pass": f"{name}, complete, {yards_words(self.yards)}",
            "incomplete": f"{name or 'pass'}, {'intercepted' if self.lost else 'incomplete'}",
            "sack": f"sacked, {yards_words(self.yards)}",
            "kneel": "takes a knee",
            "spike": "spikes the ball",
        }[self.what]
        who = f" ({self.player}{' to ' + self.receiver if self.receiver else ''})" if self.player else ""
        return f"{self.team}, {where}{how}{who}." if self.down else f"{self.team}: {how}{who}."


class FirstDown(FootballEvent, frozen=True, kw_only=True):
    """A team has earned a new series of downs."""

    spot: int

    def text(self) -> str:
        return f"{self.team} first down at {self.spot_name(self.spot)}."


LOST_BALL = {
    "interception": ("throws", "throw", "an interception"),
    "fumble": ("loses", "lose", "a fumble"),
    "blocked kick": ("has", "have", "a kick blocked"),
    "onside kick": ("loses", "lose", "an onside kick"),
}
"""What a team does that loses the ball: the verb for `Red`, the verb for `Bears`, and the rest."""


class Turnover(FootballEvent, frozen=True, kw_only=True):
    """`side` loses the ball; `spot` is where, seen from the side that loses it."""

    what: TurnoverKind
    spot: int

    @property
    def quiet(self) -> bool:
        return (
            self.what == "missed field goal"
        )  # the kick that is no good, and who takes over, have been told

    def text(self) -> str:
        return f"{self.loss()} at {self.spot_name(self.spot)}."

    def loss(self) -> str:
        """`Bears throw an interception`, without the spot."""
        if self.what == "downs":
            return f"{team_with_verb(self.team, 'turns', 'turn')} it over on downs"
        one, many, what = LOST_BALL.get(self.what, ("loses", "lose", f"the ball ({self.what})"))
        return f"{team_with_verb(self.team, one, many)} {what}"


class Scored(FootballEvent, frozen=True, kw_only=True):
    """Points, with the score after them."""

    what: ScoreKind
    points: int
    scores: tuple[int, int]
    how: str = ""
    says: ClassVar[str] = "{what}! {points} points."

    def text(self) -> str:
        how = f" ({self.how})" if self.how else ""
        return f"{self.gist()}{how}. Score: {self.scores[0]}-{self.scores[1]}."

    def gist(self) -> str:
        good = "" if self.what in ("touchdown", "safety") else " is good"
        return f"Safety by {self.team}" if self.what == "safety" else f"{self.team} {self.what}{good}"


class TryFailed(FootballEvent, frozen=True, kw_only=True):
    """A field goal, extra point or conversion that fails."""

    what: ScoreKind

    def text(self) -> str:
        return f"{self.team} {self.what} is no good."


class FieldGoalTried(FootballEvent, frozen=True, kw_only=True):
    """A field goal try of that many yards, before its result."""

    yards: int

    def text(self) -> str:
        return f"{team_with_verb(self.team, 'attempts', 'attempt')} a {self.yards}-yard field goal."


class ConversionTried(FootballEvent, frozen=True, kw_only=True):
    """A try after a touchdown, before its result."""

    what: Conversion

    def text(self) -> str:
        if self.what == "extra point":
            return f"{team_with_verb(self.team, 'attempts', 'attempt')} the extra point."
        return f"{team_with_verb(self.team, 'goes', 'go')} for two."


class Kicked(FootballEvent, frozen=True, kw_only=True):
    """A kick by `side`; `net` yards from the spot to where the other side starts."""

    what: KickKind
    net: int
    touchback: bool = False
    out_of_bounds: bool = False
    returned: int = 0

    def text(self) -> str:
        end = ", touchback" if self.touchback else (", out of bounds" if self.out_of_bounds else "")
        back = f", {self.returned}-yard return" if self.returned else ""
        return f"{self.team} {self.what}: {distance_words(self.net)}{back}{end}."


class Flag(FootballEvent, frozen=True, kw_only=True):
    """A penalty on `side`; `accepted` None while it is not decided, `offset` when both cancel."""

    name: str
    yards: int = 0
    accepted: bool | None = None
    offset: bool = False

    def text(self) -> str:
        if self.offset:
            return f"Flag on {self.team}, {self.name}: offsetting penalties."
        if self.accepted is None:
            return f"Flag on {self.team}: {self.name}."
        if not self.accepted:
            return f"{self.name.capitalize()} on {self.team}: declined."
        return f"{self.name.capitalize()} on {self.team}: {distance_words(self.yards)}."


class DriveOver(FootballEvent, frozen=True, kw_only=True):
    """A drive is over: what every game can say of it, whether it counts plays and yards or not."""

    @abstractmethod
    def result_text(self) -> str:
        """What became of it, in words."""

    @abstractmethod
    def clock_seconds(self) -> int:
        """Seconds on the clock."""

    @abstractmethod
    def chart_span(self) -> tuple[int, int]:
        """Yards to the goal where its line on a chart begins and ends."""

    @property
    def ends_in_punt(self) -> bool:
        """Did it end in a punt that no event of its own tells?"""
        return False


class DriveEnded(DriveOver, frozen=True, kw_only=True):
    """The drive's line on the drive chart."""

    result: str
    plays: int
    yards: int
    start: int
    seconds: int = 0

    def result_text(self) -> str:
        return self.result

    def clock_seconds(self) -> int:
        return self.seconds

    def chart_span(self) -> tuple[int, int]:
        return self.start, self.start - self.yards

    def text(self) -> str:
        took = f", {self.seconds // 60}:{self.seconds % 60:02d}" if self.seconds else ""
        plays = f"{self.plays} play" + ("" if self.plays == 1 else "s")
        return f"{self.team} drive: {plays}, {distance_words(self.yards)}{took}, {self.result}."


class PeriodEnded(Event, frozen=True, kw_only=True):
    """A quarter, half or overtime period is over."""

    name: str
    scores: tuple[int, int]

    def text(self) -> str:
        return f"End of {self.name}. Score: {self.scores[0]}-{self.scores[1]}."
