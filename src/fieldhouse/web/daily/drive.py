"""How the table of a daily drive comes to be: the game of the weekday, dice that follow from the date."""

from __future__ import annotations

import hashlib
import hmac
import logging
from datetime import date
from functools import lru_cache

import msgspec
from litestar.exceptions import NotFoundException

from fieldhouse.kernel.errors import NotYourTurn
from fieldhouse.kernel.fair import commitment
from fieldhouse.kernel.meta import DailyFormat
from fieldhouse.kernel.registry import Folder
from fieldhouse.store import server_clock
from fieldhouse.store.schema import SeatRow
from fieldhouse.web.engine.daily_drive import kept_for_day
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.lobby.games import playable_games
from fieldhouse.web.setup.create_table import check_table_limit, new_table_row, save_table
from fieldhouse.web.setup.table_request import clean_name

log = logging.getLogger("fieldhouse.web")
ME, RIVAL = 0, 1
LEVEL = "starter"


class DailyGame(msgspec.Struct, frozen=True):
    """The game of a day, and how it is played."""

    folder: Folder
    format: DailyFormat


def daily_game(day: date) -> DailyGame:
    """The game that everybody plays on that day: its `lobby.DAILY` names the weekday.

    A weekday that no game has asked for takes the next one that some game has.
    """
    week = daily_week()
    found = next((week[n % 7] for n in range(day.weekday(), day.weekday() + 7) if n % 7 in week), None)
    if found is None:
        raise NotFoundException("no game on this server has a daily drive")
    return found


@lru_cache(maxsize=1)
def daily_week() -> dict[int, DailyGame]:
    """The game of each weekday (Monday: 0); where two ask for the same day, the first by name has it."""
    found: dict[int, DailyGame] = {}
    for folder in playable_games():
        try:
            formats: dict[int, DailyFormat] = getattr(folder.lobby, "DAILY", {})
        except Exception as error:
            log.warning("no daily drive", extra={"game": folder.name, "error": repr(error)})
            continue
        for weekday, played in formats.items():
            found.setdefault(weekday, DailyGame(folder, played))
    return found


def daily_secret(house: TableService, day: date) -> str:
    """The secret of the day's dice, from the server's own and the date; published when the day is over."""
    return hmac.new(house.secret.encode(), f"daily/{day}".encode(), hashlib.sha256).hexdigest()


def daily_commitment(house: TableService, day: date) -> str:
    """What is shown of it before."""
    return commitment(daily_secret(house, day))


def attempt_key(day: date, holder: str) -> str:
    """Under this a visitor's one try that counts is kept: the store lets it be used once."""
    return hashlib.sha256(f"daily/{day}/{holder}".encode()).hexdigest()


async def my_attempt(house: TableService, day: date, holder: str | None) -> LiveTable | None:
    """The visitor's try of that day; None where there is none, or it was deleted long after."""
    if holder is None:
        return None
    found = await in_thread(house.store.daily.table_with_commitment, attempt_key(day, holder))
    return None if found is None else await house.get(found)


async def open_drive(house: TableService, holder: str, name: str, *, practice: bool = False) -> str:
    """Today's table for this visitor: the one try that counts, or, once it is over, practice."""
    day = server_clock.today()
    mine = await my_attempt(house, day, holder)
    if not practice and mine is not None:
        return mine.id
    if practice and (mine is None or mine.row.status != "over"):
        raise NotYourTurn("play the attempt that counts first; then you can practice with the same dice")
    await check_table_limit(house, holder)
    wanted = daily_game(day)
    folder, length = wanted.folder, wanted.format.length
    bound = await in_thread(house.setups.open, folder, dict(wanted.format.options), {}, length)
    row = new_table_row(bound, "coach", length, holder)
    row.secret, row.kept_for = daily_secret(house, day), kept_for_day(day, practice=practice)
    chairs = [
        # Everybody's share in the dice is the same, too: the date.
        SeatRow(seat=ME, holder=holder, name=clean_name(name), nonce=f"{day}", nonce_by="day"),
        SeatRow(seat=RIVAL, kind="coach", level=LEVEL, name=f"coach {LEVEL}"),
    ]
    return await save_table(
        house, folder, bound, row, chairs, (), None if practice else attempt_key(day, holder)
    )
