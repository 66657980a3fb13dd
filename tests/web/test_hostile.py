"""A hostile client: other people's seats, stale and double answers, rubbish, huge bodies, foreign sites."""

from __future__ import annotations

import asyncio
import random
import re
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
import sqlalchemy as sa
from tests.web.conftest import Server, until
from tests.web.forms import Page, press, start, table_id

from fieldhouse.store.schema import seats
from fieldhouse.store.store import Store
from fieldhouse.web.engine.live_table import token_hash


def test_another_token_opens_nothing(server: Server) -> None:
    with server.client() as ann, server.client() as mallory:
        page = start(ann, opponent="coach:rookie", length="tiny")
        start(mallory, opponent="coach:rookie", length="tiny")  # has a token of their own
        form = page.form("/answer")
        assert form is not None
        data = {**form.fields, "key": page.keys[0]}
        for forged in ({}, {"fieldhouse": "A" * 22}, {"fieldhouse": "' OR 1=1 --"}):
            reply = httpx.post(
                f"{server.url}{form.action}",
                data=data,
                headers={"origin": server.url, "cookie": "; ".join(f"{k}={v}" for k, v in forged.items())},
            )
            assert reply.status_code in (400, 403)
        assert mallory.post(form.action, data=data).status_code == 403
        for verb in ("rematch", "delete", "hint", "seat-link", "claim", "ready"):
            assert mallory.post(f"/t/{table_id(page)}/{verb}", data=form.fields).status_code in (
                400,
                403,
                409,
            )
        assert Page(ann.get(f"/t/{table_id(page)}")).keys == page.keys, "nothing has changed"


def test_a_change_from_another_site_is_refused(server: Server) -> None:
    with server.client() as ann:
        page = start(ann, opponent="coach:rookie", length="tiny")
        form = page.form("/answer")
        assert form is not None
        data = {**form.fields, "key": page.keys[0]}
        bad = [
            {"origin": "https://evil.example"},
            {"origin": "null"},
            {"origin": server.url + ".evil.example"},
            {"origin": server.url, "sec-fetch-site": "cross-site"},
            {"origin": "", "referer": "https://evil.example/"},
            {"origin": ""},
            {"origin": "http://[bad"},
        ]
        for headers in bad:
            assert ann.post(form.action, data=data, headers=headers).status_code == 403, headers
        assert ann.post(form.action, data=data).status_code == 200


def test_of_double_answers_exactly_one_wins(server: Server) -> None:
    with server.client() as ann:
        page = start(ann, opponent="both", length="tiny")
        form = page.form("/answer")
        assert form is not None
        data = {**form.fields, "key": page.keys[0]}
        cookies = dict(ann.cookies)

        def post(_: int) -> int:
            headers = {"origin": server.url, "x-fieldhouse": "part"}
            return httpx.post(
                f"{server.url}{form.action}", data=data, headers=headers, cookies=cookies
            ).status_code

        with ThreadPoolExecutor(16) as crowd:
            codes = list(crowd.map(post, range(48)))
        assert codes.count(200) == 1 and codes.count(409) == 47
        again = ann.post(form.action, data={**form.fields, "key": page.keys[0], "sequence": "2"})
        assert again.status_code == 409, "one answer was counted, so there is no third question yet"


def test_a_replayed_request_changes_nothing(server: Server) -> None:
    with server.client() as ann:
        page = start(ann, opponent="coach:rookie", length="tiny")
        form = page.form("/answer")
        assert form is not None
        data = {**form.fields, "key": page.keys[0]}
        assert ann.post(form.action, data=data).status_code == 200
        for _ in range(3):
            reply = ann.post(form.action, data=data)
            assert reply.status_code in (409, 422) and "alert" in reply.text


def test_html_in_names_stays_text(server: Server) -> None:
    nasty = "<script>alert(1)</script>\"'><img src=x>"
    with server.client() as ann:
        page = start(ann, opponent="coach:rookie", length="tiny", name=nasty)
        with server.client() as eve:  # to oneself one is "You"
            seen = eve.get(f"/t/{table_id(page)}").text
        for text in (page.text, seen):
            assert "<script>alert" not in text and "<img src=x" not in text
        assert "&lt;script&gt;" in seen
        assert "<script>alert" not in ann.get("/mine").text
        assert "script-src 'self'" in page.reply.headers["content-security-policy"]
        assert "unsafe-inline" not in page.reply.headers["content-security-policy"]


