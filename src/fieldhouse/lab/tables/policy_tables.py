"""Tables flattened by a policy: every choice answered by the policy itself, so that only chance is left.

A policy may look at clock and score, so the moments of one kind fall into classes in which it answers all
choices alike. Where there are too many choices to ask everywhere, a sample of each sort is asked at every
moment, and the classes found are checked at random moments of other choices; one that disagrees joins
the sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from random import Random
from typing import Any, TypeVar

import numpy as np

from fieldhouse.kernel.coaches import Policy
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.files import build_lock
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.requests import Choose
from fieldhouse.lab.players import make_policy
from fieldhouse.lab.tables.cache import policy_tables_file, read_tables, write_tables
from fieldhouse.lab.tables.compiled_game import (
    CompiledGame,
    Progress,
    compile_game,
    pack_tables,
    reduction_of,
)
from fieldhouse.solve.lookups import Shares, mixture
from fieldhouse.solve.open_tables import OpenTables, pack_open_tables
from fieldhouse.solve.tables import Tables
from fieldhouse.solve.templates import Row, Template, as_row, stand_at

ENOUGH = 300_000
"""Up to this many answers every choice is asked; beyond it, a sample."""
SAMPLE, GLANCE, CHECKS = 150, 300, 200
FEW, TIMES = 20, 12
"""Choices of every sort, and times each is asked, to find policies that answer at random."""

Moment = tuple[int, int]
Choice = tuple[int, int]
T = TypeVar("T")


class _Asker:
    """Stands at one choice of a template and asks the policy there, whatever the time and score."""

    def __init__(
        self,
        compiled: CompiledGame,
        policy: Policy,
        stops: Sequence[int],
        core: int,
        moment: Moment,
        path: Sequence[str],
    ) -> None:
        self._reduction = compiled.reduction
        self._policy = policy
        self._stops = stops
        self._state = compiled.plays.state_at(core, *moment)
        self._at = stand_at(self._reduction.game, self._state, path)
        now = self._reduction.where(self._state)
        self._later, self._gained = now.slot - moment[0], now.margin - moment[1]

    def ask(self, moments: Iterable[Moment]) -> list[str]:
        """The answers at these moments, one after the other."""
        put, policy, state, request = self._reduction.put, self._policy, self._state, self._at.request
        stop, later, gained = self._stops, self._later, self._gained
        assert isinstance(request, Choose)
        answers = []
        for slot, margin in moments:
            put(state, min(slot + later, stop[slot]), margin + gained)
            answers.append(policy(request, state))
        return answers


class _Use:
    """A kind as cores of one family stand in it: its moments, and the entries with choices in them."""

    def __init__(self, moments: list[Moment]) -> None:
        self.moments = moments
        self.cores: list[int] = []
        self.of_moment: dict[Moment, int] = {}
        self.example: list[Moment] = []


def policy_tables(game: Game[Any], level: str, progress: Progress | None = None) -> Tables:
    """The game's tables under the policy of that level, from the cache, or else made and kept."""
    path = policy_tables_file(reduction_of(game), level)
    tables = read_tables(path)
    if tables is None:
        with build_lock(path):
            tables = read_tables(path)
            if tables is None:
                made = compile_game(game, progress)
                tables = flatten_tables(made, level)
                write_tables(path, tables)
    return tables


def flatten_tables(compiled: CompiledGame, level: str) -> Tables:
    """The tables under the policy of that level; see the module."""
    return _Flattener(compiled, level).run()


def flatten_open_tables(compiled: CompiledGame, level: str) -> OpenTables:
    """The same for tables whose chances are left open."""
    made = _Flattener(compiled, level)
    return pack_open_tables(made.run(), made.rows)


