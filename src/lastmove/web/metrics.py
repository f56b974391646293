"""What a server has done: a line for each request, and figures for those who watch it.

The figures are in the text format that Prometheus reads.
"""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

API = "/api/v1/"
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.01, 0.1, 1.0, 10.0, 60.0)
"""Seconds within which requests are counted as answered."""


class Figures:
    """What was asked and how it ended.

    ``names`` are the paths below the API that are told apart; whatever else people send counts as one, so that nobody
    makes the list of figures longer.
    """

    def __init__(self, names: Collection[str]) -> None:
        self._names = frozenset(names)
        self.requests: Counter[tuple[str, int]] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.within: Counter[tuple[str, float]] = Counter()

    def count(self, path: str, status: int, seconds: float) -> None:
        """Take note of one request."""
        name = path.removeprefix(API) if path.startswith(API) else "page"
        name = name if name in self._names or name == "page" else "other"
        self.requests[name, status] += 1
        self.seconds[name] += seconds
        for bucket in BUCKETS:
            self.within[name, bucket] += seconds <= bucket

    def text(self, state: Mapping[str, int]) -> str:
        """All figures, and those of the solvers in ``state``."""
        lines = ["# HELP lastmove_requests_total Requests by what was asked and how it ended."]
        lines.append("# TYPE lastmove_requests_total counter")
        for (name, status), count in sorted(self.requests.items()):
            lines.append(f'lastmove_requests_total{{question="{name}",status="{status}"}} {count}')
        lines.append("# HELP lastmove_request_seconds How long requests took.")
        lines.append("# TYPE lastmove_request_seconds histogram")
        for name, seconds in sorted(self.seconds.items()):
            total = sum(count for (each, _), count in self.requests.items() if each == name)
            for bucket in BUCKETS:
                within = self.within[name, bucket]
                lines.append(f'lastmove_request_seconds_bucket{{question="{name}",le="{bucket:g}"}} {within}')
            lines.append(f'lastmove_request_seconds_bucket{{question="{name}",le="+Inf"}} {total}')
            lines.append(f'lastmove_request_seconds_sum{{question="{name}"}} {seconds:.6f}')
            lines.append(f'lastmove_request_seconds_count{{question="{name}"}} {total}')
        for name, value in state.items():
            kind, suffix = ("gauge", "") if name in _GAUGES else ("counter", "_total")
            lines.append(f"# HELP lastmove_solver_{name}{suffix} {_WORDS[name]}")
            lines.append(f"# TYPE lastmove_solver_{name}{suffix} {kind}")
            lines.append(f"lastmove_solver_{name}{suffix} {value}")
        return "\n".join(lines) + "\n"


class Recorder:
    """Stands before everything else; ``log`` gets a line about each request, where an access log is kept."""

    def __init__(self, app: ASGIApp, figures: Figures, log: Callable[[str], object] | None = None) -> None:
        self.app, self.figures, self.log = app, figures, log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, sent = time.perf_counter(), 499, 0  # where nothing is said, the client has left
        path = scope["path"]

        async def counted(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "http.response.body":
                sent += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, counted)
        except Exception:
            status = 500
            raise
        finally:
            seconds = time.perf_counter() - began
            self.figures.count(path, status, seconds)
            if self.log is not None:
                self.log(_line(scope, path, status, sent, seconds))


_GAUGES = ("workers", "idle", "waiting", "slow")
_WORDS = {
    "workers": "Solvers that are there.",
    "idle": "Solvers that wait for a question.",
    "waiting": "Questions that wait for a first look.",
    "slow": "Questions in the slow lane.",
    "asked": "Questions that were asked of the solvers.",
    "answered": "Questions that were answered.",
    "replaced": "Solvers that were replaced.",
    "lost": "Questions that were lost with their solver.",
    "full": "Questions that were told to come back.",
    "joined": "Questions that joined an equal one.",
}


def _line(scope: Scope, path: str, status: int, sent: int, seconds: float) -> str:
    """One line of the access log; what strangers sent is quoted, and never ends the line."""
    client = scope.get("client")
    who = client[0] if client else "-"
    when = datetime.now(UTC).isoformat(timespec="seconds")
    asked = json.dumps(f"{scope['method']} {path}")
    return f"{when} {who} {asked} {status} {sent} {seconds:.3f}"
