"""How the table of a daily drive comes to be: the game of the weekday, dice that follow from the date."""

from __future__ import annotations

import hashlib
import hmac
from datetime import date
from typing import Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import NotYourTurn
from fieldhouse.kernel.fair import commitment
from fieldhouse.kernel.registry import Folder
from fieldhouse.store import server_clock
from fieldhouse.store.schema import SeatRow
from fieldhouse.web.engine.daily_drive import kept_for_day
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.setup.create_table import check_table_limit, new_table_row, save_table
from fieldhouse.web.setup.seating import clean_name

ME, RIVAL = 0, 1
LEVEL = "starter"


class DailyGame(msgspec.Struct, frozen=True):
    """What is played on a weekday."""

    game: str
    length: str
    about: str
    options: dict[str, Any] = {}

    @property
    def folder(self) -> Folder:
        """The game's folder."""
        return registry.find(self.game)


WEEK = (
    DailyGame("redboar", "tiny", "two minutes on the clock, cards", {"mode": "cards"}),
    DailyGame("thegrid", "tiny", "five timing cards a half", {"lineups": "fixed"}),
    DailyGame("redboar", "short", "four quarters of four minutes, dice", {"mode": "dice"}),
    DailyGame("cardbowl", "tiny", "one play a quarter"),
    DailyGame("squares", "short", "one quarter"),
    DailyGame("fastdrive", "short", "three ticks a quarter"),
    DailyGame("thegrid", "tiny", "five timing cards a half", {"lineups": "fixed"}),
)
"""Monday first. By dice the defense calls nothing: in two minutes the rival may keep the ball to the end."""


def daily_game(day: date) -> DailyGame:
    """What everybody plays on that day."""
    return WEEK[day.weekday()]


def daily_secret(house: TableService, day: date) -> str:
    """The secret of the day's dice follows from the server's own and the date; told when the day is over."""
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
    return None if found is None else await house.look(found)


async def open_drive(house: TableService, holder: str, name: str, *, practice: bool = False) -> str:
    """Today's table for this visitor: the one try that counts, or, once it is over, practice."""
    day = server_clock.today()
    mine = await my_attempt(house, day, holder)
    if not practice and mine is not None:
        return mine.id
    if practice and (mine is None or mine.row.status != "over"):
        raise NotYourTurn("first the try that counts; then the same dice as often as you like")
    await check_table_limit(house, holder)
    wanted = daily_game(day)
    folder = wanted.folder
    bound = await in_thread(house.setups.open, folder, wanted.options, {}, wanted.length)
    row = new_table_row(bound, "coach", wanted.length, holder)
    row.secret, row.kept_for = daily_secret(house, day), kept_for_day(day, practice=practice)
    chairs = [
        # Everybody's share in the dice is the same, too: the date.
        SeatRow(seat=ME, holder=holder, name=clean_name(name), nonce=f"{day}", nonce_by="day"),
        SeatRow(seat=RIVAL, kind="coach", level=LEVEL, name=f"coach {LEVEL}"),
    ]
    return await save_table(
        house, folder, bound, row, chairs, (), None if practice else attempt_key(day, holder)
    )
