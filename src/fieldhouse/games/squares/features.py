"""Facts that win probability is fitted to (lab/win_probability/fit.py), from the side with the ball."""

from __future__ import annotations

from fieldhouse.games.squares.coaches.evaluation import after_defense, after_offense
from fieldhouse.games.squares.rules.game import DOWNS, SquaresGame
from fieldhouse.games.squares.rules.state import Squares

IRRELEVANT_OPTIONS = ("player_1",)
"""Who is Player 1 stands in the state."""
FRESH = -150.0
"""What a new lineup is put down as: the network learns what it is worth."""


def features(game: SquaresGame, s: Squares) -> tuple[dict[str, float | str], bool]:
    """The facts, and whether they are seen from seat 1; the board as the coaches' own evaluation sees it."""
    side = _next_offense(game, s)
    fresh = s.changing or not s.qb
    left = 2 * max(0, game.quarters - s.quarter) + 2 - s.series
    facts: dict[str, float | str] = {
        "lead": float(s.scores[side] - s.scores[1 - side]) if side >= 0 else 0.0,
        "left": left / (2 * game.quarters),
        "series": f"{s.series}",
        "down": "" if fresh else f"{s.down}{'' if s.attack else ' reply'}",
        "overtime": float(s.quarter > game.quarters),
        "board": FRESH if fresh else _board(game, s),
        "rank": 0.0 if fresh else float(s.to_goal),
        "order": "none" if s.player_1 < 0 else "",
    }
    return facts, side == 1


def _next_offense(game: SquaresGame, s: Squares) -> int:
    """Who has the ball on the next turn."""
    if s.player_1 < 0 or not s.changing:
        return s.offense_seat
    first = game.player_1_first(s.quarter)
    return s.player_1 if (first if s.series == 0 else not first) else 1 - s.player_1


def _board(game: SquaresGame, s: Squares) -> float:
    """The evaluation, within its bounds: a touchdown to come 200, a tackle to come -150."""
    turn = game.turn(s)
    worth = after_defense(turn, DOWNS + 1 - s.down) if s.attack else after_offense(turn, DOWNS - s.down)
    return max(FRESH, min(250.0, worth))
