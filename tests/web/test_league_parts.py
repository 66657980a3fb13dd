"""Parts of the league's pages without a server: the webhook's door, feeds, box score."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from tests.league.leagues import SECRET, new_desk, small_league

from fieldhouse.football.box_score import StatLine
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.fair import commitment
from fieldhouse.league import RoundRobin
from fieldhouse.league.journal.acts import DeadlineSet, Founded, JournalEntry
from fieldhouse.league.journal.league import Franchise, League
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.members import MemberService
from fieldhouse.league.statistics import GameSheet
from fieldhouse.league.statistics.sheet import DriveLine, ScoreLine
from fieldhouse.store.store import Store
from fieldhouse.web.engine.engine import Engine
from fieldhouse.web.engine.fair_queue import JobOwner, current_owner
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.engine.threads import in_daemon_thread
from fieldhouse.web.leagues import webhooks
from fieldhouse.web.leagues.box_score import box_score_page, win_probability_svg
from fieldhouse.web.leagues.feeds import atom_text, calendar_text, fold_line
from fieldhouse.web.leagues.league_view import LeagueView
from fieldhouse.web.settings import Settings


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/hook",
        "https://user:pass@example.com/",
        "https://example.com:8080/",
        "https://example.com:x/",
        "ftp://example.com/",
        "https:///nothing",
        "https://example.com/ hook",
        "https://example.com/\r\nHost: other",
        "https://exämple.com/",
        "https://example.com/" + "x" * 500,
        "file:///etc/passwd",
    ],
)
def test_a_webhook_that_is_no_plain_https_address_is_refused(url: str) -> None:
    with pytest.raises(BadOptions, match="webhook"):
        webhooks.check_url(url)


@pytest.mark.parametrize(
    ("address", "open_one"),
    [
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("192.168.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fd00::1", False),
        ("fe80::1", False),
        ("fec0::1", False),
        ("2002:7f00:1::", False),
        ("2001:0:1::", False),
        ("64:ff9b::7f00:1", False),
        ("::127.0.0.1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:8.8.8.8", True),
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
    ],
)
def test_a_webhook_leads_to_the_open_internet_only(address: str, open_one: bool) -> None:
    assert webhooks.is_public(address) is open_one


def test_a_receiver_that_sends_forever_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """It sends a letter before every step's time is over, so only the limit of the whole call ends it."""
    monkeypatch.setattr(webhooks, "WHOLE_SECONDS", 0.5)
    ours, theirs = socket.socketpair()

    def connect(line: Any) -> None:
        line.sock = ours
        ours.settimeout(webhooks.SECONDS)

    def drip() -> None:
        with suppress(OSError):
            while True:
                theirs.sendall(b"H" if not sent.is_set() else b"x")
                sent.set()
                time.sleep(0.01)

    sent = threading.Event()
    where = webhooks.WebhookTarget("example.com", "/", "93.184.216.34")
    monkeypatch.setattr(webhooks, "resolve_target", lambda url: where)
    monkeypatch.setattr(webhooks._Pinned, "connect", connect)
    threading.Thread(target=drip, daemon=True).start()
    began = time.monotonic()
    assert webhooks.post_json("https://example.com/", b"{}") == "no answer"
    assert time.monotonic() - began < webhooks.SECONDS
    theirs.close()


def test_a_handshake_that_never_ends_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other end announces a long first message and sends a byte of it now and then."""
    monkeypatch.setattr(webhooks, "WHOLE_SECONDS", 0.5)
    ours, theirs = socket.socketpair()
    ours.settimeout(webhooks.SECONDS)

    def drip() -> None:
        with suppress(OSError):
            theirs.sendall(b"\x16\x03\x03\x3f\xff")
            while True:
                theirs.sendall(b"\x02")
                time.sleep(0.01)

    where = webhooks.WebhookTarget("example.com", "/", "93.184.216.34")
    monkeypatch.setattr(webhooks, "resolve_target", lambda url: where)
    monkeypatch.setattr(socket, "create_connection", lambda *_: ours)
    threading.Thread(target=drip, daemon=True).start()
    began = time.monotonic()
    assert webhooks.post_json("https://example.com/", b"{}") == "no answer"
    assert time.monotonic() - began < 100, "16,383 bytes take 160 seconds"
    theirs.close()


def test_a_name_that_no_server_answers_for_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's own search takes half a minute and more."""
    monkeypatch.setattr(webhooks, "SECONDS", 0.2)
    silence = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **how: silence.wait(60) and [])
    with pytest.raises(BadOptions, match="could not be found"):
        webhooks.resolve_target("https://example.com/hook")
    assert not silence.is_set()
    silence.set()


