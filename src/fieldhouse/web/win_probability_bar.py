"""The win probability bar beside the score, and the consent it needs.

The bar and hints are help: two people who play each other have them only if both agree. Each seat keeps its
own consent (`SeatRow.hints_wanted`). Against a coach everybody has both; a cookie hides the bar.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from fieldhouse.kernel.errors import NotYourTurn
from fieldhouse.kernel.events import HouseNote
from fieldhouse.kernel.requests import Seat
from fieldhouse.lab.extras import has_lab
from fieldhouse.lab.win_probability.estimator import BY_TURNS, NOT_ENOUGH, is_judged_by_turns
from fieldhouse.web.engine.daily_drive import hints_forbidden
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.engine.table_service import ChangeResult, TableService

COOKIE = "winbar"
WANTED, UNWANTED = "agrees to hints and win probability.", "wants to play without hints and win probability."
_OLD_WANTED = "would like to see the win chances."
_OLD_UNWANTED = "would rather play without the win chances."
ON, OFF = "on", "off"


class WinProbabilityBar(msgspec.Struct):
    """The first team's win probability in percent, the change since the last figure, the seat's choices."""

    chance: int | None
    moved: int = 0
    sides: tuple[str, str] = ("", "")
    own: Seat | None = None
    shown: bool = True
    agreeing: bool = False
    """Do two people have to agree?"""
    wanted: bool = False
    """Has this seat agreed?"""
    other: bool = False
    """Has the opponent agreed?"""
    about: str = ""
    making: bool = False
    """Is the estimator for these charts still being built?"""
    made: int = 0
    """How much of it is built, in percent."""
    note: str = ""
    """Why there is no figure, where there will be none."""


def seats_of_people(live: LiveTable) -> list[Seat]:
    """One seat for each person at the table; two people both have to agree."""
    holders = {chair.holder: chair.seat for chair in live.seats if chair.kind == "person"}
    return sorted(holders.values())


def wants_hints(live: LiveTable, seat: Seat) -> bool:
    """Has this seat agreed to hints?"""
    wanted = live.seats[seat].hints_wanted
    return _agreed_before_version_7(live, seat) if wanted is None else wanted


def _agreed_before_version_7(live: LiveTable, seat: Seat) -> bool:
    """The consent of a table from an older store, where a line of the play-by-play was all that kept it.

    Where both teams have the same name, the line does not say whose it is and counts for nobody.
    """
    if live.table is None:
        return False
    teams = live.table.scoreboard().teams
    name = teams[seat]
    if teams.count(name) > 1:
        return False
    lines = [event.line for event in live.table.events if isinstance(event, HouseNote)]
    said = [line for line in lines if line in (f"{name} {_OLD_WANTED}", f"{name} {_OLD_UNWANTED}")]
    return bool(said) and said[-1] == f"{name} {_OLD_WANTED}"


def hints_agreed(live: LiveTable) -> bool:
    """Are hints allowed here? In a draft everybody decides alone."""
    both = seats_of_people(live)
    return bool(live.room) or len(both) < 2 or all(wants_hints(live, seat) for seat in both)


def check_hints_agreed(live: LiveTable) -> None:
    """Raise NotYourTurn unless both players have agreed to hints."""
    if not hints_agreed(live):
        raise NotYourTurn("Both players have to agree to hints first.")


async def set_hints_wanted(tables: TableService, table_id: str, seat: Seat, wanted: bool) -> LiveTable:
    """Save whether the seat agrees to hints; nothing happens if it is so already."""

    def act(live: LiveTable) -> ChangeResult:
        if live.table is None or wants_hints(live, seat) == wanted:
            return ChangeResult()
        chair = msgspec.structs.replace(live.seats[seat], hints_wanted=wanted)
        live.replace_seats([chair])
        return ChangeResult(f"{live.seat_name(seat)} {WANTED if wanted else UNWANTED}", [chair])

    return await tables.change(table_id, act)


def win_probability_bar(
    live: LiveTable, seat: Seat | None, held: Collection[Seat], refused: bool
) -> WinProbabilityBar | None:
    """The bar for a page; None if the game isn't running or the lab isn't installed."""
    if live.table is None or live.room or len(live.seats) != 2 or live.row.status != "live" or not has_lab():
        return None
    if hints_forbidden(live.row):
        return None
    teams = live.table.scoreboard().teams
    sides = (teams[0], teams[1])
    own = seat if len(held) == 1 else None
    both = seats_of_people(live)
    if len(both) > 1:
        agreed = [wants_hints(live, one) for one in both]
        mine = own is not None and wants_hints(live, own)
        shown = all(agreed)
        rest = WinProbabilityBar(None, 0, sides, own, shown, True, mine, any(agreed) and not mine)
    else:
        rest = WinProbabilityBar(None, 0, sides, own, not refused)
    if not rest.shown:
        return rest
    rest.making, rest.made = (
        live.win_probability.estimator is None,
        round(100 * live.win_probability.progress),
    )
    if is_judged_by_turns(live.row.game):
        rest.note = BY_TURNS
        return rest
    if live.win_probability.lacks_games:
        rest.note = NOT_ENOUGH
        return rest
    chance = live.win_probability.current(live.table)
    percent = None if chance is None else whole_percent(chance)
    figure = live.win_probability.show(live.table, seat, percent)
    if figure is not None:
        rest.chance, rest.moved = figure.percent, figure.percent - figure.before
        rest.about = live.win_probability.method
    return rest


def whole_percent(chance: float) -> int:
    """A percentage such as 58; 0 and 100 only if it is certain."""
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))
