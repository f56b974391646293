"""Threads that share a search: their answers, and every line they leave in the table, are those of one thread."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from lastmove.core.limits import Meter
from lastmove.graphs import Graph, named
from lastmove.search.exact import ExactSearch
from lastmove.search.fast import threads as compiled_search
from lastmove.search.fast.settings import Settings
from lastmove.search.thresholds import THRESHOLDS

if TYPE_CHECKING:
    from collections.abc import Callable


def digraph(n: int, degree: int, seed: int) -> Graph:
    rng = random.Random(seed)
    arcs = [(v, w) for v in range(n) for w in rng.sample([x for x in range(n) if x != v], degree)]
    return Graph(n, arcs, directed=True)


def cubic(n: int, seed: int) -> Graph:
    return named(f"random-regular:3,{n}", seed=seed)


def weights(n: int, seed: int) -> list[int]:
    rng = random.Random(seed)
    return [rng.randint(1, 3) for _ in range(n)]


POSITIONS: dict[str, Callable[[int], Any]] = {
    "vertex-geography, digraph": lambda seed: lm.VertexGeography(digraph(44, 3, seed), start=0),
    "vertex-geography": lambda seed: lm.VertexGeography(cubic(50, seed), start=0),
    "edge-geography, digraph": lambda seed: lm.EdgeGeography(digraph(56, 2, seed), start=0),
    "edge-geography": lambda seed: lm.EdgeGeography(cubic(50, seed), start=0),
    "nimg-mr": lambda seed: lm.NimGMR(cubic(16, seed), weights(16, seed), start=0),
    "edge-nimg": lambda seed: lm.EdgeNimG(cubic(18, seed), weights(27, seed), start=0),
    "vertexnim-mr": lambda seed: lm.VertexnimMR(cubic(10, seed), weights(10, seed), start=0),
    "nimg-rm": lambda seed: lm.NimGRM(cubic(36, seed), weights(36, seed), start=0),
}


def searched(
    position: Any, play: lm.Play, threads: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[bool, list[dict[tuple[int, ...], int]]]:
    """The answer, and what each table that was used says of each state."""
    made: list[compiled_search.Engine] = []
    begin = compiled_search.Engine.__init__

    def noted(self: compiled_search.Engine, *given: Any) -> None:
        begin(self, *given)
        made.append(self)

    with monkeypatch.context() as patched:
        patched.setattr(THRESHOLDS, "alone", 1)
        patched.setattr(compiled_search.Engine, "__init__", noted)
        found = ExactSearch(play, Meter(), Settings(threads=threads, compiled=True)).wins(position)
    tables = [{tuple(line[1:]): int(line[0]) & 3 for line in each.known_lines().tolist()} for each in made]
    return found, tables


QUICK = ("vertex-geography, digraph", "vertex-geography")  # the rules of each game more have to be compiled


@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 8), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize("play", lm.Play)
@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in POSITIONS]
)
def test_threads_find_what_one_finds(name: str, play: lm.Play, seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in seeds:
        position = POSITIONS[name](seed)
        alone, tables = searched(position, play, 1, monkeypatch)
        for threads in (2, 5):
            together, others = searched(position, play, threads, monkeypatch)
            assert together == alone
            for one, more in zip(tables, others, strict=True):
                assert all(one[state] == value for state, value in more.items() if state in one)
