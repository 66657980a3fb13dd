"""Tables: answers, refusals, sequence numbers, batches, undo, ties, concessions, copies."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.kernel import shelf

from fieldhouse.kernel.dice import FastDice, ScriptedDice, TypedDice
from fieldhouse.kernel.errors import BatchRefused, IllegalAnswer, NoOtherWorld, NotYourTurn, StaleAnswer
from fieldhouse.kernel.events import render
from fieldhouse.kernel.game import Game, Outcome, Setup, State, View
from fieldhouse.kernel.meta import Meta
from fieldhouse.kernel.requests import Choose, Menu, Option, Rules
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.kernel.table import Table


def test_both_seats_are_asked_at_once_and_neither_sees_the_other() -> None:
    table = shelf.scripted()
    assert table.pending_seats == (0, 1)
    before = table.observation(1)
    table.answer(0, "RUN")
    assert table.pending_seats == (1,)
    other = shelf.scripted()
    other.answer(0, "TRICK")
    assert table.observation(1) == other.observation(1) != before


def test_an_answer_runs_to_the_next_question() -> None:
    table = shelf.scripted(5, "RUN", "PASS")
    table.answer(0, "RUN")
    table.answer(1, "PASS")
    assert table.state.to_go == 30 - 10
    assert "10 yards, 20 to go" in render(table.events_for(None)[-1])
    assert table.pending_seats == (0, 1)


def test_an_illegal_key_is_refused_with_the_options() -> None:
    table = shelf.scripted()
    with pytest.raises(IllegalAnswer, match="the options are: PASS, RUN, TRICK"):
        table.answer(0, "PUNT")


def test_a_refused_option_says_why_and_names_the_rule() -> None:
    table = shelf.scripted()
    for _ in range(3):
        for seat in (0, 1):
            table.answer(seat, table.request_for(seat).keys[0])  # type: ignore[union-attr]
    table = Table(table.game, None, state=_fourth_play(table))
    with pytest.raises(IllegalAnswer) as refused:
        table.answer(0, "kick")
    assert refused.value.rule == "SL-4.2"
    assert "more than 15 yards" in refused.value.reason


def _fourth_play(table: Table[Any]) -> object:
    state = table.game.load(table.whistle[0])
    state.offense, state.plays_left, state.to_go = 0, 1, 16
    return state


def test_a_text_is_needed() -> None:
    with pytest.raises(IllegalAnswer, match="as text"):
        shelf.scripted().answer(0, 7)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [-1, 2, "0", None])
def test_an_unknown_seat_is_refused(seat: object) -> None:
    with pytest.raises(NotYourTurn, match="no seat"):
        shelf.scripted().answer(seat, "RUN")  # type: ignore[arg-type]


def test_each_seat_counts_its_own_answers_and_a_stale_one_is_refused() -> None:
    table = shelf.scripted()
    assert (table.sequence(0), table.sequence(1)) == (0, 0)
    table.answer(0, "RUN", sequence=0)
    assert (table.sequence(0), table.sequence(1)) == (1, 0)
    with pytest.raises(StaleAnswer, match="number 0, but seat 0 is at 1"):
        table.answer(0, "PASS", sequence=0)
    table.answer(1, "RUN", sequence=0)


def test_a_seat_that_has_answered_is_not_asked_again() -> None:
    table = shelf.scripted()
    table.answer(0, "RUN")
    with pytest.raises(NotYourTurn, match="Shirts has nothing to answer"):
        table.answer(0, "PASS")


def test_an_answer_in_a_simultaneous_choice_can_be_taken_back_until_the_other_is_in() -> None:
    table = shelf.scripted()
    table.answer(0, "RUN")
    assert table.can_undo(0)
    assert not table.can_undo(1)
    table.answer(0, "undo")
    assert table.pending_seats == (0, 1)
    assert table.sequence(0) == 2
    table.answer(0, "TRICK")
    table.answer(1, "RUN")
    assert not table.can_undo(0)
    with pytest.raises(IllegalAnswer, match="nothing to undo"):
        table.answer(1, "undo")


def test_a_batch_that_runs_past_the_seats_decisions_is_refused_whole() -> None:
    table = shelf.scripted()
    before = table.observation(0)
    with pytest.raises(BatchRefused, match="answer 2 of the batch") as refused:
        table.answer_all(0, ["RUN", "PASS"])
    assert refused.value.place == 2
    assert table.observation(0) == before
    table.answer_all(0, ["RUN"])
    assert table.pending_seats == (1,)


def test_a_batch_with_one_bad_key_changes_nothing() -> None:
    table = shelf.scripted()
    before = [table.observation(seat) for seat in (0, 1, None)]
    with pytest.raises(BatchRefused, match="answer 1 of the batch: not an option"):
        table.answer_all(0, ["PUNT"])
    assert [table.observation(seat) for seat in (0, 1, None)] == before


def test_conceding_makes_the_other_the_winner_whatever_the_points() -> None:
    table = shelf.scripted()
    table.answer(0, "concede")
    assert table.outcome is not None
    assert (table.outcome.winner, table.outcome.why) == (1, "concession")
    with pytest.raises(NotYourTurn, match="the game is over"):
        table.answer(1, "RUN")


def test_a_tie_is_offered_and_accepted() -> None:
    table = shelf.scripted()
    table.answer(0, "offer-tie")
    assert table.pending_seats == (1,)
    with pytest.raises(IllegalAnswer, match="accept or decline"):
        table.answer(1, "RUN")
    table.answer(1, "accept")
    assert table.outcome is not None
    assert (table.outcome.winner, table.outcome.why) == (None, "agreement")


def test_a_declined_tie_may_be_offered_again_only_after_an_answer() -> None:
    table = shelf.scripted()
    table.answer(0, "offer-tie")
    table.answer(1, "decline")
    assert table.pending_seats == (0, 1)
    with pytest.raises(IllegalAnswer, match="one offer per decision"):
        table.answer(0, "offer-tie")
    table.answer(0, "RUN")
    table.answer(1, "RUN")
    table.answer(0, "offer-tie")


def test_without_dice_the_table_waits_for_the_roll() -> None:
    table = shelf.table(TypedDice())
    assert table.chance is not None
    with pytest.raises(IllegalAnswer, match="the coin gives one of heads, tails"):
        table.roll("7")
    table.roll("tails")
    assert table.state.offense == 1
    with pytest.raises(NotYourTurn, match="has nothing to answer"):
        table.answer(0, "RUN")


def test_no_roll_can_be_typed_in_when_none_is_due() -> None:
    with pytest.raises(NotYourTurn, match="no roll"):
        shelf.scripted().roll("3")


def test_a_copy_never_carries_the_dice_of_the_running_game() -> None:
    table = shelf.scripted()
    assert table.copy().dice is None
    assert table.copy(FastDice(1)).dice is not table.dice


def test_redealt_worlds_differ_but_look_the_same_to_the_seat() -> None:
    table = shelf.scripted()
    table.answer(1, "TRICK")
    rng = Random(4)
    hands = set()
    for _ in range(30):
        world = table.determinize(0, rng)
        assert world.observation(0) == table.observation(0)
        hands.add(tuple(world.state.hands[1]))
    assert len(hands) > 3


def test_events_taken_back_are_not_shown_but_the_log_keeps_the_undo() -> None:
    table = shelf.table(ScriptedDice(["heads", *shelf.DEAL]))
    table.answer(1, "PASS")
    table.answer(1, "undo")
    assert [type(entry).__name__ for entry in table.entries[-2:]] == ["Chosen", "Undone"]


class Steps(State):
    """How many plays are done."""

    done: int = 0


class OneChoiceAPlay(Game[Steps]):
    """Three plays of one choice each, all of the first seat: whistles with nothing rolled between."""

    meta = Meta(name="steps", title="Steps", source="", blurb="", rule_prefix="ST")
    state_type = Steps

    def start(self) -> Steps:
        return Steps()

    def play(self, s: Steps) -> Rules:
        yield Choose(0, "step", Menu([Option("on", "On"), Option("off", "Off")]))
        s.done += 1

    def outcome(self, s: Steps) -> Outcome | None:
        return Outcome(0, "done", "Done") if s.done == 3 else None

    def view(self, s: Steps, seat: int | None) -> View:
        return {"scores": [s.done, 0]}

    def scoreboard(self, s: Steps, seat: int | None) -> Scoreboard:
        return Scoreboard(teams=("A", "B"), scores=(s.done, 0), status="steps")


def test_a_batch_does_not_run_past_the_whistle() -> None:
    table = Table(OneChoiceAPlay(Setup()))
    with pytest.raises(BatchRefused, match=r"answer 2 of the batch: .* past the end of the play"):
        table.answer_all(0, ["on", "on"])
    assert table.state.done == 0
    table.answer_all(0, ["on"])
    assert table.state.done == 1


def test_an_answer_may_be_taken_back_across_the_whistle() -> None:
    table = Table(OneChoiceAPlay(Setup()))
    table.answer(0, "on")
    table.answer(0, "on")
    table.answer(0, "undo")
    assert table.state.done == 1
    table.answer(0, "undo")
    assert table.state.done == 0
    assert not table.can_undo(0)
    table.answer_all(0, ["on"])
    table.answer(0, "on")
    table.answer(0, "on")
    assert table.outcome is not None


def test_a_declined_tie_does_not_stand_in_the_way_of_a_redeal() -> None:
    """The table's own words are told again where they stood, so the seat observes the same."""
    table = shelf.scripted()
    seat = table.pending_seats[0]
    table.answer(seat, "offer-tie")
    world = table.determinize(1 - seat, Random(2), strict=True)
    assert world.observation(1 - seat) == table.observation(1 - seat)
    table.answer(1 - seat, "decline")
    for watcher in (0, 1):
        world = table.determinize(watcher, Random(2), strict=True)
        assert world.observation(watcher) == table.observation(watcher)


def test_a_strict_redeal_never_hands_out_the_real_secrets() -> None:
    """With no try allowed there is no other world: a lenient caller gets a copy, a strict one an error."""
    table = shelf.scripted()
    assert table.determinize(0, Random(1), tries=0).state == table.state
    with pytest.raises(NoOtherWorld, match="no other world for seat 0"):
        table.determinize(0, Random(1), tries=0, strict=True)
