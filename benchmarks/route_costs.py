"""What a request of every route that can be looked at costs the server, beside its price.

Processor time of the server process and of its workers, each the mean of COUNT requests after the first; a
price is in answers. `python benchmarks/route_costs.py [COUNT]`; a line is marked where the price is less than
half of what the server process spends.
"""

from __future__ import annotations

import contextlib
import re
import sys
import tempfile
import time

import httpx
from bench_web import cpu
from bench_web import start as start_server
from soak_fair import family

from fieldhouse.web.middleware.route_prices import PRICES, request_price

UNIT = 1.6
"""Milliseconds of an answer."""


def spent(pid: int) -> tuple[float, float]:
    """Processor seconds of the server, and of all its workers."""
    workers = 0.0
    for one in family(pid) - {pid}:
        with contextlib.suppress(OSError):
            workers += cpu(one)
    return cpu(pid), workers


def prepared(web: httpx.Client) -> dict[str, str]:
    """A table that is over, one that is played, a league with results: what stands in the paths."""
    made = web.post("/api/tables", json={"game": "redboar", "opponent": "both"}).json()
    web.cookies.set("fieldhouse", made["token"])
    over = web.post("/api/tables", json={"game": "redboar", "opponent": "both"}).json()["table"]
    for key in (*["play"] * 4, "concede"):
        asked = web.get(f"/api/tables/{over}").json()["request"]
        keys = [option["key"] for option in asked["options"]]
        body = {
            "sequence": asked["sequence"],
            "seat": asked["seat"],
            "key": key if key == "concede" else keys[0],
        }
        web.post(f"/api/tables/{over}/answers", json=body)
    teams = "\n".join(f"Team {n}" for n in range(8))
    form = {
        "title": "Costs",
        "name": "Ann",
        "game": "redboar",
        "form": "robin",
        "teams": teams,
        "mine": "none",
    }
    league = web.post("/leagues/new", data=form).url.path
    web.post(f"{league}/desk/simulate", data={"which": "all", "far": "end"})
    while "Stop simulation" in web.get(f"{league}/desk").text:
        time.sleep(0.5)
    game = re.search(r'/g/([0-9a-f]+)"', web.get(f"{league}/schedule").text)
    player = re.search(r'/player/([0-9a-f]+)"', web.get(f"{league}/leaders").text)
    assert game is not None
    return {
        "{game}": "redboar",
        "{name}": "offense_cards",
        "{table_id}": made["table"],
        "{league_id}": league.removeprefix("/l/"),
        "{key}": game[1],
        "{number}": "0",
        "{token}": "benchmark",
        "{page}": "2",
        "{day}": time.strftime("%Y-%m-%d", time.gmtime()),
        "*": "app.css",
        "over": over,
        "player": player[1] if player else "none",
    }


def path_of(route: str, known: dict[str, str]) -> str:
    """An address of the route."""
    path = route.partition(" ")[2]
    if re.search(r"/t/\{table_id\}/(replay|verify|ledger|learn|result)", path):
        path = path.replace("{table_id}", known["over"])
    if "/player/" in path:
        path = path.replace("{key}", known["player"])
    for word, value in known.items():
        path = path.replace(word, value)
    return path


def main() -> None:
    """Measure every GET, and the POSTs that change nothing."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    wanted = [route for route in PRICES if route.startswith("GET ") and not route.endswith("/live")]
    with tempfile.TemporaryDirectory() as folder:
        server, port = start_server(f"sqlite:///{folder}/tables.db")
        base = f"http://127.0.0.1:{port}"
        with httpx.Client(base_url=base, headers={"origin": base}, follow_redirects=True, timeout=120) as web:
            known = prepared(web)
            print(f"{'route':46}{'status':>7}{'server ms':>10}{'worker ms':>10}{'answers':>8}{'price':>6}")
            for route in [*wanted, "POST /design/{game}/{name}"]:
                method, path = route.partition(" ")[0], path_of(route, known)
                status = web.request(method, path).status_code
                before = spent(server.pid)
                for _ in range(count):
                    web.request(method, path)
                after = spent(server.pid)
                own, workers = (1000 * (b - a) / count for a, b in zip(before, after, strict=True))
                price = request_price(method, path)
                mark = "  low" if price < own / UNIT / 2 else ""
                figures = f"{status:7}{own:10.1f}{workers:10.1f}{own / UNIT:8.1f}{price:6.1f}{mark}"
                print(f"{route:46}{figures}", flush=True)
        server.terminate()
        server.wait(20)


if __name__ == "__main__":
    main()