class _Flattener:
    def __init__(self, compiled: CompiledGame, level: str) -> None:
        self._level = level
        self._compiled = compiled
        self._plays = compiled.plays
        self._tables = compiled.tables
        self._policy = make_policy(compiled.reduction.game, level, 0)
        self._stops: list[int] = compiled.tables.stop.tolist()
        self._rng = Random(0)
        self.rows: list[Row] = []
        self._row_index: dict[Row, int] = {}
        self._uses = self._collect()

    def _collect(self) -> dict[tuple[int, int], _Use]:
        t = self._tables
        uses: dict[tuple[int, int], _Use] = {}
        for family in range(len(t.families)):
            for slot, lead in np.argwhere(t.kind_of[family] >= 0).tolist():
                key = (family, int(t.kind_of[family, slot, lead]))
                uses.setdefault(key, _Use([])).moments.append((slot, lead - t.limit))
        for core, kind in self._plays.entry:
            use = uses.get((int(t.family[core]), kind))
            if use is not None:
                use.cores.append(core)
        return uses

    def run(self) -> Tables:
        kind_of = np.full_like(self._tables.kind_of, -1)
        entry: dict[tuple[int, int], int] = {}
        count = 0
        for (family, kind), use in self._uses.items():
            groups = self._groups(kind, use)
            self._check_steady(kind, use, groups)
            self._classify(kind, use, groups)
            for (slot, margin), number in use.of_moment.items():
                kind_of[family, slot, margin + self._tables.limit] = count + number
            for core in use.cores:
                for number, row in enumerate(self._entries(core, kind, use)):
                    entry[core, count + number] = row
            count += len(use.example)
        return pack_tables(self._plays, self.rows, entry, kind_of, self._tables.families)

    # Classes of moments

    def _groups(self, kind: int, use: _Use) -> dict[str, list[Choice]]:
        """The choices by their sort."""
        groups: dict[str, list[Choice]] = {}
        for core in use.cores:
            for number, decision in enumerate(self._template(core, kind).decisions):
                groups.setdefault(decision.what, []).append((core, number))
        return groups

    def _check_steady(self, kind: int, use: _Use, groups: dict[str, list[Choice]]) -> None:
        """Tables have one answer to a question: a policy that leaves it to chance would be asked for ever."""
        for group in groups.values():
            for place, (core, number) in enumerate(group[:: len(group) // FEW + 1]):
                asker, moment = self._asker(core, kind, number), use.moments[place % len(use.moments)]
                if len(set(asker.ask([moment] * TIMES))) > 1:
                    raise BadOptions(
                        f"{self._level} decides by chance, and tables have one answer to every question; "
                        "take a level that always answers alike, such as starter, or `fieldhouse simulate`"
                    )

    def _classify(self, kind: int, use: _Use, groups: dict[str, list[Choice]]) -> None:
        count = sum(map(len, groups.values()))
        if count * len(use.moments) <= ENOUGH:
            self._split(kind, use, [choice for group in groups.values() for choice in group])
            return
        sample = [choice for group in groups.values() for choice in self._some(group, SAMPLE)]
        self._split(kind, use, sample)
        while wrong := self._check(kind, use, groups):
            sample += wrong
            self._split(kind, use, sample)

    def _some(self, items: list[T], count: int) -> list[T]:
        return self._rng.sample(items, min(count, len(items)))

    def _split(self, kind: int, use: _Use, sample: Sequence[Choice]) -> None:
        """Moments at which the sample is answered alike are one class."""
        answers: list[list[str]] = []
        glance = self._some(use.moments, GLANCE)
        for core, number in sample:
            asker = self._asker(core, kind, number)
            if len(use.moments) > 10 * GLANCE and len(set(asker.ask(glance))) == 1:
                continue  # it does not look at clock or score; the check would find out
            answers.append(asker.ask(use.moments))
        classes: dict[tuple[str, ...], int] = {}
        use.of_moment, use.example = {}, []
        alike = zip(*answers, strict=True) if answers else repeat((), len(use.moments))
        for given, moment in zip(alike, use.moments, strict=True):
            number = classes.setdefault(given, len(classes))
            if number == len(use.example):
                use.example.append(moment)
            use.of_moment[moment] = number

    def _check(self, kind: int, use: _Use, groups: dict[str, list[Choice]]) -> list[Choice]:
        """Choices of every sort whose answer at some random moment is not that of the moment's class."""
        wrong = []
        for group in groups.values():
            for core, number in self._some(group, CHECKS):
                asker = self._asker(core, kind, number)
                moments = self._some(use.moments, 40)
                examples = [use.example[use.of_moment[moment]] for moment in moments]
                if asker.ask(moments) != asker.ask(examples):
                    wrong.append((core, number))
        return wrong

    # Rows

    def _template(self, core: int, kind: int) -> Template:
        number = self._plays.entry[core, kind].template
        return self._plays.templates[number] if number >= 0 else NO_TEMPLATE

    def _asker(self, core: int, kind: int, number: int) -> _Asker:
        moment = self._compiled.sample_of(core, kind)
        path = self._template(core, kind).paths[number]
        return _Asker(self._compiled, self._policy, self._stops, core, moment, path)

    def _entries(self, core: int, kind: int, use: _Use) -> list[int]:
        """The core's row for each class."""
        entry = self._plays.entry[core, kind]
        known = self._template(core, kind)
        if not known.decisions:
            row = entry.row if entry.row < 0 else self._add(self._plays.rows[entry.row])
            return [row] * len(use.example)
        asked = [self._asker(core, kind, number).ask(use.example) for number in range(len(known.decisions))]
        made: dict[tuple[str, ...], int] = {}
        rows = []
        for answers in zip(*asked, strict=True):
            if answers not in made:
                chances, total = _expand(known, known.rows[known.root], answers)
                real: dict[int, int] = {}
                for leaf, weight in chances.items():
                    real[entry.leaves[leaf]] = real.get(entry.leaves[leaf], 0) + weight
                made[answers] = self._add(as_row(real, total))
            rows.append(made[answers])
        return rows

    def _add(self, row: Row) -> int:
        found = self._row_index.get(row)
        if found is None:
            found = self._row_index[row] = len(self.rows)
            self.rows.append(row)
        return found


NO_TEMPLATE = Template([], [], [], [], 0)


def _expand(known: Template, row: Row, answers: Sequence[str]) -> Shares:
    """A row of a template over its leaves alone, each decision answered."""
    parts: list[tuple[int, Shares]] = []
    for target, weight in zip(row.targets, row.weights, strict=True):
        if target >= 0:
            parts.append((weight, ({target: 1}, 1)))
        else:
            decision = known.decisions[~target]
            option = decision.rows[decision.keys.index(answers[~target])]
            parts.append((weight, _expand(known, known.rows[option], answers)))
    return mixture(parts, row.total)
