"""Sections 1 to 3 and 6: field, cards, ratings, rosters and team values."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.games.thegrid.helpers import BRE, CAN, at, founders, grid, play, put_in

from fieldhouse.football.events import spot_words
from fieldhouse.games.thegrid.charts.cards import DECK, PACK
from fieldhouse.games.thegrid.charts.reader import box_value
from fieldhouse.games.thegrid.meta import META
from fieldhouse.games.thegrid.rules.events import FIELD, Flipped, Play
from fieldhouse.games.thegrid.rules.log_sheet import LogSheet
from fieldhouse.games.thegrid.rules.state import spot
from fieldhouse.games.thegrid.teams.creation import WORLD, world_team
from fieldhouse.games.thegrid.teams.players import (
    DICE,
    NEEDED,
    ORDER,
    ROSTER,
    SIDES_OF_DICE,
    read_team,
    roster_faults,
)
from fieldhouse.kernel.errors import BadChart
from fieldhouse.kernel.requests import Roll

# Section 1


def test_two_coaches_one_team_each() -> None:
    """TG-1.1: two seats, two teams."""
    game = grid()
    assert META.seats == ("Home", "Visitor")
    assert [team.code for team in game.teams] == ["CAN", "BRE"]


def test_sixty_yards_in_boxes_of_five() -> None:
    """TG-1.2, TG-1.3: from box 0 to box 12 are twelve boxes of 5 yards, 60 in all."""
    s = at(grid(), 1)
    script = play(grid(), s, "play", ("RI-HB", "LP-NK"), 20, 10, 8, "2D", "one", "3D")
    assert s.box == 1 + 8 + 1  # Dice +5: nine boxes
    assert script.of(Play)[0].yards == 45
    assert spot_words(spot(0), FIELD) == "own 0"
    assert spot_words(spot(12), FIELD) == "opponent's 0"


def test_plays_start_in_boxes_1_to_11() -> None:
    """TG-1.4: box 12 is a touchdown and box 0 a safety, so neither ever starts a play."""
    game = grid()
    s = at(game, 11)
    play(game, s, "play", ("RI-HB", "LP-NK"), 10, 3, 3, "2D", 4)
    assert (s.phase, s.scores) == ("kickoff", [7, 0])
    s = at(game, 1)
    play(game, s, "play", ("RI-HB", "RI-HB"), 1, 3, 3, "2C", 1)
    assert (s.phase, s.scores) == ("kickoff", [0, 2])


def test_the_other_side_counts_from_its_own_goal() -> None:
    """TG-1.5: the ball at box 7 is at box 5 of the other team."""
    game = grid()
    s = at(game, 7, 4, 9)
    play(game, s, "play", ("RI-HB", "RI-HB"), 1, 3, 3, "2D")
    assert (s.offense, s.box) == (BRE, 5)


def test_boxes_as_people_call_them() -> None:
    """TG-1.6: box 2 is the own 10, box 6 midfield, box 9 the opponents' 15."""
    assert [spot_words(spot(box), FIELD) for box in (2, 5, 6, 9, 11)] == [
        "own 10",
        "own 25",
        "midfield",
        "opponent's 15",
        "opponent's 5",
    ]


def test_every_die_is_fair() -> None:
    """TG-1.7: d20 and the rating dice d4 to d12, every side equally likely."""
    game = grid()
    script = play(game, at(game, 5), "play", ("RO-LE", "FP-NK"), 4, 5, 5, "2S", 4, "one", "2D")
    rolls = [request for request in script.asked if isinstance(request, Roll)]
    assert [roll.die.name for roll in rolls] == ["d20", "d6", "d8", "d8"]
    assert all(set(roll.weights) == {1} for roll in rolls)


def test_the_timing_deck_is_a_pack_of_52() -> None:
    """TG-1.8: four suits of thirteen, no jokers."""
    assert len(PACK) == len(set(PACK)) == 52
    assert Counter(card[-1] for card in PACK) == {"H": 13, "D": 13, "C": 13, "S": 13}


