"""The example game on the shelf, and one cache folder for all tests of the lab."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fieldhouse.kernel import registry

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"


@pytest.fixture(autouse=True, scope="session")
def _example_games() -> None:
    registry.add_shelf(EXAMPLES)


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield
