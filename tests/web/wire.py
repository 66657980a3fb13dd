"""The wire of the tests' clients: HTTP/1.1 over plain sockets that stay open.

The requests and replies are httpx's as ever. What carries them takes 0.7 ms of processor a request less than
its own carrier.
"""

from __future__ import annotations

import select
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import httpx

PIECE = 1 << 16
WITHOUT_BODY = (204, 304)


class Line:
    """One connection, and what was read ahead on it."""

    def __init__(self, host: str, port: int, seconds: float | None) -> None:
        self.socket = socket.create_connection((host, port), seconds)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.ahead = b""

    @property
    def idle(self) -> bool:
        """Does the other side still listen, and has it nothing to say?"""
        return not select.select([self.socket], [], [], 0)[0]

    def more(self) -> bytes:
        """The next piece; RemoteProtocolError where the server has hung up."""
        if not (piece := self.socket.recv(PIECE)):
            raise httpx.RemoteProtocolError("the server hung up")
        return piece

    def until(self, mark: bytes) -> bytes:
        """All up to this mark."""
        while mark not in self.ahead:
            self.ahead += self.more()
        found, _, self.ahead = self.ahead.partition(mark)
        return found

    def exactly(self, size: int) -> bytes:
        """So many bytes."""
        pieces, have = [self.ahead], len(self.ahead)
        while have < size:
            pieces.append(self.more())
            have += len(pieces[-1])
        whole = b"".join(pieces)
        self.ahead = whole[size:]
        return whole[:size]


class Chunks(httpx.SyncByteStream):
    """A body that comes piece by piece, as long as the server has something to say."""

    def __init__(self, wire: Wire, where: tuple[str, int], line: Line) -> None:
        self._wire = wire
        self._where = where
        self._line = line
        self._ended = False

    def __iter__(self) -> Iterator[bytes]:
        with _told_as_httpx(httpx.ReadError):
            while size := int(self._line.until(b"\r\n").partition(b";")[0], 16):
                yield self._line.exactly(size)
                self._line.until(b"\r\n")
            self._line.until(b"\r\n")
            self._ended = True

    def close(self) -> None:
        """Keep the connection for the next request, if this reply is at its end."""
        if self._ended:
            self._wire.keep(self._where, self._line)
        else:
            self._line.socket.close()


class Wire(httpx.BaseTransport):
    """Carries a client's requests; from several threads, if need be."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, int], list[Line]] = {}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send it and read the reply's head; and its body, where its length is known."""
        where = request.url.host, request.url.port or 80
        seconds = request.extensions.get("timeout", {}).get("read")
        line = self._line(where, seconds)
        try:
            with _told_as_httpx(httpx.ReadError):
                line.socket.settimeout(seconds)
                with suppress(BrokenPipeError, ConnectionResetError):  # it may have replied and hung up
                    for piece in _written(request):
                        line.socket.sendall(piece)
                return self._reply(request, where, line)
        except BaseException:
            line.socket.close()
            raise

    def _line(self, where: tuple[str, int], seconds: float | None) -> Line:
        kept = self._kept.setdefault(where, [])
        while kept:
            if (line := kept.pop()).idle:
                return line
            line.socket.close()
        with _told_as_httpx(httpx.ConnectError):
            return Line(*where, seconds)

    def _reply(self, request: httpx.Request, where: tuple[str, int], line: Line) -> httpx.Response:
        first, *lines = line.until(b"\r\n\r\n").split(b"\r\n")
        status = int(first.split(b" ", 2)[1])
        headers = [(name, value.strip()) for name, _, value in (one.partition(b":") for one in lines)]
        said = {name.lower(): value for name, value in headers}
        if said.get(b"transfer-encoding") == b"chunked":
            return httpx.Response(status, headers=headers, stream=Chunks(self, where, line))
        bare = request.method == "HEAD" or status in WITHOUT_BODY
        body = b"" if bare else line.exactly(int(said.get(b"content-length", b"0")))
        if said.get(b"connection") == b"close":
            line.socket.close()
        else:
            self.keep(where, line)
        return httpx.Response(status, headers=headers, stream=httpx.ByteStream(body))

    def keep(self, where: tuple[str, int], line: Line) -> None:
        """For the next request."""
        self._kept.setdefault(where, []).append(line)

    def close(self) -> None:
        """Hang up."""
        for lines in self._kept.values():
            for line in lines:
                line.socket.close()
        self._kept.clear()


class Looker:
    """Looks at many addresses with a client's headers and cookies, over a connection of its own.

    The models of httpx take a millisecond a request, ten times as much as the rest of it.
    """

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        self._line = self._new_line()

    def _new_line(self) -> Line:
        client = self._client
        return Line(client.base_url.host, client.base_url.port or 80, client.timeout.read)

    def texts(self, looks: Sequence[str]) -> dict[str, str]:
        """What the client gets at each of these addresses."""
        if not self._line.idle:  # the server hangs up on who has been silent
            self.close()
            self._line = self._new_line()
        headers = self._client.build_request("GET", "/").headers.raw
        head = b"".join(b"%b: %b\r\n" % header for header in headers)
        return {look: self._text(look, head) for look in looks}

    def _text(self, look: str, head: bytes) -> str:
        self._line.socket.sendall(b"GET %b HTTP/1.1\r\n%b\r\n" % (look.encode(), head))
        _, *lines = self._line.until(b"\r\n\r\n").lower().split(b"\r\n")
        said = dict(one.split(b": ", 1) for one in lines)
        body = self._line.exactly(int(said[b"content-length"]))
        if b"location" in said or b"set-cookie" in said:  # more than a text: the client's own business
            return self._client.get(look).text
        return body.decode()

    def close(self) -> None:
        """Hang up."""
        self._line.socket.close()


@contextmanager
def _told_as_httpx(error: type[httpx.TransportError]) -> Iterator[None]:
    try:
        yield
    except TimeoutError as late:
        raise httpx.ReadTimeout(str(late)) from late
    except OSError as fault:
        raise error(str(fault)) from fault


def _written(request: httpx.Request) -> Iterator[bytes]:
    """The request, with a body that has no known length in chunks."""
    head = b"".join(b"%b: %b\r\n" % header for header in request.headers.raw)
    first = b"%b %b HTTP/1.1\r\n%b\r\n" % (request.method.encode(), request.url.raw_path, head)
    if request.headers.get("transfer-encoding") != "chunked":
        yield first + request.read()
        return
    yield first
    assert isinstance(request.stream, httpx.SyncByteStream)
    for piece in request.stream:
        yield b"%x\r\n%b\r\n" % (len(piece), piece)
    yield b"0\r\n\r\n"
