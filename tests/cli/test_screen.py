"""The screen by itself: long lists, games without a picture, what is dimmed, and what is loaded when."""

import io
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from fieldhouse.cli.terminal.answers import AmbiguousAnswer, find_key
from fieldhouse.cli.terminal.game_list import games_text
from fieldhouse.cli.terminal.menus import MANY, SOME, group_keys, option_cell, use_numbers
from fieldhouse.cli.terminal.screen import Screen, first_blocks, view_text
from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import IllegalAnswer
from fieldhouse.kernel.events import Note, Term
from fieldhouse.kernel.requests import Choose, LazyMenu, Option
from fieldhouse.kernel.table import Table

SQUARES = [
    "end-turn",
    *(f"{piece}-{file}{rank}" for piece in ("a1", "b2") for file in "abcde" for rank in range(1, 9)),
]


def screen(width: int = 80) -> tuple[Screen, io.StringIO]:
    out = io.StringIO()
    return Screen(
        registry.find("sandlot"), Console(file=out, width=width, highlight=False, markup=False)
    ), out


def asked(keys: list[str]) -> Choose:
    return Choose(0, "move", LazyMenu(keys, lambda key: Option(key, f"Move {key}")), "Your move")


def test_many_options_are_put_together_by_how_they_begin() -> None:
    shown, out = screen()
    assert shown.options(asked(SQUARES)) == len(SQUARES)
    lines = out.getvalue().splitlines()
    assert lines[0].split() == ["Move", "end-turn"]
    assert lines[1].split()[:7] == ["Move,", "from", "a1:", "a1-a1", "a1-a2", "a1-a3", "a1-a4"]
    assert max(map(len, lines)) <= 80
    assert not use_numbers(SQUARES), "numbers that are not shown mean nothing"
    with pytest.raises(IllegalAnswer):
        find_key(asked(SQUARES), "7")


def test_options_that_begin_alike_stand_together_with_their_numbers_while_these_are_short() -> None:
    shown, out = screen()
    keys = ["go", *(f"rush:B{back}:lane{n}" for back in "LR" for n in range(1, 9)), "pass:WL1", "pass:WR1"]
    keys += [f"screen:BL:lane{n}" for n in range(1, 12)]
    assert len(keys) == SOME + 2 and shown.options(asked(keys)) == len(keys)
    lines = out.getvalue().splitlines()
    assert lines[0].split() == ["1)", "Move", "go"]
    assert lines[1].split()[:5] == ["Move:", "2)", "rush:BL:lane1", "3)", "rush:BL:lane2"]
    assert max(map(len, lines)) <= 80
    assert find_key(asked(keys), "3") == "rush:BL:lane2" and find_key(asked(keys), "19") == "pass:WR1"


def test_a_list_of_some_length_stands_in_columns_and_the_rest_is_paged() -> None:
    shown, out = screen()
    keys = [f"option{n:03}" for n in range(400)]
    assert group_keys(keys) == {}
    first = shown.options(asked(keys))
    assert 60 < first < 400
    assert f"... and {400 - first} more" in out.getvalue()
    rest = shown.options(asked(keys), first)
    while rest < 400:
        rest = shown.options(asked(keys), rest)
    text = out.getvalue()
    assert all(key in text for key in keys)
    assert max(map(len, text.splitlines())) <= 80


@given(
    st.lists(st.from_regex(r"[a-z]{1,3}[0-9]?[-:>*][a-z0-9]{1,4}", fullmatch=True), unique=True, min_size=1)
)
def test_grouping_loses_no_option(keys: list[str]) -> None:
    groups = group_keys(keys)
    if groups:
        again = [start + end for start, ends in groups.items() for end in ends]
        assert sorted(again) == sorted(keys)


def test_an_option_is_told_in_words() -> None:
    assert option_cell(Option("short-pass", "Short pass"), 3) == " 3 Short pass"
    assert option_cell(Option("short-pass", ""), 3) == " 3 short pass"
    assert option_cell(Option("5-3-bear", "5-3 Bear"), 12) == "12 5-3 Bear"
    assert option_cell(Option("add:3", "+3"), None) == "+3"


def test_a_game_without_a_picture_shows_its_view() -> None:
    view = {"status": "Q1 3:40", "scores": [7, 0], "hand": [], "note": None, "ball_on": {"yard": 20}}
    assert view_text(view, 80) == "Q1 3:40\nscores 7, 0; ball on yard 20"