def test_a_receiver_that_keeps_us_waiting_does_not_keep_the_server_from_its_end() -> None:
    """Python waits at its end for threads that are no daemons."""
    assert asyncio.run(in_daemon_thread(lambda: threading.current_thread().daemon))
    with pytest.raises(ZeroDivisionError):
        asyncio.run(in_daemon_thread(lambda: 1 // 0))


def test_who_was_slow_lately_is_called_after_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A league of slow receivers asks for eight calls before a league of a quick one asks for its own."""
    order, gate = list[str](), threading.Event()

    def resolve(url: str) -> None:
        gate.wait(60)
        order.append(url)

    monkeypatch.setattr(webhooks, "resolve_target", resolve)
    monkeypatch.setattr(webhooks, "MOST_CALLS", 1)
    settings = Settings(database=f"sqlite:///{tmp_path / 'leagues.db'}")

    async def ask() -> None:
        engine = Engine(TableService(Store(settings.database_url), settings))
        sender = webhooks.WebhookSender(engine)
        sender._turns._charge(JobOwner("slow", "slow"), 30)

        async def check(owner: str) -> None:
            current_owner.set(JobOwner(owner, owner))
            await sender.check(owner)

        asked = [asyncio.create_task(check("slow")) for _ in range(8)]
        while sender._turns.length < 7:
            await asyncio.sleep(0.01)
        asked.append(asyncio.create_task(check("quick")))
        while sender._turns.length < 8:
            await asyncio.sleep(0.01)
        gate.set()
        await asyncio.gather(*asked)
        sender.close()
        engine.close()
        engine.tables.close()
        engine.tables.store.close()

    asyncio.run(ask())
    assert order == ["slow", "quick", *["slow"] * 7]


@pytest.mark.parametrize("second", ["127.0.0.1", "fe80::1"])
def test_one_private_address_of_a_name_is_enough_to_refuse_it(
    monkeypatch: pytest.MonkeyPatch, second: str
) -> None:
    """A name with a public and a private address is a trick."""

    def found(host: str, port: int, **how: Any) -> list[Any]:
        return [(0, 0, 0, "", (address, port)) for address in ("93.184.216.34", second)]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    with pytest.raises(BadOptions, match="public internet"):
        webhooks.resolve_target("https://example.com/hook")
    assert "public internet" in webhooks.post_json("https://example.com/hook", b"{}")


def view() -> LeagueView:
    """A league of two that has just been founded, with a deadline."""
    league = League(
        title="Ducks & <Geese>; all",
        game="redboar",
        edition=1,
        form=RoundRobin(("Ducks", "Geese")),
        franchises=(Franchise("Ducks", None), Franchise("Geese", None)),
        commitment=commitment("secret"),
    )
    entries = [
        JournalEntry(0, 1_000_000.0, -1, Founded(league)),
        JournalEntry(1, 1_000_060.0, -1, DeadlineSet("week 1", "2026-11-22T20:00+01:00")),
    ]
    return LeagueView(LeagueJournal("abc", entries))


def test_deadlines_are_moments_of_a_calendar() -> None:
    """RFC 5545: the moment in UTC, commas and semicolons escaped, lines of at most 75 bytes."""
    text = calendar_text(view(), "https://here")
    assert "DTSTART:20261122T190000Z" in text
    assert "SUMMARY:Ducks & <Geese>\\; all: Week 1 due" in text
    assert text.startswith("BEGIN:VCALENDAR\r\n") and text.endswith("END:VCALENDAR\r\n")
    long = fold_line("X" * 100 + "é" * 40)
    assert all(len(line.encode()) <= 75 for line in long.split("\r\n"))
    assert long.replace("\r\n ", "") == "X" * 100 + "é" * 40


def test_results_are_a_feed_that_can_be_read() -> None:
    root = ET.fromstring(atom_text(view(), "https://here"))
    names = {"a": "http://www.w3.org/2005/Atom"}
    assert root.findtext("a:title", namespaces=names) == "Ducks & <Geese>; all"
    assert len(root.findall("a:entry", names)) == 2


def test_the_box_has_the_home_side_first_and_dashes_for_what_is_unknown() -> None:
    sheet = GameSheet(
        [
            StatLine(0, "", "Geese", {"points": 7, "punts": 2, "seconds": 90}),
            StatLine(1, "", "Ducks", {"points": 3, "punts": 1, "seconds": 30}),
            StatLine(1, "D-1", "Ann", {"field_goals": 1, "field_goal_tries": 2, "points": 3}),
        ],
        [DriveLine(1, "field goal", 3, 20, None, 60)],
        [ScoreLine(1, "field goal", 3, (0, 3))],
    )
    box = box_score_page(sheet, 1, ("Ducks", "Geese"))
    rows = {name: (home, visitor) for name, home, visitor in box.rows}
    assert rows["points"] == ("3", "7")
    assert rows["punts, yards"] == ("1, \N{EN DASH}", "2, \N{EN DASH}")
    assert rows["time of possession"] == ("0:30", "1:30")
    assert "first downs" not in rows
    assert box.men[0][0].rows[0][1] == ["1/2", "\N{EN DASH}", "3"]
    assert "FG" in box.chart and "DUCKS" in box.chart
    assert win_probability_svg([0.5]) is None
    assert "from 50%" in str(win_probability_svg([0.5, 1.0]))


def test_a_league_of_two_coaches_waits_for_nobody() -> None:
    found = view()
    (game,) = found.open_games
    assert (game.waits, game.stage, game.due) == ([], "week 1", "2026-11-22T20:00+01:00")
    assert found.my_game is None and not found.is_commissioner
    assert [row.team.name for row in found.tables["Table"]] == ["Ducks", "Geese"]
    assert "points" in found.tie_breakers_text


def test_a_webhook_is_due_whoever_wrote_in_the_book_and_one_process_calls(tmp_path: Path) -> None:
    """A terminal writes by another connection; of two servers one takes it on."""
    service = new_desk(tmp_path)
    name = service.create(small_league(), SECRET)
    assert webhooks.leagues_due(service.store) == []
    service.store.leagues.save_cached(name, webhooks.HOOK, b"https://example.com/hook")
    assert webhooks.leagues_due(service.store) == [name], "the first call follows at once"
    other = Store(f"sqlite:///{tmp_path / 'leagues.db'}")
    assert [webhooks.claim_call(service.store, name), webhooks.claim_call(other, name)] == [True, False]
    assert webhooks.leagues_due(service.store) == []
    MemberService(LeagueService(other), service.journal(name)).invite("Ann", "commissioner")
    assert webhooks.leagues_due(service.store) == [name]
    other.close()


def test_a_page_of_a_league_hears_what_a_terminal_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the webhook is called with the length of the book."""
    called: list[bytes] = []

    def call(url: str, body: bytes) -> str:
        called.append(body)
        return "204"

    monkeypatch.setattr(webhooks, "post_json", call)
    settings = Settings(database=f"sqlite:///{tmp_path / 'leagues.db'}", origin="https://house.example")
    service = new_desk(tmp_path)
    name = service.create(small_league(), SECRET)
    service.store.leagues.save_cached(name, webhooks.HOOK, b"https://example.com/hook")

    async def listens() -> bool:
        engine = Engine(TableService(Store(settings.database_url), settings))
        room = webhooks.WebhookSender(engine)
        async with engine.notifier.subscribe(f"league:{name}", "here") as ear:
            await room.look()
            while not webhooks.last_call(service.store, name):
                await asyncio.sleep(0.01)
            assert not ear.is_set()
            MemberService(service, service.journal(name)).invite("Ann", "commissioner")
            await room.look()
            heard = ear.is_set()
            while len(called) < 2:  # the first call may not be done with
                await room.look()
        room.close()
        engine.close()
        engine.tables.close()
        engine.tables.store.close()
        return heard

    assert asyncio.run(listens())
    assert webhooks.last_call(service.store, name) == "204"
    assert [msgspec.json.decode(body)["entries"] for body in called] == [
        1,
        service.store.leagues.row(name).size,
    ]
    assert msgspec.json.decode(called[0])["page"] == f"https://house.example/l/{name}"
