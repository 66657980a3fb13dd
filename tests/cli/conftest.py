"""What the tests of the command share: the example game on the shelf, a runner, and a real terminal."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.cli.shared import COMMAND
from tests.conftest import EXAMPLES

from fieldhouse.cli import main


@pytest.fixture(autouse=True)
def example_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Sandlot is on the shelf, and files are written where nobody keeps anything."""
    monkeypatch.setenv("FIELDHOUSE_GAMES", str(EXAMPLES))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def fieldhouse() -> Callable[..., Result]:
    """Run the command in this process: `fieldhouse("play", "sandlot", typed="run\\n")`."""

    def run(*args: str, typed: str | None = None) -> Result:
        result = CliRunner().invoke(main, list(args), input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


class Terminal:
    """The command at a real pseudo-terminal of 80 columns and 24 rows."""

    def __init__(self, *args: str, env: dict[str, str] | None = None) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environ = {**os.environ, "TERM": "xterm-256color", **(env or {})}
        environ.pop("COLUMNS", None)
        self.process = subprocess.Popen(
            [*COMMAND, *args], stdin=slave, stdout=slave, stderr=slave, env=environ, start_new_session=True
        )
        os.close(slave)
        self.seen = ""
        self._from = 0

    def expect(self, *wanted: str, seconds: float = 20) -> str:
        """Wait until one of the texts is on the screen after what was expected before; which one it was."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            places = {text: self.screen.find(text, self._from) for text in wanted}
            found = {text: place for text, place in places.items() if place >= 0}
            if found:
                text = min(found, key=lambda text: found[text])
                self._from = found[text] + len(text)
                return text
            if not self._read(until - time.monotonic()):
                break
        raise AssertionError(f"none of {wanted} on the screen after:\n{self.screen[-1500:]}")

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self.master], [], [], max(0.0, seconds))
        if not ready:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:  # Linux says so when the other end is closed
            return False
        self.seen += data.decode("utf-8", "replace")
        return bool(data)

    @property
    def screen(self) -> str:
        """Everything shown so far, without colors and cursor movements."""
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]", "", self.seen)
        return text.replace("\r\n", "\n").replace("\r", "")

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        os.write(self.master, f"{line}\n".encode())

    def end(self, seconds: float = 20) -> int:
        """Wait for the end; the exit code."""
        until = time.monotonic() + seconds
        while self._read(until - time.monotonic()):
            pass
        return self.process.wait(timeout=seconds)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Open real terminals; they are closed at the end of the test."""
    opened: list[Terminal] = []

    def start(*args: str, env: dict[str, str] | None = None) -> Terminal:
        opened.append(Terminal(*args, env=env))
        return opened[-1]

    yield start
    for one in opened:
        one.close()
