"""The worker processes of coaches: a lane for quick levels, one for those that think, one for hints.

Nobody who plays against a quick coach waits for somebody else's deep thinker. Which level is quick is known
from how long it took before.
"""

from __future__ import annotations

from collections import OrderedDict

from fieldhouse.lab.advice.result import Advice
from fieldhouse.web.engine.job_owner import JobOwner
from fieldhouse.web.engine.worker_jobs import CoachAnswer, CoachQuestion, WorkerLimits
from fieldhouse.web.engine.worker_pool import CoachFailed, WorkerPool
from fieldhouse.web.settings import Settings

QUICK = 0.25
"""Seconds that a quick level takes at most, as a rule."""
QUICK_PATIENCE = 2.0
"""Seconds after which a level that was taken for quick goes to the other lane."""
FADES = 0.9
"""What is left, after each answer, of the longest that a level took before."""
MAX_KNOWN = 1_000
"""Setups and levels that are remembered."""
MOST_HINTS = 4
"""Hints that one person may wait for at once."""


class KnownCoach:
    """What earlier answers of a level, in one setup, have shown."""

    def __init__(self) -> None:
        self.seconds: float | None = None
        """The longest that it took lately: a deep thinker finds some questions easy."""
        self.reads_state = False
        """Did it read only the state when it was last asked? Then a bare question is enough."""

    def note(self, seconds: float) -> None:
        """It took so long this time."""
        self.seconds = max(seconds, FADES * (self.seconds or 0.0))


class CoachLanes:
    """Three pools of workers, and which of them a question goes to."""

    def __init__(self, settings: Settings) -> None:
        memory = settings.worker_memory
        self.quick = WorkerPool(1, WorkerLimits(0, memory))
        self.thinkers = WorkerPool(settings.workers, WorkerLimits(5, memory))
        self.hints = WorkerPool(1, WorkerLimits(2, memory), most_per_person=MOST_HINTS)
        self.pools = {"quick coaches": self.quick, "coaches": self.thinkers, "hints": self.hints}
        self._known: OrderedDict[tuple[str, str], KnownCoach] = OrderedDict()

    def history(self, setup_name: str, level: str) -> KnownCoach:
        """What is known of the level in this setup."""
        found = self._known.setdefault((setup_name, level), KnownCoach())
        self._known.move_to_end((setup_name, level))
        while len(self._known) > MAX_KNOWN:
            self._known.popitem(last=False)
        return found

    async def ask(
        self, question: CoachQuestion, patience: float, owner: JobOwner, *, deep: bool
    ) -> list[str] | None:
        """The coach's answer; CoachFailed after `patience` seconds or when the coach crashes.

        `deep` says whether the level is expected to think, as long as nothing is known of it. None if the
        coach needs more than a `bare` question holds: ask again in full.
        """
        known = self.history(question.setup_name, question.level)
        if known.seconds is None:
            known.seconds = question.seconds if deep else 0.0
        seconds = known.seconds
        if seconds <= QUICK:
            try:
                return await self._ask(self.quick, question, min(patience, QUICK_PATIENCE), owner, QUICK)
            except CoachFailed:
                known.note(QUICK_PATIENCE)
        return await self._ask(self.thinkers, question, patience, owner, seconds)

    async def hint(self, question: CoachQuestion, patience: float, owner: JobOwner) -> list[str] | None:
        """What a coach would answer for a person."""
        return await self._ask(self.hints, question, patience, owner, question.seconds)

    async def advice(self, question: CoachQuestion, patience: float, owner: JobOwner) -> Advice:
        """The win probability of every option, best first."""
        found = await self.hints.run(question, patience, owner=owner, cost=question.seconds)
        assert isinstance(found, Advice)
        return found

    async def _ask(
        self, pool: WorkerPool, question: CoachQuestion, patience: float, owner: JobOwner, cost: float
    ) -> list[str] | None:
        found: CoachAnswer = await pool.run(question, patience, owner=owner, cost=cost)
        known = self.history(question.setup_name, question.level)
        known.reads_state = found.reads_state
        known.note(found.seconds)
        return [found.keys] if isinstance(found.keys, str) else found.keys

    def close(self) -> None:
        """Stop all workers."""
        for pool in self.pools.values():
            pool.close()
