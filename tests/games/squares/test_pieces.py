"""Board, movement, scoring, tackling, blocking and passing: sections 1 and 4 to 9 of the catalogue."""

from random import Random

import pytest
from tests.games.squares import slow
from tests.games.squares.helpers import A, after, play, refused, shown, study, table, turn_of

from fieldhouse.games.squares.rules.grid import (
    ALL,
    FILES,
    GOAL_DOWN,
    GOAL_UP,
    SQUARE,
    neighbors,
    reach,
    square_names,
)
from fieldhouse.games.squares.rules.moves import legal_actions
from fieldhouse.games.squares.rules.notation import write_action
from fieldhouse.games.squares.rules.position import BoardPosition
from fieldhouse.games.squares.rules.refusals import read_legal_action
from fieldhouse.games.squares.rules.turn import PASSER_BLOCKS, QB_PUSHED
from fieldhouse.games.squares.search import exhaustive
from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import ScriptedDice
from fieldhouse.kernel.table import Table


def test_board_has_14_ranks_of_11_files() -> None:
    """SQ-1.1: files a to k, ranks 1 to 14."""
    assert len(ALL) == 154 and FILES == "abcdefghijk"
    assert "a1" in SQUARE and "k14" in SQUARE and "l1" not in SQUARE and "a15" not in SQUARE
    assert set(square_names(neighbors(SQUARE["a1"]))) == {"a2", "b1"}
    assert set(square_names(neighbors(SQUARE["k7"]))) == {"k6", "k8", "j7"}


def test_end_zones_are_two_ranks_at_each_end() -> None:
    """SQ-1.2: ranks 1-2 and 13-14, 22 squares each."""
    assert {name[1:] for name in square_names(GOAL_UP)} == {"13", "14"}
    assert {name[1:] for name in square_names(GOAL_DOWN)} == {"1", "2"}
    assert len(square_names(GOAL_UP)) == len(square_names(GOAL_DOWN)) == 22


def test_player_1_attacks_up_and_player_2_down() -> None:
    """SQ-1.3: Player 1 scores in ranks 13-14, Player 2 in ranks 1-2, in every quarter."""
    assert after(turn_of("Qf9 / up 1"), "f9-f13").over == "touchdown"
    assert after(turn_of("Qf5 / down 1"), "f5-f2").over == "touchdown"
    assert after(turn_of("Qf5 / up 1"), "f5-f2").over == ""
    t = table()
    assert (t.view()["offense_seat"], t.view()["up"]) == (0, True)
    play(t, *["--"] * 7)
    assert (t.view()["offense_seat"], t.view()["up"]) == (1, False)
    for _ in range(3):  # Q2: P1 up, P2 down; Q3: P2 down again
        play(t, *["--"] * 7)
        assert t.view()["up"] == (t.view()["offense_seat"] == t.view()["player_1"])


@pytest.mark.parametrize(("name", "size"), [("standard", 6), ("seven", 7), ("eight", 8)])
def test_sides_are_equal_with_six_as_standard(name: str, size: int) -> None:
    """SQ-1.4: six a side, seven and eight as options."""
    view = table(formation=name).view()
    assert len(view["offense"]) == len(view["defense"]) == size
    assert len(table().view()["offense"]) == 6


def test_one_offensive_piece_is_the_qb() -> None:
    """SQ-1.5: the QB is one of the offense; the defense has none."""
    view = table().view()
    assert view["qb"] == "f7" and view["offense"].count("f7") == 1 and "f7" not in view["defense"]


def test_a_square_holds_one_piece_and_nothing_is_removed() -> None:
    """SQ-1.6: after moves and blocks all twelve pieces stand on twelve squares."""
    turn = after(turn_of(A), "d7-e7>e8 h7-g7>g8 f7-f11")
    assert shown(turn) == "Qf11 a7 e7 f5 g7 k7 / b8 d8 e9 g9 h8 j8"
    assert len(square_names(turn.off | turn.dfn)) == 12


