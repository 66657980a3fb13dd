"""The dice of a new table are committed to before people's nonces arrive.

The page that sets up a table carries a token, the server's secret follows from the token and its own key, and
its commitment stands on that page. A token serves once, so nobody can reuse it after its secret was revealed.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.fair import commitment
from fieldhouse.store import server_clock
from fieldhouse.store.schema import FOR_LEAGUE, TableRow
from fieldhouse.web.engine.table_service import TableService

TOKEN_AGE = 7 * 24 * 3600.0
_NONCE = re.compile(r"[0-9A-Za-z_-]{8,64}")


def issue_token(house: TableService) -> tuple[str, str]:
    """A token for a new table's dice and the commitment to show beside it."""
    token = f"{int(server_clock.now()):x}.{secrets.token_hex(16)}"
    return token, commitment(_secret(house, token))


def _secret(house: TableService, token: str) -> str:
    return hmac.new(house.secret.encode(), f"dice/{token}".encode(), hashlib.sha256).hexdigest()


def redeem_token(house: TableService, token: str) -> str:
    """The secret of a token that this server issued lately."""
    found = re.fullmatch(r"([0-9a-f]{1,12})\.[0-9a-f]{32}", token)
    if not found or not server_clock.now() - TOKEN_AGE < int(found.group(1), 16) < server_clock.now() + 60:
        raise BadOptions("this page is too old; reload it and try again")
    return _secret(house, token)


BY_LEAGUE = ("here", "league")
"""A person at a league's table brings no share: its dice follow from the league's secret alone."""


def nonce_for(row: TableRow, given: str) -> tuple[str, str]:
    """The share of a person who comes to this table."""
    return BY_LEAGUE if row.kept_for.startswith(FOR_LEAGUE) else own_or_fresh_nonce(given)


def valid_nonce(given: str) -> str:
    """A person's own nonce; empty where the browser sent none (no script)."""
    return given if _NONCE.fullmatch(given) else ""


def own_or_fresh_nonce(given: str) -> tuple[str, str]:
    """The person's own nonce, or one by the server (which then proves nothing; the page says so)."""
    if own := valid_nonce(given):
        return own, "person"
    return secrets.token_hex(16), "server"
