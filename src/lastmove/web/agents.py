"""Tools for agents: language models and other programs that speak the Model Context Protocol (MCP).

Each tool is a question of :mod:`lastmove.web.api`, asked of the same workers as over HTTP: processes with limits, which
are killed when they must be. ``refute`` lists many boards and reads SQL, so it is asked in a thread of this process.

The module stands on the extra ``mcp``, and only :func:`serve` imports the official SDK.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from lastmove._version import __version__
from lastmove.core.errors import InputError, LastmoveError, LimitReached, show_json
from lastmove.core.limits import Cancel, Limits
from lastmove.core.optional import extra
from lastmove.core.play import Play
from lastmove.games.fields import Fields, check_known
from lastmove.web.workers import Full, Lost, Pool, Work

if TYPE_CHECKING:
    from collections.abc import Mapping

USUAL_TIME, USUAL_MEMORY = 10.0, 500.0
"""Seconds and megabytes that a question gets where it does not say."""
LARGEST_ANSWER = 100_000
"""Characters; a certificate that makes an answer longer is left out, for agents read every word."""

INSTRUCTIONS = """\
lastmove decides who wins Nim-like games on heaps and graphs, in normal play (the last move wins) and misere play (the
last move loses). N: the player to move wins. P: the player to move loses. unknown: a limit was spent first, and the
reason says which; ask again with more time, or of a smaller board. Never guess an outcome where the answer is unknown.
A position is a text such as nim:3,5,7, kayles:7, misere:vertex-geography:grid:3x4@5 (convention, game, board, start),
or an object such as {"game": "nim", "heaps": [3, 5, 7], "play": "misere"}. The tool games lists the games, and says for
one of them its rules, its fields and an example. Answers carry a certificate; check verifies one without solving."""

_POSITION = {
    "anyOf": [{"type": "string"}, {"type": "object", "required": ["game"]}],
    "description": "In short, such as nim:3,5,7 or misere:vertex-geography:petersen:5,2@0, or an object.",
}
_LIMITS = {
    "time": {"type": "number", "minimum": 0, "description": "Seconds; 10 unless given."},
    "memory": {"type": "number", "minimum": 0, "description": "Megabytes; 500 unless given."},
}
_CERTIFICATE = {"type": "boolean", "description": "Whether the answer carries its evidence; true unless given."}
_GAME = {"type": "string", "description": "The name of a game, such as vertex-geography."}


class AgentTool(NamedTuple):
    """A tool: what it is in words, its fields and which of them it needs, and the question that it asks.

    ``always`` is said in every such question, unless the agent says something else.
    """

    description: str
    fields: Mapping[str, object]
    needed: tuple[str, ...] = ()
    question: str | None = None
    always: Mapping[str, object] = {}

    def schema(self) -> dict[str, object]:
        """The JSON schema of its input."""
        return {
            "type": "object",
            "properties": dict(self.fields),
            "required": list(self.needed),
            "additionalProperties": False,
        }


TOOLS: dict[str, AgentTool] = {
    "games": AgentTool("The games: their names, or the rules, JSON fields and an example of one.", {"game": _GAME}),
    "solve": AgentTool(
        "Who wins a position, with a winning move, the reason and a certificate.",
        {
            "position": _POSITION,
            "all_moves": {"type": "boolean", "description": "All winning moves."},
            "values": {"type": "boolean", "description": "How long play lasts."},
            "certificate": _CERTIFICATE,
            **_LIMITS,
        },
        ("position",),
        "solve",
        {"certificate": True},
    ),
    "explain": AgentTool(
        "Why a position is won or lost, and how to win it, in words.",
        {"position": _POSITION, **_LIMITS},
        ("position",),
        "explain",
    ),
    "outcomes": AgentTool(
        "Who wins from every start of a board, with a certificate.",
        {"position": _POSITION, "certificate": _CERTIFICATE, **_LIMITS},
        ("position",),
        "solve",
        {"certificate": True, "starts": "all"},
    ),
    "compare": AgentTool(
        "A position in normal and in misere play side by side: outcomes, Grundy values, genus, tame or wild.",
        {"position": _POSITION, **_LIMITS},
        ("position",),
        "compare",
    ),
    "refute": AgentTool(
        "The smallest board on which a claim in SQL is wrong. A claim is a condition on each graph, with n (vertices), "
        "edges, normal and misere (sets of winning starts: bit v is vertex v), and functions such as how_many(misere), "
        "degrees(n, edges), girth(n, edges), planar(n, edges): misere != 0 or n % 2 = 0. No counterexample: no proof.",
        {
            "claim": {"type": "string", "description": "A condition in SQL."},
            "game": _GAME,
            "play": {"enum": [*(play.value for play in Play), "both"], "description": "Both unless given."},
            "n": {"type": "integer", "minimum": 1, "maximum": 11, "description": "The most vertices; 7."},
            "weights": {"type": "integer", "minimum": 1, "description": "Every weight from 1 to this."},
            **_LIMITS,
        },
        ("claim", "game"),
    ),
    "check": AgentTool(
        "Whether a certificate proves its answer, without solving. Give the answer of solve or outcomes as it is.",
        {"answer": {"type": "object", "description": "An answer with its certificate."}, "position": _POSITION}
        | _LIMITS,
        ("answer",),
        "check",
    ),
}
"""By name."""


@dataclass(frozen=True, slots=True)
class Agents:
    """What answers the calls of agents; ``time`` and ``memory`` are the most that one may ask for."""

    pool: Pool
    time: float = 60.0
    memory: float = 1000.0

    async def call(self, name: str, given: Mapping[str, object]) -> dict[str, Any]:
        """The answer to a call; an InputError where it cannot be read, a LastmoveError where there is none."""
        tool = TOOLS.get(name)
        if tool is None:
            raise InputError("tool", f"{show_json(name)}; accepted: {', '.join(TOOLS)}")
        check_known(list(given), tuple(tool.fields), f"the tool {name}")
        for field in tool.needed:
            if field not in given:
                raise InputError(field, "missing")
        if name == "games":
            return _games(Fields(given))
        asked = {"time": _number(given, "time", USUAL_TIME), "memory": _number(given, "memory", USUAL_MEMORY)}
        limits = {"time": min(asked["time"], self.time), "memory": min(asked["memory"], self.memory)}
        cut = {each: most for each, most in limits.items() if most < asked[each]}
        if tool.question is None:
            answer = await _refuted(Fields(given), limits)
        else:
            body = {**tool.always, **given, **limits}
            answer = await self._answer(Work(tool.question, json.dumps(body), limits["time"], limits["memory"]))
        return _shortened(answer) | ({"cut": cut} if cut else {})

    async def _answer(self, work: Work) -> dict[str, Any]:
        try:
            said = await self.pool.ask(work, lambda _: None)
        except Full as error:
            raise LastmoveError(str(error)) from None
        except Lost as error:
            raise LastmoveError(f"the solver was lost: {error}") from None
        if "error" in said:
            raise LastmoveError(said["error"])
        answer: dict[str, Any] = said["answer"]
        return answer


def _number(given: Mapping[str, object], name: str, usual: float) -> float:
    value = given.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
        raise InputError(name, f"{show_json(value)}; accepted: a number >= 0")
    return float(min(value, 1e9))  # an integer may be too large for a float


def _games(asked: Fields) -> dict[str, Any]:
    from lastmove.cli.reference.games import described
    from lastmove.games import game_class, game_names

    if "game" in asked:
        return described(game_class(asked.text("game")))
    return {"games": {name: game_class(name).title for name in game_names()}}


async def _refuted(asked: Fields, given: Mapping[str, float]) -> dict[str, Any]:
    """The answer of ``lastmove refute``; when nobody waits any more, or the time is over, it ends."""
    cancel = Cancel()
    limits = Limits(time=given["time"], memory=given["memory"], cancel=cancel)
    work = asyncio.ensure_future(asyncio.to_thread(_counterexample, asked, limits))
    try:
        return await asyncio.shield(work)
    finally:
        cancel.set()
        if not work.done():
            with suppress(LastmoveError):
                await asyncio.shield(work)


def _counterexample(asked: Fields, limits: Limits) -> dict[str, Any]:
    from lastmove.censuses.query import start_database
    from lastmove.core.limits import Meter, stopping_at_limits
    from lastmove.verify.refute import refute

    claim, play = asked.text("claim"), asked.get("play", "both")
    options: dict[str, Any] = {name: asked.get(name, None) for name in ("n", "weights")}
    tried: list[str] = []
    start_database()
    try:
        with stopping_at_limits(Meter(limits)):
            found = refute(claim, game=asked.text("game"), play=play, report=tried.append, **options)  # type: ignore[call-overload]
    except LimitReached as stop:
        return {"claim": claim, "counterexample": None, "outcome": "unknown", "reason": stop.to_json()}
    said = "".join(tried) or "Every smaller board was tried."
    return {"claim": claim, "tried": said, "counterexample": None if found is None else found.to_json()}


def _shortened(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without a certificate that is too long to be read, and with a note in its place."""
    if "certificate" not in answer or (length := len(json.dumps(answer))) <= LARGEST_ANSWER:
        return answer
    note = f"left out: the answer would have {length:,} characters; `lastmove solve --certificate` writes it to a file"
    return {name: value for name, value in answer.items() if name != "certificate"} | {"certificate_left_out": note}


