"""A crowd at the tables of a server: programs that answer, pages that listen.

It shares the machine with the server it measures, so it is as thin as can be: raw protocols on uvloop, and of
a reply only what the next answer needs is decoded.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from typing import Any

import msgspec

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.entries import Chosen
from fieldhouse.kernel.game import Setup
from fieldhouse.kernel.table import Table
from fieldhouse.store.store import Store

ALL_EVENTS = 1_000_000
"""`after` this event there is none: looks of the crowd ask for no play-by-play."""


class Line(asyncio.Protocol):
    """One kept-alive HTTP/1.1 connection for one request at a time; replies have a Content-Length."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._host = f"host: 127.0.0.1:{port}\r\n"
        self._transport: Any = None
        self._got = b""
        self._reply: asyncio.Future[tuple[int, bytes]] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Connected."""
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """The server is gone: whoever waits for a reply gets none."""
        self._transport = None
        if self._reply is not None and not self._reply.done():
            self._reply.set_exception(exc or ConnectionResetError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        """A piece of the reply."""
        self._got = got = self._got + data if self._got else data
        end = got.find(b"\r\n\r\n")
        if end < 0:
            return
        at = got.find(b"content-length: ", 0, end)
        size = int(got[at + 16 : got.index(b"\r", at)]) if at >= 0 else 0
        if len(got) >= end + 4 + size and self._reply is not None:
            self._got = b""
            if not self._reply.done():
                self._reply.set_result((int(got[9:12]), got[end + 4 : end + 4 + size]))

    async def call(self, method: str, path: str, token: str = "", body: Any = None) -> tuple[int, bytes]:
        """The status and the body of the reply."""
        loop = asyncio.get_running_loop()
        if self._transport is None:
            self._got = b""
            await loop.create_connection(lambda: self, "127.0.0.1", self.port)
        data = msgspec.json.encode(body) if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\n{self._host}content-length: {len(data)}\r\n"
        if data:
            head += "content-type: application/json\r\n"
        if token:
            head += f"authorization: Bearer {token}\r\n"
        self._reply = loop.create_future()
        self._transport.write(head.encode() + b"\r\n" + data)
        return await self._reply

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()


class Ear(asyncio.Protocol):
    """A page that listens to the stream of a table."""

    def __init__(self, port: int, table: str, heard: Callable[[], None]) -> None:
        self._ask = f"GET /t/{table}/live HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\r\n".encode()
        self._heard = heard
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        self.transport = transport
        self.transport.write(self._ask)

    def data_received(self, data: bytes) -> None:
        """Something changed, or a sign of life."""
        if b"event: changed" in data:
            self._heard()


class Option(msgspec.Struct):
    """An option of the question."""

    key: str


class Asked(msgspec.Struct):
    """The question."""

    seat: int
    sequence: int
    options: list[Option]


class State(msgspec.Struct):
    """What matters of what a seat sees."""

    request: Asked | None
    waiting: list[int]


class Kept(msgspec.Struct):
    """What matters of the reply to an answer."""

    state: State


class Made(msgspec.Struct):
    """What matters of a new table, or a seat taken."""

    table: str
    token: str
    invites: dict[str, str] = {}


_STATE, _KEPT, _MADE = msgspec.json.Decoder(State), msgspec.json.Decoder(Kept), msgspec.json.Decoder(Made)


class Tally:
    """What the crowd counted."""

    def __init__(self) -> None:
        self.kept: dict[str, int] = {}
        self.created: list[float] = []
        self.refused = 0
        self.due: set[float] = set()
        self.clear()

    def clear(self) -> None:
        """Count times and answers anew."""
        self.acknowledged: list[float] = []
        self.heard: list[float] = []
        self.looks = 0

    def undone(self) -> list[float]:
        """How long the answers that are due and not acknowledged have waited so far."""
        now = time.perf_counter()
        return [now - due for due in self.due]


class Pair:
    """Two programs and a page at one table; whose turn it is and what is asked is known from the replies."""

    def __init__(self, port: int, game: str, options: dict[str, Any], tally: Tally, n: int) -> None:
        self.line = Line(port)
        self.game, self.options, self.tally = game, options, tally
        self.rng = random.Random(n)
        self.name = ""
        self.tokens: list[str] = []
        self.asked: Asked | None = None
        self._answered_at = 0.0
        self._ear: Ear | None = None

    async def open(self) -> None:
        """A new table; the other seat sits down and a page listens."""
        self._leave()
        wish = {"game": self.game, "opponent": "link", "options": self.options}
        began = time.perf_counter()
        status, reply = await self.line.call("POST", "/api/tables", body=wish)
        self.tally.created.append(time.perf_counter() - began)
        if status != 201:
            raise OSError(f"no table: {status} {reply.decode()}")
        made = _MADE.decode(reply)
        status, reply = await self.line.call("POST", f"/api/join/{made.invites['1']}", body={})
        if status != 201:
            raise OSError(f"no seat: {status} {reply.decode()}")
        self.name, self.tokens = made.table, [made.token, _MADE.decode(reply).token]
        self._ear = Ear(self.line.port, self.name, self._heard)
        ear = self._ear
        await asyncio.get_running_loop().create_connection(lambda: ear, "127.0.0.1", self.line.port)
        await self._look((0, 1))

    def _heard(self) -> None:
        if self._answered_at:
            self.tally.heard.append(time.perf_counter() - self._answered_at)
            self._answered_at = 0.0

    async def _look(self, seats: tuple[int, ...]) -> None:
        """What is asked of these seats? A new table when the game is over."""
        for seat in seats:
            where = f"/api/tables/{self.name}?after={ALL_EVENTS}"
            self.tally.looks += 1
            _, reply = await self.line.call("GET", where, self.tokens[seat])
            self.asked = _STATE.decode(reply).request
            if self.asked is not None:
                return
        await self.open()

    async def answer(self, since: float | None = None) -> None:
        """One answer; its time counts from `since`, or from now."""
        assert self.asked is not None
        seat, options = self.asked.seat, self.asked.options
        body = {
            "sequence": self.asked.sequence,
            "key": options[int(self.rng.random() * len(options))].key,
        }
        self._answered_at = began = time.perf_counter()
        path = f"/api/tables/{self.name}/answers"
        status, reply = await self.line.call("POST", path, self.tokens[seat], body)
        self.tally.acknowledged.append(time.perf_counter() - (since or began))
        if status != 201:
            self.tally.refused += 1
            await self._look((0, 1))
            return
        self.tally.kept[self.name] = self.tally.kept.get(self.name, 0) + 1
        state = _KEPT.decode(reply).state
        self.asked = state.request
        if self.asked is None:
            await self._look(tuple(state.waiting))

    def _leave(self) -> None:
        if self._ear is not None and self._ear.transport is not None:
            self._ear.transport.close()

    def close(self) -> None:
        """Leave."""
        self._leave()
        self.line.close()


async def closed(pair: Pair, pause: float, stop: asyncio.Event) -> None:
    """Answer, think, answer."""
    while not stop.is_set():
        if pause:
            await asyncio.sleep(pair.rng.uniform(0, 2 * pause))
        await pair.answer()


async def opened(pairs: list[Pair], rate: float, tally: Tally, stop: asyncio.Event) -> None:
    """Answers fall due at random moments, at whichever table has been still for the longest time."""
    free: asyncio.Queue[Pair] = asyncio.Queue()
    for pair in pairs:
        free.put_nowait(pair)
    rng, due = random.Random(1), time.perf_counter()
    async with asyncio.TaskGroup() as at_work:

        async def one(when: float) -> None:
            pair = await free.get()
            if not stop.is_set():
                await pair.answer(when)
            tally.due.discard(when)
            free.put_nowait(pair)

        while not stop.is_set():
            due += rng.expovariate(rate)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            tally.due.add(due)
            at_work.create_task(one(due))


Given = tuple[int, int, str]
"""An answer: the seat, its sequence number, the key."""


def answers_given(store: Store, table_id: str) -> list[Given]:
    """The answers of people that the store has, by the rules: a question without a choice answers itself."""
    kept = store.tables.load(table_id)
    if kept is None:
        return []
    name, setup = msgspec.json.decode(store.records.setup(kept.row.setup), type=tuple[str, Setup])
    table: Table[Any] = Table(registry.find(name).open(setup.options, setup.materials, edition=setup.edition))
    found = []
    for entry in kept.entries:
        if isinstance(entry, Chosen):
            asked = table.request_for(entry.seat)
            if asked is None or asked.forced_key is None:
                found.append((entry.seat, table.sequence(entry.seat), entry.key))
        record.apply_entry(table, entry)
    return found


def options_of(text: str) -> dict[str, Any]:
    """Options of a game, as given on the command line."""
    found = json.loads(text)
    if not isinstance(found, dict):
        raise SystemExit("--options wants a JSON object")
    return found
