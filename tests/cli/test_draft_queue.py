"""Wishes and autopick at the terminal, in a draft and an auction."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from fieldhouse.kernel import record as records
from fieldhouse.kernel.entries import Chosen


def test_the_list_answers_first_and_then_the_manager(
    fieldhouse: Callable[..., Result], tmp_path: Path
) -> None:
    """TG-4.5: the first pick is the wish; autopick takes the draft to its end."""
    place = str(tmp_path / "draft.json")
    typed = "queue CAN-64\nqueue ^CAN-25\nwish -CAN-64\nautopick on\n"
    done = fieldhouse(
        "play", "thegrid-draft", "--length", "tiny", "--dice", "3", "--save", place, "--script", "-",
        typed=typed,
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    found = records.parse_record((tmp_path / "draft.json").read_bytes())
    mine = [entry.key for entry in found.entries if isinstance(entry, Chosen) and entry.seat == 0]
    assert mine[0] == "CAN-25" and found.outcome is not None
    assert "Autopick is on." in done.output


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("queue nobody", "is not in the pool"),
        ("queue CAN-2", "fits several players"),
        ("wish CAN-22 12", "no price here"),
        ("autopick maybe", "type `autopick off`, `autopick once` or `autopick on`"),
    ],
)
def test_a_wish_that_cannot_be_is_refused_in_words(
    fieldhouse: Callable[..., Result], line: str, words: str
) -> None:
    done = fieldhouse(
        "play", "thegrid-draft", "--length", "tiny", "--dice", "3", "--script", "-",
        typed=f"{line}\nautopick on\n",
    )  # fmt: skip
    assert words in " ".join(done.output.split()) and done.exit_code == 0


def test_another_game_has_no_wishes(fieldhouse: Callable[..., Result]) -> None:
    done = fieldhouse("play", "redboar", "--length", "tiny", "--dice", "3", "--script", "-", typed="wish\n")
    assert "has no draft queue" in done.output
