"""`fieldhouse serve`: the web server."""

from __future__ import annotations

import ipaddress
import json
import logging
import socket
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

import click

from fieldhouse.cli.server import database_option
from fieldhouse.kernel.errors import FieldhouseError

_PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class JsonLines(logging.Formatter):
    """Log lines in JSON: time, level, logger, message and extra fields, without anybody's tokens."""

    def __init__(self, redact: Callable[[str], str] = str) -> None:
        super().__init__()
        self.redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """Format one record as a line of JSON."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        line.update({name: value for name, value in vars(record).items() if name not in _PLAIN})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return self.redact(json.dumps(line, default=str))


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    default=8080,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="The port; 0 picks a free one.",
)
@database_option
@click.option("--origin", help="The public address, such as https://play.example.org, behind a proxy.")
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy's address or network, such as 172.16.0.0/12, behind --origin; repeat it for several.",
)
@click.option("--workers", type=click.IntRange(1, 64), help="Processes for computer opponents.")
@click.option(
    "--log-level", default="warning", show_default=True, type=click.Choice(["info", "warning", "error"])
)
def command(
    host: str,
    port: int,
    database: str | None,
    origin: str | None,
    proxies: tuple[str, ...],
    workers: int | None,
    log_level: str,
) -> None:
    """Start the web server and print its address."""
    try:
        import uvicorn

        from fieldhouse.web.app import create_app
        from fieldhouse.web.engine.startup import GcPolicy
        from fieldhouse.web.middleware.http_protocol import http_protocol
        from fieldhouse.web.middleware.security import redact
        from fieldhouse.web.settings import from_environment
    except ModuleNotFoundError as missing:
        raise FieldhouseError(
            f"{missing.name} is not installed. Run: pip install 'fieldhouse[web]'"
        ) from None

    trusted = " ".join(proxies) or None
    settings = from_environment(database=database, origin=origin, workers=workers, trusted_proxies=trusted)
    for proxy in settings.trusted_proxies.split():
        try:
            ipaddress.ip_network(proxy)
        except ValueError as error:
            raise FieldhouseError(f"--trusted-proxy: {error}") from None
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(redact))
    logging.basicConfig(level=log_level.upper(), handlers=[handler], force=True)
    guard = create_app(settings)
    tidy = GcPolicy(time.monotonic())
    tidy.begin()

    class Server(uvicorn.Server):
        """Ends streams and long polls first (uvicorn would wait for them); collects garbage when idle."""

        async def on_tick(self, counter: int) -> bool:
            """Called ten times a second."""
            tidy.tick(self.server_state.total_requests, time.monotonic())
            return await super().on_tick(counter)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Hang up on every open page, then shut down."""
            guard.hang_up()
            await super().shutdown(sockets)

    config = uvicorn.Config(
        guard,
        log_config=None,
        access_log=False,  # the guard logs requests, without the tokens in some addresses
        server_header=False,
        proxy_headers=bool(settings.origin),
        forwarded_allow_ips=settings.trusted_proxies.split(),
        timeout_graceful_shutdown=2,
        timeout_keep_alive=30,
        http=http_protocol(settings),
    )
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        reason = f"cannot listen on {host}, port {port}: {error.strerror}. Try --port 0 for a free port"
        raise FieldhouseError(reason) from None
    place = f"[{host}]" if ":" in host else host
    port = listener.getsockname()[1]
    click.echo(f"Fieldhouse is running at http://{place}:{port}/ (press Ctrl-C to stop)")
    click.echo(f"Server admin: http://{place}:{port}/operator/{guard.settings.operator_token}", err=True)
    sys.stdout.flush()
    Server(config).run(sockets=[listener])
