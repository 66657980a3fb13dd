"""The toss, kickoffs (section 9), where any kick comes down, and the try (FD-11.11)."""

from __future__ import annotations

from fieldhouse.games.fastdrive.rules.chances import show_chances
from fieldhouse.games.fastdrive.rules.chart_results import Landing
from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.events import tell_line
from fieldhouse.games.fastdrive.rules.game_flow import end_drive, end_half, score, take_over, touchdown
from fieldhouse.games.fastdrive.rules.requests import (
    ANY_KICK,
    KICK_AWAY,
    KICK_OFF,
    KICKOFF_ROLL,
    LAST_ONSIDE,
    TOSS_COIN,
    TRY_KICK,
    TRY_MENU,
    TWO_POINTS,
)
from fieldhouse.games.fastdrive.rules.state import CALL, KICKOFF, OVER, OVERTIME, Sheet
from fieldhouse.kernel.requests import Choose, Rules, Seat
from fieldhouse.kernel.scoreboard import team_with_verb


def toss(game: BoundCharts, s: Sheet) -> Rules:
    """FD-21.1: a toss before the game and before overtime."""
    coin = yield TOSS_COIN
    s.kicker = 1 if coin == "heads" else 0
    s.phase = CALL
    if s.tell:
        wins = team_with_verb(game.team_names[s.kicker], "wins", "win")
        tell_line(s, f"The coin comes up {coin}: {wins} the toss.", "FD-22.9")


def toss_choice(game: BoundCharts, s: Sheet) -> Rules:
    """FD-21.1, FD-24.37: the winner of the toss kicks or receives."""
    winner = s.kicker
    choice = yield KICK_OFF[winner]
    s.kicker = winner if choice == "kick" else 1 - winner
    s.phase = KICKOFF
    if s.half == 1:
        s.opener = s.kicker
    else:
        s.first = 1 - s.kicker
        s.had = [False, False]
    if s.tell:
        tell_line(s, f"{game.team_names[s.kicker]} will kick off.", "FD-21.1")


def kickoff(game: BoundCharts, s: Sheet) -> Rules:
    """FD-9.1 to FD-9.6: the kick, its table, and the ball or a return touchdown."""
    kicker = s.kicker
    table = "kickoff"
    choice = kickoff_choice(game, s)
    if choice is not None:
        kind = yield show_chances(game, s, choice)
        if kind == "give-up":  # FD-24.57
            end_half(game, s)
            return
        table = "kickoff" if kind == "deep" else kind
    landing = yield from game.find_kick(s, table, 1 - kicker, KICKOFF_ROLL, "FD-9.2")
    s.final = s.left == 0 and s.half > 1  # FD-24.8: a return now ends regulation
    come_down(game, s, landing, 1 - kicker, "kickoff return", "FD-9.4")


def kickoff_choice(game: BoundCharts, s: Sheet) -> Choose | None:
    """FD-9.5: squib and onside only in the last 5:00 of the game. FD-24.86: after the last tick."""
    kicker = s.kicker
    if s.half == OVERTIME and not game.overtime_clock:  # FD-24.55
        return None
    if s.left == 0:
        lead = s.scores[kicker] - s.scores[1 - kicker]
        if abs(lead) > game.reach:
            return None  # FD-7.11
        return LAST_ONSIDE[kicker] if lead < 0 else KICK_AWAY[kicker] if lead > 0 else ANY_KICK[kicker]
    if s.left <= 4 and s.half > 1:
        return ANY_KICK[kicker]
    return None


def come_down(game: BoundCharts, s: Sheet, landing: Landing, receiver: Seat, how: str, rule: str) -> None:
    """FD-25.10: receivers' ball, kickers' ball (FD-24.78), or a return touchdown (FD-24.69)."""
    if landing.word == "TD":
        touchdown(game, s, receiver, how, "FD-24.69")
    elif landing.word == "KICKERS":
        if s.half == OVERTIME:
            s.had[receiver] = True  # FD-24.83: a kick lost to the kickers was its possession
        s.final = False
        take_over(game, s, 1 - receiver, landing.start, "FD-24.78")
        end_drive(game, s)
    else:
        s.final = False
        take_over(game, s, receiver, landing.start, rule)


def try_after(game: BoundCharts, s: Sheet) -> Rules:
    """FD-11.11: a kick for one point or the two-point table for two."""
    seat = s.kicker
    choice = yield show_chances(game, s, (TRY_MENU if game.two_point else TRY_KICK)[seat])
    if choice == "kick":
        good = yield from game.kicks(s, seat, "extra point")
        if good:
            score(game, s, seat, 1, "extra point", "FD-11.11")
    else:
        found = yield from game.find(s, "two-point", seat, TWO_POINTS, "FD-11.11")
        if found.word == "GOOD":
            score(game, s, seat, 2, "two-point conversion", "FD-11.11")
    if s.half == OVERTIME and s.phase != OVER:
        s.had[seat] = True  # FD-24.83: now the drive or return is over
        end_drive(game, s)
    if s.phase != OVER:
        yield from after_score(game, s)


def after_score(game: BoundCharts, s: Sheet) -> Rules:
    """FD-9.1: the scorer kicks off. With no time left the half may be over (FD-6.4, FD-7.7 to FD-7.12)."""
    s.phase = KICKOFF
    if s.left:
        return
    if s.half == 1 or s.final:
        end_half(game, s)
        return
    scorer = s.kicker
    lead = s.scores[scorer] - s.scores[1 - scorer]
    if scorer == s.ball and 0 <= lead <= game.reach:  # FD-24.10: only the offense's own score
        ended = yield from game.has(s, scorer, "EFFICIENT")  # FD-7.12: it ran the clock out on its score
        if ended:
            end_half(game, s)
