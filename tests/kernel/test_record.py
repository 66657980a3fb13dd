"""Records: round trips, precise errors for bad ones, verification, receipts, secrecy while the game runs."""

from __future__ import annotations

import contextlib
import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernel import shelf

from fieldhouse.kernel import record, verify
from fieldhouse.kernel.conformance.random_games import random_steps
from fieldhouse.kernel.dice import FastDice, TypedDice
from fieldhouse.kernel.entries import Chosen, Rolled
from fieldhouse.kernel.errors import BadRecord, FieldhouseError
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.table import Table


def played(seed: int = 3) -> record.Record:
    table = shelf.table(FairDice([f"secret {seed}"], {"0": "nonce"}), drives=1)
    for _ in random_steps(table, Random(seed)):
        pass
    return record.record_of_table(table, salt="salt")


TEXT = record.record_text(played())
DATA: dict[str, Any] = json.loads(TEXT)


def test_a_record_is_written_one_entry_to_a_line_and_read_back() -> None:
    assert record.parse_record(TEXT) == played()
    lines = TEXT.splitlines()
    first = lines.index(' "entries": [') + 1
    assert json.loads(lines[first].strip().rstrip(","))["t"] == "roll"


def test_replay_gives_the_game_that_was_played() -> None:
    table = record.replay_record(record.parse_record(TEXT))
    assert table.outcome == played().outcome


def test_replay_can_stop_anywhere() -> None:
    table = record.replay_record(record.parse_record(TEXT), upto=7)
    assert len(table.entries) == 7
    assert table.pending_seats == (0, 1)


def test_a_true_record_verifies_and_says_what_is_not_proved() -> None:
    verdict = verify.verify(record.parse_record(TEXT))
    assert verdict.ok
    assert any("rolls and draws follow from the secrets" in line for line in verdict.proved)
    assert any("foresee" in line for line in verdict.unproved)
    assert any("no receipts were given" in line for line in verdict.unproved)


def test_an_altered_roll_fails_verification_and_is_named() -> None:
    data = json.loads(TEXT)
    number = next(n for n, e in enumerate(data["entries"]) if e.get("stream") == "play")
    data["entries"][number]["key"] = str(int(data["entries"][number]["key"]) % 6 + 1)
    verdict = verify.verify(record.parse_record(json.dumps(data)))
    assert not verdict.ok
    assert any(f"entry {number + 1}: the play die is" in fault for fault in verdict.faults)


def test_other_secrets_than_those_committed_to_are_found() -> None:
    data = json.loads(TEXT)
    data["dice"]["secrets"] = ["another"]
    assert any(
        "commitments" in fault for fault in verify.verify(record.parse_record(json.dumps(data))).faults
    )


def test_altered_events_are_found() -> None:
    data = json.loads(TEXT)
    data["events"][0]["text"] = "Nothing happened."
    assert any(
        "play-by-play" in fault for fault in verify.verify(record.parse_record(json.dumps(data))).faults
    )


def test_an_end_in_other_words_replays_and_another_winner_does_not() -> None:
    data = json.loads(TEXT)
    data["outcome"]["text"] = "Over, and that was that"
    assert record.replay_record(record.parse_record(json.dumps(data))).outcome is not None
    data["outcome"]["winner"] = {0: 1, 1: 0, None: 0}[data["outcome"]["winner"]]
    with pytest.raises(BadRecord, match="that was that"):
        record.replay_record(record.parse_record(json.dumps(data)))


def test_events_told_in_other_words_by_another_version_are_no_fault_but_said() -> None:
    data = json.loads(TEXT)
    data["events"][0]["text"] = "It began."
    data["by"] = "0.0.1"
    verdict = verify.verify(record.parse_record(json.dumps(data)))
    assert verdict.ok
    assert any("written by 0.0.1 and reads differently" in line for line in verdict.unproved)


def test_a_kept_receipt_fits_a_true_record_and_no_changed_one() -> None:
    true = record.parse_record(TEXT)
    kept = record.receipts(true)[9]
    assert any("after entry 9" in line for line in verify.verify(true, [kept]).proved)
    changed = msgspec.structs.replace(true, seats=(record.SeatLine("Mallory"), true.seats[1]), receipt="")
    assert any("fits no point" in fault for fault in verify.verify(changed, [kept]).faults)


