"""The guard at the door: names, costs, slow and broken senders, compression, the operator's token."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import NURSERY, Server, until

from fieldhouse.store.store import Store
from fieldhouse.web.app import build_litestar
from fieldhouse.web.middleware.rate_limit import TokenBuckets
from fieldhouse.web.middleware.route_prices import PRICES, UNKNOWN, request_price
from fieldhouse.web.settings import Settings

TOKEN = "operators-own-token"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that loses patience after a second."""
    place = tmp_path_factory.mktemp("store") / "tables.db"
    found = Server(
        f"sqlite:///{place}",
        header_seconds="1",
        body_seconds="1",
        operator_token=TOKEN,
        max_connections_per_address="60",
    )
    yield found
    found.kill(signal.SIGTERM)


def raw(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=60)


def made(server: Server) -> dict[str, str]:
    wish = {"game": "sandlot", "opponent": "both", "length": "tiny"}
    found: dict[str, str] = httpx.post(f"{server.url}/api/tables", json=wish).json()
    return found


def test_a_body_that_is_not_utf8_is_the_senders_fault(server: Server) -> None:
    for body in (b'{"game": "\xff"}', b"\xfe\xff\x00{", b'{"game":"sandlot","name":"\xc3\x28"}'):
        reply = httpx.post(
            f"{server.url}/api/tables", content=body, headers={"content-type": "application/json"}
        )
        assert reply.status_code == 400 and "UTF-8" in reply.json()["error"]


@pytest.mark.parametrize(
    "half",
    [
        b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ",
        b"GET / HT",
        b"",
    ],
    ids=["in a header", "in the first line", "nothing at all"],
)
def test_who_half_sends_a_request_does_not_stay(server: Server, half: bytes) -> None:
    with raw(server) as line:
        line.sendall(half)
        assert line.recv(100) == b"", "the server hangs up"


def test_who_half_sends_a_body_is_told_that_it_is_too_late(server: Server) -> None:
    with raw(server) as line:
        line.sendall(
            b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
            b"content-length: 500\r\n\r\n{"
        )
        assert line.recv(2000).startswith(b"HTTP/1.1 408 ")


def test_who_hangs_up_while_sending_is_no_fault_of_ours(serve: Callable[..., Server], tmp_path: Path) -> None:
    """Nothing is written to the log, and the next one is served."""
    server = serve()
    for _ in range(20):
        with raw(server) as line:
            line.sendall(
                b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
                b'content-length: 500\r\n\r\n{"game"'
            )
    text = httpx.get(f"{server.url}/metrics", headers={"authorization": "Bearer x"}).status_code
    assert text == 404
    assert made(server)["table"]


