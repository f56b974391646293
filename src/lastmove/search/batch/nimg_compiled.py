"""NimG on 512 graphs at once, through Numba: what :mod:`~lastmove.search.batch.nimg` does, on vectors."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

from lastmove.core.limits import need
from lastmove.search.batch.nimg import states_of
from lastmove.search.batch.outcomes import BatchOutcomes
from lastmove.search.batch.vectors import (
    MISERE_ROW,
    WORDS,
    both,
    compiled,
    either,
    flipped,
    load,
    nothing,
    pair_rows,
    read_slices,
    room,
    store,
    write_sets,
)

if TYPE_CHECKING:
    from lastmove.search.batch.blocks import GraphBlock


class CompiledNimG:
    """The winning starts of NimG-RM or NimG-MR; see :class:`~lastmove.search.batch.nimg.PlainNimG`."""

    name = "sliced, compiled"

    def __init__(self, tops: tuple[int, ...], *, move_first: bool, every: bool) -> None:
        self.tops = tops
        self.move_first = move_first
        self.every = every

    def solve(self, block: GraphBlock, *, moves: bool = False) -> BatchOutcomes:  # noqa: ARG002 - they are not known
        """Both conventions at once."""
        n, tops = block.n, np.array(self.tops, np.int64)
        columns = prod(self.tops) if self.every else 1
        need(128 * states_of(self.tops) + 4 * block.count * columns)
        normal = np.zeros((block.count, columns), np.uint16)
        misere = np.zeros_like(normal)
        square, arcs = room(64).reshape(64, WORDS), room(n * n).reshape(n * n, WORDS)
        states = states_of(self.tops)
        tables = room(2 * states), room(2 * n)
        compiled(_run)(
            np.ascontiguousarray(block.masks),
            tops,
            (self.move_first, self.every),
            pair_rows(n, block.directed),
            square,
            arcs,
            tables,
            (normal, misere),
        )
        return BatchOutcomes(normal.reshape(-1), misere.reshape(-1), block.count * states)


@njit
def _lower_first(arcs: Any, n: int, x: Any, here: int, tables: Any, flat: Any) -> None:
    """One x of NimG-RM: ``below`` holds who wins it, and the slides from it are added to what has grown."""
    grown, below = tables
    for v in range(n):
        if not x[v]:
            store(below, (2 * v + 1) * WORDS, flipped(nothing()))  # no token to take, which wins in misère play
        store(flat, v * WORDS, load(below, 2 * v * WORDS))
        store(flat, (MISERE_ROW + v) * WORDS, load(below, (2 * v + 1) * WORDS))
    for v in range(n):
        normal = misere = near = nothing()
        for u in range(n):
            arc = load(arcs, (v * n + u) * WORDS)
            near = either(near, arc)
            normal = either(normal, both(arc, flipped(load(below, 2 * u * WORDS))))
            misere = either(misere, both(arc, flipped(load(below, (2 * u + 1) * WORDS))))
        normal = either(normal, flipped(near))  # nowhere to slide: lowering was the last move
        if x[v]:
            normal = either(normal, load(below, 2 * v * WORDS))
            misere = either(misere, load(below, (2 * v + 1) * WORDS))
        store(grown, (here * n + v) * 2 * WORDS, normal)
        store(grown, (here * n + v) * 2 * WORDS + WORDS, misere)


@njit
def _move_first(arcs: Any, n: int, x: Any, here: int, tables: Any, flat: Any) -> None:
    """One x of NimG-MR: ``below`` holds where lowering wins, and who loses x is added to what has grown."""
    grown, below = tables
    for v in range(n):
        normal = misere = able = nothing()
        for u in range(n):
            if x[u]:
                arc = load(arcs, (v * n + u) * WORDS)
                able = either(able, arc)
                normal = either(normal, both(arc, load(below, 2 * u * WORDS)))
                misere = either(misere, both(arc, load(below, (2 * u + 1) * WORDS)))
        misere = either(misere, flipped(able))
        store(flat, v * WORDS, normal)
        store(flat, (MISERE_ROW + v) * WORDS, misere)
        at = (here * n + v) * 2 * WORDS
        store(grown, at, either(flipped(normal), load(below, 2 * v * WORDS)))
        store(grown, at + WORDS, either(flipped(misere), load(below, (2 * v + 1) * WORDS)))


@njit
def _below(x: Any, tops: Any, here: int, tables: Any) -> bool:
    """Load what lowering each weight of x leads to, nothing where the weight is 0; whether none is 0."""
    grown, below = tables
    step, positive, n = 1, True, len(x)
    for v in range(n):
        at = ((here - step) * n + v) * 2 * WORDS
        for part in range(2):
            found = nothing()
            if x[v]:
                found = load(grown, at + part * WORDS)
            store(below, (2 * v + part) * WORDS, found)
        positive &= x[v] > 0
        step *= tops[v] + 1
    return positive


@njit
def _next(x: Any, tops: Any) -> None:
    """Count x on; the first weight changes fastest."""
    for v in range(len(x)):
        x[v] += 1
        if x[v] <= tops[v]:
            return
        x[v] = 0


def _run(masks: Any, tops: Any, asked: Any, rows: Any, square: Any, arcs: Any, tables: Any, found: Any) -> None:
    """All graphs, 512 at a time, and for these all weights up to ``tops``."""
    move_first, every = asked
    n, flat, vectors = len(tops), arcs.reshape(-1), square.reshape(-1)
    count = 1
    for v in range(n):
        count *= tops[v] + 1
    x = np.zeros(n, np.int64)
    for first in range(0, masks.shape[0], 64 * WORDS):
        read_slices(masks, first, rows, square, arcs)
        square[:] = 0
        column = 0
        x[:] = 0
        for here in range(count):
            positive = _below(x, tops, here, tables)
            if move_first:
                _move_first(flat, n, x, here, tables, vectors)
            else:
                _lower_first(flat, n, x, here, tables, vectors)
            if here == count - 1 or (every and positive):
                write_sets(square, first, found[0][:, column], found[1][:, column])
                square[:] = 0
                column += 1
            _next(x, tops)
