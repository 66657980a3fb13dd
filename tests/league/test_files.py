"""One file holds a whole league, for any store; what was changed is refused by its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.league.leagues import NAMES, SECRET, new_desk, small_league

from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.league import Cup
from fieldhouse.league.service.audit import verify_league
from fieldhouse.league.service.league_file import BadLeagueFile, export_league, import_league
from fieldhouse.league.service.league_service import LeagueService
from fieldhouse.league.service.members import MemberService
from fieldhouse.league.service.simulator import Simulator, league_digest
from fieldhouse.league.service.teams import hash_token


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> LeagueService:
    return new_desk(tmp_path_factory.mktemp("files"))


@pytest.fixture(scope="module")
def halfway(service: LeagueService) -> tuple[str, str]:
    """A league after its semi-finals, and the link of its commissioner."""
    name = service.create(small_league(Cup(NAMES)), SECRET)
    journal = service.journal(name)
    _, token = MemberService(service, journal).invite("Ann", "commissioner")
    Simulator(service, journal).week()
    return name, token


def test_the_commissioners_copy_goes_on_elsewhere_with_the_same_dice(
    service: LeagueService, halfway: tuple[str, str], tmp_path: Path
) -> None:
    name, token = halfway
    text = export_league(service, name, commissioner=True)
    other = new_desk(tmp_path)
    assert import_league(other, text) == name
    assert league_digest(other, other.journal(name)) == league_digest(service, service.journal(name))
    assert other.store.leagues.fixtures(name) == service.store.leagues.fixtures(name)
    assert export_league(other, name, commissioner=True) == text
    assert MemberService(other, other.journal(name)).follow(token, hash_token("phone")) == 0, (
        "links still lead there"
    )
    Simulator(other, other.journal(name)).all()
    assert other.journal(name).over and verify_league(other, name).faults == []
    with pytest.raises(FieldhouseError, match="already in this database"):
        import_league(other, text)


def test_a_members_copy_has_no_secret_and_no_link(
    service: LeagueService, halfway: tuple[str, str], tmp_path: Path
) -> None:
    name, token = halfway
    text = export_league(service, name, commissioner=False)
    assert SECRET not in text and hash_token(token) not in text
    other = new_desk(tmp_path)
    import_league(other, text)
    assert verify_league(other, name).faults == []
    with pytest.raises(FieldhouseError, match="only the commissioner's copy"):
        Simulator(other, other.journal(name))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: [*lines[:2], lines[2].replace("Ann", "Eve"), *lines[3:]], "line 3: log entry 2: its"),
        (
            lambda lines: [*lines[:4], lines[4].replace("_points", "_pionts"), *lines[5:]],
            "line 5: log entry 4",
        ),
        (lambda lines: [*lines[:2], *lines[3:]], "line 3: log entry 2: it has the number 3"),
        (
            lambda lines: [one for one in lines if '"journal"' not in one],
            "line 1: the log ends too early",
        ),
        (lambda lines: [*lines[:4], "rubbish", *lines[4:]], "line 5: this line is damaged"),
        (lambda lines: ["{}", *lines], "line 1: this isn't a Fieldhouse league file"),
    ],
)
def test_a_changed_file_is_refused_by_its_line(
    service: LeagueService, halfway: tuple[str, str], tmp_path: Path, change: object, words: str
) -> None:
    lines = export_league(service, halfway[0], commissioner=True).splitlines()
    assert callable(change)
    other = new_desk(tmp_path)
    with pytest.raises(BadLeagueFile, match=words):
        import_league(other, "\n".join(change(lines)))
    assert other.store.leagues.rows() == [], "nothing of it is here"
