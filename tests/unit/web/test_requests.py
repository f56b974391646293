"""Requests as the application sees them, with a pool that says what the test wants."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from lastmove.web import server
from lastmove.web.server import RequestLimits, application
from lastmove.web.workers import Full, Lost, Pool, Work
from playground import in_a_loop_of_its_own

QUESTION = b'{"position": {"game": "nim", "heaps": [1]}}'


class Said(Pool):
    """A pool without workers: it answers, or fails, as it is told to."""

    def __init__(self, said: dict[str, Any] | Exception) -> None:
        super().__init__()
        self.said = said
        self.asked: list[Work] = []

    async def start(self) -> None:
        """There is nobody to start."""

    async def stop(self) -> None:
        """There is nobody to stop."""

    async def ask(self, work: Work, progress: Any) -> dict[str, Any]:
        self.asked.append(work)
        progress({"positions": 7})
        if isinstance(self.said, Exception):
            raise self.said
        return self.said


def sent(
    pool: Pool,
    body: bytes | None = QUESTION,
    *,
    hosts: tuple[str, ...] = ("localhost",),
    limits: RequestLimits | None = None,
    leaving: bool = False,
    **headers: str,
) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of the response to ``POST /api/v1/solve``; without a body, it never comes.

    With ``leaving`` the client leaves when it has sent its body.
    """
    given = {"host": "localhost", "content-type": "application/json", **headers}
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/v1/solve",
        "raw_path": b"/api/v1/solve",
        "root_path": "",
        "scheme": "http",
        "query_string": b"",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in given.items()],
    }
    heard: list[Any] = []

    async def send(message: Any) -> None:
        heard.append(message)

    async def call() -> None:
        pieces = [] if body is None else [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            if pieces:
                return pieces.pop()
            if not leaving:
                await asyncio.sleep(60)
            return {"type": "http.disconnect"}

        await application(pool=pool, limits=limits, hosts=hosts)(scope, receive, send)

    in_a_loop_of_its_own(call())
    found = {name.decode(): value.decode() for name, value in heard[0]["headers"]}
    return heard[0]["status"], found, b"".join(message.get("body", b"") for message in heard[1:])


@pytest.mark.parametrize(
    ("said", "status", "words"),
    [
        ({"answer": {"outcome": "N"}, "stopped": None}, 200, None),
        ({"error": "position: missing"}, 400, "position: missing"),
        (Full("all solvers are busy"), 503, "all solvers are busy"),
        (Lost("the worker ended"), 500, "the solver was lost: the worker ended"),
    ],
)
def test_what_the_pool_says_becomes_a_status(said: Any, status: int, words: str | None) -> None:
    found, headers, body = sent(Said(said))
    assert found == status
    assert json.loads(body) == ({"outcome": "N"} if words is None else {"error": words})
    assert headers.get("retry-after") == ("1" if status == 503 else None)
    assert headers["cache-control"] == "no-store"
    found, headers, body = sent(Said(said), accept="application/x-ndjson")
    *progress, last = map(json.loads, body.splitlines())
    assert found == 200
    assert progress == [{"progress": {"positions": 7}}]
    assert last == ({"answer": {"outcome": "N"}} if words is None else last | {"error": words, "status": status})
    assert ("retry_after" in last) == (status == 503)


def test_a_silent_search_is_heard_every_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends here when it was heard three times after it has said something."""
    monkeypatch.setattr("lastmove.web.server.HEARTBEAT", 0.01)
    heard: list[Any] = []
    line = server._line

    def listened(what: object) -> str:
        heard.append(what)
        return line(what)

    class Silent(Said):
        async def ask(self, work: Work, progress: Any) -> dict[str, Any]:
            self.asked.append(work)
            progress({"positions": 7})
            while len(heard) < 4:
                await asyncio.sleep(0)
            return {"answer": {}, "stopped": None}

    monkeypatch.setattr(server, "_line", listened)
    sent(Silent({}), accept="application/x-ndjson")
    assert heard[:4] == [{"progress": {"positions": 7}}] * 4
    assert heard[-1] == {"answer": {}}


def test_limits_are_those_of_the_server_at_most() -> None:
    pool = Said({"answer": {}, "stopped": None})
    sent(pool)
    sent(pool, b'{"time": 1000, "memory": 1e9}')
    sent(pool, b'{"time": 0.5, "memory": 5}', limits=RequestLimits(time=0.25))
    assert [(work.time, work.memory) for work in pool.asked] == [(2, 500), (60, 1000), (0.25, 5)]


def test_equal_questions_are_equal_however_they_are_written() -> None:
    pool = Said({"answer": {}, "stopped": None})
    sent(pool, b'{"position": {"heaps": [1], "game": "nim"}}')
    sent(pool, b'{ "position" : {"game":"nim","heaps":[1]} }\n')
    sent(pool, b'{"position": {"game": "nim", "heaps": [2]}}')
    assert pool.asked[0] == pool.asked[1] != pool.asked[2]


def test_a_body_that_never_comes_is_not_waited_for() -> None:
    status, headers, body = sent(Said({}), None, limits=RequestLimits(arrival=0.1))
    assert status == 400
    assert headers["connection"] == "close", "a server would keep the line for the rest of it"
    assert b"did not arrive" in body


def test_a_client_that_leaves_before_it_has_asked_is_no_fault() -> None:
    """A browser gives up questions all the time; the server must not write a traceback for each."""
    pool = Said({"answer": {}, "stopped": None})
    assert sent(pool, None, leaving=True)[0] == 499
    assert pool.asked == []


def test_names_of_a_public_server() -> None:
    public = ("localhost", "games.example.org")
    answer: dict[str, Any] = {"answer": {}, "stopped": None}
    assert sent(Said(answer), hosts=public, host="games.example.org")[0] == 200
    assert sent(Said(answer), hosts=public, host="Games.Example.org:443")[0] == 200
    name = "games.example.org"
    assert sent(Said(answer), hosts=public, host=name, origin=f"https://{name}")[0] == 200
    assert sent(Said(answer), hosts=public, host="example.org")[0] == 400
    assert sent(Said(answer), hosts=public, host="games.example.org", origin="https://localhost")[0] == 400
    assert sent(Said(answer), host="games.example.org")[0] == 400
