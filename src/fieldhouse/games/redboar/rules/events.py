"""The events that Gridiron's rules emit: shared football events with sums and rule ids."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar

from fieldhouse.football.events import (
    Conversion,
    ConversionTried,
    DriveEnded,
    FieldGoalTried,
    FirstDown,
    Flag,
    FootballEvent,
    Kicked,
    PeriodEnded,
    Played,
    PlayKind,
    Possession,
    Scored,
    ScoreKind,
    Turnover,
    TurnoverKind,
    down_words,
)
from fieldhouse.games.redboar.meta import META
from fieldhouse.games.redboar.rules.charts import ADJUST, FULL_NAMES, BoundCharts, Call
from fieldhouse.games.redboar.rules.state import LOST, Gridiron
from fieldhouse.kernel.events import Event, Note, Term
from fieldhouse.kernel.requests import TWO_D6, Seat
from fieldhouse.kernel.scoreboard import team_with_verb

TEAMS = META.seats
BEFORE_SNAP = "penalty before the snap"
WORDS: dict[str, PlayKind] = {"interception": "pass", "fumble": "run", "run": "run", "pass": "pass"}
WORDS |= {"incomplete": "incomplete", "sack": "sack"}


class Snap(Played, frozen=True, kw_only=True):
    """A scrimmage play that stands; `how` tells a lost ball from an ordinary end.

    `total` are the offense's two dice (dice play), `face` is the modifier's die (cards), `die` the defense's
    or the break's; 0 where none was rolled.
    """

    how: str
    total: int = 0
    face: int = 0
    die: int = 0

    def text(self) -> str:
        """`2nd and 5 at Red's 30: Red screen pass complete for 10 yards.`"""
        where = f"{down_words(self.down, self.to_go, goal=self.goal)} at {self.spot_name(self.spot)}"
        end = {
            "run": f" {gain_words(self.yards)}",
            "pass": f" complete {gain_words(self.yards)}",
            "sack": f" {gain_words(self.yards)}",
            "incomplete": " incomplete",
            "interception": " intercepted",
            "fumble": ", fumble lost",
        }[self.how]
        return f"{where}: {self.team} {self.name}{end}."


def gain_words(yards: int) -> str:
    """`for 7 yards`, `for no gain`, `for a loss of 10 yards`."""
    return (
        f"for {yards} yards"
        if yards > 0
        else "for no gain"
        if yards == 0
        else f"for a loss of {-yards} yards"
    )


class KickRolled(Kicked, frozen=True, kw_only=True):
    """A kickoff or punt with its dice; `die` is 0 where none was rolled."""

    total: int
    die: int = 0


class FieldGoalRolled(FieldGoalTried, frozen=True, kw_only=True):
    """A field goal with its dice; good from `need` on (RB-8.14)."""

    total: int
    need: int


class ConversionRolled(ConversionTried, frozen=True, kw_only=True):
    """A try with its dice, and whether they are good (RB-8.16)."""

    total: int
    good: bool


class CardsShown(FootballEvent, frozen=True, kw_only=True):
    """Both cards are turned up (RB-10.4)."""

    card: str
    against: str
    play: str = ""
    defense: str = ""

    def text(self) -> str:
        """`Red calls the draw against the short run defense.`"""
        calls = team_with_verb(self.team, "calls", "call")
        return f"{calls} the {self.play or self.card} against the {self.defense or self.against}."


class Reshuffled(FootballEvent, frozen=True, kw_only=True):
    """A draw emptied the pile (RB-10.11)."""

    says: ClassVar[str] = "{team}'s draw pile is empty, so the discards are reshuffled."


@lru_cache(maxsize=1024)  # a clock has few faces, and every play tells its own
def game_clock_text(seconds: int) -> str:
    """Return the clock as minutes and seconds: `8:40`."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def elapsed_seconds(s: Gridiron, period: int) -> int:
    """Seconds played since the drive began."""
    quarter, clock = s.drive_began or (s.quarter, s.clock)
    return (s.quarter - quarter) * period + clock - s.clock


def spot_yards(g: int, yards: int) -> int:
    """RB-3.7: surplus yards beyond a goal line are dropped."""
    return max(min(yards, g), g - 100)


