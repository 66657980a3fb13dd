"""Machine code kept on disk that outlives a change of names. Needs the extra [lab]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit, types
from numba.core import caching

_NumbaCache: Any = caching.FunctionCache
NO_DOORS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Nobody can call it but compiled functions."""


class PatientCache(_NumbaCache):  # type: ignore[misc]
    """numba's cache, which counts as empty where it was written for classes that are gone.

    numba keeps the types of the arguments with the code, and reads them before it looks whether the source is
    still the same: a NamedTuple renamed by an update would stop the whole program.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code kept for these types, or None."""
        try:
            return super().load_overload(sig, target_context)
        except (AttributeError, ImportError):
            self.flush()
            return None


def jit(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """`numba.njit` with a cache on disk; as a decorator, with or without options."""
    if function is None:
        return lambda later: jit(later, **options)
    made = _once(njit(function, **options))
    made._cache = PatientCache(function)
    return made


def inner(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """`numba.njit` for what compiled functions alone call: kept with them, and without a door from Python."""
    if function is None:
        return lambda later: inner(later, **options)
    return _once(njit(function, **NO_DOORS, **options))


def _once(made: Any) -> Any:
    """Compiled once for whole numbers, not once more for each constant that a caller begins a loop with."""
    for_types = made.get_call_template

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return for_types(tuple(map(types.unliteral, args)), kws)

    made.get_call_template = get_call_template
    return made