def test_any_piece_may_stand_in_either_end_zone() -> None:
    """SQ-1.7: receivers and defenders walk into both end zones; nothing is scored by it."""
    assert after(turn_of("Qf7 a12 b3 / up 1"), "a12-a14 b3-b1").over == ""
    assert after(turn_of("Qf7 / a12 b3 up 1", attack=False), "a12-a14 b3-b1").over == ""


def test_offense_acts_first_then_defense() -> None:
    """SQ-4.1: in each down."""
    t = study(A)
    assert t.pending_seats == (0,)
    play(t, "--")
    assert t.pending_seats == (1,) and t.view()["attack"] is False
    play(t, "--")
    assert t.pending_seats == (0,) and t.view()["down"] == 2


def test_all_or_none_of_the_pieces_may_act_in_any_order() -> None:
    """SQ-4.2: six pieces in one turn, or none."""
    t = study(A)
    play(t, "k7-k9 a7-a9 f5-f4 d7-d4 h7-h4 f7-f6")
    assert t.view()["position"] == "Qf6 a9 d4 f4 h4 k9 / b8 d8 e8 g8 h8 j8 up 1"
    play(t, "--")
    assert t.view()["last_turn"] == "--"


@pytest.mark.parametrize("second", ["d7-d9", "d7>d8"])
def test_each_piece_acts_once_a_turn(second: str) -> None:
    """SQ-4.3: after its block a piece can neither move nor block again; the QB moves or passes only."""
    assert refused(turn_of(A), f"d7>>d8 {second}")[1] == "SQ-4.3"
    assert refused(turn_of(A), "a7-a8 a8-a9") == ("a8 has already acted this turn", "SQ-4.3")
    kinds = {action.kind for action in legal_actions(turn_of(A)) if action.start == SQUARE["f7"]}
    assert kinds == {"move", "pass"}


def test_later_actions_see_the_changed_board() -> None:
    """SQ-4.4: f8 is free at once for the next piece, and a7 once its piece has gone."""
    assert refused(turn_of("Qf3 a7 b7 / up 1"), "b7-a7")[1] == "SQ-5.2"
    assert shown(after(turn_of("Qf3 a7 b7 / up 1"), "a7-a8 b7-a7")) == "Qf3 a7 a8 /"


def test_turn_ends_when_its_side_says_so() -> None:
    """SQ-4.5, SQ-4.8: after every piece has acted the turn still waits for end-turn."""
    t = study("Qf7 / a14 up 1")
    t.answer(0, "f7-f9")
    assert t.pending_seats == (0,) and list(t.request_for(0).keys) == ["end-turn"]  # type: ignore[union-attr]
    t.answer(0, "end-turn")
    assert t.pending_seats == (1,)


def test_no_defense_on_fourth_down() -> None:
    """SQ-4.6: a fourth down without a touchdown ends the series with the offense's turn."""
    t = study("Qf7 / f8 up 4")
    play(t, "--")
    assert t.outcome is not None and t.outcome.why == "downs" and t.outcome.winner == 1


def test_down_goes_up_after_the_defense() -> None:
    """SQ-4.7: from 1 to 2 to 3."""
    t = study("Qf7 / a1 up 1")
    for down in (1, 2, 3):
        assert t.view()["down"] == down
        play(t, "--", "--")
    assert t.view()["down"] == 4


def test_a_piece_moves_up_to_four_steps_never_diagonally() -> None:
    """SQ-5.1: on an empty board 40 squares are within four steps of the middle, turns allowed."""
    assert len(square_names(reach(SQUARE["f7"], turn_of("Qa1 / up 1").free))) == 40
    turn = turn_of("Qf7 / up 1")
    after(turn, "f7-h9")  # two up, two right
    assert refused(turn, "f7-f12") == ("f12 is not reachable in four steps from f7", "SQ-5.1")


