"""The catalogue's list of what a state holds, one small test each."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.thegrid.helpers import (
    BRE,
    CAN,
    MISS,
    PLAIN,
    at,
    grid,
    lineup,
    play,
    to_overtime_toss,
    where,
    who,
)

from fieldhouse.games.thegrid.charts.cards import PACK
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.state import Grid, reserves
from fieldhouse.kernel.dice import FastDice, ScriptedDice
from fieldhouse.kernel.entries import Chosen, Rolled
from fieldhouse.kernel.requests import Chance, Choose, Draw, Request, Together
from fieldhouse.kernel.table import Table

# State


def test_the_rules_data_in_use_belong_to_the_game() -> None:
    """TG-ST.1: cards, boxes and the kind of game are in the setup by value and decide the play."""
    plays = TheGrid.read_material("plays", TheGrid.material_text("plays"))
    plays["RI-HB"] = {"up to 5": "NG", "6 and up": "Dice +15"}
    boxes = TheGrid.read_material("boxes", TheGrid.material_text("boxes"))
    boxes["blocking"]["4-5"] = "d12"
    game = grid(materials={"plays": plays, "boxes": boxes}, winner_needed=True)
    assert game.setup.materials["plays"]["RI-HB"] == {"up to 5": "NG", "6 and up": "Dice +15"}
    assert game.setup.materials["boxes"]["blocking"]["4-5"] == "d12"
    assert game.setup.options["winner_needed"] is True
    s = at(game, 1)
    script = play(game, s, "play", PLAIN, 10, 3, 11)  # the run blocking die is a d12 now
    assert (s.gain, game.start().sides[CAN].run_block) == (6, 12)
    assert script.pending is not None


def test_both_rosters_and_home_and_visitor_are_known() -> None:
    """TG-ST.2: seat 0 is home, seat 1 the visitor; fifteen players with their ratings each."""
    game = grid(home="tidewolves", visitor="founders")
    sides = game.view(game.start(), None)["sides"]
    assert [side["code"] for side in sides] == ["BRE", "CAN"]
    assert [len(side["players"]) for side in sides] == [15, 15]
    voss = sides[0]["players"][0]
    assert (voss["name"], voss["flat"], voss["short"], voss["long"]) == ("Lennart Voss", -1, 1, 1)
    assert (voss["pass_yards"], voss["interception"], voss["injury"]) == ("d8", "d4", "d8")


def test_a_team_is_its_lineup_reserves_absences_time_outs_and_score() -> None:
    """TG-ST.3: after an injury and a time out they survive a save; the four values follow from the lineup."""
    game = grid()
    s = at(game, 5, time_outs=(2, 0), scores=(3, 0))
    s.sides[CAN].taken_out = [who(game, CAN, "4")]
    play(game, s, "play", ("FP-LE", "FP-NK"), 5, 3, 3, "QH", 1, "88", "time-out")  # TG-WE.9 on first down
    s = game.load(game.save(s))
    side = s.sides[CAN]
    assert lineup(game, s, CAN)["LE"] == "88"
    assert {game.teams[CAN].players[n].card for n in reserves(side)} == {"12", "33", "20", "60", "77"}
    assert ([who(game, CAN, "81")], [who(game, CAN, "4")]) == (side.injured, side.taken_out)
    assert (side.time_outs, side.points) == (1, [3])
    # run block 2+2+1 = 5, pass block 3, run defense 1+0+1+1+1+1+2 = 7, pass defense 1+2+1+1+0+1+2 = 8
    values = (side.run_block, side.pass_block, side.run_defense, side.pass_defense)
    assert values == (8, 6, 0, 0)


def test_the_period_and_both_first_receivers_are_remembered() -> None:
    """TG-ST.4: who received first in the game, and in the last overtime."""
    game = grid()
    script = play(game, game.start(), "heads", "heads", "second-half")
    assert (script.s.period, script.s.receiver) == (1, CAN)  # the visitor won and left the first half
    script = to_overtime_toss(game)
    assert script.s.period == 2
    script("tails", "tails", "kick", (3, 3))
    s = game.load(game.save(script.s))
    assert (s.period, s.overtime_receiver, s.offense) == (3, CAN, CAN)


def test_the_deck_is_what_is_left_and_what_was_flipped() -> None:
    """TG-ST.5: left + flipped = 52; no order is stored: any unseen card may be next."""
    game = grid()
    script = play(game, game.start(), "heads", "heads", "first-half", (3, 3), "7C")
    script("play", PLAIN, 10, 3, 3, "KD", "two", "run-on", "2S", "9H")
    s = game.load(game.save(script.s))
    assert s.flipped == ["7C", "KD", "2S", "9H"]
    assert s.left + len(s.flipped) == 52
    assert sorted(s.pool) == sorted(set(PACK) - set(s.flipped))
    draw = play(game, s, "play", PLAIN, 10, 3, 3).pending
    assert isinstance(draw, Draw)
    assert sorted(draw.keys) == sorted(s.pool)


def test_the_ball_is_possession_box_down_and_marker() -> None:
    """TG-ST.6: box 3 and a gain of 3: second down at 6, marker still 7; a save keeps it."""
    game = grid()
    s = at(game, 3)
    play(game, s, "play", ("RO-HB", "SP-LE"), 15, 7, 3, "4D", "one", "5D")  # TG-WE.2
    assert where(game.load(game.save(s))) == (CAN, 6, 2, 7)
    play(game, s, "play", PLAIN, 10, 3, 3, "6D", "one", "7D")
    assert where(game.load(game.save(s))) == (CAN, 7, 1, 11)


@pytest.mark.parametrize("caller", [CAN, BRE])
def test_the_pending_re_roll_right_is_none_or_a_team(caller: int) -> None:
    """TG-ST.7: none, then the team that called the time out, then none again after the play."""
    game = grid()
    s = at(game, 3, time_outs=(1, 1))
    assert s.reroll == -1
    clock = ("time-out",) if caller == CAN else ("one", "time-out")
    play(game, s, "play", PLAIN, 10, 3, 3, "2D", *clock)
    assert game.load(game.save(s)).reroll == caller
    play(game, s, "play", PLAIN, 10, 3, 3, "keep", "3D", "one", *(["run-on"] if caller == CAN else []), "4D")
    assert s.reroll == -1


def phase_asks(game: TheGrid, s: Grid, *answers: Any) -> tuple[str, str]:
    """The state's phase and what is asked next, after these answers."""
    request = play(game, s, *answers).pending
    while request is None and game.outcome(s) is None:
        request = next(game.play(s), None)
    return s.phase, _name(request)


