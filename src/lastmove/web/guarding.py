"""What every request must pass and every response carries: names of the server, origins, and headers for browsers."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse

from lastmove.web.page_files import content_policy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["LOOPBACK", "Guard"]

LOOPBACK = ("localhost", "127.0.0.1", "::1")


_HEADERS = {
    "Content-Security-Policy": f"{content_policy()}; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """Refuses what was not sent to this server by its own page or by a program: a foreign Host, Origin or site.

    A page of another site must not use the solver of someone who visits it, nor reach it by a name that it made point
    here.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = LOOPBACK) -> None:
        self.app = app
        self.hosts = frozenset(host.lower().strip("[]") for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        problem = self.problem(Headers(scope=scope), scope["method"])
        app = self.app if problem is None else JSONResponse({"error": problem}, 400)
        await app(scope, receive, with_headers)

    def problem(self, headers: Headers, method: str = "GET") -> str | None:
        """What is wrong with a request, if anything is."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or _name(f"//{hosts[0]}") not in self.hosts:
            return f"Host: not a name of this server; accepted: {', '.join(sorted(self.hosts))}"
        origin = headers.get("origin")
        if origin is not None and not self._is_ours(origin, hosts[0]):
            return "Origin: another site; this server answers its own page, and programs"
        followed = method == "GET" and headers.get("sec-fetch-mode") == "navigate"  # a link that someone shared
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not followed:
            return "Sec-Fetch-Site: another site; this server answers its own page, and programs"
        return None

    def _is_ours(self, origin: str, host: str) -> bool:
        """Whether an origin is this server: the same name and port, and a name that is allowed."""
        scheme, _, rest = origin.partition("://")
        return scheme in ("http", "https") and rest.lower() == host.lower() and _name(f"//{rest}") in self.hosts


def _name(address: str) -> str | None:
    """The host of an address without its port, in small letters; ``None`` where it has none."""
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return None
    plain = not parts.path and not parts.query and not parts.fragment and parts.username is None
    return parts.hostname if plain else None