def test_no_step_enters_an_occupied_square_or_leaves_the_board() -> None:
    """SQ-5.2: neither friend nor opponent can be jumped; the way round costs steps."""
    turn = turn_of("Qf7 f8 / e8 g8 up 1")
    assert refused(turn, "f7-f8") == ("f8 is occupied", "SQ-5.2")
    assert refused(turn, "f7-f9") == (
        "f9 is not reachable in four steps from f7: pieces are in the way",
        "SQ-5.2",
    )
    after(turn_of("Qf7 f8 / up 1"), "f7-f9")  # round by e7 e8 e9: four steps


def test_only_start_and_end_of_a_move_count() -> None:
    """SQ-5.3: f7-f9 is one action though several paths exist."""
    turn = turn_of("Qf7 / up 1")
    assert sum(1 for action in legal_actions(turn) if action.end == SQUARE["g8"]) == 1


def test_staying_put_is_not_a_move() -> None:
    """SQ-5.4: b7-b7 is refused, also before a block."""
    assert refused(turn_of("Qf7 b7 / b8 up 1"), "b7-b7") == ("staying put is not a move", "SQ-5.4")
    assert refused(turn_of("Qf7 b7 / b8 up 1"), "b7-b7>b8")[1] == "SQ-5.4"


def test_touchdown_by_run_and_by_catch_is_seven_points() -> None:
    """SQ-6.1: the moment the QB stands in the end zone under attack."""
    for position, turn in (("Qf9 / up 1", "f9-f13+"), ("Qf7 f14 / up 1", "f7*f14+")):
        t = study(position)
        t.answer(0, turn)
        assert t.outcome is not None and t.outcome.scores == (7, 0) and t.outcome.why == "touchdown"


def test_touchdown_ends_the_series_and_possession_changes() -> None:
    """SQ-6.2: the other side lines up; unused actions are lost; there is no kick."""
    t = table(quarters=1)
    play(t, "--", "--", "f7*a7 a7-a11", "j8-j9", "a11-a13+")
    assert t.view()["scores"] == [7, 0]
    assert (t.view()["offense_seat"], t.view()["down"], t.pending_seats) == (1, 1, (1,))


def test_no_safety() -> None:
    """SQ-6.3: a QB in the end zone behind it costs nothing, and the defense never scores."""
    t = study("Qf4 / a14 up 1")
    play(t, "f4-f1")
    assert t.view()["scores"] == [0, 0] and t.outcome is None
    play(t, "a14-a13")
    assert t.view()["scores"] == [0, 0] and t.view()["down"] == 2


def test_a_qb_that_enters_the_end_zone_scores_and_does_not_leave_it() -> None:
    """SQ-6.4: from e12 the only way to g12 is by e13, f13, g13: the QB scores on e13."""
    turn = turn_of("Qe12 / f12 f11 f10 f9 f8 up 1")
    through = "the way to g12 leads through the end zone: the QB scores there"
    assert refused(turn, "e12-g12") == (through, "SQ-6.4")
    assert after(turn, "e12-e13").over == after(turn, "e12-g13").over == "touchdown"
    assert after(turn_of("Qe12 / f12 up 1"), "e12-g12").over == ""  # by e11, f11, g11
    assert after(turn_of("Qf3 e12 / f12 f11 f10 f9 f8 up 1"), "e12-g12").over == ""  # no QB, no touchdown


@pytest.mark.parametrize("edition", [1, 2])
def test_in_earlier_editions_the_path_has_no_effect(edition: int) -> None:
    """SQ-6.4, before edition 3: e12-g12 by the end zone is a move like any other."""
    position = "Qe12 / f12 f11 f10 f9 f8 up 1"
    game = registry.find("squares").open({"player_1": "first", "position": position}, edition=edition)
    t = Table(game, ScriptedDice([]))
    play(t, "e12-g12")
    assert t.view()["qb"] == "g12" and t.outcome is None