def _name(request: Request | None) -> str:
    if isinstance(request, Chance):
        return request.stream
    if isinstance(request, Together):
        return "cards"
    return request.what if isinstance(request, Choose) else ""


def test_every_phase_of_a_game_is_told_apart() -> None:
    """TG-ST.8: from the lineups to the end, each phase asks its own question."""
    game, secret = grid(), grid(lineups="set")
    assert phase_asks(secret, secret.start()) == ("lineups", "lineup")
    assert phase_asks(game, game.start()) == ("toss", "toss-call")
    assert phase_asks(game, game.start(), "heads", "heads") == ("toss", "toss-choice")
    assert phase_asks(game, game.start(), "heads", "heads", "first-half") == ("kickoff", "kickoff")
    assert phase_asks(game, at(game, 5)) == ("play", "declare")
    assert phase_asks(game, at(game, 5), "play") == ("play", "cards")
    assert phase_asks(game, at(game, 5), "play", PLAIN) == ("play", "play")
    dice = ("play", PLAIN, 10, 3, 3)
    assert phase_asks(game, at(game, 5, reroll=BRE), *dice) == ("play", "re-roll")
    assert phase_asks(game, at(game, 5), *dice) == ("play", "deck")
    assert phase_asks(game, at(game, 5), *dice, "2S") == ("play", "fumble")
    assert phase_asks(game, at(game, 5), *dice, "2H", 1) == ("play", "replacement")
    caught = ("play", MISS, 5, 3, 3, "2S", 1, (6, 6))
    assert phase_asks(game, at(game, 1), *caught) == ("play", "return-kicker")
    assert phase_asks(game, at(game, 5), *dice, "2D") == ("play", "clock")
    assert phase_asks(game, at(game, 5, time_outs=(0, 1)), *dice, "2D", "one") == ("play", "clock-reply")
    miss = ("kick:HB", *[1] * 7, "2D")
    assert phase_asks(secret, at(secret, 5, left=1), *miss) == ("break", "lineup")
    level = at(game, 5, left=1, period=2)
    assert phase_asks(game, level, *miss) == ("overtime-toss", "toss-call")
    ahead = at(game, 5, left=1, period=2, scores=(3, 0))
    assert phase_asks(game, ahead, *miss) == ("over", "")


def test_within_a_play_the_committed_card_stays_hidden_and_the_rest_is_stored() -> None:
    """TG-ST.9: declared kind, cards, dice, result, gain and first card are stored as they become known."""
    game = grid()
    table = Table(game, ScriptedDice([15, 7, 3, "8H", 1]), state=at(game, 3))
    table.answer(CAN, "play")
    table.answer(CAN, "RO-HB")
    assert (table.view(BRE)["step"], table.view(BRE)["calls"]) == ("cards", [])
    table.answer(BRE, "SP-LE")
    s = table.state
    assert (s.calls, s.roll, s.total, s.gain, s.card) == (["RO-HB", "SP-LE"], [15, 7, 3], 18, 3, "8H")
    assert table.view(None)["result"] == "Dice"
    assert s.step == "replacement:HB"
    assert s.sides[CAN].injured == [who(game, CAN, "22")]


def test_the_log_of_dice_and_answers_rebuilds_the_game() -> None:
    """TG-ST.10: the recorded outcomes and answers alone lead to the same state."""
    game = grid("tiny")
    table = Table(game, FastDice(7))
    rng = Random(7)
    while table.request is not None:
        seat = table.pending_seats[0]
        choice = table.request_for(seat)
        assert choice is not None
        table.answer(seat, rng.choice(list(choice.keys)))
    again = Table(game, ScriptedDice([entry.key for entry in table.entries if isinstance(entry, Rolled)]))
    for entry in table.entries:
        if isinstance(entry, Chosen):
            again.answer(entry.seat, entry.key)
    assert game.save(again.state) == game.save(table.state)
    assert again.outcome == table.outcome
