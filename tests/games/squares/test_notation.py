"""Requests, refusals and notation: sections 11 and 12 of the catalogue."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.squares.helpers import A, after, open_game, play, refused, study, table, turn_of

from fieldhouse.games.squares.rules.grid import ALL, GOAL_DOWN, GOAL_UP, NAME, SQUARE
from fieldhouse.games.squares.rules.moves import is_legal, legal_actions
from fieldhouse.games.squares.rules.notation import (
    read_action,
    split_turn,
    turn_key,
    write_action,
    write_turn,
)
from fieldhouse.games.squares.rules.position import BoardPosition
from fieldhouse.games.squares.rules.refusals import read_legal_action, refusal_of
from fieldhouse.games.squares.rules.turn import BLOCK, MOVE, PASS, TACKLE, Action, Turn
from fieldhouse.kernel.errors import BadPosition, BatchRefused, IllegalAnswer
from fieldhouse.kernel.requests import Refusal


@st.composite
def positions(draw: st.DrawFn) -> BoardPosition:
    """Any position of SQ-12.5."""
    squares = draw(st.lists(st.sampled_from(ALL), min_size=1, max_size=15, unique=True))
    up = draw(st.booleans())
    goal = GOAL_UP if up else GOAL_DOWN
    qb = draw(st.sampled_from([square for square in ALL if not square & goal]))
    others = [square for square in squares if square != qb]
    cut = draw(st.integers(max(0, len(others) - 8), min(7, len(others))))
    return BoardPosition(qb | sum(others[:cut]), sum(others[cut:]), qb, up, draw(st.integers(1, 4)))


def test_an_action_is_one_answer_and_a_turn_may_be_one_too() -> None:
    """SQ-11.1: a batch is applied whole or not at all, by one answer or by the kernel's batch."""
    single, whole, keys = study(A), study(A), study(A)
    for key in ("d7>>d8", "f7-f6", "end-turn"):
        single.answer(0, key)
    whole.answer(0, "d7>>d8 f7-f6")
    keys.answer_all(0, ["d7>>d8", "f7-f6", "end-turn"])
    assert single.view() == whole.view() == keys.view()
    with pytest.raises(BatchRefused):
        keys.answer_all(1, ["b8-b9", "b9-b10"])
    assert keys.view() == whole.view()


OFF, DEF = True, False
REFUSALS = [
    (A, OFF, "f7", "SQ-12.2"),
    (A, OFF, "l7-k7", "SQ-12.2"),
    (A, OFF, "a7-a8+", "SQ-12.3"),
    (A, OFF, "b8-b9", "SQ-4.2"),
    (A, OFF, "c3-c4", "SQ-4.2"),
    (A, OFF, "a7-a8 a8-a9", "SQ-4.3"),
    (A, OFF, "f7*a7 f7-f8", "SQ-9.4"),
    ("Qf7 a6 / up 1", OFF, "a6-a7 f7*a7 a7-a9", "SQ-9.7"),
    (A, DEF, "e8-f8 f8xf7", "SQ-7.4"),
    (A, OFF, "d7-d8", "SQ-5.2"),
    (A, OFF, "a7-a12", "SQ-5.1"),
    (A, OFF, "f5-f8", "SQ-5.2"),
    (A, DEF, "b8xf7", "SQ-7.1"),
    (A, OFF, "a7-a7", "SQ-5.4"),
    (A, OFF, "d7>c7", "SQ-8.1"),
    (A, OFF, "a7>b8", "SQ-8.1"),
    (A, OFF, "a7-a8>>b8", "SQ-8.2"),
    (A, OFF, "d7>>>d8", "SQ-8.3"),
    (A, OFF, "d7-c8>d8", "SQ-8.4"),
    ("Qf3 b7 / a7 up 1", OFF, "b7>a7", "SQ-8.5"),
    (A, OFF, "f7-f8>e8", "SQ-8.10"),
    (A, DEF, "e8-f8>f7", "SQ-8.11"),
    (A, OFF, "a7*d7", "SQ-9.1"),
    (A, DEF, "e8xd7", "SQ-7.3"),
    ("Qf7 a6 / up 1", OFF, "f7*a6", "SQ-9.1"),
    ("Qf7 a7 / b7 up 1", OFF, "f7*a7", "SQ-9.2"),
    (A, OFF, "f7-f8 f8*f5", "SQ-9.4"),
    (A, OFF, "f7*a7 a7*d7", "SQ-9.6"),
    (A, OFF, "d7>d8 f7*d7", "SQ-9.8"),
    (A, OFF, "f7*f6", "SQ-9.1"),
    (A, DEF, "e8*d8", "SQ-9.1"),
    (A, OFF, "f7xe8", "SQ-7.5"),
    ("Qf9 a3 / up 1", OFF, "f9-f13 a3-a4", "SQ-6.2"),
    ("Qf9 a3 / f8 b3 up 1", DEF, "f8xf9 b3-b4", "SQ-7.2"),
]


