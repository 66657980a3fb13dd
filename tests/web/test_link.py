"""Two people by link, a spectator, deadlines, seats on other devices; and what each of them may know."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import httpx
from tests.web.conftest import Server, until
from tests.web.forms import Page, press, start, table_id


def seated(server: Server, ann: httpx.Client, bob: httpx.Client, **choices: str) -> str:
    """Ann invites, Bob comes; the table's name."""
    page = start(ann, opponent="link", **{"length": "tiny", "name": "Ann", **choices})
    invite = re.search(r"/join/([\w-]+)", page.text)
    table = re.search(r'href="/t/([\w-]+)"', page.text)
    assert invite and table
    joining = Page(bob.get(f"/join/{invite.group(1)}"))
    assert "Ann" in joining.text
    form = joining.form(f"/join/{invite.group(1)}")
    assert form is not None
    page = Page(bob.post(form.action, data={**form.fields, "name": "Bob"}))
    assert page.state == "live"
    return table.group(1)


def hand(page: Page) -> list[str]:
    return page.keys


def test_two_people_by_link_and_a_spectator(server: Server) -> None:
    with server.client() as ann, server.client() as bob, server.client() as eve:
        table = seated(server, ann, bob)
        people = [ann, bob]
        for _ in range(200):
            pages = [Page(person.get(f"/t/{table}")) for person in people]
            watching = Page(eve.get(f"/t/{table}"))
            assert not watching.keys and (pages[0].state == "over" or "You're watching" in watching.text)
            if pages[0].state == "over":
                break
            for person, page in zip(people, pages, strict=True):
                if page.my_turn:
                    press(person, page, page.keys[-1])
        assert pages[0].state == "over"
        assert "Ann" in watching.text and "Bob" in watching.text


def test_an_invitation_serves_once_and_not_for_oneself(server: Server) -> None:
    with server.client() as ann, server.client() as bob, server.client() as eve:
        page = start(ann, opponent="link", length="tiny")
        invite = re.search(r"/join/([\w-]+)", page.text)
        assert invite
        assert "your own invitation" in ann.get(f"/join/{invite.group(1)}").text
        assert ann.post(f"/join/{invite.group(1)}").status_code == 409
        assert bob.post(f"/join/{invite.group(1)}").status_code == 200
        assert eve.post(f"/join/{invite.group(1)}").status_code == 404


def test_a_lost_invitation_is_replaced_by_a_new_one(server: Server) -> None:
    """A double click on Start, for example, shows the table and no link."""
    with server.client() as ann, server.client() as bob:
        page = start(ann, opponent="link", length="tiny")
        lost = re.search(r"/join/([\w-]+)", page.text)
        table = re.search(r'href="/t/([\w-]+)"', page.text)
        assert lost and table
        waiting = Page(ann.get(f"/t/{table.group(1)}"))
        form = waiting.form("/invite")
        assert form is not None
        assert bob.post(form.action).status_code == 403
        fresh = re.search(r"/join/([\w-]+)", ann.post(form.action).text)
        assert fresh and fresh.group(1) != lost.group(1)
        assert bob.post(f"/join/{lost.group(1)}").status_code == 404
        assert bob.post(f"/join/{fresh.group(1)}").status_code == 200
        assert ann.post(form.action).status_code == 409, "nobody is missing now"


def test_a_rematch_takes_both_along(server: Server) -> None:
    with server.client() as ann, server.client() as bob:
        table = seated(server, ann, bob)
        over = press(bob, Page(bob.get(f"/t/{table}")), "concede")
        form = over.form("/rematch")
        assert form is not None
        first = Page(bob.post(form.action, data=form.fields))
        assert first.state == "open"
        there = re.search(r'href="/t/([\w-]+)">Go to the rematch', ann.get(f"/t/{table}").text)
        assert there and there.group(1) == table_id(first)
        sitting = Page(ann.get(f"/t/{table_id(first)}"))
        ready = sitting.form("/ready")
        assert ready is not None
        assert Page(ann.post(ready.action, data=ready.fields)).state == "live"
        second = ann.post(f"/t/{table}/rematch", data=Page(ann.get(f"/t/{table}")).forms[0].fields)
        assert second.status_code in (200, 400), (
            "asking again leads to the same table or asks for a fresh page"
        )


