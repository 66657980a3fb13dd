"""Questions with one option answer themselves, tell nothing by it, and are no obstacle to taking back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fieldhouse.kernel import record, verify
from fieldhouse.kernel.coaches import RandomCoach, answer_forced, ask_coach
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import IllegalAnswer
from fieldhouse.kernel.events import HouseNote, render
from fieldhouse.kernel.game import Game, Outcome, Setup, State, View
from fieldhouse.kernel.meta import Meta
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose, Menu, Option, Rules, Seat
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.kernel.table import Table

PLAY_OR_KICK = Menu([Option("play", "Play"), Option("kick", "Kick")])
READY = Menu([Option("ready", "Ready")])
OVER = Menu([Option("over", "End the turn")], binding=("over",))


class Tries(State):
    """The answers so far."""

    given: list[str] = []


class Drill(Game[Tries]):
    """Red chooses; then come questions to Red and to Blue without a choice, and one that may hide one."""

    meta = Meta(name="drill", title="Drill", source="", blurb="", rule_prefix="DR")
    state_type = Tries

    def start(self) -> Tries:
        return Tries()

    def play(self, s: Tries) -> Rules:
        s.given.append((yield Choose(0, "declare", PLAY_OR_KICK)))
        s.given.append((yield Choose(0, "ready", READY)))
        s.given.append((yield Choose(1, "ready", READY)))
        if self.options["binds"]:
            s.given.append((yield Choose(0, "over", OVER)))
        s.given.append((yield Choose(1, "reply", READY, hides=True)))

    def outcome(self, s: Tries) -> Outcome | None:
        return Outcome(None, "over", "Over") if len(s.given) > 6 else None

    def view(self, s: Tries, seat: Seat | None) -> View:
        return {"given": list(s.given)}

    def scoreboard(self, s: Tries, seat: Seat | None) -> Scoreboard:
        return Scoreboard(teams=self.seats, scores=(0, 0), status="drill")


def drill(*, binds: bool = False) -> Table[Tries]:
    return Table(Drill(Setup({"binds": binds})))


def lines(table: Table[Any], seat: Seat | None = None) -> list[str]:
    return [render(event) for event in table.events_for(seat)]


def test_answers_without_a_choice_go_by_themselves_with_a_line_in_the_log() -> None:
    table = drill()
    assert not answer_forced(table)
    table.answer(0, "play")
    assert answer_forced(table)
    assert table.state.given == ["play", "ready", "ready"]
    assert lines(table) == ["Red: Ready (the only choice).", "Blue: Ready (the only choice)."]
    asked = table.request_for(1)
    assert asked is not None and asked.what == "reply", "a question that may hide a choice is put to the seat"
    assert [entry.key for entry in table.entries if hasattr(entry, "key")] == ["play", "ready", "ready"]


def test_where_nobody_watches_a_hiding_question_goes_too_and_only_its_seat_is_told() -> None:
    table = drill()
    table.answer(0, "play")
    answer_forced(table, watched=False)
    assert table.state.given == ["play", "ready", "ready", "ready"]
    assert len(lines(table, 1)) == 3
    assert len(lines(table, 0)) == 2


def test_taking_back_goes_past_them_to_the_last_real_choice() -> None:
    table = drill()
    table.answer(0, "play")
    answer_forced(table)
    assert table.can_undo(0) and not table.can_undo(1)
    table.answer(0, "undo")
    asked = table.request_for(0)
    assert asked is not None and asked.what == "declare"
    assert table.state.given == [] and lines(table) == []
    assert not answer_forced(table), "nothing is answered again by itself"
    table.answer(0, "kick")
    answer_forced(table)
    assert table.state.given == ["kick", "ready", "ready"]


def test_a_record_with_such_a_taking_back_replays_entry_by_entry() -> None:
    table = drill()
    table.answer(0, "play")
    answer_forced(table)
    table.answer(0, "undo")
    table.answer(0, "kick")
    answer_forced(table)
    again = drill()
    record.apply_entries(again, table.entries)
    assert (again.state, again.entries) == (table.state, table.entries)


def test_an_old_record_took_one_answer_back_at_a_time() -> None:
    """Before answers went by themselves a person gave them, and could take just that one back."""
    table = drill()
    table.answer(0, "play")
    table.answer(0, "ready")
    table.undo_last_answer(0)
    asked = table.request_for(0)
    assert asked is not None and asked.what == "ready"


def test_a_binding_answer_waits_while_a_choice_before_it_can_be_taken_back() -> None:
    """SQ-4.2: who has used all actions may still think better of the last one before the turn ends."""
    table = drill(binds=True)
    table.answer(0, "play")
    answer_forced(table)
    assert table.pending_seats == (0,)
    table.answer(0, "over")
    assert not table.can_undo(0)


def test_another_cannot_tell_by_taking_back_that_a_hiding_question_had_one_option() -> None:
    table = drill()
    table.answer(0, "play")
    answer_forced(table)
    table.answer(1, "ready")
    assert not table.can_undo(0)
    with pytest.raises(IllegalAnswer, match="another player has answered since"):
        table.answer(0, "undo")


def test_the_house_says_it_but_the_record_does_not_keep_it() -> None:
    """What a replay would not tell again is no part of the record, which still verifies."""
    table = Table(find("cardbowl").open(length="tiny"), FastDice(5))
    coaches = {seat: RandomCoach(seat) for seat in table.seats}
    while table.outcome is None:
        if not answer_forced(table, watched=False):
            seat = table.pending_seats[0]
            ask_coach(table, seat, coaches[seat])
    assert any(isinstance(event, HouseNote) for event in table.events)
    kept = record.record_of_table(table)
    assert all(event["event"] != "HouseNote" for event in kept.events)
    assert verify.verify(kept).ok


@pytest.mark.parametrize("name", ["cardbowl", "redboar", "squares", "thegrid", "fastdrive"])
def test_every_question_of_a_whole_game_is_a_choice_or_hides_one(name: str) -> None:
    """What is still asked with one option either keeps a secret or ends a turn that stands."""
    rng = Random(3)
    table = Table(find(name).open(length=find(name).meta.tiny), FastDice(5))
    for _ in range(400):
        answer_forced(table)
        if table.outcome is not None:
            break
        for seat in table.pending_seats:
            asked = table.request_for(seat)
            assert asked is not None
            if asked.only_key is not None:
                assert asked.hides or asked.sees is not None or asked.menu.closes(asked.only_key), asked
        seat = rng.choice(table.pending_seats)
        asked = table.request_for(seat)
        assert asked is not None
        table.answer(seat, rng.choice(asked.keys))
