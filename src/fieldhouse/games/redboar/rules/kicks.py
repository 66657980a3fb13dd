"""Special teams: kickoffs, punts, field goals and tries, by dice in both modes (section 8)."""

from __future__ import annotations

from fieldhouse.football.events import Conversion, TryFailed
from fieldhouse.games.redboar.rules import events
from fieldhouse.games.redboar.rules.charts import ADJUST, BoundCharts
from fieldhouse.games.redboar.rules.downs import charge_clock, kickoff_next
from fieldhouse.games.redboar.rules.possession import change_possession, possession_over, take_over
from fieldhouse.games.redboar.rules.state import Gridiron, Rulebook
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.requests import D6, TWO_D6, Choose, Menu, Option, Refusal, Roll, Rules

KICKOFF = Roll(TWO_D6, "kickoff", "the kickoff", "RB-20.4")
KICKOFF_DIE = Roll(D6, "kickoff", "the receiving team's die", "RB-8.3")
PUNT = Roll(TWO_D6, "punt", "the punt", "RB-20.5")
PUNT_DIE = Roll(D6, "punt", "the receiving team's die", "RB-8.3")
FIELD_GOAL = Roll(TWO_D6, "field goal", "the field goal", "RB-8.14")
TRY = Roll(TWO_D6, "try", "the try", "RB-8.16")

Tries = tuple[Choose, ...]
_NO_KICK = Refusal("kick", "from round 3 on you must go for two", "RB-15.8")
_HELP = "On average both are worth about one point. Late in the game, let the score decide."


def try_menus(book: BoundCharts) -> tuple[Tries, Tries]:
    """RB-4.2, RB-15.8: the question after a touchdown, and that of a late round, for either seat."""
    kick = Option("kick", "Kick", "RB-8.16", f"1 point, {_good_words(book.kick_good)}")
    conversion = Option(
        "conversion", "Go for two", "RB-8.16", f"2 points, {_good_words(book.conversion_good)}"
    )
    menu, forced = Menu([kick, conversion]), Menu([conversion], [_NO_KICK])
    ask, must = "Kick the extra point or go for two?", "Go for two (from round 3 on)"
    return (
        tuple(Choose(seat, "try", menu, ask, rule="RB-4.2", help=_HELP) for seat in (0, 1)),
        tuple(Choose(seat, "try", forced, must, rule="RB-15.8") for seat in (0, 1)),
    )


def _good_words(wins: frozenset[int]) -> str:
    """`good on 3 to 11 (94%)`."""
    return f"good on {events.totals_words(wins)} ({events.dice_share(wins)})"


def play_kickoff(game: Rulebook, s: Gridiron) -> Rules:
    """RB-8.4, RB-8.7: from the kicking side's own 35; a table touchback rolls no die."""
    s.die = 0
    s.total = yield KICKOFF
    net = game.book.kickoff_net[s.total]
    if net is not None:
        s.die = yield KICKOFF_DIE
    charge_clock(s, game.book.clocks["kickoff"])
    _kicked(game, s, "kickoff", net)


def play_punt(game: Rulebook, s: Gridiron, what: str = "punt") -> Rules:
    """RB-8.5, RB-8.11: an odd total goes out of bounds and is not adjusted."""
    s.die = 0
    s.total = yield PUNT
    if s.total % 2 == 0:
        s.die = yield PUNT_DIE
    charge_clock(s, game.book.clocks["punt"])
    if what == "punt":
        possession_over(game, s, "punt", s.g)
    _kicked(game, s, what, game.book.punt_net[s.total])


def play_safety_punt(game: Rulebook, s: Gridiron) -> Rules:
    """RB-4.6, RB-8.12: the side scored upon punts from its own 20."""
    yield from play_punt(game, s, "safety punt")


def _kicked(game: Rulebook, s: Gridiron, what: str, net: int | None) -> None:
    """RB-8.8, RB-8.9: where the receiving side starts."""
    end = 0 if net is None else s.g - net - ADJUST[s.die]
    start = 100 - end if end > 0 else game.book.touchback
    if s.tell:
        s.tell(events.kick_event(s, what, net, s.g - 100 + start, touchback=end <= 0))
    take_over(s, 1 - s.offense, start, what)


def play_field_goal(game: Rulebook, s: Gridiron) -> Rules:
    """RB-8.14, RB-8.15: good on the chart's total; a miss is theirs at the LOS or the touchback spot."""
    s.die = 0
    s.total = yield FIELD_GOAL
    charge_clock(s, game.book.clocks["field_goal"])
    need, side = game.book.need[s.g], s.offense
    if s.tell:
        s.tell(events.field_goal_event(s, need))
    if s.total >= need:
        s.scores[side] += 3  # RB-4.3
        if s.tell:
            s.tell(events.score_event(s, side, "field goal", 3, "RB-4.3"))
        possession_over(game, s, "field goal", s.g)
        kickoff_next(game, s, side)
    else:
        _missed(game, s)


def _missed(game: Rulebook, s: Gridiron) -> None:
    if s.tell:
        team = events.TEAMS[s.offense]
        s.tell(TryFailed(side=s.offense, team=team, what="field goal", rules=("RB-8.15",)))
        s.tell(events.turnover_event(s, "missed field goal", s.g, "RB-8.15"))
    possession_over(game, s, "missed field goal", s.g)
    change_possession(game, s, min(100 - s.g, game.book.touchback), "missed field goal")


def play_try(game: Rulebook, s: Gridiron) -> Rules:
    """RB-4.2, RB-8.16: a kick for one point or a conversion for two; it uses 10 seconds at most."""
    side, book = s.offense, game.book
    how = yield (game.forced_tries if s.round >= 3 else game.tries)[side]
    s.die = 0
    s.total = yield TRY
    charge_clock(s, book.clocks["try_kick" if how == "kick" else "try_conversion"])
    points, wins = (1, book.kick_good) if how == "kick" else (2, book.conversion_good)
    good = s.total in wins
    if good:
        s.scores[side] += points
    if s.tell:
        what: Conversion = "extra point" if how == "kick" else "two-point conversion"
        s.tell(events.try_event(s, what, wins))
        s.tell(_try_event(s, what, points, good=good))
    kickoff_next(game, s, side)


def _try_event(s: Gridiron, what: Conversion, points: int, *, good: bool) -> Event:
    if good:
        return events.score_event(s, s.offense, what, points, "RB-8.16")
    return TryFailed(side=s.offense, team=events.TEAMS[s.offense], what=what, rules=("RB-8.16",))
