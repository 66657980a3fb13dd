"""Rate limits per visitor and per address, by the cost of a request."""

from __future__ import annotations

import re
import time
from collections import OrderedDict

from fieldhouse.web.middleware.asgi import Scope
from fieldhouse.web.middleware.route_prices import request_price
from fieldhouse.web.settings import Settings

_NEW_TABLE = re.compile(
    r"/(play/[^/]+|api/tables|import|leagues/new|l/.+/branch|t/[^/]+/(rematch|branch)|design/.+/(keep|play))$"
)
_TRIAL = re.compile(r"/design/.+/try$")
_TOKEN = re.compile(rb"fieldhouse=([A-Za-z0-9_-]{22})")
ADDRESS_SHARE = 3
"""The limit of an address, as a multiple of one visitor's: families and schools share one."""


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
        price = request_price(scope["method"], path)
        if not price:
            return None
        who = visitor_name(headers) or where
        if not self.addresses.take(where, price) or not self.visitors.take(who, price):
            return "Too many requests from your address. Wait a few seconds and try again."
        if scope["method"] == "POST" and _NEW_TABLE.match(path) and not self.tables.take(where, 1):
            return "Too many new games from your address. Wait a few minutes and try again."
        if scope["method"] == "POST" and _TRIAL.match(path) and not self.trials.take(where, 1):
            return "Too many chart tests from your address. Wait a few minutes and try again."
        return None


def visitor_name(headers: dict[bytes, bytes]) -> str:
    """What a visitor is known by: the token of the cookie or of the Authorization header, else nothing."""
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
