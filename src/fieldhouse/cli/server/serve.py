"""`fieldhouse serve`: the browser front."""

from __future__ import annotations

import json
import logging
import socket
import sys
import time
from datetime import UTC, datetime

import click

from fieldhouse.kernel.errors import FieldhouseError

_PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and whatever was given with it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        line.update({name: value for name, value in vars(record).items() if name not in _PLAIN})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port", default=8080, show_default=True, type=click.IntRange(0, 65535), help="0 takes a free one."
)
@click.option("--database", help="An SQLAlchemy address (or FIELDHOUSE_DATABASE); an SQLite file by default.")
@click.option("--origin", help="The address people type, when a proxy stands in front.")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes in which coaches think.")
@click.option(
    "--log-level", default="warning", show_default=True, type=click.Choice(["info", "warning", "error"])
)
def command(
    host: str, port: int, database: str | None, origin: str | None, workers: int | None, log_level: str
) -> None:
    """Play in the browser: starts the server and prints its address."""
    try:
        import uvicorn

        from fieldhouse.web.app import create_app
        from fieldhouse.web.engine.gc_policy import GcPolicy
        from fieldhouse.web.middleware.http_protocol import http_protocol
        from fieldhouse.web.settings import from_environment
    except ModuleNotFoundError as missing:
        raise FieldhouseError(f"{missing.name} is missing: install fieldhouse[web]") from None

    settings = from_environment(database=database, origin=origin, workers=workers)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=log_level.upper(), handlers=[handler], force=True)
    guard = create_app(settings)
    tidy = GcPolicy(time.monotonic())
    tidy.begin()

    class Server(uvicorn.Server):
        """Ends streams and long polls first (uvicorn would wait for them); tidies up in quiet moments."""

        async def on_tick(self, counter: int) -> bool:
            """Ten times a second."""
            tidy.tick(self.server_state.total_requests, time.monotonic())
            return await super().on_tick(counter)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Go down."""
            guard.hang_up()
            await super().shutdown(sockets)

    config = uvicorn.Config(
        guard,
        log_config=None,
        access_log=False,  # the guard logs requests, without the tokens in some addresses
        server_header=False,
        proxy_headers=bool(settings.origin),
        timeout_graceful_shutdown=2,
        timeout_keep_alive=30,
        http=http_protocol(settings),
    )
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        reason = (
            f"cannot listen at {host}, port {port}: {error.strerror}; another port: --port 0 takes a free one"
        )
        raise FieldhouseError(reason) from None
    place = f"[{host}]" if ":" in host else host
    port = listener.getsockname()[1]
    click.echo(f"Fieldhouse is open at http://{place}:{port}/ (Ctrl-C closes it)")
    click.echo(
        f"The operator's page: http://{place}:{port}/operator/{guard.settings.operator_token}", err=True
    )
    sys.stdout.flush()
    Server(config).run(sockets=[listener])
