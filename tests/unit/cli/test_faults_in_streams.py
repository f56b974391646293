"""A fault of lastmove itself on one line of a stream is said of that line; the other lines are answered."""

from __future__ import annotations

import json
from typing import Any

import pytest

import lastmove as lm
from commands import NIM, answers, invoke, jsonl
from lastmove.core.errors import InternalError

FAULTS = [InternalError("it proves N, not P"), StopIteration(), ZeroDivisionError("by zero"), OSError(28, "full")]
FAULTS += [RecursionError("too deep"), AssertionError(), KeyError("x"), UnicodeError("bad")]
SPOILT = '{"game": "nim", "heaps": [13], "id": 7}'
STREAM = f"{NIM}\n{SPOILT}\n{NIM}\n"
COMMANDS = [
    (["solve"], "moves"),
    (["solve"], "move_to_json"),
    (["solve", "--all-moves", "--values", "--certificate"], "after"),
    (["explain", "--to", "json"], "moves"),
    (["explain", "--to", "json"], "say_rules"),
    (["grundy"], "key"),
    (["compare"], "moves"),
    (["compare"], "move_to_json"),
]
"""Where the position is worked on, and where the answer is written."""


def spoil(monkeypatch: pytest.MonkeyPatch, method: str, fault: Exception) -> None:
    """Let a method of Nim fail on a heap of 13."""
    right = getattr(lm.Nim, method)

    def wrong(self: lm.Nim, *arguments: Any) -> Any:
        if self.heaps == (13,):
            raise fault
        return right(self, *arguments)

    monkeypatch.setattr(lm.Nim, method, wrong)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize(("command", "method"), COMMANDS)
def test_an_error_object_in_its_place(
    command: list[str], method: str, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(monkeypatch, method, fault)
    first, spoilt, last = answers(invoke(*command, text=STREAM, status=1).stdout)
    assert first == last
    assert "error" not in first
    assert spoilt["error"].startswith("internal error: ")
    assert type(fault).__name__ in spoilt["error"] or str(fault) in spoilt["error"]
    assert (spoilt["line"], spoilt["id"]) == (2, 7)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_check(fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    given = [json.loads(line) for line in STREAM.splitlines()]
    found = answers(invoke("solve", "--certificate", text=STREAM).stdout)
    spoil(monkeypatch, "after", fault)
    spoil(monkeypatch, "move_from_json", fault)
    lines = [{"position": position, "answer": answer} for position, answer in zip(given, found, strict=True)]
    first, spoilt, last = answers(invoke("check", text=jsonl(*lines), status=1).stdout)
    assert first == last
    assert first["verified"] is True
    assert "internal error" in spoilt["error"]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_convert(fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch, "to_json", fault)
    result = invoke("convert", "--to", "json", text=STREAM, status=1)
    assert [found["heaps"] for found in answers(result.stdout)] == [[1, 2], [1, 2]]
    assert result.stderr.startswith("error line 2: internal error")


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_draw(fault: Exception, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    spoil(monkeypatch, "view", fault)
    result = invoke("draw", "--out", str(tmp_path / "nim.svg"), text=STREAM, status=1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["nim-1.svg", "nim-3.svg"]
    assert "line 2: internal error" in result.stderr


@pytest.mark.parametrize("options", [(), ("--all-moves",), ("--certificate",)])
def test_boards(options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """The moves of a board are worked out while they are written."""
    good, bad = ({"game": "vertex-geography", "vertices": n, "edges": [[0, 1], [1, 2]]} for n in (3, 4))
    right = lm.VertexGeography.move_to_json

    def wrong(self: lm.VertexGeography, move: Any) -> Any:
        if self.board.n == 4:
            raise ZeroDivisionError
        return right(self, move)

    monkeypatch.setattr(lm.VertexGeography, "move_to_json", wrong)
    monkeypatch.setattr("lastmove.solver.outcomes._QUICK_MOVES", {})
    result = invoke("solve", "--starts", "all", *options, text=jsonl(good, bad, good), status=1)
    first, spoilt, last = answers(result.stdout)
    assert first["outcomes"] == last["outcomes"]
    assert "internal error: ZeroDivisionError in wrong" in spoilt["error"]
