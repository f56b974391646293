"""One source, two ways to run it: plain Python on lists, or compiled by Numba on arrays.

A kernel module holds functions that work on lists or arrays of integers and on nothing else; named tuples keep these
together. Its ``__all__`` names the functions that are called from outside.

* :class:`Plain` runs the functions as they are written, on lists.
* :class:`Compiled` runs copies of them, on arrays. Numba compiles a copy when it is first called and keeps the result
  on disk.

Both ways take the same steps and give the same results. Compiled code is some 50 times as fast, but Numba takes the
better part of a second to start, and some seconds more to compile a function for the first time on a machine. So a
small graph never starts Numba; larger graphs start it when they have together cost as much time as starting it does.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from lastmove.core.compiling import digest_of, kept
from lastmove.core.limits import current_meter, look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.graphs.csr import CSR

PACKAGE = "lastmove"
WORTH_IT = 4_000  # vertices and edges from which compiled code is faster, when Numba has been started
PAYS_FOR_START = 200_000  # vertices and edges, of all such graphs so far, that cost about as much as starting it

COMPILING = 8.0  # seconds left from which the kernels can be compiled first
STARTING = 1.5  # seconds left from which Numba can be started
LEAST_MEMORY = 300e6  # bytes; with less, Numba is not started

KERNELS = {
    "graphs.matching.flow",
    "graphs.matching.forced_kernels",
    "graphs.matching.forest",
    "graphs.matching.phases",
    "graphs.matching.odd_cycle_cover",
    "graphs.matching.greedy",
    "graphs.component_kernels",
    "graphs.row_kernels",
}
"""Every module that is compiled here; the rooms above add theirs when they are imported."""


@cache
def _module(name: str) -> Any:
    """The functions of a kernel module."""
    return import_module(f"{PACKAGE}.{name}")


class Plain:
    """The kernels as they stand, on lists."""

    kernels = staticmethod(_module)

    def rows(self, rows: CSR) -> CSR:
        """The same rows in the form that the kernels take."""
        if isinstance(rows.indices, list):
            return rows
        return rows._replace(indptr=rows.indptr.tolist(), indices=rows.indices.tolist())

    def ints(self, n: int, value: int = 0) -> Any:
        """n numbers up to the size of the graph, or vertices where there may be none."""
        return [value] * n

    vertices = counters = bits = ints  # in a list, vertices, numbers of any size and sets of eight bits look the same

    def numbers(self, n: int) -> Any:
        """The vertices 0..n-1."""
        return list(range(n))

    given: Any = list
    """Numbers that come from elsewhere, which kernels read only."""
    flags: Any = bytes
    """A 0 or 1 for each vertex, which kernels read only."""

    def order(self, values: Sequence[int]) -> Any:
        """The places 0..n-1 by increasing value; equal values keep their order."""
        return sorted(range(len(values)), key=values.__getitem__)


class Compiled:
    """The kernels through Numba, on numpy arrays."""

    def __init__(self) -> None:
        self.numpy: Any = import_module("numpy")
        self.numba: Any = import_module("numba")
        if self.numba.config.DISABLE_JIT:
            raise ImportError("Numba is set not to compile")
        self._kernels: dict[str, SimpleNamespace] = {}
        self._is_ready = False

    @property
    def is_ready(self) -> bool:
        """Whether all kernels have been compiled on this machine, so that nobody has to wait for the compiler."""
        if not self._is_ready:
            homes = ((import_module(f"{PACKAGE}.{module}"), self.kernels(module)) for module in sorted(KERNELS))
            entries = (getattr(made, name) for home, made in homes for name in home.__all__)
            self._is_ready = all(is_compiled(entry) for entry in entries if hasattr(entry, "py_func"))
        return self._is_ready

    def kernels(self, module: str) -> Any:
        """The functions of a kernel module, to be compiled when first called."""
        if module not in self._kernels:
            self._kernels.setdefault(module, self._compile(module))  # all threads then call the same copies
        return self._kernels[module]

    def _compile(self, module: str) -> SimpleNamespace:
        """Copies of a module's functions, compiled, that find each other where the originals find the originals."""
        home = import_module(f"{PACKAGE}.{module}")
        names: dict[str, Any] = dict(vars(home))
        for name, value in vars(home).items():
            if isinstance(value, FunctionType) and value.__module__ == home.__name__:
                own = FunctionType(value.__code__, names, name)
                own.__module__ = value.__module__
                names[name] = self._jit(own, entry=name in home.__all__)
            elif value is look:  # compiled code is so fast that it need not look at limits
                names[name] = self.numba.njit(inline="always")(_nothing)
            elif isinstance(value, FunctionType) and value.__module__.startswith(PACKAGE):
                names[name] = getattr(self.kernels(value.__module__.removeprefix(f"{PACKAGE}.")), name)
        return SimpleNamespace(**names)

    def _jit(self, function: FunctionType, *, entry: bool) -> Any:
        # Inlined, and without the reference counts of arrays, small functions and named tuples cost nothing. Otherwise
        # they would make the kernels two to three times slower. Kernels make and keep no arrays, so nothing is lost.
        switches = {"nogil": True, "forceinline": True, "_nrt": False, "no_cpython_wrapper": not entry}
        if not entry:
            return self.numba.njit(**switches)(function)
        room = ".".join(function.__module__.split(".")[:2])  # its kernels may use those of graphs, and no others
        return kept(function, sources=digest_of(__package__, room), **switches)

    # Vertices are unsigned: Numba then leaves out the test for negative indices.

    def rows(self, rows: CSR) -> CSR:
        """The same rows in the form that the kernels take."""
        np = self.numpy
        indptr = np.int32 if len(rows.indices) < 1 << 31 else np.int64
        indices = np.ascontiguousarray(rows.indices, np.int32).view(np.uint32)
        return rows._replace(indptr=np.ascontiguousarray(rows.indptr, indptr), indices=indices)

    def vertices(self, n: int) -> Any:
        """Room for n vertices."""
        return self.numpy.zeros(n, self.numpy.uint32)

    def numbers(self, n: int) -> Any:
        """The vertices 0..n-1."""
        return self.numpy.arange(n, dtype=self.numpy.uint32)

    def ints(self, n: int, value: int = 0) -> Any:
        """n numbers up to the size of the graph, or vertices where there may be none."""
        np = self.numpy
        return np.full(n, value, np.int32) if value else np.zeros(n, np.int32)

    def counters(self, n: int) -> Any:
        """n numbers of any size."""
        return self.numpy.zeros(n, self.numpy.int64)

    def bits(self, n: int) -> Any:
        """n sets of eight bits."""
        return self.numpy.zeros(n, self.numpy.uint8)

    def given(self, values: Sequence[int]) -> Any:
        """Numbers that come from elsewhere, which kernels read only."""
        return self.numpy.asarray(values, self.numpy.int64)

    def flags(self, values: bytes) -> Any:
        """A 0 or 1 for each vertex, which kernels read only."""
        return self.numpy.frombuffer(values, self.numpy.uint8)

    def order(self, values: Sequence[int]) -> Any:
        """The places 0..n-1 by increasing value; equal values keep their order."""
        return self.numpy.argsort(self.given(values), kind="stable").astype(self.numpy.uint32)