def test_a_tackle_is_a_move_of_at_most_four_steps_onto_the_qb() -> None:
    """SQ-7.1: e8 and d8 reach f9, b8 is five steps away; every step before the last is free."""
    t = turn_of("Qf9 a7 d7 f5 h7 k7 / b8 d8 e8 g8 h8 j8 up 1", attack=False)
    assert {"e8xf9", "d8xf9"} <= {write_action(t, action) for action in legal_actions(t)}
    assert refused(t, "b8xf9") == ("f9 is not reachable in four steps from b8", "SQ-7.1")
    walled = turn_of("Qa1 a2 b1 / a3 up 1", attack=False)
    assert refused(walled, "a3xa1")[1] == "SQ-7.1"


def test_a_tackle_ends_the_series() -> None:
    """SQ-7.2: possession changes at once."""
    t = table(quarters=1)
    play(t, "f7-f9")
    t.answer(1, "e8xf9")
    assert (t.view()["offense_seat"], t.view()["down"], t.view()["scores"]) == (1, 1, [0, 0])


def test_only_the_qb_can_be_tackled() -> None:
    """SQ-7.3: not the piece that was QB and passed."""
    turn = after(turn_of("Qf7 a7 / f8 up 1"), "f7*a7").handed_over()
    assert refused(turn, "f8xf7")[1] == "SQ-7.3"
    assert not any(action.kind == "tackle" for action in legal_actions(turn))


def test_a_defender_that_has_acted_cannot_tackle() -> None:
    """SQ-7.4: e8-f8 f8xf9 is refused."""
    turn = after(turn_of(A), "f7-f9").handed_over()
    assert refused(turn, "e8-f8 f8xf9") == ("f8 has already acted this turn", "SQ-7.4")


def test_the_offense_cannot_tackle() -> None:
    """SQ-7.5: and nobody captures: moving onto a piece is refused."""
    assert refused(turn_of(A), "d7xd8") == ("the offense cannot tackle", "SQ-7.5")
    assert refused(turn_of(A), "d7-d8") == ("d8 is occupied", "SQ-5.2")


@pytest.mark.parametrize(
    ("blocker", "target", "lands"),
    [("f6", "f7", "f8"), ("f8", "f7", "f6"), ("e7", "f7", "g7"), ("g7", "f7", "e7")],
)
def test_a_block_pushes_straight_away_from_the_blocker(blocker: str, target: str, lands: str) -> None:
    """SQ-8.1: up, down, right and left."""
    turn = after(turn_of(f"Qa3 {blocker} / {target} up 1"), f"{blocker}>{target}")
    assert square_names(turn.dfn) == [lands]


def test_a_moved_blocker_pushes_one_square() -> None:
    """SQ-8.2: two are refused."""
    turn = turn_of("Qa3 f5 / f7 up 1")
    assert square_names(after(turn, "f5-f6>f7").dfn) == ["f8"]
    assert refused(turn, "f5-f6>>f7")[1] == "SQ-8.2"


def test_an_unmoved_blocker_pushes_one_or_two() -> None:
    """SQ-8.3: as its owner chooses; three are refused."""
    turn = turn_of("Qa3 f6 / f7 up 1")
    assert square_names(after(turn, "f6>f7").dfn) == ["f8"]
    assert square_names(after(turn, "f6>>f7").dfn) == ["f9"]
    assert refused(turn, "f6>>>f7") == ("a block pushes at most two squares", "SQ-8.3")


def test_every_square_behind_the_target_must_be_free() -> None:
    """SQ-8.4: with only the first free, one square is allowed and two are not."""
    turn = turn_of("Qf9 c12 g12 / d12 f12 up 2")
    assert refused(turn, "g12>>f12") == ("no room behind the target: d12 is occupied", "SQ-8.4")
    assert square_names(after(turn, "g12>f12").dfn) == ["d12", "e12"]
    assert refused(turn_of(A), "d7-c8>d8")[1] == "SQ-8.4"


