"""For the operator: metrics for Prometheus, and the server admin page (load, prune, backup).

Both need the operator's token, which `fieldhouse serve` prints or FIELDHOUSE_OPERATOR_TOKEN sets.
"""

from __future__ import annotations

import hmac
import os
import resource
import tempfile
import time
from pathlib import Path

import msgspec
import sqlalchemy as sa
from litestar import Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File, Redirect, Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel import registry
from fieldhouse.store import server_clock
from fieldhouse.store.backup import backup
from fieldhouse.store.prune import expired_tables
from fieldhouse.store.schema import tables
from fieldhouse.store.store import Store
from fieldhouse.web.engine.engine import Engine
from fieldhouse.web.engine.job_queue import JobState
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.engine.worker_pool import WorkerPool
from fieldhouse.web.metrics import Metrics
from fieldhouse.web.middleware.auth import Req, background_jobs, engine, notifier, table_service


def register_gauges(metrics: Metrics, engine: Engine) -> None:
    """Register the gauges of the engine."""
    place, listeners, lanes = engine.tables, engine.notifier, engine.coaches.lanes.pools
    metrics.watch("tables", "Tables in the store", lambda: place.count)
    metrics.watch("tables_in_memory", "Tables open in memory", lambda: place.in_memory)
    metrics.watch("listeners", "Pages and programs waiting for updates", lambda: listeners.count)
    metrics.watch("coaches", "Coach worker processes", lambda: sum(p.count for p in lanes.values()))
    metrics.watch("coaches_at_work", "Coaches thinking now", lambda: sum(p.at_work for p in lanes.values()))
    metrics.watch(
        "coach_questions",
        "Questions waiting for a coach",
        lambda: sum(p.queue_length for p in lanes.values()),
    )
    for name, pool in (lanes | engine.jobs.queue.pools).items():
        _register_lane(metrics, name.replace(" ", "_"), pool)
    metrics.watch("groups_written", "Transactions that saved answers", lambda: place.writer.groups)
    metrics.watch("changes_written", "Answers and other changes saved", lambda: place.writer.changes)
    metrics.watch("memory_bytes", "Resident memory of the server process", resident_memory)


def _register_lane(metrics: Metrics, lane: str, pool: WorkerPool) -> None:
    metrics.watch("lane_busy", "Busy worker processes of a lane", lambda: pool.at_work, lane)
    metrics.watch("lane_waiting", "Jobs waiting in a lane", lambda: pool.queue_length, lane)
    metrics.watch("lane_done", "Jobs done by a lane since the start", lambda: pool.done, lane)
    metrics.watch("lane_failed", "Jobs of a lane that failed or were stopped", lambda: pool.failed, lane)
    metrics.watch("lane_refused", "Jobs that found no room in a lane", lambda: pool.queue.refused, lane)


def resident_memory() -> float:
    """Resident memory of this process in bytes; its peak where there is no /proc."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024.0
    return float(pages * os.sysconf("SC_PAGE_SIZE"))


def _check(request: Req, token: str) -> None:
    if not hmac.compare_digest(token.encode(), request.app.state.operator_token.encode()):
        raise NotFoundException


@get("/metrics", include_in_schema=False, media_type="text/plain")
async def metrics(request: Req) -> Response[bytes]:
    """Metrics for Prometheus. Send `Authorization: Bearer <the operator's token>`."""
    _check(request, request.headers.get("authorization", "").removeprefix("Bearer "))
    found: Metrics = request.app.state.metrics
    return Response(found.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


class GameTables(msgspec.Struct):
    """Numbers of open, running and finished tables of a game, and when one changed last."""

    title: str
    last: float = 0.0
    open: int = 0
    live: int = 0
    over: int = 0


def _by_game(store: Store) -> list[GameTables]:
    query = sa.select(tables.c.game, tables.c.status, sa.func.count(), sa.func.max(tables.c.updated))
    known, found = registry.list_all_games(), dict[str, GameTables]()
    with store.read_connection() as db:
        for game, status, count, last in db.execute(query.group_by(tables.c.game, tables.c.status)):
            title = known[game].meta.title if game in known else game
            line = found.setdefault(game, GameTables(title))
            setattr(line, status, count)
            line.last = max(line.last, last)
    return sorted(found.values(), key=lambda line: line.title)


class LaneRow(msgspec.Struct):
    """A lane of worker processes, since the start."""

    name: str
    workers: int
    busy: int
    waiting: int
    done: int
    failed: int
    refused: int


def _lane_rows(engine: Engine) -> list[LaneRow]:
    pools = engine.coaches.lanes.pools | engine.jobs.queue.pools
    return [
        LaneRow(name, p.count, p.at_work, p.queue_length, p.done, p.failed, p.queue.refused)
        for name, p in pools.items()
    ]


class AdminPage(msgspec.Struct, kw_only=True):
    """How the server does."""

    token: str
    games: list[GameTables]
    prunable: int
    tables: int
    most_tables: int
    in_memory: int
    listeners: int
    lanes: list[LaneRow]
    jobs: list[JobState]
    changes: int
    transactions: int
    memory: float
    load: tuple[float, float, float]
    store: str
    done: str


@get("/operator/{token:str}", include_in_schema=False)
async def page(request: Req, token: FromPath[str]) -> Template:
    """The server admin page."""
    _check(request, token)
    place, listeners = table_service(request), notifier(request)
    load = os.getloadavg()
    shown = AdminPage(
        token=token,
        games=await in_thread(_by_game, place.store),
        prunable=len(await in_thread(expired_tables, place.store, place.settings.expiry, server_clock.now())),
        tables=place.count,
        most_tables=place.settings.max_tables,
        in_memory=place.in_memory,
        listeners=listeners.count,
        lanes=_lane_rows(engine(request)),
        jobs=sorted(engine(request).jobs.queue.jobs.values(), key=lambda job: (job.begun is None, job.asked)),
        changes=place.writer.changes,
        transactions=place.writer.groups,
        memory=resident_memory() / 2**20,
        load=(load[0], load[1], load[2]),
        store=place.store.display_name,
        done=request.query_params.get("done", "")[:40],
    )
    return Template("server_admin.html", context={"page": shown})


@post("/operator/{token:str}/prune", include_in_schema=False, status_code=303)
async def prune_now(request: Req, token: FromPath[str]) -> Redirect:
    """Delete expired tables."""
    _check(request, token)
    gone = await background_jobs(request).prune()
    return Redirect(f"/operator/{token}?done={gone}+table{'s' * (gone != 1)}+deleted", status_code=303)


@post("/operator/{token:str}/backup", include_in_schema=False, status_code=200)
async def back_up(request: Req, token: FromPath[str]) -> File:
    """Download a backup of the database."""
    _check(request, token)
    handle, name = tempfile.mkstemp(prefix="fieldhouse-", suffix=".backup.gz")
    os.close(handle)
    place = Path(name)
    try:
        await in_thread(backup, table_service(request).store, place)
    except BaseException:
        place.unlink(missing_ok=True)
        raise
    stamp = time.strftime("%Y-%m-%d", time.gmtime())
    return File(
        place,
        filename=f"fieldhouse-{stamp}.backup.gz",
        media_type="application/gzip",
        background=BackgroundTask(_remove, place),
    )


async def _remove(place: Path) -> None:
    place.unlink(missing_ok=True)


HANDLERS: list[ControllerRouterHandler] = [metrics, page, prune_now, back_up]
