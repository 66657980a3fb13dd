"""The habits that are tried against a coach: fixed answers read off a game's questions, and its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.habits import SITUATIONS, Habit, HabitRule
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose
from fieldhouse.lab.players import make_policy, policy_level

SAMPLED = 24
"""Games in which the kinds of questions are looked up."""
STRAY = 0.25
"""How often these games leave the coach's ways, so that rare questions come up."""
LISTED = 64
"""Options of one question that are looked at: some menus have thousands."""
COMMON = 0.05
"""An answer is tried if it is offered in at least this share of the questions of its kind."""
ANSWERS = 28
"""Answers to one kind of question, the most offered first."""


def habit_family(game: Game[Any], seed: int = 0) -> list[Habit]:
    """Every habit to try: the game's own first, then each fixed answer, always and by situation.

    A game's `habits.own_habits(game, seed)` names those that no single fixed answer can express. Its
    `habits.BY_SITUATION` names the kinds of questions whose answers are tried by situation too (without it
    all are), and `habits.SKIPPED` those to which a fixed answer makes no sense.
    """
    module = find(game.meta.name).part("habits")
    own: Sequence[Habit] = module.own_habits(game, seed) if module is not None else ()
    situations = ("", *SITUATIONS, *getattr(module, "SITUATIONS", {}))
    split: frozenset[str] | None = getattr(module, "BY_SITUATION", None)
    skipped: frozenset[str] = getattr(module, "SKIPPED", frozenset())
    found = list(own)
    for what, answers in question_kinds(game, seed).items():
        if what in skipped:
            continue
        usual = situations if split is None or what in split else ("",)
        found += [Habit((HabitRule(what, answer, when),)) for when in usual for answer in answers]
    return list(dict.fromkeys(found))


def question_kinds(game: Game[Any], seed: int = 0) -> dict[str, list[str]]:
    """The kinds of questions that leave a choice, each with its common answers."""
    rng = Random(seed)
    base = make_policy(game, policy_level(game), seed)
    asked: Counter[str] = Counter()
    offered: dict[str, Counter[str]] = {}

    def look(request: Choose, s: Any) -> str:
        keys = list(islice(request.keys, LISTED))
        if len(keys) > 1:
            asked[request.what] += 1
            offered.setdefault(request.what, Counter()).update(keys)
        return rng.choice(keys) if rng.random() < STRAY else base(request, s)

    for number in range(SAMPLED):
        playout(game, game.start(), FastDice(seed + number), look)
    return {
        what: [key for key, count in keys.most_common(ANSWERS) if count >= COMMON * asked[what]]
        for what, keys in offered.items()
    }
