"""Connections that keep a server waiting: they are ended in time, and there are never too many.

A request may come byte by byte, or its answer may never be fetched. uvicorn waits for both without end, and a process
may have only so many of them open.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

ACCEPTED_TOGETHER = 32
"""Connections that are accepted before one of them is looked at."""
MOST = 512
_FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


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
