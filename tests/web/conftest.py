"""A real server process for each test that needs one, and a real browser."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import coverage
import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright
from tests.web.nursery import SEEDED, Forked, Nursery
from tests.web.playing import Visitors
from tests.web.seeded import TRACED
from tests.web.wire import Wire

T = TypeVar("T")
expect.set_options(timeout=60_000)  # a busy machine is no fault; states are waited for, not seconds

ROOT = Path(__file__).parents[2]
SANDLOT = str(ROOT / "examples" / "games")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


STARTS = Counter[str]()
"""How often a server was started on each store."""
WORD = Path(tempfile.mkdtemp(prefix="fieldhouse-word-")) / "test"
"""Names the test at work to the servers, whose dice follow from it."""
WORD.touch()
atexit.register(shutil.rmtree, WORD.parent, ignore_errors=True)
NURSERY = Nursery(WORD)

SAME_NONCES = "Crypto.prototype.getRandomValues = (bytes) => bytes.fill(7);"
"""A browser's share in the dice is the same in every run, too."""


def traced() -> dict[str, str]:
    """Where coverage is measured, the servers measure theirs."""
    found = coverage.Coverage.current()
    return {TRACED: str(ROOT / Path(found.config.data_file).name)} if found is not None else {}


def until(what: str, found: Callable[[], T]) -> T:
    """Ask again and again until it is so; a busy machine is no fault."""
    patience = time.monotonic() + 120
    while not (answer := found()):
        assert time.monotonic() < patience, f"never true: {what}"
        time.sleep(0.05)
    return answer


class Server:
    """`fieldhouse serve` in a process of its own; `cold`, or where coverage is measured, in a new one."""

    def __init__(self, database: str, cold: bool = False, **settings: str) -> None:
        self.database = database
        self.cold = cold
        self.settings = settings
        self.process: subprocess.Popen[str] | Forked | None = None
        self.url = ""
        self.start()

    def start(self, port: int = 0) -> None:
        env = {
            **os.environ,
            "FIELDHOUSE_GAMES": SANDLOT,
            "FIELDHOUSE_RATE": "100000",
            "FIELDHOUSE_BURST": "100000",
            "FIELDHOUSE_TABLES_AN_HOUR": "1000000",
            "FIELDHOUSE_WORKERS": "1",
            "FIELDHOUSE_LAB_SECONDS": "0",
            **traced(),
            **{f"FIELDHOUSE_{name.upper()}": value for name, value in self.settings.items()},
        }
        STARTS[self.database] += 1
        wanted = [str(STARTS[self.database]), "serve", "--port", str(port), "--database", self.database]
        if self.cold or TRACED in env:
            command = [sys.executable, "-P", str(SEEDED), str(WORD), *wanted]
            self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        else:
            self.process = NURSERY.start(wanted, env)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+?(?=/ )", line)
        assert found, line
        self.url = found.group(0)
        self.wait()

    def wait(self) -> None:
        until("the server comes up", self.well)

    def well(self) -> bool:
        """Does it answer?"""
        try:
            with httpx.Client(transport=Wire()) as anybody:
                return anybody.get(f"{self.url}/healthz").status_code == 200
        except httpx.TransportError:
            return False

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(60)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None

    def client(self, **headers: str) -> httpx.Client:
        return httpx.Client(
            base_url=self.url,
            headers={"origin": self.url, "accept-encoding": "identity", **headers},
            follow_redirects=True,
            timeout=60,
            transport=Wire(),
        )


@pytest.fixture(autouse=True)
def sandlot_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example game is on the shelf in every test of the web room."""
    monkeypatch.setenv("FIELDHOUSE_GAMES", SANDLOT)


@pytest.fixture(scope="package", autouse=True)
def no_certificates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Every server is on loopback, in plain HTTP: reading the world's certificates takes 50 ms a client."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SSL_CERT_FILE", raising=False)
        patch.setenv("SSL_CERT_DIR", str(tmp_path_factory.mktemp("certificates")))
        yield


@pytest.fixture(autouse=True)
def same_dice_in_every_run(request: pytest.FixtureRequest) -> None:
    """The servers hear whose dice they make; a test to which they matter names them itself (`dice`)."""
    named = request.node.get_closest_marker("dice")
    WORD.write_text(named.args[0] if named else request.node.nodeid, encoding="utf-8")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do nothing to it."""
    found = Server(f"sqlite:///{tmp_path_factory.mktemp('store') / 'tables.db'}")
    yield found
    found.kill(signal.SIGTERM)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start servers with settings of their own."""
    started: list[Server] = []

    def start(database: str = "", cold: bool = False, **settings: str) -> Server:
        found = Server(database or f"sqlite:///{tmp_path / 'tables.db'}", cold, **settings)
        started.append(found)
        return found

    yield start
    for one in started:
        one.kill(signal.SIGTERM)


OPEN = ExitStack()
"""Closes the browser."""
BROWSERS: list[Visitors] = []
"""The one that is open, and who has come to it."""
DRIVEN = pytest.StashKey[set[Path]]()
"""The files whose tests drive a browser."""


@pytest.fixture(scope="module")
def at_the_door(chromium: Path) -> Visitors:
    """The real browser, headless. It stays open from one file of browser tests to the next."""
    if not BROWSERS:
        play = OPEN.enter_context(sync_playwright())
        found = OPEN.enter_context(play.chromium.launch(executable_path=str(chromium), args=FLAGS))
        plain = found.new_context

        def new_context(**settings: Any) -> BrowserContext:
            context = plain(**settings)
            context.add_init_script(SAME_NONCES)
            return context

        found.new_context = new_context  # type: ignore[method-assign]
        BROWSERS.append(Visitors(found))
        OPEN.callback(BROWSERS.clear)
    return BROWSERS[0]


@pytest.fixture(scope="module")
def browser(at_the_door: Visitors) -> Browser:
    """The browser itself, for a context with settings of its own."""
    return at_the_door.browser


@pytest.fixture
def visitors(at_the_door: Visitors) -> Iterator[Visitors]:
    """Pages that note what their script and the content policy complain of: in no test is that anything."""
    yield at_the_door
    if faults := at_the_door.leave():
        pytest.fail(f"the pages complained: {faults}")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of the files of this room those that drive a browser come first: each worker opens one once.

    Last of all: the suite puts its files in order before (`tests/conftest.py`).
    """
    driven = {item.path for item in items if "at_the_door" in getattr(item, "fixturenames", ())}
    config.stash[DRIVEN] = driven
    places = [place for place, item in enumerate(items) if item.path.is_relative_to(ROOT / "tests" / "web")]
    ours = sorted((items[place] for place in places), key=lambda item: item.path not in driven)
    for place, item in zip(places, ours, strict=True):
        items[place] = item


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """Playwright runs an event loop in this thread, so the browser goes before a file that drives none."""
    yield
    if nextitem is None or nextitem.path not in item.config.stash[DRIVEN]:
        OPEN.close()
