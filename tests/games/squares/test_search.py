"""Goal search, proofs, evaluation and analysis."""

from random import Random

import pytest
from click.testing import CliRunner
from tests.games.squares.helpers import A, after, turn_of

from fieldhouse.games.squares.analysis.claims import PROVED, analyze_position, score_now, tackle_now
from fieldhouse.games.squares.coaches.evaluation import ball_spots, in_reach, safe_spots
from fieldhouse.games.squares.coaches.turn_plans import replay_actions, squares_of_line, touched_squares
from fieldhouse.games.squares.commands import analyze as command
from fieldhouse.games.squares.rules.formations import (
    NAMES,
    formation_position,
    formation_text,
    read_formation,
)
from fieldhouse.games.squares.rules.grid import ALL, FILE_OF, RANK_OF, SQUARE, square_names
from fieldhouse.games.squares.rules.moves import legal_actions
from fieldhouse.games.squares.rules.position import BoardPosition
from fieldhouse.games.squares.rules.refusals import refusal_of
from fieldhouse.games.squares.rules.turn import Turn
from fieldhouse.games.squares.search.exhaustive import all_ends, find_end
from fieldhouse.games.squares.search.goal_search import find_score, find_tackle, score_cost, tackle_cost
from fieldhouse.games.squares.search.proofs import must_score, no_score, no_tackle, untouchable_run
from fieldhouse.kernel.budget import Budget


def small(rng: Random, attack: bool) -> Turn:
    """Two attackers against four near the goal, or four against two in a corner."""
    ranks, files, own, other = (range(8, 15), range(5), 2, 4) if attack else (range(1, 8), range(4), 4, 2)
    squares = rng.sample([s for s in ALL if RANK_OF[s] in ranks and FILE_OF[s] in files], own + other)
    if attack and RANK_OF[squares[0]] > 11:
        return small(rng, attack)
    return Turn(sum(squares[:own]), sum(squares[own:]), squares[0], True, attack)


@pytest.mark.parametrize("attack", [True, False])
def test_goal_search_agrees_with_exhaustive_search(attack: bool) -> None:
    """SQ-6.1, SQ-7.1: what it finds can be played, what it does not find is not there; bounds are bounds."""
    rng = Random(7)
    wanted = "touchdown" if attack else "tackle"
    for _ in range(120):
        turn = small(rng, attack)
        found = (find_score if attack else find_tackle)(turn, 3, 20_000, 2)
        exhaustive = find_end(turn, wanted)
        assert (found.line is None) == (exhaustive is None), BoardPosition(turn.off, turn.dfn, turn.qb)
        if found.line is not None:
            assert (score_cost if attack else tackle_cost)(turn, 3) <= found.pushes
            assert not (no_score if attack else no_tackle)(turn)
            here = turn
            for action in found.line:
                assert refusal_of(here, action) is None
                here = here.after(action)
            assert here.over == wanted


def test_an_untouchable_run_stands_after_every_turn_of_the_defense() -> None:
    """The proof by distances, checked by listing every end of the defense's turn."""
    rng = Random(3)
    proofs = 0
    while proofs < 12:
        squares = rng.sample([s for s in ALL if RANK_OF[s] >= 6 and FILE_OF[s] < 8], 4)
        turn = Turn(squares[0] | squares[1], squares[2] | squares[3], squares[0], True, False)
        if RANK_OF[squares[0]] > 12 or not must_score(turn):
            continue
        proofs += 1
        ends = all_ends(turn)
        assert not ends.tackles
        for off, dfn, qb in ends.quiet:
            assert find_score(Turn(off, dfn, qb), 0).line is not None


def test_standard_is_a_forced_touchdown_on_second_down() -> None:
    """Section 16: pass to a7, push b8 down from b9, run to a11; nobody reaches a12 or a13 in time."""
    turn = after(turn_of(A), "f7*a7 a7-a11 d7-b9>b8").handed_over()
    assert no_tackle(turn) and must_score(turn)
    assert [square_names(square)[0] for square in untouchable_run(turn) or []] == ["a12", "a13"]
    assert no_score(turn_of(A))


def test_safe_spots_are_out_of_reach() -> None:
    """From A the QB has none without pushes; f5 steps aside and f4 is one."""
    assert in_reach(turn_of(A))
    alone, _, _ = safe_spots(turn_of(A), ball_spots(turn_of(A)))
    assert not alone & SQUARE["f11"]
    moved = after(turn_of(A), "f5-g6 f7-f4")
    assert not in_reach(moved)


def test_a_square_that_one_defender_reaches_is_safe_once_he_is_pushed_away() -> None:
    """The defense must reckon with pushes: k9 is out of reach of all but the defender on i8."""
    turn = turn_of("Qk6 a1 / i8 a12 up 2")
    alone, but_one, _ = safe_spots(turn, ball_spots(turn))
    assert not alone & SQUARE["k9"] and but_one & SQUARE["k9"]


