"""From the rules generator to tables: every situation enumerated once, its outcomes with exact weights.

The result of `Plays.build` is a set of rows. A row is a distribution over targets; a target is a leaf (points
of both sides, time used, next core, is the frame turned) or a decision, whose options are rows again. Nothing
here knows a game: the game's `Reduction` says how states fall into core, slot and margin.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Generic, NamedTuple

import msgspec

from fieldhouse.kernel.game import S
from fieldhouse.kernel.run import Run
from fieldhouse.solve.reduction import Core, Kind, Place, Reduction
from fieldhouse.solve.templates import (
    Decision,
    End,
    Row,
    Template,
    as_row,
    number_of,
    run_path,
    scores_of,
    template,
)

A_WINS, TIE, B_WINS = -2, -3, -4
"""Instead of a row: the game is over there."""
NOWHERE = -1
"""Instead of a row: the core cannot stand there."""


class Lands(NamedTuple):
    """A leaf: where a play leads, seen from side A of the core where it began."""

    core: int
    turned: bool
    time: int
    points_a: int
    points_b: int


class Entry(NamedTuple):
    """How a play begins in a core at moments of a kind: its row, or how the game is over there."""

    row: int
    template: int
    decisions: tuple[int, ...]
    """The decision that each decision of the template is here."""
    leaves: tuple[int, ...]
    """The leaf that each leaf of the template is here."""


class Plays(Generic[S]):
    """Everything compiled so far, as plain lists; `lab.tables.compiled_game` packs it into arrays."""

    def __init__(self, reduction: Reduction[S]) -> None:
        self.reduction = reduction
        self.cores: list[Core] = []
        self.index: dict[Core, int] = {}
        self.example: list[bytes] = []
        self.kinds: list[Kind] = []
        self.kind_index: dict[Kind, int] = {}
        self.leaves: list[Lands] = []
        self.rows: list[Row] = []
        self.decisions: list[Decision] = []
        self.templates: list[Template] = []
        self.entry: dict[tuple[int, int], Entry] = {}
        self._leaf_index: dict[Lands, int] = {}
        self._row_index: dict[Row, int] = {}
        self._decision_index: dict[Decision, int] = {}
        self._courses: dict[Hashable, Entry] = {}
        self._shapes: dict[Hashable, int] = {}
        self._firsts: dict[int, list[int]] = {}
        self._sure: dict[int, int] = {}
        self.family: list[Hashable] = []
        self.reached: list[set[tuple[int, int]] | None] = []
        self._queue: list[tuple[int, tuple[int, int] | None]] = []
        self._queued: set[int] = set()
        self._slot_kinds: dict[tuple[Hashable, int], dict[Kind, None]] = {}
        self._span_kinds: dict[tuple[Hashable, range], list[Kind]] = {}

    def restore(
        self,
        cores: Sequence[Core],
        example: list[bytes],
        kinds: list[Kind],
        leaves: list[Any],
        rows: list[Any],
        decisions: list[Any],
        templates: list[Any],
        entry: dict[tuple[int, int], Entry],
        reached: list[set[tuple[int, int]] | None],
    ) -> None:
        """Take what another process has compiled, given back as plain lists."""
        self.cores, self.example, self.kinds, self.entry = list(cores), example, kinds, entry
        self.index = {core: n for n, core in enumerate(cores)}
        self.kind_index = {kind: n for n, kind in enumerate(kinds)}
        self.family = [self.reduction.family(core) for core in cores]
        self.leaves = [Lands(*leaf) for leaf in leaves]
        self.rows = [Row(tuple(a), tuple(b), c) for a, b, c in rows]
        self.decisions = [Decision(a, b, tuple(c), tuple(d)) for a, b, c, d in decisions]
        self.templates = [msgspec.convert(template, Template) for template in templates]
        self.reached = reached

    # The search through all cores

    def build(
        self, progress: Callable[[int, int], None] | None = None, only: Iterable[S] | None = None
    ) -> Plays[S]:
        """Compile everything that can be reached from the start, or `only` the plays that begin there and at
        these whistles, in their order."""
        if only is not None:
            self._build_at([self.reduction.game.start(), *only])
            return self
        self._note(self.reduction.game.start())
        done = 0
        while done < len(self._queue):
            core, moment = self._queue[done]
            if moment is None:
                for kind, sample in self._kinds_of(core).items():
                    self._compile(core, kind, sample)
            else:
                kind = self.reduction.kind(self.family[core], *moment)
                self._follow(moment, self._compile(core, kind, moment))
            done += 1
            if progress is not None and done % 100 == 0:
                progress(done, len(self._queue))
        return self

    def _build_at(self, whistles: Iterable[S]) -> None:
        for s in whistles:
            place = self._note(s)
            core, moment = self.index[place.core], (place.slot, place.margin)
            if self.reached[core] is None:
                kinds = self._kinds_of(core)
            else:
                kinds = {self.reduction.kind(self.family[core], *moment): moment}
            for kind, sample in kinds.items():
                self._compile(core, kind, sample)

    def _note(self, s: S) -> Place:
        """The place of a state; a core, or exact moment of it, seen for the first time is queued."""
        place = self.reduction.where(s)
        found = self.index.get(place.core)
        if found is None:
            found = self.index[place.core] = len(self.cores)
            self.cores.append(place.core)
            self.example.append(self.reduction.game.save(s))
            self.family.append(self.reduction.family(place.core))
            self.reached.append(set() if self.reduction.exact(place.core) else None)
        self._mark(found, place.slot, place.margin)
        return place

    def _mark(self, core: int, slot: int, margin: int) -> None:
        reached = self.reached[core]
        if reached is not None:
            if (slot, margin) not in reached:
                reached.add((slot, margin))
                self._queue.append((core, (slot, margin)))
        elif core not in self._queued:
            self._queued.add(core)
            self._queue.append((core, None))

    def _follow(self, moment: tuple[int, int], entry: Entry) -> None:
        """Mark the moments to which a play leads from an exactly known one."""
        slot, margin = moment
        stop = self.reduction.stop(slot)
        for number in set(entry.leaves):
            leaf = self.leaves[number]
            lead = margin + leaf.points_a - leaf.points_b
            self._mark(leaf.core, min(slot + leaf.time, stop), -lead if leaf.turned else lead)

    def _kinds_of(self, core: int) -> dict[Kind, tuple[int, int]]:
        """The kinds of moments in which the core can stand, each with a sample."""
        family, span = self.family[core], self.reduction.span(self.cores[core])
        kinds = self._span_kinds.get((family, span))
        if kinds is None:
            found = (kind for slot in span for kind in self._kinds_at(family, slot))
            kinds = self._span_kinds[family, span] = list(dict.fromkeys(found))
        return {kind: self.reduction.sample(self.cores[core], kind) for kind in kinds}

    def _kinds_at(self, family: Hashable, slot: int) -> dict[Kind, None]:
        key = (family, slot)
        if key not in self._slot_kinds:
            red = self.reduction
            margins = range(-red.limit, red.limit + 1)
            self._slot_kinds[key] = dict.fromkeys(red.kind(family, slot, margin) for margin in margins)
        return self._slot_kinds[key]

    def _compile(self, core: int, kind: Kind, moment: tuple[int, int]) -> Entry:
        number = number_of(self.kinds, self.kind_index, kind)
        found = self.entry.get((core, number))
        if found is None:
            found = self.entry[core, number] = self._entry(core, kind, moment)
        return found

    def state_at(self, core: int, slot: int, margin: int) -> S:
        """A state with that core at that moment."""
        s = self.reduction.game.load(self.example[core])
        self.reduction.put(s, slot, margin)
        return s

    def _entry(self, core: int, kind: Kind, moment: tuple[int, int]) -> Entry:
        s = self.state_at(core, *moment)
        outcome = self.reduction.game.outcome(s)
        if outcome is not None:
            mirrored = self.reduction.where(s).mirrored
            over = TIE if outcome.winner is None else A_WINS if (outcome.winner == 1) == mirrored else B_WINS
            return Entry(over, -1, (), ())
        course = self.reduction.course(self.cores[core], kind)
        if course not in self._courses:
            self._courses[course] = self._play(self.reduction.shape(self.cores[core], kind), s)
        return self._courses[course]

    # One play

    def _play(self, shape: Hashable | None, s: S) -> Entry:
        game, place, scores = self.reduction.game, self.reduction.where(s), scores_of(s)
        start = game.save(s)
        if Run.along(game, s).request is None:  # the play is over without a question
            leaf = self._lands(s, place, scores)
            return Entry(number_of(self.rows, self._row_index, Row((leaf,), (1,), 1)), -1, (), (leaf,))
        number = self._shapes.get(shape) if shape is not None else None
        leaves: list[int] | None = None
        if number is None:
            sample = self._sample(shape, start)
            number, ends = self._enumerate(sample, place.mirrored)
            if shape is not None and self.reduction.can_represent(shape, place):
                self._shapes[shape] = number
            if sample == start:
                leaves = self._own_leaves(number, ends, start, place, scores)
        if leaves is None:
            leaves = self._leaves(self.templates[number], start, place, scores)
        if leaves is None:  # it asks something else here
            number, ends = self._enumerate(start, place.mirrored)
            leaves = self._own_leaves(number, ends, start, place, scores)
        known = self.templates[number]
        rows: dict[int, int] = {}
        decisions = self._bind(number, leaves, rows)
        row = self._row(known, known.root, leaves, decisions, rows)
        return Entry(row, number, tuple(decisions), tuple(leaves))

    def _sample(self, shape: Hashable | None, start: bytes) -> bytes:
        """Where the play that stands for the shape begins."""
        if shape is None:
            return start
        s = self.reduction.game.load(start)
        self.reduction.move_to_sample(shape, s)
        return self.reduction.game.save(s)

    def _enumerate(self, start: bytes, mirrored: bool) -> tuple[int, list[End]]:
        """The number of the template made there, and the ends of its leaves from there."""
        made, ends = template(self.reduction.game, start, self.reduction, mirrored=mirrored)
        self.templates.append(made)
        return len(self.templates) - 1, ends

    def _own_leaves(
        self, number: int, ends: list[End], start: bytes, place: Place, scores: tuple[int, int]
    ) -> list[int]:
        """Where the leaves lie from the start at which the template was made: nothing is played again."""
        found = []
        for end, path in zip(ends, self.templates[number].leaves, strict=True):
            core = self.index.get(end.place.core)
            if core is None:  # an example of it is needed
                s = run_path(self.reduction.game, self.reduction.game.load(start), path)
                assert s is not None
                self._note(s)
            else:
                self._mark(core, end.place.slot, end.place.margin)
            found.append(self._landed(end, place, scores))
        return found

    def _leaves(
        self, known: Template, start: bytes, place: Place, scores: tuple[int, int]
    ) -> list[int] | None:
        """Where each leaf of the template lies from this start, or None if the play asks otherwise."""
        game = self.reduction.game
        ends = [run_path(game, game.load(start), path) for path in known.leaves]
        if None in ends:
            return None
        return [self._lands(end, place, scores) for end in ends if end is not None]

    def _bind(self, number: int, leaves: Sequence[int], rows: dict[int, int]) -> list[int]:
        """The template's decisions with these leaves; inner ones come first in a template.

        Many decisions of a play differ only in the dice before them (`Template` keeps them apart, since a
        policy may look at those): they are bound once.
        """
        known = self.templates[number]
        firsts = self._firsts.get(number)
        if firsts is None:
            seen: dict[Decision, int] = {}
            firsts = [seen.setdefault(decision, place) for place, decision in enumerate(known.decisions)]
            self._firsts[number] = firsts
        decisions: list[int] = []
        for place, first in enumerate(firsts):
            if first < place:
                decisions.append(decisions[first])
                continue
            owner, what, keys, options = known.decisions[place]
            bound = tuple([self._row(known, row, leaves, decisions, rows) for row in options])
            made = Decision(owner, what, keys, bound)
            decisions.append(number_of(self.decisions, self._decision_index, made))
        return decisions

    def _row(
        self,
        known: Template,
        number: int,
        leaves: Sequence[int],
        decisions: Sequence[int],
        rows: dict[int, int],
    ) -> int:
        """The template's row with these leaves; `rows` are those bound before."""
        found = rows.get(number)
        if found is None:
            targets, weights, total = known.rows[number]
            real = [leaves[target] if target >= 0 else ~decisions[~target] for target in targets]
            if total == 1 and weights == (1,):  # most rows of choices: a sure place
                found = self._sure.get(real[0])
                if found is None:
                    row = Row((real[0],), (1,), 1)
                    found = self._sure[real[0]] = number_of(self.rows, self._row_index, row)
            else:
                chances: dict[int, int] = {}
                for place, weight in zip(real, weights, strict=True):
                    chances[place] = chances.get(place, 0) + weight
                found = number_of(self.rows, self._row_index, as_row(chances, total))
            rows[number] = found
        return found

    def _lands(self, end: S, before: Place, scores: tuple[int, int]) -> int:
        """The number of the leaf at which the play from there has ended."""
        return self._landed(End(self._note(end), scores_of(end)), before, scores)

    def _landed(self, end: End, before: Place, scores: tuple[int, int]) -> int:
        place, now = end
        a, b = now[0] - scores[0], now[1] - scores[1]
        points = (b, a) if before.mirrored else (a, b)
        turned = place.mirrored != before.mirrored
        lands = Lands(self.index[place.core], turned, place.slot - before.slot, *points)
        return number_of(self.leaves, self._leaf_index, lands)
