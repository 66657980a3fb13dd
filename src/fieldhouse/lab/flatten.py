"""Tables flattened by a policy: every choice answered by the policy itself, so that only chance is left.

A policy may look at clock and score, so the moments of one kind fall into classes in which it answers all
choices alike. Where there are too many choices to ask everywhere, a sample of each sort is asked at every
moment, and the classes found are checked at random moments of other choices; one that disagrees joins
the sample.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from fieldhouse.kernel.players import Policy
from fieldhouse.kernel.requests import Choose
from fieldhouse.lab.compiled import Compiled, pack
from fieldhouse.solve.compile import NOWHERE, Row, Template, as_row, stand_at
from fieldhouse.solve.tables import Tables, row_arrays

ENOUGH = 300_000
"""So many answers are asked for at once; beyond that a sample of the choices is asked."""
SAMPLE, GLANCE, CHECKS = 150, 300, 200

Moment = tuple[int, int]
Choice = tuple[int, int]
T = TypeVar("T")


class _Asker:
    """Stands at one choice of a template and asks the policy there, whatever the time and score."""

    def __init__(
        self, compiled: Compiled, policy: Policy, core: int, moment: Moment, path: Sequence[str]
    ) -> None:
        self._reduction = compiled.reduction
        self._policy = policy
        self._state = compiled.plays.state_at(core, *moment)
        self._at = stand_at(self._reduction.game, self._state, path)
        now = self._reduction.where(self._state)
        self._later, self._gained = now.slot - moment[0], now.margin - moment[1]

    def ask(self, moment: Moment) -> str:
        slot = min(moment[0] + self._later, self._reduction.stop(moment[0]))
        self._reduction.put(self._state, slot, moment[1] + self._gained)
        request = self._at.request
        assert isinstance(request, Choose)
        return self._policy(request, self._state)


class _Use:
    """A kind as cores of one family stand in it: its moments, and the entries with choices in them."""

    def __init__(self, moments: list[Moment]) -> None:
        self.moments = moments
        self.cores: list[int] = []
        self.of_moment: dict[Moment, int] = {}
        self.example: list[Moment] = []


def flatten(compiled: Compiled, policy: Policy, *, seed: int = 0) -> Tables:
    """The tables under the policy; see the module."""
    return _Flattener(compiled, policy, Random(seed)).run()


class _Flattener:
    def __init__(self, compiled: Compiled, policy: Policy, rng: Random) -> None:
        self._compiled = compiled
        self._plays = compiled.plays
        self._tables = compiled.tables
        self._policy = policy
        self._rng = rng
        self._rows: list[Row] = []
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
            self._classify(kind, use)
            for (slot, margin), number in use.of_moment.items():
                kind_of[family, slot, margin + self._tables.limit] = count + number
            for core in use.cores:
                for number, row in enumerate(self._entries(core, kind, use)):
                    entry[core, count + number] = row
            count += len(use.example)
        return pack(self._plays, self._rows, entry, kind_of, self._tables.families)

    # Classes of moments

    def _classify(self, kind: int, use: _Use) -> None:
        groups: dict[str, list[Choice]] = {}
        for core in use.cores:
            for number, decision in enumerate(self._template(core, kind).decisions):
                groups.setdefault(decision.what, []).append((core, number))
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
        answers: list[list[str]] = [[] for _ in use.moments]
        glance = self._some(use.moments, GLANCE)
        for core, number in sample:
            asker = self._asker(core, kind, number)
            if len(use.moments) > 10 * GLANCE and len({asker.ask(moment) for moment in glance}) == 1:
                continue  # it does not look at clock or score; the check would find out
            for given, moment in zip(answers, use.moments, strict=True):
                given.append(asker.ask(moment))
        classes: dict[tuple[str, ...], int] = {}
        use.of_moment, use.example = {}, []
        for given, moment in zip(answers, use.moments, strict=True):
            number = classes.setdefault(tuple(given), len(classes))
            if number == len(use.example):
                use.example.append(moment)
            use.of_moment[moment] = number

    def _check(self, kind: int, use: _Use, groups: dict[str, list[Choice]]) -> list[Choice]:
        """Choices of every sort whose answer at some random moment is not that of the moment's class."""
        wrong = []
        for group in groups.values():
            for core, number in self._some(group, CHECKS):
                asker = self._asker(core, kind, number)
                for moment in self._some(use.moments, 40):
                    if asker.ask(moment) != asker.ask(use.example[use.of_moment[moment]]):
                        wrong.append((core, number))
                        break
        return wrong

    # Rows

    def _template(self, core: int, kind: int) -> Template:
        number = self._plays.entry[core, kind].template
        return self._plays.templates[number] if number >= 0 else NO_TEMPLATE

    def _asker(self, core: int, kind: int, number: int) -> _Asker:
        moment = self._compiled.sample_of(core, kind)
        path = self._template(core, kind).paths[number]
        return _Asker(self._compiled, self._policy, core, moment, path)

    def _entries(self, core: int, kind: int, use: _Use) -> list[int]:
        """The core's row for each class."""
        entry = self._plays.entry[core, kind]
        known = self._template(core, kind)
        if not known.decisions:
            row = entry.row if entry.row < 0 else self._add(self._plays.rows[entry.row])
            return [row] * len(use.example)
        askers = [self._asker(core, kind, number) for number in range(len(known.decisions))]
        made: dict[tuple[str, ...], int] = {}
        rows = []
        for moment in use.example:
            answers = tuple(asker.ask(moment) for asker in askers)
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
            found = self._row_index[row] = len(self._rows)
            self._rows.append(row)
        return found


NO_TEMPLATE = Template([], [], [], [], 0)


