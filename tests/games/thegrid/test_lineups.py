"""Sections 5, 13 and 24: lineups, injuries and who comes in, substitutions at breaks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.thegrid.helpers import BRE, CAN, PLAIN, at, grid, lineup, play, put_in, who

from fieldhouse.games.thegrid.rules.events import Injured
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.lineups import apply_change, change_refused, lineup_menu
from fieldhouse.games.thegrid.rules.state import Grid, line_up, reserves
from fieldhouse.games.thegrid.teams.players import DS, EMERGENCY, PLACES, lineup_faults, read_team
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadChart, IllegalAnswer
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose, Roll
from fieldhouse.kernel.table import Table


def hurt(game: TheGrid, s: Grid, seat: int, *cards: str) -> None:
    """These men are injured already."""
    s.sides[seat].injured += [who(game, seat, card) for card in cards]


# Section 5


def test_a_lineup_is_eight_different_eligible_players() -> None:
    """TG-5.1, TG-5.2, TG-5.3: HBEs carry, LNs block, DS takes either but never a QB."""
    team = grid().teams[CAN]
    assert lineup_faults(team.players, team.lineup) == []
    assert len(reserves(grid().start().sides[CAN])) == 7
    twice = list(team.lineup)
    twice[2] = twice[1]
    assert "is in 2 places (TG-5.1)" in lineup_faults(team.players, twice)[0]
    wrong = [team.lineup[1], *team.lineup[1:6], team.lineup[1], 0]
    said = " ".join(lineup_faults(team.players, wrong))
    assert "lineup, QB: 22 Corvin Maddox is a HBE, but QB must be a QB (TG-5.2)" in said
    assert "RG must be a LN (TG-5.2)" in said
    assert "DS must be a HBE or LN (TG-5.3)" in said


def test_a_team_file_with_a_wrong_lineup_is_refused() -> None:
    """TG-5.2: the fault names the place."""
    data: dict[str, Any] = TheGrid.read_material("home", TheGrid.material_text("home"))
    data["lineup"]["HB"] = "64"
    with pytest.raises(BadChart, match="home, lineup, HB: 64 Hale Brandvold is a LN"):
        read_team(data, "home")
    data["lineup"]["HB"] = "99"
    with pytest.raises(BadChart, match="lineup, HB: no card '99' on the roster"):
        read_team(data, "home")


def test_a_specialist_of_either_kind_plays_the_same() -> None:
    """TG-5.3: an HBE at DS changes nothing but the defense totals."""
    game = grid()
    s = game.start()
    before = (s.sides[CAN].run_block, s.sides[CAN].pass_block)
    put_in(game, s, CAN, DS="20")
    assert (s.sides[CAN].run_block, s.sides[CAN].pass_block) == before


def test_the_ds_is_off_on_offense_and_the_qb_on_defense() -> None:
    """TG-5.4: the ace of hearts tests the offense's QB and the defense's DS."""
    game = grid()
    s = at(game, 5)
    script = play(game, s, "play", PLAIN, 10, 3, 3, "AH", 1, "12", 1, "90", "one", "2D")
    injured = [(event.side, event.place) for event in script.of(Injured)]
    assert injured == [(CAN, "QB"), (BRE, "DS")]
    assert lineup(game, s, CAN)["QB"] == "12"
    assert lineup(game, s, BRE)["DS"] == "90"


def test_lineups_are_set_in_secret_and_shown_together() -> None:
    """TG-5.5: nothing shows before both are ready; the coach sees his own changes."""
    game = grid(lineups="set")
    table = Table(game, FastDice(1))
    spectator = table.observation(None)
    visitor = table.observation(BRE)
    table.answer(CAN, "HB:33")
    assert table.observation(None) == spectator
    assert table.observation(BRE) == visitor
    assert table.view(CAN)["sides"][CAN]["pending"]["HB"] == "33"
    assert table.view(CAN)["sides"][CAN]["lineup"]["HB"] == "22"
    table.answer(CAN, "ready")
    assert table.view(BRE)["sides"][CAN]["pending"] is None
    table.answer_all(BRE, ["QB:14", "LE:86", "ready"])
    seen = table.view(None)["sides"]
    assert seen[CAN]["lineup"]["HB"] == "33"
    assert (seen[BRE]["lineup"]["QB"], seen[BRE]["lineup"]["LE"]) == ("14", "86")


def test_redealt_lineups_cannot_be_told_apart() -> None:
    """TG-5.5: another lineup in the making looks the same to the other coach."""
    game = grid(lineups="set")
    table = Table(game, FastDice(1))
    table.answer_all(CAN, ["HB:33", "DS:20", "ready"])
    lineups = set()
    for seed in range(20):
        world = table.determinize(BRE, Random(seed))
        assert world.observation(BRE) == table.observation(BRE)
        lineups.add(tuple(world.state.pending[CAN]))
    assert len(lineups) > 3


def test_an_illegal_change_is_refused_with_its_rule() -> None:
    """TG-5.2, TG-5.3: the reason and the rule."""
    table = Table(grid(lineups="set"), FastDice(1))
    with pytest.raises(IllegalAnswer, match=r"64 Hale Brandvold is a LN; HB must be a HBE \(TG-5.2\)"):
        table.answer(CAN, "HB:64")
    with pytest.raises(IllegalAnswer, match=r"DS must be a HBE or LN \(TG-5.3\)"):
        table.answer(CAN, "DS:7")
    with pytest.raises(IllegalAnswer, match="already there"):
        table.answer(CAN, "HB:22")


def test_five_time_outs_and_a_full_pack() -> None:
    """TG-5.6, TG-5.7: at the start."""
    s = grid().start()
    assert [side.time_outs for side in s.sides] == [5, 5]
    assert (s.left, len(s.pool), s.flipped) == (52, 52, [])


# Section 13


@pytest.mark.parametrize(
    ("rank", "place"),
    [
        ("2", "LG"),
        ("3", "LG"),
        ("4", "C"),
        ("5", "C"),
        ("6", "RG"),
        ("7", "RG"),
        ("8", "HB"),
        ("9", "RE"),
        ("10", "LE"),
    ],
)
def test_hearts_test_both_teams_places(rank: str, place: str) -> None:
    """TG-13.1, TG-13.6: each coach rolls for his own man of that place, the offense first."""
    game = grid()
    s = at(game, 5)
    script = play(game, s, "play", PLAIN, 10, 3, 3, f"{rank}H", 2, 2)
    dice = [r.die.name for r in script.asked if isinstance(r, Roll) and r.stream == "injury"]
    n = PLACES.index(place)
    assert dice == [f"d{game.player(seat, s.sides[seat].lineup, n).injury}" for seat in (CAN, BRE)]


@pytest.mark.parametrize("rank", ["J", "Q", "K"])
def test_court_hearts_test_the_carrier_alone(rank: str) -> None:
    """TG-13.2, TG-13.3: the man on the card, also on an incompletion; the defense rolls nothing."""
    game = grid()
    s = at(game, 5)
    script = play(game, s, "play", ("SP-RE", "SP-RE"), 1, 3, 3, f"{rank}H", 5)
    (roll,) = [r for r in script.asked if isinstance(r, Roll) and r.stream == "injury"]
    assert roll.die.name == "d10"  # Okoro
    assert isinstance(script.pending, Choose)
    assert script.pending.what == "clock"


def test_a_one_injures_for_the_rest_of_the_game() -> None:
    """TG-13.4, TG-13.5: he is gone; a new game finds him fit."""
    game = grid()
    s = at(game, 5)
    play(game, s, "play", PLAIN, 10, 3, 3, "8H", 1, "33", 8, "one", "2D")
    assert s.sides[CAN].injured == [who(game, CAN, "22")]
    assert who(game, CAN, "22") not in reserves(s.sides[CAN])
    refused = change_refused(game.teams[CAN], s.sides[CAN], s.sides[CAN].lineup, 1, who(game, CAN, "22"))
    assert refused == ("22 Corvin Maddox is injured", "TG-13.5")
    assert game.start().sides[CAN].injured == []


def test_the_offense_replaces_before_the_defense_rolls() -> None:
    """TG-13.6: roll, replacement, then the defense's roll."""
    game = grid()
    s = at(game, 5)
    script = play(game, s, "play", PLAIN, 10, 3, 3, "9H", 1, "20", 1, "86")
    assert script.whats[-4:] == ["injury", "replacement", "injury", "replacement"]
    assert [r.seat for r in script.asked if isinstance(r, Choose)][-2:] == [CAN, BRE]


