"""What a seat sees of the state: all of it, since nothing is hidden (SQ-11.4)."""

from __future__ import annotations

from fieldhouse.football.events import ordinal
from fieldhouse.games.squares.meta import META
from fieldhouse.games.squares.rules.state import Squares
from fieldhouse.games.squares.rules.turn import OFFENSE_ONLY
from fieldhouse.kernel.game import View
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.scoreboard import Scoreboard


def view(s: Squares, seat: Seat | None, *, status: str, quarters: int, ruleset: int, position: str) -> View:
    """Return the state as plain data; `position` is its text (SQ-12.4), empty before the first lineup."""
    return {
        "seat": seat,
        "scores": list(s.scores),
        "status": status,
        "player_1": s.player_1,
        "quarter": s.quarter,
        "quarters": quarters,
        "series": s.series,
        "down": s.down,
        "offense_seat": s.offense_seat,
        "up": s.up,
        "attack": s.attack,
        "qb": s.qb,
        "offense": list(s.offense),
        "defense": list(s.defense),
        "acted": list(s.acted),
        "blocked": list(s.blocked),
        "passer": s.passer,
        "received": s.received,
        "turn": list(s.turn),
        "said": list(s.said),
        "last_turn": s.last_turn,
        "last_said": list(s.last_said),
        "men": dict(s.men),
        "last_seat": s.last_seat,
        "blocking": "offense" if ruleset & OFFENSE_ONLY else "both",
        "ruleset": ruleset,
        "position": position,
    }


def scoreboard(s: Squares, status: str, period: str) -> Scoreboard:
    """Return the scoreboard: scores, ball, period and down."""
    playing = s.offense_seat >= 0 and not s.over
    return Scoreboard(
        teams=META.seats,
        scores=tuple(s.scores),
        status=status,
        ball=s.offense_seat if playing else None,
        period=period,
        down=f"{ordinal(s.down)} down" if playing else "",
    )


def status(s: Squares, period: str) -> str:
    """Return one line: `Q2, 3rd down: Gold to move on offense`."""
    if s.offense_seat < 0:
        return "Coin toss"
    if s.over:
        return f"{period}: final"
    role = "offense" if s.attack else "defense"
    return f"{period}, {ordinal(s.down)} down: {META.seats[s.seat]} to move on {role}"
