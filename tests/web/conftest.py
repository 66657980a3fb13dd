"""A real server process for each test that needs one, and a real browser."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect, sync_playwright

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


class Server:
    """`fieldhouse serve` in a process of its own."""

    def __init__(self, database: str, **settings: str) -> None:
        self.database = database
        self.settings = settings
        self.process: subprocess.Popen[str] | None = None
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
            **{f"FIELDHOUSE_{name.upper()}": value for name, value in self.settings.items()},
        }
        run = "from fieldhouse.cli import main; main()"
        command = [sys.executable, "-c", run, "serve", "--port", str(port), "--database", self.database]
        self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+?(?=/ )", line)
        assert found, line
        self.url = found.group(0)
        self.wait()

    def wait(self) -> None:
        for _ in range(200):
            try:
                if httpx.get(f"{self.url}/healthz").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server does not come up")

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(15)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None

    def client(self, **headers: str) -> httpx.Client:
        return httpx.Client(
            base_url=self.url, headers={"origin": self.url, **headers}, follow_redirects=True, timeout=20
        )


@pytest.fixture(autouse=True)
def sandlot_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example game is on the shelf in every test of the web room."""
    monkeypatch.setenv("FIELDHOUSE_GAMES", SANDLOT)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a file."""
    found = Server(f"sqlite:///{tmp_path_factory.mktemp('store') / 'tables.db'}")
    yield found
    found.kill(signal.SIGTERM)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start servers with settings of their own."""
    started: list[Server] = []

    def start(database: str = "", **settings: str) -> Server:
        found = Server(database or f"sqlite:///{tmp_path / 'tables.db'}", **settings)
        started.append(found)
        return found

    yield start
    for one in started:
        one.kill(signal.SIGTERM)


@pytest.fixture(scope="module")
def browser(chromium: Path) -> Iterator[Browser]:
    """The real browser, headless. One for all tests of a file."""
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=str(chromium), args=FLAGS)
        yield found
        found.close()
