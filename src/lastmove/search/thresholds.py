"""Which search runs: every number that decides it, in one place, each with how it was measured.

What the parts of narrow boards may spend beside the search stands with the list of methods, as ``BUDGETS`` of
``solver/portfolio.py``.

They are read when they are needed, so a test or a measurement may change them for a while:

>>> with THRESHOLDS.changed(try_first=0):
...     THRESHOLDS.try_first
0
>>> THRESHOLDS.try_first
3000

Most stand where two ways cost the same on random graphs; ``benchmarks/small_boards.py``, ``benchmarks/search.py`` and
``benchmarks/search_switches.py`` show the costs on the machine at hand.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


class BudgetSpent(Exception):
    """A search has cost so much that another way is taken; nobody outside of it hears of it."""


class Changeable:
    """Numbers by name, which may be others for a while."""

    __slots__ = ()

    @contextmanager
    def changed(self, **values: Any) -> Iterator[None]:
        """Other values inside the block, by name."""
        before = {name: getattr(self, name) for name in values}
        try:
            for name, value in values.items():
                setattr(self, name, value)
            yield
        finally:
            for name, value in before.items():
                setattr(self, name, value)


@dataclass(slots=True)
class Thresholds(Changeable):
    """The numbers, by what they decide."""

    # A small board: the definition on integers, or tables of bits.

    table_bits: int = 12
    """Every start is told from a table of up to two to the power of this states; of more, searches visit few."""
    table_layers: int = 32
    """Nor is there a table of every start where weights have a larger sum: it is worked out sum by sum."""
    small_vertices: int = 11
    """One start of Vertex Geography with no more vertices is searched by the definition: twins, chains and blocks would
    take longer to find than the answer."""
    small_edges: int = 14
    """The same for the edges of Edge Geography, where the token's vertex mostly follows from what is left."""
    small_positions: int = 20_000
    """The same for the positions that NimG may have; play visits far fewer."""
    small_weights: int = 32
    """Nor may NimG have more vertices: weights are made one number for every question."""
    slid_states: int = 1 << 18
    """The same for the states of Edge NimG and Vertexnim-MR, also where every start is asked for: play comes back to
    the same edges and visits many, and a table of all states takes 10 to 20 ms."""
    slid_shift: int = 6
    """Two to the power of this of their states cost as much as one position that is searched."""
    small_moves: int = 200
    """Nor is a game longer than this: calls nest as deep."""
    searched_first: int = 600
    """Positions searched before there is a table of a small board. A position takes 0.3 to 0.8 us, a table 20 to 70."""
    middling_vertices: int = 20
    """Where every start of Vertex Geography is asked for, such a table may be made up to this many vertices: 124 ms."""
    middling_density: float = 0.2
    """Arcs of a board, as a part of n * n, from which that table costs less than a search of every start."""
    middling_shift: int = 8
    """On others n * 2**n positions, divided by two to the power of this, are searched first: they cost as much."""

    # A block of Vertex Geography: the fast search, or a table of all sets of its vertices.

    least_table: int = 10
    """With fewer vertices a search is as good, and there may be thousands of such blocks."""
    plain_table: int = 20
    """Up to so many vertices the table is made of plain integers: two or three times as slow, but ready."""
    plain_table_without_numba: int = 22
    """The same where nothing can be compiled."""
    most_table: int = 26
    """The most vertices: a compiled table takes 256 MB then."""
    dense: float = 0.4
    """Arcs, as a part of n * n, from which a compiled table costs less than a search."""
    dense_every_start: float = 0.25
    """The same where every start is asked for."""
    dense_plain: float = 0.15
    """The same for a table of plain integers; less, since little is searched before it."""
    entries_a_position: int = 80_000
    """A position takes as long as so many entries, sets times vertices, of a table of plain integers."""
    sets_a_position: int = 30
    """The same for the sets of a compiled table: with twins there may be far fewer positions than sets."""
    worth_a_look: int = 5
    """Vertices of a block from which twins, chains and symmetry can save anything."""

    # The fast search: in plain Python, or compiled.

    try_first: int = 3_000
    """Positions of a board searched before Numba is started; loading its code costs about as much."""
    try_again: int = 10
    """The same once the rules have been compiled in this process."""
    loading: int = 3_000
    """Positions of all boards together that cost as much as to load code, about a second."""
    compiling: int = 100_000
    """Positions of all boards together that cost as much as to compile it."""
    try_together: int = 1_000
    """With fewer of all boards together it is not worth a look whether there is code to be loaded."""
    least_memory: float = 300e6
    """Bytes; with less, Numba is not started."""
    loading_seconds: float = 1.5
    """Seconds in which code that was compiled before is there, if plain Python does not get in its way."""
    worth_seconds: float = 1.0
    """With fewer seconds left, a search is over before compiled code is of use."""
    patient_seconds: float = 30.0
    """With so many seconds left, the compiler is done before they are."""
    alone: int = 1 << 15
    """Positions of a compiled search after which the other threads join: some hundredths of a second."""
    slice: int = 1 << 17
    """The most positions of a compiled search between two looks at the limits; fewer where they take long."""
    share_of_memory: int = 3
    """A table may take this part of the memory: where it cannot grow in its place, there are two for a moment."""
    most_options: int = 100_000
    """A state may have this many options; larger weights are left to the law."""
    most_table_bytes: float = 100e6
    """What the tables of a board may take: they grow with the square of its size. Larger ones are left to the law."""

    # A deletion game.

    deletion_sums: int = 160
    """Moves times vertices up to which the theorems on sums are asked: the values of all components are soon there."""
    deletion_compiling: int = 1_000
    """After so many sets of vertices the compiled code takes over."""

    # Symmetry of a board of Vertex Geography, looked for before the compiled search.

    symmetric_vertices: int = 200
    """The most vertices; beyond, colouring costs too much."""
    symmetric_gone: int = 3
    """When more vertices than this are gone, looking for symmetry pays seldom."""
    symmetric_moves: int = 4
    """Deeper, one state in plain Python costs more than what it saves."""


THRESHOLDS = Thresholds()
"""Those in use."""