def test_cookies_cannot_be_read_by_script_or_sent_from_elsewhere(server: Server) -> None:
    with server.client() as ann:
        page = start(ann, opponent="coach:rookie", length="tiny")
        cookie = page.reply.history[0].headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=lax" in cookie


def test_tokens_are_stored_hashed(serve: Callable[..., Server], tmp_path: object) -> None:
    server = serve()
    with server.client() as ann:
        page = start(ann, opponent="link", length="tiny")
        invite = re.search(r"/join/([\w-]+)", page.text)
        assert invite
        token = ann.cookies["fieldhouse"]
        kept = b"".join(path.read_bytes() for path in tmp_path.glob("tables.db*"))  # type: ignore[attr-defined]
        assert token.encode() not in kept and invite.group(1).encode() not in kept
        assert len(token) == 32, "128 random bits, 60 of signature"


def test_a_token_that_the_server_did_not_make_becomes_nobody(server: Server) -> None:
    """Or somebody could hand a visitor a cookie of their own choice, and hold the same seats."""
    planted = "A" * 22
    for cookie in (planted, planted + "B" * 10):
        with server.client() as victim:
            victim.cookies.set("fieldhouse", cookie)
            page = start(victim, opponent="coach:rookie", length="tiny")
            given = page.reply.history[0].headers["set-cookie"]
            assert "fieldhouse=" in given and cookie not in given
    made = httpx.post(
        f"{server.url}/api/tables",
        json={"game": "sandlot", "opponent": "coach:rookie", "length": "tiny"},
        headers={"authorization": f"Bearer {planted}"},
    ).json()
    assert made["token"] != planted


def test_a_token_from_before_signatures_keeps_its_seats(serve: Callable[..., Server]) -> None:
    server = serve()
    old = secrets.token_urlsafe(16)
    with server.client() as ann:
        page = start(ann, opponent="coach:rookie", length="tiny")
        store = Store(server.database)
        with store.write_transaction() as db:
            db.execute(sa.update(seats).where(seats.c.kind == "person").values(holder=token_hash(old)))
        store.close()
    server.kill()
    server.start()
    with server.client() as ann:
        ann.cookies.set("fieldhouse", old)
        assert Page(ann.get(f"/t/{table_id(page)}")).keys, "the seat is still mine"
        again = start(ann, opponent="coach:rookie", length="tiny")
        assert "set-cookie" not in again.reply.history[0].headers


def test_under_https_the_cookie_belongs_to_this_very_host(serve: Callable[..., Server]) -> None:
    server = serve(origin="https://play.example.org")
    with server.client(origin="https://play.example.org", host="play.example.org") as ann:
        cookie = start(ann, opponent="coach:rookie", length="tiny").reply.history[0].headers["set-cookie"]
        assert cookie.startswith("__Host-fieldhouse=") and "Secure" in cookie and "Path=/" in cookie
        assert "Domain" not in cookie


def test_paths_out_of_the_static_folder_lead_nowhere(server: Server) -> None:
    tricks = [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/%00",
        "/t/..%2f..%2fetc%2fpasswd",
        "/rules/..%2f..",
        "/rules/squares/img/..%2fcatalogue.md",
        "/rules/squares/img/none.svg",
        "/rules/nothing/img/squares-eight.svg",
        "/chart/sandlot/..%2f..%2frules",
        "/play/%F0%9F%8F%88",
        "//evil.example/",
        "/t/%0d%0aset-cookie:x=1",
    ]
    for trick in tricks:
        raw = httpx.Request("GET", server.url)
        raw.url = httpx.URL(server.url).copy_with(raw_path=trick.encode())
        with httpx.Client() as client:
            reply = client.send(raw)
        assert reply.status_code in (400, 404), trick
        assert "import" not in reply.text or "<h1>" in reply.text
        assert "root:" not in reply.text