def test_sums_and_rules_are_said_more_quietly_and_nothing_is_too_wide() -> None:
    out = io.StringIO()
    console = Console(file=out, width=40, force_terminal=True, color_system="standard", highlight=False)
    line = "A rather long line of play-by-play that wraps."
    shown = Screen(registry.find("sandlot"), console)
    shown.events([Note(line=line, sum=(Term("die", 4), Term("", 4)), rules=("SL-3.2",))])
    plain, dim = out.getvalue().split("\x1b[2m")
    assert " ".join(plain.split()) == line
    assert " ".join(dim.replace("\x1b[0m", "").split()) == "[die 4 = 4] (SL-3.2)"


def test_a_broken_game_does_not_hide_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = registry.Folder("brokengame", tmp_path)
    shelf = {**registry.list_games(), "brokengame": broken}
    monkeypatch.setattr(registry, "list_games", lambda: shelf)
    text = games_text(80)
    assert "brokengame: cannot be read: No module named" in text
    assert "Sandlot" in text


def test_help_is_fast_because_nothing_heavy_is_loaded() -> None:
    code = (
        "import sys\nfrom fieldhouse.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        "heavy = {'numpy', 'numba', 'scipy', 'litestar', 'sqlalchemy', 'pyarrow', 'distributed', 'rich'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr == "[]\n"


def test_how_many_is_many() -> None:
    assert group_keys(SQUARES) and len(SQUARES) > MANY
    assert use_numbers(SQUARES[:MANY])


def test_a_number_at_a_question_of_cards_is_a_rank_and_never_a_place_in_the_list() -> None:
    cards = asked(["2H", "9S", "10D", "KD", "AC", "fill"])
    assert not use_numbers(list(cards.keys))
    assert find_key(cards, "10") == "10D" and find_key(cards, "2") == "2H"
    with pytest.raises(IllegalAnswer):
        find_key(cards, "3")


def test_labels_that_begin_alike_are_told_once() -> None:
    """TG-10.2: twenty calls in ten lines, so that the field stays on the screen."""
    keys = [f"{play}-{man}" for play in ("RI", "RO", "FP", "SP", "LP") for man in ("HB", "LE", "RE", "NK")]
    words = {"HB": "key the halfback", "LE": "key the left end", "RE": "key the right end", "NK": "no key"}
    calls = Choose(
        0, "call", LazyMenu(keys, lambda key: Option(key, f"Guard {key[:2]}, {words[key[3:]]}")), "Call"
    )
    shown, out = screen()
    assert shown.options(calls) == 20
    lines = out.getvalue().splitlines()
    assert lines[0].split()[:4] == ["Guard", "RI", "1", "key"] and len(lines) <= 10
    assert find_key(calls, "5") == "RO-HB"


def test_a_picture_gives_up_its_last_blocks_before_its_first() -> None:
    picture = "score\n\nfield\nfield\nfield\n\nlast\n\nmen\nmen\nmen\nmen"
    assert first_blocks(picture, 40) == picture
    assert first_blocks(picture, 9) == "score\n\nfield\nfield\nfield\n\nlast"
    assert first_blocks(picture, 1) == "score\n\nfield\nfield\nfield"


@pytest.mark.parametrize("name", sorted(registry.list_all_games()))
def test_no_menu_at_the_terminal_shows_a_key(name: str) -> None:
    """Every option is told in its label's words; a card, a square and a number are words of the game."""
    folder = registry.find(name)
    table: Table[Any] = Table(folder.open(length=folder.meta.tiny), FastDice(3))
    rng = Random(3)
    for _ in range(120):
        if not table.pending_seats:
            break
        question = table.request_for(table.pending_seats[0])
        assert question is not None
        shown, out = screen()
        shown.options(question, whole=True)
        printed = set(re.split(r"[\s;`]+", out.getvalue()))
        for option in question.menu.options():
            plain = set(re.split(r"\s+", option.label))
            assert option.key not in printed - plain or option.key.isalnum(), (
                f"{question.prompt} {option.key}"
            )
        quick = [key for key in ("fill", "ready", "end-turn") if key in question.menu]
        table.answer(question.seat, quick[0] if quick and rng.random() < 0.6 else rng.choice(question.keys))


def test_words_of_a_long_menu_are_an_answer() -> None:
    """SQ-5.1: a man's number and the square; fewer words list what they fit, in words."""
    labels = {f"e4-{to}": f"Tight end 88 runs to {to}" for to in ("d1", "e1", "f10", "f1")}
    moves = Choose(0, "move", LazyMenu(list(labels), lambda key: Option(key, labels[key])), "Your move")
    assert find_key(moves, "88 d1") == "e4-d1" and find_key(moves, "tight end f1") == "e4-f1"
    with pytest.raises(AmbiguousAnswer) as unclear:
        find_key(moves, "tight end 88")
    assert unclear.value.words[0] == "1 Tight end 88 runs to d1"
    with pytest.raises(IllegalAnswer):
        find_key(moves, "to")