def test_a_reserve_takes_exactly_the_empty_place() -> None:
    """TG-13.7: any eligible reserve; nobody else moves."""
    game = grid()
    s = at(game, 5)
    before = lineup(game, s, CAN)
    script = play(game, s, "play", PLAIN, 10, 3, 3, "10H", 1)
    assert isinstance(script.pending, Choose)
    assert script.pending.keys == ["33", "88", "20"]
    script("88", 4)
    assert lineup(game, s, CAN) == {**before, "LE": "88"}


def test_the_only_reserve_comes_in_without_a_question() -> None:
    """TG-13.7: where there is no choice none is asked."""
    game = grid()
    s = at(game, 5)
    hurt(game, s, CAN, "33", "20")
    script = play(game, s, "play", PLAIN, 10, 3, 3, "10H", 1, 4)
    assert lineup(game, s, CAN)["LE"] == "88"
    assert script.whats[-2:] == ["injury", "injury"]


def test_the_specialist_must_step_in() -> None:
    """TG-13.8: without a reserve the DS of the right type moves, and his place is refilled by choice."""
    game = grid()
    s = at(game, 5)
    put_in(game, s, CAN, DS="20")
    hurt(game, s, CAN, "33", "88")
    script = play(game, s, "play", PLAIN, 10, 3, 3, "10H", 1)
    assert isinstance(script.pending, Choose)
    assert script.pending.keys == ["60", "77", "92"]
    script("92", 4)
    assert lineup(game, s, CAN)["LE"] == "20"
    assert lineup(game, s, CAN)["DS"] == "92"


