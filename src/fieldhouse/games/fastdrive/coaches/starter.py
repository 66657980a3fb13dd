"""`starter`, the sensible coach of section 21, and `rookie`, who has the clock the wrong way round."""

from __future__ import annotations

from collections.abc import Callable

from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.state import OVERTIME, Sheet
from fieldhouse.kernel.coaches import Policy
from fieldhouse.kernel.requests import Choose, Seat

TWO_POINT_LEADS = frozenset({1, 5, 12, -2, -5, -10, -16, -18})  # FD-21.2, after the six points


def lead_of(s: Sheet, seat: Seat) -> int:
    """Points the seat is ahead by; negative: behind."""
    return s.scores[seat] - s.scores[1 - seat]


def _toss(game: BoundCharts, s: Sheet, seat: Seat) -> str:
    """FD-21.1: kick off in regulation; in overtime kick if both sides are sure of a possession."""
    return "kick" if s.half == 1 or game.overtime == "both" else "receive"


def _try(game: BoundCharts, s: Sheet, seat: Seat) -> str:
    """FD-21.2: two points late, at the leads where they help."""
    if not game.two_point:
        return "kick"
    lead = lead_of(s, seat)
    if s.final:  # the game ends with this try in any case
        return "two" if lead == -2 else "kick"
    return "two" if s.half > 1 and s.left <= 12 and lead in TWO_POINT_LEADS else "kick"


def _kickoff(game: BoundCharts, s: Sheet, seat: Seat) -> str:
    """FD-21.3: onside when behind late, squib to protect a small lead."""
    lead = lead_of(s, seat)
    behind = -game.reach <= lead <= -1
    if (behind and s.left <= 1) or lead < -game.reach:
        return "onside"
    return "squib" if 1 <= lead <= game.reach and s.left <= 1 else "deep"


def _clock(game: BoundCharts, s: Sheet, seat: Seat) -> str:
    """FD-21.4a: use up the clock when that helps, save it when it does not."""
    e, base, left, lead = game.endings[s.ending], s.base, s.left, lead_of(s, seat)
    scoring = e.touchdown or e.field_goal
    if s.half > 1 and lead > 0:
        return "+1"
    if s.half > 1 and lead < 0:
        if not scoring or lead + (7 if e.touchdown else 3) < 0:
            return "-1"
        return "-1" if base == left + 1 else "0" if base == left else "+1"
    if scoring and base == left + 1:
        return "-1"
    if base + 1 <= left and (scoring or (e.punt and s.half == 1)):
        return "+1"
    return "0"


def _fourth_down(game: BoundCharts, s: Sheet, seat: Seat) -> str:
    """FD-21.5: go for it when a kick would not be enough."""
    behind = -lead_of(s, seat)
    e = game.endings[s.ending]
    if e.field_goal and (behind <= 3 or (game.reach < behind <= game.reach + 3 and s.half == 2)):
        return "kick"
    if s.half == OVERTIME:
        return "go"
    if e.field_goal:
        return "go" if s.left <= (3 if behind <= game.reach else 5) else "kick"
    return "go" if s.left <= 3 or behind > game.reach else "kick"


def _settle(game: BoundCharts, s: Sheet, seat: Seat) -> str:
    """FD-21.6: three points if they are enough, or bring the game within one score."""
    behind = -lead_of(s, seat)
    return "kick" if behind <= 3 or game.reach < behind <= game.reach + 3 else "give-up"


def _last_play(game: BoundCharts, s: Sheet, seat: Seat) -> str:
    """FD-21.8; level, FD-21.9: the Desperation Play unless it is likelier to be returned."""
    if lead_of(s, seat) < 0:
        return "desperation"
    return "desperation" if game.desperate[s.half][seat * 3 + s.start] else "kneel"


STARTER: dict[str, Callable[[BoundCharts, Sheet, Seat], str]] = {
    "toss": _toss,
    "try": _try,
    "kickoff": _kickoff,
    "clock": _clock,
    "fourth-down": _fourth_down,
    "settle": _settle,
    "replace": lambda _b, _s, _seat: "desperation",  # FD-21.7
    "last-play": _last_play,
    "last-onside": lambda _b, _s, _seat: "onside",  # FD-21.10
}


def starter(game: BoundCharts) -> Policy:
    """The automatic coach of section 21 for both seats."""

    def choose(request: Choose, s: Sheet) -> str:
        key = STARTER[request.what](game, s, request.seat)
        return key if key in request.menu.keys else request.menu.keys[0]

    return choose
