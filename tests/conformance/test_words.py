"""What a person reads, in every game and at every seat: football words, and no letter too small to read.

Random positions are walked and everything that a front shows is looked at: prompts, options and their help,
refusals, events with their sums, status lines, labels of parts and cards, and the letters in the pictures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.walked import walked

import fieldhouse
from fieldhouse.football.parts import Part
from fieldhouse.kernel import registry
from fieldhouse.kernel.events import sum_text
from fieldhouse.kernel.requests import Choose
from fieldhouse.kernel.table import Table

HOUSE = Path(fieldhouse.__file__).parent
GAMES = sorted(name for name, folder in registry.list_games().items() if folder.path.is_relative_to(HOUSE))
"""The house's own games; folders that other tests lay beside them speak as their authors wish."""
CODE = re.compile(
    r"->|=>|_"  # arrows, and names of programs
    r"|\b[A-Z]{3,}\b"  # a constant; the abbreviations people say are listed below
    r"|\b(?!Q\d)[A-Z]{1,3}\d\b"  # a slot: WR1; a quarter is Q1
    r"|\b(?:[LR][TGE]|TE[LR]|B[LRFT]|[SOI][LR]|QB|HB|DS|NK)\b"  # places
    r"|\bD[+-]?\d\b|[A-Za-z][+]\w"  # a column of the line: D+7
    r"|\b\w+:\w+:\w+\b|\w>\w"  # a key of several parts
    r"|@|(?<!st )(?<!nd )(?<!rd )(?<!th )&"  # the notes' shorthand, but not 1st & 10
    r"|\([a-z]+\) "  # words for two cases at once: No (more) cards
    r"|\b(?:your|their|own|opponent's|opponents') (?:-\d|5[1-9]\b|[6-9]\d\b)"  # no line: your -3, your 67
)
SAID = {"AFC", "NFC", "NFL", "USFL", "AFL", "INT", "FUM", "QB"}
"""Abbreviations that stand in print. A card's drawing says INT where there is no room for the word."""


def faults(words: str, names: frozenset[str]) -> list[str]:
    """What of it nobody would say."""
    plain = words
    for name in names:
        plain = plain.replace(name, "")
    return [found for found in CODE.findall(plain) if found not in SAID]


def asked(request: Choose) -> Iterator[str]:
    """The question and its answers, as a person reads them."""
    yield request.prompt
    yield request.help
    for option in request.menu.options():
        yield option.label
        yield option.help
    for refused in request.menu.refusals():
        yield refused.label or refused.key.replace("-", " ")
        yield refused.reason


def shown(parts: list[Part]) -> Iterator[str]:
    """The labels and lines of the parts; the letters in a picture are words in themselves."""
    for part in parts:
        yield part.label
        yield from (face.label for face in part.faces)
        yield from (cell for row in (*part.rows, *part.table) for cell in row)
        yield from re.findall(r"<title>([^<]*)</title>", part.svg)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_a_person_reads_is_a_key_or_a_code(name: str) -> None:
    parts = registry.find(name).board.parts
    wrong: dict[str, list[str]] = {}
    last: Table[Any] | None = None
    for seed in range(4):
        for place, (table, seat, request) in enumerate(walked(name, seed, 220)):
            names = frozenset((*table.scoreboard(seat).teams, *table.game.seats))
            read = [*asked(request), table.scoreboard(seat).status]
            if place % 5 == 0:
                read += shown(list(parts(table.view(seat), request.keys)))
                read += shown(list(parts(table.view(None), ())))
            wrong.update({words: found for words in read if (found := faults(words, names))})
            last = table
        assert last is not None
        for event in last.events_for(None):
            if not event.quiet:
                read = [event.text(), sum_text(event.sum)]
                wrong.update({words: found for words in read if (found := faults(words, names))})
    assert not wrong, f"{len(wrong)} texts, for example {list(wrong.items())[:12]}"


@pytest.mark.parametrize("name", GAMES)
def test_an_answer_that_has_a_picture_is_that_picture_once(name: str) -> None:
    """No key is a card twice, and none is both a card in the tray and a place on the board."""
    parts = registry.find(name).board.parts
    for table, seat, request in walked(name, 9, 160):
        found = list(parts(table.view(seat), request.keys))
        whole = [part for part in found if part.area == "hand" and not part.half]
        cards = [(face.key, face.then) for part in whole for face in part.faces if face.key in request.menu]
        held = table.scoreboard(seat).hand
        once = {card for card in cards if held.count(card[0]) < 2 and not card[1]}
        assert all(cards.count(card) == 1 for card in once), cards
        drawn = [key for part in found for key in re.findall(r'data-key="([^"]*)"', part.svg)]
        assert len(drawn) == len(set(drawn)) and not set(drawn) & {key for key, _ in cards}
        labels = [option.label for option in request.menu.options()]
        assert len(labels) == len(set(labels)), sorted(one for one in labels if labels.count(one) > 1)


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_of_an_option_is_said_in_words(name: str) -> None:
    """A set-up page shows them; teams have a sentence each there."""
    folder = registry.find(name)
    lobby = folder.part("lobby")
    teams = lobby.sentences() if lobby is not None and hasattr(lobby, "sentences") else {}
    for spec in folder.meta.options:
        for words in map(spec.value_text, spec.choices if spec.name not in teams else ()):
            assert not faults(words, frozenset()) and not re.search(r"[a-z]\d", words), (spec.name, words)
