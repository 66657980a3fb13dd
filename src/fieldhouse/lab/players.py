"""Who plays in the lab: a game's coaches by level, `random`, or any factory `module:name`."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any, cast

from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import Coach, Policy, RandomCoach
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.game import Game, State
from fieldhouse.kernel.requests import Choose, Seat

RANDOM = "random"
LEARNED = "policy:"
"""Before the file of a learned player (`lab.network_coach`)."""


def make_coach(game: Game[Any], who: str, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach by its level, `random`, `policy:FILE` (a learned player), or `module:factory` called as
    `factory(game, seat, seed, seconds)`."""
    if who == RANDOM:
        return RandomCoach(seed)
    if who.startswith(LEARNED):
        _check_numpy()
        from fieldhouse.lab.network_coach import load_network_coach

        return load_network_coach(game, who.removeprefix(LEARNED), seed)
    if ":" in who:
        return cast(Coach, _factory(who)(game, seat, seed, seconds))
    return registry.find(game.meta.name).coach(who, game, seat, seed, seconds)


def check_coach(game: Game[Any], who: str) -> None:
    """BadOptions unless `make_coach` would know the name."""
    if who.startswith(LEARNED):
        _check_numpy()
        from fieldhouse.lab.network_coach import read_policy

        read_policy(game, who.removeprefix(LEARNED))
    elif ":" in who:
        _factory(who)
    elif who != RANDOM and who not in game.meta.levels:
        known = ", ".join((*game.meta.levels, RANDOM))
        raise BadOptions(
            f"{game.meta.title} has no coach {who!r}; it has: {known}, policy:FILE or module:factory"
        )


def check_has_winner(game: Game[Any]) -> None:
    """BadOptions for a game without points, which nobody wins: a draft, an auction."""
    if not hasattr(game.start(), "scores"):
        raise BadOptions(
            f"{game.meta.title}: nobody wins this game, so it has no win probability, luck or ratings"
        )


def _check_numpy() -> None:
    if importlib.util.find_spec("numpy") is None:
        raise FieldhouseError("a learned player needs numpy: pip install 'fieldhouse[lab]'")


def _factory(who: str) -> Any:
    module, _, name = who.partition(":")
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise BadOptions(f"no coach {who!r}: {error}") from None


def make_policy(game: Game[Any], level: str, seed: int) -> Policy:
    """The fast policy of that level, as the game's `coaches.policy` makes it; `random` plays anything."""
    if level != RANDOM:
        maker = getattr(registry.find(game.meta.name).coaches, "policy", None)
        if maker is None:
            raise BadOptions(f"{game.meta.title} has no playout policy; use {RANDOM!r}")
        return cast(Policy, maker(level, game, seed))
    coach = RandomCoach(seed)

    def anything(request: Choose, state: State) -> str:
        return coach.answer(request, None)  # type: ignore[arg-type]  # it looks at nothing

    return anything


def policy_level(game: Game[Any]) -> str:
    """The level of policy for playouts: `starter`, unless the game's `coaches.PLAYOUTS` names a quicker one.

    A game without policies is played at random.
    """
    level = getattr(registry.find(game.meta.name).coaches, "PLAYOUTS", "starter")
    try:
        make_policy(game, level, 0)
    except FieldhouseError:
        return RANDOM
    return level