@pytest.mark.parametrize(("position", "attack", "text", "rule"), REFUSALS)
def test_every_refusal_names_its_rule(position: str, attack: bool, text: str, rule: str) -> None:
    """SQ-11.2: one text and rule id for each cause."""
    reason, found = refused(turn_of(position, attack=attack), text)
    assert found == rule and reason


def test_each_cause_has_its_own_text() -> None:
    """SQ-11.2: texts with the squares taken out are all different, where the causes are."""
    texts: dict[str, set[str]] = {}
    for position, attack, text, rule in REFUSALS:
        reason = refused(turn_of(position, attack=attack), text)[0]
        words = [word for word in reason.split() if word.strip(":,") not in SQUARE]
        texts.setdefault(" ".join(words), set()).add(rule)
    shared = [{"SQ-6.2", "SQ-7.2"}, {"SQ-4.3", "SQ-7.4"}, {"SQ-5.1", "SQ-7.1"}]
    assert all(len(rules) == 1 or rules in shared for rules in texts.values())
    assert len(texts) >= 27


ORDER = [
    # two or more reasons apply; the first of SQ-11.5 is given
    (A, OFF, "b8-b8>c3", "SQ-4.2"),  # not yours, staying put, nobody there
    (A, OFF, "a7-a8 a8-a8", "SQ-4.3"),  # acted, staying put
    (A, OFF, "f7-e8>a1", "SQ-8.10"),  # QB blocks, occupied
    (A, OFF, "d7-d7>a1", "SQ-5.4"),  # staying put, nobody there
    (A, OFF, "a7-k7>c3", "SQ-5.2"),  # occupied, too far
    (A, OFF, "a7-a12>c3", "SQ-5.1"),  # unreachable, nobody there
    (A, OFF, "a7>>>c3", "SQ-8.1"),  # nobody there, too many
    (A, OFF, "a7>>>d8", "SQ-8.1"),  # not adjacent, too many
    (A, OFF, "a7-a8>>>b8", "SQ-8.2"),  # moved, and more than two
    ("Qf3 c7 / b7 a7 up 1", OFF, "c7>>b7", "SQ-8.4"),  # no room on a7 before off the board
    ("Qf3 c7 / b7 up 1", OFF, "c7>>b7", "SQ-8.5"),  # b7 -> a7 is free, the second is off the board
    (A, DEF, "e8-f8>>>f7", "SQ-8.11"),  # QB pushed, moved
    (A, OFF, "f7*a7 k7*f7", "SQ-9.6"),  # passed, not the QB
    (A, OFF, "c3*f5", "SQ-4.2"),  # not yours before not the QB
    (A, OFF, "f7-f8 f8*a1", "SQ-9.4"),  # moved, no receiver
    (A, OFF, "f7*b9", "SQ-9.1"),  # no receiver, not in line
    (A, DEF, "c3*f5", "SQ-9.1"),  # defense cannot pass first
    (A, OFF, "c3xf7", "SQ-7.5"),  # offense cannot tackle first
    (A, DEF, "c3xf6", "SQ-4.2"),  # not yours, not the QB
    (A, DEF, "e8-e9 e9xf6", "SQ-7.4"),  # acted, not the QB
    (A, OFF, "a7-a12+", "SQ-5.1"),  # + comes last of all
]


