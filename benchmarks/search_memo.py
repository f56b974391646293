"""What a user would write in ten minutes: a memoised recursion on integers with a dictionary, for each game."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["OutOfTime", "memo_wins"]


class OutOfTime(Exception):
    """The CPU seconds are spent."""


def memo_wins(position: Any, misere: bool, seconds: float) -> tuple[bool, int]:
    """Whether the player to move wins a position of a game on a graph, and how many positions were kept."""
    options = _OPTIONS[position.name](position)
    known: dict[Any, bool] = {}
    last = time.process_time() + seconds
    sys.setrecursionlimit(20_000)

    def wins(state: Any) -> bool:
        found = known.get(state)
        if found is None:
            if not len(known) & 1023 and time.process_time() > last:
                raise OutOfTime
            stuck, found = True, False
            for option in options(state):
                stuck = False
                if not wins(option):
                    found = True
                    break
            known[state] = found = found or (stuck and misere)
        return found

    return wins(position.key()), len(known)


Options = Callable[[Any], Iterator[Any]]


def _vertex_geography(position: Any) -> Options:
    rows = position.graph.rows

    def options(state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        live, u = state
        live &= ~(1 << u)
        onward = rows[u] & live
        while onward:
            yield live, (onward & -onward).bit_length() - 1
            onward &= onward - 1

    return options


def _edge_geography(position: Any) -> Options:
    incidence = position.graph.incidence

    def options(state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        live, u = state
        return ((live ^ 1 << edge, v) for edge, v in incidence[u] if live >> edge & 1)

    return options


def _nimg_rm(position: Any) -> Options:
    neighbours = position.graph.neighbours

    def options(state: tuple[tuple[int, ...], int]) -> Iterator[tuple[tuple[int, ...], int]]:
        weights, u = state
        for k in range(weights[u]):
            lowered = (*weights[:u], k, *weights[u + 1 :])
            yield from ((lowered, v) for v in neighbours[u])

    return options


def _nimg_mr(position: Any) -> Options:
    neighbours = position.graph.neighbours

    def options(state: tuple[tuple[int, ...], int]) -> Iterator[tuple[tuple[int, ...], int]]:
        weights, u = state
        for v in neighbours[u]:
            yield from (((*weights[:v], k, *weights[v + 1 :]), v) for k in range(weights[v]))

    return options


def _vertexnim(position: Any) -> Options:
    neighbours = position.graph.neighbours

    def onward(weights: tuple[int, ...], u: int) -> Iterator[int]:
        """The vertices that are left and can be reached through emptied ones."""
        seen, stack = {u}, [u]
        while stack:
            for v in neighbours[stack.pop()]:
                if v == u and weights[u]:
                    yield u
                if v not in seen:
                    seen.add(v)
                    if weights[v]:
                        yield v
                    else:
                        stack.append(v)

    def options(state: tuple[tuple[int, ...], int]) -> Iterator[tuple[tuple[int, ...], int]]:
        weights, u = state
        for k in range(weights[u]):
            lowered = (*weights[:u], k, *weights[u + 1 :])
            found = set(onward(lowered, u))
            yield from ((lowered, v) for v in found or {u})

    return options


def _adjacent_nim(position: Any) -> Options:
    count = len(position.heaps)

    def options(state: tuple[tuple[int, ...], int]) -> Iterator[tuple[tuple[int, ...], int]]:
        heaps, u = state
        for k in range(heaps[u]):
            lowered = (*heaps[:u], k, *heaps[u + 1 :])
            yield lowered, next((v % count for v in range(u + 1, u + count + 1) if lowered[v % count]), u)

    return options


_OPTIONS: dict[str, Callable[[Any], Options]] = {
    "vertex-geography": _vertex_geography,
    "edge-geography": _edge_geography,
    "nimg-rm": _nimg_rm,
    "nimg-mr": _nimg_mr,
    "vertexnim": _vertexnim,
    "adjacent-nim": _adjacent_nim,
}