def test_twenty_play_cards() -> None:
    """TG-1.9: each of five plays for HB, LE, RE and as No Key."""
    assert len(DECK) == 20
    assert Counter(card.play for card in DECK.values()) == dict.fromkeys(("RI", "RO", "FP", "SP", "LP"), 4)
    assert sum(card.who < 0 for card in DECK.values()) == 5


def test_the_board_shows_what_a_coach_needs() -> None:
    """TG-1.10: lineup, blocking dice, defense modifiers, time outs, down, track: all in view."""
    game = grid()
    seen = game.view(at(game, 3, 2, 7, time_outs=(4, 5)), None)
    assert seen["sides"][CAN]["lineup"]["HB"] == "22"
    assert (seen["sides"][CAN]["run_block"], seen["sides"][CAN]["pass_block"]) == (8, 6)
    assert (seen["sides"][CAN]["run_defense"], seen["sides"][CAN]["pass_defense"]) == (0, 0)
    assert [side["time_outs"] for side in seen["sides"]] == [4, 5]
    assert (seen["down"], seen["box"], seen["marker"]) == (2, 3, 7)


def test_six_sets_of_two_teams_of_fifteen() -> None:
    """TG-1.11: thirty players a set, twelve teams in all."""
    assert len(WORLD) == 12
    assert all(len(world_team(7, index).players) == 15 for index in range(1, 13))


def test_the_log_sheet_records_the_score() -> None:
    """TG-1.12: the sheet's points are the game's."""
    game = grid()
    s = at(game, 11)
    script = play(game, s, "play", ("RI-HB", "LP-NK"), 10, 3, 3, "2D", 4)
    assert [team.total for team in LogSheet.of(game, script.events).teams] == s.scores == [7, 0]


def test_metres_are_never_used() -> None:
    """TG-1.13: a statistic is 5 yards per box and nothing else."""
    game = grid()
    s = at(game, 3)
    script = play(game, s, "play", ("RI-HB", "LP-NK"), 10, 3, 3, "2D", "one", "3D")
    assert LogSheet.of(game, script.events).teams[CAN].players["22"].run_yards == 5


def test_the_deck_is_the_only_clock() -> None:
    """TG-1.14: nothing but flipped cards moves the time."""
    game = grid()
    s = at(game, 3, left=9)
    script = play(game, s, "play", ("RI-HB", "LP-NK"), 10, 3, 3, "2D", "two", "3D", "4D")
    assert s.left == 9 - len(script.of(Flipped)) == 6


# Section 2


def test_each_type_has_its_own_ratings() -> None:
    """TG-2.1, TG-2.2, TG-2.3, TG-2.4: a QB, an HBE and an LN carry these ratings and no others."""
    assert ORDER["QB"] == ("flat", "short", "long", "pass_yards", "interception", "injury")
    assert set(ORDER["HBE"]) == {
        "run_yards",
        "pass_yards",
        "run_defense",
        "pass_defense",
        "kicking",
        "fumble",
        "injury",
    }
    assert ORDER["LN"] == ("run_block", "pass_block", "run_defense", "pass_defense", "injury")
    team = founders()
    team["ln"][0]["kicking"] = "d8"
    with pytest.raises(BadChart, match="home, row ln 1, column kicking: is unknown; the columns are: number"):
        read_team(team, "home")
    with pytest.raises(AttributeError):
        grid().teams[0].players[0].type = "LN"  # type: ignore[misc]


@pytest.mark.parametrize(("card", "total"), [("FP-RE", 12), ("SP-RE", 11), ("LP-RE", 11), ("RO-RE", 11)])
def test_a_pass_rating_counts_on_its_own_pass(card: str, total: int) -> None:
    """TG-2.5: Whitlock's Flat +1 helps flat passes only."""
    game = grid()
    s = at(game, 5)
    same_kind = "LP-NK" if card[0] != "R" and card != "LP-RE" else ("FP-NK" if card == "LP-RE" else "RI-NK")
    play(game, s, "play", (card, same_kind), 11, 3, 3)
    assert s.total == total


