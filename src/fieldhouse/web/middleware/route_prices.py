"""The price of every route, in answers: what a request costs the server (`benchmarks/route_costs.py`).

An answer through the API is the unit: about 1.6 ms of processor time. Work that a worker process does at low
priority counts for less: its queue is fair by itself. A route without a price fails a test.
"""

from __future__ import annotations

from typing import Any

SOME, PAGE, LARGE, REPLAY, CHECK, NEW, DEAR, WHOLE = 0.2, 2.0, 4.0, 8.0, 15.0, 10.0, 20.0, 60.0
"""A small reply, a plain page, a page with a board or many rows, a game read anew, a chart read, a new table,
what keeps a worker busy, a table with a whole game on it or a league of many."""

PRICES: dict[str, float] = {
    "GET /": LARGE,
    "GET /static/*": 0.0,
    "GET /favicon.ico": 0.1,
    "GET /healthz": 0.1,
    "GET /manifest.webmanifest": 0.1,
    "GET /metrics": 1.0,
    "GET /robots.txt": 0.1,
    "GET /docs": PAGE,
    "GET /docs/*": PAGE,
    "GET /mine": PAGE,
    "GET /chart/{game}/{name}": 1.0,
    "GET /operator/{token}": REPLAY,
    "POST /operator/{token}/backup": DEAR,
    "POST /operator/{token}/prune": LARGE,
    "POST /import": WHOLE,
    # The API
    "GET /api/games": 1.0,
    "POST /api/join/{invite}": 1.0,
    "POST /api/promises": 1.0,
    "GET /api/schema": 1.0,
    "GET /api/schema/openapi.json": 1.0,
    "GET /api/schema/*": 1.0,
    "GET /api/tables": 1.0,
    "POST /api/tables": 5.0,
    "GET /api/tables/{table_id}": SOME,
    "POST /api/tables/{table_id}/answers": 1.0,
    "POST /api/tables/{table_id}/clock": 1.0,
    "GET /api/tables/{table_id}/room": SOME,
    "POST /api/tables/{table_id}/room": 1.0,
    "GET /api/tables/{table_id}/summary": SOME,
    # New tables
    "GET /play/{game}": LARGE,
    "POST /play/{game}": NEW,
    "GET /play/{game}/choices/{option}": PAGE,
    "GET /play/{game}/clubs.json": 1.0,
    "GET /play/{game}/picture.svg": PAGE,
    "GET /play/{game}/teams": LARGE,
    "GET /play/{game}/teams.json": PAGE,
    "GET /join/{token}": PAGE,
    "POST /join/{token}": LARGE,
    "GET /seat/{token}": PAGE,
    "POST /seat/{token}": PAGE,
    # A table
    "GET /t/{table_id}": LARGE,
    "POST /t/{table_id}/answer": LARGE,
    "POST /t/{table_id}/autopick": PAGE,
    "POST /t/{table_id}/bar": LARGE,
    "POST /t/{table_id}/facing": LARGE,
    "POST /t/{table_id}/branch": WHOLE,
    "POST /t/{table_id}/claim": PAGE,
    "POST /t/{table_id}/clock": PAGE,
    "POST /t/{table_id}/delete": PAGE,
    "POST /t/{table_id}/hint": NEW,
    "POST /t/{table_id}/invite": PAGE,
    "GET /t/{table_id}/learn": REPLAY,
    "POST /t/{table_id}/learn": REPLAY,
    "GET /t/{table_id}/ledger": LARGE,
    "GET /t/{table_id}/live": 0.5,
    "POST /t/{table_id}/ready": PAGE,
    "GET /t/{table_id}/record.json": LARGE,
    "POST /t/{table_id}/rematch": NEW,
    "GET /t/{table_id}/replay": REPLAY,
    "GET /t/{table_id}/result.svg": PAGE,
    "POST /t/{table_id}/roll": LARGE,
    "POST /t/{table_id}/seat-link": PAGE,
    "GET /t/{table_id}/verify": DEAR,
    "POST /t/{table_id}/wishes": PAGE,
    # Learning and rules
    "GET /learn": PAGE,
    "GET /learn/drill": LARGE,
    "GET /learn/drill/{day}": LARGE,
    "POST /learn/drill/{day}": LARGE,
    "GET /learn/drills": REPLAY,
    "GET /learn/{game}/drills": PAGE,
    "GET /learn/{game}/drills/{name}": LARGE,
    "POST /learn/{game}/drills/{name}": LARGE,
    "GET /learn/{game}/how-to-play": LARGE,
    "GET /learn/{game}/how-to-play/{screen}": LARGE,
    "GET /learn/{game}/lesson": LARGE,
    "POST /learn/{game}/lesson": LARGE,
    "GET /learn/{game}/lesson.json": LARGE,
    "GET /learn/{game}/picture/{number}": PAGE,
    "GET /learn/{game}/quiz": PAGE,
    "GET /rules/{game}": LARGE,
    "GET /rules/{game}/img/{name}": 1.0,
    "GET /rules/{game}/{page}": LARGE,
    "GET /daily": REPLAY,
    "POST /daily": NEW,
    "GET /daily/{day}": REPLAY,
    # Charts
    "GET /design/{game}": PAGE,
    "GET /design/{game}/coaches": PAGE,
    "GET /design/{game}/figures": LARGE,
    "GET /design/{game}/{name}": CHECK,
    "POST /design/{game}/{name}": DEAR,
    "POST /design/{game}/{name}/keep": DEAR,
    "POST /design/{game}/{name}/play": DEAR,
    "POST /design/{game}/{name}/try": DEAR,
    "GET /design/{game}/{name}/{chart_id}": CHECK,
    "GET /design/{game}/{name}/{chart_id}/file": PAGE,
    "POST /design/{game}/{name}/{chart_id}/forget": PAGE,
    # Leagues
    "GET /leagues": PAGE,
    "GET /leagues/join/{token}": PAGE,
    "POST /leagues/join/{token}": PAGE,
    "GET /leagues/new": CHECK,
    "POST /leagues/new": WHOLE,
    "GET /l/{league_id}": REPLAY,
    "GET /l/{league_id}/audit": REPLAY,
    "GET /l/{league_id}/deadlines.ics": PAGE,
    "GET /l/{league_id}/desk": REPLAY,
    "POST /l/{league_id}/desk/{verb}": LARGE,
    "POST /l/{league_id}/desk/simulate": DEAR,
    "GET /l/{league_id}/g/{key}": DEAR,
    "POST /l/{league_id}/g/{key}/branch": WHOLE,
    "GET /l/{league_id}/g/{key}/film": DEAR,
    "GET /l/{league_id}/g/{key}/record.json": CHECK,
    "GET /l/{league_id}/g/{key}/verify": DEAR,
    "POST /l/{league_id}/g/{key}/{verb}": NEW,
    "POST /l/{league_id}/g/{key}/simulate": DEAR,
    "GET /l/{league_id}/leaders": 30.0,
    "GET /l/{league_id}/lines.csv": NEW,
    "GET /l/{league_id}/live": 0.5,
    "GET /l/{league_id}/odds": LARGE,
    "GET /l/{league_id}/player/{key}": LARGE,
    "GET /l/{league_id}/plays.csv": DEAR,
    "GET /l/{league_id}/plays.parquet": DEAR,
    "GET /l/{league_id}/print": LARGE,
    "GET /l/{league_id}/records": CHECK,
    "GET /l/{league_id}/results.atom": PAGE,
    "GET /l/{league_id}/rules": PAGE,
    "GET /l/{league_id}/schedule": REPLAY,
    "GET /l/{league_id}/team/{number}": REPLAY,
    "POST /l/{league_id}/team/{number}/line-up": LARGE,
    "GET /l/{league_id}/teams": NEW,
}
PRICE = "/"
"""Where a node of the tree has its price: no part of a path is called so."""
UNKNOWN = 2.0
"""The price of an address that is none of these: the page that says so."""
SAFE = ("GET", "HEAD", "OPTIONS")


def _tree() -> dict[str, Any]:
    """The prices by method and part of the path; `{}` stands for any part, `*` for all that follow."""
    root: dict[str, Any] = {}
    for route, price in PRICES.items():
        method, _, path = route.partition(" ")
        node = root.setdefault(method, {})
        for part in filter(None, path.split("/")):
            node = node.setdefault("{}" if part.startswith("{") else part, {})
        node[PRICE] = price
    return root


_TREE = _tree()


def request_price(method: str, path: str) -> float:
    """The price of a request, in answers."""
    node: dict[str, Any] = _TREE["GET" if method in SAFE else "POST"]
    for part in filter(None, path.split("/")):
        if part not in node and "*" in node:
            node = node["*"]
            break
        node = node.get(part) or node.get("{}") or {}
    return float(node.get(PRICE, UNKNOWN))
