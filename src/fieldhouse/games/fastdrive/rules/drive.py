"""A drive (FD-5.11, section 10): the roll, its questions, unusual results, the clock, fourth down."""

from __future__ import annotations

from fieldhouse.games.fastdrive.rules.chances import show_chances
from fieldhouse.games.fastdrive.rules.chart_results import Ending, RulesFor
from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.drive_results import (
    CARRY_OUT,
    field_goal,
    land_turnover,
    lost_on_downs,
)
from fieldhouse.games.fastdrive.rules.end_of_half import last_tick, overrun
from fieldhouse.games.fastdrive.rules.events import tell_clock
from fieldhouse.games.fastdrive.rules.game_flow import end_half, write_row
from fieldhouse.games.fastdrive.rules.requests import CLOCK_MENUS, FOURTH_DOWN, FOURTH_MENU, SETTLE_MENU
from fieldhouse.games.fastdrive.rules.state import (
    AGAIN,
    AVERAGE,
    CLOCK,
    DRIVE,
    FOURTH,
    OVERTIME,
    SETTLE,
    Sheet,
)
from fieldhouse.kernel.requests import Rules


def play_drive(game: BoundCharts, s: Sheet) -> Rules:
    """FD-5.11: the roll with its result and base time, then the clock and what follows from it."""
    rolled = yield from roll_drive(game, s)
    if rolled is not None:
        yield from run_clock(game, s, *rolled)


def roll_drive(game: BoundCharts, s: Sheet) -> RulesFor[tuple[Ending, int] | None]:
    """Steps 1 to 4: kneel-down, roll and result, base time; None where the drive ends or is rolled again."""
    if s.left == 1 and s.half == 2 and s.phase == DRIVE and s.scores[s.ball] > s.scores[1 - s.ball]:
        kneel_down(game, s)
        return None
    found, base = yield from game.find_drive(s)
    if found.again and not found.dot:  # FD-12.4: nothing is charged, the next roll brings its own Timing Die
        s.phase = AGAIN
        return None
    return found, 1 if s.second else base  # FD-13.4


def kneel_down(game: BoundCharts, s: Sheet) -> None:
    """FD-16.3: with one tick left the leader kneels and the game is over."""
    s.ticks, s.left = 1, 0
    write_row(game, s, "KNEEL", "FD-16.3")
    end_half(game, s)


def run_clock(game: BoundCharts, s: Sheet, e: Ending, base: int) -> Rules:
    """Steps 5 to 8: the time it takes, and what comes of that."""
    ticks: int | None = base
    if s.left - base <= 4:  # FD-8.1; else section 8 has nothing to say
        ticks = yield from section_8(game, s, e, base)
    if ticks is not None:
        yield from charge(game, s, e, ticks)


def section_8(game: BoundCharts, s: Sheet, e: Ending, base: int) -> RulesFor[int | None]:
    """Near the end of a half the two qualities change the time; None: the player is asked first."""
    if s.left - base <= 4 and (s.half != OVERTIME or game.overtime_clock):  # FD-24.12
        team = s.ball
        changes = False
        if not e.barred:  # FD-8.4
            changes = yield from game.may_change(s, team)
        if changes:
            s.ending, s.base, s.phase = e.number, base, CLOCK
            return None
        if s.scores[team] < s.scores[1 - team]:  # FD-8.6, FD-8.7
            longer = yield from game.has(s, team, "INEFFICIENT")
            if longer:
                if s.tell:
                    tell_clock(game, s, base, base + 1, "FD-8.6")
                base += 1
    return base


def clock_choice(game: BoundCharts, s: Sheet) -> Rules:
    """FD-8.2: the player's choice, then the charge."""
    ticks = yield from chosen_time(game, s)
    yield from charge(game, s, game.endings[s.ending], ticks)


def chosen_time(game: BoundCharts, s: Sheet) -> RulesFor[int]:
    """FD-8.2, FD-24.14: the player picks -1, 0 or +1 knowing result and base; then a half quality is rolled
    for."""
    base, team = s.base, s.ball
    wish = yield show_chances(game, s, CLOCK_MENUS[base][team])
    ticks = base + int(wish)
    if ticks != base:
        wish = yield from game.has(s, team, "EFFICIENT")
        if not wish:
            ticks = base
        elif s.tell:
            tell_clock(game, s, base, ticks, "FD-8.2")
    return ticks


