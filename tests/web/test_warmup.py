"""msgspec fills in a Struct when it first decodes one; threads that do so at once can crash the process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CROWD = """
import sys, threading, msgspec
from fieldhouse.web.engine.startup import build_decoder
sys.setswitchinterval(1e-6)
def fresh(depth, name):
    inner = fresh(depth - 1, name + "i") if depth else int
    fields = [(f"f{n}", list[inner] | None, None) for n in range(6)] + [("inner", inner | None, None)]
    return msgspec.defstruct(name, fields)
def decode(kind, gate):
    gate.wait()
    msgspec.json.decode(b'{"inner": null}', type=kind)
for round in range(120):
    kind = fresh(8, f"S{round}")
    %s
    gate = threading.Barrier(8)
    crowd = [threading.Thread(target=decode, args=(kind, gate)) for _ in range(8)]
    for one in crowd: one.start()
    for one in crowd: one.join()
print("alive")
"""


def test_a_crowd_decoding_what_was_prepared_does_no_harm() -> None:
    """Without `build_decoder(kind)` this process dies of SIGSEGV."""
    done = subprocess.run(
        [sys.executable, "-c", CROWD % "build_decoder(kind)"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0 and done.stdout == "alive\n", done.stderr


SERVER = """
import logging, sys
for name in sys.argv[2].split():
    sys.modules[name] = None
from fieldhouse.kernel import registry
from fieldhouse.kernel.entries import Entry
from fieldhouse.kernel.game import Setup
from fieldhouse.kernel.record import Record
from fieldhouse.web.engine import startup
from fieldhouse.web.app import create_app
from fieldhouse.web.settings import Settings
assert not set(startup._DECODERS)
logging.basicConfig(level="WARNING")
create_app(Settings(database=sys.argv[1]))
kinds = {folder.game.state_type for folder in registry.list_all_games().values()}
assert {Entry, Setup, Record, *kinds} <= set(startup._DECODERS) and len(kinds) > 5
"""


BEYOND_WEB = "numpy numba pyarrow distributed gymnasium open_spiel pyspiel pettingzoo psycopg pandas"
"""What `pip install fieldhouse[web]` does not bring."""


def test_a_server_has_prepared_everything_before_it_listens(tmp_path: Path) -> None:
    """States of every game there is, set-ups, entries and records; in a process where nothing was before.

    It needs no more than people install for it, no game is left out, and the framework warns of nothing that
    it will not take for long any more.
    """
    strict, store = ["-W", "error::DeprecationWarning"], f"sqlite:///{tmp_path / 'tables.db'}"
    command = [sys.executable, *strict, "-c", SERVER, store, BEYOND_WEB]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0 and done.stderr == "", done.stderr
