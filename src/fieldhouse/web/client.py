"""A Python client: join a game on a server and play it with a function or a program.

    >>> from fieldhouse.web.client import Seat
    >>> seat = Seat.join("http://127.0.0.1:8080/join/...", name="my bot")  # doctest: +SKIP
    >>> seat.play(lambda request, state: request["options"][0]["key"])  # doctest: +SKIP

It needs nothing but the standard library.
"""

from __future__ import annotations

import http.client
import json
import secrets
import shlex
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any
from urllib.parse import quote, urlsplit

from fieldhouse.kernel.errors import FieldhouseError

Answerer = Callable[[dict[str, Any], dict[str, Any]], str | list[str]]
"""A function of the request and the whole state that returns the key, or a batch of keys, to answer."""


class Refused(FieldhouseError):
    """An error response of the server; `status` is the HTTP status."""

    def __init__(self, status: int, text: str) -> None:
        self.status = status
        super().__init__(text)


class Seat:
    """One seat at one table of a server."""

    def __init__(self, server: str, table: str, token: str) -> None:
        self.server = server.rstrip("/")
        self.table = table
        self.token = token
        self.receipts: list[str] = []

    @classmethod
    def join(cls, link: str, name: str = "") -> Seat:
        """Accept an invitation link."""
        parts = urlsplit(link)
        server = f"{parts.scheme}://{parts.netloc}"
        kind, _, invite = parts.path.strip("/").partition("/")
        if kind != "join" or not invite:
            raise FieldhouseError(
                f"{link} is not an invitation link. It should look like http://.../join/..."
            )
        body = {"name": name, "nonce": secrets.token_hex(16)}
        made = call_api(f"{server}/api/join/{quote(invite, safe='')}", body)
        return cls(server, made["table"], made["token"])

    @classmethod
    def create(cls, server: str, game: str, opponent: str = "coach:starter", **wishes: Any) -> Seat:
        """Create a table and take a seat."""
        server = server.rstrip("/")
        promise = call_api(f"{server}/api/promises", {})
        body = {"game": game, "opponent": opponent, "token": promise["token"], "nonce": secrets.token_hex(16)}
        made = call_api(f"{server}/api/tables", {**body, **wishes})
        return cls(server, made["table"], made["token"])

    def look(self, *, unless: str = "", wait: float = 0, after: int = 0) -> dict[str, Any]:
        """What the seat can see. With `unless` and `wait`, wait until its tag is different."""
        query = f"?unless={quote(unless)}&wait={wait}&after={after}"
        return call_api(f"{self.server}/api/tables/{self.table}{query}", token=self.token, timeout=wait + 30)

    def answer(self, request: dict[str, Any], key: str | list[str]) -> str:
        """Answer the request; the receipt."""
        body: dict[str, Any] = {"sequence": request["sequence"], "seat": request["seat"]}
        body["key" if isinstance(key, str) else "keys"] = key
        done = call_api(f"{self.server}/api/tables/{self.table}/answers", body, token=self.token)
        self.receipts.append(done["receipt"])
        return str(done["receipt"])

    def play(self, answerer: Answerer) -> dict[str, Any]:
        """Answer every request until the game is over; the last state."""
        state = self.look()
        while state["status"] != "over":
            request = state["request"]
            if request is not None:
                try:
                    self.answer(request, answerer(request, state))
                except Refused as refused:
                    if refused.status != 409:  # somebody (a deadline's coach) answered first
                        raise
                state = self.look()
            else:
                state = self.look(unless=state["tag"], wait=25)
        return state


def call_api(
    url: str, body: dict[str, Any] | None = None, token: str = "", timeout: float = 30
) -> dict[str, Any]:
    """Send one request to the API; Refused with the server's message on an error."""
    if urlsplit(url).scheme not in ("http", "https"):
        raise FieldhouseError(f"{url} must start with http:// or https://")
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    if token:
        request.add_header("authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=timeout) as reply:
            found = json.load(reply)
            return found if isinstance(found, dict) else {"list": found}
    except urllib.error.HTTPError as error:
        text = error.read().decode("utf-8", "replace")
        with suppress(ValueError, AttributeError):
            said = json.loads(text)
            text = f"{said.get('error', '')}: {said.get('detail', '')}".strip(": ")
        raise Refused(error.code, f"{url} answers {error.code}: {text}") from None
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", None) or str(error) or type(error).__name__
        raise FieldhouseError(f"{url} cannot be reached: {reason}") from None


class Program:
    """A program as a player: it reads one line of JSON for each request and writes its answer in one line.

    It gets the state as the API gives it (`request`, `view`, `events`, ...) and writes the key, as plain
    text or as a JSON string, or a JSON list of keys for a batch.
    """

    def __init__(self, command: str) -> None:
        self.command = command
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __call__(self, request: dict[str, Any], state: dict[str, Any]) -> str | list[str]:
        """The program's answer to a request."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        with suppress(BrokenPipeError):
            process.stdin.write(json.dumps(state) + "\n")
            process.stdin.flush()
        line = process.stdout.readline().strip()
        if not line:
            raise FieldhouseError(f"the program {self.command!r} stopped without an answer")
        if line[0] not in '["':
            return line
        try:
            found = json.loads(line)
        except ValueError:
            raise FieldhouseError(f"the program {self.command!r} wrote {line!r}, not valid JSON") from None
        return [str(key) for key in found] if isinstance(found, list) else str(found)

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.stdout.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
