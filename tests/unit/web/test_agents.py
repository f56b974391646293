"""`lastmove mcp`: the tools as a client of the official SDK meets them, over standard input and output."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import lastmove as lm
from commands import invoke
from lastmove.web.agents import INSTRUCTIONS, LARGEST_ANSWER, TOOLS, _shortened
from playground import HARD, alive, children, in_a_loop_of_its_own, wait_for
from processes import COMMAND, ENVIRONMENT, PATIENCE, imported_by

Call = Callable[..., Awaitable[tuple[bool, Any]]]


def with_client(walk: Callable[[Any, Call], Awaitable[None]], *options: str) -> None:
    """Start the server as clients do, and call its tools: each call says whether it is an error, and its answer."""
    mcp = pytest.importorskip("mcp")

    async def whole() -> None:
        parameters = mcp.StdioServerParameters(
            command=COMMAND[0], args=[*COMMAND[1:], "mcp", *options], env=ENVIRONMENT
        )
        async with mcp.Client(mcp.stdio_client(parameters)) as client:

            async def call(name: str, **given: object) -> tuple[bool, Any]:
                said = await client.call_tool(name, given)
                text = said.content[0].text
                if said.is_error:
                    return True, text
                assert json.loads(text) == said.structured_content
                return False, said.structured_content

            await walk(client, call)

    in_a_loop_of_its_own(whole())


@pytest.mark.long
def test_every_tool_answers_a_client_of_the_sdk() -> None:
    async def walk(client: Any, call: Call) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert tools.keys() == TOOLS.keys()
        assert all(tool.annotations.read_only_hint for tool in tools.values())
        _, games = await call("games")
        assert games["games"]["nim"] == "Nim"
        _, nim = await call("games", game="nim")
        assert lm.parse(nim["example"])

        _, solved = await call("solve", position="misere:kayles:5,2")
        assert solved["outcome"] == lm.solve(lm.Octal("0.77", [5, 2]), "misere").outcome.value
        assert (await call("check", answer=solved))[1]["verified"] is True
        wrong = {**solved, "outcome": "P" if solved["outcome"] == "N" else "N"}
        assert (await call("check", answer=wrong))[1]["verified"] is False
        assert "certificate" not in (await call("solve", position="nim:1", certificate=False))[1]

        _, board = await call("outcomes", position="vertex-geography:grid:3x3")
        assert set(board["outcomes"].values()) == {"N", "P"}
        assert (await call("check", answer=board))[1]["verified"] is True
        _, both = await call("compare", position={"game": "nim", "heaps": [1, 1]})
        assert (both["normal"]["outcome"], both["misere"]["outcome"]) == ("P", "N")
        _, why = await call("explain", position="nim:3,5,7")
        assert why["short"]

        _, found = await call("refute", claim="misere != 0", game="vertex-geography", play="misere")
        assert found["counterexample"]["graph6"] == "A_"
        _, none = await call("refute", claim="n < 9", game="vertex-geography", n=3)
        assert none["counterexample"] is None
        assert "3" in none["tried"]

    with_client(walk)


@pytest.mark.long
def test_limits_hold_and_are_said() -> None:
    async def walk(_: Any, call: Call) -> None:
        _, hard = await call("solve", position=HARD, time=0.5)
        assert (hard["outcome"], hard["reason"]["limit"]) == ("unknown", "time")
        assert "cut" not in hard
        _, cut = await call("solve", position=HARD, time=10**400, memory=1e6)
        assert cut["outcome"] == "unknown"
        assert cut["cut"] == {"time": 1, "memory": 1000}
        _, long = await call("refute", claim="n < 99", game="vertex-geography", n=10, time=0.5)
        assert (long["outcome"], long["reason"]["limit"]) == ("unknown", "time")
        with pytest.raises(TimeoutError):  # who leaves is not worked for
            await asyncio.wait_for(call("refute", claim="n < 99", game="vertex-geography", n=10), 1.0)

    with_client(walk, "--time-limit", "1")


def test_a_certificate_that_nobody_can_read_is_left_out_and_said_to_be() -> None:
    small = {"outcome": "P", "certificate": {"kind": "nim-sum"}}
    assert _shortened(small) == small
    large = _shortened({"outcome": "P", "certificate": "x" * LARGEST_ANSWER})
    assert large.keys() == {"outcome", "certificate_left_out"}
    assert "100,035 characters" in large["certificate_left_out"]


@pytest.mark.long
def test_what_is_wrong_is_an_error_that_an_agent_can_read() -> None:
    half = r'{"game": "vertex-geography", "edges": [["\ud800", "b"]], "start": "b"}'
    cases: list[tuple[str, dict[str, Any], str]] = [
        ("guess", {}, "tool: 'guess'"),
        ("solve", {}, "position: missing"),
        ("solve", {"position": "chess:1"}, "'chess:1' is no position in short"),
        ("solve", {"position": 3}, "position: 3"),
        ("solve", {"position": "nim:1", "pose": 1}, "pose"),
        ("solve", {"position": "nim:1", "time": -1}, "time: -1"),
        ("solve", {"position": "nim:1", "memory": "much"}, "memory: 'much'"),
        ("solve", {"position": half}, "surrogate pair"),
        ("outcomes", {"position": "nim:1"}, "nim"),
        ("games", {"game": "chess"}, "'chess'"),
        ("check", {"answer": {}}, "position: missing"),
        ("check", {"answer": 3}, "answer: 3"),
        ("refute", {"claim": "n <", "game": "vertex-geography"}, "query"),
        ("refute", {"claim": "n > 0", "game": "nim"}, "nim"),
        ("refute", {"claim": "n > 0"}, "game: missing"),
        (
            "refute",
            {"claim": "(select count(*) from 'a.csv') > 0", "game": "vertex-geography"},
            "query",
        ),
    ]

    async def walk(_: Any, call: Call) -> None:
        for name, given, words in cases:
            is_error, said = await call(name, **given)
            assert is_error, (name, given, said)
            assert words in said, said
            assert "Traceback" not in said

    with_client(walk)


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_and_its_solvers(number: signal.Signals) -> None:
    pytest.importorskip("mcp")
    with subprocess.Popen([*COMMAND, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
        server.stdin.write(json.dumps(asked).encode() + b"\n")
        server.stdin.flush()
        assert json.loads(server.stdout.readline())["result"]["instructions"] == INSTRUCTIONS
        solvers = children(server.pid)
        assert solvers
        server.send_signal(number)
        assert server.wait(PATIENCE) == 128 + number
    wait_for(lambda: not any(map(alive, solvers)))


def test_without_the_extra_one_line_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name == "mcp" or name.startswith("mcp.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    said = invoke("mcp", status=2).stderr
    assert said.splitlines()[-1].startswith("Error: lastmove mcp needs mcp")


def test_the_sdk_is_loaded_by_the_command_alone() -> None:
    imported = imported_by("import lastmove.web.agents, lastmove.cli.playground.mcp")
    assert not imported & {"mcp", "pydantic", "starlette", "uvicorn"}
