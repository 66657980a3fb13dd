"""Games bound to their options and charts, shared by all tables that have the same."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import msgspec

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.game import Game, Setup
from fieldhouse.kernel.registry import Folder
from fieldhouse.store.store import Store
from fieldhouse.web.engine.live_table import OutdatedTable

MOST = 256
"""Setups kept in memory."""


class BoundGame(msgspec.Struct):
    """A game with its options and charts, and the name and body under which the store keeps them."""

    name: str
    game: Game[Any]
    body: bytes


class SetupCache:
    """Bound games by setup. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._bound: OrderedDict[str, BoundGame] = OrderedDict()
        self._plain: OrderedDict[tuple[Any, ...], BoundGame] = OrderedDict()
        self._folders: dict[str, Folder] = {}
        self._lock = threading.Lock()

    def folder(self, name: str) -> Folder:
        """The game of this name; UnknownGame if it is not installed."""
        if name not in self._folders:
            self._folders[name] = registry.find(name)
        return self._folders[name]

    def open(
        self, folder: Folder, options: Mapping[str, Any], charts: Mapping[str, Any], length: str | None
    ) -> BoundGame:
        """Bind a game to options and charts."""
        plain = (folder.name, length, tuple(sorted(options.items()))) if not charts else None
        if plain is not None and plain in self._plain:
            return self._plain[plain]
        bound = self.keep(folder.open(options, charts, length=length))
        if plain is not None:
            with self._lock:
                self._plain[plain] = bound
                while len(self._plain) > MOST:
                    self._plain.popitem(last=False)
        return bound

    def keep(self, game: Game[Any]) -> BoundGame:
        """Remember a bound game by the value of its setup; the store saves it with the first table."""
        body = msgspec.json.encode([game.meta.name, game.setup])  # in its own order: charts may depend on it
        name = hashlib.sha256(body).hexdigest()
        found = self._bound.get(name)
        if found is None:
            found = self._remember(BoundGame(name, game, body))
        return found

    def stored_game(self, folder: Folder, name: str) -> BoundGame:
        """The bound game of a stored setup; OutdatedTable if the game doesn't accept it any more."""
        found = self._bound.get(name)
        if found is not None:
            return found
        body = self.store.records.setup(name)
        _, setup = msgspec.json.decode(body, type=tuple[str, Setup])
        try:
            game = folder.open(setup.options, setup.materials, edition=setup.edition)
        except FieldhouseError as error:
            raise OutdatedTable(f"{folder.meta.title}: {error}") from None
        return self._remember(BoundGame(name, game, body))

    def _remember(self, bound: BoundGame) -> BoundGame:
        with self._lock:
            self._bound[bound.name] = bound
            while len(self._bound) > MOST:
                self._bound.popitem(last=False)
        return bound