def play_event(s: Gridiron, book: BoundCharts, call: Call, how: str, yards: int) -> Event:
    """Build the event of a play that stands; a lost ball gains no yards."""
    lost = how in LOST
    end = s.g - yards
    return Snap(
        side=s.offense,
        team=TEAMS[s.offense],
        rival=TEAMS[1 - s.offense],
        what=WORDS[how],
        how=how,
        yards=0 if lost else spot_yards(s.g, yards),
        name=play_name(s, book, call, how),
        down=s.down,
        to_go=s.g - s.t,
        spot=s.g,
        goal=s.t == 0,
        first_down=not lost and end < 100 and end <= s.t,
        lost=lost,
        seconds=call.clock,
        total=s.total,
        face=s.face,
        die=s.die,
        sum=_sum(s, book, call, how, yards),
        rules=_rules(s, book, call, how),
    )


def play_name(s: Gridiron, book: BoundCharts, call: Call, how: str) -> str:
    """The play in words: the card's play, or the row, unless the row is named after how it may end."""
    if how == "sack":
        return "sacked"
    name = FULL_NAMES[book.plays[s.shown[0]]] if s.shown else call.name
    if name in ("incomplete", "interception", "fumble"):
        return "pass" if call.is_pass else "run"
    return name


def _sum(s: Gridiron, book: BoundCharts, call: Call, how: str, yards: int) -> tuple[Term, ...]:
    result = Term("", "incomplete" if how == "incomplete" else "turnover" if how in LOST else yards)
    if s.shown:
        return (*_card_terms(s, book, call), result)
    terms = [Term(f"two dice {s.total}, {call.name}", "to the goal" if call.base is None else call.base)]
    if call.results is not None:
        terms = [Term(f"two dice {s.total}, {call.name}", call.results[3 if call.die else 0][1])]
    if s.die:
        terms.append(Term(f"defense die {s.die}", ADJUST[s.die]))
    return (*terms, result)


def _card_terms(s: Gridiron, book: BoundCharts, call: Call) -> list[Term]:
    card, defense = s.shown
    against = book.defenses[defense][book.plays[card]]
    modifier = against.modifiers[s.face] if against.modifiers is not None and s.face else ""
    names = play_card(book, card), defense_card(defense)
    if modifier.startswith("#"):
        return [
            Term(
                f"{names[0]} against {names[1]}, die {s.face}:",
                f"{modifier[2:-1]} yards regardless of the cards",
            )
        ]
    terms = [Term(names[0], call.base or 0), Term(names[1], against.adjust)]
    if s.face:
        terms.append(Term(f"die {s.face}:", _MODIFIERS[modifier]))
    if s.die:
        terms.append(Term(f"break die {s.die} times 10", 10 * s.die))
    return terms


_MODIFIERS = {"": "no change", "I": "incomplete", "T": "turnover", "B": "break"}


def play_card(book: BoundCharts, card: str) -> str:
    """An offense card by its play: `screen pass`."""
    return FULL_NAMES[book.plays[card]]


def defense_card(card: str) -> str:
    """A defense card by its name: `short run defense`; a card of your own chart as it is called there."""
    return FULL_NAMES.get(card, card)


_CARD_RULES = {"incomplete": "RB-11.3", "sack": "RB-11.7", "interception": "RB-11.4", "fumble": "RB-11.4"}


def _rules(s: Gridiron, book: BoundCharts, call: Call, how: str) -> tuple[str, ...]:
    if call.is_pass and s.g <= call.limit:
        return ("RB-2.6", "RB-10.9" if s.shown else "RB-12.5")
    if s.shown:
        against = book.defenses[s.shown[1]][book.plays[s.shown[0]]]
        if s.face and against.modifiers is not None and against.modifiers[s.face].startswith("#"):
            return ("RB-11.6",)
        return (("RB-11.5",) if s.die else ()) + (_CARD_RULES.get(how, "RB-10.8"),)
    if call.base is None:
        return ("RB-12.6",)
    return ("RB-12.10",) if how in LOST else ("RB-12.3",) if call.die else ("RB-12.4",)


def first_down_event(s: Gridiron) -> Event:
    """Build the event of a first down at the spot."""
    team, rival = TEAMS[s.offense], TEAMS[1 - s.offense]
    return FirstDown(side=s.offense, team=team, rival=rival, spot=s.g, rules=("RB-3.3", "RB-2.4"))


def turnover_event(s: Gridiron, what: TurnoverKind, spot: int, rule: str) -> Event:
    """The offense loses the ball at that spot (yards to the goal line it attacked)."""
    return Turnover(
        side=s.offense,
        team=TEAMS[s.offense],
        rival=TEAMS[1 - s.offense],
        what=what,
        spot=max(0, min(100, spot)),
        rules=(rule,),
    )


def score_event(s: Gridiron, side: Seat, what: ScoreKind, points: int, rule: str) -> Event:
    """Build the event of points for a team."""
    score = (s.scores[0], s.scores[1])
    return Scored(side=side, team=TEAMS[side], what=what, points=points, scores=score, rules=(rule,))


