"""Order, quarters, overtime and the end: sections 2, 3 and 10 of the catalogue."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.squares.helpers import A, open_game, play, table

from fieldhouse.games.squares.rules.position import BoardPosition
from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import RandomCoach, ask_coach
from fieldhouse.kernel.dice import FastDice, ScriptedDice
from fieldhouse.kernel.errors import IllegalAnswer
from fieldhouse.kernel.table import Table

IDLE = ["--"] * 7
"""A series in which nobody does anything: four turns of the offense, three of the defense."""
SCORE = {
    True: ["--", "--", "f7*a7 a7-a11", "--", "a11-a13"],
    False: ["--", "--", "f8*k8 k8-k4", "--", "k4-k2"],
}


def touchdown(t: Table[Any]) -> None:
    """A series that ends with a touchdown on third down, against a defense that does nothing."""
    *first, last = SCORE[t.view()["up"]]
    play(t, *first)
    (seat,) = t.pending_seats
    t.answer(seat, last + "+")


@pytest.mark.parametrize(("coin", "winner"), [("heads", 0), ("tails", 1)])
@pytest.mark.parametrize("choice", ["player-1", "player-2"])
def test_winner_of_the_flip_chooses(coin: str, winner: int, choice: str) -> None:
    """SQ-2.1, SQ-2.4: heads is the first seat's, tails the second's; the winner may take either part."""
    t = Table(registry.find("squares").open(), ScriptedDice([coin]))
    assert t.pending_seats == (winner,) and list(t.request_for(winner).keys) == ["player-1", "player-2"]  # type: ignore[union-attr]
    t.answer(winner, choice)
    assert t.view()["player_1"] == (winner if choice == "player-1" else 1 - winner)
    assert t.pending_seats == (t.view()["player_1"],)


def holders(t: Table[Any], series: int) -> list[int]:
    """Which seat has the ball in each series, nobody scoring."""
    found = []
    for _ in range(series):
        found.append(t.view()["offense_seat"])
        play(t, *IDLE)
    return found


def test_order_of_possession() -> None:
    """SQ-2.2, SQ-3.2, SQ-10.2: P1 P2, P1 P2, P2 P1, P2 P1, then overtime P1 P2, P2 P1, P1 P2."""
    assert holders(table(), 14) == [0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1]
    assert holders(table(player_1="second"), 4) == [1, 0, 1, 0]


def test_an_option_names_player_1_and_skips_the_flip() -> None:
    """SQ-2.3: no coin is asked for."""
    for name, seat in (("first", 0), ("second", 1)):
        t = Table(open_game(player_1=name), ScriptedDice([]))
        assert t.view()["player_1"] == seat and t.pending_seats == (seat,)


def test_a_quarter_is_one_series_each() -> None:
    """SQ-3.1: the quarter changes after two series, and four quarters are the game."""
    t = table()
    quarters = []
    for _ in range(8):
        quarters.append(t.view()["quarter"])
        play(t, *IDLE)
    assert quarters == [1, 1, 2, 2, 3, 3, 4, 4]


def test_a_series_is_at_most_four_downs_and_nothing_renews_them() -> None:
    """SQ-3.3, SQ-3.7: seven turns, also when the QB advances far."""
    t = table()
    play(t, "f7*a7 a7-a11", "--", "a11-a10", "--", "a10-a11", "--")
    assert t.view()["down"] == 4 and t.view()["offense_seat"] == 0
    play(t, "--")
    assert t.view()["offense_seat"] == 1


def test_possession_changes_after_score_downs_and_tackle() -> None:
    """SQ-3.4: and at the start of the game and of a quarter."""
    t = table()
    assert t.view()["offense_seat"] == 0
    touchdown(t)
    assert t.view()["offense_seat"] == 1
    play(t, *IDLE)
    assert (t.view()["offense_seat"], t.view()["quarter"]) == (0, 2)
    play(t, "f7-f9")
    t.answer(1, "e8xf9")
    assert t.view()["offense_seat"] == 1


def test_all_pieces_line_up_anew() -> None:
    """SQ-3.5: nothing of the last series is left, and the down is 1."""
    t = table()
    play(t, "a7-a11 k7-k11", "b8-b12", "f7-f6", "--", "--", "--", "--")
    assert t.view()["position"] == "Qf8 a8 d8 f10 h8 k8 / b7 d7 e7 g7 h7 j7 down 1"


def test_positions_stay_within_a_series() -> None:
    """SQ-3.6: from one down to the next."""
    t = table()
    play(t, "a7-a11", "b8-b12")
    assert t.view()["position"] == "Qf7 a11 d7 f5 h7 k7 / b12 d8 e8 g8 h8 j8 up 2"


def test_dead_series_are_played() -> None:
    """SQ-3.8: with 28-0 before the last series it is still played."""
    t = table()
    for _ in range(7):
        (seat,) = t.pending_seats
        if seat == 0:
            touchdown(t)
        else:
            play(t, *IDLE)
    assert t.view()["scores"] == [21, 0] and t.outcome is None
    play(t, *IDLE)
    assert t.outcome is not None and t.outcome.scores == (21, 0)


def test_a_side_with_two_series_in_a_row_lines_up_anew() -> None:
    """SQ-3.9: Player 2 across Q2/Q3."""
    t = table()
    for _ in range(3):
        play(t, *IDLE)
    play(t, "a8-a9", *IDLE[1:])
    view = t.view()
    assert (view["quarter"], view["offense_seat"], view["down"]) == (3, 1, 1)
    assert view["position"] == "Qf8 a8 d8 f10 h8 k8 / b7 d7 e7 g7 h7 j7 down 1"


def test_more_points_after_q4_win() -> None:
    """SQ-10.1: 7-0 after regulation."""
    t = table()
    touchdown(t)
    for _ in range(7):
        play(t, *IDLE)
    assert t.outcome is not None
    assert (t.outcome.winner, t.outcome.why, t.outcome.rule) == (0, "regulation", "SQ-10.1")


def test_first_touchdown_in_overtime_wins_at_once() -> None:
    """SQ-10.3: the other side gets no answer."""
    t = table(quarters=1)
    play(t, *IDLE, *IDLE)
    assert t.view()["status"].startswith("Overtime 1")
    touchdown(t)
    assert t.outcome is not None
    assert (t.outcome.winner, t.outcome.why, t.outcome.scores) == (0, "overtime", (7, 0))


def test_overtime_limit_makes_a_tie() -> None:
    """SQ-10.4: 20 by default, changed by the option; 0 is none."""
    t = table(quarters=1, overtime_limit=2)
    play(t, *IDLE * 5)
    assert t.outcome is None
    play(t, *IDLE)
    assert t.outcome is not None and t.outcome.winner is None and t.outcome.why == "overtime-limit"
    assert open_game().limit == 20
    endless = table(quarters=1, overtime_limit=0)
    play(endless, *IDLE * 2 * 23)
    assert endless.outcome is None


def test_players_may_agree_on_a_tie_or_concede() -> None:
    """SQ-10.5, SQ-11.8: at one's own decision; the points stay, the other side wins a concession."""
    t = table()
    assert {"concede", "offer-tie"} <= set(t.verbs(0))
    t.answer(0, "offer-tie")
    with pytest.raises(IllegalAnswer):
        t.answer(1, "end-turn")
    t.answer(1, "decline")
    with pytest.raises(IllegalAnswer):
        t.answer(0, "offer-tie")
    t.answer(0, "a7-a8")
    with pytest.raises(IllegalAnswer, match="one offer per turn"):
        t.answer(0, "offer-tie")
    assert "offer-tie" not in t.verbs(0)
    play(t, "--")
    t.answer(1, "offer-tie")
    t.answer(0, "accept")
    assert t.outcome is not None and t.outcome.why == "agreement" and t.outcome.winner is None
    other = table()
    touchdown(other)
    other.answer(0, "concede")
    assert other.outcome is not None and (other.outcome.winner, other.outcome.scores) == (1, (7, 0))


