"""Public names that were renamed: the old ones work and warn."""

from __future__ import annotations

import importlib
import sys

import pytest

import fieldhouse
from fieldhouse.kernel import coaches, game, record, scoreboard


@pytest.mark.parametrize(
    ("old", "new"), [("Seen", "CoachView"), ("keep_records", "write_records"), ("shelf", "list_games")]
)
def test_an_old_name_of_the_package_works_and_warns(old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"use fieldhouse.{new}"):
        assert getattr(fieldhouse, old) is getattr(fieldhouse, new)


def test_an_old_name_inside_a_module_works_and_warns() -> None:
    for module, old, new in (
        (coaches, "Seen", coaches.CoachView),
        (game, "Given", game.GivenAnswer),
        (record, "of_table", record.record_of_table),
        (scoreboard, "Head", scoreboard.Scoreboard),
    ):
        with pytest.warns(DeprecationWarning, match=f"{old} was renamed"):
            assert getattr(module, old) is new
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(record, "nothing")  # noqa: B009


@pytest.mark.parametrize("old", ["fieldhouse.kernel.head", "fieldhouse.kernel.players"])
def test_an_old_module_can_be_imported_and_warns(old: str) -> None:
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=f"{old} was renamed"):
        module = importlib.import_module(old)
    assert module in (scoreboard, coaches)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("asked", "request_for"),
        ("waiting", "pending_seats"),
        ("head", "scoreboard"),
        ("redeal", "determinize"),
    ],
)
def test_an_old_name_of_a_table_works_and_warns(old: str, new: str) -> None:
    table = fieldhouse.Table(fieldhouse.open_game("redboar", length="tiny"))
    with pytest.warns(DeprecationWarning, match=f"use Table.{new}"):
        assert getattr(table, old) == getattr(table, new)
