"""The API pages hold every public name, with what it inherits, and every kind of value that a verb gives."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

import fieldhouse
from fieldhouse import api


@pytest.fixture(scope="module")
def pages() -> ModuleType:
    sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
    return importlib.import_module("api_pages")


def test_every_public_name_has_an_entry(pages: ModuleType) -> None:
    lines = list(pages.page_of("fieldhouse", "What it brings"))
    assert {line for line in lines if line.startswith("## ")} == {f"## {name}" for name in fieldhouse.__all__}


def test_an_entry_has_what_a_class_inherits_from_ours(pages: ModuleType) -> None:
    """A table's looks are a base of its own: they were missing."""
    text = "\n".join(pages._entry("Table", fieldhouse.Table, "##"))
    for name in ("answer", "view", "events_for", "scoreboard", "svg"):
        assert f"- `{name}(" in text, name
    assert "- `to_pandas(" in "\n".join(pages.results_page())


def test_whatever_a_verb_gives_back_is_on_the_page_of_results(pages: ModuleType) -> None:
    given = {getattr(api, verb).__annotations__["return"] for verb in api.__all__}
    plain = {"Record", "int"}  # a record has a page of its own
    assert {name for name in given if not name.startswith("Iterator")} - plain <= set(pages.RESULTS)