def test_a_receipt_does_not_tell_its_holder_a_secret() -> None:
    """Without the salt, hashing a guess of the hidden entry does not give the receipt."""
    true = played()
    hidden = next(n for n, e in enumerate(true.entries) if isinstance(e, Chosen))
    chain = record.receipts(true)
    entry = true.entries[hidden]
    guesses = [record.next_receipt(chain[hidden], entry, salt, hidden) for salt in ("", "guess")]
    assert chain[hidden + 1] not in guesses
    assert chain[hidden + 1] == record.next_receipt(chain[hidden], entry, "salt", hidden)


def test_a_record_handed_out_before_the_end_hides_secrets() -> None:
    table = shelf.table(FairDice(["secret"], {}))
    table.answer(0, "PASS" if "PASS" in table.request_for(0).keys else "RUN")  # type: ignore[union-attr]
    for seat in (0, 1, None):
        out = record.redacted_record(table, seat, salt="salt")
        text = record.record_text(out)
        assert out.dice.secrets == ()
        assert out.whistle is None
        assert "secret" not in text
        assert '"salt"' not in text
        for entry in out.entries:
            if isinstance(entry, Rolled | Chosen) and entry.sees is not None:
                assert (entry.key == "?") == (seat not in entry.sees)
    table.answer(1, table.request_for(1).keys[0])  # type: ignore[union-attr]
    with pytest.raises(BadRecord, match="masked"):
        record.replay_record(record.redacted_record(table, None))


def test_a_finished_record_reveals_everything() -> None:
    out = record.redacted_record(record.replay_record(played()), None, salt="salt")
    assert (out.entries, out.events, out.salt) == (played().entries, played().events, "salt")


def finish(table: Table[Any]) -> None:
    """Play on with answers that depend on nothing but the place in the log."""
    while table.outcome is None:
        rng = Random(len(table.entries))
        seat = rng.choice(table.pending_seats)
        asked = table.request_for(seat)
        assert asked is not None
        table.answer(seat, rng.choice(asked.keys))


@pytest.mark.parametrize("dice", [FairDice(["s"], {}), FastDice(11)])
def test_a_resumed_game_goes_on_with_the_same_dice(dice: Any) -> None:
    table = shelf.table(dice, drives=1)
    table.answer(0, table.request_for(0).keys[0])  # type: ignore[union-attr]
    saved = record.record_text(record.record_of_table(table, resumable=True))
    finish(table)
    again = record.resume_record(record.parse_record(saved))
    finish(again)
    assert again.entries == table.entries
    assert again.outcome == table.outcome


def test_typed_dice_are_marked_as_unverified() -> None:
    table = shelf.table(TypedDice(), drives=1)
    table.roll("heads")
    verdict = verify.verify(record.record_of_table(table))
    assert verdict.ok
    assert any("typed in by people" in line for line in verdict.unproved)


def test_a_table_set_up_in_the_middle_has_no_record() -> None:
    game = shelf.game()
    table = Table(game, FastDice(1), state=game.start())
    with pytest.raises(FieldhouseError, match="no record"):
        record.record_of_table(table)


CHOICE = {"t": "choose", "seat": 0, "what": "card", "sees": [0]}


