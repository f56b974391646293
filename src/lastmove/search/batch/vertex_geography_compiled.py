"""Vertex Geography on 512 graphs at once, through Numba: what :mod:`~lastmove.search.batch.vertex_geography` does.

The order is by the size c of T. The c pairs of vectors L[T, .] of one T (normal and misère) are loaded once; each v
outside T then costs c loads and 2.5 c operations, and the vectors L[T + v, v] are stored. So that the former stay in
registers the code for each c is straight, without a loop over T: :func:`_settle` writes it.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import njit
from numba.core import cgutils, types
from numba.extending import intrinsic

from lastmove.search.batch.outcomes import BatchOutcomes
from lastmove.search.batch.vectors import (
    MISERE_ROW,
    VECTOR,
    WORDS,
    address,
    compiled,
    pair_rows,
    read_slices,
    room,
    write_sets,
    write_words,
)
from lastmove.search.batch.vertex_geography import LARGEST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lastmove.search.batch.blocks import GraphBlock

_NUMBER = ir.IntType(64)


class CompiledVertexGeography:
    """The winning starts of Vertex Geography, graphs and digraphs alike."""

    name = "sliced, compiled"

    def solve(self, block: GraphBlock, *, moves: bool = False) -> BatchOutcomes:
        """Both conventions at once."""
        n = block.n
        steps, sizes, vectors, last = _program(n)
        normal = np.zeros(block.count, np.uint16)
        misere = np.zeros_like(normal)
        square, arcs = room(64).reshape(64, WORDS), room(n * n).reshape(n * n, WORDS)
        rows = pair_rows(n, block.directed)
        table = (steps, sizes, room(vectors), last)
        chosen = np.zeros((2, block.count if moves else 0), np.uint64)
        compiled(_run)(np.ascontiguousarray(block.masks), n, rows, square, arcs, table, (normal, misere), chosen)
        found = (chosen[0], chosen[1]) if moves else (None, None)
        return BatchOutcomes(normal, misere, block.count * n << n - 1, *found)


@cache
def _program(n: int) -> tuple[NDArray[np.int64], NDArray[np.int64], int, int]:
    """The steps of the table, a row for each T: where its vectors are, its members, and (v, target) for each v outside.

    All numbers are places in arrays of words. Only two sizes of T are alive at a time, so even and odd sizes have a
    half of the table each. Then where each size begins in the steps, how many vectors the table has, and where those
    of all vertices are.
    """
    largest = [max(size * comb(n, size) for size in range(parity, n + 1, 2)) for parity in (0, 1)]
    place = {
        members: (largest[0] * (size % 2) + size * number) * 2 * WORDS
        for size in range(n + 1)
        for number, members in enumerate(combinations(range(n), size))
    }
    steps: list[int] = []
    sizes: list[int] = []
    for size in range(n):
        sizes.append(len(steps))
        for members in combinations(range(n), size):
            steps += [place[members], *(w * WORDS for w in members)]
            for v in set(range(n)).difference(members):
                larger = tuple(sorted((*members, v)))
                steps += [v * n * WORDS, place[larger] + 2 * WORDS * larger.index(v)]
    sizes.append(len(steps))
    return np.array(steps, np.int64), np.array(sizes, np.int64), 2 * sum(largest), place[tuple(range(n))]


@intrinsic
def _settle(typing: Any, arcs: Any, table: Any, steps: Any, at: Any, n: Any, size: Any) -> Any:  # noqa: ARG001
    """For a set T of so many vertices, the step at ``at``: whether the token on v loses in T + v, for all v outside."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        arcs, table, steps, at, n, size = arguments

        def number(place: Any) -> Any:
            data = context.make_array(signature.args[2])(context, builder, steps).data
            return builder.load(builder.gep(data, [builder.add(at, place)]))

        def arc(place: Any) -> Any:
            return builder.load(address(context, builder, signature.args[0], arcs, place), align=8)

        def known(place: Any) -> Any:
            return address(context, builder, signature.args[1], table, place)

        def straight(count: int) -> None:
            """The code for sets of ``count`` vertices."""
            first = number(_NUMBER(0))
            places = [builder.add(first, _NUMBER(j * WORDS)) for j in range(2 * count)]
            lost = [builder.load(known(place), align=8) for place in places]
            columns = [number(_NUMBER(1 + j)) for j in range(count)]
            with cgutils.for_range(builder, builder.sub(n, _NUMBER(count))) as loop:
                pair = builder.add(builder.shl(loop.index, _NUMBER(1)), _NUMBER(1 + count))
                row, target = number(pair), number(builder.add(pair, _NUMBER(1)))
                able = normal = misere = ir.Constant(VECTOR, None)
                for j, column in enumerate(columns):
                    a = arc(builder.add(row, column))
                    able = builder.or_(able, a)
                    normal = builder.or_(normal, builder.and_(a, lost[2 * j]))
                    misere = builder.or_(misere, builder.and_(a, lost[2 * j + 1]))
                builder.store(builder.not_(normal), known(target), align=8)
                misere = builder.and_(able, builder.not_(misere))
                builder.store(misere, known(builder.add(target, _NUMBER(WORDS))), align=8)

        end = builder.append_basic_block("settled")
        cases = [builder.append_basic_block(f"size{count}") for count in range(LARGEST)]
        switch = builder.switch(size, end)
        for count, case in enumerate(cases):
            switch.add_case(_NUMBER(count), case)
            with builder.goto_block(case):
                straight(count)
                builder.branch(end)
        builder.position_at_end(end)
        return context.get_dummy_value()

    return types.void(arcs, table, steps, types.int64, types.int64, types.int64), code