def test_a_specialist_of_the_wrong_type_stays() -> None:
    """TG-13.9: an LN at DS cannot be an end, so an emergency player comes; all lowest ratings."""
    game = grid()
    s = at(game, 5)
    hurt(game, s, CAN, "33", "88", "20")
    play(game, s, "play", PLAIN, 10, 3, 3, "10H", 1, 4, "one", "2D")
    assert lineup(game, s, CAN)["LE"] == "-"
    assert game.player(CAN, s.sides[CAN].lineup, 2).pass_yards == 4
    assert lineup(game, s, CAN)["DS"] == "92"


def test_an_emergency_specialist_never_moves() -> None:
    """TG-13.8: the DS who is himself an emergency player does not step in."""
    game = grid()
    s = at(game, 5)
    hurt(game, s, CAN, "60", "77", "92", "33", "88", "20")
    line_up(game, s, CAN, [*s.sides[CAN].lineup[:DS], EMERGENCY])
    play(game, s, "play", PLAIN, 10, 3, 3, "2H", 1, 4, "one", "2D")
    assert lineup(game, s, CAN)["LG"] == "-"
    assert lineup(game, s, CAN)["DS"] == "-"


def test_no_injury_roll_for_an_emergency_player() -> None:
    """TG-13.10: the defense's man is tested, the emergency player is not."""
    game = grid()
    s = at(game, 5)
    hurt(game, s, CAN, "33", "88", "20", "81")
    after = list(s.sides[CAN].lineup)
    after[PLACES.index("LE")] = EMERGENCY
    line_up(game, s, CAN, after)
    script = play(game, s, "play", PLAIN, 10, 3, 3, "10H", 4, "one", "2D")
    assert script.whats.count("injury") == 1
    s = at(game, 5)
    hurt(game, s, CAN, "33", "88", "20", "81")
    line_up(game, s, CAN, after)
    script = play(game, s, "play", ("FP-LE", "RI-NK"), 8, 3, 3, "KH", "one", "2D")
    assert script.whats.count("injury") == 0


