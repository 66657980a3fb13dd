"""The world a coach is given: its seat's own, never the real one (`kernel/world.py`)."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from fieldhouse.kernel import observation
from fieldhouse.kernel.coaches import CoachView, PolicyCoach, RandomCoach, ask_coach, coach_view
from fieldhouse.kernel.conformance import worlds
from fieldhouse.kernel.conformance.random_games import open_tiny, sample_points
from fieldhouse.kernel.conformance.worlds import coaches_get_another_world
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import NoOtherWorld
from fieldhouse.kernel.events import render
from fieldhouse.kernel.registry import Folder, find
from fieldhouse.kernel.requests import Choose, Together
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.world import table_walker, world_for

SANDLOT = find("sandlot")


def asked(table: Table[Any], seat: int) -> Choose:
    """What this seat is asked, which is something."""
    found = table.request_for(seat)
    assert found is not None
    return found


def at_the_cards() -> Table[Any]:
    """A table of Sandlot where both sides are asked for a card, and seat 0 has laid one face down."""
    table: Table[Any] = Table(SANDLOT.open(length="tiny"), FastDice(5))
    while not table.together:
        seat = table.pending_seats[0]
        table.answer(seat, asked(table, seat).keys[-1])
    table.answer(0, asked(table, 0).keys[0])
    return table


def test_a_card_laid_face_down_is_not_in_the_world() -> None:
    table = at_the_cards()
    assert table.face_down_seats == (0,)
    world = world_for(table, 1)
    assert world is not None
    assert isinstance(world.request, Together)
    assert {part.seat for part in world.request.parts} == {0, 1}
    assert all(given.seat is None or 1 not in given.hidden_from for given in world.frame.given)


def test_where_no_other_world_is_found_the_coach_gets_none_and_answers_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(*_: object) -> Any:
        raise NoOtherWorld("never")

    monkeypatch.setattr(SANDLOT.game, "determinize", never)
    table = at_the_cards()
    assert coach_view(table, 1).world is None

    def must_not(request: Choose, state: Any) -> str:
        raise AssertionError("a policy was given a state")

    ask_coach(table, 1, PolicyCoach(must_not, 1))
    assert table.sequence(1) > 0


def test_no_world_is_dealt_for_a_coach_that_looks_on() -> None:
    given: list[CoachView] = []

    class Onlooker(RandomCoach):
        def answer(self, request: Choose, seen: CoachView) -> str:
            given.append(seen)
            return super().answer(request, seen)

    ask_coach(at_the_cards(), 1, Onlooker(1))
    assert given[0].world is None and given[0].view["scores"] == [0, 0]


def test_no_view_is_made_for_a_coach_that_reads_the_state_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    table = at_the_cards()
    before = table.sequence(1)

    def first_card(request: Choose, state: Any) -> str:
        return request.keys[0]

    monkeypatch.setattr(type(table), "view", None)
    ask_coach(table, 1, PolicyCoach(first_card, 1))
    assert table.sequence(1) > before


def test_the_world_of_a_coach_that_reads_the_state_alone_holds_nothing_of_earlier_plays() -> None:
    table = at_the_cards()
    while table.last_frame.events == 0:
        seat = table.pending_seats[0]
        table.answer(seat, asked(table, seat).keys[0])
    seat = table.pending_seats[0]
    full, bare = coach_view(table, seat).world, coach_view(table, seat, view=False).world
    assert full is not None and bare is not None
    assert full.state == bare.state and full.keys == bare.keys
    assert full.events[full.frame.events :] == bare.events and full.frame.events > 0


def test_where_nothing_is_hidden_it_gets_the_state_and_no_world() -> None:
    table: Table[Any] = Table(find("squares").open(length="tiny"), FastDice(5))
    seen = coach_view(table, table.pending_seats[0], view=False)
    assert seen.world is None and seen.covered == table.state and seen.covered is not table.state


def several(folder: Folder) -> None:
    """The check on five games."""
    for seed in range(5):
        coaches_get_another_world(folder, seed)


def keeps_the_hand(game: Any, s: Any, now: Any, given: Any, seat: int, rng: Random) -> Any:
    """A bad re-deal: the real hands."""
    return s, given


def shuffles_unsorted(game: Any, s: Any, now: Any, given: Any, seat: int, rng: Random) -> Any:
    """A bad re-deal: from the dice and its outcome one could reckon back to the real hand."""
    unseen = s.hands[1 - seat] + s.pile
    rng.shuffle(unseen)
    size = len(s.hands[1 - seat])
    s.hands[1 - seat], s.pile = unseen[:size], unseen[size:]
    return super(type(game), game).determinize(s, now, given, seat, rng)


@pytest.mark.parametrize(
    ("determinize", "fault"),
    [(keeps_the_hand, "all worlds are the same|cannot know"), (shuffles_unsorted, "cannot know")],
)
def test_the_check_finds_a_redeal_that_gives_secrets_away(
    monkeypatch: pytest.MonkeyPatch, determinize: Any, fault: str
) -> None:
    coaches_get_another_world(SANDLOT, 1)
    monkeypatch.setattr(SANDLOT.game, "determinize", determinize)
    with pytest.raises(AssertionError, match=fault):
        several(SANDLOT)


def test_the_check_finds_a_table_that_hands_over_its_own_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, "world_for", table_walker)
    with pytest.raises(AssertionError, match=r"cannot know|handed over"):
        several(find("redboar"))


def test_where_nothing_is_hidden_the_world_is_a_copy() -> None:
    table: Table[Any] = Table(find("squares").open(length="tiny"), FastDice(1))
    seat = table.pending_seats[0]
    world = coach_view(table, seat).world
    assert world is not None and world.state == table.state and world.state is not table.state


@pytest.mark.parametrize("name", ["redboar", "cardbowl", "thegrid"])
def test_reworded_play_by_play_deals_the_same_worlds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(open_tiny(find(name)), FastDice(3))
    points = [(table.copy(), seat) for seat in sample_points(table, Random(3), 0.5)][:60]
    before = [_deal(*point) for point in points]
    assert len(set(before)) > 1
    monkeypatch.setattr(observation, "render", lambda event: f"In other words: {render(event)}")
    view = type(table.game).view
    monkeypatch.setattr(type(table.game), "view", lambda *args: _reword(msgspec.to_builtins(view(*args))))
    assert [_deal(*point) for point in points] == before


def _deal(table: Table[Any], seat: int) -> tuple[bytes, ...] | None:
    world = world_for(table, seat)
    if world is None:
        return None
    return world.frame.snapshot, *(given.key.encode() for given in world.frame.given if given.key)


def _reword(plain: Any) -> Any:
    """The same view, each sentence in it said otherwise."""
    if isinstance(plain, dict):
        return {key: _reword(value) for key, value in plain.items()}
    if isinstance(plain, list):
        return [_reword(value) for value in plain]
    return f"{plain}, to say it again" if isinstance(plain, str) and " " in plain else plain
