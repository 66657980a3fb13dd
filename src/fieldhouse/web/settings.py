"""How a server is run: where it keeps its tables, what it allows, how long coaches may think."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.store.database import database_url
from fieldhouse.store.prune import Expiry


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a server can be told. `from_environment` reads FIELDHOUSE_<NAME> for each."""

    database: str = ""
    """A file, or an SQLAlchemy URL; empty means a file in the user's data folder."""
    origin: str = ""
    """The address people type, such as https://play.example.org, when a proxy stands in front."""
    workers: int = 2
    """Processes in which coaches think."""
    think_seconds: float = 4.0
    """What a coach is told to take at most for an answer."""
    patience_seconds: float = 20.0
    """After this a coach is stopped and `starter` answers for it."""
    advice_seconds: float = 1.0
    """What the lab may take for win chances and a hint; a few games it always plays."""
    lab_seconds: float = 60.0
    """What the lab may take to tell how a finished game was won and to value other charts; 0: nothing."""
    max_tables: int = 20_000
    max_tables_per_person: int = 200
    tables_an_hour: int = 600
    """New tables that one address may set up in an hour; a tenth of them at once."""
    trials_an_hour: int = 40
    """Trials of charts that one address may ask for in an hour; a quarter of them at once."""
    max_body: int = 64 * 1024
    max_import: int = 4 * 1024 * 1024
    rate: float = 20.0
    """Answers' worth of work a second that one visitor may ask for; an address three times as much."""
    burst: int = 60
    """Answers' worth of work that one visitor may ask for at once; an address three times as much."""
    max_streams: int = 1000
    """Pages and programs that may listen at once."""
    max_streams_per_address: int = 300
    max_connections: int = 4000
    max_connections_per_address: int = 600
    header_seconds: float = 10.0
    """A request whose headers take longer is dropped."""
    body_seconds: float = 20.0
    """A request whose body takes longer is dropped."""
    hosts: str = ""
    """Names besides its own by which people may call a server without an origin, parted by blanks."""
    operator_token: str = ""
    """What opens the operator's page and /metrics; empty: made at start and printed."""
    expire_unplayed_hours: int = 24
    """Tables at which nobody ever answered are deleted after this time; 0: never."""
    expire_over_days: int = 90
    """Finished games that nobody has touched are deleted after this time; 0: never."""
    expire_idle_days: int = 180
    """Running games that nobody has touched are deleted after this time (at least 28 days); 0: never."""
    policies: str = ""
    """Learned players that may take a seat, as GAME/NAME=FILE parted by blanks: redboar/ann=/srv/ann.npz."""
    docs: str = ""
    """The folder of the built site (`make docs`), shown under /docs; empty: the checkout's, if there."""
    in_memory: int = 2000
    """Tables kept open in memory; others are opened from the store when somebody looks."""

    @property
    def secure(self) -> bool:
        """True when people come by https, so that cookies may insist on it."""
        return self.origin.startswith("https://")

    @property
    def expiry(self) -> Expiry:
        """When forgotten tables are deleted."""
        return Expiry(self.expire_unplayed_hours, self.expire_over_days, self.expire_idle_days)

    @property
    def docs_folder(self) -> Path | None:
        """Where the built site lies; None where there is none. A wheel does not carry it."""
        folder = Path(self.docs) if self.docs else Path(__file__).parents[3] / "build" / "docs"
        return folder if (folder / "index.html").is_file() else None

    @property
    def database_url(self) -> str:
        """The URL of the database, with the default filled in."""
        return database_url(self.database or str(default_database()))


def default_database() -> Path:
    """Where tables are kept when nobody says otherwise; the folder is made."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = Path(base) / "fieldhouse"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "tables.db"


def from_environment(**given: object) -> Settings:
    """Settings from FIELDHOUSE_DATABASE, FIELDHOUSE_ORIGIN and so on; what is given wins."""
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
