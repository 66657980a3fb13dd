"""Learned policies as coaches: the operator gives each file a name, and clients only see names."""

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
                f"FIELDHOUSE_POLICIES: {word!r} must look like redboar/ann=ann.npz (GAME/NAME=FILE)"
            )
        game, name, path = parts.groups()
        if name in find(game).meta.levels:
            raise FieldhouseError(f"FIELDHOUSE_POLICIES: {game} has a coach {name!r}. Use another name")
        found.setdefault(game, {})[name] = path
    return found


def policies_for(policies: str, game: str) -> dict[str, str]:
    """The policies of a game in the setting `policies`: name to file."""
    return _read(policies).get(game, {})


def check_policies(policies: str) -> None:
    """Raise FieldhouseError unless every policy of the setting can play its game. Called at start."""
    if not policies.strip():
        return  # without policies a server needs no numpy
    from fieldhouse.lab.network_coach import read_policy

    for game, named in _read(policies).items():
        for path in named.values():
            read_policy(find(game).open(), path)
