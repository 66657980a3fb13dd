"""Old public names that still work: each warns and says what to use instead."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

RENAMED_MODULES = {
    "fieldhouse.kernel.head": "fieldhouse.kernel.scoreboard",
    "fieldhouse.kernel.players": "fieldhouse.kernel.coaches",
    "fieldhouse.lab.learned": "fieldhouse.lab.network_coach",
}
"""Modules that the documentation showed under an older name."""


def warn_renamed(old: str, new: str, stacklevel: int = 3) -> None:
    """Warn the caller's caller that `old` is now called `new`."""
    warnings.warn(f"{old} was renamed: use {new}", DeprecationWarning, stacklevel=stacklevel)


def renamed_names(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Make the `__getattr__` of a module whose public names were renamed."""

    def find_attribute(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warn_renamed(f"{module}.{name}", f"{module}.{names[name]}")
        return getattr(sys.modules[module], names[name])

    return find_attribute


class RenamedAttribute:
    """A method or property under its old name: `asked = RenamedAttribute("request_for")`."""

    def __init__(self, new: str) -> None:
        self._new = new
        self._old = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._old = name

    def __get__(self, instance: Any, owner: type) -> Any:
        warn_renamed(f"{owner.__name__}.{self._old}", f"{owner.__name__}.{self._new}")
        return getattr(owner if instance is None else instance, self._new)


class _RenamedModules(MetaPathFinder, Loader):
    """Imports a module by its old name."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname in RENAMED_MODULES else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        warn_renamed(spec.name, RENAMED_MODULES[spec.name], stacklevel=2)
        return importlib.import_module(RENAMED_MODULES[spec.name])

    def exec_module(self, module: ModuleType) -> None:
        pass


def accept_old_modules() -> None:
    """Let the old module names be imported; called once by the package."""
    sys.meta_path.append(_RenamedModules())