def test_team_values_change_with_the_replacement() -> None:
    """TG-13.11: Yarrow (2, 2) out of DS, Kilbride (0, 1) in: the totals follow at once."""
    game = grid()
    s = at(game, 5, offense=BRE)
    play(game, s, "play", PLAIN, 10, 3, 3, "AH", 8, 1, "60", "one", "2D")
    men = [game.player(CAN, s.sides[CAN].lineup, place) for place in range(1, 8)]
    assert sum(man.run_defense for man in men) == 6  # 8 - 2 + 0
    assert sum(man.pass_defense for man in men) == 6  # 7 - 2 + 1
    assert (s.sides[CAN].run_defense, s.sides[CAN].pass_defense) == (0, 0)
    play(game, s, "play", PLAIN, 10, 3, 3, "3H", 8, 1, "one", "4D")  # only Toki is left
    assert s.sides[CAN].run_block == 8  # 1 + 2 + 1


def test_the_replacement_is_made_when_the_game_ends_with_the_card() -> None:
    """TG-13.12: last card of the second half, ahead: the place is still filled."""
    game = grid()
    s = at(game, 5, left=1, scores=(7, 0), period=2)
    script = play(game, s, "play", PLAIN, 10, 3, 3, "QH", 1)
    assert isinstance(script.pending, Choose)
    assert script.pending.what == "replacement"
    script("33")
    assert lineup(game, s, CAN)["HB"] == "33"
    assert s.phase == "over"


# Section 24


def at_break(period: int = 1, **options: Any) -> tuple[TheGrid, Table[Grid]]:
    """Both coaches are about to change lineups, CAN first."""
    game = grid(lineups="set", **options)
    s = at(game, 5, period=period)
    s.phase, s.left = "break", 0
    return game, Table(game, FastDice(3), state=s)


def test_free_changes_only_at_breaks() -> None:
    """TG-24.1: halftime and the break before an overtime ask for lineups, a play never does."""
    for period in (1, 2):
        _, table = at_break(period)
        asked = table.request_for(CAN)
        assert asked is not None
        assert (asked.what, asked.rule) == ("lineup", "TG-24.1")
    game = grid(lineups="set", length="short")
    table = Table(game, FastDice(5))
    rng = Random(5)
    while table.outcome is None:
        asked = table.request_for(table.pending_seats[0])
        assert asked is not None
        if table.state.phase in ("play", "kickoff"):
            assert asked.what != "lineup"
        table.answer(asked.seat, "ready" if asked.what == "lineup" else rng.choice(asked.keys))


def test_a_player_taken_out_never_returns() -> None:
    """TG-24.2: not at a later break, not for an injured man; an unused reserve stays available."""
    game, table = at_break(2)
    table.answer_all(CAN, ["HB:33", "ready"])
    table.answer(BRE, "ready")
    s = table.state
    maddox = who(game, CAN, "22")
    assert s.sides[CAN].taken_out == [maddox]
    assert maddox not in reserves(s.sides[CAN])
    refused = change_refused(game.teams[CAN], s.sides[CAN], s.sides[CAN].lineup, 1, maddox)
    assert refused == ("22 Corvin Maddox was taken out and can't return", "TG-24.2")
    assert who(game, CAN, "88") in reserves(s.sides[CAN])