def possession_event(s: Gridiron, how: str) -> Event:
    """Build the event of a new possession."""
    return Possession(
        side=s.offense,
        team=TEAMS[s.offense],
        rival=TEAMS[1 - s.offense],
        spot=s.g,
        how=how,
        period=s.quarter,
        clock=f"round {s.round}"
        if s.round
        else f"{'OT' if s.over else f'Q{s.quarter}'} {game_clock_text(s.clock)}",
        rules=("RB-3.2",),
    )


def drive_event(s: Gridiron, period: int, result: str, end: int) -> Event:
    """Build the event of a drive that has ended."""
    return DriveEnded(
        side=s.offense,
        team=TEAMS[s.offense],
        result=result,
        plays=s.drive_plays,
        yards=s.drive_start - end,
        start=s.drive_start,
        seconds=elapsed_seconds(s, period),
    )


def flag_event(
    side: Seat,
    name: str,
    *,
    rules: tuple[str, ...],
    yards: int = 0,
    accepted: bool | None = None,
) -> Event:
    """Build the event of a penalty."""
    dice = Term("penalty dice", 2 if name == BEFORE_SNAP else 12)  # RB-9.2
    return Flag(
        side=side, team=TEAMS[side], name=name, yards=yards, accepted=accepted, rules=rules, sum=(dice,)
    )


def offset_event(side: Seat, name: str) -> Event:
    """Build the event of two penalties that offset (RB-9.20)."""
    return Flag(
        side=side,
        team=TEAMS[side],
        name=name,
        offset=True,
        rules=("RB-9.20",),
        sum=(Term("penalty dice", 12),),
    )


def kick_event(s: Gridiron, what: str, table: int | None, net: int, *, touchback: bool) -> Event:
    """A kickoff, punt or safety punt with its dice; `table` are the chart's yards, None for a touchback."""
    odd = what != "kickoff" and s.total % 2 == 1
    terms = [Term(f"two dice {s.total}:", "touchback" if table is None else f"{table} yards")]
    if s.die:
        terms.append(Term(f"die {s.die}", ADJUST[s.die]))
    rules = {"kickoff": "RB-20.4", "punt": "RB-20.5", "safety punt": "RB-8.12"}[what]
    return KickRolled(
        side=s.offense,
        team=TEAMS[s.offense],
        what="kickoff" if what == "kickoff" else "punt" if what == "punt" else "free kick",
        net=net,
        touchback=touchback,
        out_of_bounds=odd and not touchback,
        total=s.total,
        die=s.die,
        sum=(*terms, Term("", net)),
        rules=(rules, "RB-8.9") if touchback else (rules,),
    )


def field_goal_event(s: Gridiron, need: int) -> Event:
    """A field goal with its dice, before its result."""
    return FieldGoalRolled(
        side=s.offense,
        team=TEAMS[s.offense],
        yards=s.g + 10,
        total=s.total,
        need=need,
        sum=(Term("two dice", f"{s.total}, {need} or more is good"),),
        rules=("RB-8.13", "RB-8.14"),
    )


def try_event(s: Gridiron, what: Conversion, wins: frozenset[int]) -> Event:
    """A try with its dice, before its points; `wins` are the totals that are good."""
    return ConversionRolled(
        side=s.offense,
        team=TEAMS[s.offense],
        what=what,
        total=s.total,
        good=s.total in wins,
        sum=(Term("two dice", f"{s.total}, {totals_words(wins)} is good"),),
        rules=("RB-8.16",),
    )


def totals_words(wins: frozenset[int]) -> str:
    """`3 to 11`, `6 to 8 or 12`."""
    runs: list[list[int]] = []
    for total in sorted(wins):
        if runs and runs[-1][-1] == total - 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    return " or ".join(
        f"{run[0]} to {run[-1]}" if len(run) > 2 else " or ".join(map(str, run)) for run in runs
    )


def dice_share(wins: Iterable[int]) -> str:
    """How often two dice come to one of these totals: `58%`."""
    good = sum(
        weight for total, weight in zip(TWO_D6.values, TWO_D6.weights, strict=True) if total in set(wins)
    )
    return f"{100 * good / TWO_D6.total:.0f}%"


def period_event(s: Gridiron, name: str) -> Event:
    """Build the event of a period that has ended."""
    return PeriodEnded(name=name, scores=(s.scores[0], s.scores[1]), rules=("RB-6.2",))


def note_event(line: str, *rules: str) -> Event:
    """Build a plain line of play-by-play."""
    return Note(line=line, rules=rules)