def _refused(post: Callable[[], httpx.Response]) -> bool:
    """413, or the connection was closed while we were still sending."""
    try:
        return post().status_code == 413
    except (httpx.ReadError, httpx.WriteError, httpx.RemoteProtocolError):
        return True


def test_huge_bodies_are_refused(server: Server) -> None:
    with server.client() as ann:
        page = start(ann, opponent="both", length="tiny")
        huge = {"key": "x" * 200_000, "seat": "0", "sequence": "0"}
        assert _refused(lambda: ann.post(f"/t/{table_id(page)}/answer", data=huge))
        assert _refused(lambda: ann.post("/play/sandlot", content=b"x" * 10_000_000))
        assert _refused(lambda: ann.post("/import", content=b"x" * 10_000_000))
        assert _refused(lambda: ann.post("/api/tables", content=b'{"game": "' + b"x" * 100_000 + b'"}'))
        nested = ann.post("/api/tables", content=b"[" * 60_000, headers={"content-type": "application/json"})
        assert nested.status_code == 400 and "nested too deeply" in nested.json()["detail"]
        chunks = (b"x" * 10_000 for _ in range(100))
        form = {"content-type": "application/x-www-form-urlencoded"}
        assert _refused(lambda: ann.post("/play/sandlot", content=chunks, headers=form))


def _rubbish(rng: random.Random) -> tuple[bytes, str]:
    words = [
        "seat",
        "sequence",
        "key",
        "0",
        "1",
        "RUN",
        "undo",
        "=",
        "&",
        "%",
        "\x00",
        "ä",
        "{",
        "}",
        '"',
        "[",
        "1e999",
    ]
    kind = rng.choice(
        [
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "multipart/form-data; boundary=x",
            "application/json",
            "text/plain",
            "",
            "application/x-msgpack",
        ]
    )
    if rng.random() < 0.5:
        return rng.randbytes(rng.randrange(200)), kind
    return "".join(rng.choices(words, k=rng.randrange(30))).encode(), kind


@pytest.mark.slow
def test_ten_thousand_random_bodies_neither_break_nor_change_anything(serve: Callable[..., Server]) -> None:
    server = serve()
    rng = random.Random(12)
    with server.client() as ann:
        page = start(ann, opponent="both", length="tiny")
        before = ann.get(f"/t/{table_id(page)}/record.json").text
        ways = ["answer", "roll", "hint", "claim", "ready", "rematch", "branch", "seat-link"]
        addresses = [f"/t/{table_id(page)}/{way}" for way in ways]
        addresses += ["/play/sandlot", "/import", "/join/x", "/seat/x", "/api/tables", "/api/join/x"]
        addresses += [f"/api/tables/{table_id(page)}/answers"]
        jobs = [(rng.choice(addresses), *_rubbish(rng)) for _ in range(10_000)]
        codes = asyncio.run(_throw(server, dict(ann.cookies), jobs))
        assert max(codes) < 500, "the server never breaks"
        after = ann.get(f"/t/{table_id(page)}/record.json").text
        assert after == before


async def _throw(server: Server, cookies: dict[str, str], jobs: list[tuple[str, bytes, str]]) -> list[int]:
    """Everything at once over a few connections, as plainly as can be."""
    codes: list[int] = []
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())

    async def work(share: list[tuple[str, bytes, str]]) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        for address, body, kind in share:
            lines = [f"POST {address} HTTP/1.1", f"host: 127.0.0.1:{server.port}", f"origin: {server.url}"]
            lines += [f"cookie: {cookie}", f"content-length: {len(body)}"]
            lines += [f"content-type: {kind}"] if kind else []
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = re.search(r"content-length: (\d+)", head)
            assert length, head
            await reader.readexactly(int(length.group(1)))
            codes.append(int(head.split()[1]))
            if "connection: close" in head:
                writer.close()
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.close()

    await asyncio.gather(*(work(jobs[n::8]) for n in range(8)))
    return codes