def test_rating_dice_have_five_sizes() -> None:
    """TG-2.6: d4, d6, d8, d10, d12 and nothing else."""
    assert SIDES_OF_DICE == (4, 6, 8, 10, 12)
    team = founders()
    team["hbe"][2]["fumble"] = "d20"
    with pytest.raises(BadChart, match="row hbe 3, column fumble: 'd20' is not one of d4, d6, d8, d10, d12"):
        read_team(team)


@pytest.mark.parametrize("roll", [2, 3, 8])
def test_only_a_one_is_bad(roll: int) -> None:
    """TG-2.7: any other number of a bad-luck die does nothing."""
    game = grid()
    s = at(game, 5)
    play(game, s, "play", ("RI-HB", "LP-NK"), 10, 3, 3, "2S", roll, "one", "3D")
    assert (s.offense, s.box) == (CAN, 6)


def test_default_scales() -> None:
    """TG-2.8: created ratings lie in -2 to +2, 0 to 2 and 0 to 3."""
    for index in range(1, 13):
        for player in world_team(3, index).players:
            assert min(player.flat, player.short, player.long) >= -2
            assert max(player.flat, player.short, player.long) <= 2
            assert min(player.run_defense, player.pass_defense) >= 0
            assert max(player.run_defense, player.pass_defense) <= 2
            assert min(player.run_block, player.pass_block) >= 0
            assert max(player.run_block, player.pass_block) <= 3


def test_only_an_hbe_kicks() -> None:
    """TG-2.9: QBs and LNs have no Kicking die, and only HB, LE and RE are offered a kick."""
    assert "kicking" in DICE["HBE"]
    assert "kicking" not in DICE["QB"] + DICE["LN"]
    game = grid()
    script = play(game, at(game, 9), "kick:HB")
    assert list(script.asked[0].keys) == ["play", "kick:HB", "kick:LE", "kick:RE"]  # type: ignore[attr-defined]


# Section 3


def test_a_roster_is_fifteen_with_enough_of_each_type() -> None:
    """TG-3.1, TG-3.2: fifteen players, at least 2 QBs, 5 HBEs, 5 LNs; every fault is named."""
    assert roster_faults(["QB"] * 2 + ["HBE"] * 5 + ["LN"] * 8) == []
    faults = roster_faults(["QB"] * 1 + ["HBE"] * 4 + ["LN"] * 9)
    assert len(faults) == 3
    assert "has 14" in faults[0]


def test_the_largest_possible_numbers() -> None:
    """TG-3.3: 5 QBs, 8 HBEs or 8 LNs fit, one more does not."""
    spare = ROSTER - sum(NEEDED.values())
    assert {kind: least + spare for kind, least in NEEDED.items()} == {"QB": 5, "HBE": 8, "LN": 8}
    assert roster_faults(["QB"] * 5 + ["HBE"] * 5 + ["LN"] * 5) == []
    assert roster_faults(["QB"] * 6 + ["HBE"] * 5 + ["LN"] * 4) != []


def test_a_game_cannot_start_with_a_broken_roster() -> None:
    """TG-3.4: opening a game with fourteen players is refused."""
    team = founders()
    del team["ln"][4]
    with pytest.raises(BadChart, match="exactly 15 players; this one has 14"):
        grid(materials={"home": team})


def test_ratings_are_open() -> None:
    """TG-3.5: each coach sees both rosters with every rating."""
    game = grid()
    s = game.start()
    rosters = [game.view(s, seat)["sides"][1 - seat]["players"] for seat in (CAN, BRE)]
    assert rosters[0][3]["run_yards"] == "d8"  # Kesselring, seen by CAN
    assert rosters[1][3]["kicking"] == "d4"  # Maddox, seen by BRE


