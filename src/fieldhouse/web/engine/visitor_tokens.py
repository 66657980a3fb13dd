"""Tokens of visitors: made here and signed, so that nobody can hand a visitor a token of their own choice."""

from __future__ import annotations

import base64
import hashlib
import hmac
from functools import lru_cache

from fieldhouse.store.store import Store
from fieldhouse.web.engine.live_table import new_token, token_hash

RANDOM, SIGNATURE = 22, 10
"""Letters of the random part (128 bits) and of the signature (60 bits)."""


class VisitorTokens:
    """Makes tokens, and tells its own from others."""

    def __init__(self, store: Store, secret: str) -> None:
        self._key = hashlib.sha256(f"visitor tokens {secret}".encode()).digest()
        self._is_known = lru_cache(10_000)(store.tables.knows_visitor)

    def new(self) -> str:
        """A new signed token."""
        random = new_token()
        return random + self._signature(random)

    def is_ours(self, token: str) -> bool:
        """Was it made here? Tokens from before signatures count if something belongs to them."""
        if len(token) == RANDOM:
            return self._is_known(token_hash(token))
        return hmac.compare_digest(self._signature(token[:RANDOM]), token[RANDOM:])

    def _signature(self, random: str) -> str:
        digest = hmac.digest(self._key, random.encode(), "sha256")
        return base64.urlsafe_b64encode(digest)[:SIGNATURE].decode()
