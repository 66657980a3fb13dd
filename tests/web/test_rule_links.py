"""Whatever rule a game names while it is played can be read: in the terminal and where its link leads."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from fieldhouse.cli.terminal.rulebook import look_up
from fieldhouse.games.redboar.board.text import dice_words
from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.table import Table
from fieldhouse.web.learn.rule_links import rule_address, rules_address
from fieldhouse.web.learn.rules import rules_html

GAMES = ("cardbowl", "fastdrive", "redboar", "squares", "thegrid")


def named_rules(table: Table[Any], rng: Random) -> set[str]:
    """The rules of every question, option and event of a game played at random."""
    found: set[str] = set()
    while table.outcome is None:
        seat = rng.choice(table.pending_seats)
        asked = table.request_for(seat)
        assert asked is not None
        keys = asked.keys
        found |= {asked.rule, asked.menu.option(key := keys[rng.randrange(len(keys))]).rule}
        table.answer(seat, key)
    for event in table.events:
        found.update(getattr(event, "rules", ()))
    return {*found, table.outcome.rule} - {""}


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_that_play_names_can_be_read(name: str) -> None:
    """Also tables of the catalogue that are headings, such as RB-20.4: the kickoff names it."""
    folder = registry.find(name)
    spots = {
        rules_address(folder, number): set(re.findall(r'id="([^"]+)"', page))
        for number, page in enumerate(rules_html(folder).pages, 1)
    }
    named = {option.rule for option in folder.meta.options if option.rule}
    for options in ({}, {"mode": "dice"}) if name == "redboar" else ({},):
        game = folder.open({**folder.meta.lengths[folder.meta.tiny], **options})
        for seed in range(4 if name == "squares" else 12):
            named |= named_rules(Table(game, FastDice(seed)), Random(seed))
    assert len(named) > 8
    for rule in sorted(named):
        text = look_up(folder, rule)
        assert text.startswith(rule) and len(text) > len(rule) + 8, rule
        path, _, anchor = rule_address(rule, name).partition("#")
        assert anchor in spots[path], rule


@pytest.mark.parametrize("seed", range(6))
def test_the_terminal_names_no_card_dice_after_a_kick(seed: int) -> None:
    """RB-7.2: a punt, kickoff or try uses no cards; the modifier die of the play before is not its own."""
    folder = registry.find("redboar")
    game = folder.open({"mode": "cards", "quarters": 1, "minutes": 6})
    table, rng = Table(game, FastDice(seed)), Random(seed)
    last: Event | None = None
    while table.outcome is None:
        (seat, *_) = table.pending_seats
        asked = table.request_for(seat)
        assert asked is not None
        keys = asked.keys
        table.answer(seat, "punt" if "punt" in keys and rng.random() < 0.5 else rng.choice(keys))
        rolled = [event for event in table.events if type(event).__name__ in ("Kicked", "Snap", "Kick")]
        last = rolled[-1] if rolled else last
        if last is not None and getattr(last, "what", "") in ("punt", "kickoff") and table.view()["total"]:
            assert "modifier die" not in dice_words(table.view())
            assert "break die" not in dice_words(table.view())


def test_gridirons_guide_names_the_plays_that_take_ten_seconds() -> None:
    """RB-5.3: the guide and the lesson say that only the Long pass and both tries take ten seconds."""
    folder = registry.find("redboar")
    charts = folder.open().setup.materials
    short = {name for name, card in charts["offense_cards"].items() if card["clock"] == 10}
    assert short == {"LONG"}
    assert {charts["special_teams"][what]["clock"] for what in ("try_kick", "try_conversion")} == {10}
    said = "Only the Long pass, the extra point and the two-point conversion take 10"
    assert said in folder.how_to_play
    lesson = (folder.path / "lesson.toml").read_text(encoding="utf-8")
    assert "Only the Long pass takes 10 seconds" in lesson and "only ten seconds, caught or not" in lesson