def test_endless_headers_are_cut_off(server: Server) -> None:
    sent = 0
    with raw(server) as line, suppress(OSError):
        line.sendall(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n")
        for n in range(20_000):
            line.sendall(b"x-%d: " % n + b"y" * 1000 + b"\r\n")
            sent = n
    assert sent < 19_999, "the connection is broken long before twenty megabytes"


def test_one_address_holds_only_so_many_connections(server: Server) -> None:
    lines = [raw(server) for _ in range(80)]
    shut = 0
    for line in lines[60:]:
        line.settimeout(5)
        try:
            shut += line.recv(1) == b""
        except OSError:
            shut += 1
    assert shut == 20
    for line in lines:
        line.close()
    until("closed connections are let go", server.well)


def test_a_made_up_host_does_not_reach_an_invitation(server: Server) -> None:
    for host in (
        "evil.example.org",
        "evil.example.org:80",
        "127.0.0.1.evil.example.org",
        "a b",
        "x@127.0.0.1",
    ):
        with server.client() as ann:
            reply = ann.get("/play/sandlot", headers={"host": host})
            assert reply.status_code in (400, 421), host
            assert "evil" not in reply.text
    for host in ("localhost", "127.0.0.1:99", "[::1]:80", "192.168.7.5", socket.gethostname()):
        assert httpx.get(f"{server.url}/", headers={"host": host}).status_code == 200, host


def test_behind_https_browsers_are_told_to_stay_there(serve: Callable[..., Server], server: Server) -> None:
    behind = serve(origin="https://play.example.org")
    reply = httpx.get(f"{behind.url}/", headers={"host": "play.example.org"})
    assert reply.status_code == 200 and reply.headers["strict-transport-security"].startswith("max-age=")
    assert "strict-transport-security" not in httpx.get(f"{server.url}/").headers
    wish = {"game": "sandlot", "opponent": "link"}
    headers = {"origin": "https://play.example.org", "host": "evil.example.org"}
    page = httpx.post(f"{behind.url}/play/sandlot", data={**wish, "token": _token(behind)}, headers=headers)
    assert "https://play.example.org/join/" in page.text and "evil" not in page.text


def _token(server: Server) -> str:
    found = re.search(r'name="token" value="([^"]+)"', httpx.get(f"{server.url}/play/sandlot").text)
    assert found is not None
    return found.group(1)


def test_replies_are_compressed_for_who_can_unpack_them(server: Server) -> None:
    url = f"{server.url}/t/{made(server)['table']}"
    plain = httpx.get(url, headers={"accept-encoding": "identity"})
    packed = httpx.get(url, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert "accept-encoding" in packed.headers["vary"].lower()


def routes() -> set[str]:
    """Every route of the server, as the list of prices writes it."""
    found = set()
    for route in build_litestar(Settings()).routes:
        path = re.sub(r"/static/.*", "/static/*", route.path_format)
        path = re.sub(r"(/docs|/api/schema)/\{\w+\}", r"\1/*", path)
        found |= {f"{method} {path}" for method in route.methods if method not in ("OPTIONS", "HEAD")}
    return found


def test_every_route_has_a_price_and_every_price_a_route() -> None:
    known = routes()
    assert len(known) > 100
    assert not known - PRICES.keys(), "give these routes a price in route_prices.py"
    for price in PRICES.keys() - known:  # one act of many may have a price of its own
        general = price.rpartition("/")[0] + "/{verb}"
        assert general in known, f"there is no route {price}"


def test_a_request_has_the_price_of_its_route() -> None:
    """What costs us more costs more: a replay more than a page, a page more than a look."""
    prices = [
        request_price("GET", "/static/1234/app.mjs"),
        request_price("GET", "/api/tables/x"),
        request_price("POST", "/api/tables/x/answers"),
        request_price("GET", "/mine"),
        request_price("GET", "/t/x"),
        request_price("GET", "/t/x/replay"),
        request_price("GET", "/l/x/plays.csv"),
    ]
    assert prices == sorted(prices) and prices[0] == 0 and len(set(prices)) == len(prices)
    for route, price in PRICES.items():
        method, _, path = route.partition(" ")
        assert request_price(method, re.sub(r"\{\w+\}", "x", path).replace("*", "a/b")) == price, route
    assert request_price("HEAD", "/t/x/verify") == request_price("GET", "/t/x/verify")
    unknown = {request_price(verb, "/anything/else/at/all") for verb in ("GET", "POST", "DELETE")}
    assert unknown == {UNKNOWN}


def test_a_bucket_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    buckets = TokenBuckets(rate=2, burst=10)
    assert [buckets.take("ann", 4) for _ in range(3)] == [True, True, False]
    assert buckets.take("bob", 4)
    now += 1.0
    assert buckets.take("ann", 4) and not buckets.take("ann", 1)
    assert TokenBuckets(rate=1, burst=5).take("ann", 20), (
        "what costs more than the whole bucket is dear, not forbidden"
    )


def test_an_address_counts_as_well_as_a_token(serve: Callable[..., Server]) -> None:
    """New tokens for every request do not help: the address is out of breath too."""
    server = serve(rate="0.0000001", burst="10")  # nothing trickles in while the test runs
    codes = []
    for n in range(60):
        headers = {"authorization": f"Bearer {n:022d}"}
        codes.append(httpx.post(f"{server.url}/api/join/x", json={}, headers=headers).status_code)
    taken = int(3 * 10 - request_price("GET", "/healthz"))  # the start of the server asked once
    assert codes == [404] * taken + [429] * (60 - taken)


def test_one_address_sets_up_only_so_many_tables(serve: Callable[..., Server]) -> None:
    server = serve(tables_an_hour="30")
    wish = {"game": "sandlot", "opponent": "both", "length": "tiny"}
    codes = [httpx.post(f"{server.url}/api/tables", json=wish).status_code for _ in range(6)]
    assert codes == [201] * 3 + [429] * 3
    assert httpx.get(f"{server.url}/").status_code == 200


def test_metrics_and_the_operators_page_need_the_token(server: Server) -> None:
    table = made(server)
    with httpx.Client(base_url=server.url, headers={"authorization": f"Bearer {table['token']}"}) as bot:
        asked = bot.get(f"/api/tables/{table['table']}").json()["request"]
        body = {"sequence": asked["sequence"], "seat": asked["seat"], "key": asked["options"][0]["key"]}
        assert bot.post(f"/api/tables/{table['table']}/answers", json=body).status_code == 201
    for path in ("/metrics", "/operator/guess"):
        assert httpx.get(f"{server.url}{path}").status_code == 404
    assert httpx.post(f"{server.url}/operator/guess/prune").status_code == 404
    text = httpx.get(f"{server.url}/metrics", headers={"authorization": f"Bearer {TOKEN}"}).text
    figures = dict(re.findall(r"^(\w+) ([0-9.e+]+)$", text, re.MULTILINE))
    assert float(figures["fieldhouse_answer_seconds_count"]) >= 1
    assert float(figures["fieldhouse_tables"]) >= 1 and float(figures["fieldhouse_coaches"]) == 3
    with server.client() as operator:
        page = operator.get(f"/operator/{TOKEN}")
        assert page.status_code == 200 and "Sandlot" in page.text and "In progress" in page.text
        assert "0 tables deleted" in operator.post(f"/operator/{TOKEN}/prune").text
        packed = operator.post(f"/operator/{TOKEN}/backup")
        assert b'"fieldhouse-backup":1' in gzip.decompress(packed.content)


def test_the_interface_names_its_security_and_its_bounds(server: Server) -> None:
    schema = httpx.get(f"{server.url}/api/schema/openapi.json").json()
    assert schema["components"]["securitySchemes"]["seat"]["scheme"] == "bearer"
    assert {"seat": []} in schema["security"] and {} in schema["security"]
    answer = schema["components"]["schemas"]["Answer"]["properties"]
    assert answer["sequence"]["minimum"] == 0 and answer["keys"]["maxItems"] == 256


def start_at(database: str, faults: Path) -> tuple[int, str, str]:
    """The exit code of a server that should not start, and what it wrote."""
    server = NURSERY.start(["1", "serve", "--port", "0", "--database", database], dict(os.environ), faults)
    with server.stdout as told:
        return server.wait(60), told.read(), faults.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["missing folder", "damaged", "taken", "read-only", "read-only folder"])
def test_a_store_that_cannot_be_used_is_said_in_one_sentence(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, kind: str
) -> None:
    """Exit 2, one line, and never 'open at' before that."""
    place = tmp_path / "tables.db"
    holder = None
    if kind == "missing folder":
        place = tmp_path / "nowhere" / "tables.db"
    elif kind == "damaged":
        Store(f"sqlite:///{place}").close()
        content = bytearray(place.read_bytes())
        content[100:4000] = os.urandom(3900)
        place.write_bytes(content)
    elif kind.startswith("read-only"):
        Store(f"sqlite:///{place}").close()
        (place if kind == "read-only" else tmp_path).chmod(0o444 if kind == "read-only" else 0o555)
    else:
        holder = Store(f"sqlite:///{place}")
        holder.claim()
    code, told, faults = start_at(f"sqlite:///{place}", tmp_path_factory.mktemp("said") / "faults")
    tmp_path.chmod(0o755)
    if holder is not None:
        holder.close()
    assert code == 2 and told == ""
    lines = faults.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("fieldhouse: ") and str(place) in lines[0], lines


def test_the_reply_to_an_answer_is_the_next_state(server: Server) -> None:
    """A game is played to its end with one request an answer; each reply is what a look would give."""
    table = made(server)
    where = f"{server.url}/api/tables/{table['table']}"
    with httpx.Client(headers={"authorization": f"Bearer {table['token']}"}) as bot:
        state = bot.get(where).json()
        for _ in range(200):
            if state["status"] == "over":
                break
            asked = state["request"]
            if asked is None:  # the other of my seats is asked
                state = bot.get(where).json()
                continue
            body = {"sequence": asked["sequence"], "seat": asked["seat"], "key": asked["options"][0]["key"]}
            told = state["next_event"]
            reply = bot.post(f"{where}/answers", json=body).json()
            looked = bot.get(where, params={"seat": asked["seat"], "after": told}).json()
            assert json.dumps(reply["state"]) == json.dumps(looked)
            assert reply["tag"] == looked["tag"]
            state = reply["state"]
        assert state["status"] == "over"
