"""At a table of people a question with one option answers itself, and stays answered."""

from __future__ import annotations

from collections.abc import Callable

import httpx
from tests.web.conftest import Server
from tests.web.forms import Page, press, start, table_id


def rolled(client: httpx.Client, page: Page) -> Page:
    """Type the first outcome of every roll and draw that is due."""
    while (form := page.form("/roll")) is not None:
        page = press(client, page, form.buttons[0][1], "/roll")
    return page


def test_the_only_choice_goes_by_itself_with_a_line_that_outlives_the_server(
    serve: Callable[..., Server],
) -> None:
    """SL-4.2: after three plays of few yards the last one must be played, and nobody is asked."""
    server = serve()
    with server.client() as client:
        page = rolled(client, start(client, opponent="both", length="tiny", dice="typed"))
        for _ in range(6):  # three plays, a card of each side
            assert "Play a card face down" in page.text
            page = rolled(client, press(client, page, page.keys[0]))
        assert "Play a card face down" in page.text and "Play on or kick?" not in page.text
        assert page.text.count("(the only choice).") >= 1
        port, where = server.port, f"/t/{table_id(page)}"
        server.kill()
        server.start(port)
        assert "(the only choice)." in client.get(where).text
