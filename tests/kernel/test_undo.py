"""Taking back: what stands between a seat and its answer, and that everything is as it was before it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.kernel import shelf

from fieldhouse.kernel import record, verify
from fieldhouse.kernel.coaches import RandomCoach, coaches_to_ask, play_on
from fieldhouse.kernel.dice import FastDice, TypedDice
from fieldhouse.kernel.errors import BatchRefused, FieldhouseError, IllegalAnswer, NotYourTurn
from fieldhouse.kernel.events import Note, render
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.game import Game, Outcome, Setup, State, View
from fieldhouse.kernel.meta import Meta
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose, Menu, Option, Rules, Seat, Together
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.kernel.table import Table

PLAY_OR_KICK = Menu([Option("play", "Play"), Option("kick", "Kick")])
CARDS = Menu([Option("RUN", "Run"), Option("PASS", "Pass"), Option("SHOW", "Show")], binding=("SHOW",))


class Downs(State):
    """What was declared, and the cards of the plays so far."""

    declared: list[str] = []
    cards: list[list[str]] = []


class Huddle(Game[Downs]):
    """A declaration of seat 0, then a card of everybody face down; three plays."""

    meta = Meta(name="huddle", title="Huddle", source="", blurb="", rule_prefix="HU")
    state_type = Downs

    @property
    def seats(self) -> tuple[str, ...]:
        return ("Red", "Blue", "Green")[: int(self.options["seats"])]

    def start(self) -> Downs:
        return Downs()

    def play(self, s: Downs) -> Rules:
        what = yield Choose(0, "declare", PLAY_OR_KICK)
        s.declared.append(what)
        if s.tell:
            s.tell(Note(line=f"Red declares {what}."))
        cards = yield Together(*(Choose(seat, "card", CARDS, sees=None) for seat in range(len(self.seats))))
        s.cards.append(list(cards))
        if s.tell:
            s.tell(Note(line=" against ".join(cards)))

    def outcome(self, s: Downs) -> Outcome | None:
        return Outcome(None, "formed", "Formed") if len(s.cards) == 3 else None

    def view(self, s: Downs, seat: Seat | None) -> View:
        return {"declared": list(s.declared), "cards": [list(c) for c in s.cards]}

    def scoreboard(self, s: Downs, seat: Seat | None) -> Scoreboard:
        return Scoreboard(teams=self.seats, scores=(0,) * len(self.seats), status=f"play {len(s.cards) + 1}")


def huddle(seats: int = 2) -> Table[Downs]:
    return Table(Huddle(Setup({"seats": seats})))


def lines(table: Table[Any], seat: Seat | None = None) -> list[str]:
    return [render(event) for event in table.events_for(seat)]


def test_another_seats_standing_answer_is_a_barrier() -> None:
    """The rival's face-down card must never be replayed as the answer to the declaration."""
    table = huddle()
    table.answer(0, "play")
    table.answer(1, "RUN")
    assert not table.can_undo(0)
    with pytest.raises(IllegalAnswer, match="another player has answered since"):
        table.answer(0, "undo")
    assert table.pending_seats == (0,)
    assert table.request_for(0).what == "card"  # type: ignore[union-attr]


def test_once_the_rival_has_taken_his_card_back_the_declaration_can_be_too() -> None:
    table = huddle()
    before = table.view(0), lines(table), table.request_for(0).what  # type: ignore[union-attr]
    table.answer(0, "play")
    table.answer(1, "RUN")
    table.answer(1, "undo")
    table.answer(0, "undo")
    assert (table.view(0), lines(table), table.request_for(0).what) == before  # type: ignore[union-attr]
    assert table.pending_seats == (0,)


def test_a_part_can_be_taken_back_while_the_choice_is_open_whoever_laid_after_it() -> None:
    table = huddle(seats=3)
    table.answer(0, "play")
    table.answer(1, "RUN")
    table.answer(0, "PASS")
    assert table.can_undo(1) and table.can_undo(0)
    table.answer(1, "undo")
    assert table.pending_seats == (1, 2)
    table.answer(0, "undo")
    table.answer(1, "PASS")
    assert not table.can_undo(0)
    table.answer(0, "RUN")
    table.answer(2, "RUN")
    assert table.state.cards == [["RUN", "PASS", "RUN"]]


def test_a_binding_part_tells_nobody_else_that_it_binds() -> None:
    """Which card it is must not show in what the others may still take back."""
    sights = []
    for card in ("RUN", "SHOW"):
        table = huddle(seats=3)
        table.answer(0, "play")
        table.answer(0, "PASS")
        table.answer(1, card)
        assert table.can_undo(1) == (card == "RUN")
        sights.append([table.observation(seat) for seat in (0, 2, None)])
    assert sights[0] == sights[1]


