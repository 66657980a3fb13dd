"""Checks of the Host and Origin headers: against DNS rebinding and cross-site requests."""

from __future__ import annotations

import ipaddress
import re
import socket
from functools import lru_cache
from urllib.parse import urlsplit

from fieldhouse.web.settings import Settings

_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]{1,253})(?::(\d{1,5}))?")
ANYHOW = ("/healthz", "/metrics")
"""Monitoring asks for these under any host name."""


class TrustedHosts:
    """The host names that this server answers to.

    With an `origin` a proxy is in front, and links are made from it. Without one they are made from the Host
    header, so that must be an IP address, localhost or this machine's name.
    """

    def __init__(self, settings: Settings) -> None:
        own = {"localhost", socket.gethostname().lower(), socket.getfqdn().lower()}
        self.names = own | {f"{name}.local" for name in own} | set(settings.hosts.lower().split())
        self.anything = bool(settings.origin)

    def is_trusted(self, host: bytes, path: str) -> bool:
        """May a request for this Host be answered?"""
        if self.anything or path in ANYHOW:
            return True
        found = _HOST.fullmatch(host.decode("latin-1"))
        if found is None:
            return not host  # HTTP/1.0 and some programs send none; links then say localhost
        name = found.group(1).lower().rstrip(".")
        return name in self.names or _is_address(name.strip("[]"))


@lru_cache(1024)
def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_same_origin(settings: Settings, headers: dict[bytes, bytes]) -> bool:
    """Does a change come from our own pages, or from a program with a bearer token?

    Browsers send Origin (or at least Sec-Fetch-Site or Referer) with every form. A program that
    sends a bearer token has no cookie that another site could misuse.
    """
    if headers.get(b"authorization", b"").lower().startswith(b"bearer ") and b"cookie" not in headers:
        return True
    if headers.get(b"sec-fetch-site", b"none") not in (b"same-origin", b"none"):
        return False
    origin = (headers.get(b"origin") or headers.get(b"referer", b"")).decode("latin-1")
    if not origin or origin == "null":
        return b"cookie" not in headers and b"sec-fetch-site" not in headers
    try:
        given = urlsplit(origin)
    except ValueError:
        return False
    if settings.origin:
        ours = urlsplit(settings.origin)
        return (given.scheme, given.netloc) == (ours.scheme, ours.netloc)
    return given.scheme in ("http", "https") and given.netloc == headers.get(b"host", b"").decode("latin-1")
