"""NimG with every weighting at once, on thousands of graphs, in plain Python: one bit a graph.

The positions (weights x, token on v) are the same for every graph on n vertices; the graph only says which slides there
are. "Lower to any smaller weight" is an OR that grows by one term with x_v, so a position costs n operations however
large its weights are. With a = "v has an arc to u":

    RM, lower then slide:  slides[x, v] = OR_u (a and lost[x, u])       and, without a neighbour, the last move
                           won[x, v] = OR_{j < x_v} slides[x with x_v = j, v]
    MR, slide then lower:  lowers[x, u] = OR_{j < x_u} lost[x with x_u = j, u]
                           won[x, v] = OR_u (a and lowers[x, u])

Vertexnim-MR is the same as MR, where a says that v leads to u over vertices that are emptied in x.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from lastmove.search.batch.blocks import arcs_of, sets_of
from lastmove.search.batch.outcomes import BatchOutcomes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.search.batch.blocks import GraphBlock

    Rows = list[int]

MOST_STATES = 1 << 20
"""Positions of one graph: weights times places of the token."""
_BITS_AT_ONCE = 1 << 31


def states_of(tops: Sequence[int]) -> int:
    """How many positions there are with weights up to these."""
    return prod(top + 1 for top in tops) * len(tops)


class PlainNimG:
    """The winning starts of NimG-RM or NimG-MR, graphs and digraphs alike.

    Parameters
    ----------
    tops
        The largest weight of each vertex.
    move_first
        Whether the token moves before a weight is lowered: NimG-MR.
    every
        Whether all weights from 1 up to the largest are asked for, or the largest only.
    """

    name = "sliced"

    def __init__(self, tops: tuple[int, ...], *, move_first: bool, every: bool) -> None:
        self.tops = tops
        self.move_first = move_first
        self.every = every

    def solve(self, block: GraphBlock, *, moves: bool = False) -> BatchOutcomes:  # noqa: ARG002 - they are not known
        """Both conventions at once."""
        import numpy as np

        states = states_of(self.tops)
        found: tuple[list[NDArray[np.unsignedinteger]], ...] = [], []
        for part in block.parts(max(64, _BITS_AT_ONCE // states // 16)):
            everything = (1 << part.count) - 1
            known: tuple[list[NDArray[np.unsignedinteger]], ...] = [], []
            for x, won in self._won(arcs_of(part), everything):
                if x == self.tops or (self.every and all(x)):
                    for sets, starts in zip(known, won, strict=True):
                        sets.append(sets_of(starts, part.count))
            for whole, sets in zip(found, known, strict=True):
                whole.append(np.stack(sets, axis=1).reshape(-1))
        normal, misere = (np.concatenate(sets) if sets else np.zeros(0, np.uint16) for sets in found)
        return BatchOutcomes(normal, misere, block.count * states)

    def _won(self, arcs: list[Rows], everything: int) -> Iterator[tuple[tuple[int, ...], tuple[Rows, Rows]]]:
        """For all weights, the weight of vertex 0 changing fastest: where each start wins, normal and misère."""
        n = len(self.tops)
        steps = [prod(top + 1 for top in self.tops[:v]) for v in range(n)]
        grown: list[tuple[Rows, Rows]] = []
        """For each x and v the OR of what lowering x_v to its present value or less leads to."""
        step = self._move_first if self.move_first else self._lower_first
        for reversed_x in product(*(range(top + 1) for top in reversed(self.tops))):
            x = reversed_x[::-1]
            here = len(grown)
            below = [[grown[here - steps[v]][c][v] if x[v] else 0 for v in range(n)] for c in (0, 1)]
            won, reached = step(self._arcs_in(arcs, x, everything), x, below, everything)
            grown.append(
                tuple([new | old for new, old in zip(reached[c], below[c], strict=True)] for c in (0, 1))  # type: ignore[arg-type]
            )
            yield x, won

    def _arcs_in(self, arcs: list[Rows], x: tuple[int, ...], everything: int) -> list[Rows]:  # noqa: ARG002
        """In which graphs each vertex leads to each other one while the weights are these."""
        return arcs

    @staticmethod
    def _lower_first(
        arcs: list[Rows], x: tuple[int, ...], below: list[Rows], everything: int
    ) -> tuple[tuple[Rows, Rows], tuple[Rows, Rows]]:
        won = below[0], [found if weight else everything for found, weight in zip(below[1], x, strict=True)]
        reached: tuple[Rows, Rows] = [], []
        for row in arcs:
            near = normal = misere = 0
            for arc, won_normal, won_misere in zip(row, *won, strict=True):
                near |= arc
                normal |= arc & ~won_normal
                misere |= arc & ~won_misere
            reached[0].append(normal | everything ^ near)
            reached[1].append(misere)
        return won, reached

    @staticmethod
    def _move_first(
        arcs: list[Rows], x: tuple[int, ...], below: list[Rows], everything: int
    ) -> tuple[tuple[Rows, Rows], tuple[Rows, Rows]]:
        won: tuple[Rows, Rows] = [], []
        for row in arcs:
            able = normal = misere = 0
            for arc, weight, to_normal, to_misere in zip(row, x, *below, strict=True):
                if weight:
                    able |= arc
                    normal |= arc & to_normal
                    misere |= arc & to_misere
            won[0].append(normal)
            won[1].append(misere | everything ^ able)
        return won, ([everything ^ wins for wins in won[0]], [everything ^ wins for wins in won[1]])


class PlainVertexnimMR(PlainNimG):
    """The winning starts of Vertexnim-MR on connected graphs and strongly connected digraphs."""

    name = "sliced, over emptied vertices"

    def __init__(self, tops: tuple[int, ...], *, every: bool) -> None:
        super().__init__(tops, move_first=True, every=every)
        self._over: tuple[list[Rows], dict[tuple[bool, ...], list[Rows]]] = [], {}

    def takes(self, block: GraphBlock) -> NDArray[np.bool_]:
        """Which graphs it solves: the connected ones."""
        import numpy as np

        everything = (1 << block.count) - 1
        rows = _led_over(arcs_of(block), [True] * block.n)
        joined = everything
        for u, row in enumerate(rows):
            for v, there in enumerate(row):
                joined &= there if u != v else everything
        return sets_of([joined], block.count).astype(np.bool_)

    def _arcs_in(self, arcs: list[Rows], x: tuple[int, ...], everything: int) -> list[Rows]:
        """They depend on which weights are 0 only, and are kept for those of one block of graphs."""
        if self._over[0] is not arcs:
            self._over = arcs, {}
        emptied = tuple(weight == 0 for weight in x)
        known = self._over[1]
        if emptied not in known:
            known[emptied] = [[everything]] if len(x) == 1 else _led_over(arcs, emptied)
        return known[emptied]


def _led_over(arcs: list[Rows], passed: Sequence[bool]) -> list[Rows]:
    """In which graphs each vertex leads to each other one over some that let the token pass."""
    found = [list(row) for row in arcs]
    for z, lets in enumerate(passed):
        if lets:
            onward = found[z]
            found = [[there | (row[z] & over) for there, over in zip(row, onward, strict=True)] for row in found]
    return found