def test_what_was_said_beside_the_rules_stays_said_after_an_undo() -> None:
    table = huddle()
    table.answer(0, "play")
    table.answer(1, "offer-tie")
    table.answer(0, "decline")
    table.say(Note(line="The house says hello."))
    table.answer(0, "undo")
    said = ["Blue offers a tie.", "Red declines the tie.", "The house says hello."]
    assert lines(table) == said
    assert lines(table.copy()) == said
    table.answer(0, "kick")
    assert lines(table) == [*said, "Red declares kick."]


def test_a_draft_ends_formed_and_is_no_tie() -> None:
    table = huddle()
    play_on(table, {0: RandomCoach(1), 1: RandomCoach(2)})
    assert table.outcome is not None
    assert table.outcome.winner is None and not table.outcome.is_tie
    assert Outcome(None, "points", "A tie at 7").is_tie


def test_a_tie_needs_everybody_elses_yes() -> None:
    table = huddle(seats=3)
    table.answer(0, "offer-tie")
    assert table.pending_seats == (1, 2)
    table.answer(2, "accept")
    assert table.outcome is None and table.pending_seats == (1,)
    with pytest.raises(NotYourTurn):
        table.answer(2, "accept")
    other = table.copy()
    other.answer(1, "decline")
    assert other.outcome is None and other.pending_seats == (0,)
    table.answer(1, "accept")
    assert table.outcome is not None and table.outcome.is_tie
    assert table.outcome.text == "Red, Green and Blue agree on a tie"


def test_who_concedes_among_three_makes_nobody_the_winner_and_no_tie() -> None:
    table = huddle(seats=3)
    table.answer(1, "concede")
    assert table.outcome is not None
    assert table.outcome.winner is None and not table.outcome.is_tie


class NoWayOut(Huddle):
    """A game that knows neither concession nor tie."""

    meta = Meta(
        name="nowayout",
        title="No Way Out",
        source="",
        blurb="",
        rule_prefix="NW",
        concession=False,
        ties=False,
    )


@pytest.mark.parametrize("verb", ["concede", "offer-tie"])
def test_a_game_says_which_verbs_it_knows(verb: str) -> None:
    table: Table[Downs] = Table(NoWayOut(Setup({"seats": 2})))
    assert table.verbs(0) == ()
    with pytest.raises(IllegalAnswer, match="No Way Out"):
        table.answer(0, verb)
    assert table.outcome is None


def test_coaches_lay_their_part_of_a_simultaneous_choice_after_the_people() -> None:
    """So that against a coach the declaration can still be taken back."""
    table = huddle()
    coaches = {1: RandomCoach(3)}
    table.answer(0, "play")
    assert coaches_to_ask(table, coaches) == ()
    assert play_on(table, coaches) is None
    assert table.can_undo(0) and table.pending_seats == (0, 1)
    table.answer(0, "RUN")
    assert coaches_to_ask(table, coaches) == (1,)


def test_true_is_no_seat() -> None:
    with pytest.raises(NotYourTurn, match="no seat True"):
        huddle().answer(True, "play")


# The games in which these faults were found


def test_gridiron_the_card_laid_against_a_declaration_is_not_the_declaration() -> None:
    table = Table(find("redboar").open({"mode": "cards"}, length="tiny"), FastDice(3))
    while table.request_for(table.pending_seats[0]).what != "declare":  # type: ignore[union-attr]
        seat = table.pending_seats[0]
        table.answer(seat, table.request_for(seat).keys[0])  # type: ignore[union-attr]
    offense = table.pending_seats[0]
    table.answer(offense, "play")
    rival = next(seat for seat in table.pending_seats if seat != offense)
    table.answer(rival, table.request_for(rival).keys[0])  # type: ignore[union-attr]
    before = table.observation(offense)
    with pytest.raises(IllegalAnswer):
        table.answer(offense, "undo")
    assert table.observation(offense) == before
    assert table.pending_seats == (offense,)


def test_squares_an_honest_game_with_an_undo_and_a_resume_verifies() -> None:
    table = Table(find("squares").open(length="tiny"), FairDice(["secret"], {}))
    while table.request_for(table.pending_seats[0]).what == "formation":  # type: ignore[union-attr]
        table.answer(table.pending_seats[0], table.request_for(table.pending_seats[0]).keys[0])  # type: ignore[union-attr]
    seat = table.pending_seats[0]
    move = next(key for key in table.request_for(seat).keys if "-" in key and key != "end-turn")  # type: ignore[union-attr]
    for key in (move, "undo", move, "end-turn"):
        table.answer(seat, key)
    table.answer(1 - seat, "end-turn")
    again = record.resume_record(
        record.parse_record(record.record_text(record.record_of_table(table, resumable=True)))
    )
    assert [render(event) for event in again.events] == [render(event) for event in table.events]
    again.answer(0, "concede")
    verdict = verify.verify(record.parse_record(record.record_text(record.record_of_table(again))))
    assert verdict.ok, verdict.faults


