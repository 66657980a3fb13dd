"""The same on a real PostgreSQL, and two server processes on one database at one table."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from benchmarks.crowd import answers_given
from tests.league.leagues import NAMES, SECRET, new_desk, small_league
from tests.league.test_simulating import POND, founded, killed, unharmed
from tests.league.test_totals import (  # noqa: F401
    summed,
    test_a_season_is_the_sum_of_its_games_and_the_longest_is_no_sum,
    test_leaders_are_men_where_men_are_counted,
    test_records_are_the_best_of_one_game,
    test_streaks_go_by_weeks_and_an_awarded_game_counts_for_its_winner,
)
from tests.web.conftest import Server

# The same tests, with this file's server.
from tests.web.test_api import test_long_poll_wakes_when_the_other_answers  # noqa: F401
from tests.web.test_daily import (  # noqa: F401
    test_results_are_kept_once_a_table_and_ranked_by_decisions,
    test_the_same_answers_meet_the_same_dice_and_the_second_try_is_practice,
)
from tests.web.test_hostile import test_of_double_answers_exactly_one_wins  # noqa: F401
from tests.web.test_league_acts import (  # noqa: F401
    pair,
    test_a_game_under_way_is_conceded_with_the_score_of_its_table,
    test_what_hangs_on_a_replay_or_a_void_game_is_shown_before,
)
from tests.web.test_league_tables import (  # noqa: F401
    place,
    test_a_fault_in_the_statistics_is_a_red_mark_and_no_refusal,
    test_a_kill_leaves_the_last_answer_and_the_result_or_neither,
    test_a_result_that_cannot_be_taken_waits_and_harms_nobody,
    test_the_last_answer_brings_the_result_with_its_record_and_lines,
    test_who_opens_a_game_at_the_same_time_comes_to_the_same_table,
)
from tests.web.test_leagues import test_nobody_acts_in_a_league_without_a_link  # noqa: F401
from tests.web.test_link import (  # noqa: F401
    test_a_rematch_takes_both_along,
    test_nobody_sees_the_other_hand_by_any_page_event_error_or_interface,
    test_seat_link_opens_the_seat_elsewhere,
    test_two_people_by_link_and_a_spectator,
)
from tests.web.test_play import (  # noqa: F401
    test_a_record_comes_back_by_import,
    test_a_whole_game_against_a_coach_needs_no_script,
    test_conceding_ends_the_game_and_a_rematch_begins_another,
    test_my_tables_lists_and_delete_removes,
    test_replay_steps_branches_and_exports,
    test_the_commitment_is_shown_before_the_nonce_arrives_and_serves_once,
    test_the_record_of_a_finished_game_verifies,
)

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.league import Cup
from fieldhouse.league.service.audit import verify_league
from fieldhouse.league.service.league_file import export_league, import_league
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.simulator import Simulator, league_digest
from fieldhouse.store.backup import backup, restore
from fieldhouse.store.store import Store
from fieldhouse.web.client import Refused, Seat, call_api

pytestmark = pytest.mark.needs_postgres
_SWITCH: dict[str, tuple[Callable[[], None], Callable[[], None]]] = {}
"""How each database is stopped and started."""


@pytest.fixture(scope="module")
def database(postgres_bin: Path) -> Iterator[str]:
    """A PostgreSQL of our own on loopback, run by a user who is not root."""
    folder = Path(tempfile.mkdtemp(prefix="fieldhouse-pg-"))
    who: dict[str, str] = {}
    if os.getuid() == 0:
        name = "postgres" if _exists("postgres") else "nobody"
        shutil.chown(folder, name)
        who = {"user": name}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    data = folder / "data"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder, **who}
    subprocess.run(  # type: ignore[call-overload]
        [postgres_bin / "initdb", "-D", data, "-A", "trust", "-U", "fieldhouse", "--no-sync"],
        check=True,
        **quiet,
    )
    options = ["-D", data, "-p", str(port), "-k", folder, "-c", "listen_addresses=127.0.0.1"]
    options += ["-c", "fsync=off"]  # the machine does not lose its power here; a killed server loses nothing

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen([postgres_bin / "postgres", *options], **quiet)  # type: ignore[call-overload]

    server = start()
    url = f"postgresql+psycopg://fieldhouse@127.0.0.1:{port}/postgres"
    for _ in range(100):
        try:
            Store(url).close()
            break
        except Exception:
            time.sleep(0.1)

    def again() -> None:
        nonlocal server
        server = start()

    def stop() -> None:
        server.send_signal(signal.SIGINT)
        server.wait(20)

    _SWITCH[url] = (stop, again)
    yield url
    stop()
    shutil.rmtree(folder, ignore_errors=True)


def _exists(user: str) -> bool:
    try:
        pwd.getpwnam(user)
        return True
    except KeyError:
        return False


@pytest.fixture(scope="module")
def totals_url(database: str) -> str:
    """For the sums of a league."""
    return database


@pytest.fixture
def store_url(database: str) -> str:
    """For the houses of tests that are the same here."""
    return database


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    found = Server(database)
    yield found
    found.kill(signal.SIGTERM)


@pytest.fixture(scope="module")
def second(database: str) -> Iterator[Server]:
    """Another process on the same database."""
    found = Server(database)
    yield found
    found.kill(signal.SIGTERM)


def test_two_processes_serve_one_table(server: Server, second: Server) -> None:
    """One plays through the first process, the other through the second; news crosses by itself."""
    made = call_api(f"{server.url}/api/tables", {"game": "sandlot", "length": "tiny"})
    here = Seat(server.url, made["table"], made["token"])
    there = Seat.join(f"{second.url}/join/{made['invites']['1']}")
    other = threading.Thread(target=there.play, args=(lambda request, _: request["options"][0]["key"],))
    other.start()
    state = here.play(lambda request, _: request["options"][-1]["key"])
    other.join(20)
    assert state["status"] == "over" and not other.is_alive()
    ours = httpx.get(f"{server.url}/t/{made['table']}/record.json").text
    theirs = httpx.get(f"{second.url}/t/{made['table']}/record.json").text
    assert ours == theirs


def test_a_stream_at_the_second_process_hears_the_first(server: Server, second: Server) -> None:
    made = call_api(f"{server.url}/api/tables", {"game": "sandlot", "length": "tiny", "opponent": "both"})
    here = Seat(server.url, made["table"], made["token"])
    with httpx.stream("GET", f"{second.url}/t/{made['table']}/live", timeout=15) as stream:
        lines = stream.iter_lines()
        tags = [next(line for line in lines if line.startswith("data:"))]
        began = time.monotonic()
        request = here.look()["request"]
        here.answer(request, request["options"][0]["key"])
        tags.append(next(line for line in lines if line.startswith("data:")))
        assert time.monotonic() - began < 5 and tags[0] != tags[1]


def test_of_double_answers_through_two_processes_exactly_one_wins(server: Server, second: Server) -> None:
    made = call_api(f"{server.url}/api/tables", {"game": "sandlot", "length": "tiny", "opponent": "both"})
    request = Seat(server.url, made["table"], made["token"]).look()["request"]
    body = {"sequence": request["sequence"], "seat": request["seat"], "key": request["options"][0]["key"]}
    headers = {"authorization": f"Bearer {made['token']}"}

    def post(n: int) -> int:
        url = (server if n % 2 else second).url
        return httpx.post(f"{url}/api/tables/{made['table']}/answers", json=body, headers=headers).status_code

    with ThreadPoolExecutor(12) as crowd:
        codes = list(crowd.map(post, range(36)))
    assert codes.count(201) == 1 and codes.count(409) == 35


def test_a_backup_moves_from_postgres_to_sqlite(server: Server, database: str, tmp_path: Path) -> None:
    made = call_api(f"{server.url}/api/tables", {"game": "sandlot", "length": "tiny", "opponent": "both"})
    store = Store(database)
    count = backup(store, tmp_path / "all.gz")
    store.close()
    fresh = Store(f"sqlite:///{tmp_path / 'b.db'}")
    assert restore(fresh, tmp_path / "all.gz") == count
    kept = fresh.tables.load(made["table"])
    assert kept is not None and len(kept.entries) == kept.row.size


def _answer(seat: Seat) -> int:
    """The status of one more answer by whoever is asked; 0 if the server is not there."""
    try:
        request = seat.look()["request"]
        seat.answer(request, request["options"][0]["key"])
        return 201
    except Refused as refused:
        return refused.status
    except FieldhouseError:
        return 0


def _chosen(database: str, table: str) -> int:
    store = Store(database)
    found = answers_given(store, table)
    store.close()
    return len(found)


def test_the_database_is_stopped_and_started_again(server: Server, second: Server, database: str) -> None:
    """Answers are refused while it is away, none is lost, and a stream of the other process hears on."""
    wish = {"game": "sandlot", "opponent": "hotseat", "options": {"drives": 20}}
    made = call_api(f"{server.url}/api/tables", wish)
    seat = Seat(server.url, made["table"], made["token"])
    kept = sum(_answer(seat) == 201 for _ in range(5))
    stop, start = _SWITCH[database]
    stop()
    try:
        assert httpx.get(f"{server.url}/healthz", timeout=20).status_code == 503
        assert {_answer(seat) for _ in range(3)} == {503}
    finally:
        start()
    for _ in range(100):
        if httpx.get(f"{server.url}/healthz", timeout=20).status_code == 200:
            break
        time.sleep(0.2)
    with httpx.stream("GET", f"{second.url}/t/{made['table']}/live", timeout=30) as stream:
        lines = (line for line in stream.iter_lines() if line.startswith("data:"))
        first = next(lines)
        kept += _answer(seat) == 201
        assert next(lines) != first
    assert kept == 6 == _chosen(database, made["table"])


def test_one_of_two_processes_is_killed(server: Server, database: str) -> None:
    """What it acknowledged is kept, and the table goes on at the other."""
    other = Server(database)
    wish = {"game": "sandlot", "opponent": "hotseat", "options": {"drives": 20}}
    made = call_api(f"{server.url}/api/tables", wish)
    here, there = (Seat(one.url, made["table"], made["token"]) for one in (server, other))
    kept = sum(_answer(seat) == 201 for seat in (here, there) * 5)
    killer = threading.Timer(0.2, other.kill)
    killer.start()
    code = 201
    while code == 201:
        code = _answer(there)
        kept += code == 201
    killer.join()
    assert code == 0
    chosen = _chosen(database, made["table"])
    assert 0 <= chosen - kept <= 1, "at most the one that was not acknowledged any more"
    assert _answer(here) == 201 and _chosen(database, made["table"]) == chosen + 1


def test_a_league_whose_processes_are_killed_is_the_same_league_here(database: str, tmp_path: Path) -> None:
    """Nothing lost, nothing twice, and the very digest that SQLite gives, where nobody was killed."""
    service = new_desk(tmp_path)
    name = founded(service, name=POND)
    Simulator(service, service.journal(name)).all()
    assert killed(database) == unharmed(service, name)


def test_a_league_moves_from_sqlite_and_back(database: str, tmp_path: Path) -> None:
    """One file, another kind of store, the same league to the last bit."""
    service, here = new_desk(tmp_path), LeagueService(Store(database))
    name = service.create(small_league(Cup(NAMES)), SECRET)
    Simulator(service, service.journal(name)).week()
    import_league(here, export_league(service, name, commissioner=True))
    Simulator(here, here.journal(name)).week()
    assert here.journal(name).over and verify_league(here, name).faults == []
    text = export_league(here, name, commissioner=True)
    (tmp_path / "back").mkdir()
    back = new_desk(tmp_path / "back")
    import_league(back, text)
    assert export_league(back, name, commissioner=True) == text
    assert league_digest(back, back.journal(name)) == league_digest(here, here.journal(name))
    assert verify_league(back, name).faults == []
    here.store.leagues.delete(name)
    for one in (service, here, back):
        one.store.close()
