"""Options, lengths, the registry, and the catalogue."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.kernel import shelf

from fieldhouse.kernel.errors import BadChart, BadOptions, UnknownGame
from fieldhouse.kernel.events import (
    Note,
    Term,
    event_from_record,
    event_to_record,
    render,
    sum_text,
    visible,
)
from fieldhouse.kernel.meta import Meta, OptionSpec
from fieldhouse.kernel.registry import Folder, add_games_folder, catalogue_rules, find

META = Meta(
    name="x",
    title="X",
    source="",
    blurb="",
    rule_prefix="X",
    options=(
        OptionSpec(name="minutes", default=15, low=1, high=15, help=""),
        OptionSpec(name="ties", default=True, help=""),
        OptionSpec(name="mode", default="cards", choices=("cards", "dice"), help=""),
        OptionSpec(name="least", default=2, low=2, help=""),
    ),
    lengths={"full": {}, "short": {"minutes": 5}},
)


def test_options_take_defaults_lengths_and_given_values_in_that_order() -> None:
    assert META.read_options() == {"minutes": 15, "ties": True, "mode": "cards", "least": 2}
    assert META.read_options(length="short")["minutes"] == 5
    assert META.read_options({"minutes": 3}, length="short")["minutes"] == 3


def test_text_from_a_shell_or_form_is_converted() -> None:
    assert META.read_options({"minutes": "7", "ties": "no", "mode": "dice"}) == {
        "minutes": 7,
        "ties": False,
        "mode": "dice",
        "least": 2,
    }


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"minutes": 16}, "option minutes: 16 is not a whole number from 1 to 15"),
        ({"minutes": "many"}, "'many' is not a whole number"),
        ({"minutes": 1.5}, "1.5 is not a whole number"),
        ({"minutes": True}, "True is not a whole number"),
        ({"minutes": None}, "None is not a whole number"),
        ({"ties": "perhaps"}, "option ties: 'perhaps' is not true or false"),
        ({"mode": "chess"}, "option mode: 'chess' is not one of cards, dice"),
        ({"mode": 3}, "option mode: 3 is not one of cards, dice"),
        ({"least": 1}, "1 is not a whole number of at least 2"),
        ({"speed": 1}, "X has no option 'speed'; its options are: minutes, ties, mode, least"),
    ],
)
def test_a_bad_option_says_what_would_be_right(given: dict[str, object], message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        META.read_options(given)


def test_an_unknown_length_names_those_there_are() -> None:
    with pytest.raises(BadOptions, match="no length 'epic'; its lengths are: full, short"):
        META.read_options(length="epic")


def test_an_unknown_game_names_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'chess'; the games are: .*sandlot"):
        find("chess")


def test_the_meta_is_read_without_the_rules(tmp_path: Path) -> None:
    folder = tmp_path / "halfgame"
    folder.mkdir()
    (folder / "__init__.py").write_text('"""Half a game."""')
    (folder / "rules.py").write_text("raise RuntimeError('the rules were imported')")
    (folder / "meta.py").write_text(
        "from fieldhouse.kernel.meta import Meta\n"
        "META = Meta(name='halfgame', title='Half', source='', blurb='', rule_prefix='HG')\n"
    )
    add_games_folder(tmp_path)
    try:
        assert find("halfgame").meta.title == "Half"
        with pytest.raises(RuntimeError, match="the rules were imported"):
            find("halfgame").open()
    finally:
        import fieldhouse.games

        fieldhouse.games.__path__.remove(str(tmp_path))


def test_unknown_coach_edition_and_material_are_refused_with_what_there_is() -> None:
    folder = shelf.sandlot()
    with pytest.raises(BadOptions, match="no coach 'genius'; it has: rookie, starter"):
        folder.coach("genius", folder.open(), 0, 1)
    with pytest.raises(BadOptions, match="no edition 2; it has 1"):
        folder.open(edition=2)
    with pytest.raises(BadChart, match="no material 'deck'; it has: yards"):
        folder.open(materials={"deck": {}})


def test_catalogue_entries_are_found_in_lists_tables_and_headings() -> None:
    lines = ["- **X-1.1** A rule.", "  Its second line.", "| **X-2.1** | who | when |", "### X-3.4 Charts"]
    text = "\n".join([*lines, "- X-9.9 not a rule"])
    assert catalogue_rules(text, "X") == {
        "X-1.1": "A rule. Its second line.",
        "X-2.1": "who | when",
        "X-3.4": "Charts",
    }


def test_a_rule_can_be_looked_up() -> None:
    assert shelf.sandlot().rule("SL-3.1") == "A drive has at most four plays."
    assert shelf.sandlot().rule("SL-9.9") is None


def test_sums_read_as_people_add_them_up() -> None:
    terms = (Term("d20", 14), Term("same play", -5), Term("keyed", -2), Term("", 7))
    assert sum_text(terms) == "d20 14, same play -5, keyed -2 = 7"
    assert render(Note(line="A gain.", sum=terms, rules=("TG-1.1",))) == (
        "A gain. [d20 14, same play -5, keyed -2 = 7] (TG-1.1)"
    )
    assert sum_text(()) == ""


def test_an_event_is_seen_by_those_it_names() -> None:
    assert visible(Note(line=""), None)
    secret = Note(line="", sees=(1,))
    assert [visible(secret, seat) for seat in (0, 1, None)] == [False, True, False]


def test_an_event_read_back_from_a_record_says_the_same() -> None:
    event = Note(line="A gain.", sum=(Term("die", 3),), rules=("SL-3.2",), sees=(0,))
    again = event_from_record(event_to_record(event))
    assert render(again) == render(event)
    assert (again.kind, again.sees) == ("Note", (0,))
    assert event_to_record(again) == event_to_record(event)


def test_a_game_that_was_found_is_looked_for_again_when_it_has_gone(tmp_path: Path) -> None:
    """What `find` remembers is what lies on the shelf now."""
    folder = tmp_path / "passing"
    folder.mkdir()
    add_games_folder(tmp_path)
    try:
        with pytest.raises(UnknownGame):
            find("passing")
        (folder / "meta.py").write_text("META = None")
        assert find("passing") is find("passing")
        (folder / "meta.py").unlink()
        with pytest.raises(UnknownGame):
            find("passing")
    finally:
        import fieldhouse.games

        fieldhouse.games.__path__.remove(str(tmp_path))


def test_a_part_counts_from_when_it_is_put_into_the_folder_until_it_is_taken_out(tmp_path: Path) -> None:
    """The folder is not read again for every question, but whenever it has changed."""
    folder = Folder("passing", tmp_path)
    assert not folder.has("board") and not folder.has("board")
    (tmp_path / "board.py").touch()
    assert folder.has("board") and not folder.has("coaches")
    (tmp_path / "board.py").unlink()
    assert not folder.has("board")
    room = tmp_path / "made" / "coaches"
    room.mkdir(parents=True)
    (room / "__init__.py").touch()
    room.rename(tmp_path / "coaches")
    assert folder.has("coaches")
    shutil.rmtree(tmp_path)
    assert not folder.has("coaches")