def changed(**fields: Any) -> str:
    return json.dumps({**DATA, **fields})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("[]", "Expected `object`"),
        (TEXT[: len(TEXT) // 2], "line .* not JSON"),
        (changed(fieldhouse=2), "it has format 2, and this version reads format 1: update Fieldhouse"),
        (changed(surprise=1), "unknown field `surprise`"),
        (changed(entries=[{"t": "punt"}]), "Invalid value 'punt'"),
        (changed(entries=[{"t": "roll", "stream": 3, "key": "1"}]), "Expected `str`, got `int`"),
        (TEXT.replace('"edition": 1', '"edition": "one"'), "Expected `int`"),
        ("{" * 100_000, "not"),
    ],
)
def test_an_unreadable_record_gives_a_reason(text: str, message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        record.parse_record(text)


def test_the_line_of_a_bad_entry_is_named() -> None:
    lines = TEXT.splitlines()
    place = lines.index(' "entries": [') + 4
    lines[place] = lines[place].replace('"t": "roll"', '"t": "rolled"')
    with pytest.raises(BadRecord) as error:
        record.parse_record("\n".join(lines))
    assert error.value.line == place + 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (changed(game="chess"), "no game 'chess'; the games are: .*sandlot"),
        (changed(edition=9), "no edition 9; it has 1"),
        (changed(options={"drives": 99}), "drives: 99 is not a whole number from 1 to 20"),
        (changed(options={"speed": 1}), "no option 'speed'"),
        (changed(materials={"yards": {}}), "no row RUN"),
        (changed(materials={"teams": {}}), "no material 'teams'"),
        (changed(materials={"yards": [1]}), "cannot be used|no row"),
        (changed(entries=[DATA["entries"][1]]), "entry 1: .*the rules ask a roll of 'toss'"),
        (changed(entries=DATA["entries"][::-1]), "entry 1:"),
        (changed(entries=[{**DATA["entries"][0], "key": "edge"}]), "entry 1: .*one of heads, tails"),
        (changed(entries=DATA["entries"][:-1]), "but its entries give 'no end yet'"),
        (changed(entries=[*DATA["entries"], DATA["entries"][0]]), "nothing: the game is over"),
        (changed(entries=[{"t": "undo", "seat": 0}]), "entry 1: .*nothing to undo"),
        (changed(entries=[{"t": "concede", "seat": 7}]), "entry 1: .*no seat 7"),
        (changed(entries=[{"t": "answer-tie", "seat": 0, "accept": True}]), "no tie was offered"),
        (
            changed(entries=[*DATA["entries"][:7], {**CHOICE, "key": "concede"}]),
            "entry 8",
        ),
    ],
)  # fmt: skip
def test_a_record_that_breaks_the_rules_gives_entry_and_reason(text: str, message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        record.replay_record(record.parse_record(text))


def test_a_forged_secrecy_mark_is_refused() -> None:
    entries = [dict(entry) for entry in DATA["entries"]]
    entries[1].pop("sees")
    with pytest.raises(BadRecord, match="entry 2: a roll of 'deal'"):
        record.replay_record(record.parse_record(changed(entries=entries)))


def test_a_bad_snapshot_is_refused() -> None:
    table = shelf.table(FastDice(2))
    data = json.loads(record.record_text(record.record_of_table(table, resumable=True)))
    data["whistle"]["state"]["to_go"] = "far"
    with pytest.raises(BadRecord, match="snapshot cannot be used"):
        record.resume_record(record.parse_record(json.dumps(data)))


def _anything() -> st.SearchStrategy[Any]:
    words = st.text(max_size=5) | st.sampled_from(["?", "RUN", "undo"])
    leaf = st.none() | st.booleans() | st.integers(-9, 99) | words

    def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)

    return st.recursive(leaf, nested, max_leaves=6)


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [path, *(place for key, child in inner for place in _places(child, (*path, key)))]


PLACES = [place for place in _places(DATA) if place]


@settings(max_examples=300)
@given(st.sampled_from(PLACES), _anything(), st.sampled_from(["change", "delete", "double"]))
def test_a_forged_record_gets_a_precise_error_and_never_a_traceback(
    place: tuple[Any, ...], value: Any, how: str
) -> None:
    data = json.loads(TEXT)
    parent = data
    for key in place[:-1]:
        parent = parent[key]
    if how == "change":
        parent[place[-1]] = value
    elif how == "delete":
        del parent[place[-1]]
    elif isinstance(parent, list):
        parent.insert(place[-1], parent[place[-1]])
    # Anything but BadRecord would fail this test by itself.
    with contextlib.suppress(BadRecord):
        read = record.parse_record(json.dumps(data))
        verify.verify(read)
        record.replay_record(read)
        record.resume_record(read)


@settings(max_examples=200)
@given(st.integers(0, len(TEXT) - 1), st.binary(min_size=0, max_size=4), st.integers(0, 40))
def test_a_corrupted_file_gets_a_precise_error_and_never_a_traceback(
    place: int, junk: bytes, cut: int
) -> None:
    raw = TEXT.encode()
    with contextlib.suppress(BadRecord):
        record.replay_record(record.parse_record(raw[:place] + junk + raw[place + cut :]))
