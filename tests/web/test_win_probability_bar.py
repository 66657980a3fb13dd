"""The win-chance bar: for everybody against a coach, between two people only if both want it."""

from __future__ import annotations

import asyncio
import re

import msgspec
import pytest
from markupsafe import Markup
from tests.web.test_tells import house, table_by_link

from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import NotYourTurn
from fieldhouse.kernel.events import HouseNote
from fieldhouse.kernel.table import Table
from fieldhouse.lab.win_probability.files import ready_estimator
from fieldhouse.web import win_probability_bar
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.lobby.games import quick_length
from fieldhouse.web.table_page.hint_overlay import mark_answers
from fieldhouse.web.table_page.page import TablePage, Visit, table_page

__all__ = ["house"]


def test_two_people_see_the_bar_only_when_both_have_asked_for_it(house: TableService) -> None:
    """It is help, as hints are. Each says so in the play-by-play; either may take it back."""

    async def play() -> None:
        table = await table_by_link(house, "redboar")
        live = await house.get(table)
        live.win_probability.estimator = ready_estimator(live.game)

        def shown(seat: int | None) -> bool:
            found = win_probability_bar.win_probability_bar(
                live, seat, () if seat is None else (seat,), refused=False
            )
            assert found is not None
            assert (found.chance is not None) == found.shown == win_probability_bar.hints_agreed(live)
            return found.shown

        assert not any(map(shown, (0, 1, None)))
        with pytest.raises(NotYourTurn, match="Both players have to agree to hints"):
            win_probability_bar.check_hints_agreed(live)
        await win_probability_bar.set_hints_wanted(house, table, 0, wanted=True)
        assert not any(map(shown, (0, 1, None))) and win_probability_bar.wants_hints(live, 0)
        said = [event.text() for event in live.game_table.events_for(1)]
        assert said.count(f"{live.seat_name(0)} {win_probability_bar.WANTED}") == 1
        await win_probability_bar.set_hints_wanted(house, table, 0, wanted=True)  # once is enough
        assert [event.text() for event in live.game_table.events_for(1)] == said
        await win_probability_bar.set_hints_wanted(house, table, 1, wanted=True)
        assert all(map(shown, (0, 1, None)))
        win_probability_bar.check_hints_agreed(live)
        await win_probability_bar.set_hints_wanted(house, table, 0, wanted=False)
        assert not any(map(shown, (0, 1, None)))

    asyncio.run(play())


@pytest.mark.parametrize("name", sorted(registry.list_games()))
def test_every_game_that_play_now_begins_has_its_win_chances_from_the_first_question(name: str) -> None:
    """Whoever sits down reads a chance, not that it is being worked out: the default charts ship theirs."""
    folder = registry.find(name)
    if folder.part("features") is None:
        return
    table = Table(folder.open(length=quick_length(folder)), FastDice(7))
    estimator = ready_estimator(table.game)
    assert estimator is not None
    note = estimator.inputs(table.game.load(table.last_frame.snapshot))
    assert note is not None and 0.3 < estimator.win_probabilities([note])[0] < 0.7


def test_a_hint_is_drawn_on_what_it_names() -> None:
    """By the key of an answer, or by the squares that a turn names; nothing else is touched."""
    svg = Markup('<g data-key="punt"/><g data-key="play"/><rect data-square="f7"/><rect data-square="f8"/>')
    found = str(mark_answers(svg, {"punt"}, {"f7"}))
    assert found.count("data-hinted") == 2
    assert (
        '<g data-key="punt" data-hinted=""/>' in found and '<rect data-square="f7" data-hinted=""/>' in found
    )


def test_a_hint_is_drawn_on_one_page_and_an_answer_draws_the_board_anew(house: TableService) -> None:
    """What was drawn for one look serves the next: a hint is no part of it, and no answer is missing."""

    def fields(page: TablePage) -> list[str]:
        return [str(part.svg) for part in page.board.field]

    async def play() -> None:
        table = await table_by_link(house, "squares")
        live = await house.get(table)
        runs: list[str] = []
        while not runs:  # kick-off and line-up come first
            seat = live.game_table.pending_seats[0]
            asked = live.game_table.request_for(seat)
            assert asked is not None
            if not (runs := [key for key in asked.keys if re.fullmatch(r"[a-k]\d+-[a-k]\d+", key)]):
                await house.answer(table, seat, [asked.keys[0]], live.game_table.sequence(seat))
        before = fields(table_page(live, Visit(held=(seat,))))
        hinted = table_page(live, Visit(held=(seat,), hinted=runs[:1]))
        assert "data-hinted" in fields(hinted)[0] and fields(table_page(live, Visit(held=(seat,)))) == before
        watched = fields(table_page(live, Visit()))
        await house.answer(table, seat, runs[:1], live.game_table.sequence(seat))
        assert fields(table_page(live, Visit())) != watched

    asyncio.run(play())


def test_in_a_mirror_match_one_players_consent_counts_for_one(house: TableService) -> None:
    """Both teams have the same name: hints stay closed until the other player has agreed as well."""

    async def play() -> None:
        teams: dict[str, bool | int | str] = {"home": "chicago-1985", "away": "chicago-1985"}
        table = await table_by_link(house, "fastdrive", options=teams)
        live = await house.get(table)
        names = live.game_table.scoreboard().teams
        assert names[0] == names[1]
        await win_probability_bar.set_hints_wanted(house, table, 0, wanted=True)
        assert win_probability_bar.wants_hints(live, 0) and not win_probability_bar.wants_hints(live, 1)
        assert not win_probability_bar.hints_agreed(live)
        await win_probability_bar.set_hints_wanted(house, table, 1, wanted=True)
        assert win_probability_bar.hints_agreed(live)
        house.forget(table)  # as after a restart
        assert win_probability_bar.hints_agreed(await house.get(table))

    asyncio.run(play())


def test_a_table_from_an_older_store_keeps_the_consent_that_its_play_by_play_tells(
    house: TableService,
) -> None:
    async def play() -> None:
        table = await table_by_link(house, "redboar")
        live = await house.get(table)
        live.seats = [msgspec.structs.replace(chair, hints_wanted=None) for chair in live.seats]
        assert not win_probability_bar.wants_hints(live, 0)
        live.game_table.say(HouseNote(line="Red would like to see the win chances."))
        assert win_probability_bar.wants_hints(live, 0) and not win_probability_bar.wants_hints(live, 1)
        live.game_table.say(HouseNote(line="Red would rather play without the win chances."))
        assert not win_probability_bar.wants_hints(live, 0)

    asyncio.run(play())


def test_consent_at_a_table_with_a_deadline_before_the_first_answer_moves_no_clock(
    house: TableService,
) -> None:
    async def play() -> None:
        table = await table_by_link(house, "redboar", deadline=60)
        before = (await house.get(table)).row.deadline_at
        live = await win_probability_bar.set_hints_wanted(house, table, 0, wanted=True)
        assert before is not None and live.row.deadline_at == before

    asyncio.run(play())
