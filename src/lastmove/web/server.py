"""The local server: the page, and the questions over HTTP.

Every request passes a guard: names of the server, origins, and headers for browsers. Equal questions that are asked at
the same time are answered by one solve.
"""

from __future__ import annotations

import asyncio
import base64
import json
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route

from lastmove._version import __version__
from lastmove.core.errors import InputError, show_json
from lastmove.core.files import is_plain_json, loads
from lastmove.web.api import QUESTIONS, ask
from lastmove.web.metrics import MEDIA_TYPE, Figures, Recorder
from lastmove.web.openapi import document
from lastmove.web.page_files import content_policy, media_type, page_files
from lastmove.web.request import USUAL_MEMORY, USUAL_TIME
from lastmove.web.workers import Full, Lost, Pool, Work

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from lastmove.web.workers import Envelope, Progress

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


@dataclass(slots=True, eq=False)
class _Running:
    """A question that is worked on, who listens, and what they all wait for."""

    task: asyncio.Task[None]
    result: asyncio.Future[Envelope]
    listeners: list[Progress] = field(default_factory=list)


class Shared:
    """A pool in which a question that is being worked on is joined, and given up when the last asker has left."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.joined = 0
        self._running: dict[Work, _Running] = {}
        self._closed = False

    async def ask(self, work: Work, progress: Progress) -> Envelope:
        """As :meth:`Pool.ask`; every asker hears the progress."""
        if self._closed:
            raise Full("the server is stopping")
        running = self._running.get(work)
        if running is None:
            result: asyncio.Future[Envelope] = asyncio.get_running_loop().create_future()
            running = self._running[work] = _Running(asyncio.ensure_future(self._work(work, result)), result)
        else:
            self.joined += 1
        running.listeners.append(progress)
        try:
            return await asyncio.shield(running.result)
        finally:
            running.listeners.remove(progress)
            if not running.listeners:
                self._end(work, running)

    def close(self) -> None:
        """Tell everyone who waits, now and later, that the server is stopping."""
        self._closed = True
        for work, running in [*self._running.items()]:
            if not running.result.done():
                running.result.set_exception(Full("the server is stopping"))
            self._end(work, running)

    async def _work(self, work: Work, result: asyncio.Future[Envelope]) -> None:
        def progress(seen: Envelope) -> None:
            for listener in [*self._running[work].listeners] if work in self._running else []:
                listener(seen)

        try:
            said = await self.pool.ask(work, progress)
        except Exception as error:
            if not result.done():
                result.set_exception(error)
        else:
            if not result.done():
                result.set_result(said)
        finally:
            if self._running.get(work) is not None and self._running[work].result is result:
                del self._running[work]

    def _end(self, work: Work, running: _Running) -> None:
        if self._running.get(work) is running:
            del self._running[work]
        running.task.cancel()
        if running.result.done() and not running.result.cancelled():
            running.result.exception()  # it may be that nobody is left to hear it
        running.result.cancel()


NDJSON = "application/x-ndjson"
RETRY_AFTER = 1
MOST_DROPPED = 50_000_000
"""Bytes beyond the limit that are read and dropped: most clients hear an answer only when they have sent everything."""
LARGE = 100_000
"""Characters of a body that is read beside the other requests, not before them."""
HEARTBEAT = 1.0
"""Seconds after which a line is sent in any case: a client that has gone is noticed when something is sent."""
_METHODS = ("DELETE", "GET", "OPTIONS", "PATCH", "POST", "PUT")
_NO_STORE = {"Cache-Control": "no-store"}
CUT = "Lastmove-Cut"
"""The header that says which limits were less than what was asked for."""
_FIXED = ("", "health", "metrics", "openapi.json")
"""What is always there, and read only."""


class _JSON(JSONResponse):
    """JSON in ASCII: half of a surrogate pair, which JSON can name a vertex by, has no form in UTF-8."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode("ascii")


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestLimits:
    """What one request may cost the server.

    Attributes
    ----------
    time, memory
        The most seconds and megabytes that a question may ask for.
    body
        The most bytes of a request.
    arrival
        Seconds in which a request must have arrived: its head, and then its body.
    """

    time: float = 60.0
    memory: float = 1000.0
    body: int = 1_000_000
    arrival: float = 10.0


