"""The example game on the shelf."""

from pathlib import Path

import pytest

from fieldhouse.kernel import registry

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"


@pytest.fixture(autouse=True, scope="session")
def _example_games() -> None:
    registry.add_shelf(EXAMPLES)
