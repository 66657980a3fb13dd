"""Answers as numbers: every legal key has a path of declared tokens, and the mask is the menu."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.gyms.walks import NAMES, SHELF, episode, stops

from fieldhouse.kernel.action_space import STOP, ActionSpace, GymSpec, TokenTree, follow_token
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose

GOLDEN = Path(__file__).parents[1] / "golden" / "tokens"


def leaves(node: TokenTree) -> list[str]:
    """Every key below a node."""
    found = [follow_token(node, token) for token in node]
    return [key for below in found for key in ([below] if isinstance(below, str) else leaves(below or {}))]


def spec_of(name: str) -> GymSpec:
    """What the game declares."""
    part = find(name).part("gym")
    assert part is not None
    spec: GymSpec = part.GYM
    return spec


def test_every_game_on_the_shelf_declares_its_actions() -> None:
    assert {"cardbowl", "fastdrive", "redboar", "squares", "thegrid"} <= set(SHELF)


@pytest.mark.parametrize("name", NAMES)
def test_tokens_are_distinct_and_only_ever_appended(name: str) -> None:
    """An action keeps its number within an edition: the golden file may grow at its end and nowhere else."""
    tokens = spec_of(name).tokens
    assert tokens[0] == STOP
    assert len(set(tokens)) == len(tokens)
    kept = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert list(tokens[: len(kept)]) == kept
    assert len(tokens) == len(kept), "new tokens: append them to the golden file as well"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_every_legal_key_has_a_path_of_its_own_and_the_mask_is_the_menu(name: str, seed: int) -> None:
    """Through the trie every legal key can be reached, once, and nothing else can."""
    for at in stops(episode(name, quiet=True), seed, 150):
        asked = at.walker.asks
        assert isinstance(asked, Choose)
        assert asked.what in at.actions.spec.questions
        if not at.given:
            assert sorted(leaves(at.node)) == sorted(asked.keys)
            paths = [at.actions.path(asked, key) for key in asked.keys]
            assert len(set(paths)) == len(paths)
        assert at.legal, "somebody who is asked can always answer"
        assert len(at.node) > 1 or len(asked.keys) == 1, "forced tokens are not asked for"


def whole(node: TokenTree) -> dict[int, object]:
    """The tree below a node, every branch looked at."""
    found = {token: follow_token(node, token) for token in node}
    return {token: whole(below) if isinstance(below, dict) else below for token, below in found.items()}


@pytest.mark.parametrize("name", [name for name in NAMES if spec_of(name).grow])
def test_a_tree_that_a_game_grows_itself_is_the_one_its_keys_split_into(name: str) -> None:
    """Squares lists a man's deeds once he is chosen; the paths are those of `split`."""
    at = episode(name, quiet=True)
    split = ActionSpace(at.walker.game)
    split.spec = split.spec._replace(grow=None)
    for stop in stops(at, 3, 120):
        asks = stop.walker.asks
        if not stop.given and isinstance(asks, Choose):
            assert whole(stop.node) == whole(split.tree(asks))


@pytest.mark.parametrize("name", NAMES)
def test_an_observation_has_its_named_numbers_within_bounds(name: str) -> None:
    for at in stops(episode(name, quiet=True), 5, 60):
        for seat in range(len(at.walker.game.seats)):
            seen = at.observe(seat)
            assert len(seen) == len(at.fields) == len(set(at.fields))
            assert all(-1.0 <= value <= 1.0 for value in seen)
            assert at.vector(seat).tolist() == np.array(seen, np.float32).tolist()


@pytest.mark.parametrize("name", NAMES)
def test_a_token_that_is_not_legal_is_refused_and_changes_nothing(name: str) -> None:
    from fieldhouse.kernel.errors import IllegalAnswer

    at = next(iter(stops(episode(name), 1)))
    seat = at.to_act
    assert seat is not None
    before = at.knows(seat)
    wrong = next(n for n in range(len(at.actions.spec.tokens)) if n not in at.legal)
    with pytest.raises(IllegalAnswer, match="legal tokens are"):
        at.step(wrong)
    with pytest.raises(IllegalAnswer):
        at.step(10_000)
    assert at.knows(seat) == before
