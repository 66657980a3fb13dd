"""The Python face: every public name is documented, every example runs, archives are read lazily."""

from __future__ import annotations

import doctest
import gzip
import inspect
import re
from pathlib import Path

import pytest

import fieldhouse
from fieldhouse import api
from fieldhouse.kernel.errors import BadOptions, BadRecord

RECORDS = sorted((Path(__file__).parent / "records").glob("*/*.json"))


@pytest.mark.parametrize("name", fieldhouse.__all__)
def test_a_public_name_is_there_documented_and_stays(name: str) -> None:
    """Asked twice it is the same thing: `fieldhouse.games` used to become a module after its first call."""
    first = getattr(fieldhouse, name)
    assert inspect.getdoc(first)
    if callable(first) and not inspect.isclass(first):
        assert "return" in inspect.signature(first).parameters or first.__annotations__.get("return")
    assert getattr(fieldhouse, name) is first


def test_the_shelf_can_be_listed_as_often_as_one_likes() -> None:
    assert list(fieldhouse.list_games()) == list(fieldhouse.list_games())
    assert {"redboar", "squares", "thegrid", "cardbowl", "fastdrive"} <= set(fieldhouse.list_games())


@pytest.mark.parametrize("module", [fieldhouse, api], ids=lambda module: module.__name__)
def test_examples_in_the_docstrings_run(
    module: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)  # type: ignore[arg-type]
    assert ran.attempted and not ran.failed


def test_a_name_that_is_not_there_is_named() -> None:
    with pytest.raises(AttributeError, match="no attribute 'referee'"):
        _ = fieldhouse.referee


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_an_archive_keeps_records_as_they_are_and_filters_by_their_headers(name: str, tmp_path: Path) -> None:
    kept = [fieldhouse.read_record(path) for path in RECORDS[::5]]
    assert fieldhouse.write_records(tmp_path / name, kept) == len(kept)
    assert list(fieldhouse.records(tmp_path / name)) == kept
    mine = list(fieldhouse.records(tmp_path / name, game="redboar"))
    assert mine and mine == [record for record in kept if record.game == "redboar"]
    won = list(fieldhouse.records(tmp_path / name, winner=1))
    assert won == [record for record in kept if record.outcome and record.outcome.winner == 1]
    assert list(fieldhouse.records(tmp_path / name, edition=99)) == []


def test_a_filter_does_not_read_the_rest_of_a_record(tmp_path: Path) -> None:
    """A line of another game may hold anything behind its header: it is never looked at."""
    good = fieldhouse.read_record(RECORDS[0])
    fieldhouse.write_records(tmp_path / "a.jsonl", [good])
    odd = b'{"game": "chess", "entries": [{"no": "such thing"}]}\n'
    (tmp_path / "a.jsonl").write_bytes(odd + (tmp_path / "a.jsonl").read_bytes())
    assert list(fieldhouse.records(tmp_path / "a.jsonl", game=good.game)) == [good]
    with pytest.raises(BadRecord, match="line 1"):
        list(fieldhouse.records(tmp_path / "a.jsonl"))


def test_a_cut_off_archive_gives_what_is_whole_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl.gz"
    fieldhouse.write_records(path, [fieldhouse.read_record(record) for record in RECORDS[:3]])
    path.write_bytes(path.read_bytes()[:-50])
    with pytest.raises(BadRecord, match="cut off"):
        list(fieldhouse.records(path))
    path.write_bytes(gzip.compress(b"{not json\n"))
    with pytest.raises(BadRecord, match="line 1"):
        list(fieldhouse.records(path))


def test_an_opened_game_has_its_options() -> None:
    game = fieldhouse.open_game("redboar", {"mode": "dice"}, length="tiny")
    assert fieldhouse.simulate(game, 4).games == 4
    with pytest.raises(BadOptions, match="give them to open_game"):
        fieldhouse.simulate(game, 4, length="short")


SMALL = fieldhouse.open_game("redboar", length="tiny")
SQUARES = fieldhouse.open_game("squares", length="tiny")
RECORD = fieldhouse.read_record(RECORDS[0])
FAIR = fieldhouse.FairDice(["a secret"], {"Red": "a nonce"})
PASTED = [
    *fieldhouse.list_games().values(),
    *(folder.open(length="tiny") for folder in fieldhouse.list_games().values()),
    fieldhouse.open_game("thegrid", {"time_outs": 2}, length="short"),
    fieldhouse.FastDice(7),
    fieldhouse.ScriptedDice([1, 2], then=fieldhouse.FastDice(3)),
    fieldhouse.ScriptedDice({"kickoff": [7]}),
    fieldhouse.TypedDice(),
    fieldhouse.Table(SQUARES),
    fieldhouse.Walker(SMALL),
    fieldhouse.Walker(SMALL).position,
]
TOLD = [fieldhouse.Table(SMALL), RECORD, FAIR]


