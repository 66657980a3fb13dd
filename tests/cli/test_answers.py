"""From what is typed to keys: numbers, starts, labels, dice added up; and what is unclear or refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldhouse.cli.terminal.answers import AmbiguousAnswer, find_key, find_roll, keys_by_parts
from fieldhouse.cli.terminal.menus import use_numbers
from fieldhouse.kernel.errors import IllegalAnswer
from fieldhouse.kernel.requests import TWO_D6, Choose, Draw, Menu, Option, Refusal, Roll

MENU = Menu(
    [
        Option("short-pass", "Throw a short pass"),
        Option("short-run", "Run up the middle"),
        Option("punt", "Kick it away"),
    ],
    [Refusal("Field-Goal", "too far away", "XX-1.1")],
)
ASKED = Choose(0, "call", MENU)
NUMBERS = Choose(0, "bid", Menu([Option("3", "three"), Option("1", "one"), Option("10", "ten")]))


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("punt", "punt"),
        ("1", "short-pass"),
        ("3", "punt"),
        ("PU", "punt"),
        ("short-r", "short-run"),
        ("kick", "punt"),
    ],
)
def test_what_was_meant(typed: str, key: str) -> None:
    assert find_key(ASKED, typed) == key


def test_a_start_that_several_options_share_is_unclear() -> None:
    with pytest.raises(AmbiguousAnswer) as unclear:
        find_key(ASKED, "short")
    assert unclear.value.fits == ["short-pass", "short-run"]


def test_a_refused_option_gives_the_games_own_reason_whatever_its_case() -> None:
    with pytest.raises(IllegalAnswer, match=r"too far away \(XX-1.1\)"):
        find_key(ASKED, "field-goal")


def test_a_number_past_the_list_is_refused() -> None:
    with pytest.raises(IllegalAnswer, match="not an option here"):
        find_key(ASKED, "4")


def test_keys_that_are_numbers_mean_themselves_and_are_not_numbered() -> None:
    assert not use_numbers(list(NUMBERS.keys))
    assert find_key(NUMBERS, "1") == "1"
    assert find_key(NUMBERS, "10") == "10"
    with pytest.raises(IllegalAnswer):
        find_key(NUMBERS, "2")


def test_an_exact_key_wins_over_a_longer_one() -> None:
    asked = Choose(0, "x", Menu([Option("run", "Run"), Option("run-wide", "Run wide")]))
    assert find_key(asked, "run") == "run"


def test_where_keys_differ_in_a_number_only_that_number_is_meant_and_no_place_in_the_list() -> None:
    asked = Choose(0, "run-off", Menu([Option(f"run-off:{n}", f"{n} intervals") for n in (7, 2, 3, 10)]))
    assert not use_numbers(list(asked.keys))
    assert find_key(asked, "7") == "run-off:7" and find_key(asked, "run-off:2") == "run-off:2"
    with pytest.raises(IllegalAnswer):
        find_key(asked, "1")
    mixed = Choose(0, "punt", Menu([Option(key, key) for key in ("cards:1", "cards:2", "out:1")]))
    assert use_numbers(list(mixed.keys)) and find_key(mixed, "3") == "out:1"


RUNS = ["go", "rush:BF:lane2", "rush:BT:lane2", "rush:BT:lane2-3", "LT>lane1", "pass:WL1"]


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("rush BT 2", "rush:BT:lane2"),
        ("rush bt 2-3", "rush:BT:lane2-3"),
        ("r BT 2", "rush:BT:lane2"),
        ("rush BT lane2", "rush:BT:lane2"),
        ("lt 1", "LT>lane1"),
        ("pass WL1", "pass:WL1"),
        ("rush:BF:2", "rush:BF:lane2"),
    ],
)
def test_the_parts_of_a_key_may_be_typed_as_words_by_beginning_or_number(typed: str, key: str) -> None:
    asked = Choose(0, "execute", Menu([Option(run, run) for run in RUNS]))
    assert find_key(asked, typed) == key


def test_words_that_fit_several_keys_are_unclear_and_words_that_fit_none_are_not_a_key() -> None:
    assert keys_by_parts(RUNS, "rush B 2") == ["rush:BF:lane2", "rush:BT:lane2"]
    assert keys_by_parts(RUNS, "go go") == keys_by_parts(RUNS, "rush BT") == keys_by_parts(RUNS, "go") == []


def test_dice_are_typed_as_a_total_or_added_up() -> None:
    roll = Roll(TWO_D6, "play", "the play dice")
    assert find_roll(roll, "7") == "7"
    assert find_roll(roll, "3+4") == "7"
    with pytest.raises(IllegalAnswer, match="the play dice gives one of 2, 3, 4"):
        find_roll(roll, "13")
    with pytest.raises(IllegalAnswer):
        find_roll(roll, "")


def test_a_one_is_not_taken_for_the_start_of_ten() -> None:
    with pytest.raises(IllegalAnswer):
        find_roll(Roll(TWO_D6, "play"), "1")


def test_a_card_is_typed_by_its_start() -> None:
    draw = Draw(("TRICK", "TRAP", "PASS", "PASS"), "deal")
    assert find_roll(draw, "p") == "PASS"
    assert find_roll(draw, "tric") == "TRICK"
    with pytest.raises(AmbiguousAnswer):
        find_roll(draw, "tr")


@given(st.text(max_size=12))
def test_anything_typed_is_a_key_or_a_clear_refusal(typed: str) -> None:
    try:
        said = find_key(ASKED, typed)
    except (AmbiguousAnswer, IllegalAnswer) as refused:
        said = str(refused)
    assert said in ASKED.keys or repr(typed)[1:-1] in said
