"""Which kernel solves many boards of a game at once: a plain one, and a compiled one where Numba is installed.

Both give the same answers. Numba takes the better part of a second to start, and some seconds to compile a kernel for
the first time on a machine. So a kernel begins in plain Python, and goes over to Numba when that has cost as much time
as starting Numba does.
"""

from __future__ import annotations

from importlib import import_module
from time import thread_time
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from lastmove.core.limits import look
from lastmove.graphs.backend import compiled as numba_backend
from lastmove.graphs.backend import may_compile, may_start_numba
from lastmove.search.batch import deletion, edge_nimg
from lastmove.search.batch import edge_geography as plain_edge_geography
from lastmove.search.batch import vertex_geography as plain_geography
from lastmove.search.batch.blocks import WORTH_COMPILED, block_of, read_block
from lastmove.search.batch.nimg import MOST_STATES, PlainNimG, PlainVertexnimMR, states_of
from lastmove.search.batch.outcomes import BatchOutcomes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.search.batch.blocks import GraphBlock

    Weights = int | tuple[int, ...] | None

__all__ = ["BatchKernel", "kernel_for"]

_PAYS_FOR_START = 1.0
"""Seconds in plain kernels after which Numba is started."""
_AT_ONCE = 1 << 13
_plain_seconds = 0.0


class BatchKernel(Protocol):
    """Solves all graphs of a block."""

    @property
    def name(self) -> str:
        """What it is, in a few words, for reasons and manifests."""

    def takes(self, block: GraphBlock) -> NDArray[np.bool_]:
        """Which graphs it can solve: all of them, except those on which a game is not played, and those with many edges
        in Edge Geography and Edge NimG."""

    def prepare(self) -> None:
        """Compile it now if Numba is installed: for many blocks, and before several processes would compile it."""

    def solve(self, block: GraphBlock, *, moves: bool = False) -> BatchOutcomes:
        """The winning starts of every graph, in both conventions; with ``moves`` a winning move too, where it can."""

    def solve_given(self, block: GraphBlock, weights: Sequence[Sequence[int]]) -> BatchOutcomes:
        """In Edge NimG, each graph with weights of its own, in the order of its edges in the block."""


class _Made(NamedTuple):
    """The two kernels for one question; of the compiled one the module and the class, if there is one."""

    plain: Any
    module: str = ""
    name: str = ""
    compiles_first: bool = False


def kernel_for(
    game: str, *, n: int, directed: bool = False, weights: Weights = None, compiled: bool | None = None
) -> BatchKernel | None:
    """The kernel for boards of a game with n vertices; ``None`` where there is none.

    Parameters
    ----------
    game
        The name of the game.
    n, directed
        What all boards have in common.
    weights
        For games with weights: k for all of 1..k on every vertex (in Edge NimG on every edge), or a tuple for just
        those weights.
    compiled
        Whether it goes through Numba (``None`` if that is missing then) or is the plain one; by default plain for as
        long as Numba would not pay.

    Examples
    --------
    >>> from lastmove.search.batch import read_block
    >>> kernel = kernel_for("vertex-geography", n=3)
    >>> kernel.solve(read_block(b"BW\\n", 3)).misere.tolist()  # the path 0 - 2 - 1: both ends win
    [3]
    """
    make = _KERNELS.get(game)
    made = make(n, directed, weights) if make is not None and n >= 1 else None
    if made is None or (compiled and (numba_backend() is None or not made.module)):
        return None
    return _Kernel(made, compiled, n)


def _vertex_geography(n: int, directed: bool, weights: Weights) -> _Made | None:  # noqa: ARG001 - both are alike
    if weights is not None or n > plain_geography.LARGEST:
        return None
    return _Made(plain_geography.PlainVertexGeography(), "vertex_geography_compiled", "CompiledVertexGeography")


def _edge_geography(n: int, directed: bool, weights: Weights) -> _Made | None:
    if weights is not None or n > plain_edge_geography.LARGEST:
        return None
    plain = plain_edge_geography.PlainEdgeGeography()
    slow = n * (n - 1) // (1 if directed else 2) > plain_edge_geography.SHARED_EDGES
    return _Made(plain, "edge_geography_compiled", "CompiledEdgeGeography", slow)


