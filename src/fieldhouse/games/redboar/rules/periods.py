"""Quarters, halves, overtime and the end of the game (sections 6 and 15)."""

from __future__ import annotations

from fieldhouse.games.redboar.meta import META
from fieldhouse.games.redboar.rules import events
from fieldhouse.games.redboar.rules.possession import start_series
from fieldhouse.games.redboar.rules.state import Gridiron, Rulebook
from fieldhouse.kernel.game import Outcome
from fieldhouse.kernel.requests import Die, Roll, Rules, Seat
from fieldhouse.kernel.scoreboard import team_with_verb

SIDES = Die("side", META.seats)
TOSS = Roll(SIDES, "toss", "who receives", "RB-17.2")


def draw_for_ball(game: Rulebook, s: Gridiron) -> Rules:
    """RB-1.6, RB-15.2: a fair draw for the ball, before the game and before overtime."""
    side = yield TOSS
    receiver = META.seats.index(side)
    if s.quarter <= game.quarters:
        s.receiver = receiver
    if s.tell:
        s.tell(
            events.note_event(f"{side} will receive.", "RB-1.6" if s.quarter <= game.quarters else "RB-15.2")
        )
    if s.quarter > game.quarters and game.method == "series":
        start_series(s, receiver)
    else:
        kickoff_by(game, s, 1 - receiver)


def kickoff_by(game: Rulebook, s: Gridiron, kicker: Seat) -> None:
    """A kickoff is due."""
    s.offense, s.phase, s.g, s.down = kicker, "kickoff", game.book.kickoff_from, 1


def time_is_up(game: Rulebook, s: Gridiron) -> bool:
    """RB-6.2, RB-6.8: at 0:00, once the try is made; RB-15.6: `both` waits for both first possessions."""
    if s.phase in ("try", "toss") or s.round:
        return False
    return s.quarter <= game.quarters or game.method != "both" or all(s.over)


def period_over(game: Rulebook, s: Gridiron) -> Rules:
    """RB-6.3 to RB-6.6: what the end of this period brings. Nothing is asked."""
    if s.tell:
        s.tell(events.period_event(s, period_name(game, s.quarter)))
    if s.quarter > game.quarters:
        _overtime_over(game, s)
    elif s.quarter == game.quarters:
        _regulation_over(game, s)
    else:
        s.quarter, s.clock = s.quarter + 1, game.period
        if 2 * (s.quarter - 1) == game.quarters:
            _end_drive(game, s, "end of half")
            kickoff_by(game, s, s.receiver)  # RB-6.4: always by the opening receiver
    yield from ()


def _end_drive(game: Rulebook, s: Gridiron, result: str) -> None:
    if s.tell and s.phase == "declare":
        s.tell(events.drive_event(s, game.period, result, s.g))


def _regulation_over(game: Rulebook, s: Gridiron) -> None:
    """End the game, or start overtime when it is tied (RB-6.5, RB-15.1, RB-15.9)."""
    _end_drive(game, s, "end of game")
    if s.scores[0] != s.scores[1] or game.method == "none":
        s.phase = "over"
        return
    s.quarter += 1
    s.clock = 0 if game.method == "series" else game.period
    s.over = [False, False]
    s.phase = "toss"


def _overtime_over(game: Rulebook, s: Gridiron) -> None:
    """RB-15.6, RB-15.7: a tie, or a new period that continues from the same situation."""
    if game.ties:
        _end_drive(game, s, "end of game")
        s.phase = "over"
    else:
        s.quarter, s.clock = s.quarter + 1, game.period


def period_name(game: Rulebook, quarter: int) -> str:
    """Return the name of a period: `quarter 2`, `overtime`."""
    if quarter > game.quarters:
        return "overtime" if quarter == game.quarters + 1 else f"overtime period {quarter - game.quarters}"
    return f"quarter {quarter}"


def overtime_decided(game: Rulebook, s: Gridiron) -> bool:
    """Is an overtime over at this whistle? RB-15.4, RB-15.5, RB-15.7 (a series says so itself)."""
    red, blue = s.scores
    if s.phase == "over" or red == blue or s.round:
        return s.phase == "over"
    if game.method == "sudden":
        return True
    trailing = 0 if red < blue else 1
    if s.phase == "try" and s.offense == trailing:
        return False  # RB-15.5: a side still behind after its six points makes the try
    return s.over[trailing]


def outcome(game: Rulebook, s: Gridiron) -> Outcome:
    """Who won, and in which way the game ended."""
    red, blue = s.scores
    overtime = s.quarter > game.quarters
    if red == blue:
        rule = "RB-15.6" if overtime else "RB-15.9"
        return Outcome(None, "tie", f"A tie at {red}", (red, blue), rule)
    winner = 0 if red > blue else 1
    text = f"{team_with_verb(META.seats[winner], 'wins', 'win')} {max(red, blue)}-{min(red, blue)}"
    if not overtime:
        return Outcome(winner, "points", text, (red, blue), "RB-6.5")
    rule = {"both": "RB-15.4", "sudden": "RB-15.7", "series": "RB-15.8"}[game.method]
    return Outcome(winner, f"overtime {game.method}", text + " in overtime", (red, blue), rule)