async def serve(agents: Agents, output: TextIO) -> None:
    """Answer on standard input and ``output`` until the input ends; an InputError where the SDK is missing."""
    with extra("mcp", "lastmove mcp"):
        from mcp import stdio_server
        from mcp.server import Server
        from mcp.types import CallToolResult, ListToolsResult, TextContent, Tool, ToolAnnotations

    harmless = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    listed = [
        Tool(name=name, description=tool.description, input_schema=tool.schema(), annotations=harmless)
        for name, tool in TOOLS.items()
    ]

    async def list_tools(_: Any, __: Any) -> ListToolsResult:
        return ListToolsResult(tools=listed)

    async def call_tool(_: Any, asked: Any) -> CallToolResult:
        try:
            answer = await agents.call(asked.name, asked.arguments or {})
            json.dumps(answer, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            error: Exception = InputError("position", "half of a surrogate pair, which the protocol cannot hold")
        except LastmoveError as problem:
            error = problem
        else:
            text = TextContent(type="text", text=json.dumps(answer))
            return CallToolResult(content=[text], structured_content=answer)
        return CallToolResult(content=[TextContent(type="text", text=str(error))], is_error=True)

    server = Server(
        "lastmove", version=__version__, instructions=INSTRUCTIONS, on_list_tools=list_tools, on_call_tool=call_tool
    )

    async def served() -> None:
        with redirect_stdout(output):
            async with stdio_server() as (reading, writing):
                await server.run(reading, writing, server.create_initialization_options())

    signals: asyncio.Future[Any] = _signals()
    await agents.pool.start()
    work: asyncio.Future[Any] = asyncio.ensure_future(served())
    try:
        await asyncio.wait([work, signals], return_when=asyncio.FIRST_COMPLETED)
    finally:
        await agents.pool.stop()
    if not work.done():
        os._exit(128 + signals.result())  # a thread waits for input, and nothing else ends it
    signals.cancel()
    await work


def _signals() -> asyncio.Future[Any]:
    """The number of the signal that tells the process to end, as soon as one comes."""
    loop = asyncio.get_running_loop()
    came: asyncio.Future[int] = loop.create_future()

    def take(number: int) -> None:
        if not came.done():
            came.set_result(number)

    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(number, take, number)
    return came
