"""What every game must obey, as checks anyone can run on a game folder of their own.

Each check plays random games of the shortest length and raises AssertionError with what went wrong.
`CHECKS` lists them by name; the house's test suite runs all of them on every registered game.
"""

from __future__ import annotations

import contextlib
import pickle
import threading
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from itertools import zip_longest
from random import Random
from typing import Any

import msgspec

from fieldhouse.kernel import record, verify
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import FieldhouseError, IllegalAnswer, NoOtherWorld, StaleAnswer
from fieldhouse.kernel.events import render, visible
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import Game, Given
from fieldhouse.kernel.players import Coach, RandomCoach, play_on, seen_by
from fieldhouse.kernel.position import position
from fieldhouse.kernel.redeal import definite
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Chance, Choose, Seat, Together
from fieldhouse.kernel.sight import perceived, sight
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.trial import sights, walk
from fieldhouse.kernel.verbs import UNDO, VERBS
from fieldhouse.kernel.walker import Walker
from fieldhouse.kernel.world import standing, world_for

MOST_ANSWERS = 20_000
NONSENSE = "no such thing"


def tiny(folder: Folder) -> Game[Any]:
    """The game at the length tests use."""
    return folder.open(length=folder.meta.tiny)


def steps(table: Table[Any], rng: Random, limit: int = MOST_ANSWERS) -> Iterator[Seat]:
    """Play random answers; yields before each, with the seat about to answer."""
    for _ in range(limit):
        if table.outcome is not None:
            return
        seat = rng.choice(table.waiting)
        yield seat
        asked = table.asked(seat)
        if asked is not None:
            table.answer(seat, rng.choice(asked.keys))
    raise AssertionError(f"the game has not ended after {limit} answers")


def sampled(table: Table[Any], rng: Random, share: float) -> Iterator[Seat]:
    """Some of the points of a random game."""
    for seat in steps(table, rng):
        if rng.random() < share:
            yield seat


# The checks


def same_seed_same_game(folder: Folder, seed: int) -> None:
    """Determinism: the same dice and answers give the same log, events and views."""
    logs = []
    for _ in range(2):
        table = Table(tiny(folder), FastDice(seed))
        for _ in steps(table, Random(seed)):
            pass
        logs.append((table.entries, sights(table)))
    assert logs[0] == logs[1], "two games with the same seed differ"


def replay_equals_play(folder: Folder, seed: int) -> None:
    """A record written, read and replayed gives the same game and verifies."""
    table = Table(tiny(folder), FairDice(["secret"], {"0": str(seed)}))
    for _ in steps(table, Random(seed)):
        pass
    kept = record.read(record.write(record.of_table(table, salt="salt")))
    again = record.replay(kept)
    assert sights(again) == sights(table), "the replay is not what was played"
    verdict = verify.verify(kept)
    assert verdict.ok, f"a true record fails verification: {verdict.faults}"


def saves_resume_at_any_point(folder: Folder, seed: int) -> None:
    """A save in the middle of a play, loaded again, is the same table and plays on the same way."""
    rng = Random(seed)
    table = Table(tiny(folder), FastDice(seed))
    for _ in sampled(table, rng, 0.1):
        text = record.write(record.of_table(table, resumable=True))
        again = record.resume(record.read(text))
        assert sights(again) == sights(table), "a resumed save is not the same table"


def copies_are_independent(folder: Folder, seed: int) -> None:
    """A copy at any point equals its original, and what happens to it changes nothing there."""
    rng = Random(seed)
    table = Table(tiny(folder), FastDice(seed))
    for seat in sampled(table, rng, 0.2):
        before = sights(table)
        other = table.copy(FastDice(seed + 1))
        assert sights(other) == before, "a copy is not the same"
        asked = other.asked(seat)
        assert asked is not None
        other.answer(seat, rng.choice(asked.keys))
        assert sights(table) == before, "an answer at a copy changed the original"


