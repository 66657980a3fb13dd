"""Habits: fixed answers to kinds of questions, played over a coach that gives all other answers.

`fieldhouse exploit` (`lab/exploit.py`) looks for the habit that beats a coach most often. Written as text, a
habit is a list of rules, `formation=single_back; motion=@best-receiver; try[behind]=two-point`: the kind of
question, the situation in brackets (none: always), and the answer. An answer with `@` names a function of
the game's `habits.PICKS`, with its argument after a colon.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from fieldhouse.kernel.coaches import Coach, CoachView, Policy, looks_on, reads_state
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose

Situation: TypeAlias = Callable[[Choose, Any], bool]
"""Is the question asked in this situation? Reads only what the asked seat knows."""
Pick: TypeAlias = Callable[[Game[Any], Choose, Any, str], "str | None"]
"""`pick(game, request, state, argument)`: the key, or None to leave the answer to the coach."""

MOST_IN_A_ROW = 20
"""Answers that a habit may give one after the other: a question that comes back until the answer is another
one would never end."""

NONE = "none"
"""The habit without rules: the coach plays as it is."""
_RULE = re.compile(r"\s*([\w-]+)(?:\[([^\]]*)\])?=(.*?)\s*\Z")


class HabitRule(msgspec.Struct, frozen=True):
    """One fixed answer to one kind of question in one situation."""

    what: str
    answer: str
    when: str = ""

    def __str__(self) -> str:
        where = f"[{self.when}]" if self.when else ""
        return f"{self.what}{where}={self.answer}"


class Habit(msgspec.Struct, frozen=True):
    """Rules; the first one that fits a question answers it."""

    rules: tuple[HabitRule, ...]

    def __str__(self) -> str:
        return "; ".join(map(str, self.rules)) or NONE

    def __add__(self, other: Habit) -> Habit:
        """Both habits at once; rules that are the same in both stand once."""
        return Habit(tuple(dict.fromkeys((*self.rules, *other.rules))))

    def contradicts(self, other: Habit) -> bool:
        """True if both answer the same question in the same situation."""
        own = {(rule.what, rule.when) for rule in self.rules}
        return any((rule.what, rule.when) in own for rule in other.rules)


def make_habit(*rules: tuple[str, str] | tuple[str, str, str]) -> Habit:
    """A habit of rules given as (what, answer) or (what, answer, when)."""
    return Habit(tuple(HabitRule(*rule) for rule in rules))


def parse_habit(text: str) -> Habit:
    """The habit that `str` writes as `text`; BadOptions where it cannot be read."""
    if text.strip() == NONE:
        return Habit(())
    rules = []
    for part in text.split(";"):
        found = _RULE.match(part)
        if found is None:
            raise BadOptions(f"not a habit: {part.strip()!r}; write kind=answer or kind[situation]=answer")
        what, when, answer = found.groups()
        rules.append(HabitRule(what, answer, when or ""))
    return Habit(tuple(rules))


def is_ahead(request: Choose, s: Any) -> bool:
    """The asked seat leads."""
    return bool(s.scores[request.seat] > s.scores[1 - request.seat])


def is_tied(request: Choose, s: Any) -> bool:
    """The score is level."""
    return bool(s.scores[0] == s.scores[1])


def is_behind(request: Choose, s: Any) -> bool:
    """The asked seat trails."""
    return bool(s.scores[request.seat] < s.scores[1 - request.seat])


SITUATIONS: Mapping[str, Situation] = {"ahead": is_ahead, "tied": is_tied, "behind": is_behind}
"""Situations that every game has; a game's `habits.SITUATIONS` adds its own."""


class HabitRules:
    """The rules of a habit bound to a game: they answer a question or leave it to the coach."""

    def __init__(self, game: Game[Any], habit: Habit) -> None:
        module = find(game.meta.name).part("habits")
        situations = {**SITUATIONS, **getattr(module, "SITUATIONS", {})}
        picks: Mapping[str, Pick] = getattr(module, "PICKS", {})
        self._game = game
        self._in_a_row = 0
        self._rules: dict[str, list[tuple[Situation | None, Pick | None, str]]] = {}
        for rule in habit.rules:
            picked = rule.answer.startswith("@")
            name, _, argument = rule.answer[1:].partition(":") if picked else ("", "", rule.answer)
            if rule.when and rule.when not in situations:
                raise BadOptions(f"{game.meta.title} has no situation {rule.when!r}; {_known(situations)}")
            if picked and name not in picks:
                raise BadOptions(f"{game.meta.title} has no pick {name!r}; {_known(picks)}")
            bound = (situations.get(rule.when), picks.get(name), argument)
            self._rules.setdefault(rule.what, []).append(bound)

    def key(self, request: Choose, s: Any) -> str | None:
        """The habit's answer, or None where it has none."""
        for situation, pick, argument in self._rules.get(request.what, ()):
            if situation is not None and not situation(request, s):
                continue
            key = argument if pick is None else pick(self._game, request, s, argument)
            if key is not None and request.allows(key) and self._in_a_row < MOST_IN_A_ROW:
                self._in_a_row += 1
                return key
        self._in_a_row = 0
        return None


def _known(names: Mapping[str, Any]) -> str:
    return f"it has: {', '.join(names)}" if names else "it has none"


def habit_policy(game: Game[Any], habit: Habit, base: Policy) -> Policy:
    """The policy that follows the habit, and `base` in everything else."""
    rules = HabitRules(game, habit)

    def answer(request: Choose, s: Any) -> str:
        key = rules.key(request, s)
        return base(request, s) if key is None else key

    return answer


class HabitCoach:
    """The same at a table, over a coach that needs more than the state."""

    def __init__(self, game: Game[Any], habit: Habit, base: Coach) -> None:
        self._rules = HabitRules(game, habit)
        self._base = base
        self.looks_on = looks_on(base)
        self.reads_state = reads_state(base)

    def answer(self, request: Choose, seen: CoachView) -> str | Sequence[str]:
        """The habit's key, else the first of the coach's: a later question may be the habit's again."""
        s = seen.world.state if seen.world is not None else seen.covered
        key = None if s is None else self._rules.key(request, s)
        if key is not None:
            return key
        reply = self._base.answer(request, seen)
        return reply if isinstance(reply, str) else reply[0]