def test_no_piece_is_pushed_off_the_board() -> None:
    """SQ-8.5: at the edge, also by the second square."""
    assert refused(turn_of("Qa3 b7 / a7 up 1"), "b7>a7") == ("no piece can be pushed off the board", "SQ-8.5")
    assert refused(turn_of("Qa3 c7 / b7 up 1"), "c7>>b7")[1] == "SQ-8.5"
    after(turn_of("Qa3 c7 / b7 up 1"), "c7>b7")


def test_the_blocker_stays_and_has_acted() -> None:
    """SQ-8.6: it stands where it was and may not act again."""
    turn = after(turn_of("Qa3 f6 / f7 up 1"), "f6>>f7")
    assert shown(turn) == "Qa3 f6 / f9"
    assert refused(turn, "f6-f7")[1] == "SQ-4.3"


def test_a_piece_that_has_blocked_cannot_receive() -> None:
    """SQ-8.7, SQ-9.8: f7*d7 after d7>>d8."""
    assert refused(turn_of(A), "d7>>d8 f7*d7") == ("the receiver on d7 has blocked this turn", "SQ-9.8")


def test_a_piece_may_move_its_full_four_steps_before_blocking() -> None:
    """SQ-8.8: d7 c7 c8 c9 d9 are four steps, then d8 is pushed down onto d7, which is empty by then."""
    turn = after(turn_of("Qf3 d7 / d8 up 1"), "d7-d9>d8")
    assert shown(turn) == "Qf3 d9 / d7"
    assert refused(turn_of("Qf3 a7 / f7 up 1"), "a7-e8>f8")[1] == "SQ-5.1"


def test_both_sides_block_unless_the_option_says_offense() -> None:
    """SQ-8.9: h8>>h7 is the defense's block."""
    turn = after(turn_of(A), "f7-f9").handed_over()
    assert shown(after(turn, "h8>>h7")) == "Qf9 a7 d7 f5 h5 k7 / b8 d8 e8 g8 h8 j8"
    only = turn_of(A, attack=False, offense_only=True)
    assert refused(only, "h8>>h7") == ("only the offense blocks in this game", "SQ-8.9")
    assert not any(action.kind == "block" for action in legal_actions(only))
    assert any(action.kind == "block" for action in legal_actions(turn_of(A, offense_only=True)))


def test_the_qb_cannot_block_but_may_from_its_next_turn_after_passing() -> None:
    """SQ-8.10: f7-f8>e8 is refused; the old QB blocks a turn later."""
    assert refused(turn_of(A), "f7-f8>e8") == ("the QB cannot block", "SQ-8.10")
    assert refused(turn_of("Qf7 a7 / f8 up 1"), "f7*a7 f7>f8")[1] == "SQ-9.4"
    t = study("Qf7 a7 / f8 a14 up 1")
    play(t, "f7*a7", "--", "f7>f8")
    assert t.view()["defense"] == ["a14", "f9"]


def test_by_option_the_passer_blocks_in_the_turn_of_its_pass() -> None:
    """SQ-8.15: f7*a7 f7>>f8 pushes two squares; the passer still does not move, and blocks once."""
    turn = BoardPosition.read("Qf7 a7 / f8 a14 up 1").turn(ruleset=PASSER_BLOCKS)
    assert shown(after(turn, "f7*a7 f7>>f8")) == "Qa7 f7 / a14 f10"
    assert refused(turn, "f7*a7 f7-g7")[1] == "SQ-9.4"
    assert refused(turn, "f7*a7 f7-g7>g8")[1] == "SQ-9.4"
    assert refused(turn, "f7*a7 f7>f8 f7>f9")[1] == "SQ-9.4"
    assert refused(turn, "f7>f8") == ("the QB cannot block", "SQ-8.10")
    t = study("Qf7 a7 / f8 a14 up 1", passer_blocks=True)
    play(t, "f7*a7 f7>f8")
    assert t.view()["defense"] == ["a14", "f9"]


