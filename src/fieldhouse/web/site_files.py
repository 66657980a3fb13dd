"""Small addresses of the site: chart files, health check, icon, robots, manifest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import get
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel import registry
from fieldhouse.web.engine.threads import in_thread
from fieldhouse.web.middleware.auth import Req, notifier, table_service

HERE = Path(__file__).parent


@get("/chart/{game:str}/{name:str}", include_in_schema=False, media_type="text/plain")
async def chart_file(game: FromPath[str], name: FromPath[str]) -> str:
    """A chart of the game as the text file a person copies and edits."""
    return await in_thread(registry.find(game).game.material_text, name)


@get("/healthz", include_in_schema=False)
async def health_check(request: Req) -> dict[str, Any]:
    """Does the server answer, and could it keep an answer now?"""
    place = table_service(request)
    await place.check_store()
    return {"ok": True, "listeners": notifier(request).count}


@get("/favicon.ico", include_in_schema=False, media_type="image/x-icon")
async def favicon() -> bytes:
    """Send the icon to browsers that ask for it by its usual name."""
    return (HERE / "static" / "favicon.ico").read_bytes()


@get("/robots.txt", include_in_schema=False, media_type="text/plain")
async def robots() -> str:
    """Lobby and rules may be found; tables and invitations belong to the people who play."""
    return (
        "User-agent: *\nDisallow: /t/\nDisallow: /join/\nDisallow: /seat/\nDisallow: /mine\nDisallow: /api/\n"
    )


@get("/manifest.webmanifest", include_in_schema=False, media_type="application/manifest+json")
async def manifest(request: Req) -> dict[str, Any]:
    """What a phone needs to put Fieldhouse on its home screen."""
    static = request.app.template_engine.engine.globals["static"]  # type: ignore[union-attr]
    icons = [
        {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    return {
        "name": "Fieldhouse",
        "short_name": "Fieldhouse",
        "description": "Five tabletop American-football games, played exactly as the rulebooks say.",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f3ea",
        "theme_color": "#f6f3ea",
        "icons": icons,
    }


HANDLERS: list[ControllerRouterHandler] = [favicon, robots, manifest, chart_file, health_check]