class Refused(Exception):
    """A request that is not answered: a status, and why."""

    def __init__(self, status: int, problem: str) -> None:
        super().__init__(problem)
        self.status, self.problem = status, problem

    def fields(self) -> dict[str, object]:
        """What a line of NDJSON says."""
        again = {"retry_after": RETRY_AFTER} if self.status == 503 else {}
        return {"error": self.problem, "status": self.status, **again}

    def response(self) -> Response:
        """The response with this status."""
        again = {"Retry-After": str(RETRY_AFTER)} if self.status == 503 else {}
        return _JSON({"error": self.problem}, self.status, {**_NO_STORE, **again})


def application(
    *,
    pool: Pool | None = None,
    limits: RequestLimits | None = None,
    hosts: tuple[str, ...] = LOOPBACK,
    access_log: Callable[[str], object] | None = None,
) -> Starlette:
    """The ASGI application; its workers live from startup to shutdown, and ``state.close`` ends what is waited for.

    ``access_log`` is called with a line about each request.
    """
    server = _Server(pool or Pool(), limits or RequestLimits())
    made = Starlette(
        routes=[
            Mount(
                "/api/v1",
                routes=[
                    Route("/", server.about),
                    Route("/health", server.health),
                    Route("/metrics", server.metrics),
                    Route("/openapi.json", server.openapi),
                    Route("/{question:path}", server.ask, methods=list(_METHODS)),
                ],
            ),
            Route("/{path:path}", server.page),
        ],
        middleware=[Middleware(Recorder, figures=server.figures, log=access_log), Middleware(Guard, hosts=hosts)],
        exception_handlers={HTTPException: _refusal, Refused: _refusal},
        lifespan=server.lifespan,
    )
    made.state.close = server.shared.close
    return made


async def _refusal(_: Request, error: Exception) -> Response:
    if isinstance(error, Refused):
        return error.response()
    assert isinstance(error, HTTPException)
    headers = {**_NO_STORE, **(error.headers or {})}
    return _JSON({"error": error.detail}, error.status_code, headers)


