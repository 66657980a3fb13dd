"""The heavy libraries of the lab, asked for only where they are used."""

from __future__ import annotations

import importlib.util
from functools import cache

from fieldhouse.kernel.errors import FieldhouseError


@cache
def has_lab() -> bool:
    """Are numpy and numba here?"""
    return all(importlib.util.find_spec(name) is not None for name in ("numpy", "numba"))


def need_lab() -> None:
    """A plain refusal where they are not."""
    if not has_lab():
        raise FieldhouseError("this needs numpy and numba: pip install 'fieldhouse[lab]'")
