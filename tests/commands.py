"""The command line run inside the test, and the positions that its tests give it."""

from __future__ import annotations

import json
import traceback
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from lastmove.cli.main import cli
from lastmove.games import game_class

if TYPE_CHECKING:
    from click.testing import Result

__all__ = ["BAD", "HUGE", "MANY_MOVES", "NIM", "answers", "example", "invoke", "jsonl", "solve"]

NIM = '{"game": "nim", "heaps": [1, 2]}'
BAD = '{"game": "nim", "heaps": [-1]}'
COMPLETE = [[u, v] for u in range(7) for v in range(u)]
HUGE = json.dumps({"game": "nimg-mr", "vertices": 7, "edges": COMPLETE, "weights": [*range(50, 57)], "start": 0})
"""No theorem and no search decides this one."""
MANY_MOVES = json.dumps(
    {
        "game": "nimg-mr",
        "directed": True,
        "edges": [["a", "b"], ["b", "a"], ["a", "c"], ["c", "d"], ["d", "e"], ["e", "c"]],
        "weights": {"a": 0, "b": 10**12, "c": 1, "d": 1, "e": 1},
        "start": "a",
    }
)
"""Won at once, in a million million ways; no theorem speaks of it."""


def invoke(*arguments: str, text: str | bytes = "", status: int | None = 0) -> Result:
    """``lastmove`` with these words and this standard input; it is to end with ``status``, if one is given.

    An exception that would be a traceback for the user is a failure whatever the status.
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    result = CliRunner().invoke(cli, list(arguments), input=data)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        pytest.fail("".join(traceback.format_exception(result.exception, limit=-2)))
    assert status is None or result.exit_code == status, result.output
    return result


def answers(text: str) -> list[dict[str, Any]]:
    """The JSON objects that a command wrote, one a line."""
    return [json.loads(line) for line in text.splitlines()]


def solve(text: str | bytes, *options: str, status: int = 0) -> list[dict[str, Any]]:
    """The answers of ``lastmove solve``."""
    result = invoke("solve", *options, text=text, status=status)
    assert result.stderr == ""
    return answers(result.stdout)


def example(game: str) -> dict[str, Any]:
    """A position of the game, to be changed at will."""
    return dict(game_class(game).example)


def jsonl(*positions: object) -> str:
    return "".join(f"{json.dumps(position)}\n" for position in positions)