def states_are_plain_data(folder: Folder, seed: int) -> None:
    """The state survives JSON and msgpack at every point; nobody can write into it through a view."""
    rng = Random(seed)
    table = Table(tiny(folder), FastDice(seed))
    for seat in sampled(table, rng, 0.3):
        state = table.state
        again = msgspec.json.decode(msgspec.json.encode(state), type=type(state))
        assert again == state, "the state does not survive JSON"
        assert table.game.load(table.game.save(state)) == state, "the state does not survive msgpack"
        head = table.head(seat)
        seats = len(table.game.seats)
        assert len(head.scores) == len(head.teams) == seats, "a head needs a score and a name for every seat"
        assert head.status and (head.ball is None or head.ball in range(seats)), "a head needs a status line"
        for looking in (*table.seats, None):
            _scribble(table.game.view(state, looking))
            assert state == again, "a view shares lists with the state: who writes into it changes the game"


def _written(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def _scribble(value: Any) -> None:
    """Change every list and dict inside."""
    if isinstance(value, dict):
        for inner in value.values():
            _scribble(inner)
        value["scribble"] = 1
    elif isinstance(value, list):
        for inner in value:
            _scribble(inner)
        value.append("scribble")


def positions_round_trip(folder: Folder, seed: int) -> None:
    """The text of a position, at a whistle and within a play, reads back as the same table."""
    rng = Random(seed)
    table = Table(tiny(folder), FastDice(seed))
    for _ in sampled(table, rng, 0.2):
        here = table.position
        again = position(here.text)
        assert again == here, f"a position does not read back: {here.text}"
        assert again.text == here.text, f"a position changes when it is read: {here.text}"
        there = again.table()
        assert there.state == table.state, "a table from a position is not in its state"
        assert there.waiting == table.waiting, "a table from a position asks somebody else"
        assert again.walker().state == table.state, "a walker from a position is not in its state"
    assert position(table.position.text).outcome == (None if table.position.since else table.outcome)


def menus_are_sound(folder: Folder, seed: int) -> None:
    """Keys are unique words, options have labels, refusals have reasons, weights add up, ids exist."""
    rng = Random(seed)
    ids = set(folder.rule_ids)
    table = Table(tiny(folder))
    for _ in range(MOST_ANSWERS):
        if table.outcome is not None:
            break
        chance = table.chance
        if chance is not None:
            _check_chance(chance, ids)
            table.roll(chance.key(rng.choice(chance.flat)))
            continue
        seat = rng.choice(table.waiting)
        asked = table.asked(seat)
        assert asked is not None
        _check_choice(asked, ids)
        _check_refusal(table, seat, ids)
        table.answer(seat, rng.choice(asked.keys))
    for event in table.events:
        assert set(event.rules) <= ids, f"{event.kind} names rules that do not exist: {event.rules}"
        assert event.text(), f"{event.kind} says nothing"


def _check_chance(chance: Chance, ids: set[str]) -> None:
    assert len(set(chance.keys)) == len(chance.keys), f"{chance!r}: equal keys"
    assert sum(chance.weights) == len(chance.flat), f"{chance!r}: the weights do not add up"
    assert all(chance.key(chance.value(key)) == key for key in chance.keys), (
        f"{chance!r}: keys do not round-trip"
    )
    assert not chance.rule or chance.rule in ids, f"{chance!r}: no rule {chance.rule}"


def _check_choice(asked: Choose, ids: set[str]) -> None:
    keys = list(asked.keys)
    assert keys, f"{asked!r} has no options"
    assert len(set(keys)) == len(keys), f"{asked!r} has equal keys"
    assert not set(keys) & set(VERBS), f"{asked!r} uses a key that every table keeps for itself"
    assert asked.passes in ("", *keys), f"{asked!r} passes by an answer that it does not have"
    assert asked.prompt, f"{asked!r} asks nothing"
    assert not asked.rule or asked.rule in ids, f"{asked!r}: no rule {asked.rule}"
    for option in asked.menu.options():
        assert option.key in asked.menu, f"{asked!r}: {option.key} is listed but refused"
        assert option.label, f"{asked!r}: {option.key} has no label"
        assert not option.rule or option.rule in ids, f"{asked!r}, {option.key}: no rule {option.rule}"
    for refusal in asked.menu.refused():
        assert refusal.key not in keys, f"{asked!r}: {refusal.key} is both offered and refused"
        assert refusal.reason, f"{asked!r}: {refusal.key} is refused without reason"
        assert not refusal.rule or refusal.rule in ids, f"{asked!r}, {refusal.key}: no rule {refusal.rule}"


def _check_refusal(table: Table[Any], seat: Seat, ids: set[str]) -> None:
    before = sights(table)
    refused = _refused(table, seat)
    assert refused.reason, "a refusal without reason"
    assert not refused.rule or refused.rule in ids, f"a refusal names no rule: {refused.rule}"
    try:
        table.answer(seat, NONSENSE, sequence=table.sequence(seat) - 1)
    except StaleAnswer:
        pass
    else:
        raise AssertionError("a stale answer was not refused as stale")
    assert sights(table) == before, "a refused answer changed something"


def undo_until_dice_or_secrets(folder: Folder, seed: int) -> None:
    """Undo gives back the position before the answer, and is gone once a die has been rolled."""
    rng = Random(seed)
    table = Table(tiny(folder))
    for _ in range(MOST_ANSWERS):
        if table.outcome is not None:
            return
        if table.chance is not None:
            table.roll(table.chance.key(rng.choice(table.chance.flat)))
            offered = [s for s in table.seats if table.can_undo(s)]
            assert not offered, "undo is offered after a roll"
            continue
        seat = rng.choice(table.waiting)
        asked = table.asked(seat)
        assert asked is not None
        before = [table.view(s) for s in (*table.seats, None)]
        key = rng.choice(asked.keys)
        table.answer(seat, key)
        if asked.only is not None:  # taking it back goes further, to the last real choice
            assert UNDO not in table.verbs(seat) or _has_a_choice_after_undo(table, seat)
        elif table.can_undo(seat):
            assert not asked.menu.binds(key), f"{key} binds, but undo is offered"
            table.answer(seat, UNDO)
            after = [table.view(s) for s in (*table.seats, None)]
            assert before == after, f"undo of {key} does not give the position back"
            table.answer(seat, key)


def _has_a_choice_after_undo(table: Table[Any], seat: Seat) -> bool:
    before = table.copy()
    before.answer(seat, UNDO)
    asked = before.asked(seat)
    return asked is not None and asked.only is None


def secrets_do_not_leak(folder: Folder, seed: int) -> None:
    """What a seat cannot know changes nothing it can perceive: re-dealt worlds look the same to it."""
    rng = Random(seed)
    table = Table(tiny(folder), FastDice(seed))
    worlds = different = 0
    for _ in sampled(table, rng, 0.3):
        for seat in table.seats:
            for world in _proposals(table, seat, rng):
                worlds += 1
                different += world.state != table.state
                _same_perception(table, world, seat)
    if folder.meta.hidden and worlds >= 20:
        assert different, "the game has secrets, but re-dealt worlds are all the same"


def answers_without_a_choice_tell_no_secret(folder: Folder, seed: int) -> None:
    """What answers itself does so in every world that another seat holds possible, and in the same way."""
    rng = Random(seed)
    table = Table(tiny(folder), FastDice(seed))
    for _ in steps(table, rng):
        asked = [table.asked(seat) for seat in table.waiting]
        tries = 8 if any(one is not None and one.only is not None for one in asked) else rng.random() < 0.2
        going = {seat: _alone(table, seat) for seat in table.waiting}
        for seat in [*table.seats] * tries:
            for world in _proposals(table, seat, rng):
                others = {other: _alone(world, other) for other in going if other != seat}
                for other, key in others.items():
                    assert key == going[other], (
                        f"{table.asked(other)!r} goes by itself as {going[other]!r}, but as {key!r} in a "
                        f"world that seat {seat} cannot tell apart; mark it `hides`"
                    )


def _alone(table: Table[Any], seat: Seat) -> str | None:
    asked = table.asked(seat)
    return asked.alone if asked is not None else None


def _proposals(table: Table[Any], seat: Seat, rng: Random) -> Iterator[Table[Any]]:
    """Worlds the game itself proposes, unfiltered where they re-sample no answer, else filtered."""
    frame = table.last_frame
    state, given = table.game.redeal(
        table.game.load(frame.snapshot), table.state, list(frame.given), seat, rng
    )
    if any(answer.key is None for answer in given):
        yield table.redeal(seat, rng)
        return
    if definite(table.game, state, given, rng) is not None:
        yield table.world(seat, Frame(table.game.save(state), given, said=frame.said))


def _same_perception(table: Table[Any], world: Table[Any], seat: Seat) -> None:
    if sight(table, seat, undo=False) != sight(world, seat, undo=False):
        raise AssertionError(f"seat {seat} can tell re-dealt worlds apart: {_difference(table, world, seat)}")
    assert _refusal_text(table, seat) == _refusal_text(world, seat), "a refusal tells a secret"


def _difference(table: Table[Any], world: Table[Any], seat: Seat | None) -> str:
    """What differs between what the seat perceives at two tables, in words and log lines."""
    ours, theirs = perceived(table, seat), perceived(world, seat)
    found = [(name, ours[name], theirs[name]) for name in ours if ours[name] != theirs[name]]
    for name, one, other in found:
        if name == "told":
            told = zip_longest(table.events_for(seat), world.events_for(seat))
            return "\n".join(f"{a and render(a)} against {b and render(b)}" for a, b in told if a != b)
        if name == "log":
            log = zip_longest(table.log_for(seat), world.log_for(seat))
            return "\n".join(f"{a} against {b}" for a, b in log if a != b)
        return f"{name}: {one} against {other}"
    return "only whether something can be taken back"


def _refusal_text(table: Table[Any], seat: Seat) -> str:
    try:
        table.copy().answer(seat, NONSENSE)
    except FieldhouseError as error:
        return str(error)
    raise AssertionError("nonsense was accepted")


def _refused(table: Table[Any], seat: Seat) -> IllegalAnswer:
    try:
        table.answer(seat, NONSENSE)
    except IllegalAnswer as refused:
        return refused
    raise AssertionError("nonsense was accepted")


def secret_outcomes_stay_secret(folder: Folder, seed: int) -> None:
    """Right after an outcome or answer hidden from a seat, that seat's sight is the same whatever it was."""
    rng = Random(seed)
    table = Table(tiny(folder))
    for _ in range(MOST_ANSWERS):
        if table.outcome is not None:
            return
        chance = table.chance
        if chance is not None:
            if chance.sees is not None and rng.random() < 0.3:
                _compare_after(table, chance.sees, [(None, key) for key in chance.keys[:3]])
            table.roll(chance.key(rng.choice(chance.flat)))
            continue
        seat = rng.choice(table.waiting)
        asked = table.asked(seat)
        assert asked is not None
        alone = isinstance(table.request, Choose) or len(table.waiting) > 1
        if asked.sees is not None and alone and rng.random() < 0.3:
            quiet = [
                key for key in asked.keys if not asked.menu.binds(key)
            ]  # a binding key may show something
            _compare_after(table, asked.sees, [(seat, key) for key in quiet[:3]])
        table.answer(seat, rng.choice(asked.keys))


def _compare_after(table: Table[Any], sees: tuple[Seat, ...], answers: list[tuple[Seat | None, str]]) -> None:
    blind = [s for s in (*table.seats, None) if s is None or s not in sees]
    seen: dict[tuple[Seat | None, tuple[Seat, ...]], set[bytes]] = {}
    for seat, key in answers:
        world = table.copy()
        if seat is None:
            world.roll(key)
        else:
            world.answer(seat, key)
        for watcher in blind:  # who is to answer next is for all to see, so only equals are compared
            seen.setdefault((watcher, world.waiting), set()).add(world.sight(watcher))
    for (watcher, _), found in seen.items():
        assert len(found) <= 1, f"{watcher} can tell which of {[key for _, key in answers]} it was"


def events_cost_nothing_but_words(folder: Folder, seed: int) -> None:
    """With and without an event sink the game takes the same course."""
    logs = []
    for quiet in (False, True):
        table = Table(tiny(folder), FastDice(seed), quiet=quiet)
        for _ in steps(table, Random(seed)):
            pass
        logs.append((table.entries, table.state))
    assert logs[0] == logs[1], "telling events changes the game"


def walkers_walk_as_tables_do(folder: Folder, seed: int) -> None:
    """A `Walker` given a table's answers stands where it stands; its copies, pickles and worlds hold too."""
    rng = Random(seed)
    game = tiny(folder)
    walker, table = Walker(game), Table(game)
    seats = table.seats
    for _ in range(MOST_ANSWERS):
        assert walker.outcome == table.outcome, "walker and table end differently"
        assert walker.state == table.state, "walker and table stand apart"
        if walker.outcome is not None:
            return
        if rng.random() < 0.1:
            _walker_holds(walker, rng.choice(seats), rng)
        seat, key = walker.to_act, rng.choice(walker.keys)
        walker.give(key)
        if seat is None:
            table.roll(key)
        else:
            table.answer(seat, key)
    raise AssertionError(f"the game has not ended after {MOST_ANSWERS} answers")


def _walker_holds(walker: Walker[Any], seat: Seat, rng: Random) -> None:
    """Copy and pickle are the same position, another world is so for the seat; none of them is the walker."""
    known = walker.knows(seat)
    twins = [walker.copy(), pickle.loads(pickle.dumps(walker))]
    with contextlib.suppress(NoOtherWorld):
        twins.append(walker.resample(seat, rng))
    for twin in twins:
        assert twin.knows(seat) == known, "a copy, pickle or other world differs for the seat"
    for twin in twins[:2]:
        assert twin.state == walker.state, "a copy or pickle stands elsewhere"
        twin.give(rng.choice(twin.keys))
        assert walker.knows(seat) == known, "walking on with a copy moves the walker"


def coaches_get_another_world(folder: Folder, seed: int) -> None:
    """The world a coach is given is its seat's own: all that the seat knows, and nothing that it does not.

    It shows the same view and asks the same; of the plays before it holds what the seat was told. It is drawn
    from the seat's knowledge alone: from a world that the seat cannot tell from the real one the very same
    comes. Where something is hidden worlds differ, and few are the real one by chance.
    """
    rng = Random(seed)
    table = Table(tiny(folder), FastDice(seed))
    found = real = open_points = points = 0
    for seat in sampled(table, rng, 0.3):
        world, here = world_for(table, seat), standing(table, seat)
        points += 1
        if world is None:
            assert folder.meta.hidden, "nothing is hidden, and yet there is no world"
            continue
        found += 1
        _same_for_the_seat(table, seat, world)
        if not folder.meta.hidden:
            assert world.state == here.state, "nothing is hidden, and yet the world is another one"
            continue
        _drawn_from_knowledge(table, seat, world, rng)
        others = {_position(here.resample(seat, Random(number))) for number in range(4)}
        open_points += len(others) == 1
        real += len(others) == 4 and _position(world) == _position(here)
    assert found >= 0.9 * points, f"a coach gets a world at {found} of {points} points only"
    assert not folder.meta.hidden or open_points < points, (
        "the game hides something, but all worlds are the same"
    )
    assert real <= 0.1 * points, f"the real position is handed over at {real} of {points} points"


def _same_for_the_seat(table: Table[Any], seat: Seat, world: Walker[Any]) -> None:
    """The world looks like the table to the seat, and holds no more of the past than the seat was told."""
    assert msgspec.to_builtins(world.view(seat)) == table.view(seat), "the world has another view"
    assert table.game.head(world.state, seat) == table.head(seat), "the world has another headline"
    request = world.request
    parts = request.parts if isinstance(request, Together) else (request,)
    asked = next((part for part in parts if isinstance(part, Choose) and part.seat == seat), None)
    real = table.asked(seat)
    assert asked is not None and real is not None and asked.what == real.what, "the world asks something else"
    assert list(asked.keys) == list(real.keys), "the world offers other options"
    before = world.events[: world.frame.events]
    assert all(visible(event, seat) for event in before), "the world holds an event of another seat"
    assert len(world.history) == len(world.frame.given), "the world holds answers of earlier plays"
    twin = pickle.loads(pickle.dumps(world))
    assert _position(twin) == _position(world), "a world that crosses to another process stands elsewhere"


def _drawn_from_knowledge(table: Table[Any], seat: Seat, world: Walker[Any], rng: Random) -> None:
    """The same world comes from any position that the seat cannot tell from the real one."""
    with contextlib.suppress(NoOtherWorld):
        again = world_for(table.redeal(seat, rng, strict=True), seat)
        assert again is not None and _position(again) == _position(world), (
            "the world depends on what the seat cannot know"
        )


def _position(walker: Walker[Any]) -> tuple[bytes, tuple[Given, ...]]:
    return walker.frame.snapshot, tuple(walker.frame.given)


def every_level_plays(folder: Folder, seed: int) -> None:
    """Every coach plays a whole tiny game legally from either seat."""
    for level in folder.meta.levels:
        game = tiny(folder)
        seats = range(len(game.seats))
        for mine in seats:
            coaches: dict[Seat, Coach] = {seat: RandomCoach(seed + seat) for seat in seats}
            coaches[mine] = folder.coach(level, game, mine, seed, 0.05)
            table = Table(game, FastDice(seed))
            assert play_on(table, coaches) is not None, f"{level} does not finish a game"


def coaches_answer_alike_on_a_busy_machine(folder: Folder, seed: int) -> None:
    """Same seed, same budget, same answers: with the processor to itself, and beside a thread that spins."""
    for level in folder.meta.levels:
        game, rng = tiny(folder), Random(seed)
        table = Table(game, FastDice(seed))
        compared = 0
        for seat in steps(table, rng):
            asked = table.asked(seat)
            if asked is None or len(asked.keys) < 2 or rng.random() < 0.5:
                continue
            seen = seen_by(table, seat)
            quiet = folder.coach(level, game, seat, seed, 0.02).answer(asked, seen)
            with _spinning():
                busy = folder.coach(level, game, seat, seed, 0.02).answer(asked, seen)
            assert quiet == busy, (
                f"{level}, asked for {asked.what!r}: {quiet} alone, {busy} beside other work"
            )
            compared += 1
            if compared == 8:
                break


@contextlib.contextmanager
def _spinning() -> Iterator[None]:
    """Another thread takes its share of the interpreter meanwhile."""
    done = threading.Event()

    def spin() -> None:
        while not done.is_set():
            pass

    thread = threading.Thread(target=spin, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def boards_draw_every_view(folder: Folder, seed: int) -> None:
    """The text board fits 80 columns and the SVG is well formed, for every seat, at any point."""
    if not folder.has_board:
        return
    rng = Random(seed)
    table = Table(tiny(folder), FastDice(seed))
    for _ in sampled(table, rng, 0.15):
        for seat in (*table.seats, None):
            view = table.view(seat)
            text = folder.board.text(view)
            wide = [line for line in text.splitlines() if len(line) > 80]
            assert not wide, f"wider than 80 columns: {wide[0]!r}"
            ET.fromstring(folder.board.svg(view))


def walks_at_random(folder: Folder, seed: int) -> None:
    """Anything anybody may do, in any order, breaks no promise (`trial.py`)."""
    for number in range(10):
        walk(folder, 1000 * seed + number)


def materials_round_trip(folder: Folder, seed: int) -> None:
    """The default materials, read again from the text a person would copy, are the defaults."""
    game = tiny(folder)
    defaults = game.default_materials(folder.meta.read_options())  # they may depend on the options
    for name in folder.meta.materials:
        text = game.material_text(name)
        read = game.read_material(name, text)
        assert _written(read) == _written(defaults[name]), f"{name}: what its text says is not the default"
        again = folder.open(materials={name: read}, length=folder.meta.tiny)
        table = Table(again, FastDice(seed))
        assert table.outcome is None, f"a game with the default {name} does not start"


CHECKS: dict[str, Callable[[Folder, int], None]] = {
    check.__name__: check
    for check in (
        same_seed_same_game,
        replay_equals_play,
        saves_resume_at_any_point,
        copies_are_independent,
        states_are_plain_data,
        positions_round_trip,
        menus_are_sound,
        undo_until_dice_or_secrets,
        secrets_do_not_leak,
        secret_outcomes_stay_secret,
        answers_without_a_choice_tell_no_secret,
        events_cost_nothing_but_words,
        walkers_walk_as_tables_do,
        coaches_get_another_world,
        every_level_plays,
        coaches_answer_alike_on_a_busy_machine,
        boards_draw_every_view,
        walks_at_random,
        materials_round_trip,
    )
}
