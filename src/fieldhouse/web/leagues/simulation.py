"""Simulation of a league's games in the background: a few seconds at a time, so that others have their turns.

A game is kept as soon as it is played. Whoever stops the simulation, or the server, loses none of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

import msgspec

from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.league.text import fixture_name, stage_name
from fieldhouse.store.store import Store
from fieldhouse.web.engine.fair_queue import current_owner
from fieldhouse.web.engine.job_queue import SIMULATION, JobQueue
from fieldhouse.web.engine.worker import CallFunction
from fieldhouse.web.leagues.league_worker import GamesWanted, SimulatedGames, simulate_league_games
from fieldhouse.web.middleware.auth import Req

log = logging.getLogger("fieldhouse.leagues")
TURN_SECONDS = 2.0
"""Seconds of simulation before the next in line has a turn; a game that has begun is finished."""
WAIT_SECONDS = 4.0
"""Seconds that the page which starts a simulation waits for its end."""
MOST_AT_ONCE = 2
"""Leagues that one person may have simulated at once."""
MOST_KEPT = 500
"""Leagues of which the last simulation is remembered."""


class Simulation(msgspec.Struct):
    """A simulation of a league's games: how far it is, or what it did."""

    wanted: GamesWanted
    person: str
    played: list[str] = []
    stages: list[str] = []
    left: int | None = None
    fault: str = ""
    stopped: bool = False
    running: bool = True

    @property
    def text(self) -> str:
        """What it does or did, in a sentence."""
        count = f"{len(self.played)} game{'s' * (len(self.played) != 1)}"
        if self.running and self.stopped:
            return f"Stopping after {count} …"
        if self.running:
            ahead = "" if self.left is None else f", {self.left} to go"
            return f"Simulating games: {len(self.played)} done{ahead}"
        if self.fault:
            return f"Simulated {count}, then stopped: {self.fault}"
        if not self.played:
            return "Simulation stopped." if self.stopped else "There were no games to simulate."
        if len(self.played) == 1 and not self.stopped:
            return f"Simulated {fixture_name(self.played[0])}."
        names = [stage_name(stage) for stage in dict.fromkeys(self.stages)]
        where = names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
        return f"{'Stopped' if self.stopped else 'Simulated'}{' after' * self.stopped} {count} ({where})."

    @property
    def percent(self) -> int:
        """How much of what is known to wait is done."""
        return round(100 * len(self.played) / max(1, len(self.played) + (self.left or 0)))


class SimulationService:
    """The simulations of a server; it lives on the event loop."""

    def __init__(self, store: Store, jobs: JobQueue, announce: Callable[[str], None]) -> None:
        self._url = store.url.render_as_string(hide_password=False)
        self._jobs = jobs
        self._announce = announce
        self._known: OrderedDict[str, Simulation] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def of(self, league_id: str) -> Simulation | None:
        """The simulation that is running in this league, or the last one."""
        return self._known.get(league_id)

    async def simulate(self, league_id: str, wanted: GamesWanted) -> Simulation:
        """Start to simulate these games, and wait a little for the end.

        BadOptions while this league, or too many of this person, are being simulated.
        """
        if league_id in self._tasks:
            raise BadOptions("games of this league are being simulated; wait until they are done, or stop it")
        person = current_owner.get().person
        if sum(self._known[one].person == person for one in self._tasks) >= MOST_AT_ONCE:
            raise BadOptions(f"{MOST_AT_ONCE} of your leagues are being simulated; wait until one is done")
        found = self._known[league_id] = Simulation(wanted, person)
        self._known.move_to_end(league_id)
        task = self._tasks[league_id] = asyncio.create_task(self._run(league_id, found))
        task.add_done_callback(lambda _: self._tasks.pop(league_id, None))
        for old in [one for one in self._known if one not in self._tasks][:-MOST_KEPT]:
            del self._known[old]
        await asyncio.wait([task], timeout=WAIT_SECONDS)
        if found.fault and not found.played:
            raise BadOptions(found.fault)
        return found

    def stop(self, league_id: str) -> None:
        """End the simulation of this league after the game that is being played."""
        if league_id in self._tasks:
            self._known[league_id].stopped = True

    async def _run(self, league_id: str, found: Simulation) -> None:
        try:
            while found.left != 0 and not found.stopped:
                job = CallFunction(simulate_league_games, (self._url, league_id, found.wanted, TURN_SECONDS))
                reply: SimulatedGames | FieldhouseError = await self._jobs.run(SIMULATION, job)
                if isinstance(reply, FieldhouseError):
                    raise reply
                found.wanted.stage = reply.stage if found.wanted.stage is None else found.wanted.stage
                found.played += reply.fixtures
                found.stages += reply.stages
                found.left = reply.left
                self._announce(league_id)
        except FieldhouseError as error:
            log.warning("a simulation ended early", extra={"league": league_id, "why": str(error)})
            found.fault = str(error)
        finally:
            found.running = False
            with suppress(RuntimeError):
                self._announce(league_id)

    def close(self) -> None:
        """Stop all simulations; what they played is kept."""
        for task in list(self._tasks.values()):
            task.cancel()


def simulations(request: Req) -> SimulationService:
    """The simulations of this server."""
    found: SimulationService = request.app.state.simulations
    return found
