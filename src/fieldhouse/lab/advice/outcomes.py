"""Results of plays as typed facts: which ones are of a kind, and how one or many of them read.

Two results are of a kind if they differ in an amount only (yards, time on the clock); many of a kind are
described by the range of it: "Draw for 3 to 12 yards".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Literal, NamedTuple

from fieldhouse.football.events import (
    DriveOver,
    FieldGoalTried,
    Flag,
    FootballEvent,
    Kicked,
    Played,
    Scored,
    TryFailed,
    Turnover,
)
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.scoreboard import team_with_verb

Unit = Literal["", "yards", "rows", "seconds"]
DECISIVE = ((Scored, TryFailed), (Turnover,), (Played, Kicked, FieldGoalTried, Flag, DriveOver))
"""Events that say what a play came to: points before turnovers before yards; a first down is no result."""
SHORT_FIELD = 50
"""A field with fewer lines than this is counted in rows, not in yards."""
NAMED = 2
"""How many kinds of results one description names."""


class PlayResult(NamedTuple):
    """What came of a play: its kind, its words, and the amount by which results of the kind differ."""

    kind: Hashable
    words: str
    amount: int = 0
    unit: Unit = ""

    @property
    def text(self) -> str:
        """This one result in words."""
        return _with_range(self, self.amount, self.amount)


NO_RESULT = PlayResult((), "")


def play_result(events: Sequence[Event]) -> PlayResult:
    """What these events of one play came to; no words where there were no events."""
    touchdowns = [event for event in events if isinstance(event, Scored) and event.what == "touchdown"]
    if touchdowns:  # the kick after it does not hide it
        return _football_result(touchdowns[-1])
    for kinds in DECISIVE:
        found = next((event for event in reversed(events) if isinstance(event, kinds)), None)
        if found is not None:
            return _football_result(found)
    shown = [event for event in events if not event.quiet] or events
    if not shown:
        return NO_RESULT
    words = shown[-1].gist().rstrip(".")
    return PlayResult((type(shown[-1]), words), words)


def _football_result(event: FootballEvent) -> PlayResult:
    team, kind = event.team, (type(event), event.side)
    match event:
        case Scored():
            return PlayResult((*kind, event.what), f"{team} {event.what}")
        case TryFailed():
            return PlayResult((*kind, event.what), f"{team} {event.what} no good")
        case Turnover():
            return PlayResult((*kind, event.what), event.loss())
        case Played():
            return _played(event)
        case Kicked():
            end = ", touchback" if event.touchback else ", out of bounds" if event.out_of_bounds else ""
            words = f"{team} {event.what}{end}"
            return PlayResult((*kind, event.what, end), words, event.net, "yards")
        case FieldGoalTried():
            return PlayResult(kind, f"{team} field goal attempt", event.yards, "yards")
        case Flag():
            return _flag(event)
        case DriveOver():
            came = event.result_text()
            return PlayResult((*kind, came), f"{team}: {came}", event.clock_seconds(), "seconds")
    return PlayResult((*kind, event.gist()), event.gist().rstrip("."))


def _played(event: Played) -> PlayResult:
    """A play from scrimmage, without the down and spot it began at."""
    kind = (type(event), event.side, event.what, event.name, event.lost, event.player, event.receiver)
    if event.field < SHORT_FIELD:
        return PlayResult(kind, event.team, event.yards, "rows")
    name = event.name[:1].upper() + event.name[1:]
    who = f" ({event.player}{' to ' + event.receiver if event.receiver else ''})" if event.player else ""
    match event.what:
        case "run":
            return PlayResult(kind, f"{name or 'Run'}{who}", event.yards, "yards")
        case "pass":
            return PlayResult(kind, f"{name or 'Pass'} complete{who}", event.yards, "yards")
        case "sack":
            return PlayResult(kind, f"Sack{who}", event.yards, "yards")
        case "incomplete":
            return PlayResult(kind, f"{name or 'Pass'} {'intercepted' if event.lost else 'incomplete'}{who}")
    return PlayResult(kind, {"kneel": "Kneel-down", "spike": "Spike"}[event.what])


def _flag(event: Flag) -> PlayResult:
    kind = (type(event), event.side, event.name, event.accepted, event.offset)
    if event.offset:
        return PlayResult(kind, "Offsetting penalties")
    words = f"{event.name.capitalize()} on {event.team}"
    if event.accepted:
        return PlayResult(kind, words, event.yards, "yards")
    return PlayResult(kind, words if event.accepted is None else f"{words}, declined")


def describe_results(results: Sequence[PlayResult], teams: Sequence[str] = ()) -> str:
    """One description of several results: each kind with its range, the two most frequent kinds.

    The name of a team keeps its capital inside the sentence.
    """
    kinds: dict[Hashable, list[PlayResult]] = {}
    for result in results:
        kinds.setdefault(result.kind, []).append(result)
    often = Counter(result.kind for result in results).most_common(NAMED)
    named = [_kind_text(kinds[kind]) for kind, _ in often]
    proper = {word for team in teams for word in team.split()}
    after = (
        name if name.partition(" ")[0].rstrip(":") in proper else name[:1].lower() + name[1:]
        for name in named[1:]
    )
    return " or ".join([*named[:1], *after])


def _kind_text(results: Sequence[PlayResult]) -> str:
    amounts = [result.amount for result in results]
    return _with_range(results[0], min(amounts), max(amounts))


def _with_range(result: PlayResult, low: int, high: int) -> str:
    """The words with an amount from `low` to `high`."""
    if result.unit == "seconds":
        return f"{result.words} after {_span(_clock(low), _clock(high))}" if high else result.words
    if result.unit == "rows":
        verbs = ("gains", "gain") if high >= 0 else ("loses", "lose")
        rows = f"{_span(*sorted((abs(low), abs(high))))} row{'s' * (high != low or abs(high) != 1)}"
        if not low and not high:
            return f"{team_with_verb(result.words, 'gains', 'gain')} no ground"
        return f"{team_with_verb(result.words, *verbs)} {rows}"
    if result.unit == "yards":
        if not low and not high:
            return f"{result.words} for no gain"
        loss = "a loss of " if high < 0 else ""
        span = _span(-high, -low) if high < 0 else _span(low, high)
        return f"{result.words} for {loss}{span} yard{'s' * (low != high or abs(high) != 1)}"
    return result.words


def _span(low: int | str, high: int | str) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _clock(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"