@pytest.mark.parametrize("value", PASTED, ids=lambda value: type(value).__name__)
def test_a_small_value_can_be_pasted_back(value: object) -> None:
    """As python-chess does it: what a short text can say is that text, with the module's name before it."""
    again = eval(repr(value))
    assert (type(again), repr(again)) == (type(value), repr(value))
    assert len(repr(value)) < 1000


@pytest.mark.parametrize("value", TOLD, ids=lambda value: type(value).__name__)
def test_a_large_or_secret_value_says_in_a_line_what_it_is(value: object) -> None:
    said = repr(value)
    assert re.fullmatch(rf"<{type(value).__name__} .{{10,200}}>", said), said
    assert " at 0x" not in said
    assert "a secret" not in said


def test_a_game_of_an_old_edition_says_so() -> None:
    old = fieldhouse.open_game("squares", edition=1)
    assert repr(old) == "fieldhouse.open_game('squares', edition=1)"
    assert eval(repr(old)).setup == old.setup
    with pytest.raises(BadOptions, match="no edition 99"):
        fieldhouse.open_game("redboar", edition=99)


def test_a_summary_and_a_report_can_be_pasted_back() -> None:
    """`repr` is the call that gives the same value, its figures in a comment; what was changed says so."""
    options = {"mode": "dice"}
    summary = fieldhouse.simulate("redboar", 3, options=options, length="tiny", levels=("rookie", "random"))
    again = eval(repr(summary))
    assert repr(again) == repr(summary)
    assert (again.rows(), again.whys) == (summary.rows(), summary.whys)
    written = fieldhouse.report("redboar", 2, options=options, length="tiny", seed=4)
    assert eval(repr(written)) == written
    opened = fieldhouse.simulate(fieldhouse.open_game("redboar", options, length="tiny"), 1)
    assert repr(opened).startswith("fieldhouse.simulate(fieldhouse.open_game('redboar', {'mode': 'dice', ")
    assert eval(repr(opened)).rows() == opened.rows()
    cards = fieldhouse.open_game("redboar").setup.materials["offense_cards"]
    own = {**cards, "REV": {**cards["REV"], "base": 10}}
    mine = fieldhouse.open_game("redboar", length="tiny", materials={"offense_cards": own})
    assert repr(mine) == (
        "<Game of 'redboar', {'quarters': 1, 'minutes': 2} with materials of its own: offense_cards>"
    )
    assert repr(fieldhouse.simulate(mine, 1)).startswith("<Summary of 1 game: ")


@pytest.mark.slow
def test_a_tally_can_be_pasted_back_until_something_is_added() -> None:
    tally = fieldhouse.bulk("fastdrive", 50, seed=2)
    again = eval(repr(tally))
    assert (repr(again), again.rows()) == (repr(tally), tally.rows())
    tally.add(again)
    assert repr(tally).startswith("<Tally of 100 games: ")


def test_a_season_is_played_to_its_champion_and_shows_its_tables() -> None:
    """The verb plays what the command plays: the same seed, the same games."""
    whole = fieldhouse.season(1970, seed="face")
    again = fieldhouse.season(1970, seed="face", weeks=2)
    assert whole.current_season().progress.champion is not None
    for played in (whole, again):
        assert list(eval(repr(played)).rows()) == list(played.rows()), played
    again.play_week()
    again.by_hand.append("a game of mine")
    assert repr(again).startswith("<Replay of 1970, seed 'face': ")
    again = fieldhouse.season(1970, seed="face", weeks=2)
    early = list(again.rows())
    assert early and early == list(whole.rows())[: len(early)]
    assert {row["week"] for row in early} == {1, 2}
    best = whole.standings().rows()[0]
    assert best["place"] == 1
    assert best["team"] in whole._repr_html_()
    with pytest.raises(BadOptions):
        fieldhouse.season(1985, options={"quarters": 9})
    with pytest.raises(fieldhouse.FieldhouseError, match="1850"):
        fieldhouse.season(1850)
