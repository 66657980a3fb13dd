"""Learned players that the operator has let in: a name for each, never a path from a client."""

from __future__ import annotations

import re
from functools import lru_cache

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.registry import find

_GUEST = re.compile(r"([a-z][a-z0-9-]*)/([a-z][a-z0-9-]{0,23})=(.+)")


@lru_cache(maxsize=8)
def _read(text: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for word in text.split():
        parts = _GUEST.fullmatch(word)
        if parts is None:
            raise FieldhouseError(
                f"FIELDHOUSE_POLICIES: {word!r} is not GAME/NAME=FILE (redboar/ann=ann.npz)"
            )
        game, name, path = parts.groups()
        if name in find(game).meta.levels:
            raise FieldhouseError(f"FIELDHOUSE_POLICIES: {game} has a coach {name!r} already: another name")
        found.setdefault(game, {})[name] = path
    return found


def policies_for(policies: str, game: str) -> dict[str, str]:
    """The guests of this game, name to file, as the setting `policies` lists them."""
    return _read(policies).get(game, {})


def check_policies(policies: str) -> None:
    """FieldhouseError unless every guest of the setting can play its game; asked when the server starts."""
    if not policies.strip():
        return  # a house without guests needs no numpy
    from fieldhouse.lab.network_coach import read_policy

    for game, named in _read(policies).items():
        for path in named.values():
            read_policy(find(game).open(), path)