@pytest.mark.parametrize(("position", "attack", "text", "rule"), ORDER)
def test_the_first_reason_in_the_order_is_given(position: str, attack: bool, text: str, rule: str) -> None:
    """SQ-11.5."""
    assert refused(turn_of(position, attack=attack), text)[1] == rule


def test_option_for_blocking_comes_before_the_qb_rules() -> None:
    """SQ-11.5: only the offense blocks, before the way and the target."""
    assert refused(turn_of(A, attack=False, offense_only=True), "e8-f8>f7")[1] == "SQ-8.9"


@given(positions(), st.booleans(), st.sampled_from(ALL), st.sampled_from(ALL), st.sampled_from(ALL))
def test_listing_and_refusing_agree(position: BoardPosition, attack: bool, a: int, b: int, c: int) -> None:
    """SQ-11.2: an action is listed exactly when it is not refused."""
    if not attack and position.down == 4:
        return
    turn = position.turn(attack=attack)
    listed = set(legal_actions(turn))
    assert all(refusal_of(turn, action) is None for action in listed)
    for text in (
        f"-{NAME[b]}",
        f">{NAME[b]}",
        f">>{NAME[b]}",
        f"-{NAME[b]}>{NAME[c]}",
        f"*{NAME[b]}",
        f"x{NAME[b]}",
    ):
        found = read_legal_action(turn, NAME[a] + text)
        assert isinstance(found, Refusal) != (found in listed)


def test_undo_is_free_until_the_turn_ends() -> None:
    """SQ-11.3, SQ-11.7: action by action down to the start; a piece taken back has not acted."""
    t = study(A)
    before = t.view()
    t.answer(0, "d7>>d8")
    t.answer(0, "f7-f6")
    t.answer(0, "undo")
    assert t.view()["turn"] == ["d7>>d8"] and t.view()["qb"] == "f7"
    t.answer(0, "undo")
    assert t.view() == before and not t.can_undo(0)
    t.answer(0, "d7-d6")
    t.answer(0, "end-turn")
    t.answer(0, "undo")
    assert t.view()["turn"] == ["d7-d6"] and t.pending_seats == (0,)
    t.answer(0, "end-turn")
    t.answer(1, "end-turn")
    assert not t.can_undo(0)
    with pytest.raises(IllegalAnswer):
        t.answer(0, "undo")


def test_a_turn_given_at_once_can_be_undone_until_the_other_player_answers() -> None:
    """SQ-11.3, SQ-11.6: the whole batch at once."""
    t = study(A)
    before = t.view()
    t.answer(0, "d7>>d8 f7-f6")
    assert t.pending_seats == (1,)
    t.answer(0, "undo")
    assert t.view() == before and t.pending_seats == (0,)


def test_ending_a_turn_warns_of_a_tackle_or_touchdown_at_hand() -> None:
    """SQ-4.5: only of what one action does."""
    warnings = {
        "Qf9 a3 / b8 up 1": "You can score a touchdown this turn.",
        A: "",
    }
    for position, warning in warnings.items():
        asked = study(position).request_for(0)
        assert asked is not None and asked.menu.option("end-turn").warning == warning
        assert asked.menu.options()[-1].warning == warning
    t = study("Qf7 a3 / f9 up 1")
    t.answer(0, "end-turn")
    asked = t.request_for(1)
    assert asked is not None
    assert asked.menu.option("end-turn").warning == "You can tackle the quarterback this turn."


def test_touchdown_and_tackle_cannot_be_taken_back() -> None:
    """SQ-11.7: they end the turn, also when nothing else follows in the quarter."""
    t = table(quarters=1)
    play(t, "--", "--", "f7*a7 a7-a11", "--")
    t.answer(0, "k7-k8")
    t.answer(0, "a11-a13")
    assert not t.can_undo(0) and t.view()["scores"] == [7, 0]
    play(t, "f8-f6")
    t.answer(0, "e7xf6")
    assert not t.can_undo(0)