def _nimg(move_first: bool) -> Callable[[int, bool, Weights], _Made | None]:
    def make(n: int, directed: bool, weights: Weights) -> _Made | None:  # noqa: ARG001 - both are alike
        if weights is None:
            return None
        every = isinstance(weights, int)
        tops = (weights,) * n if isinstance(weights, int) else weights
        if min(tops) < every or max(tops) >= MOST_STATES or states_of(tops) > MOST_STATES:
            return None
        return _Made(PlainNimG(tops, move_first=move_first, every=every), "nimg_compiled", "CompiledNimG")

    return make


def _vertexnim_mr(n: int, directed: bool, weights: Weights) -> _Made | None:
    """As NimG-MR, in plain Python only."""
    made = _nimg(move_first=True)(n, directed, weights)
    return None if made is None else _Made(PlainVertexnimMR(made.plain.tops, every=made.plain.every))


def _edge_nimg(n: int, directed: bool, weights: Weights) -> _Made | None:  # noqa: ARG001 - both are alike
    if not isinstance(weights, int) or not 1 <= weights < edge_nimg.MOST_STATES or n > edge_nimg.LARGEST:
        return None
    return _Made(edge_nimg.PlainEdgeNimG(weights))


def _deletion(game: str) -> Callable[[int, bool, Weights], _Made | None]:
    def make(n: int, directed: bool, weights: Weights) -> _Made | None:
        return None if directed or weights is not None or n > deletion.LARGEST else _Made(deletion.PlainDeletion(game))

    return make


_KERNELS: dict[str, Callable[[int, bool, Weights], _Made | None]] = {
    "vertex-geography": _vertex_geography,
    "edge-geography": _edge_geography,
    "nimg-rm": _nimg(move_first=False),
    "nimg-mr": _nimg(move_first=True),
    "edge-nimg": _edge_nimg,
    "vertexnim-mr": _vertexnim_mr,
    "node-kayles": _deletion("node-kayles"),
    "arc-kayles": _deletion("arc-kayles"),
}


class _Kernel:
    """A plain kernel and, from some time on, the compiled one in its place."""

    def __init__(self, made: _Made, compiled: bool | None, n: int) -> None:
        self._n = n
        self._made = made
        self._wish = compiled
        self._compiled: Any = None
        if compiled or (made.compiles_first and compiled is None):
            self._begin()

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process finds out by itself whether it has Numba."""
        return _Kernel, (self._made, self._wish, self._n)

    @property
    def name(self) -> str:
        """See :class:`BatchKernel`."""
        found: str = (self._compiled or self._made.plain).name
        return found

    def takes(self, block: GraphBlock) -> NDArray[np.bool_]:
        """See :class:`BatchKernel`."""
        import numpy as np

        kernel = self._compiled or self._made.plain
        found: NDArray[np.bool_] = kernel.takes(block) if hasattr(kernel, "takes") else np.ones(block.count, np.bool_)
        return found

    def prepare(self) -> None:
        """See :class:`BatchKernel`."""
        self._begin()
        if self._compiled is not None:
            lines = block_of([0], self._n).lines
            self._compiled.solve(read_block(lines * (WORTH_COMPILED // len(lines) + 1), self._n).cut(1)[0])

    def _begin(self) -> None:
        if self._made.module and self._wish is not False and self._compiled is None and numba_backend() is not None:
            module = import_module(f"lastmove.search.batch.{self._made.module}")
            self._compiled = getattr(module, self._made.name)(**vars(self._made.plain))

    def solve(self, block: GraphBlock, *, moves: bool = False) -> BatchOutcomes:
        """See :class:`BatchKernel`."""
        global _plain_seconds
        found = []
        left = block
        while left.count and self._compiled is None:
            look()
            if (
                self._made.module
                and self._wish is None
                and _plain_seconds > _PAYS_FOR_START
                and may_start_numba()
                and may_compile()
            ):
                self._begin()
                if self._compiled is not None:
                    break
            part, left = left.cut(_AT_ONCE)
            began = thread_time()
            found.append(self._made.plain.solve(part, moves=moves))
            _plain_seconds += thread_time() - began
        if left.count or not found:
            look()
            found.append((self._compiled or self._made.plain).solve(left, moves=moves))
        return BatchOutcomes.joined(found)

    def solve_given(self, block: GraphBlock, weights: Sequence[Sequence[int]]) -> BatchOutcomes:
        """See :class:`BatchKernel`."""
        found: BatchOutcomes = self._made.plain.solve_given(block, weights)
        return found