def charge(game: BoundCharts, s: Sheet, e: Ending, ticks: int) -> Rules:
    """Steps 6 to 8: overrun, last tick or neither."""
    if s.half == OVERTIME and game.knockout:
        run_over(game, s, ticks)
        if e.again:
            s.phase = AGAIN
        else:
            yield from carry_out(game, s, e)
    elif e.again and ticks <= s.left:  # FD-12.6, FD-24.19: the re-roll tick; T may now be 0
        s.left -= ticks
        s.ticks += ticks
        s.phase = AGAIN
    elif ticks < s.left:
        s.left -= ticks
        s.ticks += ticks
        kept = (yield from kept_fumble(game, s, e)) if game.may_keep else e  # before FD-13.1 is looked at
        if kept is None:
            return
        if s.left <= 6 and s.half > 1 and may_gamble(game, s, kept):
            s.ending, s.phase = kept.number, FOURTH
        else:
            yield from carry_out(game, s, kept)
    elif ticks > s.left:
        yield from overrun(game, s, e, ticks)
    else:
        s.left = 0
        s.ticks += ticks
        kept = yield from kept_fumble(game, s, e)
        if kept is not None:
            yield from last_tick(game, s, kept)


def run_over(game: BoundCharts, s: Sheet, ticks: int) -> None:
    """FD-24.84: in a knockout overtime the rest of a drive comes off the next period."""
    s.ticks += ticks
    s.left -= ticks
    while s.left <= 0:
        s.period += 1
        s.left += game.overtime_ticks


def carry_out(game: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """Step 8. A second roll's punt is a turnover on downs, and its FGA is asked about (FD-13.5, FD-13.6)."""
    if game.may_keep and e.word in ("FUMBLE", "INTERCEPTION"):
        kept = yield from kept_fumble(game, s, e)
        if kept is None:
            return
        e = kept
    if s.second and e.punt:
        lost_on_downs(game, s, AVERAGE)
    elif s.second and e.field_goal:
        s.ending, s.phase = e.number, SETTLE
    else:
        yield from CARRY_OUT[e.word](game, s, e)


def kept_fumble(game: BoundCharts, s: Sheet, e: Ending) -> RulesFor[Ending | None]:
    """FD-24.68: a typed-in table may let the offense keep the ball; else the turnover is carried out here."""
    if not game.may_keep or e.word not in ("FUMBLE", "INTERCEPTION"):
        return e
    landing = yield from game.find_turnover(s, e.word)
    if landing.kept >= 0:
        return game.endings[landing.kept]
    land_turnover(game, s, e, landing)
    return None


def may_gamble(game: BoundCharts, s: Sheet, e: Ending) -> bool:
    """FD-13.1, FD-24.28, FD-24.29: a punt or FGA of a team that is behind, in the last 7:30, once a drive."""
    return (
        (e.punt or e.field_goal) and not s.second and s.scores[s.ball] < s.scores[1 - s.ball] and s.left > 0
    )


def fourth_down_choice(game: BoundCharts, s: Sheet) -> Rules:
    """FD-13.2, FD-13.3: go for it, and roll once more if it works."""
    e = game.endings[s.ending]
    choice = yield show_chances(game, s, FOURTH_MENU[s.ball])
    if choice == "kick":
        yield from CARRY_OUT[e.word](game, s, e)
        return
    found = yield from game.find(s, "fourth-down", s.ball, FOURTH_DOWN, "FD-13.2")
    if found.word == "GOOD":
        s.second, s.phase = True, AGAIN
    else:
        lost_on_downs(game, s, found.start if found.start >= 0 else AVERAGE)  # FD-24.30


def settle_choice(game: BoundCharts, s: Sheet) -> Rules:
    """FD-13.6, FD-24.34: the second roll is an FGA: kick, or turn the ball over on downs."""
    choice = yield show_chances(game, s, SETTLE_MENU[s.ball])
    if choice == "kick":
        yield from field_goal(game, s, game.endings[s.ending])
    else:
        lost_on_downs(game, s, AVERAGE)