def test_nobody_sees_the_other_hand_by_any_page_event_error_or_interface(server: Server) -> None:
    """Views, options, records, API and refusals of one side do not change with the other side's answer."""
    with server.client() as ann, server.client() as bob, server.client() as eve:
        table = next(
            table
            for table in (seated(server, ann, bob) for _ in range(20))
            if len(Page(bob.get(f"/t/{table}")).keys) > 1
        )
        looks = [
            f"/t/{table}",
            f"/t/{table}?seat=1",
            f"/t/{table}?log=all",
            f"/t/{table}/record.json",
            f"/api/tables/{table}",
            f"/api/tables/{table}/summary",
        ]
        bobs = Page(bob.get(f"/t/{table}"))

        def sights() -> list[str]:
            found = [who.get(look).text for who in (ann, eve) for look in looks]
            return [re.sub(r"[0-9a-f]{64}", "", text) for text in found]

        seen = {}
        for key in bobs.keys:
            page = press(bob, Page(bob.get(f"/t/{table}")), key)
            seen[key] = sights()
            press(bob, page, "undo")
        assert len(seen) >= 2
        first, *others = seen.values()
        for other in others:
            for one, two in zip(first, other, strict=True):
                assert one == two
        press(bob, Page(bob.get(f"/t/{table}")), bobs.keys[0])
        press(ann, Page(ann.get(f"/t/{table}")), Page(ann.get(f"/t/{table}")).keys[0])
        masked = ann.get(f"/t/{table}/record.json").json()
        assert masked["dice"].get("secrets", []) == [] and masked.get("salt", "") == ""
        theirs = [e for e in masked["entries"] if e.get("sees") == [1]]
        assert theirs and all(e["key"] == "?" for e in theirs)
        for look in (f"/api/tables/{table}?seat=1", f"/t/{table}/live?seat=1"):
            assert ann.get(look).status_code == 403


def test_seat_link_opens_the_seat_elsewhere(server: Server) -> None:
    with server.client() as ann, server.client() as phone:
        place = f"/t/{table_id(start(ann, opponent='coach:rookie', length='tiny'))}"
        until("it is my turn", lambda: Page(ann.get(place)).keys != ["concede"])
        page = Page(ann.get(place))
        form = page.form("/seat-link")
        assert form is not None
        link = re.search(r"/seat/([\w-]+)", ann.post(form.action, data=form.fields).text)
        assert link
        assert not Page(phone.get(f"/t/{table_id(page)}")).keys
        opened = Page(phone.post(f"/seat/{link.group(1)}"))
        assert opened.keys == page.keys
        assert table_id(page) in phone.get("/mine").text


def test_a_coach_answers_when_the_deadline_passes(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve()
    with server.client() as ann, server.client() as bob:
        table = seated(server, ann, bob, deadline="2", on_deadline="coach")
        _let_pass(server, tmp_path, table)
        said = "The deadline passed. A coach answered for"
        until("a coach answers", lambda: said in ann.get(f"/t/{table}").text)


def test_the_game_can_be_claimed_when_the_deadline_passes(
    serve: Callable[..., Server], tmp_path: Path
) -> None:
    server = serve()
    with server.client() as ann, server.client() as bob:
        table = seated(server, ann, bob, deadline="2", on_deadline="claim")
        assert ann.post(f"/t/{table}/claim", data={"seat": "0"}).status_code == 409
        press(ann, Page(ann.get(f"/t/{table}")), Page(ann.get(f"/t/{table}")).keys[0])
        _let_pass(server, tmp_path, table)
        page = Page(ann.get(f"/t/{table}"))
        form = page.form("/claim")
        assert form is not None
        over = Page(ann.post(form.action, data=form.fields))
        assert (
            over.state == "over"
            and "claims the game" in over.text
            and "Skins (Bob) concedes" not in over.text
        )


def _let_pass(server: Server, folder: Path, table: str) -> None:
    """Two minutes go by, and the server was down meanwhile: while it runs, its memory is the truth."""
    port = server.port
    server.kill()
    with closing(sqlite3.connect(folder / "tables.db", timeout=10)) as db, db:
        db.execute("UPDATE tables SET deadline_at = 1 WHERE id = ?", (table,))
    db.close()
    server.start(port)
