"""A browser comes to a table that is set already.

Setting up and answering by clicks is what `test_browser` looks at in every game. Elsewhere it only leads to
what is looked at, and a page that is drawn and clicked costs far more than a form that is sent.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page
from tests.web import forms
from tests.web.conftest import Server

SEVENS = "07" * 16
"""The share in the dice that every browser of the tests draws (`conftest.SAME_NONCES`)."""


def seated(
    page: Page,
    server: Server,
    game: str,
    opponent: str,
    length: str = "tiny",
    ahead: Callable[[forms.Page], str | None] = lambda _: None,
) -> None:
    """Sit down, give the answers that `ahead` names until it names none, and open the page there."""
    with server.client() as client:
        table = forms.start(client, game, opponent=opponent, length=length, nonce=SEVENS)
        while (key := ahead(table)) is not None:
            table = forms.press(client, table, key)
        page.context.add_cookies(
            [{"name": one.name, "value": one.value or "", "url": server.url} for one in client.cookies.jar]
        )
    seat = table.attributes["table"]["data-seat"]  # of both, the one that was asked last
    page.goto(f"{server.url}/t/{forms.table_id(table)}" + (f"?seat={seat}" if seat else ""))


def first_of(*wanted: str) -> Callable[[forms.Page], str]:
    """The first of these answers that may be given, else the first of all."""
    return lambda table: next((key for key in wanted if key in table.keys), table.keys[0])


def first_answers(count: int) -> Callable[[forms.Page], str | None]:
    """The first answer there is, so many times, unless the game is over before."""
    left = iter(range(count))
    return lambda table: table.keys[0] if table.keys and next(left, None) is not None else None