def _nothing() -> None:
    """What compiled kernels do instead of looking at limits."""


def listed(numbers: Any) -> list[int]:
    """What a kernel has filled, as a list: quicker where every number is looked at from Python."""
    found: list[int] = numbers if isinstance(numbers, list) else numbers.tolist()
    return found


def is_compiled(function: Any) -> bool:
    """Whether a function that Numba keeps on disk is there, or has been compiled in this process."""
    if function.signatures:
        return True
    try:
        kept = function._cache._cache_file._load_index()
        machine = function.targetctx.codegen().magic_tuple()
        return any(key[1] == machine for key in kept)
    except Exception:  # nothing is kept, or not where it was expected: then it will have to be compiled
        return False


def may_start_numba() -> bool:
    """Whether the limits of the question leave time and memory for Numba to be loaded."""
    meter = current_meter()
    if meter is None or "numba" in sys.modules:
        return True
    return meter.seconds_left >= STARTING and meter.memory >= LEAST_MEMORY


def may_compile() -> bool:
    """Whether they leave time to wait for the compiler."""
    meter = current_meter()
    return meter is None or meter.seconds_left >= COMPILING


Backend = Plain | Compiled
_plain_work = 0


@cache
def compiled() -> Compiled | None:
    """The compiled kernels; ``None`` where Numba is missing."""
    try:
        return Compiled()
    except ImportError:
        return None


def choose_backend(size: int) -> Backend:
    """How to run the kernels on a graph with that many vertices and edges."""
    global _plain_work
    if size < WORTH_IT:
        return Plain()
    _plain_work += size
    started = compiled.cache_info().currsize > 0
    if not (started or _plain_work >= PAYS_FOR_START) or not may_start_numba():
        return Plain()
    found = compiled()
    if found is None:
        return Plain()
    return found if may_compile() or found.is_ready else Plain()