def test_five_hundred_idle_streams_are_held_off_and_the_server_still_answers(server: Server) -> None:
    with server.client() as ann:
        page = start(ann, opponent="both", length="tiny")
        where = f"{server.url}/t/{table_id(page)}/live"
        until("nobody else listens", lambda: ann.get("/healthz").json()["listeners"] == 0)
        opened, refused = asyncio.run(_idle(where, server, page))
        assert opened >= 250 and refused >= 150 and opened + refused == 500
        until("closed streams are let go", lambda: ann.get("/healthz").json()["listeners"] == 0)


def test_who_waits_by_long_poll_counts_as_a_listener(serve: Callable[..., Server]) -> None:
    server = serve(max_streams="1")
    with server.client() as ann:
        page = start(ann, opponent="both", length="tiny")
        where = f"/api/tables/{table_id(page)}"
        with ann.stream("GET", f"/t/{table_id(page)}/live") as held:
            heard = held.iter_text()
            next(heard)
            assert ann.get(where, params={"wait": 1}).status_code == 429
            assert ann.get(where).status_code == 200


async def _idle(where: str, server: Server, page: Page) -> tuple[int, int]:
    limits = httpx.Limits(max_connections=600)
    async with httpx.AsyncClient(limits=limits, timeout=30) as client:
        replies = []
        for _ in range(10):
            requests = [client.build_request("GET", where) for _ in range(50)]
            replies += await asyncio.gather(*(client.send(request, stream=True) for request in requests))
        codes = [reply.status_code for reply in replies]
        assert (await client.get(f"{server.url}/t/{table_id(page)}")).status_code == 200
        for reply in replies:
            await reply.aclose()
    return codes.count(200), codes.count(429)


def test_too_many_changes_from_one_address_are_slowed_down(serve: Callable[..., Server]) -> None:
    server = serve(rate="1", burst="20")
    with server.client() as ann:
        replies = [ann.post("/join/x") for _ in range(40)]
        refused = [reply for reply in replies if reply.status_code == 429]
        assert {reply.status_code for reply in replies} == {404, 429}
        assert all(reply.headers.get("retry-after") == "5" for reply in refused)
        until("there is breath again", lambda: ann.post("/join/x").status_code == 404)


def test_the_full_house_says_so(serve: Callable[..., Server]) -> None:
    server = serve(max_tables="2")
    with server.client() as ann:
        for _ in range(2):
            assert start(ann, opponent="both", length="tiny").reply.status_code == 200
        full = start(ann, opponent="both", length="tiny")
        assert full.reply.status_code == 503 and "The server is full" in full.text


def test_one_person_may_not_take_all_tables(serve: Callable[..., Server]) -> None:
    server = serve(max_tables_per_person="2")
    with server.client() as ann, server.client() as bob:
        for _ in range(2):
            start(ann, opponent="both", length="tiny")
        assert start(ann, opponent="both", length="tiny").reply.status_code == 503
        assert start(bob, opponent="both", length="tiny").reply.status_code == 200


def test_a_stale_sequence_and_a_missing_one_are_refused(server: Server) -> None:
    with server.client() as ann:
        page = start(ann, opponent="both", length="tiny")
        form = page.form("/answer")
        assert form is not None
        for sequence in ("", "-1", "99", "x", "9" * 40, "0.0", "٠"):
            data = {**form.fields, "sequence": sequence, "key": page.keys[0]}
            assert ann.post(form.action, data=data).status_code == 409, sequence
        for key in ("", "nonsense", "RUN\x00", "x" * 5000):
            assert ann.post(form.action, data={**form.fields, "key": key}).status_code == 422
        assert press(ann, page, page.keys[0]).reply.status_code == 200


def test_threads_do_not_leak_between_tables(server: Server) -> None:
    """Many people at once, each at a table of their own: nobody sees another's table."""
    faults: list[str] = []

    def one(n: int) -> None:
        with server.client() as me, server.client() as eve:
            page = start(me, opponent="both", length="tiny", name=f"person-{n:03d}")
            for _ in range(10):
                if page.state == "over":
                    break
                page = press(me, page, page.keys[0])
                names = set(re.findall(r"person-\d{3}", page.text + eve.get(f"/t/{table_id(page)}").text))
                if names != {f"person-{n:03d}"}:
                    faults.append(f"{n}: {names}")

    crowd = [threading.Thread(target=one, args=(n,)) for n in range(12)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    assert not faults
