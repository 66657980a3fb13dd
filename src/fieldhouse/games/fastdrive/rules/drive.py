"""A drive (FD-5.11, section 10): the roll, its questions, unusual results, the clock, fourth down."""

from __future__ import annotations

from fieldhouse.games.fastdrive.rules.chart_results import Ending, Found
from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.drive_results import (
    CARRY_OUT,
    field_goal,
    lost_on_downs,
    turned_over,
)
from fieldhouse.games.fastdrive.rules.end_of_half import last_tick, overrun
from fieldhouse.games.fastdrive.rules.game_flow import end_half, write_row
from fieldhouse.games.fastdrive.rules.narration import tell_clock
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


def drive(b: BoundCharts, s: Sheet) -> Rules:
    """FD-5.11: the roll with its result and base time, then the clock and what follows from it."""
    rolled = yield from roll_drive(b, s)
    if rolled is not None:
        yield from run_clock(b, s, *rolled)


def roll_drive(b: BoundCharts, s: Sheet) -> Found[tuple[Ending, int] | None]:
    """Steps 1 to 4: kneel-down, roll and result, base time; None where the drive ends or is rolled again."""
    if s.left == 1 and s.half == 2 and s.phase == DRIVE and s.scores[s.ball] > s.scores[1 - s.ball]:
        kneel_down(b, s)
        return None
    found, base = yield from b.find_drive(s)
    if found.again and not found.dot:  # FD-12.4: nothing is charged, the next roll brings its own Timing Die
        s.phase = AGAIN
        return None
    return found, 1 if s.second else base  # FD-13.4


def kneel_down(b: BoundCharts, s: Sheet) -> None:
    """FD-16.3: with one tick left the leader kneels and the game is over."""
    s.ticks, s.left = 1, 0
    write_row(b, s, "KNEEL", "FD-16.3")
    end_half(b, s)


def run_clock(b: BoundCharts, s: Sheet, e: Ending, base: int) -> Rules:
    """Steps 5 to 8: the time it takes, and what comes of that."""
    ticks: int | None = base
    if s.left - base <= 4:  # FD-8.1; else section 8 has nothing to say
        ticks = yield from section_8(b, s, e, base)
    if ticks is not None:
        yield from charge(b, s, e, ticks)


def section_8(b: BoundCharts, s: Sheet, e: Ending, base: int) -> Found[int | None]:
    """Near the end of a half the two qualities change the time; None: the gamer is asked first."""
    if s.left - base <= 4 and (s.half != OVERTIME or b.overtime_clock):  # FD-24.12
        team = s.ball
        changes = False
        if not e.barred:  # FD-8.4
            changes = yield from b.may_change(s, team)
        if changes:
            s.ending, s.base, s.phase = e.number, base, CLOCK
            return None
        if s.scores[team] < s.scores[1 - team]:  # FD-8.6, FD-8.7
            longer = yield from b.has(s, team, "INEFFICIENT")
            if longer:
                if s.tell:
                    tell_clock(b, s, base, base + 1, "FD-8.6")
                base += 1
    return base


def clock(b: BoundCharts, s: Sheet) -> Rules:
    """FD-8.2: the gamer's wish, then the charge."""
    ticks = yield from wished(b, s)
    yield from charge(b, s, b.endings[s.ending], ticks)


def wished(b: BoundCharts, s: Sheet) -> Found[int]:
    """FD-8.2, FD-24.14: the gamer says -1, 0 or +1 knowing result and base; then a semi team rolls."""
    base, team = s.base, s.ball
    wish = yield CLOCK_MENUS[base][team]
    ticks = base + int(wish)
    if ticks != base:
        wish = yield from b.has(s, team, "EFFICIENT")
        if not wish:
            ticks = base
        elif s.tell:
            tell_clock(b, s, base, ticks, "FD-8.2")
    return ticks


