"""Rate limits per visitor and per address, by the cost of a request."""

from __future__ import annotations

import re
import time
from collections import OrderedDict

from fieldhouse.web.middleware.asgi import Scope
from fieldhouse.web.settings import Settings

COSTS: list[tuple[str, re.Pattern[str], float]] = [
    ("GET", re.compile(r"/static/"), 0.0),
    ("GET", re.compile(r"/healthz$|/metrics$"), 0.1),
    ("GET", re.compile(r"/api/(tables|games|schema)"), 0.2),
    ("GET", re.compile(r"/t/[^/]+/live$"), 0.5),
    ("GET", re.compile(r"/t/[^/]+/(replay|verify|record\.json)$"), 4.0),
    ("GET", re.compile(r""), 1.0),
    ("POST", re.compile(r"/import$"), 20.0),
    ("POST", re.compile(r"/t/[^/]+/hint$"), 5.0),
    ("POST", re.compile(r"/(play/[^/]+|api/tables|t/[^/]+/(rematch|branch))$"), 5.0),
    ("POST", re.compile(r"/design/"), 5.0),
    ("POST", re.compile(r""), 1.0),
]
"""Costs in units of one answer, by processor time."""
_NEW_TABLE = re.compile(r"/(play/[^/]+|api/tables|import|t/[^/]+/(rematch|branch)|design/.+/(keep|play))$")
_TRIAL = re.compile(r"/design/.+/try$")
_TOKEN = re.compile(rb"fieldhouse=([A-Za-z0-9_-]{22})")
ADDRESS_SHARE = 3
"""The limit of an address, as a multiple of one visitor's: families and schools share one."""


def request_cost(method: str, path: str) -> float:
    """The cost of a request, in answers."""
    kind = "POST" if method not in ("GET", "HEAD", "OPTIONS") else "GET"
    for verb, pattern, price in COSTS:
        if verb == kind and pattern.match(path):
            return price
    raise AssertionError("the last pattern of each verb fits every path")


class RateLimit:
    """Limits by visitor and by address, and for new tables and chart tests."""

    def __init__(self, settings: Settings) -> None:
        self.visitors = TokenBuckets(settings.rate, settings.burst)
        self.addresses = TokenBuckets(ADDRESS_SHARE * settings.rate, ADDRESS_SHARE * settings.burst)
        self.tables = TokenBuckets(settings.tables_an_hour / 3600, max(1, settings.tables_an_hour // 10))
        self.trials = TokenBuckets(settings.trials_an_hour / 3600, max(1, settings.trials_an_hour // 4))

    def take(self, scope: Scope, headers: dict[bytes, bytes]) -> str | None:
        """Count a request; the reason if it must wait, else None."""
        path, where = scope["path"], client_address(scope)
        price = request_cost(scope["method"], path)
        if not price:
            return None
        who = _visitor(headers) or where
        if not self.addresses.take(where, price) or not self.visitors.take(who, price):
            return "Too many requests from your address. Wait a few seconds and try again."
        if scope["method"] == "POST" and _NEW_TABLE.match(path) and not self.tables.take(where, 1):
            return "Too many new games from your address. Wait a few minutes and try again."
        if scope["method"] == "POST" and _TRIAL.match(path) and not self.trials.take(where, 1):
            return "Too many chart tests from your address. Wait a few minutes and try again."
        return None


def _visitor(headers: dict[bytes, bytes]) -> str:
    given = headers.get(b"authorization", b"")
    found = _TOKEN.search(headers.get(b"cookie", b""))
    return (found.group(1) if found else given[7:64]).decode("latin-1")


def client_address(scope: Scope) -> str:
    """The client's address; an IPv6 /64 network counts as one."""
    client = scope.get("client")
    host = client[0] if client else "?"
    return ":".join(host.split(":")[:4]) if host.count(":") > 1 else host


class TokenBuckets:
    """A token bucket for each name; those not seen for a while are dropped."""

    def __init__(self, rate: float, burst: float, most: int = 50_000) -> None:
        self.rate = rate
        self.burst = float(burst)
        self.most = most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, price: float) -> bool:
        """Take tokens for a request of this price; False if there are too few."""
        now = time.monotonic()
        left, then = self._left.get(who, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        allowed = left >= min(price, self.burst)
        self._left[who] = (left - price if allowed else left, now)
        self._left.move_to_end(who)
        while len(self._left) > self.most:
            self._left.popitem(last=False)
        return allowed
