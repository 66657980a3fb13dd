"""What somebody asks for when setting up a table, and the form that asks it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from fieldhouse.kernel.errors import BadOptions

MOST_SEATS = 32


class TableRequest(msgspec.Struct, kw_only=True):
    """What somebody asks for when setting up a table."""

    game: str
    opponent: str = ""
    """`coach:starter`, `hotseat` (curtain), `both` (one person, no curtain), `link`, or `solo`."""
    length: str = ""
    options: dict[str, Any] = {}
    charts: dict[str, str] = {}
    seat: str = "0"
    """A seat's number, or `any`."""
    plan: list[str] = []
    """In place of opponent and seat, one word a chair: `me`, `link`, `coach:<level>`, `with:<table>:<seat>`
    (the person who sits there, at a table of mine)."""
    name: str = ""
    dice: str = "fair"
    deadline: int = 0
    """Minutes for each answer at a table by link; 0 for none."""
    on_deadline: str = "coach"
    pace: int = 0
    """Seconds for each answer in a draft or an auction with a clock; 0 for none."""
    reserve: int = 0
    """Seconds beyond the pace that each seat has for the whole of it."""
    token: str = ""
    nonce: str = ""


def request_from_form(game: str, form: Mapping[str, Any]) -> TableRequest:
    """Read the setup form; options are the fields `o.<name>`, charts `chart.<name>`."""
    plain = {name: str(value) for name, value in form.items() if isinstance(value, str)}
    try:
        deadline = int(plain.get("deadline") or 0)
    except ValueError:
        raise BadOptions("enter the deadline as a number of minutes") from None
    try:
        pace, reserve = int(plain.get("pace") or 0), int(plain.get("reserve") or 0)
    except ValueError:
        raise BadOptions("enter the clock as a number of seconds") from None
    plan = [plain[f"plan.{n}"] for n in range(MOST_SEATS) if f"plan.{n}" in plain]
    return TableRequest(
        game=game,
        opponent=plain.get("opponent", ""),
        length=plain.get("length", ""),
        options={name[2:]: value for name, value in plain.items() if name.startswith("o.")},
        charts={name[6:]: value for name, value in plain.items() if name.startswith("chart.")},
        seat=plain.get("seat", "0"),
        plan=plan if any(plan) else [],
        name=plain.get("name", ""),
        dice=plain.get("dice", "fair"),
        deadline=deadline,
        on_deadline=plain.get("on_deadline", "coach"),
        pace=pace,
        reserve=reserve if pace else 0,
        token=plain.get("token", ""),
        nonce=plain.get("nonce", ""),
    )
