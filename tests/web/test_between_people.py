"""Options whose standard is another one where only people play: at tables, in the terminal, in values."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from fieldhouse.cli import main
from fieldhouse.kernel import registry
from fieldhouse.kernel.registry import list_all_games
from fieldhouse.lab.win_probability.files import estimator_key
from fieldhouse.store.store import Store
from fieldhouse.web.engine.live_table import token_hash
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.settings import Settings
from fieldhouse.web.setup import create_table, dice_commitment
from fieldhouse.web.setup.table_request import TableRequest

GAMES = [name for name, folder in list_all_games().items() if folder.meta.between_people]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("who", "people"),
    [
        ({"opponent": "link"}, True),
        ({"opponent": "hotseat"}, True),
        ({"plan": ["me", "link"]}, True),
        ({"opponent": "coach:rookie"}, False),
        ({"plan": ["me", "coach:rookie"]}, False),
    ],
    ids=str,
)
def test_a_table_of_people_has_the_standard_of_people(
    name: str, who: dict[str, Any], people: bool, tmp_path: Path
) -> None:
    """SQ-10.4: overtime has no limit between people, and one where a coach plays."""
    meta = registry.find(name).meta
    settings = Settings(database=f"sqlite:///{tmp_path / 'tables.db'}")
    house = TableService(Store(settings.database_url), settings)

    async def opened(**more: Any) -> dict[str, Any]:
        token, _ = dice_commitment.issue_token(house)
        made = await create_table.create_table(
            house, TableRequest(game=name, token=token, **who, **more), token_hash("ann")
        )
        return dict((await house.get(made.id)).game.options)

    try:
        options = asyncio.run(opened())
        given = asyncio.run(opened(options=dict.fromkeys(meta.between_people, "3")))
    finally:
        house.close()
        house.store.close()
    for option, value in meta.between_people.items():
        assert options[option] == (value if people else meta.spec(option).default)
        assert given[option] == 3


@pytest.mark.parametrize("name", GAMES)
def test_the_terminal_does_the_same(name: str, tmp_path: Path) -> None:
    """SQ-10.4: with --two, not against a coach; what is given and what the length says come first."""
    meta = registry.find(name).meta
    for words, people in ((["--two"], True), ([], False), (["--two", "--length", meta.tiny], False)):
        kept = tmp_path / f"{len(words)}.json"
        CliRunner().invoke(main, ["play", name, "--save", str(kept), *words], input="1\nquit\n")
        options = json.loads(kept.read_text())["options"]
        for option, value in meta.between_people.items():
            said = {
                option: meta.spec(option).default,
                **(meta.lengths[meta.tiny] if len(words) > 1 else {}),
            }
            assert options[option] == (value if people else said[option])


@pytest.mark.parametrize("name", GAMES)
def test_such_an_option_has_no_part_in_win_probabilities(name: str) -> None:
    """A game between people finds the values that the package brings."""
    folder = registry.find(name)
    assert estimator_key(folder.open(folder.meta.between_people)) == estimator_key(folder.open())
    assert estimator_key(folder.open(folder.meta.lengths[folder.meta.tiny])) != estimator_key(folder.open())