def test_men_on_the_field_may_change_places() -> None:
    """TG-24.3: a swap is no removal."""
    game, table = at_break()
    table.answer_all(CAN, ["HB:81", "C:64", "ready"])
    table.answer(BRE, "ready")
    assert table.state.sides[CAN].taken_out == []
    now = lineup(game, table.state, CAN)
    assert (now["HB"], now["LE"], now["C"], now["LG"]) == ("81", "22", "64", "55")
    team, side = game.teams[CAN], game.start().sides[CAN]
    put_in_ds = apply_change(team, list(side.lineup), "DS:20")
    refused = change_refused(team, side, put_in_ds, PLACES.index("RG"), who(game, CAN, "20"))
    assert refused is not None
    assert refused[1] == "TG-5.2"
    swap = change_refused(team, side, list(side.lineup), DS, who(game, CAN, "81"))
    assert swap == ("92 Brock Yarrow can't play LE in exchange", "TG-24.3")


def test_break_lineups_are_shown_together() -> None:
    """TG-24.4: the visitor does not see the home coach's change before his own is made."""
    _, table = at_break()
    before = table.observation(BRE)
    table.answer(CAN, "HB:33")
    assert table.observation(BRE) == before
    table.answer(CAN, "ready")
    assert table.view(BRE)["sides"][CAN]["lineup"]["HB"] == "22"
    table.answer(BRE, "ready")
    assert table.view(BRE)["sides"][CAN]["lineup"]["HB"] == "33"


def test_emergency_players_stay_as_few_as_possible() -> None:
    """TG-24.5: they may move among the places of their kind, never rest a fit man or leave their kind."""
    game = grid(lineups="set")
    s = at(game, 5)
    s.phase, s.left = "break", 0
    hurt(game, s, CAN, "33", "88", "20", "85")
    after = list(s.sides[CAN].lineup)
    after[PLACES.index("RE")] = EMERGENCY
    line_up(game, s, CAN, after)
    table = Table(game, FastDice(3), state=s)
    asked = table.request_for(CAN)
    assert asked is not None
    assert "RE:22" in asked.keys  # the emergency player goes to HB in exchange
    assert not [key for key in asked.keys if key.startswith("RE:") and key not in ("RE:22", "RE:81")]
    table.answer_all(CAN, ["RE:22", "ready"])
    table.answer(BRE, "ready")
    assert lineup(game, table.state, CAN)["HB"] == "-"
    assert lineup(game, table.state, CAN)["RE"] == "22"
    ds = [*table.state.sides[CAN].lineup[:DS], EMERGENCY]
    assert change_refused(game.teams[CAN], s.sides[CAN], ds, DS, who(game, CAN, "64")) == (
        "the emergency player can't move to LG",
        "TG-24.5",
    )


def test_order_at_the_break_before_overtime() -> None:
    """TG-24.6: both lineups, then the toss and its choice, then deck, time outs and kickoff."""
    game, table = at_break(2)
    whats = []
    for _ in range(4):
        seat = table.pending_seats[0]
        asked = table.request_for(seat)
        assert asked is not None
        whats.append(asked.what)
        table.answer(seat, asked.keys[0])
    assert whats == ["lineup", "lineup", "toss-call", "overtime-choice"]
    assert table.state.left == 16  # 17 less the kickoff's card
    assert [side.time_outs for side in table.state.sides] == [2, 2]
    assert lineup(game, table.state, CAN) == lineup(game, game.start(), CAN)  # nothing changed, lineup kept


def test_any_lineup_can_be_reached_by_single_changes() -> None:
    """TG-5.1: every offered change leaves a legal lineup."""
    game = find("thegrid").open(length="tiny")
    assert isinstance(game, TheGrid)
    rng = Random(8)
    side = game.start().sides[BRE]
    now = list(side.lineup)
    for _ in range(60):
        keys = [key for key in lineup_menu(game.teams[BRE], side, now).keys if key != "ready"]
        now = apply_change(game.teams[BRE], now, rng.choice(keys))
        assert lineup_faults(game.teams[BRE].players, now) == []