def test_by_option_the_defense_pushes_the_qb() -> None:
    """SQ-8.16: the QB goes back like any piece; pushed into the end zone it attacks, it has scored."""
    t = study("Qf7 a7 / f8 a14 up 1", push_qb=True)
    play(t, "--", "f8>>f7")
    assert t.view()["qb"] == "f5" and t.view()["men"]["f5"] == "QB 12"
    t = study("Qf12 a7 / f10 a14 up 1", push_qb=True)
    play(t, "--")
    asked = t.observation(1).request
    assert asked is not None and "f10-f11>f12+" in [option.key for option in asked.options]
    t.answer(1, "f10-f11>f12+")
    assert t.view()["scores"] == [7, 0] and t.outcome is not None and t.outcome.winner == 0


@pytest.mark.parametrize("seed", range(12))
def test_the_options_agree_with_the_slow_generator(seed: int) -> None:
    """SQ-6.4, SQ-8.15, SQ-8.16: near the end zone and anywhere, by code that shares nothing."""
    rng = Random(seed)
    names = rng.sample([f"{file}{rank}" for file in "defgh" for rank in range(8, 15)], 9)
    qb = next(name for name in names if int(name[1:]) < 13)
    names.remove(qb)
    text = f"Q{qb} {' '.join(names[:3])} / {' '.join(names[3:])} up 1"
    for attack in (True, False):
        for flags in (0, PASSER_BLOCKS, QB_PUSHED, PASSER_BLOCKS | QB_PUSHED):
            fast = BoardPosition.read(text).turn(attack=attack, ruleset=flags)
            other = slow.read(text, attack)._replace(
                passer_blocks=bool(flags & PASSER_BLOCKS), push_qb=bool(flags & QB_PUSHED)
            )
            assert len(list(legal_actions(fast))) == slow.count_actions(other)
            assert exhaustive.count_pairs(fast) == slow.count_pairs(other)
            for action in legal_actions(fast):
                assert read_legal_action(fast, write_action(fast, action)) == action


def test_the_qb_cannot_be_pushed() -> None:
    """SQ-8.11: e8-f8>f7 is refused."""
    turn = after(turn_of(A), "d7-e7").handed_over()
    assert refused(turn, "e8-f8>f7") == ("the QB cannot be pushed", "SQ-8.11")
    assert refused(turn, "e8>>f7")[1] == "SQ-8.1"


def test_a_pushed_piece_keeps_its_rights_and_may_be_pushed_again() -> None:
    """SQ-8.12: two blockers push d8 up twice; the pushed defender then acts as usual."""
    turn = after(turn_of("Qa3 d7 c9 / d8 up 1"), "d7>d8 c9>d9")
    assert square_names(turn.dfn) == ["e9"]
    after(turn.handed_over(), "e9-e13")


def test_a_pushed_piece_never_scores() -> None:
    """SQ-8.13: pushed into and within an end zone, nothing happens."""
    turn = after(turn_of("Qf3 a3 / a12 up 1", attack=False), "a12-a11")
    assert turn.over == ""
    pushed = after(turn_of("Qf3 a12 / a11 up 1", attack=False), "a11>>a12")
    assert square_names(pushed.off) == ["a14", "f3"] and pushed.over == ""


def test_an_unmoved_blocker_need_not_have_touched_its_target_before() -> None:
    """SQ-8.14: b8 pushes c8 next to d9, which has not moved and pushes it on by two."""
    turn = turn_of("Qa3 b8 d9 / c8 up 1")
    turn = after(turn, "b8>c8 d9>>d8")
    assert square_names(turn.dfn) == ["d6"]


def test_the_qb_passes_along_rank_or_file_at_any_distance() -> None:
    """SQ-9.1: to a friend in line; not diagonally."""
    turn = turn_of("Qa7 k7 b8 / up 1")
    assert after(turn, "a7*k7").qb == SQUARE["k7"]
    assert refused(turn, "a7*b8")[1] == "SQ-9.1"
    assert refused(turn, "k7*b8") == ("k7 is not the QB", "SQ-9.1")


