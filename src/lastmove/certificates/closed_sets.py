"""Directed Vertexnim with a loop on every vertex: the sets of Definition 7 of Duchêne and Renault."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Finding
from lastmove.certificates.vertexnim import heavy_or_ones
from lastmove.core.errors import Refuted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.certificates.every_start import Answers
    from lastmove.core.play import Play

__all__ = ["closed_sets"]


def closed_sets(board: Any, play: Play, _: object, sets: Sequence[Sequence[int]]) -> Answers:
    """Each set S is strongly connected among the vertices of weight 1, and no arc leaves it but to removed ones.

    An even S is labelled N and removed; an odd one is labelled P and removed together with the set T of all vertices
    with an arc into it, which are labelled N.
    """
    cases = heavy_or_ones(board, play)
    weights, neighbours = board.weights, board.graph.neighbours
    into: list[list[int]] = [[] for _ in weights]
    for u, around in enumerate(neighbours):
        for v in around:
            into[v].append(u)
    label: list[bool | None] = [None if weight == 1 else True for weight in weights]  # None is still there
    for each in sets:
        inside = set(each)
        if not each or len(inside) != len(each) or any(u >= len(weights) or label[u] is not None for u in each):
            raise Refuted("a set is empty, or has a vertex that is not there")
        if any(label[v] is None and v not in inside for u in each for v in neighbours[u]):
            raise Refuted("an arc leaves a set for a vertex that is still there")
        if not (_reach(neighbours, each[0], inside) and _reach(into, each[0], inside)):
            raise Refuted("a set is not strongly connected")
        for u in each:
            label[u] = len(each) % 2 == 0
        if len(each) % 2:
            for u in each:
                for v in into[u]:
                    if label[v] is None:
                        label[v] = True

    def answer(u: int) -> Finding | None:
        found, wins = cases(u), label[u]
        if found is None and wins is not None:
            name = "N" if wins else "P"
            found = Finding(wins, f"{len(sets)} closed sets follow Definition 7, and the token is labelled {name}")
        return found

    return answer


def _reach(neighbours: Sequence[Sequence[int]], root: int, inside: set[int]) -> bool:
    """Whether every vertex of a set can be reached from one inside it."""
    found, seen = [root], {root}
    for u in found:
        for v in neighbours[u]:
            if v in inside and v not in seen:
                seen.add(v)
                found.append(v)
    return len(seen) == len(inside)
