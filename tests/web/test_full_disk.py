"""A disk that is full: a small one is mounted, filled and cleared again under a running server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from benchmarks.crowd import answers_given
from tests.web.conftest import Server, until
from tests.web.test_faults import LONG, answer

from fieldhouse.store.store import Store
from fieldhouse.web.client import Refused, Seat, call_api

MIB = 2**20


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of four megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)]
    if sys.platform != "linux" or os.geteuid() or subprocess.run(mount, check=False).returncode:
        pytest.skip("only root may mount a small disk")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def fill(place: Path) -> Path:
    """A file that takes all the room there is."""
    filler = place / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (MIB, 4096, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue
    return filler


def test_a_disk_that_is_full_loses_no_answer_and_room_is_all_it_takes(
    disk: Path, serve: Callable[..., Server]
) -> None:
    """Answers and new tables are refused in a sentence; what is kept can be looked at; then it goes on."""
    database = f"sqlite:///{disk / 'tables.db'}"
    server = serve(database)
    made = call_api(f"{server.url}/api/tables", LONG)
    seat = Seat(server.url, made["table"], made["token"])
    kept = 0
    for _ in range(2):
        kept += sum(answer(seat) == 201 for _ in range(5))
        filler = fill(disk)
        refused = False
        for _ in range(200):  # what is left of the last page of the log may still hold some
            status = answer(seat)
            refused = status == 503
            kept += status == 201
            if refused:
                break
        assert refused, "the disk is full"
        until("the house is found unwell", lambda: httpx.get(f"{server.url}/healthz").status_code == 503)
        before = seat.look()
        with pytest.raises(Refused) as found:
            seat.answer(before["request"], before["request"]["options"][0]["key"])
        assert "Nothing was changed" in str(found.value)
        with server.client() as ann:
            assert ann.get("/").status_code == 200
            page = ann.post("/play/sandlot", data={"opponent": "both", "length": "tiny"})
            assert page.status_code in (400, 503) and "Traceback" not in page.text
        assert seat.look() == before, "what was not kept is not shown"
        saved = _backup(database, disk / "backup")
        assert saved.returncode == 2 and "Traceback" not in saved.stderr and saved.stderr.count("\n") <= 2
        filler.unlink()
        until("it is well again", lambda: httpx.get(f"{server.url}/healthz").status_code == 200)
    kept += sum(answer(seat) == 201 for _ in range(5))
    assert kept >= 15
    filler = fill(disk)
    server.kill()
    filler.unlink()
    store = Store(database)
    assert len(answers_given(store, made["table"])) == kept
    store.close()


def _backup(database: str, place: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fieldhouse", "backup", "--database", database, str(place)]
    return subprocess.run(command, capture_output=True, text=True, check=False)