def test_a_batch_is_the_rest_of_the_turn() -> None:
    """SQ-11.6: it follows what was made, ends the turn, and is refused whole with place, text, reason."""
    t = study(A)
    t.answer(0, "d7>>d8")
    with pytest.raises(IllegalAnswer) as refusal:
        t.answer(0, "a7-a8 d7-d9")
    assert refusal.value.reason == "action 2, 'd7-d9': d7 has already acted this turn"
    assert refusal.value.rule == "SQ-4.3" and t.view()["turn"] == ["d7>>d8"]
    t.answer(0, "a7-a8 f7-f6")
    assert t.view()["last_turn"] == "d7>>d8 a7-a8 f7-f6" and t.pending_seats == (1,)


def test_an_action_after_the_end_of_the_series_refuses_the_batch() -> None:
    """SQ-11.6: series over."""
    t = study("Qf9 a3 / b8 up 1")
    with pytest.raises(IllegalAnswer) as refusal:
        t.answer(0, "f9-f13+ a3-a4")
    assert "action 2, 'a3-a4': the series is over" in str(refusal.value)
    t.answer(0, "a3-a4 f9-f13+")
    assert t.outcome is not None


def test_squares_are_absolute() -> None:
    """SQ-12.1: the same names for both players; Player 2's QB starts on f8 and goes to rank 2."""
    t = table()
    play(t, *["--"] * 7)
    play(t, "f8*k8 k8-k4")
    assert t.view()["qb"] == "k4"


@pytest.mark.parametrize("text", ["b7-b9", "f7>f8", "f7>>f8", "d7-e8>d8", "f5*b5", "e8xf5"])
def test_actions_are_written_as_they_are_read(text: str) -> None:
    """SQ-12.2: six forms."""
    found = read_action(text)
    assert found is not None and str(found[0]) == text and found[1] is False
    assert read_action(text + "+") == (found[0], True)


def test_d7_e8_d8_moves_and_pushes_left() -> None:
    """SQ-12.2: moves to e8, pushes the piece on d8 to c8."""
    assert after(turn_of("Qf3 d7 / d8 up 1"), "d7-e8>d8").dfn == SQUARE["c8"]


def test_a_touchdown_may_carry_its_mark() -> None:
    """SQ-12.3: writing adds `+`, reading takes both, `--` is the empty turn."""
    turn = turn_of("Qf9 g12 / up 1")
    run = read_legal_action(turn, "f9-f13")
    assert (
        isinstance(run, Action)
        and run == read_legal_action(turn, "f9-f13+")
        and write_action(turn, run) == "f9-f13+"
    )
    assert "f9-f13+" in [write_action(turn, action) for action in legal_actions(turn)]
    assert write_turn(turn, []) == "--"
    assert turn_key(turn, [run]) == "f9-f13+" and turn_key(turn, []) == "end-turn"


@given(positions())
def test_positions_read_back(position: BoardPosition) -> None:
    """SQ-12.4: repr is the text, and the text gives the position back."""
    text = repr(position)
    assert BoardPosition.read(text) == position and repr(BoardPosition.read(text)) == text


