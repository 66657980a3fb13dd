"""Dice: exact weights, scripts, and fair dice that anyone can check."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldhouse.kernel.dice import FastDice, ScriptedDice, TypedDice
from fieldhouse.kernel.errors import BadScript
from fieldhouse.kernel.fair import FairDice, commitment, dice_seed, outcome_index
from fieldhouse.kernel.requests import D6, TWO_D6, Die, Draw, Roll, dice

PLAY = Roll(TWO_D6, "play")


def test_two_dice_have_the_weights_of_two_dice() -> None:
    assert dict(zip(TWO_D6.keys, TWO_D6.weights, strict=True)) == {
        "2": 1, "3": 2, "4": 3, "5": 4, "6": 5, "7": 6, "8": 5, "9": 4, "10": 3, "11": 2, "12": 1,
    }  # fmt: skip
    assert TWO_D6.total == len(TWO_D6.flat) == 36


def test_dice_are_built_once() -> None:
    assert dice(2, 6) is TWO_D6


def test_a_die_needs_distinct_keys_and_positive_weights() -> None:
    with pytest.raises(ValueError, match="distinct keys"):
        Die("d", [1, 1])
    with pytest.raises(ValueError, match="at least 1"):
        Die("d", [1, 2], [1, 0])


def test_equal_cards_in_a_pool_weigh_as_many() -> None:
    draw = Draw(["RUN", "PASS", "RUN"], "deal")
    assert dict(zip(draw.keys, draw.weights, strict=True)) == {"RUN": 2, "PASS": 1}
    with pytest.raises(KeyError):
        draw.value("TRICK")


def test_fast_dice_repeat_with_their_seed() -> None:
    first, second = FastDice(7), FastDice(7)
    assert [first.outcome(PLAY) for _ in range(50)] == [second.outcome(PLAY) for _ in range(50)]


def test_a_script_gives_its_outcomes_in_order_or_by_stream() -> None:
    script = ScriptedDice([7, "12"])
    assert [script.outcome(PLAY), script.outcome(PLAY)] == [7, 12]
    streams = ScriptedDice({"kick": [1], "play": [3, 4]})
    assert streams.outcome(PLAY) == 3
    assert streams.outcome(Roll(D6, "kick")) == 1
    assert streams.left == [4]


def test_a_script_that_does_not_fit_says_where_and_what_would() -> None:
    with pytest.raises(
        BadScript, match=r"outcome 1 of the script is 13, but Roll\(2d6, 'play'\) gives one of 2"
    ):
        ScriptedDice([13]).outcome(PLAY)
    with pytest.raises(BadScript, match="no outcome left"):
        ScriptedDice([]).outcome(PLAY)


def test_typed_dice_leave_the_outcome_to_people() -> None:
    assert TypedDice().outcome(PLAY) is None


def test_a_commitment_is_the_sha256_of_the_secret() -> None:
    assert commitment("abc") == hashlib.sha256(b"abc").hexdigest()


def test_fair_outcomes_depend_on_secret_nonce_stream_and_number_only() -> None:
    first, second = FairDice(["s"], {"0": "n"}), FairDice(["s"], {"0": "n"})
    kick = Roll(TWO_D6, "kick")
    a = [first.outcome(PLAY) for _ in range(20)]
    b = []
    for _ in range(20):
        second.outcome(kick)
        b.append(second.outcome(PLAY))
    assert a == b, "another stream's rolls must not move this one"
    assert a != [FairDice(["s"], {"0": "m"}, {"play": n}).outcome(PLAY) for n in range(20)]


def test_fair_dice_resume_where_they_were() -> None:
    whole = FairDice(["s"], {})
    a = [whole.outcome(PLAY) for _ in range(10)]
    half = FairDice(["s"], {}, {"play": 6})
    assert [half.outcome(PLAY) for _ in range(4)] == a[6:]


def test_nonces_cannot_be_shifted_between_seats() -> None:
    assert dice_seed(["s"], {"0": "ab", "1": "c"}) != dice_seed(["s"], {"0": "a", "1": "bc"})


def test_fair_dice_need_a_secret() -> None:
    with pytest.raises(ValueError, match="at least one secret"):
        FairDice([], {})


@given(st.binary(min_size=32, max_size=32), st.integers(1, 10_000), st.integers(0, 10**6))
def test_an_index_is_always_in_range(seed: bytes, total: int, n: int) -> None:
    assert 0 <= outcome_index(seed, "play", n, total) < total


def test_fair_dice_are_even() -> None:
    """Chi-square over 6 faces, 6,000 rolls: 5 degrees of freedom, 0.001 quantile 20.5."""
    seed = dice_seed(["even"], {})
    counts = Counter(outcome_index(seed, "d6", n, 6) for n in range(6000))
    assert sum((counts[face] - 1000) ** 2 / 1000 for face in range(6)) < 20.5
