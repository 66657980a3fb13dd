"""numba's `njit`, with its cache in our cache folder. Needs the extra [lab].

The folder has the version in its name: numba's cache cannot be read by a version whose classes were renamed.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numba

from fieldhouse.kernel.files import cache_folder


def _installed_version() -> str:
    try:
        return version("fieldhouse")
    except PackageNotFoundError:
        return "source"


settings: Any = numba.config
if not settings.CACHE_DIR:  # the environment may name another folder (NUMBA_CACHE_DIR)
    settings.CACHE_DIR = str(cache_folder() / f"numba-{_installed_version()}")

njit: Any = numba.njit
"""Use `njit(cache=True)` for what Python calls; what only compiled functions call is cached with them."""