def test_only_actions_on_the_squares_of_a_line_can_break_it() -> None:
    """What `breaking_actions` leaves out changes nothing for the line."""
    turn = after(turn_of(A), "f7-f9").handed_over()
    line = find_tackle(turn).line
    assert line is not None
    offense = turn_of("Qf9 a7 d7 f5 h7 k7 / b8 d8 e8 g8 h8 j8 up 1")
    for action in legal_actions(offense):
        there = offense.after(action)
        if not touched_squares(action) & squares_of_line(line) and not there.over:
            assert replay_actions(there.handed_over(), line) is not None


def test_claims_carry_their_proof() -> None:
    """A line found is proved, a small position is proved either way, a large one says how far."""
    found = score_now(turn_of("Qf9 c12 g12 / d12 f12 up 2"))
    assert found.holds and found.proof == PROVED
    assert after(turn_of("Qf9 c12 g12 / d12 f12 up 2"), found.line).over == "touchdown"
    none = score_now(turn_of("Qf9 / e11 f12 g12 up 2"))
    assert (none.holds, none.proof) == (False, PROVED)
    large = score_now(turn_of("Qf9 a3 b3 c3 d3 k3 / e9 f8 f10 g9 up 1"))  # walled in, the helpers far away
    assert (large.holds, large.proof) == (False, "searched to 4 pushes")
    assert score_now(turn_of(A)).proof == PROVED  # six ranks to go: by the bound
    assert tackle_now(turn_of("Qf9 / f12 up 2", attack=False)).line == "f12xf9"


def test_analysis_of_a_cornered_qb() -> None:
    """A tackle is forced whatever the offense does, exhaustively."""
    found = analyze_position(BoardPosition.read("Qa3 / b5 c3 up 2"), seconds=0.1)
    assert found.claim("tackle forced this down").holds
    assert found.claim("tackle forced this down").proof == PROVED
    assert found.result == "tackle"
    with pytest.raises(KeyError):
        found.claim("something else")


def test_analysis_of_the_standard_formation_is_a_proof() -> None:
    """The forced touchdown on second down is found and proved."""
    found = analyze_position(BoardPosition.read(A), seconds=0.3)
    claim = found.claim("touchdown forced by the next down")
    assert claim.holds and claim.proof == PROVED
    assert found.claim("touchdown this turn").proof == PROVED and found.result == "touchdown"


def test_analysis_for_the_defense() -> None:
    """Forced next down, or how to hold."""
    lost = analyze_position(
        BoardPosition.read("Qa11 b9 f5 f7 h7 k7 / b7 d8 e8 g8 h8 j8 up 1"), attack=False, seconds=0.1
    )
    assert lost.claim("touchdown forced next down").proof == PROVED
    held = analyze_position(BoardPosition.read("Qf9 / f12 g12 up 1"), attack=False, seconds=0.1)
    assert held.claim("tackle this turn").holds


def test_command_prints_the_analysis_and_refuses_bad_text(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """`fieldhouse squares analyze` with position text; the picture is written on request."""
    picture = tmp_path / "a.svg"
    good = CliRunner().invoke(command, ["Qf9 c12 g12 / d12 f12 up 2", "--svg", str(picture)])
    assert good.exit_code == 0 and "touchdown this turn: yes (proved)" in good.output
    assert picture.read_text().startswith("<svg")
    bad = CliRunner().invoke(command, ["Qf9 z3 / up 2"])
    assert bad.exit_code != 0 and "'z3' is not a square" in bad.output


def test_searches_stop_at_their_budget() -> None:
    """A search that may do no work gives up and says that it was cut."""
    turn = turn_of("Qf9 a9 c9 d9 g9 h9 / e10 f10 g10 f11 e12 f13 up 1")
    found = find_score(turn, 4, 10_000_000, 2, until=Budget(0).until())
    assert found.line is not None or found.cut


@pytest.mark.parametrize("name", NAMES)
def test_no_formation_allows_a_touchdown_on_first_down(name: str) -> None:
    """Section 16: proved by the bound on pushes."""
    assert no_score(formation_position(read_formation(formation_text(name)), True).turn())


@pytest.mark.parametrize(
    ("name", "turn"),
    [
        ("standard", "f7*a7 a7-a11 d7-b9>b8"),
        ("standard", "f7*k7 k7-k11 h7-j9>j8"),
        ("seven", "f7*a7 a7-a11 d7-b9>b8"),
        ("faceoff", "f6*f7 f7-f11 d7-e9>e8 h7-g9>g8"),
    ],
)
def test_three_formations_are_forced_touchdowns(name: str, turn: str) -> None:
    """Section 16: after this turn the defense can neither tackle nor touch the run, proved by distances."""
    start = formation_position(read_formation(formation_text(name)), True).turn()
    assert must_score(after(start, turn).handed_over())
