"""Connections that keep the server waiting: half-sent requests, answers that nobody fetches, and too many of them."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from playground import EASY, Playground, in_a_loop_of_its_own, wait_for
from processes import COMMAND

pytest.importorskip("uvicorn")

import uvicorn
from uvicorn.server import ServerState

from lastmove.cli.playground.serve import connection_class

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

SOON = 0.3
"""Seconds that a connection may wait here."""
REQUEST = b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
LARGE = 50_000_000


async def _app(scope: Any, _: Any, send: Any) -> None:
    """Answers ok; /slow takes longer than a connection may wait, /large is more than the system keeps."""
    body = b"x" * LARGE if scope["path"] == "/large" else b"ok"
    await asyncio.sleep(3 * SOON if scope["path"] == "/slow" else 0)
    length = str(len(body)).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def listening(most: int = 10) -> AsyncIterator[tuple[int, ServerState]]:
    """A port of this machine, and what the server knows of its connections."""
    state = ServerState()
    config = uvicorn.Config(_app, log_level="critical", lifespan="off")
    kind: Any = connection_class(SOON, most)
    server = await asyncio.get_running_loop().create_server(
        lambda: kind(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    async with server, asyncio.timeout(60):
        yield server.sockets[0].getsockname()[1], state
        while _OPEN:
            _OPEN.pop().close()
        for each in list(state.connections):
            each.transport.abort()


_OPEN: list[asyncio.StreamWriter] = []


async def opened(port: int, sent: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    _OPEN.append(writer)  # closed when the port is
    writer.write(sent)
    await writer.drain()
    return reader, writer


async def ended(reader: asyncio.StreamReader) -> bool:
    """Whether a connection is ended by the server; it waits for that."""
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    "sent", [b"", b"G", REQUEST[:-2], REQUEST + b"GET"], ids=["nothing", "G", "a head", "a second"]
)
def test_half_sent_requests_are_ended(sent: bytes) -> None:
    async def walk() -> None:
        async with listening() as (port, state):
            reader, _ = await opened(port, sent.replace(b"%s", b"/"))
            if sent.startswith(REQUEST):
                assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
            assert await ended(reader)
            assert not state.connections

    in_a_loop_of_its_own(walk())


@pytest.mark.parametrize("sent", [b"GET / HTTP/1.1\r\nX: ", b"GET / HTTP/1.1\r\nContent-Length: 99999\r\n\r\n"])
def test_byte_after_byte_gains_no_time(sent: bytes) -> None:
    async def walk() -> None:
        async with listening() as (port, state):
            _, writer = await opened(port, sent)
            await asyncio.sleep(0)
            while not state.connections:
                await asyncio.sleep(0.01)
            while state.connections:  # else this would never end
                writer.write(b"a")
                await asyncio.sleep(SOON / 10)

    in_a_loop_of_its_own(walk())


def test_work_takes_as_long_as_it_takes_and_a_connection_serves_again() -> None:
    async def walk() -> None:
        async with listening() as (port, _):
            reader, writer = await opened(port)
            for _ in range(2):
                writer.write(REQUEST % b"/slow")
                assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")

    in_a_loop_of_its_own(walk())


def test_an_answer_that_nobody_fetches_is_dropped() -> None:
    async def walk() -> None:
        async with listening() as (port, state):
            _, writer = await opened(port, REQUEST % b"/large")
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            while not state.total_requests and not state.connections:
                await asyncio.sleep(0.01)
            while state.connections:
                await asyncio.sleep(0.01)

    in_a_loop_of_its_own(walk())


def test_who_comes_last_takes_the_place_of_who_has_waited_longest() -> None:
    async def walk() -> None:
        async with listening(most=3) as (port, state):
            busy = await opened(port, REQUEST % b"/slow")
            idle = [await opened(port, b"GET") for _ in range(20)]
            reader, _ = await opened(port, REQUEST % b"/")
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
            assert len(state.connections) <= 3
            assert [await ended(each) for each, _ in idle] == [True] * 20
            assert (await busy[0].readuntil(b"ok")).startswith(b"HTTP/1.1 200")

    in_a_loop_of_its_own(walk())


def test_where_all_are_at_work_one_more_is_told_to_come_back() -> None:
    async def walk() -> None:
        async with listening(most=2) as (port, state):
            busy = [await opened(port, REQUEST % b"/slow") for _ in range(2)]
            while len(state.tasks) < 2:
                await asyncio.sleep(0.01)
            reader, _ = await opened(port)
            assert (await reader.read()).startswith(b"HTTP/1.1 503")
            for each, _ in busy:
                assert (await each.readuntil(b"ok")).startswith(b"HTTP/1.1 200")

    in_a_loop_of_its_own(walk())


@pytest.mark.long
def test_a_server_with_few_files_answers_among_half_sent_requests() -> None:
    few = ["sh", "-c", 'ulimit -n 256; exec "$@"', "sh", *COMMAND]
    with Playground("--workers", "2", command=few) as server, ExitStack() as kept:
        host, _, port = server.address.removeprefix("http://").strip("/").partition(":")
        for _ in range(400):
            half = kept.enter_context(socket.create_connection((host, int(port)), timeout=60))
            half.sendall(b"POST /api/v1/solve HTTP/1.1\r\nHost: ")
        assert server.post("solve", {"position": EASY}).json["outcome"] == "N"
        wait_for(lambda: server.post("solve", {"position": EASY}).status == 200)
