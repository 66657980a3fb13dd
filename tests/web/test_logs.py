"""No log line tells a token, at any level, whatever fails."""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from fieldhouse.cli.server.serve import JsonLines
from fieldhouse.store.schema import seats
from fieldhouse.store.store import Store
from fieldhouse.web.middleware.security import redact

TOKEN = "Vb3yQ0r8m-Zk_5tXw1aBcD"


@pytest.mark.parametrize(
    "place",
    ["/join/{}", "/api/join/{}", "/seat/{}", "/leagues/join/{}", "/operator/{}", "/operator/{}/prune?x=1"],
)
def test_tokens_in_addresses_are_left_out_of_every_field_and_trace(place: str) -> None:
    address = place.format(TOKEN)
    try:
        raise ValueError(f"cannot open http://127.0.0.1{address}")
    except ValueError:
        record = logging.makeLogRecord({"msg": f"at {address}", "path": address, "exc_info": sys.exc_info()})
    line = JsonLines(redact).format(record)
    assert TOKEN not in line and json.loads(line)["path"].startswith(address.partition(TOKEN)[0] + "...")


def test_a_store_that_fails_says_no_parameters(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    with pytest.raises(sa.exc.IntegrityError) as failed, store.write_transaction() as db:
        db.execute(seats.insert(), {"table_id": "x", "seat": 0, "invite": TOKEN})
    assert TOKEN not in repr(failed.value) and TOKEN not in str(failed.value)
    store.close()
