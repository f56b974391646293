"""``lastmove serve``: the playground in the browser.

Connections that keep the server waiting are ended in time, and there are never too many: a request may come byte by
byte, or its answer may never be fetched; uvicorn waits for both without end, and a process may have only so many of
them open.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.options import IntegerRange
from lastmove.core.optional import install
from lastmove.web.workers import USUAL_SIZE

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from uvicorn.protocols.http.h11_impl import H11Protocol

USUAL_PORT = 8765
LOG_LEVELS = ("critical", "error", "warning", "info", "debug")
QUEUE = 1024
"""Connections that the system holds until they are accepted."""
ACCEPTED_TOGETHER = 32
"""Connections that are accepted before one of them is looked at."""
MOST = 512
_FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

EPILOG = """\b
Examples:
  lastmove serve
  lastmove serve --no-open --port 9000
  lastmove serve --host 0.0.0.0 --public --allow-host games.example.org

\b
Ctrl-C stops it. Without --public it answers this machine only.
"""


@click.command(epilog=EPILOG)
@click.option("--host", metavar="H", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    metavar="P",
    type=IntegerRange(0, 65535),
    help=f"The port; 0 for any that is free. By default {USUAL_PORT}, or another if that is taken.",
)
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
@click.option("--public", is_flag=True, help="Answer other machines too; needs --allow-host.")
@click.option("--allow-host", "names", metavar="NAME", multiple=True, help="A name that this server is called by.")
@click.option(
    "--workers",
    metavar="N",
    type=IntegerRange(2, 64),
    default=USUAL_SIZE,
    show_default=True,
    help="How many solvers work.",
)
@click.option("--access-log", is_flag=True, help="Write a line about each request to standard error.")
@click.option(
    "--log-level", type=click.Choice(LOG_LEVELS), default="warning", show_default=True, help="What else is said there."
)
def serve(
    host: str,
    port: int | None,
    no_open: bool,
    public: bool,
    names: tuple[str, ...],
    workers: int,
    access_log: bool,
    log_level: str,
) -> None:
    """Serve the playground and open it in the browser: draw a board, see who wins, play it.

    Questions are answered by processes of their own, with limits for time and memory.
    """
    if not _is_loopback(host) and not public:
        raise click.UsageError(f"--host: {host} can be reached from other machines; add --public if that is meant")
    if public and not names:
        raise click.UsageError("--public: give the name that people will use with --allow-host NAME")
    try:
        import uvicorn

        from lastmove.web.server import LOOPBACK, RequestLimits, application
        from lastmove.web.workers import Pool
    except ImportError as error:
        raise click.UsageError(f"serve needs the package {error.name}: {install('web')}") from None
    listening = _listening(host, port)
    address = _address(listening)
    limits = RequestLimits()
    app = application(
        pool=Pool(size=workers), limits=limits, hosts=(*LOOPBACK, *names), access_log=_log_line if access_log else None
    )
    config = uvicorn.Config(
        app,
        log_level=log_level,
        use_colors=False,  # what it quotes comes from strangers
        access_log=False,  # `Recorder` writes it, with the time that a request took
        server_header=False,
        date_header=True,
        loop="asyncio",
        http=connection_class(limits.arrival, most_connections()),
        backlog=ACCEPTED_TOGETHER,
        ws="none",
        timeout_graceful_shutdown=2,
        timeout_keep_alive=10,
    )

    def ready() -> None:
        click.echo(f"The playground is at {address} (Ctrl-C stops it).")
        if not no_open:
            import webbrowser

            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    _run(uvicorn.Server(config), listening, ready)


def _log_line(line: str) -> None:
    click.echo(line, err=True)


def _run(server: Any, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; ``ready`` is called when requests are answered."""
    startup, ended = server.startup, server.shutdown

    async def started(sockets: Any = None) -> None:
        await startup(sockets=sockets)
        listening.listen(QUEUE)  # uvicorn has made the queue as short as what is accepted together
        if not server.should_exit:
            ready()

    async def shutdown(sockets: Any = None) -> None:
        server.config.app.state.close()
        await ended(sockets=sockets)

    server.startup, server.shutdown = started, shutdown
    with listening:
        server.run(sockets=[listening])
    if not server.started:
        raise click.ClickException("the server could not start; what is wrong is said above")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _listening(host: str, port: int | None) -> socket.socket:
    """A socket that listens; one line if that cannot be had."""
    try:
        return _bound(host, USUAL_PORT if port is None else port)
    except OSError as error:
        problem = error
    if port is None:
        try:
            return _bound(host, 0)
        except OSError as error:
            problem = error
    raise click.UsageError(f"--port: {host}:{port or USUAL_PORT}: {problem.strerror or problem}; another: --port 0")


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, place = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)[0]
    made = socket.socket(family, kind, protocol)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(place)
        made.listen(QUEUE)
    except OSError:
        made.close()
        raise
    return made


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def most_connections() -> int:
    """How many connections a server may have: half of the files that a process may open, for it needs others too."""
    with suppress(ImportError):
        import resource

        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if files != resource.RLIM_INFINITY:
            return max(ACCEPTED_TOGETHER, min(MOST, files // 2 - ACCEPTED_TOGETHER))
    return MOST


class _Timer:
    """Ends a connection, unless it is stopped before."""

    def __init__(self, connection: H11Protocol) -> None:
        self._connection = connection
        self._handle: asyncio.TimerHandle | None = None

    def start(self, seconds: float) -> None:
        self.stop()
        self._handle = self._connection.loop.call_later(seconds, self._connection.transport.abort)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()


def connection_class(seconds: float, most: int) -> type[H11Protocol]:
    """The connections of one server.

    Parameters
    ----------
    seconds
        How long a connection may wait without a request that is worked on. A whole request must have come by then, but
        for its body, and the answer to the last one must be fetched; bytes that come one by one gain no time.
    most
        How many there may be. One more takes the place of that which has waited longest; if there is work on all of
        them it is told to come back.
    """
    from uvicorn.protocols.http.h11_impl import H11Protocol

    waiting: dict[H11Protocol, None] = {}  # the one that has waited longest first

    class Connection(H11Protocol):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            self._request_due = _Timer(self)
            self._answer_due = _Timer(self)

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._look()
            if len(self.connections) > most:
                longest = next(iter(waiting))
                if longest is self:
                    transport.write(_FULL)
                    transport.close()
                else:
                    waiting.pop(longest)
                    longest.transport.abort()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._look()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._look()

        def pause_writing(self) -> None:
            super().pause_writing()
            self._answer_due.start(seconds)

        def resume_writing(self) -> None:
            super().resume_writing()
            self._answer_due.stop()

        def connection_lost(self, exc: Exception | None) -> None:
            waiting.pop(self, None)
            self._request_due.stop()
            self._answer_due.stop()
            super().connection_lost(exc)

        def _look(self) -> None:
            """See whether there is work on a request; while there is none the time runs."""
            if self.cycle is not None and not self.cycle.response_complete:
                waiting.pop(self, None)
                self._request_due.stop()
            elif self not in waiting and not self.transport.is_closing():
                waiting[self] = None
                self._request_due.start(seconds)

    return Connection
