"""Many graphs with the same number of vertices, as integers: what batch kernels take.

All lines of graph6 with n vertices are equally long, and so are those of digraph6. So a block of lines is a matrix of
bytes, and no line is ever looked for.

Graphs of one size as a block, whatever their vertices are called.

Graphs as slices: for each pair of vertices one large integer, which has a bit for each graph.

Python's integers have any length, so one operation on two of them works on thousands of graphs.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, show

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.graphs.graph import Graph

MOST_VERTICES = 62
"""Beyond, graph6 takes more than one character for the number of vertices."""
_WORD = 64
_NEWLINE = ord("\n")
WORTH_COMPILED = 1 << 16  # bytes


@cache
def pairs_of(n: int, directed: bool = False) -> tuple[tuple[int, int], ...]:
    """The pair of vertices that each bit of a graph's edges stands for: graph6's order; digraphs without loops.

    >>> pairs_of(3)
    ((0, 1), (0, 2), (1, 2))
    >>> pairs_of(3, directed=True)
    ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))
    """
    if directed:
        return tuple((v, w) for v in range(n) for w in range(n) if v != w)
    return tuple((v, w) for w in range(n) for v in range(w))


@dataclass(frozen=True, eq=False)
class GraphBlock:
    """Many graphs on 0..n-1, without loops and parallel edges.

    Attributes
    ----------
    n, directed
        The same for all of them.
    masks
        A row of 64-bit words a graph: bit i of the row is the i-th pair of :func:`pairs_of`.

    Examples
    --------
    >>> block = read_block(b"BW\\nBw\\n", 3)
    >>> block.count, block.edges.tolist(), list(block.texts())
    (2, [6, 7], ['BW', 'Bw'])
    """

    n: int
    directed: bool
    masks: NDArray[np.uint64]

    @property
    def count(self) -> int:
        """How many graphs there are."""
        return len(self.masks)

    @property
    def fits_a_word(self) -> bool:
        """Whether :attr:`edges` can hold a graph: up to 11 vertices, 8 of digraphs."""
        return len(pairs_of(self.n, self.directed)) <= _WORD

    @property
    def edges(self) -> NDArray[np.uint64]:
        """An integer a graph: bit i is the i-th pair of :func:`pairs_of`."""
        if not self.fits_a_word:
            raise InputError("edges", f"graphs with {self.n} vertices have more pairs than the 64 bits of an integer")
        return self.masks[:, 0]

    def parts(self, most: int) -> Iterator[GraphBlock]:
        """The same graphs in blocks of at most so many."""
        for first in range(0, self.count, most):
            yield replace(self, masks=self.masks[first : first + most])

    def cut(self, first: int) -> tuple[GraphBlock, GraphBlock]:
        """The first graphs, and the others."""
        return replace(self, masks=self.masks[:first]), replace(self, masks=self.masks[first:])

    def lists(self) -> Iterator[list[tuple[int, int]]]:
        """The edges of each graph as pairs of vertices."""
        pairs = pairs_of(self.n, self.directed)
        for row in self.masks.tolist():
            yield [pair for place, pair in enumerate(pairs) if row[place // _WORD] >> place % _WORD & 1]

    def texts(self) -> Iterator[str]:
        """The line of graph6 or digraph6 of each graph, without its newline."""
        text = self.lines.decode("ascii")
        return iter(text.split("\n")[:-1])

    @cached_property
    def lines(self) -> bytes:
        """The lines of graph6 or digraph6, each with its newline."""
        import numpy as np

        layout = _Layout.of(self.n, self.directed)
        written = np.full((self.count, layout.length), 63, np.uint8)
        written[:, : layout.head] = np.frombuffer(layout.opening, np.uint8)
        written[:, -1] = _NEWLINE
        for place, slot in enumerate(layout.slots):
            bit = self.masks[:, place // _WORD] >> np.uint64(place % _WORD) & np.uint64(1)
            written[:, layout.head + slot // 6] += bit.astype(np.uint8) << np.uint8(5 - slot % 6)
        return written.tobytes()


@dataclass(frozen=True)
class _Layout:
    """How a line is laid out."""

    opening: bytes
    """What stands before the bits."""
    length: int
    """Of a line, with its newline."""
    slots: tuple[int, ...]
    """For each pair its bit in the line; six bits a character, the first is the highest."""
    loops: tuple[int, ...]
    """The bits of loops, which no block has."""

    @property
    def head(self) -> int:
        return len(self.opening)

    @cached_property
    def bits_of_characters(self) -> NDArray[np.uint64]:
        """What a character (less 63) adds to the words of a graph: indexed column, word, character."""
        import numpy as np

        columns = self.length - self.head - 1
        found = np.zeros((columns, max(1, -(-len(self.slots) // _WORD)), 64), np.uint64)
        for place, slot in enumerate(self.slots):
            on = np.arange(64, dtype=np.uint64) >> np.uint64(5 - slot % 6) & np.uint64(1)
            found[slot // 6, place // _WORD] |= on << np.uint64(place % _WORD)
        return found

    @staticmethod
    @cache
    def of(n: int, directed: bool) -> _Layout:
        opening = b"&" * directed + bytes([63 + n])
        bits = n * n if directed else n * (n - 1) // 2
        loops = tuple(v * n + v for v in range(n)) if directed else ()
        slots = tuple(slot for slot in range(bits) if slot not in loops)
        return _Layout(opening, len(opening) + -(-bits // 6) + 1, slots, loops)


def line_length(n: int, directed: bool = False) -> int:
    """How long the line of a graph is, with its newline."""
    return _Layout.of(n, directed).length


def size_of_line(line: bytes) -> tuple[int, bool] | None:
    """The number of vertices of a line, and whether it is digraph6; ``None`` for lines that no block has.

    >>> size_of_line(b"Bw"), size_of_line(b"&AW"), size_of_line(b":Fa@x^")
    ((3, False), (2, True), None)
    """
    directed = line.startswith(b"&")
    n = line[directed] - 63 if len(line) > directed else -1
    return (n, directed) if 0 <= n <= MOST_VERTICES and len(line) + 1 == line_length(n, directed) else None


def read_block(lines: bytes, n: int, directed: bool = False) -> GraphBlock:
    """The graphs of lines of graph6 or digraph6 with n vertices, as a lister writes them.

    Parameters
    ----------
    lines
        The lines, each with its newline and without a header.
    n, directed
        What all lines hold.

    Raises
    ------
    InputError
        For a line of another size or format, a character that does not belong, and loops.
    """
    import numpy as np

    if not 0 <= n <= MOST_VERTICES:
        raise InputError("n", f"{show(n)}; accepted in a block: 0 to {MOST_VERTICES} vertices")
    layout = _Layout.of(n, directed)
    kind = "digraph6" if directed else "graph6"
    if len(lines) % layout.length:
        raise _wrong(kind, lines, n, layout)
    matrix = np.frombuffer(lines, np.uint8).reshape(-1, layout.length)
    masks = np.zeros((len(matrix), max(1, -(-len(layout.slots) // _WORD))), np.uint64)
    read: Callable[..., bool] = _read_plainly
    if sys.modules.get("numba") is not None and len(lines) >= WORTH_COMPILED:
        from lastmove.search.batch.vectors import compiled, read_lines

        read = compiled(read_lines)
    if not read(matrix, np.frombuffer(layout.opening, np.uint8), layout.bits_of_characters, masks):
        raise _wrong(kind, lines, n, layout)
    if layout.loops and _any_bit(matrix[:, layout.head : -1], layout.loops):
        raise InputError(kind, "a digraph has a loop; accepted in a block: digraphs without loops")
    return GraphBlock(n, directed, masks)


def _read_plainly(
    matrix: NDArray[np.uint8], opening: NDArray[np.uint8], bits: NDArray[np.uint64], masks: NDArray[np.uint64]
) -> bool:
    """Fill the words of every graph, a column of characters at a time; whether all lines are what they should be."""
    head = len(opening)
    values = matrix[:, head:-1] - 63  # characters below 63 become large
    if (matrix[:, :head] != opening).any() or (matrix[:, -1] != _NEWLINE).any() or (values > 63).any():
        return False
    for column in range(values.shape[1]):
        for word in range(masks.shape[1]):
            if bits[column, word].any():
                masks[:, word] |= bits[column, word][values[:, column]]
    return True


def _any_bit(body: NDArray[np.uint8], bits: tuple[int, ...]) -> bool:
    import numpy as np

    wanted = np.zeros(body.shape[1], np.uint8)
    for bit in bits:
        wanted[bit // 6] |= 1 << 5 - bit % 6
    return any(((body[:, column] - 63) & wanted[column]).any() for column in np.flatnonzero(wanted))


def _wrong(kind: str, lines: bytes, n: int, layout: _Layout) -> InputError:
    """Which line is not what it should be."""
    found = lines.split(b"\n")
    number = next((i for i, line in enumerate(found[:-1]) if not _is_line(line, layout)), len(found) - 1)
    shown = show(found[number].decode("ascii", "replace"))
    accepted = f"accepted: {layout.length - 1} characters of {kind} for {n} vertices, and a newline"
    return InputError(kind, f"line {number + 1} of the block is {shown}; {accepted}")


def _is_line(line: bytes, layout: _Layout) -> bool:
    body = line[layout.head :]
    is_long = len(line) + 1 == layout.length
    return is_long and line.startswith(layout.opening) and all(63 <= code < 127 for code in body)


def block_of(edges: Iterable[int] | NDArray[Any], n: int, directed: bool = False) -> GraphBlock:
    """The graphs whose edges are these integers: bit i is the i-th pair of :func:`pairs_of`.

    >>> list(block_of([0, 7], 3).texts())
    ['B?', 'Bw']
    """
    import numpy as np

    bits = len(pairs_of(n, directed))
    words = max(1, -(-bits // _WORD))
    given = list(map(int, edges))
    bad = next((edge for edge in given if edge < 0 or edge >> bits), None)
    if bad is not None:
        raise InputError("edges", f"{show(bad)}; accepted for {n} vertices: integers of {bits} bits")
    packed = b"".join(edge.to_bytes(8 * words, "little") for edge in given)
    return GraphBlock(n, directed, np.frombuffer(packed, np.dtype("<u8")).reshape(-1, words))


def block_of_graphs(
    graphs: Sequence[Graph], n: int, *, directed: bool, loops: bool, parallel: bool
) -> tuple[GraphBlock, NDArray[np.bool_]]:
    """The graphs with n vertices without loops, parallel edges as one; and which of them are as they should be.

    Parameters
    ----------
    graphs
        Graphs, or digraphs, with n vertices each.
    loops, parallel
        Whether graphs may have them, which the block leaves out.
    """
    import numpy as np

    tails, heads = (
        np.frombuffer(b"".join(ends), np.int64)
        for ends in ([graph.tails for graph in graphs], [graph.heads for graph in graphs])
    )
    counts = np.array([len(graph.tails) for graph in graphs], np.int64)
    bits = _bits(n, directed)
    masks = np.zeros((len(graphs), bits.shape[1]), np.uint64)
    filled = np.flatnonzero(counts)
    if len(filled):
        firsts = (np.cumsum(counts) - counts)[filled]
        masks[filled] = np.bitwise_or.reduceat(bits[tails * n + heads], firsts, axis=0)
    good = np.ones(len(graphs), np.bool_)
    if not (loops and parallel):
        owner = np.repeat(np.arange(len(graphs)), counts)
        looped = np.bincount(owner[tails == heads], minlength=len(graphs))
        if not loops:
            good &= looped == 0
        if not parallel:
            different = np.unpackbits(masks.view(np.uint8).reshape(len(graphs), -1), axis=1).sum(axis=1)
            good &= different + looped == counts
    return GraphBlock(n, directed, masks), good


@cache
def _bits(n: int, directed: bool) -> NDArray[np.uint64]:
    """For each u n + v the words with the bit of that pair; none for loops."""
    import numpy as np

    pairs = pairs_of(n, directed)
    found = np.zeros((n * n, max(1, -(-len(pairs) // _WORD))), np.uint64)
    for place, (u, v) in enumerate(pairs):
        for pair in ((u, v),) if directed else ((u, v), (v, u)):
            found[pair[0] * n + pair[1], place // _WORD] = 1 << place % _WORD
    return found


def sliced(block: GraphBlock) -> list[int]:
    """An integer for each pair of :func:`~lastmove.search.batch.blocks.pairs_of`; bit g is the g-th graph."""
    import numpy as np

    pairs = len(pairs_of(block.n, block.directed))
    rows = np.ascontiguousarray(block.masks).view(np.uint8).reshape(block.count, -1)
    found = []
    for first in range(0, pairs, 8):
        bits = np.unpackbits(rows[:, first // 8 : first // 8 + 1], axis=1, bitorder="little")
        columns = np.packbits(bits.T, axis=1, bitorder="little")
        found += [int.from_bytes(column.tobytes(), "little") for column in columns[: pairs - first]]
    return found


def arcs_of(block: GraphBlock) -> list[list[int]]:
    """The same by vertices: ``arcs[v][w]`` says in which graphs v has an arc (or edge) to w."""
    arcs = [[0] * block.n for _ in range(block.n)]
    for (v, w), slice_ in zip(pairs_of(block.n, block.directed), sliced(block), strict=True):
        arcs[v][w] = slice_
        if not block.directed:
            arcs[w][v] = slice_
    return arcs


def sets_of(slices: Sequence[int], count: int) -> NDArray[np.unsignedinteger]:
    """Back again: for each graph the set of the slices in which its bit is set, as an integer."""
    import numpy as np

    width = next(width for width in (16, 32, 64) if len(slices) <= width)
    found = np.zeros(count, np.dtype(f"u{width // 8}"))
    size = -(-count // 8)
    for v, slice_ in enumerate(slices):
        bits = np.unpackbits(np.frombuffer(slice_.to_bytes(size, "little"), np.uint8), bitorder="little")
        found |= bits[:count].astype(found.dtype) << found.dtype.type(v)
    return found
