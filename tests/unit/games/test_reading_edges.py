"""Edges are read all at once, and then everything is as if they were read one by one: graphs, and words of errors."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.core import files as json_text
from lastmove.games import fields as graph_fields

if TYPE_CHECKING:
    from collections.abc import Callable

ODD: list[Any] = [True, False, None, 1.0, 0.5, -1, 2**63, 2**62, 10**5000, "", "0", "1", "b", [], [0], {}, "\u00b2"]
"""What stands where a vertex should; some of it is one."""


def read(fields: object) -> object:
    """What a position object is read as, or the error."""
    try:
        problem = lm.parse(fields if isinstance(fields, str) else dict(fields))  # type: ignore[call-overload]
    except lm.InputError as error:
        return str(error)
    graph: Any = problem.position.graph  # type: ignore[attr-defined]
    return graph.vertices, graph.tails.tolist(), graph.heads.tolist(), graph.directed, problem.position.start  # type: ignore[attr-defined]


def drawn(rng: random.Random) -> dict[str, Any]:
    """A board, as somebody may write it who knows half of the format."""
    names: list[Any] = rng.choice(
        [[0, 1, 2, 3], [3, 1, 0, 2], ["a", "b", "c"], ["0", 1, "b"], [5, 6, 10**30], [1, "1"]]
    )
    ends = [*names, *ODD] if rng.random() < 0.3 else names
    edges: list[Any] = [[rng.choice(ends), rng.choice(ends)] for _ in range(rng.randrange(6))]
    if rng.random() < 0.2:
        wrong: Any = rng.choice([[0], [0, 1, 2], (0, 1), "01", 7, None, {"0": 1}, [[0], [1]], []])
        edges.insert(rng.randrange(len(edges) + 1), wrong)
    fields: dict[str, Any] = {"game": rng.choice(["vertex-geography", "edge-geography", "dag"]), "edges": edges}
    if rng.random() < 0.7:
        vertices: list[Any] = [4, 3, 1, 0, -1, True, "abc", None, 3_000_000, 2.0, names, [*names, *names[:1]]]
        fields["vertices"] = rng.choice([names, names, names, *vertices, [*names, rng.choice(ODD)]])
    if rng.random() < 0.3:
        fields["directed"] = rng.choice([True, False, 1])
    if rng.random() < 0.5:
        fields["start"] = rng.choice(ends)
    return fields


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> Callable[[object], object]:
    """Read a position without the quick ways."""

    def slowly(fields: object) -> object:
        with monkeypatch.context() as patch:
            patch.setattr(graph_fields, "_read_at_once", lambda *_: None)
            return read(fields)

    return slowly


def test_odd_boards_are_read_as_before(one_by_one: Callable[[object], object]) -> None:
    rng, accepted = random.Random(27), 0
    for _ in range(tries(8_000)):
        fields = drawn(rng)
        found = read(fields)
        assert found == one_by_one(fields), fields
        accepted += not isinstance(found, str)
    assert accepted > tries(8_000) / 10


def test_large_boards_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a function was called for one end of an edge")

    monkeypatch.setattr(graph_fields, "_edge", never)
    monkeypatch.setattr(json_text, "_integer", never)
    n = 60
    ends = [[u, v] for u in range(n) for v in range(u)]
    named = [[f"v{u}", v] for u, v in ends]
    for fields in (
        {"vertices": n, "edges": ends},
        {"vertices": list(range(n))[::-1], "edges": ends},
        {"edges": ends},
        {"edges": named},
        {"vertices": [*range(n), *(f"v{u}" for u in range(n))], "edges": named, "directed": True},
    ):
        graph = lm.parse(json.dumps({"game": "vertex-geography"} | fields)).position.graph  # type: ignore[attr-defined]
        assert [list(edge) for edge in graph.edges] == fields["edges"]


@pytest.mark.parametrize(
    "text",
    [
        '{"game": "nim", "heaps": [1, %s]}' % ("9" * 5000),
        '{"game": "nim", "heaps": [-%s, 1.5]}' % ("9" * 5000),
        '{"game": "vertex-geography", "edges": [[1, %s]]}' % ("9" * 5000),
        '{"game": "nim", "heaps": [%s], "heaps": [1]}' % ("9" * 5000),
        '{"game": "nim", "heaps": [%s' % ("9" * 5000),
    ],
)
def test_integers_of_too_many_digits_are_named_as_before(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = _error(text)
    plain = json.loads
    monkeypatch.setattr(json, "loads", lambda text, **how: plain(text, **{"parse_int": json_text._integer, **how}))
    assert quick == _error(text)


def _error(text: str) -> str:
    with pytest.raises(lm.InputError) as found:
        lm.parse(text)
    return str(found.value)
