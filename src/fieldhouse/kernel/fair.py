"""FairDice: dice that anyone can check after the game.

The server (and a coach with a secret of its own) commits to a secret by SHA-256 before the people's
nonces arrive. Outcome n of stream k is derived by HMAC from all secrets and nonces, k and n, without
modulo bias. When the record reveals the secrets, every roll can be derived again offline.

What this proves, and no more: the server could not choose the rolls once a person's nonce was in. It
could foresee them. A seat without script gets its nonce from the server, which then proves nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets as entropy
from collections.abc import Mapping, Sequence
from typing import Any

from fieldhouse.kernel.requests import Chance

_SPACE = 1 << 128


def new_secret() -> str:
    """32 random bytes, in hex."""
    return entropy.token_hex(32)


def commitment(secret: str) -> str:
    """What is published before the nonces arrive: the SHA-256 of the secret's hex text."""
    return hashlib.sha256(secret.encode()).hexdigest()


def dice_seed(secrets: Sequence[str], nonces: Mapping[str, str]) -> bytes:
    """The key of all outcomes: every secret, then every nonce by seat, each with its length."""
    parts = [*secrets, *(f"{seat}={nonces[seat]}" for seat in sorted(nonces))]
    message = "".join(f"{len(part)}:{part}," for part in parts)
    return hashlib.sha256(message.encode()).digest()


def outcome_index(seed: bytes, stream: str, n: int, total: int) -> int:
    """Outcome `n` of `stream` among `total` equally likely ones; rejects to avoid modulo bias."""
    limit = _SPACE - _SPACE % total
    attempt = 0
    while True:
        digest = hmac.digest(seed, f"{stream}/{n}/{attempt}".encode(), "sha256")
        number = int.from_bytes(digest[:16], "big")
        if number < limit:
            return number % total
        attempt += 1


class FairDice:
    """Dice for live tables. `taken` counts the outcomes of each stream so far."""

    kind = "fair"

    def __init__(
        self,
        secrets: Sequence[str],
        nonces: Mapping[str, str],
        taken: Mapping[str, int] | None = None,
    ) -> None:
        if not secrets:
            raise ValueError("fair dice need at least one secret")
        self.secrets = tuple(secrets)
        self.nonces = dict(nonces)
        self.taken: dict[str, int] = dict(taken or {})
        self._seed = dice_seed(self.secrets, self.nonces)

    @classmethod
    def fresh(cls, nonces: Mapping[str, str] | None = None) -> FairDice:
        """New dice with a secret of their own."""
        return cls([new_secret()], nonces or {})

    @property
    def commitments(self) -> tuple[str, ...]:
        """What may be shown while the game runs."""
        return tuple(commitment(secret) for secret in self.secrets)

    def __repr__(self) -> str:
        """What may be shown while the game runs: never a secret."""
        marks = ", ".join(mark[:8] for mark in self.commitments)
        return f"<FairDice committed to {marks}: {sum(self.taken.values())} outcomes taken>"

    def outcome(self, request: Chance) -> Any:
        n = self.taken.get(request.stream, 0)
        self.taken[request.stream] = n + 1
        return request.flat[outcome_index(self._seed, request.stream, n, len(request.flat))]