def test_two_cards_with_one_name_and_number_are_two_players() -> None:
    """TG-3.6: the card is the player."""
    team = founders()
    team["hbe"][1]["number"], team["hbe"][1]["name"] = 22, "Corvin Maddox"
    team["lineup"]["LE"] = "22/2"
    read = read_team(team)
    assert [player.card for player in read.players[3:5]] == ["22", "22/2"]
    assert read.lineup[1:3] == (3, 4)


def test_both_coaches_may_choose_the_same_team() -> None:
    """TG-3.7: each has his own copy; an injury to one leaves the other fit."""
    game = grid(visitor="founders")
    s = at(game, 5)
    play(game, s, "play", ("RI-HB", "LP-NK"), 10, 3, 3, "QH", 1, "33", "one", "2D")
    assert s.sides[CAN].injured == [3]
    assert s.sides[BRE].injured == []
    assert game.teams[BRE].players[s.sides[BRE].lineup[1]].card == "22"


# Section 6


def test_blocking_comes_from_the_three_linemen() -> None:
    """TG-6.1: LG, C and RG count; a lineman at DS does not."""
    game = grid()
    s = game.start()
    assert (s.sides[CAN].run_block, s.sides[CAN].pass_block) == (8, 6)  # totals 5 and 3
    put_in(game, s, CAN, DS="60")  # another lineman at DS
    assert (s.sides[CAN].run_block, s.sides[CAN].pass_block) == (8, 6)


@pytest.mark.parametrize(
    ("total", "die"), [(0, 4), (1, 4), (2, 6), (3, 6), (4, 8), (5, 8), (6, 10), (7, 10), (8, 12), (9, 12)]
)
def test_blocking_boxes(total: int, die: int) -> None:
    """TG-6.2: boxes of two, d4 to d12."""
    assert box_value(grid().blocking, total) == die


def test_defense_counts_seven_players() -> None:
    """TG-6.3: everyone but the QB; the Founders have 8 and 7."""
    game = grid()
    s = game.start()
    men = [game.player(CAN, s.sides[CAN].lineup, place) for place in range(1, 8)]
    assert (sum(man.run_defense for man in men), sum(man.pass_defense for man in men)) == (8, 7)
    assert game.player(CAN, s.sides[CAN].lineup, 0).run_defense == 0


@pytest.mark.parametrize(
    ("total", "modifier"),
    [(0, 2), (2, 2), (3, 1), (5, 1), (6, 0), (8, 0), (9, -1), (11, -1), (12, -2), (14, -2)],
)
def test_defense_boxes(total: int, modifier: int) -> None:
    """TG-6.4: the printed boxes."""
    assert box_value(grid().defense, total) == modifier


def test_totals_beyond_the_boxes_use_the_nearest() -> None:
    """TG-6.5: below 0 and above the last box."""
    game = grid()
    assert [box_value(game.blocking, total) for total in (-3, 12)] == [4, 12]
    assert [box_value(game.defense, total) for total in (-1, 17)] == [2, -2]


def test_team_values_follow_every_change() -> None:
    """TG-6.6: another lineman, another die, at once."""
    game = grid()
    s = at(game, 5)
    # The four of hearts tests both centers; Torrigan (2, 1) is hurt and Kilbride (1, 2) comes in.
    play(game, s, "play", ("RI-HB", "LP-NK"), 10, 3, 3, "4H", 1, "60", 5, "one", "2D")
    assert (s.sides[CAN].run_block, s.sides[CAN].pass_block) == (8, 8)  # totals 4 and 4
    assert (s.sides[CAN].run_defense, s.sides[CAN].pass_defense) == (0, 0)  # totals 7 and 8


def test_only_the_offense_blocks_and_only_the_defense_defends() -> None:
    """TG-6.7: the defense's block dice and the offense's defense play no part."""
    game = grid()
    s = at(game, 3)
    s.sides[BRE].run_block = 12
    s.sides[CAN].run_defense = -2
    script = play(game, s, "play", ("RI-HB", "RI-NK"), 15, 3, 3)
    assert s.total == 10
    assert [r.die.name for r in script.asked if isinstance(r, Roll)] == ["d20", "d10", "d8"]
