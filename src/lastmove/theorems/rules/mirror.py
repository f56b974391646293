"""Symmetries of graphs in which no vertex is its own image or joined to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.graphs.canonical import refined

if TYPE_CHECKING:
    from lastmove.graphs.graph import Graph

MOST_VERTICES = 64
"""On larger graphs only the symmetry that turns the order of the vertices round is looked at."""
MOST_STEPS = 2_000
"""So many pairs are tried for one graph."""


def mirror_of(graph: Graph, *, all_vertices: bool) -> tuple[int, ...] | None:
    """For each vertex its image, of a symmetry that is its own inverse; ``None`` where none is soon found.

    With ``all_vertices`` no vertex is its own image, else vertices without edges may be.

    >>> from lastmove.graphs.families import named
    >>> mirror_of(named("path:4"), all_vertices=True), mirror_of(named("cycle:6"), all_vertices=True)
    (None, (3, 4, 5, 0, 1, 2))
    """
    n = graph.n
    turned = tuple(range(n - 1, -1, -1))
    if _is_mirror(graph, turned, all_vertices):
        return turned
    moved = n if all_vertices else sum(bool(near) for near in graph.neighbours)
    if n > MOST_VERTICES or moved % 2:
        return None
    return _Search(graph, all_vertices).found()


def _is_mirror(graph: Graph, image: tuple[int, ...], all_vertices: bool) -> bool:
    near = graph.neighbours
    if any((image[v] == v and (all_vertices or near[v])) or image[v] in near[v] for v in range(graph.n)):
        return False
    return all(tuple(sorted(image[w] for w in near[v])) == near[image[v]] for v in range(graph.n))


class _Search:
    """Pairs of vertices and images, chosen one after the other; neighbours of what is chosen come first."""

    def __init__(self, graph: Graph, all_vertices: bool) -> None:
        self.rows = graph.rows
        self.image = [-1] * graph.n
        self.steps = 0
        for v, row in enumerate(self.rows):
            if not row and not all_vertices:
                self.image[v] = v
        self.cell = [0] * graph.n
        for number, cell in enumerate(refined(self.rows, [list(range(graph.n))] if graph.n else [])):
            for v in cell:
                self.cell[v] = number

    def found(self) -> tuple[int, ...] | None:
        return tuple(self.image) if self._extend() else None

    def _extend(self) -> bool:
        v = self._next()
        if v < 0:
            return True
        for w in range(v + 1, len(self.image)):
            if self.image[w] >= 0 or self.cell[w] != self.cell[v] or self.rows[v] >> w & 1:
                continue
            self.steps += 1
            if self.steps > MOST_STEPS:
                return False
            if self._fits(v, w):
                self.image[v], self.image[w] = w, v
                if self._extend():
                    return True
                self.image[v] = self.image[w] = -1
        return False

    def _next(self) -> int:
        """The first vertex without an image, if there is one."""
        return self.image.index(-1) if -1 in self.image else -1

    def _fits(self, v: int, w: int) -> bool:
        """Whether each pair of images so far is joined to the new images as the vertices are to the new ones."""
        for u, x in enumerate(self.image):
            if x >= 0 and (self.rows[v] >> u & 1 != self.rows[w] >> x & 1):
                return False
        return self.rows[v].bit_count() == self.rows[w].bit_count() and self.rows[v] >> v & 1 == self.rows[w] >> w & 1
