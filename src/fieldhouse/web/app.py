"""The server application: pages, API, store, engine and middleware put together."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Litestar
from litestar.datastructures import CacheControlHeader
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template.config import TemplateConfig

from fieldhouse.store.schema import FOR_LEAGUE
from fieldhouse.store.store import Store
from fieldhouse.web import api, errors, filters, leagues, server_admin
from fieldhouse.web.chart_editor.trials import TrialService
from fieldhouse.web.docs_pages import docs_address, docs_handlers
from fieldhouse.web.engine import learned_policies
from fieldhouse.web.engine.engine import Engine
from fieldhouse.web.engine.startup import build_decoders
from fieldhouse.web.engine.table_service import TableService
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.engine.worker_pool import start_fork_server
from fieldhouse.web.leagues.league_cache import LeagueCache
from fieldhouse.web.leagues.odds_service import OddsService
from fieldhouse.web.leagues.simulation import SimulationService
from fieldhouse.web.leagues.webhooks import WebhookSender
from fieldhouse.web.metrics import Metrics
from fieldhouse.web.middleware.api_fast_path import ApiFastPath
from fieldhouse.web.middleware.auth import authorize, site_address
from fieldhouse.web.middleware.security import SecurityMiddleware
from fieldhouse.web.routes import PAGES
from fieldhouse.web.settings import Settings
from fieldhouse.web.table_page.play_by_play import log_html, rule_html
from fieldhouse.web.table_page.question import button_html

HERE = Path(__file__).parent
TABLE_FILTERS = {"log_lines": log_html, "rule_link": rule_html, "button": button_html}
"""What the page of a table shows in dozens, as HTML made once."""


def _of_static() -> str:
    """A hash of all static files, for their URL: browsers may cache them forever."""
    files = sorted(path for path in (HERE / "static").iterdir() if path.is_file())
    return hashlib.sha256(b"".join(path.name.encode() + path.read_bytes() for path in files)).hexdigest()[:10]


STATIC = _of_static()


def create_app(settings: Settings) -> SecurityMiddleware:
    """Build the server as an ASGI application, with an open store."""
    if not settings.operator_token:
        settings = msgspec.structs.replace(settings, operator_token=secrets.token_urlsafe(18))
    learned_policies.check_policies(settings.policies)
    build_decoders()
    start_fork_server()
    store = Store(settings.database_url)
    store.claim()
    metrics = Metrics()
    app = build_litestar(settings)
    app.state.update(
        {"settings": settings, "metrics": metrics, "operator_token": settings.operator_token, "store": store}
    )

    def hang_up() -> None:
        app.state.engine.close()

    return SecurityMiddleware(ApiFastPath(app), settings, metrics, hang_up)


@asynccontextmanager
async def _running(app: Litestar) -> AsyncIterator[None]:
    store: Store = app.state.store
    tables = TableService(store, app.state.settings)
    app.state.engine = Engine(tables)
    app.state.league_cache = LeagueCache(store)
    app.state.odds = OddsService(app.state.league_cache, app.state.engine.jobs.queue)
    app.state.trials = TrialService(app.state.engine)
    app.state.webhooks = WebhookSender(app.state.engine)

    def announce(league_id: str) -> None:
        app.state.engine.notifier.notify(f"{FOR_LEAGUE}{league_id}")
        app.state.webhooks.wake()

    app.state.simulations = SimulationService(store, app.state.engine.jobs.queue, announce)
    server_admin.register_gauges(app.state.metrics, app.state.engine)
    try:
        yield
    finally:
        app.state.simulations.close()
        app.state.odds.close()
        app.state.trials.close()
        app.state.webhooks.close()
        await in_thread(tables.close)
        store.close()


async def _start_clock(app: Litestar) -> None:
    app.state.clock = asyncio.create_task(app.state.engine.run())
    app.state.clock.add_done_callback(_stopped)
    app.state.hook_clock = asyncio.create_task(app.state.webhooks.run())
    app.state.hook_clock.add_done_callback(_stopped)


async def _stop_clock(app: Litestar) -> None:
    app.state.engine.close()
    for clock in (app.state.clock, app.state.hook_clock):
        clock.cancel()
        with suppress(asyncio.CancelledError):
            await clock


def build_litestar(settings: Settings) -> Litestar:
    """Build the Litestar application with all routes; the store comes with its state."""
    templates().globals["docs_address"] = docs_address(settings)
    return Litestar(
        route_handlers=[
            *PAGES,
            *api.HANDLERS,
            *docs_handlers(settings),
            create_static_files_router(
                path=f"/static/{STATIC}",
                directories=[HERE / "static"],
                cache_control=CacheControlHeader(max_age=31_536_000, public=True),
            ),
        ],
        guards=[authorize],
        lifespan=[_running],
        on_startup=[_start_clock],
        on_shutdown=[_stop_clock],
        template_config=TemplateConfig(instance=JinjaTemplateEngine(engine_instance=templates())),
        exception_handlers=errors.HANDLERS,
        request_max_body_size=settings.max_body,
        openapi_config=OpenAPIConfig(
            title="Fieldhouse",
            version=version("fieldhouse"),
            description=api.__doc__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
            security=[{"seat": []}, {}],
            components=Components(
                security_schemes={
                    "seat": SecurityScheme(
                        type="http",
                        scheme="bearer",
                        description="The token of your seat. Without one you see what a spectator may.",
                    )
                }
            ),
        ),
        logging_config=None,
    )


def _stopped(clock: asyncio.Task[None]) -> None:
    if not clock.cancelled() and (error := clock.exception()) is not None:
        logging.getLogger("fieldhouse").critical("the clock stopped", extra={"error": repr(error)})


@cache
def templates() -> Environment:
    """The Jinja environment, with an error for undefined names."""
    env = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,  # a template is read once: asking the disk took as long as rendering
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.globals["static"] = _static_url
    env.globals["origin_of"] = site_address
    env.globals["docs_address"] = ""
    env.globals["release"] = version("fieldhouse")
    env.filters.update({**filters.FILTERS, **leagues.FILTERS, **TABLE_FILTERS})
    env.globals["kinds"] = leagues.KINDS
    return env


def _static_url(name: str) -> str:
    """The URL of a static file."""
    return f"/static/{STATIC}/{name}"