def charge(b: BoundCharts, s: Sheet, e: Ending, ticks: int) -> Rules:
    """Steps 6 to 8: overrun, last tick or neither."""
    if s.half == OVERTIME and b.knockout:
        run_over(b, s, ticks)
        if e.again:
            s.phase = AGAIN
        else:
            yield from carry_out(b, s, e)
    elif e.again and ticks <= s.left:  # FD-12.6, FD-24.19: the re-roll tick; T may now be 0
        s.left -= ticks
        s.ticks += ticks
        s.phase = AGAIN
    elif ticks < s.left:
        s.left -= ticks
        s.ticks += ticks
        kept = (yield from kept_fumble(b, s, e)) if b.may_keep else e  # before FD-13.1 is looked at
        if kept is None:
            return
        if s.left <= 6 and s.half > 1 and may_gamble(b, s, kept):
            s.ending, s.phase = kept.number, FOURTH
        else:
            yield from carry_out(b, s, kept)
    elif ticks > s.left:
        yield from overrun(b, s, e, ticks)
    else:
        s.left = 0
        s.ticks += ticks
        kept = yield from kept_fumble(b, s, e)
        if kept is not None:
            yield from last_tick(b, s, kept)


def run_over(b: BoundCharts, s: Sheet, ticks: int) -> None:
    """FD-24.84: in a knockout overtime the rest of a drive comes off the next period."""
    s.ticks += ticks
    s.left -= ticks
    while s.left <= 0:
        s.period += 1
        s.left += b.overtime_ticks


def carry_out(b: BoundCharts, s: Sheet, e: Ending) -> Rules:
    """Step 8. A second roll's punt is a turnover on downs, and its FGA is asked about (FD-13.5, FD-13.6)."""
    if b.may_keep and e.word in ("FUMBLE", "INTERCEPTION"):
        kept = yield from kept_fumble(b, s, e)
        if kept is None:
            return
        e = kept
    if s.second and e.punt:
        lost_on_downs(b, s, AVERAGE)
    elif s.second and e.field_goal:
        s.ending, s.phase = e.number, SETTLE
    else:
        yield from CARRY_OUT[e.word](b, s, e)


def kept_fumble(b: BoundCharts, s: Sheet, e: Ending) -> Found[Ending | None]:
    """FD-24.68: a typed-in table may let the offense keep the ball; else the turnover is carried out here."""
    if not b.may_keep or e.word not in ("FUMBLE", "INTERCEPTION"):
        return e
    landing = yield from b.find_turnover(s, e.word)
    if landing.kept >= 0:
        return b.endings[landing.kept]
    turned_over(b, s, e, landing)
    return None


def may_gamble(b: BoundCharts, s: Sheet, e: Ending) -> bool:
    """FD-13.1, FD-24.28, FD-24.29: a punt or FGA of a team that is behind, in the last 7:30, once a drive."""
    return (
        (e.punt or e.field_goal) and not s.second and s.scores[s.ball] < s.scores[1 - s.ball] and s.left > 0
    )


def fourth_down(b: BoundCharts, s: Sheet) -> Rules:
    """FD-13.2, FD-13.3: go for it, and roll once more if it works."""
    e = b.endings[s.ending]
    choice = yield FOURTH_MENU[s.ball]
    if choice == "kick":
        yield from CARRY_OUT[e.word](b, s, e)
        return
    found = yield from b.find(s, "fourth-down", s.ball, FOURTH_DOWN, "FD-13.2")
    if found.word == "GOOD":
        s.second, s.phase = True, AGAIN
    else:
        lost_on_downs(b, s, found.start if found.start >= 0 else AVERAGE)  # FD-24.30


def settle(b: BoundCharts, s: Sheet) -> Rules:
    """FD-13.6, FD-24.34: the second roll is an FGA: kick, or turn the ball over on downs."""
    choice = yield SETTLE_MENU[s.ball]
    if choice == "kick":
        yield from field_goal(b, s, b.endings[s.ending])
    else:
        lost_on_downs(b, s, AVERAGE)