def _expand(known: Template, row: Row, answers: Sequence[str]) -> tuple[dict[int, int], int]:
    """A row of a template over its leaves alone, each decision answered."""
    parts: list[tuple[int, dict[int, int], int]] = []
    for target, weight in zip(row.targets, row.weights, strict=True):
        if target >= 0:
            parts.append((weight, {target: 1}, 1))
        else:
            decision = known.decisions[~target]
            option = decision.rows[decision.keys.index(answers[~target])]
            parts.append((weight, *_expand(known, known.rows[option], answers)))
    return _combine(parts, row.total)


def _combine(parts: Sequence[tuple[int, dict[int, int], int]], total: int) -> tuple[dict[int, int], int]:
    """A mixture of distributions, each with its weight, in whole numbers."""
    common = math.lcm(*(inner for _, _, inner in parts))
    result: dict[int, int] = {}
    for weight, chances, inner in parts:
        for leaf, share in chances.items():
            result[leaf] = result.get(leaf, 0) + weight * share * (common // inner)
    return result, total * common


# One draw instead of several


def inline(tables: Tables) -> Tables:
    """Flat tables in which steps without time and points are drawn together with the step before.

    A core is passed through if it is only ever reached that way. The rows of the others are multiplied out,
    for every class of moments in which all steps on the way have one row.
    """
    passed = _passed_through(tables)
    if not passed.any():
        return tables
    return _Inliner(tables, passed).run()


def _passed_through(t: Tables) -> NDArray[np.bool_]:
    used = np.unique(t.targets)
    lasting = used[
        (t.leaf_time[used] != 0) | (t.leaf_a[used] != 0) | (t.leaf_b[used] != 0) | (t.leaf_turned[used] != 0)
    ]
    passed = np.zeros(len(t.cores), np.bool_)
    passed[t.leaf_core[used]] = True
    passed[t.leaf_core[lasting]] = False
    passed[t.start] = False
    for core in np.flatnonzero(passed):
        passed[core] = not (t.entry[core] < NOWHERE).any()  # where a game can be over it must be looked at
    passed[_in_circles(t, passed)] = False
    return passed


def _in_circles(t: Tables, passed: NDArray[np.bool_]) -> list[int]:
    """Cores among these that lead back to themselves (a roll that is simply rolled again)."""
    ways: dict[int, set[int]] = {}
    for core in np.flatnonzero(passed).tolist():
        rows = np.unique(t.entry[core])
        targets = [t.targets[t.row_start[row] : t.row_start[row + 1]] for row in rows[rows >= 0].tolist()]
        nexts = np.unique(t.leaf_core[np.concatenate(targets)]) if targets else np.empty(0, np.int32)
        ways[core] = set(nexts[passed[nexts]].tolist())
    while ends := [core for core, nexts in ways.items() if not nexts & ways.keys()]:
        for core in ends:
            del ways[core]
    return list(ways)


class _Inliner:
    def __init__(self, t: Tables, passed: NDArray[np.bool_]) -> None:
        self._t = t
        self._passed = passed
        self._rows: list[Row] = []
        self._index: dict[Row, int] = {}
        self._old = [t.row(number) for number in range(len(t.totals))]

    def run(self) -> Tables:
        t = self._t
        ways = np.unique(t.family[self._passed])
        kind_of = np.full_like(t.kind_of, -1)
        entry: dict[tuple[int, int], int] = {}
        count = 0
        for family in np.unique(t.family[~self._passed]).tolist():
            classes: dict[tuple[int, ...], tuple[int, int, int]] = {}
            for slot, lead in np.argwhere(t.kind_of[family] >= 0).tolist():
                key = (int(t.kind_of[family, slot, lead]), *map(int, t.kind_of[ways, slot, lead]))
                number, _, _ = classes.setdefault(key, (count + len(classes), slot, lead))
                kind_of[family, slot, lead] = number
            members = np.flatnonzero((t.family == family) & ~self._passed).tolist()
            for number, slot, lead in classes.values():
                for core in members:
                    row = int(t.entry[core, t.kind_of[family, slot, lead]])
                    entry[core, number] = row if row < 0 else self._through(row, slot, lead)
            count += len(classes)
        return self._pack(kind_of, entry, count)

    def _through(self, number: int, slot: int, lead: int) -> int:
        chances, total = self._expand(self._old[number], slot, lead)
        if not chances:
            return NOWHERE
        row = as_row(chances, total)
        found = self._index.get(row)
        if found is None:
            found = self._index[row] = len(self._rows)
            self._rows.append(row)
        return found

    def _expand(self, row: Row, slot: int, lead: int) -> tuple[dict[int, int], int]:
        """The row over leaves that are not passed through; empty where that moment cannot come up."""
        t = self._t
        parts: list[tuple[int, dict[int, int], int]] = []
        for leaf, weight in zip(row.targets, row.weights, strict=True):
            core = int(t.leaf_core[leaf])
            if not self._passed[core]:
                parts.append((weight, {leaf: 1}, 1))
                continue
            kind = t.kind_of[t.family[core], slot, lead]
            next_row = int(t.entry[core, kind]) if kind >= 0 else NOWHERE
            inner = self._expand(self._old[next_row], slot, lead) if next_row >= 0 else ({}, 1)
            if not inner[0]:
                return {}, 1
            parts.append((weight, *inner))
        return _combine(parts, row.total)

    def _pack(self, kind_of: NDArray[np.int32], entry: dict[tuple[int, int], int], count: int) -> Tables:
        t = self._t
        table = np.full((len(t.cores), count), NOWHERE, np.int32)
        for (core, kind), row in entry.items():
            table[core, kind] = row
        return msgspec.structs.replace(t, kind_of=kind_of, entry=table, **row_arrays(self._rows))