def test_position_text_sorts() -> None:
    """SQ-12.4, SQ-12.5: any order is read; writing sorts by file, then rank, the QB first."""
    shuffled = "Qf7 k7 h7 f5 d7 a7 / j8 h8 g8 e8 d8 b8 up 1"
    assert repr(BoardPosition.read(shuffled)) == A
    assert repr(BoardPosition.read("Qf7 a10 a9 / up 3")) == "Qf7 a9 a10 / up 3"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Qf7 z9 / up 1", "'z9' is not a square"),
        ("Qf7 a7 / a7 up 1", "a7 is named twice"),
        ("f7 / a7 up 1", "no QB: the first word, .f7., needs a Q"),
        ("/ a7 up 1", "no QB"),
        ("a7 Qf7 / up 1", "the QB comes first"),
        ("Qf7 Qa7 / up 1", "two QBs"),
        ("Qf7 / Qa7 up 1", "the defense has no QB"),
        ("Qf13 / up 1", "already in the end zone"),
        ("Qf2 / down 1", "already in the end zone"),
        ("Qf7 a7 up 1", "no '/'"),
        ("Qf7 / a7 / up 1", "a second '/'"),
        ("Qf7 / a7 left 1", "'left' is not a square or a direction"),
        ("Qf7 / a7", "direction is missing"),
        ("Qf7 / up 5", "the down is '5'"),
        ("Qf7 / up", "the down is nothing"),
        ("Qf7 / up 1 defense", "'defense' stands after the down"),
        ("Qf7 a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 / up 1", "12 pieces of the offense"),
        ("Qf7 / a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3 up 1", "12 pieces of the defense"),
    ],
)
def test_a_bad_position_names_the_wrong_word(text: str, fault: str) -> None:
    """SQ-12.4, SQ-12.5: reading is strict."""
    with pytest.raises(BadPosition, match=fault.replace("/", "/")):
        BoardPosition.read(text)


def test_side_to_act_stands_beside_the_position() -> None:
    """SQ-12.6: the offense unless named; never the defense on fourth down."""
    assert study("Qf7 / a8 up 1").pending_seats == (0,)
    assert study("Qf7 / a8 up 1", "defense").pending_seats == (1,)
    with pytest.raises(BadPosition, match="fourth down"):
        open_game(position="Qf7 / a8 up 4", to_act="defense")


def test_any_number_of_pushes_is_read_and_refused_by_rule() -> None:
    """SQ-12.7: too many `>` are no bad notation; squares off the board and a stray `--` are."""
    assert read_action("d7>>>>>d8") is not None
    assert refused(turn_of(A), "d7>>>>>d8")[1] == "SQ-8.3"
    for bad in ("l7-k7", "c15-c14", "c07-c8", "--", "d7>>", ""):
        assert read_action(bad) is None
    t = study(A)
    with pytest.raises(IllegalAnswer, match="bad notation"):
        t.answer(0, "a7-a8 --")


def test_a_batch_of_one_is_written_with_end_turn() -> None:
    """SQ-11.6: `a7-a8` alone is a single action, `a7-a8 end-turn` is the rest of the turn."""
    assert (
        split_turn("a7-a8") is None and split_turn("a7-a8 end-turn") == ["a7-a8"] and split_turn("--") == []
    )


def test_the_quick_check_of_an_action_agrees_with_the_reasons() -> None:
    """SQ-11.2: `is_legal` says of any action, made up or legal somewhere else, what `refusal_of` says."""
    rng = Random(5)
    allowed = refused = 0
    for _ in range(400):
        squares = rng.sample(ALL[:99], 12)  # crowded, so that pieces are in each other's way
        turn = Turn(sum(squares[:6]), sum(squares[6:]), squares[0], rng.random() < 0.5, rng.random() < 0.5)
        turn = turn._replace(ruleset=rng.randrange(16))
        for _ in range(rng.randrange(4)):
            if listed := list(legal_actions(turn)):
                turn = turn.after(rng.choice(listed))
        listed = list(legal_actions(turn._replace(acted=0, blocked=0, passer=0, attack=rng.random() < 0.7)))
        made_up = [
            Action._make((kind, *rng.choices([*squares, *ALL[:30]], k=3), rng.randrange(1, 4)))
            for kind in (MOVE, BLOCK, PASS, TACKLE)
            for _ in range(5)
        ]
        for action in [*listed, *made_up, *legal_actions(turn)]:
            fair = refusal_of(turn, action) is None
            assert is_legal(turn, action) == fair, (turn, action)
            allowed, refused = allowed + fair, refused + (not fair)
    assert min(allowed, refused) > 5000
