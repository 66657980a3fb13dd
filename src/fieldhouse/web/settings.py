"""Settings of a server."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.store.database import database_url
from fieldhouse.store.prune import Expiry


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of a server. `from_environment` reads FIELDHOUSE_<NAME> for each."""

    database: str = ""
    """A file, or an SQLAlchemy URL; empty means a file in the user's data folder."""
    origin: str = ""
    """The public address, such as https://play.example.org, when a proxy is in front."""
    trusted_proxies: str = "127.0.0.1 ::1"
    """Addresses or networks of proxies whose X-Forwarded-For is believed, separated by spaces."""
    workers: int = 2
    """Worker processes for coaches that think; quick levels and hints have one each besides."""
    worker_memory: int = 1024
    """MiB of memory that a worker process may take; 0: no limit."""
    think_seconds: float = 4.0
    """Seconds that a coach should take at most for an answer."""
    patience_seconds: float = 20.0
    """Seconds after which a coach is stopped and `starter` answers in its place."""
    advice_seconds: float = 1.0
    """Seconds for win probabilities and a hint."""
    hint_clock: float = 0.6
    """Seconds by the clock after which a hint takes what it has found; a page waits hardly longer for it.

    What a hint says depends on it only on a busy machine: with much time it follows from what the seat knows.
    """
    lab_seconds: float = 60.0
    """Seconds for the review of a finished game and for testing charts; 0 turns both off."""
    max_tables: int = 20_000
    max_tables_per_person: int = 200
    tables_an_hour: int = 600
    """New tables per address and hour; a tenth of them at once."""
    trials_an_hour: int = 40
    """Chart tests per address and hour; a quarter of them at once."""
    max_body: int = 64 * 1024
    max_import: int = 4 * 1024 * 1024
    rate: float = 30.0
    """Requests per second and visitor, in units of one answer; three times as many for an address."""
    burst: int = 120
    """Requests at once per visitor, in units of one answer; three times as many for an address."""
    max_streams: int = 1000
    """Open streams and long polls."""
    max_streams_per_address: int = 300
    max_connections: int = 4000
    max_connections_per_address: int = 600
    header_seconds: float = 10.0
    """Seconds for the headers of a request."""
    body_seconds: float = 20.0
    """Seconds for the body of a request."""
    hosts: str = ""
    """More host names for a server without an origin, separated by spaces."""
    operator_token: str = ""
    """The token for the server admin page and /metrics; empty: a new one at each start, which is printed."""
    expire_unplayed_hours: int = 24
    """Unplayed tables are deleted after this time; 0: never."""
    expire_over_days: int = 0
    """Finished games are deleted after this time; 0: never."""
    expire_idle_days: int = 180
    """Running games without an answer are deleted after this time (at least 28 days); 0: never."""
    policies: str = ""
    """Learned policies as coaches, GAME/NAME=FILE separated by spaces: redboar/ann=/srv/ann.npz."""
    docs: str = ""
    """The folder of the built docs (`make docs`), served under /docs; empty: the checkout's, if built."""
    in_memory: int = 2000
    """Tables kept in memory; others are loaded when needed."""
    rest_minutes: float = 10.0
    """A table that nobody has looked at for so long leaves memory, and is loaded when needed; 0: never."""

    @property
    def secure(self) -> bool:
        """Is the public address https? Then cookies require it."""
        return self.origin.startswith("https://")

    @property
    def expiry(self) -> Expiry:
        """When a table that nobody plays expires."""
        return Expiry(self.expire_unplayed_hours, self.expire_over_days, self.expire_idle_days)

    @property
    def docs_folder(self) -> Path | None:
        """The folder of the built docs; None if there is none, as in a wheel."""
        folder = Path(self.docs) if self.docs else Path(__file__).parents[3] / "build" / "docs"
        return folder if (folder / "index.html").is_file() else None

    @property
    def database_url(self) -> str:
        """The URL of the database, with the default filled in."""
        return database_url(self.database or str(default_database()))


def default_database() -> Path:
    """The default database file; its folder is created."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = Path(base) / "fieldhouse"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "tables.db"


def from_environment(**given: object) -> Settings:
    """Settings from FIELDHOUSE_DATABASE, FIELDHOUSE_ORIGIN and so on; arguments take precedence."""
    values: dict[str, object] = {}
    for field in msgspec.structs.fields(Settings):
        text = os.environ.get(f"FIELDHOUSE_{field.name.upper()}")
        if text is not None:
            values[field.name] = text
    values.update({name: value for name, value in given.items() if value is not None})
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise FieldhouseError(f"a FIELDHOUSE_ setting is not valid: {error}") from None
