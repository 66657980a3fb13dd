"""The chain of a league's journal: each link is a hash of the one before and of the act."""

from __future__ import annotations

import hashlib


def journal_link(before: str, n: int, at: float, who: int, body: str) -> str:
    """The link of act `n`, given that of the act before it (the first one: the league's name)."""
    return hashlib.sha256(f"{before}\n{n}\n{at!r}\n{who}\n{body}".encode()).hexdigest()