@njit
def _choose(arcs: Any, n: int, table: Any, begin: int, square: Any) -> None:
    """Rows 4 v .. 4 v + 3: the binary digits of the first winning move from v in one convention; 15 for none.

    The vectors of all sets of n - 1 vertices begin at ``begin``, the set without the last vertex first.
    """
    square[:] = 0
    for v in range(n):
        for k in range(WORDS):
            left = ~np.uint64(0)
            for w in range(n):
                if w != v:
                    lost = table[begin + ((n - 1) * (n - 1 - v) + w - (w > v)) * 2 * WORDS + k]
                    found = arcs[v * n + w, k] & lost & left
                    left ^= found
                    for bit in range(4):
                        if w >> bit & 1:
                            square[4 * v + bit, k] |= found
            for bit in range(4):
                square[4 * v + bit, k] |= left


def _run(masks: Any, n: int, rows: Any, square: Any, arcs: Any, program: Any, found: Any, chosen: Any) -> None:
    """All graphs, 512 at a time. ``program``: see :func:`_program`, with the table itself in place of its size.

    ``found`` gets the winning starts, normal and misère; ``chosen`` the winning moves, if it has room for them.
    """
    steps, sizes, table, last = program
    flat = arcs.reshape(-1)
    for first in range(0, masks.shape[0], 64 * WORDS):
        read_slices(masks, first, rows, square, arcs)
        for size in range(n):
            width = 1 + size + 2 * (n - size)
            for at in range(sizes[size], sizes[size + 1], width):
                _settle(flat, table, steps, at, n, size)
        square[:] = 0  # rows that are not written now keep old bits otherwise
        for v in range(n):
            for k in range(WORDS):
                square[v, k] = ~table[last + 2 * WORDS * v + k]
                square[MISERE_ROW + v, k] = ~table[last + 2 * WORDS * v + WORDS + k]
        write_sets(square, first, found[0], found[1])
        for play in range(2):
            if chosen.shape[1]:
                _choose(arcs, n, table, steps[sizes[n - 1]] + play * WORDS, square)
                write_words(square, first, chosen[play])
