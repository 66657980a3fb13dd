"""The servers of the tests: dice that are the same in every run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx
from tests.web.conftest import Server


def promised(server: Server) -> str:
    """What the dice of a new table are committed to."""
    wish = {"game": "sandlot", "opponent": "both", "length": "tiny"}
    table = httpx.post(f"{server.url}/api/tables", json=wish).json()["table"]
    dice = httpx.get(f"{server.url}/t/{table}/record.json").json()["dice"]
    return str(dice["commitments"])


def test_dice_are_the_same_in_every_run_and_none_come_twice(
    serve: Callable[..., Server], tmp_path: Path
) -> None:
    one, two = (serve(f"sqlite:///{tmp_path / name}.db") for name in ("one", "two"))
    first = [promised(one), promised(one)]
    assert first == [promised(two), promised(two)]
    one.kill()
    one.start()
    first += [promised(one), promised(one)]
    assert len(set(first)) == 4