@dataclass(slots=True)
class _Server:
    pool: Pool
    limits: RequestLimits
    shared: Shared = field(init=False)
    files: dict[str, bytes] = field(init=False)
    known: dict[str, object] = field(default_factory=dict)
    figures: Figures = field(default_factory=lambda: Figures((*QUESTIONS, *_FIXED)))

    def __post_init__(self) -> None:
        self.shared = Shared(self.pool)
        self.files = page_files()

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        await self.pool.start()
        try:
            yield
        finally:
            await self.pool.stop()

    # --- what is always there ---------------------------------------------------------------------------------------

    async def about(self, _: Request) -> Response:
        self.known = self.known or ask("about", {}).answer
        return _JSON({**self.known, "limits": self._limits()}, headers=_NO_STORE)

    async def health(self, _: Request) -> Response:
        state = {"ok": True, "version": __version__, **self.pool.state(), "joined": self.shared.joined}
        return _JSON(state, headers=_NO_STORE)

    async def metrics(self, _: Request) -> Response:
        figures = self.figures.text({**self.pool.state(), "joined": self.shared.joined})
        return Response(figures, media_type=MEDIA_TYPE, headers=_NO_STORE)

    async def openapi(self, _: Request) -> Response:
        return _JSON(document(self._limits()))

    def _limits(self) -> dict[str, float]:
        return {"time": self.limits.time, "memory": self.limits.memory, "body": self.limits.body}

    async def page(self, request: Request) -> Response:
        path = request.path_params["path"] or "index.html"
        content = self.files.get(path)
        if content is None:
            raise HTTPException(404, f"there is no {show_json(path)} here")
        tag = f'"{sha256(content).hexdigest()[:32]}"'
        headers = {"Cache-Control": "no-cache", "ETag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, media_type=media_type(path), headers=headers)

    # --- questions --------------------------------------------------------------------------------------------------

    async def ask(self, request: Request) -> Response:
        try:
            work, cut = await self._work(request)
        except ClientDisconnect:  # before the question was read
            return Response(status_code=499)  # nobody reads it
        if NDJSON in request.headers.get("accept", ""):
            return StreamingResponse(self._lines(work, cut), media_type=NDJSON, headers=_NO_STORE)
        answer = asyncio.ensure_future(self._answer(work, _unheard))
        left = asyncio.ensure_future(_gone(request))
        try:
            await asyncio.wait({answer, left}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            left.cancel()
            if not answer.done():
                answer.cancel()
        with suppress(asyncio.CancelledError):
            return _response(await answer, cut)
        return Response(status_code=499)  # nobody reads it

    async def _work(self, request: Request) -> tuple[Work, dict[str, float]]:
        """The question in a request, and the limits that it gets less of than it asks for; Refused if it is none."""
        question = request.path_params["question"]
        if question in _FIXED:
            raise HTTPException(405, "this is read by GET", {"Allow": "GET, HEAD"})
        if question not in QUESTIONS:
            raise Refused(404, f"there is no question {show_json(question)}; accepted: {', '.join(QUESTIONS)}")
        if request.method != "POST":
            raise HTTPException(405, "a question is asked by POST", {"Allow": "POST"})
        media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media != "application/json":
            raise Refused(415, "Content-Type: accepted: application/json")
        try:
            text = (await self._body(request)).decode()
            body = loads(text) if len(text) < LARGE else await asyncio.to_thread(loads, text)
        except UnicodeDecodeError:
            raise Refused(400, "not JSON: the body is not UTF-8") from None
        except InputError as error:
            raise Refused(400, str(error)) from None
        if not isinstance(body, dict):
            raise Refused(400, f"{show_json(body)} is no question; accepted: an object")
        most = {"time": (USUAL_TIME, self.limits.time), "memory": (USUAL_MEMORY, self.limits.memory)}
        found = {name: _number(body.get(name, usual), name, largest) for name, (usual, largest) in most.items()}
        if len(text) < LARGE and is_plain_json(body):  # equal questions look alike, however they are written
            text = json.dumps(body, sort_keys=True)
        cut = {name: found[name] for name in most if name in body and body[name] > found[name]}
        return Work(question, text, **found), cut

    async def _body(self, request: Request) -> bytes:
        """The bytes of a request, not more than it may have."""
        found = bytearray()
        length = 0
        try:
            async with asyncio.timeout(self.limits.arrival):
                async for piece in request.stream():
                    length += len(piece)
                    if length <= self.limits.body:
                        found += piece
                    elif length > MOST_DROPPED:
                        break
        except TimeoutError:
            problem = f"the body did not arrive within {self.limits.arrival:g} seconds"
            raise HTTPException(400, problem, {"Connection": "close"}) from None  # or its rest is waited for
        if length > self.limits.body:
            raise Refused(413, f"the body is too long; accepted: at most {self.limits.body:,} bytes")
        return bytes(found)

    async def _answer(self, work: Work, progress: Any) -> dict[str, Any]:
        """The answer object; Refused if there is none."""
        try:
            said = await self.shared.ask(work, progress)
        except Full as error:
            raise Refused(503, str(error)) from None
        except Lost as error:
            raise Refused(500, f"the solver was lost: {error}") from None
        if "error" in said:
            raise Refused(400, said["error"])
        answer: dict[str, Any] = said["answer"]
        return answer

    async def _lines(self, work: Work, cut: dict[str, float]) -> AsyncIterator[str]:
        """Progress as it comes, a heartbeat every second, and the answer or the error as the last line."""
        heard: asyncio.Queue[Envelope | None] = asyncio.Queue()
        answer = asyncio.ensure_future(self._answer(work, heard.put_nowait))
        answer.add_done_callback(lambda _: heard.put_nowait(None))
        latest: Envelope = {}
        try:
            while not answer.done() or not heard.empty():
                try:
                    seen = await asyncio.wait_for(heard.get(), HEARTBEAT)
                except TimeoutError:
                    seen = latest
                if seen is not None:
                    latest = seen
                    yield _line({"progress": seen})
            try:
                yield _line({"answer": _with_cut(answer.result(), cut)})
            except Refused as error:
                yield _line(error.fields())
        finally:
            answer.cancel()


async def _gone(request: Request) -> None:
    """Return when the client has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _unheard(_: Envelope) -> None:
    """Progress that nobody has asked for."""


def _response(answer: dict[str, Any], cut: dict[str, float]) -> Response:
    headers = _NO_STORE | ({CUT: ", ".join(f"{name}={most:g}" for name, most in cut.items())} if cut else {})
    if "media" in answer:
        content = base64.b64decode(answer["base64"]) if "base64" in answer else answer["text"].encode()
        return Response(content, media_type=answer["media"], headers=headers)
    return _JSON(_with_cut(answer, cut), headers=headers)


def _with_cut(answer: dict[str, Any], cut: dict[str, float]) -> dict[str, Any]:
    """An answer that says which limits were less than what was asked for, and how much they were."""
    return {**answer, "cut": cut} if cut else answer


def _line(what: object) -> str:
    return json.dumps(what) + "\n"


def _number(value: object, name: str, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
        raise Refused(400, f"{name}: {show_json(value)}; accepted: a number >= 0")
    return float(min(value, most))