def test_defenders_in_the_lane_stop_a_pass_and_friends_do_not() -> None:
    """SQ-9.2: f7*a7 passes over d7; a defender on f12 stops f9*f13."""
    after(turn_of(A), "f7*a7")
    turn = turn_of("Qf9 c12 g12 / d12 f12 up 2")
    assert refused(turn, "g12-f13 f9*f13") == ("defender on f12 in the lane", "SQ-9.2")


def test_a_pass_always_succeeds_and_makes_the_receiver_qb_at_once() -> None:
    """SQ-9.3, SQ-9.5: no roll is asked; the passer becomes a regular piece."""
    t = study(A)
    t.answer(0, "f7*a7")
    assert t.view()["qb"] == "a7" and "f7" in t.view()["offense"] and t.pending_seats == (0,)


def test_a_qb_passes_or_moves() -> None:
    """SQ-9.4: neither pass after move nor move after pass."""
    assert refused(turn_of(A), "f7-f9 f9*f5") == ("the QB has moved this turn, so it cannot pass", "SQ-9.4")
    assert refused(turn_of(A), "f7*f5 f7-f8")[1] == "SQ-9.4"


def test_one_pass_a_turn() -> None:
    """SQ-9.6: the new QB passes from its side's next turn on."""
    assert refused(turn_of(A), "f7*a7 a7*d7") == ("the offense has already passed this turn", "SQ-9.6")
    t = study("Qa7 b7 / a14 up 1")
    play(t, "a7*b7", "--", "b7*a7")
    assert t.view()["qb"] == "a7"


def test_a_receiver_that_moved_is_done_and_one_that_did_not_may_run() -> None:
    """SQ-9.7: f7*a7 a7-a11 is legal; a receiver that has moved cannot run; a new QB cannot block."""
    assert shown(after(turn_of(A), "f7*a7 a7-a11")).startswith("Qa11 d7 f5 f7")
    assert refused(turn_of("Qf7 a6 / up 1"), "a6-a7 f7*a7 a7-a8")[1] == "SQ-9.7"
    assert refused(turn_of("Qf7 f5 / g5 up 1"), "f7*f5 f5>g5")[1] == "SQ-8.10"
    assert refused(turn_of("Qf7 a7 / up 1"), "f7*a7 a7-a8 a8-a9")[1] == "SQ-4.3"


def test_a_catch_in_the_end_zone_is_a_touchdown() -> None:
    """SQ-9.9: also for a receiver that has moved there this turn."""
    assert after(turn_of("Qf9 g12 / up 1"), "g12-f13 f9*f13").over == "touchdown"
    assert after(turn_of("Qf6 g3 / down 1"), "g3-f2 f6*f2").over == "touchdown"


WORKED = [
    ("d7>>d8", "Qf7 a7 d7 f5 h7 k7 / b8 d10 e8 g8 h8 j8"),
    ("d7-c8>b8", "Qf7 a7 c8 f5 h7 k7 / a8 d8 e8 g8 h8 j8"),
    ("d7-e7>e8 h7-g7>g8 f7-f11", "Qf11 a7 e7 f5 g7 k7 / b8 d8 e9 g9 h8 j8"),
    ("f7*f5 f5-e6", "Qe6 a7 d7 f7 h7 k7 / b8 d8 e8 g8 h8 j8"),
    ("f7*a7 a7-a11", "Qa11 d7 f5 f7 h7 k7 / b8 d8 e8 g8 h8 j8"),
]


@pytest.mark.parametrize(("text", "position"), WORKED)
def test_worked_examples(text: str, position: str) -> None:
    """Section 15 of the catalogue."""
    assert shown(after(turn_of(A), text)) == position


def test_worked_touchdown() -> None:
    """Section 15: f12 is pushed to e12 and the QB runs the file; without that it cannot."""
    turn = turn_of("Qf9 c12 g12 / d12 f12 up 2")
    assert after(turn, "g12>f12 f9-f13").over == "touchdown"
    assert refused(turn, "c12>d12 f9-f13")[1] == "SQ-5.2"
