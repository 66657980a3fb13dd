"""Files of a league's plays and statistics: written by a job, kept as long as the log is the same."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.files import cache_folder
from fieldhouse.web.engine.job_queue import EXPORT
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.engine.worker import CallFunction
from fieldhouse.web.leagues.pages import league_cache
from fieldhouse.web.middleware.auth import Req, background_jobs

FORM = 1
"""Raised when the form of a file changes: older ones are written anew."""
MOST_FILES = 60
"""Files that are kept; the oldest go first."""
WriteFile = Callable[[str, str, str], None]
"""Writes a file of a league: the store's URL, the league, the file."""


async def league_file(request: Req, league_id: str, write: WriteFile, ending: str) -> Path:
    """The file of the league as its log stands, written once for everybody who asks."""
    store = league_cache(request).store
    row = await in_thread(store.leagues.row, league_id)
    about = " ".join((league_id, str(row.size), row.head, ending, version("fieldhouse")))
    name = f"export-{FORM}-{hashlib.sha256(about.encode()).hexdigest()[:32]}-{ending}"
    place = cache_folder() / name
    if not await in_thread(place.is_file):
        url = store.url.render_as_string(hide_password=False)
        job = CallFunction(write, (url, league_id, str(place)))
        refused = await background_jobs(request).queue.run(EXPORT, job, key=name)
        if isinstance(refused, FieldhouseError):
            raise refused
        await in_thread(_prune)
    return place


def _prune() -> None:
    """Delete the oldest files beyond the limit."""
    with suppress(OSError):
        files = sorted(cache_folder().glob(f"export-{FORM}-*"), key=lambda file: file.stat().st_mtime)
        for file in files[:-MOST_FILES]:
            file.unlink(missing_ok=True)
