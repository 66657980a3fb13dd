"""Odds of a league beside its pages: the score model once, the chances once for every result that comes in.
The work is done by the background jobs; a page shows what is ready and never waits for it."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from fieldhouse.football.competition.format import Fixture
from fieldhouse.kernel import record
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.lab.extras import has_lab
from fieldhouse.league.journal.results import FixtureResult
from fieldhouse.web.engine.job_queue import ODDS, SCORE_MODEL, WHAT_IF, WIN_CURVE, JobKind, JobQueue
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.engine.worker import CallFunction
from fieldhouse.web.leagues.league_cache import LeagueCache
from fieldhouse.web.leagues.league_view import GameLabel, LeagueView
from fieldhouse.web.middleware.auth import Req

log = logging.getLogger("fieldhouse.leagues")
MODEL = "scores"
MOST_KEPT = 64
PATIENCE = 20.0
"""Seconds that somebody who asks what if may wait."""


class LeagueOdds(msgspec.Struct):
    """The chances as a page shows them."""

    chances: Any

    @property
    def now(self) -> Any:
        """The odds of today."""
        return self.chances.now

    @property
    def stage(self) -> str:
        """What the table shows the chance of: the first stage after it, or the title ("")."""
        return next(iter(self.now.reached), "")

    def percent(self, team: int) -> float:
        """That chance, of 100."""
        now = self.now
        return 100.0 * float(now.reached[self.stage][team] if self.stage else now.champion[team])

    def words(self, team: int) -> str:
        """The same in words."""
        return str(self.now.stage_words(self.stage, team)).replace("%", "")

    def stake(self, game: GameLabel) -> tuple[str, str] | None:
        """My chance if I win this game, and if I lose it."""
        supposed = self.chances.supposed
        if len(supposed) < 2 or not game.mine:
            return None
        me, win = (game.home, "home") if game.home.mine else (game.visitor, "visitor")
        lose = "visitor" if win == "home" else "home"
        return tuple(supposed[one].stage_words(self.stage, me.number) for one in (win, lose))


class OddsService:
    """Lives on the event loop; the work is done by the server's background jobs."""

    def __init__(self, hall: LeagueCache, jobs: JobQueue) -> None:
        self.hall = hall
        self._jobs = jobs
        self._found: OrderedDict[str, LeagueOdds] = OrderedDict()
        self._models: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def close(self) -> None:
        """Let go of what is under way."""
        for task in list(self._tasks.values()):
            task.cancel()

    def ready(self, view: LeagueView) -> LeagueOdds | None:
        """What is known of the chances as the league stands now; if nothing is and it was asked for before,
        the work begins."""
        found = self._found.get(_mark(view))
        if found is None and view.journal.id in self._models:
            self.begin(view)
        return found

    def begin(self, view: LeagueView) -> bool:
        """See that the chances are worked out; False where there is no lab."""
        if not has_lab():
            return False
        league_id, mark = view.journal.id, _mark(view)
        if mark not in self._found and league_id not in self._tasks:
            task = asyncio.create_task(self._work(view, mark))
            self._tasks[league_id] = task
            task.add_done_callback(lambda done: self._done(league_id, done))
        return True

    def _done(self, league_id: str, done: asyncio.Task[None]) -> None:
        self._tasks.pop(league_id, None)
        if not done.cancelled() and (error := done.exception()) is not None:
            log.warning("odds failed", extra={"league": league_id, "error": repr(error)})

    async def _work(self, view: LeagueView, mark: str) -> None:
        model = await self._model(view)
        from fieldhouse.web.leagues.odds_worker import OddsReport, calculate_odds

        game = view.my_game
        known = await in_thread(view.journal.facts)
        body = await self._aside(
            ODDS, calculate_odds, *_plain(view, known), model, game.id if game else "", True
        )
        self._found[mark] = LeagueOdds(msgspec.msgpack.decode(body, type=OddsReport))
        while len(self._found) > MOST_KEPT:
            self._found.popitem(last=False)

    async def _model(self, view: LeagueView) -> bytes:
        """From memory, the league's shelf, or made; new clubs, rules or coaches make another."""
        from fieldhouse.web.leagues.odds_worker import pack_score_model

        league = msgspec.json.encode(view.league)
        coaches = [chair.coach for chair in view.journal.managers]
        name = f"{MODEL} {hashlib.sha256(league + repr(coaches).encode()).hexdigest()[:16]}"
        known = self._models.get(view.journal.id)
        if known is not None and known[0] == name:
            return known[1]
        kept = await in_thread(self.hall.store.leagues.load_cached, view.journal.id, name)
        if kept is None:
            kept = await self._aside(SCORE_MODEL, pack_score_model, league, coaches)
            await in_thread(self.hall.store.leagues.save_cached, view.journal.id, name, kept)
        self._models[view.journal.id] = name, kept
        while len(self._models) > MOST_KEPT:
            self._models.popitem(last=False)
        return kept

    async def what_if(self, view: LeagueView, given: Mapping[str, str]) -> Any:
        """The odds if games end so, by fixture; BadOptions where that cannot be supposed."""
        from fieldhouse.league.odds import Odds
        from fieldhouse.web.leagues.odds_worker import what_if_odds

        model = self._models.get(view.journal.id)
        if model is None:
            raise BadOptions("the odds aren't ready yet; try again in a moment")
        known = await in_thread(view.journal.facts)
        async with asyncio.timeout(PATIENCE):
            body = await self._aside(WHAT_IF, what_if_odds, *_plain(view, known), model[1], dict(given))
        return msgspec.msgpack.decode(body, type=Odds)

    async def chances_of(
        self, view: LeagueView, fixture: Fixture, result: FixtureResult, home_seat: int
    ) -> tuple[list[float], str]:
        """The home team's chance at every whistle of a game, and the kind of figure; nothing while it is
        being worked out, which begins with the first look, and nothing where the game has no value."""
        name = f"curve {result.record}"
        kept = await in_thread(self.hall.store.leagues.load_cached, view.journal.id, name)
        if kept is None:
            if has_lab() and name not in self._tasks:
                task = asyncio.create_task(self._curve(view, fixture, name))
                self._tasks[name] = task
                task.add_done_callback(lambda done: self._done(name, done))
            return [], ""
        chances, how = msgspec.json.decode(kept, type=tuple[list[float], str])
        return (chances if home_seat == 0 else [1 - chance for chance in chances]), how

    async def _curve(self, view: LeagueView, fixture: Fixture, name: str) -> None:
        from fieldhouse.web.leagues.odds_worker import recorded_win_probability

        made = await in_thread(self.hall.record, view, fixture)
        if made is not None:
            body = await self._aside(
                WIN_CURVE, recorded_win_probability, await in_thread(record.record_text, made)
            )
            await in_thread(self.hall.store.leagues.save_cached, view.journal.id, name, body)

    async def _aside(self, kind: JobKind, work: Callable[..., bytes], *args: Any) -> bytes:
        found = await self._jobs.run(kind, CallFunction(work, args))
        if isinstance(found, FieldhouseError):
            raise found
        return bytes(found)


def _mark(view: LeagueView) -> str:
    """The league as far as chances depend on it: for whom, and at which length of its journal."""
    return f"{view.journal.id} {view.journal.size} {view.my_game.key if view.my_game else ''}"


def _plain(view: LeagueView, known: Any) -> tuple[bytes, bytes]:
    return msgspec.json.encode(view.league.form), msgspec.json.encode(known)


def odds_service(request: Req) -> OddsService:
    """The odds room of this server."""
    found: OddsService = request.app.state.odds
    return found
