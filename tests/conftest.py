"""What all tests share: hypothesis settings, and the real parts (a browser, a database) that some tests need.

A test marked `needs_chromium`, `needs_postgres` or `needs_node` is skipped where that part is missing, and
the end of the run says so. Under CI=true nothing may be missing: the same test fails instead.
"""

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from fieldhouse.kernel.registry import add_games_folder

EXAMPLES = Path(__file__).parents[1] / "examples" / "games"
add_games_folder(EXAMPLES)  # for all alike: what a file collects must not depend on the files before it

IN_CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}

settings.register_profile(
    "house",
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=IN_CI,
    print_blob=True,
)
settings.load_profile("house")


YOUNG = 50_000
"""So many new objects are looked through for garbage at once; 700 is meant for small programs."""
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
"""This worker's name, `gw` and a number; none where one process runs all tests."""
OWN_CACHE = "FIELDHOUSE_TEST_CACHE"
"""Names the cache folder of this run to its workers, and to the programs they start."""
MADE: list[str] = []
"""The folder, in the process that made it."""


def pytest_configure() -> None:
    """One cache folder for the whole run: a table that one worker has built, every other finds.

    Coaches start no long build of tables behind it; a test of that very thing allows it again.
    A run in the background may have been told to ignore Ctrl-C; the programs it starts inherit that. An
    environment may forbid bytecode on disk; then every one of those programs would compile the house anew.
    """
    gc.set_threshold(YOUNG)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if OWN_CACHE not in os.environ:
        MADE.append(tempfile.mkdtemp(prefix="fieldhouse-tests-"))
        os.environ[OWN_CACHE] = os.environ["XDG_CACHE_HOME"] = MADE[0]
    os.environ.setdefault("FIELDHOUSE_TABLES", "off")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def find_chromium() -> Path | None:
    """The browser's executable: first the one without a window, which costs a third as much."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return Path(found)
    return None


def find_postgres() -> Path | None:
    """The folder with `initdb` and `postgres`; Debian keeps it off the PATH. The newest version wins."""
    debian = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    if found := sorted(debian, key=lambda path: float(path.parts[-3])):
        return found[-1].parent
    if on_path := shutil.which("initdb"):
        return Path(on_path).resolve().parent
    return None


def find_node() -> Path | None:
    """Node's executable, where the tools of package.json are installed too (`scripts/real-parts`)."""
    tools = Path(__file__).parents[1] / "node_modules" / ".package-lock.json"
    found = shutil.which("node")
    return Path(found) if found and tools.exists() else None


REAL_PARTS: dict[str, Callable[[], Path | None]] = {
    "chromium": find_chromium,
    "postgres": find_postgres,
    "node": find_node,
}


def require(part: str) -> Path:
    """Where the real part is; where it is missing, the test is skipped, or fails under CI=true."""
    found = REAL_PARTS[part]()
    if found is not None:
        return found
    reason = f"{part} is not installed"
    if IN_CI:
        pytest.fail(f"{reason}, and under CI=true every test must run", pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The real browser's executable, for Playwright's `executable_path`."""
    return require("chromium")


@pytest.fixture(scope="session")
def node() -> Path:
    """Node's executable, with the tools of package.json at hand."""
    return require("node")


@pytest.fixture(scope="session")
def postgres_bin() -> Path:
    """The folder of the real PostgreSQL's programs. The server refuses to run as root."""
    return require("postgres")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for part in REAL_PARTS:
        if item.get_closest_marker(f"needs_{part}"):
            require(part)


LONGEST = (
    "lab/test_exact",
    "web/test_access",
    "lab/test_compile",
    "conformance/test_conformance",
    "web/",
    "lab/",
    "test_notebooks",
    "test_docs",
    "test_wheel",
    "games/thegrid/test_odds",
    "games/squares/",
    "games/",
    "gyms/",
    "league/",
    "conformance/",
    "cli/",
)
"""Files that take long come first, so that no worker begins one when the others are done.

The very first compiles the machine code of the induction (17 CPU seconds in a fresh clone) and keeps it on
disk while the other worker is at something else: side by side in the lab both would compile it.
"""


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Every worker begins a folder at another file, and finds ready what the others compiled meanwhile.

    Side by side from the first to the last, each compiled everything: 12 processor seconds a worker in a
    fresh clone. What the order changes here, `pytest_collection_modifyitems` puts right.
    """
    report = yield
    if isinstance(collector, pytest.Dir) and WORKER:
        first = len(report.result) * int(WORKER[2:]) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        report.result[:] = [*report.result[first:], *report.result[:first]]
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first; and no tracing of long runs of many games: it would take five times as long."""
    items.sort(key=lambda item: (_rank(item), item.path))  # stable: the order inside a file stays
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker("no_cover")


def pytest_collection_finish() -> None:
    """The collector of garbage walked through all that a worker has imported and built, again and again.

    Without that, 57 processor seconds of walks, positions and counts became 54.
    """
    set_apart()


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    if nextitem is not None and nextitem.path != item.path:
        set_apart()


def set_apart() -> None:
    """Away with garbage; what is left then (modules, tables, tests) is not looked through again."""
    gc.collect()
    gc.freeze()


def _rank(item: pytest.Item) -> int:
    place = item.path.as_posix()
    return next((n for n, part in enumerate(LONGEST) if f"tests/{part}" in place), len(LONGEST))


def pytest_unconfigure() -> None:
    """The process that made the cache folder takes it away; a run inside a test leaves it."""
    for folder in MADE:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was not run, and why."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", [])
        if isinstance(report.longrepr, tuple)
    )
    if reasons:
        terminalreporter.section("not run")
        for reason, count in sorted(reasons.items()):
            terminalreporter.line(f"{count} test{'s' * (count > 1)}: {reason}")