def test_in_the_first_edition_a_tie_may_be_offered_at_each_decision() -> None:
    """SQ-11.8: records of that edition replay; its turn had one offer per decision."""
    t = Table(registry.find("squares").open({"player_1": "first", "formation": "standard"}, edition=1))
    t.answer(0, "offer-tie")
    t.answer(1, "decline")
    t.answer(0, "a7-a8")
    t.answer(0, "offer-tie")
    assert t.tie_offer == 0


@pytest.mark.parametrize(("quarters", "first"), [(1, [0]), (2, [0, 1]), (3, [0, 0, 1]), (4, [0, 0, 1, 1])])
def test_shorter_games_keep_the_halves(quarters: int, first: list[int]) -> None:
    """SQ-3.2: Player 1 has the ball first in the first half of the quarters, Player 2 in the second."""
    t = table(quarters=quarters)
    assert holders(t, 2 * quarters)[::2] == first


def test_view_is_the_whole_state_and_a_copy() -> None:
    """SQ-11.4: the same for both seats and spectators; changing a view changes nothing."""
    t = table()
    views = [{**t.view(seat), "seat": None} for seat in (0, 1, None)]  # whose own side is near
    assert views[0] == views[1] == views[2]
    assert t.view()["position"] == A
    t.view()["offense"].clear()
    t.view()["scores"][0] = 99
    assert t.view()["position"] == A and t.view()["scores"] == [0, 0]


@given(st.integers(0, 10_000), st.sampled_from(["standard", "pocket", "eight"]))
@settings(max_examples=12)
def test_what_never_changes_in_a_game(seed: int, formation: str) -> None:
    """SQ-1.6, SQ-3.3, SQ-6.1: pieces are kept, points come in sevens, downs are 1 to 4, ends stay."""
    t = Table(open_game(player_1="flip", formation=formation, quarters=1, overtime_limit=1), FastDice(seed))
    coach, points, size = RandomCoach(seed), 0, 8 if formation == "eight" else 6
    while t.outcome is None:
        (seat,) = t.pending_seats
        ask_coach(t, seat, coach)
        view = t.view()
        if not view["qb"] or t.outcome is not None:
            continue
        assert len(set(view["offense"]) | set(view["defense"])) == 2 * size
        assert view["qb"] in view["offense"] and view["down"] in (1, 2, 3, 4)
        assert sum(view["scores"]) in (points, points + 7)
        points = sum(view["scores"])
        assert view["up"] == (view["offense_seat"] == view["player_1"])
        assert repr(BoardPosition.read(view["position"])) == view["position"]
        assert not (view["down"] == 4 and not view["attack"])  # SQ-4.6