def test_the_grid_a_refused_batch_with_typed_dice_loses_no_word() -> None:
    """Its rules keep dice in hand until a line is told: what is rebuilt must be rebuilt with `tell`."""
    table = Table(find("thegrid").open(length="tiny"), TypedDice())
    told = Table(find("thegrid").open(length="tiny"), TypedDice())
    for _ in range(400):
        if table.outcome is not None:
            break
        if table.chance is not None:
            key = table.chance.keys[len(table.chance.keys) // 2]
            table.roll(key)
            told.roll(key)
            for seat in table.seats if table.outcome is None else ():
                with pytest.raises(BatchRefused):
                    table.answer_all(seat, ["no such thing"])
            continue
        seat = table.pending_seats[0]
        key = table.request_for(seat).keys[-1]  # type: ignore[union-attr]
        with pytest.raises(BatchRefused):
            table.answer_all(seat, [key, "no such thing"])
        table.answer(seat, key)
        told.answer(seat, key)
    assert [render(event) for event in table.events] == [render(event) for event in told.events]
    if table.outcome is None:
        table.answer(0, "concede")
    assert verify.verify(record.record_of_table(table)).ok


def test_an_undo_in_a_redealt_world_works_and_the_world_keeps_no_earlier_secret() -> None:
    table = shelf.scripted(5, "RUN", "PASS")
    table.answer(0, "RUN")
    table.answer(1, "PASS")
    table.answer(0, table.request_for(0).keys[0])  # type: ignore[union-attr]
    world = table.determinize(0, Random(1), strict=True)
    world.answer(0, "undo")
    assert world.pending_seats == (0, 1)
    assert len(world.history.frames) == 1
    masked = [entry for entry in world.entries[: world.last_frame.entries] if entry.sees == (1,)]  # type: ignore[union-attr]
    assert masked and all(entry.key == "?" for entry in masked)  # type: ignore[union-attr]
    with pytest.raises(FieldhouseError, match="no record"):
        record.record_of_table(world)


# What the others can count


def test_hidden_changes_of_mind_leave_no_trace_with_the_others() -> None:
    """Six line-up changes: the same log, sight and receipt for rival and spectator as before the first."""
    table = Table(find("thegrid").open(length="tiny"), FastDice(4))
    while table.request_for(table.pending_seats[0]).what != "lineup":  # type: ignore[union-attr]
        table.answer(table.pending_seats[0], table.request_for(table.pending_seats[0]).keys[0])  # type: ignore[union-attr]
    seat = table.pending_seats[0]
    receipts = record.Receipts(record.record_of_table(table, salt="salt"))
    receipts.follow(table)
    others = (1 - seat, None)
    before = [(table.log_for(who), table.observation(who), receipts.of(who)) for who in others]
    whole = receipts.whole
    for _ in range(6):
        asked = table.request_for(seat)
        assert asked is not None and asked.what == "lineup" and asked.sees == (seat,)
        table.answer(seat, next(key for key in asked.keys if not asked.menu.binds(key)))
        receipts.follow(table)
        assert [(table.log_for(who), table.observation(who), receipts.of(who)) for who in others] == before
    assert receipts.whole != whole and receipts.of(seat) == receipts.whole
    later = record.Receipts(record.record_of_table(table, salt="salt"))
    later.follow(table)  # as a server does that starts anew
    assert [later.of(who) for who in (0, 1, None)] == [receipts.of(who) for who in (0, 1, None)]


def test_a_card_taken_back_unseen_is_in_nobodys_copy_of_the_log() -> None:
    table = huddle()
    table.answer(0, "play")
    table.answer(1, "RUN")
    assert [entry.key for entry in table.log_for(1)] == ["play", "RUN"]  # type: ignore[union-attr]
    assert [entry.key for entry in table.log_for(0)] == ["play"]  # type: ignore[union-attr]
    table.answer(1, "undo")
    table.answer(1, "PASS")
    table.answer(0, "RUN")
    for who in (0, 1, None):
        keys = [entry.key for entry in table.log_for(who)]  # type: ignore[union-attr]
        assert keys == ["play", "PASS", "RUN"]


class Calls(Huddle):
    """A call a play: two of seat 0, then one of seat 1."""

    def play(self, s: Downs) -> Rules:
        what = yield Choose(len(s.declared) // 2, "declare", PLAY_OR_KICK)
        s.declared.append(what)


def test_whoever_imagines_another_world_settles_nothing_that_can_be_taken_back() -> None:
    """Walks 1126, 2821, 7935 of `fastdrive`: a hint, an undo over the whistle, a log of what was struck."""
    table = Table(Calls(Setup({"seats": 2})))
    table.answer(0, "play")
    table.determinize(1, Random(1))
    table.answer(0, "undo")
    table.answer(0, "kick")
    table.answer(0, "kick")
    table.answer(1, "play")
    assert [entry.key for entry in table.log_for(1)] == ["kick", "kick", "play"]  # type: ignore[union-attr]
    assert table.log_for(1) == table.log_for(0) == table.log_for(None)
